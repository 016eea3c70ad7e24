"""Leaving without loss: asks where something would be cut short, and finishes it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from gui.control import Control
from gui.export.control import ExportControl
from gui.main_window import MainWindow
from gui.output.control import OutputControl
from gui.session import Session
from gui.shared.parts import label, push_button, row
from gui.shared.store import State

WIDTH_PX = 400
# A recording is finalised in a fraction of a second; a disk that hangs must not hold the window.
FINISH_WAIT_MS = 10_000


class CloseDialog(QDialog):
    """Accepted: finish what runs and close. Rejected: go on."""

    def __init__(
        self, *, is_recording: bool, export_count: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Close Backdrop?")
        self.setMinimumWidth(WIDTH_PX)
        sentences = []
        if is_recording:
            sentences.append("A recording is running. It will be finished and kept.")
        if export_count:
            what = "An export is" if export_count == 1 else f"{export_count} exports are"
            sentences.append(f"{what} not finished. The part that is done will be kept.")
        self.finish = push_button("Finish and close", "Keep what is done, and end", kind="primary")
        self.finish.setObjectName("FinishAndClose")
        self.finish.setDefault(True)
        self.finish.clicked.connect(self.accept)
        self.stay = push_button("Keep going", "Do not close (Esc)")
        self.stay.setObjectName("KeepGoing")
        self.stay.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        layout.addWidget(label("Close Backdrop?", "title"))
        layout.addWidget(label("\n".join(sentences), wraps=True))
        layout.addLayout(row(None, self.stay, self.finish))


class LeaveControl(Control):
    """Between the window's closing and what is still being written."""

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        state: State,
        output: OutputControl,
        exports: ExportControl,
    ) -> None:
        super().__init__(window, session, state)
        self._output = output
        self._is_leaving = False
        window.close_asked.connect(self.leave)
        output.recording_ended.connect(self._go_on)
        exports.ended.connect(self._go_on)

    @property
    def _is_busy(self) -> bool:
        return self._output.is_recording or self._session.exports.unfinished_count > 0

    def leave(self) -> None:
        """Close the window; asks first if something would be cut short."""
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
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def finish_and_leave(self) -> None:
        """Close without asking; what is being written is finished and kept."""
        self._is_leaving = True
        self._window.preview.set_message("Finishing the file\u2026", about="leaving")
        self._output.stop_recording()
        self._session.exports.cancel_all()
        QTimer.singleShot(FINISH_WAIT_MS, self, self._close_now)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_leaving and not self._is_busy:
            self._close_now()

    def _close_now(self) -> None:
        self._is_leaving = False
        self._state.update(geometry=bytes(self._window.saveGeometry().data()))
        self._state.write()
        self._window.hide()  # gone for the person; what is left to end does so out of sight
        self._session.stop()
        self._window.allow_close()
