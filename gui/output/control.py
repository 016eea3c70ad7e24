"""OutputControl: recordings, snapshots and the ways to other programs."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from app.messages import Message, marked
from app.pipeline.live import events
from app.pipeline.live.recordings import RecordingError, RecordingOptions
from app.pipeline.live.statistics import LiveStatistics
from app.video.cameras.senders import SENDERS, VIRTUAL_CAMERA, senders_here
from app.video.files.file_identity import file_identities
from app.video.placing.placing import free_names
from app.video.recording.summary import RecordingStatus
from app.video.recovery import finish_recording, finish_sequences, left_recordings
from gui.control import Control, Core
from gui.output.panel import SilentDialog, level_of
from gui.preview.view import ShownFrame
from gui.shared.language import plural, tr
from gui.shared.parts import open_once
from gui.shared.timers import timer
from gui.shared.words import clock
from gui.source.devices import Inventory

LEVEL_MS = 50
USE_EVENTS = (events.RecordingSummary, events.SenderStarted, events.SenderStopped)
TOLD_SILENT = "silent recording"
NO_PICTURE = marked("There is no picture yet; wait until you see it.")
ASKS_ABOUT_SOUND = "The window asks whether to record without sound. Answer there first."


class OutputControl(Control):
    """Connects the record bar, the output panel and the session.

    Attributes:
        recording: How the present recording stands, as last told; None: there is none.

    Signals:
        recording_ended: The file is complete.
        use_changed: A recording, or what feeds another program, has begun or ended.
    """

    recording_ended = Signal()
    use_changed = Signal()

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.recording: RecordingStatus | None = None
        self.is_recording = False  # whether a recording runs, paused or not, or is being finished
        self._has_frame = False
        self._sending: dict[str, str] = {}  # what is said about each sender that is on
        self._inventory = Inventory()
        self._lacks_microphone = False  # as the inventory told
        self._level_trouble = ""
        bar, output = core.window.record_bar, core.window.output
        bar.record.clicked.connect(self.set_recording)
        bar.pause.clicked.connect(self._set_paused)
        bar.snapshot.clicked.connect(self.snapshot)
        output.virtual_camera.clicked.connect(
            lambda is_on: self.set_sending(VIRTUAL_CAMERA.name, is_on)
        )
        self._actions = {
            kind.name: self._sender_action(kind.name) for kind in senders_here() if kind.has_alpha
        }
        output.microphone.chosen.connect(self._choose_microphone)
        output.folder_chosen.connect(self._choose_folder)
        core.window.constant_rate.setChecked(core.state.saved.has_constant_rate)
        core.window.constant_rate.triggered.connect(
            lambda is_on: core.state.update(has_constant_rate=is_on)
        )
        output.show_folder(core.state.recordings_folder)
        self._level_timer = timer(self, self._show_level, LEVEL_MS)
        self._level_timer.start()

    def _choose_folder(self, folder: Path) -> None:
        self._state.update(folder=folder)
        self._window.output.show_folder(folder)

    @property
    def is_on(self) -> bool:
        """Whether a recording can be stopped; not while it is being finished."""
        worker = self._session.worker
        return worker is not None and worker.recordings.is_on

    def toggle_recording(self) -> None:
        """Start or stop the recording."""
        self.set_recording(not self.is_on)

    def set_recording(self, is_on: bool) -> str:
        """Start or stop the recording.

        Returns:
            Why it does not start: a sentence, which the window has shown; empty: it did.
        """
        if is_on == self.is_on:
            return ""
        if not is_on:
            self.stop_recording()
            return ""
        saved, has_source = self._state.saved, self._session.worker is not None
        if has_source and not saved.microphone and TOLD_SILENT not in saved.told:
            self._ask_about_sound()
            return ASKS_ABOUT_SOUND
        return self._record()

    def _record(self) -> str:
        options = RecordingOptions(self._state.saved.microphone or None)
        return self.record_to(self._new_path("mp4"), options)

    def _ask_about_sound(self) -> None:
        """Warn once before a recording without sound."""
        self._show_recording(None)
        dialog = SilentDialog(list(self._inventory.microphones), self._window)
        dialog.microphone_chosen.connect(self._choose_microphone)
        dialog.accepted.connect(self._begin_as_told)
        open_once(dialog)

    def _begin_as_told(self) -> None:
        told = self._state.saved.told
        self._state.update(told=(*told, TOLD_SILENT))
        self._record()

    def _choose_microphone(self, name: str) -> None:
        self._state.update(microphone=name)
        self._show_microphones()

    def _show_level(self) -> None:
        """Show the recording's level if there is one: some devices allow one reader only."""
        levels, output = self._session.microphone_level, self._window.output
        name = "" if self.is_recording else self._wanted_microphone()
        levels.listen(name)
        if self.is_recording:
            peak = None if self.recording is None else self.recording.sound_peak
            output.microphone.show_level(None if peak is None else level_of(peak))
            return
        is_heard = bool(name) and not levels.trouble
        output.microphone.show_level(level_of(levels.take()) if is_heard else None)
        trouble = tr(levels.trouble)
        if self._lacks_microphone:
            trouble = tr("No microphone found")
        if levels.is_silent:
            trouble = tr("No sound from {name}. Is it muted or switched off?", name=name)
        if trouble != self._level_trouble:
            self._level_trouble = trouble
            output.show_trouble(trouble)

    def _wanted_microphone(self) -> str:
        """The microphone to open; none while the window is hidden."""
        name = self._state.saved.microphone
        is_there = name in self._inventory.microphones and self._window.isVisible()
        return name if is_there and not self._window.isMinimized() else ""

    def record_to(self, path: Path, options: RecordingOptions) -> str:
        """Start recording to `path`, or show an error.

        Returns:
            The error; empty: there is none.
        """
        # The command line checked its own path; this one may be stored.
        if file_identities(path) & file_identities(self._state.settings.background.path):
            trouble = Message(
                "{path} is the background and cannot be overwritten; choose another name", path=path
            )
        else:
            if self._state.saved.has_constant_rate:
                options = replace(options, has_constant_rate=True)
            trouble = self._start(path, options)
        if trouble:
            self._notify("error", tr(trouble), code="recording")
            self._show_recording(None)
        else:
            self._window.notices.dismiss("recording")
            self.is_recording = True
            self._window.record_bar.record.setChecked(True)  # statistics follow; a click now stops
            # it
            self._window.preview.is_recording = True
            self.use_changed.emit()
        return trouble

    def _start(self, path: Path, options: RecordingOptions) -> str:
        """Start recording; returns the error, if any."""
        worker = self._session.worker
        if worker is None:
            return Message("There is nothing to record yet; choose a camera or a file first.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            worker.recordings.start(path, options)
        except (RecordingError, OSError) as error:
            return str(error)
        return ""

    def stop_recording(self) -> None:
        """Finish the file; `recording_ended` follows if there is one."""
        if (worker := self._session.worker) is not None:
            worker.recordings.stop()

    def toggle_recording_paused(self) -> None:
        """Pause or resume the recording."""
        worker = self._session.worker  # which knows more than the statistics told last
        if worker is not None and (status := worker.recordings.status()) is not None:
            self._set_paused(not status.is_paused)

    def _set_paused(self, is_paused: bool) -> None:
        if (worker := self._session.worker) is not None:
            worker.recordings.set_paused(is_paused)
            self._show_recording(worker.recordings.status())

    def set_sending(self, name: str, is_on: bool) -> None:
        """Start or stop feeding other programs.

        Args:
            name: In `app.video.cameras.senders`.
            is_on: Start it; what is missing is shown with the commands that install it.
        """
        status = self._inventory.senders.get(name)
        worker = self._session.worker
        if is_on and status is not None and not status.is_available:
            self._say_sender(name, "warning", status.sentence, commands=status.commands)
        elif worker is not None:
            worker.senders[name].set(is_on)
            return
        elif is_on:
            self._say_sender(name, "info", NO_PICTURE)
        self._show_senders()

    def _say_sender(
        self, name: str, level: str, sentence: str, *, commands: tuple[str, ...] = ()
    ) -> None:
        self._notify(level, tr(sentence), code=f"send-{name}", commands=commands)

    def snapshot(self) -> None:
        """Save the current frame."""
        worker = self._session.worker
        if self._says_no_picture() or worker is None:
            return
        path = self._new_path("png")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            worker.snapshots.ask(path)
        except OSError as error:
            self._notify("error", tr("The snapshot cannot be saved: {error}", error=error))

    def _on_frame(self, frame: ShownFrame) -> None:
        self._has_frame = frame.has_valid_matte

    def _says_no_picture(self) -> bool:
        """Whether there is no picture, with a notice: shortcuts work on disabled buttons."""
        if not self._has_frame:
            self._notify("info", tr(NO_PICTURE), code="no-picture")
        return not self._has_frame

    def _new_path(self, suffix: str) -> Path:
        stamp = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        names = free_names(self._state.recordings_folder / f"Backdrop {stamp}.{suffix}")
        return next(path for path in names if not os.path.exists(path))

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        if self.is_recording:
            self._show_recording(statistics.recording)

    def _show_recording(self, status: RecordingStatus | None) -> None:
        self.recording = status
        self._window.record_bar.show_recording(status)

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, USE_EVENTS):
            self.use_changed.emit()
        if isinstance(event, events.RecordingSummary):
            self._on_recording_stopped(event)
            self._session.tasks.give_back_memory_soon()
            self.recording_ended.emit()
        elif isinstance(event, events.SnapshotSaved):
            words = tr("Saved {name}.", name=event.path.name)
            self._say_written("info", words, event.path, code="snapshot")
        elif isinstance(event, events.SenderStarted):
            self._sending[event.sender] = event.sentence
            self._show_senders()
            status = self._inventory.senders.get(event.sender)
            commands = () if status is None else status.commands
            self._say_sender(event.sender, "info", event.sentence, commands=commands)
        elif isinstance(event, events.SenderStopped):
            self._sending.pop(event.sender, None)
            self._show_senders()
            if event.sentence:
                self._say_sender(event.sender, "warning", event.sentence)

    def _on_recording_stopped(self, event: events.RecordingSummary) -> None:
        length = ""
        self.is_recording = self.is_on  # another one may have begun meanwhile
        if not self.is_recording:
            length = clock(self.recording.elapsed_s) if self.recording else ""
            self._show_recording(None)
            self._window.preview.is_recording = False
        level = {"user": "info", "disk": "warning", "error": "error"}[event.reason]
        sentence = tr(event.sentence)
        if event.reason == "user" and event.frames:
            sentence = tr("Saved {name}.", name=event.path.name)
            if length:
                sentence = tr("Saved {name}, {length}.", name=event.path.name, length=length)
        if event.dropped_frames:
            lost = plural(
                "{n} frame was dropped: the disk or this computer was too slow.",
                "{n} frames were dropped: the disk or this computer was too slow.",
                n=event.dropped_frames,
            )
            sentence = f"{sentence} {lost}"
        self._say_written(level, sentence, event.path, code="recording")

    def _on_inventory(self, found: Inventory) -> None:
        self._inventory = found
        self._lacks_microphone = not found.microphones
        self._show_microphones()
        self._show_senders()

    def _show_microphones(self) -> None:
        self._window.output.show_microphones(
            list(self._inventory.microphones), current=self._state.saved.microphone
        )
        self._level_trouble = "not shown yet"

    def _sender_action(self, name: str) -> QAction:
        action = self._window.sending.addAction(_label_of(name))
        action.setCheckable(True)
        action.triggered.connect(lambda is_on: self.set_sending(name, is_on))
        return action

    def _show_senders(self) -> None:
        """Show what is on, and what has to be installed first."""
        found, camera = self._inventory.senders, VIRTUAL_CAMERA.name
        said = self._sending.get(camera)
        if said is None and camera in found:
            said = found[camera].sentence
        self._window.output.show_virtual_camera(
            is_on=camera in self._sending, sentence=tr(said or "")
        )
        for name, action in self._actions.items():
            action.setChecked(name in self._sending)
            is_missing = name in found and not found[name].is_available
            set_up = tr("Set up {name}\u2026", name=SENDERS[name].title)
            action.setText(set_up if is_missing else _label_of(name))


