"""Closing without loss: asks if work would be interrupted, and finishes it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QWidget

from gui.control import Control, Core
from gui.export.control import ExportControl
from gui.output.control import OutputControl
from gui.shared.language import plural, tr
from gui.shared.parts import column, label, open_once, push_button, row

WIDTH_PX = 440
# Finishing a recording takes a fraction of a second; a hanging disk must not block the window.
FINISH_WAIT_MS = 10_000


class CloseDialog(QDialog):
    """Accepted: stop and close. Rejected, as by Enter and Escape: keep running."""

    def __init__(
        self, *, is_recording: bool, export_count: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Close Backdrop?"))
        self.setMinimumWidth(WIDTH_PX)
        sentences = []
        if is_recording:
            sentences.append(tr("A recording is running. It will be finished and kept."))
        if export_count:
            sentences.append(
                plural(
                    "An export is not finished. If you stop it, the finished part is "
                    "kept, and you can start it again next time.",
                    "{n} exports are not finished. If you stop them, the finished "
                    "parts are kept, and you can start them again next time.",
                    n=export_count,
                )
            )
        self.stay = push_button(tr("Keep going"), tr("Do not close (Enter, Esc)"), kind="primary")
        self.stay.setDefault(True)
        self.stay.clicked.connect(self.reject)
        self.when_done = push_button(tr("Close when done"), tr("Finish the exports, then close"))
        self.when_done.clicked.connect(self.reject)
        words = tr("Stop and close") if export_count else tr("Finish and close")
        self.finish = push_button(words, tr("Stop now; the finished part is kept"))
        self.finish.clicked.connect(self.accept)
        title = label(tr("Close Backdrop?"), "title")
        buttons = row(self.finish, None, self.when_done, self.stay)
        column(title, label("\n".join(sentences), wraps=True), buttons, of=self, margin=24, gap=16)
        self.when_done.setVisible(export_count > 0)
        self.stay.setFocus()


class LeaveControl(Control):
    """Connects the closing of the window with running exports and recordings."""

    def __init__(self, core: Core, output: OutputControl, exports: ExportControl) -> None:
        super().__init__(core)
        self._output = output
        self._exports = exports
        self._is_leaving = False
        self._leaves_when_done = False
        core.window.close_asked.connect(self.leave)
        output.recording_ended.connect(self._go_on)
        exports.ended.connect(self._go_on)

    @property
    def _is_busy(self) -> bool:
        return self._output.is_recording or self._is_exporting

    @property
    def _is_exporting(self) -> bool:
        return self._session.exports.unfinished_count > 0

    def leave(self) -> None:
        """Close the window; asks first if work would be interrupted."""
        if self._is_leaving:
            return
        if not self._is_busy:
            self._close_now()
            return
        dialog = CloseDialog(
            is_recording=self._output.is_recording,
            export_count=self._session.exports.unfinished_count,
            parent=self._window,
        )
        dialog.accepted.connect(self.finish_and_leave)
        dialog.when_done.clicked.connect(self._leave_when_done)
        open_once(dialog)

    def finish_and_leave(self) -> None:
        """Close without asking; running output is finished and kept."""
        self._is_leaving = True
        self._window.preview.set_message(tr("Finishing the file\u2026"), about="leaving")
        self._output.stop_recording()
        self._exports.stop()
        QTimer.singleShot(FINISH_WAIT_MS, self, self._close_now)
        self._go_on()

    def _leave_when_done(self) -> None:
        self._leaves_when_done = True
        self._notify(
            "info",
            tr("Backdrop closes when the exports are done."),
            action=(tr("Stay open"), self._stay),
            code="leaving",
            lasts=True,
        )
        self._go_on()

    def _stay(self) -> None:
        self._leaves_when_done = False

    def _go_on(self) -> None:
        if self._leaves_when_done and not self._is_exporting:
            self._leaves_when_done = False
            self.finish_and_leave()
        elif self._is_leaving and not self._is_busy:
            self._close_now()

    def _close_now(self) -> None:
        self._is_leaving = False
        self._exports.stop()
        self._window.hide()  # hide the window; the rest ends in the background
        self._state.update(geometry=self._window.usual_geometry())
        self._state.write()
        self._session.stop()
        self._window.allow_close()
