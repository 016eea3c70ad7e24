"""SourceControl: cameras, the sample and files; which one is shown, and what comes next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from gui.devices import Inventory
from gui.main_window import MainWindow
from gui.session import Session
from gui.source_panel import CameraMode, Choice
from gui.state import State
from gui.view import Picture, ViewMode
from pipeline.live import events
from pipeline.live.source_request import SourceRequest

SAMPLE = Path(__file__).resolve().parent.parent / "assets" / "sample.mp4"
SAMPLE_CHOICE = Choice("sample", str(SAMPLE), "Built-in sample")
NO_CAMERA = "No camera was found, so the built-in sample plays. Plug one in, or open a file."


class SourceControl(QObject):
    """Between the source panel, the transport and the session."""

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._state = state
        self._cameras: list[Choice] = []
        self._current: Choice | None = None
        self._first_wish: SourceRequest | None = None
        self._queue: list[Path] = []
        self._queue_index = -1
        self._is_started = False
        self._is_live = True
        self._is_paused = False
        self._has_ended = False
        self._view = ViewMode.RESULT
        self._holds_original = False
        self.duration_s: float | None = None
        panel, transport = window.source, window.transport
        panel.source_chosen.connect(self.choose)
        panel.mode_chosen.connect(self._choose_mode)
        panel.files_chosen.connect(session.errands.list_inputs)
        panel.queue_entry_chosen.connect(self._play_queue_entry)
        window.preview.files_dropped.connect(session.errands.list_inputs)
        window.view.chosen.connect(lambda key: self.set_view(ViewMode(key)))
        window.original_held.connect(self._hold_original)
        transport.paused_changed.connect(self._set_paused)
        transport.sought.connect(self._seek)
        transport.loop_changed.connect(self._set_loop)
        session.inventory_changed.connect(self._on_inventory)
        session.errands.inputs_listed.connect(self.open_files)
        session.live_event.connect(self._on_live_event)
        session.picture_ready.connect(self._on_picture)

    @property
    def is_file(self) -> bool:
        """Whether what is shown can be exported."""
        return self._current is not None and self._current.kind != "camera"

    @property
    def files(self) -> list[Path]:
        """What an export would be about: the queue, or the file that is shown."""
        if not self.is_file or self._current is None:
            return []
        return list(self._queue) or [Path(self._current.target)]

    @property
    def current_file(self) -> Path | None:
        """The file that is shown."""
        return Path(self._current.target) if self._current and self.is_file else None

    def start(self, request: SourceRequest | None) -> None:
        """Show `request`, or what was shown last, or a camera, or the sample."""
        self._first_wish = request
        self._window.transport.show_loop(self._state.saved.is_looping)
        kind, target = self._state.saved.source
        if request is not None:
            self._open(_choice_of(request), request)
        elif kind == "sample":
            self.choose(SAMPLE_CHOICE)
        elif kind == "file" and Path(target).exists():
            self.choose(Choice("file", target, Path(target).name))
        else:
            self._window.preview.set_message("Looking for a camera\u2026")
        self._show_choices()

    # Choosing

    def choose(self, choice: Choice) -> None:
        """Show this camera, file or the sample."""
        if choice.kind == "file":
            self.open_files([Path(choice.target)], [])
            return
        self._set_queue([], -1)
        self._open(choice, self._request_for(choice))

    def open_files(self, paths: list[Path], problems: list[str]) -> None:
        """Show the first of these; the others wait in the queue."""
        for problem in problems:
            self._window.notices.show_notice("warning", problem)
        if paths:
            self._set_queue(paths if len(paths) > 1 else [], 0)
            self._open_file(paths[0])

    def _play_queue_entry(self, index: int) -> None:
        if 0 <= index < len(self._queue):
            self._set_queue(self._queue, index)
            self._open_file(self._queue[index])

    def _open_file(self, path: Path) -> None:
        self._state.put(self._state.saved.with_recent(path))
        choice = Choice("file", str(path), path.name)
        self._open(choice, self._request_for(choice))

    def _set_queue(self, paths: list[Path], index: int) -> None:
        self._queue, self._queue_index = list(paths), index
        self._window.source.show_queue(self._queue, current=index)

    def _request_for(self, choice: Choice) -> SourceRequest:
        if choice.kind != "camera":
            return SourceRequest("file", choice.target)
        mode = self._state.saved.camera_mode
        if mode is None:
            return SourceRequest("camera", choice.target)
        return SourceRequest(
            "camera",
            choice.target,
            height=mode.height,
            width=mode.width,
            frame_rate=mode.frame_rate,
        )

    def _open(self, choice: Choice, request: SourceRequest) -> None:
        is_other_camera = choice.kind == "camera" and choice != self._current
        if is_other_camera and self._current is not None and request.kind == "camera":
            self._state.update(camera_mode=None)  # sizes belong to one camera
            request = replace(request, height=None, width=None, frame_rate=None)
        self._current = choice
        self._has_ended = False
        self._is_started = True
        self._is_live = request.is_live
        # Before the new source may deliver: its original is not to be seen unasked.
        self._hold_original(False)
        if self._is_live and self._view is ViewMode.COMPARE:
            self.set_view(ViewMode.RESULT)
        self._window.view.button("compare").setEnabled(not self._is_live)
        for code in ("source", "file-unreadable", "camera-not-opened"):
            self._window.notices.dismiss(code)
        self._window.source.show_reason("")
        self._window.show_transport(False)
        self._window.preview.set_message(f"Opening {choice.name}\u2026")
        self._set_paused(False)
        self._window.transport.show_paused(False)
        self._state.update(source=(choice.kind, choice.target))
        self._session.open_source(request)
        self._session.set_loop(self._loops())
        self._show_choices()

    def _choose_mode(self, mode: CameraMode | None) -> None:
        self._state.update(camera_mode=mode)
        if self._current is not None and self._current.kind == "camera":
            self._open(self._current, self._request_for(self._current))

    # What the machine has

    def _on_inventory(self, found: Inventory) -> None:
        self._cameras = [
            Choice("camera", camera.target, camera.name, camera.modes) for camera in found.cameras
        ]
        if not self._is_started:
            self._begin_with_camera()
        self._show_choices()

    def _begin_with_camera(self) -> None:
        """The first start, or the last time it was a camera."""
        kind, target = self._state.saved.source
        remembered = [camera for camera in self._cameras if camera.target == target]
        if kind == "camera" and not remembered:
            reason = f"{target} is not connected, so the built-in sample plays."
            self._open(SAMPLE_CHOICE, self._request_for(SAMPLE_CHOICE))
            self._window.source.show_reason(reason)
        elif self._cameras:
            choice = (remembered or self._cameras)[0]
            self._open(choice, self._request_for(choice))
        else:
            self._open(SAMPLE_CHOICE, self._request_for(SAMPLE_CHOICE))
            self._window.source.show_reason(NO_CAMERA)
            # The next start shall look for a camera again.
            self._state.update(source=("", ""))

    def _show_choices(self) -> None:
        recent = [Choice("file", str(path), path.name) for path in self._state.saved.recent_files]
        choices = [*self._cameras, SAMPLE_CHOICE, *recent]
        if self._current is not None and self._current not in choices:
            at = 0 if self._current.kind == "camera" else len(self._cameras) + 1
            choices.insert(at, self._current)
        self._window.source.show_choices(choices, current=self._current)
        modes: tuple[CameraMode, ...] = ()
        for camera in self._cameras:
            if camera == self._current:
                modes = camera.modes
        self._window.source.show_modes(list(modes), current=self._state.saved.camera_mode)

    # Playing

    def toggle_paused(self) -> None:
        """Pause, or go on; without effect on cameras."""
        if not self._is_live:
            self._set_paused(not self._is_paused)
            self._window.transport.show_paused(self._is_paused)

    def _set_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._session.set_paused(is_paused)
        if self._has_ended and not is_paused:
            self._seek(0.0)

    def _seek(self, position_s: float) -> None:
        self._has_ended = False
        self._session.seek(position_s)

    def _set_loop(self, is_looping: bool) -> None:
        self._state.update(is_looping=is_looping)
        self._session.set_loop(self._loops())

    def _loops(self) -> bool:
        return self._state.saved.is_looping

    def _on_live_event(self, event: events.Event) -> None:
        notices, name = self._window.notices, self._current.name if self._current else ""
        if isinstance(event, events.SourceOpened):
            self._on_opened(event)
        elif isinstance(event, events.SourceLost):
            notices.show_notice("warning", event.sentence, code="source")
            self._window.preview.set_message(f"{name} is gone. Waiting for it to come back\u2026")
        elif isinstance(event, events.SourceReturned):
            notices.dismiss("source")
            self._window.preview.set_message("")
        elif isinstance(event, events.PlaybackEnded):
            self._on_ended()
        elif isinstance(event, events.Notice) and event.code == "file-unreadable":
            self._window.preview.set_message("")

    def _on_opened(self, event: events.SourceOpened) -> None:
        self._is_live = event.is_live
        self._window.notices.dismiss("camera-not-opened")
        self._window.view.button("compare").setEnabled(not event.is_live)
        # A still "lasts" for one frame; there is nothing to seek in.
        is_film = not event.is_live and (event.duration_s or 0.0) * event.frame_rate > 1.5
        if is_film:
            self._window.transport.show_duration(event.duration_s or 0.0)
        self.duration_s = event.duration_s if is_film else None
        self._window.show_transport(is_film)
        self._window.preview.set_message("")

    def _on_ended(self) -> None:
        if self._queue_index + 1 < len(self._queue):
            self._play_queue_entry(self._queue_index + 1)
        else:
            self._is_paused = True
            self._has_ended = True
            self._window.transport.show_paused(True)

    def _on_picture(self, picture: Picture) -> None:
        if not self._is_live and picture.has_valid_matte:
            self._window.transport.show_position(picture.pts_s)

    # Views

    def set_view(self, mode: ViewMode) -> None:
        """Which picture the preview shows; before and after only for files."""
        if mode is ViewMode.COMPARE and self._is_live:
            return
        self._view = mode
        self._window.view.set_chosen(mode.value)
        self._window.preview.set_mode(mode)
        self._session.set_view(mode, shows_original=self._holds_original)

    def next_view(self) -> None:
        """The view after the present one."""
        modes = [mode for mode in ViewMode if mode is not ViewMode.COMPARE or not self._is_live]
        self.set_view(modes[(modes.index(self._view) + 1) % len(modes)])

    def _hold_original(self, holds: bool) -> None:
        if holds != self._holds_original:
            self._holds_original = holds
            self._window.preview.set_holds_original(holds)
            self._session.set_view(self._view, shows_original=holds)


def _choice_of(request: SourceRequest) -> Choice:
    if request.kind == "file":
        path = Path(request.target).expanduser()
        return Choice("file", str(path), path.name)
    name = "Built-in sample as a camera" if request.kind == "synthetic" else str(request)
    return Choice("camera", str(request), name)