def _label_of(sender: str) -> str:
    return tr(SENDERS[sender].label, name=SENDERS[sender].title)


class RecoveryControl(Control):
    """Offers to finish recordings that a crash interrupted."""

    def start(self) -> None:
        """Look for interrupted recordings; a notice offers to finish them."""

        def look() -> tuple[list[Path]]:
            finish_sequences()
            return (left_recordings(),)

        doing = Message("looking for recordings that were cut short")
        self._session.tasks.answer(doing, self._offer, look)

    def _offer(self, paths: list[Path]) -> None:
        for path in paths:
            self._notify(
                "warning",
                tr(
                    "{name} was interrupted by a crash. It plays, but some programs "
                    "cannot open it until it is finished.",
                    name=path.name,
                ),
                details=str(path),
                action=(tr("Finish this recording"), partial(self._finish, path)),
                code=_code(path),
            )

    def _finish(self, path: Path) -> None:
        def finish() -> tuple[Path, Path, str]:
            try:
                return path, finish_recording(path), ""
            except RecordingError as error:
                return path, path, str(error)

        doing = Message("finishing the recording {path}", path=path)
        self._session.tasks.answer(doing, self._on_finished, finish)

    def _on_finished(self, path: Path, finished: Path, trouble: str) -> None:
        if trouble:
            self._notify("error", tr(trouble), code=_code(path))
            return
        words = tr("{name} is finished.", name=finished.name)
        self._say_written("info", words, finished, code=_code(path))


def _code(path: Path) -> str:
    return f"left {path}"
