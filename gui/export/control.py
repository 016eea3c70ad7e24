"""ExportControl: from the dialog to the file, with a card for each export on its way."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal

from gui.control import Control
from gui.export.choices import ExportContext
from gui.export.dialog import ExportDialog
from gui.main_window import MainWindow
from gui.preview.playback_control import PlaybackControl
from gui.session import Session
from gui.shared.store import State
from gui.source.control import SAMPLE, SourceControl
from pipeline.jobs import events as jobs
from pipeline.jobs.job_spec import JobSpec

log = logging.getLogger(__name__)


class ExportControl(Control):
    """Between the export dialog, the cards and the session's exports.

    Args:
        window, session, state: See `Control`.
        source: Knows which files are shown.
        playback: Knows how long the film is.
        folder: Where the export of the built-in sample goes at first.
        open_folder: Shows a file in the system's file manager.

    Signals:
        ended: One more export has ended, well or not.
    """

    ended = Signal()

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        state: State,
        source: SourceControl,
        playback: PlaybackControl,
        *,
        folder: Callable[[], Path],
        open_folder: Callable[[Path], None],
    ) -> None:
        super().__init__(window, session, state)
        self._exports, self._tasks = session.exports, session.tasks
        self._source = source
        self._playback = playback
        self._folder = folder
        window.exports.cancel_asked.connect(session.exports.cancel)
        window.exports.folder_asked.connect(open_folder)
        session.exports.happened.connect(self._on_event)

    def ask(self) -> ExportDialog | None:
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
            duration_s=self._playback.duration_s if len(files) == 1 else None,
            folder=files[0].parent if is_own else self._folder(),
        )
        dialog = ExportDialog(context, self._window)
        dialog.export_asked.connect(self._export)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _export(self, specs: list[JobSpec]) -> None:
        for spec in specs:
            self._make_folder(spec.output.parent)
            self._window.exports.add(self._exports.add(spec), spec.output)

    @staticmethod
    def _make_folder(folder: Path) -> None:
        """The one that was proposed need not exist yet: a new account may have no Videos."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("%s cannot be made: %s", folder, error)  # the export says it to people

    def _on_event(self, number: int, event: jobs.Event) -> None:
        card = self._window.exports.card(number)
        if card is None:
            pass  # put away by the person
        elif isinstance(event, jobs.Started):
            card.show_sentence(f"Starting on {event.device}")
        elif isinstance(event, jobs.JobNotice):
            card.show_sentence(event.message)
        elif isinstance(event, jobs.LookingAhead):
            share = event.frames / max(1, event.frame_count)
            card.show_sentence(f"Learning the room: {share:.0%}")
        elif isinstance(event, jobs.Progress):
            card.show_progress(
                frames=event.frames,
                frame_count=event.frame_count,
                fps=event.fps,
                eta_s=event.eta_s,
            )
        elif isinstance(event, jobs.Done):
            report = event.report
            is_film = report.frames_out > 1
            rate = f" at {report.fps:.0f} frames/s" if is_film else ""
            card.show_over(f"Done{rate}", has_file=True)
            # Beside the button this would break into a second line.
            count = f"{report.frames_out} frames" if is_film else "1 picture"
            card.state.setToolTip("\n".join((count, *report.audio, *report.notes)))
        elif isinstance(event, jobs.Cancelled):
            kept = event.report.output
            words = f"Cancelled; the first part is in {kept.name}" if kept else "Cancelled"
            if kept:
                card.output = kept
            card.show_over(words, has_file=kept is not None)
        else:
            kept = event.report.output if event.report else None
            if kept:
                card.output = kept
            card.show_over(event.message, has_file=kept is not None)
            self._window.notices.show_notice(
                "error", f"The export stopped: {event.message}", code="export"
            )
        if isinstance(event, jobs.Done | jobs.Cancelled | jobs.Failed):
            self._tasks.give_back_memory_soon()
            self.ended.emit()
