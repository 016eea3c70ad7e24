"""OutputControl: recordings, snapshots, the virtual camera, exports, and leaving without loss."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QTimer

from gui.close_dialog import CloseDialog
from gui.devices import Inventory
from gui.export_dialog import ExportContext, ExportDialog
from gui.main_window import MainWindow
from gui.session import Session
from gui.source_control import SAMPLE, SourceControl
from gui.state import State
from gui.view import Picture
from pipeline import events as jobs
from pipeline.job_spec import JobSpec
from pipeline.live import events
from pipeline.live.start_wishes import StartWishes
from pipeline.live.statistics import LiveStatistics, RecordingStatus

# A recording is finalised in a fraction of a second; a disk that hangs must not hold the window.
FINISH_WAIT_MS = 10_000


class OutputControl(QObject):
    """Between the record bar, the output panel, the exports and the session.

    Args:
        window, session, state: The others.
        source: Knows which file is shown.
        open_folder: Shows a file in the system's file manager.
    """

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        state: State,
        source: SourceControl,
        *,
        open_folder: Callable[[Path], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._state = state
        self._source = source
        self._open_folder = open_folder
        self._recording: RecordingStatus | None = None
        self._is_recording = False
        self._running_exports: set[int] = set()
        self._is_leaving = False
        self._virtual_camera_name = ""
        self._inventory = Inventory()
        bar, output = window.record_bar, window.output
        bar.record_asked.connect(self._set_recording)
        bar.pause_asked.connect(session.set_recording_paused)
        bar.snapshot_asked.connect(self.snapshot)
        output.virtual_camera_asked.connect(session.set_virtual_camera)
        output.microphone_chosen.connect(lambda name: state.update(microphone=name))
        output.folder_chosen.connect(self._choose_folder)
        window.exports.cancel_asked.connect(session.cancel_export)
        window.exports.folder_asked.connect(open_folder)
        window.close_asked.connect(self.leave)
        session.live_event.connect(self._on_live_event)
        session.statistics_ready.connect(self._on_statistics)
        session.inventory_changed.connect(self._on_inventory)
        session.export_event.connect(self._on_export_event)
        output.show_folder(self.folder)

    @property
    def folder(self) -> Path:
        """Where recordings and snapshots go."""
        movies = QStandardPaths.StandardLocation.MoviesLocation
        default = QStandardPaths.writableLocation(movies) or str(Path.home())
        return self._state.saved.folder or Path(default)

    def _choose_folder(self, folder: Path) -> None:
        self._state.update(folder=folder)
        self._window.output.show_folder(folder)

    # Recording and snapshots

    def toggle_recording(self) -> None:
        """Begin, or stop."""
        self._set_recording(not self._is_recording)

    def _set_recording(self, is_on: bool) -> None:
        if is_on == self._is_recording:
            return
        if not is_on:
            self._session.stop_recording()
            return
        self._record_to(self._new_path("mp4"), self._state.saved.microphone)

    def _record_to(self, path: Path, microphone: str, *, overwrite: bool = False) -> None:
        trouble = self._session.start_recording(path, microphone=microphone, overwrite=overwrite)
        if trouble:
            self._window.notices.show_notice("error", trouble, code="recording")
            self._show_recording(None)
        else:
            self._window.notices.dismiss("recording")
            self._is_recording = True
            self._window.preview.set_recording(True)

    def start_as_wished(self, wishes: StartWishes) -> None:
        """Do what the command line asked for, as soon as there is a person to see."""

        def begin(picture: Picture) -> None:
            if not picture.has_valid_matte:
                return
            self._session.picture_ready.disconnect(begin)
            if wishes.record is not None:
                self._record_to(wishes.record, wishes.microphone or "", overwrite=wishes.overwrite)
            if wishes.wants_virtual_camera:
                self._session.set_virtual_camera(True)
            if wishes.seconds is not None:
                QTimer.singleShot(round(wishes.seconds * 1000), self, self.finish_and_leave)

        self._session.picture_ready.connect(begin)

    def toggle_recording_paused(self) -> None:
        """Hold the recording, or go on with it."""
        if self._recording is not None:
            self._session.set_recording_paused(not self._recording.is_paused)

    def snapshot(self) -> None:
        """Keep the present picture."""
        try:
            self._session.snapshot(self._new_path("png"))
        except OSError as error:
            self._window.notices.show_notice("error", f"The snapshot cannot be saved: {error}")

    def _new_path(self, suffix: str) -> Path:
        stamp = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        path = self.folder / f"Backdrop {stamp}.{suffix}"
        number = 2
        while path.exists():
            path = self.folder / f"Backdrop {stamp} ({number}).{suffix}"
            number += 1
        return path

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        if self._is_recording:
            self._show_recording(statistics.recording)

    def _show_recording(self, status: RecordingStatus | None) -> None:
        self._recording = status
        self._window.record_bar.show_recording(status)

    def _on_live_event(self, event: events.Event) -> None:
        notices = self._window.notices
        if isinstance(event, events.RecordingStopped):
            self._is_recording = False
            self._show_recording(None)
            self._window.preview.set_recording(False)
            level = {"user": "info", "disk": "warning", "error": "error"}[event.reason]
            self._say_saved(level, event.sentence, event.path, code="recording")
            self._go_on_leaving()
        elif isinstance(event, events.SnapshotSaved):
            self._say_saved("info", f"Saved {event.path.name}.", event.path, code="snapshot")
        elif isinstance(event, events.VirtualCameraStarted):
            self._virtual_camera_name = event.device
            self._show_virtual_camera()
        elif isinstance(event, events.VirtualCameraStopped):
            self._virtual_camera_name = ""
            self._show_virtual_camera()
            if event.sentence:
                notices.show_notice("warning", event.sentence, code="virtual-camera")

    def _say_saved(self, level: str, sentence: str, path: Path, *, code: str) -> None:
        self._window.notices.show_notice(
            level,
            sentence,
            code=code,
            action="Show in folder" if path.exists() else "",
            on_action=lambda: self._open_folder(path),
        )

    # What the machine has

    def _on_inventory(self, found: Inventory) -> None:
        self._inventory = found
        self._window.output.show_microphones(
            list(found.microphones), current=self._state.saved.microphone
        )
        self._show_virtual_camera()

    def _show_virtual_camera(self) -> None:
        name, found = self._virtual_camera_name, self._inventory
        sentence = f"Choose \u201c{name}\u201d in the other program." if name else ""
        self._window.output.show_virtual_camera(
            is_on=bool(name),
            is_available=found.has_virtual_camera,
            sentence=sentence or found.virtual_camera_sentence,
        )

    # Exports

    def ask_for_export(self) -> ExportDialog | None:
        """Open the dialog for the file that is shown, or say why there is nothing to export."""
        files = self._source.files
        if not files:
            self._window.notices.show_notice(
                "info",
                "Exports are for files. Open a video or a picture first; "
                "a camera is recorded with the red button.",
                code="export",
            )
            return None
        is_own = files[0].parent != SAMPLE.parent
        context = ExportContext(
            inputs=files,
            settings=self._state.settings,
            duration_s=self._source.duration_s if len(files) == 1 else None,
            folder=files[0].parent if is_own else self.folder,
        )
        dialog = ExportDialog(context, self._window)
        dialog.export_asked.connect(self._export)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _export(self, specs: list[JobSpec]) -> None:
        for spec in specs:
            number = self._session.export(spec)
            self._running_exports.add(number)
            self._window.exports.add(number, spec.output)

    def _on_export_event(self, number: int, event: jobs.Event) -> None:
        if isinstance(event, jobs.Done | jobs.Cancelled | jobs.Failed):
            self._running_exports.discard(number)
            self._go_on_leaving()
        card = self._window.exports.card(number)
        if card is None:
            return
        if isinstance(event, jobs.Started):
            card.show_sentence(f"Starting on {event.device}")
        elif isinstance(event, jobs.Notice):
            card.show_sentence(event.message)
        elif isinstance(event, jobs.Progress):
            card.show_progress(
                frames=event.frames,
                frame_count=event.frame_count,
                fps=event.fps,
                eta_s=event.eta_s,
            )
        elif isinstance(event, jobs.Done):
            report = event.report
            words = f"Done, {report.frames_out} frames"
            if report.fps:
                words += f" at {report.fps:.0f} frames/s"
            card.show_over(words, has_file=True)
            card.state.setToolTip("\n".join((*report.audio, *report.notes)))
        elif isinstance(event, jobs.Cancelled):
            kept = event.report.output
            words = f"Cancelled; the first part is in {kept.name}" if kept else "Cancelled"
            if kept:
                card.output = kept
            card.show_over(words, has_file=kept is not None)
        else:
            kept = event.report.output if event.report else None
            card.show_over(event.message, has_file=kept is not None)
            self._window.notices.show_notice(
                "error", f"The export stopped: {event.message}", code=f"export {number}"
            )

    # Leaving

    def leave(self) -> None:
        """Close the window; asks first if something would be cut short."""
        if self._is_leaving:
            return
        if not self._is_recording and not self._running_exports:
            self._close_now()
            return
        dialog = CloseDialog(
            is_recording=self._is_recording,
            export_count=len(self._running_exports),
            parent=self._window,
        )
        dialog.accepted.connect(self.finish_and_leave)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def finish_and_leave(self) -> None:
        """Close without asking; what is being written is finished and kept."""
        self._is_leaving = True
        self._window.preview.set_message("Finishing the file\u2026", about="leaving")
        self._session.stop_recording()
        self._session.cancel_exports()
        QTimer.singleShot(FINISH_WAIT_MS, self, self._close_now)
        self._go_on_leaving()

    def _go_on_leaving(self) -> None:
        if self._is_leaving and not self._is_recording and not self._running_exports:
            self._close_now()

    def _close_now(self) -> None:
        self._is_leaving = False
        self._state.update(geometry=bytes(self._window.saveGeometry().data()))
        self._state.write()
        self._window.hide()  # gone for the person; what is left to end does so out of sight
        self._session.stop()
        self._window.allow_close()
