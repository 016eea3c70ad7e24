"""CloseDialog: asks before closing cuts something short."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from gui.parts import label, push_button, row

WIDTH_PX = 400


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
