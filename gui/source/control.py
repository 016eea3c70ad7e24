"""SourceControl: chooses the source, and the next file of the list."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from app.messages import Message, marked
from app.pipeline.live import events
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.project import is_project
from app.video.cameras.camera_list import CameraMode
from app.video.cameras.synthetic import SAMPLE
from app.video.files.inputs import numbered_kin
from app.video.files.sequence_source import is_pattern
from app.video.network.address import (
    lacks_password,
    parse_address,
    remembered_address,
    shown_address,
)
from app.video.reading import Log
from app.video.typed_path import typed_path
from gui.control import Control, Core
from gui.preview.playback_control import PlaybackControl
from gui.preview.view_control import ViewControl
from gui.shared.language import tr
from gui.source.devices import Camera, Inventory
from gui.source.inputs import list_inputs
from gui.source.panel import Choice

SAMPLE_CHOICE = Choice("sample", str(SAMPLE), marked("Built-in sample"))
ASK_FOR_PASSWORD = marked("Passwords are not saved. Enter yours after the name: name:password@…")
# Notices that a change of source dismisses.
SOURCE_NOTICES = (
    *("source", "file-unreadable", "camera-not-opened", "sequence", "no-picture"),
    *("file-damaged", "own-alpha", "project", "people", "strokes"),
    *("task", "export"),
)
TOLD_WELCOME = "welcome"
NO_CAMERA = marked(
    "No camera was found, so the built-in sample plays. Plug one in, or open a file."
)


class SourceControl(Control):
    """Connects the source panel, the inventory and the session; view and playback follow.

    Signals:
        changed: The shown source or the file list changed.
        opening: A source is about to open; `identity` names it already.
        switched: It is not the one that was shown before; precedes `opening`.
        projects_given: Paths of projects among what was opened or dropped.

    Attributes:
        is_opening: It is not known yet whether the source can be read, and how long it is.
    """

    changed = Signal()
    opening = Signal()
    switched = Signal()
    projects_given = Signal(list)

    def __init__(self, core: Core, *, view: ViewControl, playback: PlaybackControl) -> None:
        super().__init__(core)
        self._view = view
        self._playback = playback
        self._cameras: list[Choice] = []
        self._current: Choice | None = None
        self._may_be_log = False
        self._log: Log | None = None  # with which the source was opened
        self._opened_name = ""  # of the source, once it has opened
        self._queue: list[Path] = []  # opened together, in order; none of a single file
        self._index = -1  # of the one that is shown
        self._unreadable: set[int] = set()  # of those that were given up
        self._asked: SourceRequest | None = None  # a camera by its number, until we know its name
        self.is_opening = False
        self._is_started = False
        self._is_welcoming = False
        self._addresses: dict[str, str] = {}  # as remembered -> with the password, for this run
        self._allowed_hosts: dict[str, tuple[str, ...]] = {}  # as remembered -> for this run
        panel = core.window.source
        panel.source.chosen.connect(self.choose)
        panel.mode.chosen.connect(self._choose_mode)
        panel.log.chosen.connect(self._choose_log)
        panel.files_chosen.connect(self._on_files_chosen)
        panel.start_folder = str(core.state.saved.folders.get("open", ""))
        panel.address.entered.connect(self._open_address)
        for chosen in (panel.queue.itemActivated, panel.queue.itemClicked):
            chosen.connect(lambda item: self._play_queue_entry(panel.queue.row(item)))
        core.window.files_dropped.connect(self.take)
        panel.drop_target.dropped.connect(self.take)
        playback.ended.connect(self._on_ended)
        welcome = core.window.welcome
        welcome.camera.clicked.connect(self._begin_with_camera)
        welcome.file.clicked.connect(panel.ask_for_files)
        welcome.sample.clicked.connect(lambda: self.choose(SAMPLE_CHOICE))

    @property
    def is_file(self) -> bool:
        """Whether what is shown can be exported."""
        return self._current is not None and self._current.kind in ("sample", "file")

    @property
    def identity(self) -> str:
        """Key under which values of this source are stored; empty without a source."""
        return "" if self._current is None else f"{self._current.kind} {self._current.target}"

    @property
    def files(self) -> list[Path]:
        """All files that could be exported: the list, or the shown file."""
        return list(self._queue) or self.shown_files

    @property
    def shown_files(self) -> list[Path]:
        """The file that is shown; none for cameras."""
        if not self.is_file or self._current is None:
            return []
        return [Path(self._current.target)]

    def start(self, request: SourceRequest | None) -> None:
        """Open `request`, else the last source, else a camera, else the sample."""
        kind, target = self._state.saved.source
        if request is None and not kind and TOLD_WELCOME not in self._state.saved.told:
            self._is_welcoming = True
            self._window.welcome.open(self._session.tasks)
        elif request is not None and request.kind == "camera" and request.target.isdecimal():
            self._asked = request
            self._window.preview.set_message(tr("Looking for a camera\u2026"))
        elif request is not None and is_project(Path(request.target)):
            self._is_started = True
            path = typed_path(request.target)
            self._window.preview.set_message(tr("Opening {name}\u2026", name=path.name))
            self.take([path])
        elif request is not None:
            choice = _choice_of(request)
            is_file = choice.kind == "file"
            self._open(choice, self._request_for(choice) if is_file else request)
        elif kind == "sample":
            self.choose(SAMPLE_CHOICE)
        elif kind == "file" and _is_there(Path(target)):
            self.choose(Choice("file", target, Path(target).name))
        elif kind == "file":
            name = Path(target).name
            reason = tr("{name} is missing, so the built-in sample plays.", name=name)
            self._show_sample(reason, (kind, target))  # its disk may be back at the next start
        elif kind == "network" and not lacks_password(target):
            self.choose(_network_choice(target))
        else:
            self._window.preview.set_message(tr("Looking for a camera\u2026"))
        self._show_choices()

    def choose(self, choice: Choice) -> None:
        """Show this camera, file or the sample."""
        if choice.kind == "file":
            self.open_files([Path(choice.target)], [])
            return
        address = self._addresses.get(choice.target, choice.target)
        if choice.kind == "network" and lacks_password(address):
            self._window.source.ask_for_address(address, tr(ASK_FOR_PASSWORD))
            self._show_choices()  # the current source stays
            return
        self._set_queue([], -1)
        self._open(choice, self._request_for(choice))

    def take(self, paths: list[Path]) -> None:
        """Open what was chosen or dropped, folders replaced by what is in them."""
        if projects := [path for path in paths if is_project(path)]:
            self.projects_given.emit(projects)
        if others := [path for path in paths if path not in projects]:
            doing = Message("looking at what was opened")
            self._session.tasks.run(doing, partial(self._look_at, others))

    def _look_at(self, paths: list[Path]) -> None:
        """On the tasks' thread."""
        tasks = self._session.tasks
        members, problems = list_inputs(paths)
        tasks.tell(self.open_files, members, problems)
        if len(members) == 1 and (kin := numbered_kin(members[0])) is not None:
            tasks.tell(self._offer_sequence, members[0], *kin)

    def open_files(self, paths: list[Path], problems: list[str]) -> None:
        """Show the first of these; the others follow in the list."""
        for problem in problems:
            self._notify("warning", problem)
        if paths:
            self._set_queue(paths if len(paths) > 1 else [], 0)
            self._open_file(paths[0])

    def _on_files_chosen(self, paths: list[Path]) -> None:
        if paths:
            folder = paths[0].parent
            self._window.source.start_folder = str(folder)
            self._state.update(folders={**self._state.saved.folders, "open": folder})
        self.take(paths)

    def _offer_sequence(self, picture: Path, pattern: Path, count: int) -> None:
        words = tr("{name} is one of {count} numbered pictures.", name=picture.name, count=count)
        action = (tr("Open as image sequence"), lambda: self.open_files([pattern], []))
        self._notify("info", words, action=action, code="sequence")

    def _open_address(self, text: str) -> None:
        try:
            address = parse_address(text)
        except ValueError as error:
            self._window.source.address.show_objection(tr(str(error)))
            return
        remembered = remembered_address(address)
        self._addresses[remembered] = address
        self._window.source.close_address()
        self.choose(_network_choice(remembered))

    def _play_queue_entry(self, index: int) -> None:
        if 0 <= index < len(self._queue):
            self._set_queue(self._queue, index)
            self._open_file(self._queue[index])

    def _open_file(self, path: Path) -> None:
        self._state.put(self._state.saved.with_newest("recent_files", path))
        choice = Choice("file", str(path), path.name)
        self._open(choice, self._request_for(choice))

    def _set_queue(self, paths: list[Path], index: int) -> None:
        if paths != self._queue:
            self._unreadable.clear()
        self._unreadable.discard(index)  # it is tried again
        self._queue, self._index = paths, index
        self._window.source.show_queue(paths, current=index)
        self._window.show_export_all()

    def _request_for(self, choice: Choice) -> SourceRequest:
        if choice.kind == "network":
            return SourceRequest(
                "network",
                self._addresses.get(choice.target, choice.target),
                allowed_hosts=self._allowed_hosts.get(choice.target, ()),
            )
        if choice.kind != "camera":
            log = self._state.saved.logs.get(f"{choice.kind} {choice.target}")
            return SourceRequest("file", choice.target, log=log)
        # A name from the command line may be a part of one.
        request = SourceRequest("camera", choice.target, is_full_name=bool(choice.once))
        mode = self._state.saved.camera_mode
        if mode is None:
            return request
        return replace(request, height=mode.height, width=mode.width, frame_rate=mode.frame_rate)

    def _open(
        self, choice: Choice, request: SourceRequest, *, at_s: float = 0.0, is_paused: bool = False
    ) -> None:
        is_other_camera = choice.kind == "camera" and choice != self._current
        if is_other_camera and self._current is not None and request.kind == "camera":
            self._state.update(camera_mode=None)  # sizes belong to one camera
            request = replace(request, height=None, width=None, frame_rate=None)
        is_other = choice != self._current
        if is_other:
            self._may_be_log = False
        self._current, self._log, self._opened_name = choice, request.log, ""
        if request.kind == "network":
            self._addresses[choice.target] = request.target
            self._allowed_hosts[choice.target] = request.allowed_hosts
        self._is_started = self.is_opening = True
        self._end_welcome()
        self._view.begin(is_live=request.is_live)
        for code in SOURCE_NOTICES:
            self._window.notices.dismiss(code)
        self._window.source.show_reason("")
        self._window.preview.set_message(tr("Opening {name}\u2026", name=tr(choice.name)))
        if choice.kind != "synthetic":
            self._state.update(source=(choice.kind, choice.target))
        if (worker := self._session.worker) is not None:
            worker.hold_areas()  # those that are set from now on are for this source
        if is_other:
            self.switched.emit()
        self.opening.emit()
        path = None if request.is_live else Path(choice.target)
        self._session.open_source(
            request, range_s=self._playback.known_range(path), at_s=at_s, is_paused=is_paused
        )
        self._playback.begin(is_live=request.is_live, path=path, at_s=at_s, is_paused=is_paused)
        self._show_choices()
        self.changed.emit()

    def _end_welcome(self) -> None:
        if self._is_welcoming:
            self._is_welcoming = False
            self._window.welcome.hide()
            self._state.update(told=(*self._state.saved.told, TOLD_WELCOME))

    def _choose_mode(self, mode: CameraMode | None) -> None:
        self._state.update(camera_mode=mode)
        if self._current is not None and self._current.kind == "camera":
            self._open(self._current, self._request_for(self._current))

    def _choose_log(self, log: Log | None) -> None:
        self._state.put(self._state.saved.with_values(self.identity, logs=log))
        self.follow_log()

    def follow_log(self) -> None:
        """Another log curve opens the film again at the same frame, for all that looks at it."""
        if self._current is None:
            return
        request = self._request_for(self._current)
        if request.log != self._log:
            self._open(
                self._current,
                request,
                at_s=self._playback.position_s,
                is_paused=self._playback.is_paused,
            )

    def _on_inventory(self, found: Inventory) -> None:
        self._cameras = [_choice_of_camera(camera) for camera in found.cameras]
        welcome = self._window.welcome
        welcome.show_camera(self._cameras[0].name if self._cameras else None)
        if self._is_started or self._is_welcoming:
            pass
        elif self._asked is not None and self._asked.target != "0":
            numbers = {str(camera.index): _choice_of_camera(camera) for camera in found.cameras}
            choice = numbers.get(self._asked.target, _choice_of(self._asked))
            self._open(choice, self._asked)
        else:
            self._begin_with_camera()
        self._follow_camera()
        self._remember_camera()
        self._show_choices()

    def _follow_camera(self) -> None:
        """Another camera of its name, plugged in or out, changes a camera's target and name."""
        current = self._current
        if current is None or current.kind != "camera":
            return
        listed = [camera for camera in self._cameras if camera == current] or [
            camera for camera in self._cameras if current.once and camera.once == current.once
        ]
        if len(listed) == 1:
            self._current = listed[0]
            if self._state.saved.source == ("camera", current.target):
                self._state.update(source=("camera", listed[0].target))

    def _remember_camera(self) -> None:
        """Remember a camera by its full name, also one that was asked for by a part of it."""
        if self._current is None or self._current.once:  # the latter is a full name
            return
        is_remembered = self._state.saved.source == ("camera", self._current.target)
        if is_remembered and any(camera.target == self._opened_name for camera in self._cameras):
            self._state.update(source=("camera", self._opened_name))

    def _begin_with_camera(self) -> None:
        """Open the first camera: at the first start, or if the last source was a camera."""
        kind, target = self._state.saved.source if self._asked is None else ("", "")
        if kind == "network":
            self.choose(_network_choice(target))  # asks for the password
        remembered = [camera for camera in self._cameras if camera.target == target] or [
            camera for camera in self._cameras if target in camera.once
        ]
        if kind == "camera" and not remembered:
            reason = tr("{target} is not connected, so the built-in sample plays.", target=target)
            self._show_sample(reason, (kind, target))
        elif self._cameras:
            choice = (remembered or self._cameras)[0]
            self._open(choice, self._asked or self._request_for(choice))
        else:
            self._show_sample(tr(NO_CAMERA), ("", ""))
        if kind == "network":  # so that the next start asks for its password again
            self._state.update(source=(kind, target))

    def _show_sample(self, reason: str, wanted: tuple[str, str]) -> None:
        """Show the sample instead of a source, for which the next start looks again."""
        self._open(SAMPLE_CHOICE, self._request_for(SAMPLE_CHOICE))
        self._window.source.show_reason(reason)
        self._state.update(source=wanted)

    def _show_choices(self) -> None:
        recent = [Choice("file", str(path), path.name) for path in self._state.saved.recent_files]
        addresses = [_network_choice(address) for address in self._state.saved.addresses]
        live = [*self._cameras, *addresses]
        choices = [*live, SAMPLE_CHOICE, *recent]
        if self._current is not None and self._current not in choices:
            choices.insert(len(live) + 1 if self.is_file else 0, self._current)
        self._window.source.show_choices(choices, current=self._current)
        self._show_log()
        modes: tuple[CameraMode, ...] = ()
        for camera in self._cameras:
            if camera == self._current:
                modes = camera.modes
        self._window.source.show_modes(list(modes), current=self._state.saved.camera_mode)

    def _on_live_event(self, event: events.Event) -> None:
        notices, name = self._window.notices, tr(self._current.name) if self._current else ""
        if isinstance(event, events.SourceOpened):
            self._on_opened(event)
        elif isinstance(event, events.SourceLost):
            notices.show_notice("warning", event.sentence, code="source")
            self._window.preview.set_message(
                tr("{name} was disconnected. Waiting for it to reconnect…", name=name)
            )
        elif isinstance(event, events.HostRefused):
            self._on_host_refused(event)
        elif isinstance(event, events.LoginRefused):
            self._on_login_refused(event)
        elif isinstance(event, events.SourceReturned):
            notices.dismiss("source")
            self._window.preview.set_message("")
        elif isinstance(event, events.Notice) and event.code == "file-unreadable":
            self._on_unreadable(event)

    def _on_host_refused(self, event: events.HostRefused) -> None:
        words = tr("Allow {host} until this window closes", host=event.host)
        action = (words, partial(self._allow, self._current, event.host))
        self._notify("warning", event.sentence, action=action, code="camera-not-opened")

    def _on_login_refused(self, event: events.LoginRefused) -> None:
        notices, current = self._window.notices, self._current
        notices.show_notice("warning", event.sentence, code="camera-not-opened")
        self._window.preview.set_message("")  # it is not waited for any more
        if current is not None and current.kind == "network":
            self._addresses.pop(current.target, None)  # with its password, which is a wrong one
            self._window.source.ask_for_address(current.target, tr(ASK_FOR_PASSWORD))

    def _allow(self, choice: Choice | None, host: str) -> None:
        """Open `choice` again with one more host allowed."""
        if choice is not None and choice == self._current:
            allowed = self._allowed_hosts.get(choice.target, ())
            self._allowed_hosts[choice.target] = (*allowed, host)
            self.choose(choice)

    def _on_unreadable(self, event: events.Notice) -> None:
        self.is_opening = False
        self._window.preview.set_message("")
        self._forget_current_file()
        code = event.code
        if self._queue:  # opening dismisses only the notices of the source before
            code = f"{code} {self._index}"
            self._unreadable.add(self._index)
        self._notify(event.level, event.sentence, details=event.details, code=code)
        self._play_next()

    def _forget_current_file(self) -> None:
        """Remove an unreadable file from the stored state, so that the next start skips it."""
        if self._current is not None and self._current.kind == "file":
            path = Path(self._current.target)
            recent = tuple(other for other in self._state.saved.recent_files if other != path)
            self._state.update(recent_files=recent, source=("", ""))

    def _show_log(self) -> None:
        log = self._state.saved.logs.get(self.identity)
        self._window.source.show_log(log, is_asked=self._may_be_log or log is not None)

    def _on_opened(self, event: events.SourceOpened) -> None:
        self.is_opening = False
        self._may_be_log = event.may_be_log
        self._opened_name = event.name
        self._remember_camera()
        self._show_log()
        self._window.notices.dismiss("camera-not-opened")
        self._window.preview.set_message("")
        # Only now: a mistyped address is not stored.
        if self._current is not None and self._current.kind == "network":
            saved = self._state.saved
            self._state.put(saved.with_newest("addresses", self._current.target))
            self._show_choices()

    def _on_ended(self) -> None:
        if not self._state.saved.is_looping:  # a look is tuned on a clip that stays
            self._play_next()

    def _play_next(self) -> None:
        """Play the file after the shown one; with loop, the first one follows the last."""
        order = [*range(self._index + 1, len(self._queue))]
        if self._state.saved.is_looping:
            order += range(min(self._index + 1, len(self._queue)))
        index = next((index for index in order if index not in self._unreadable), -1)
        self._play_queue_entry(index)


def _is_there(path: Path) -> bool:
    """Whether a file, or the folder of numbered pictures, can be reached."""
    return os.path.exists(path) or (is_pattern(path) and os.path.isdir(path.parent))


def _choice_of(request: SourceRequest) -> Choice:
    if request.kind == "file":
        path = typed_path(request.target)
        return Choice("file", str(path), path.name)
    if request.kind == "network":
        return _network_choice(remembered_address(request.target))
    if request.kind == "synthetic":
        return Choice("synthetic", "", marked("Built-in sample as a camera"))
    return Choice("camera", request.target, request.target)


def _choice_of_camera(camera: Camera) -> Choice:
    return Choice("camera", camera.target, camera.name, camera.modes, camera.once)


def _network_choice(address: str) -> Choice:
    return Choice("network", address, shown_address(address))
