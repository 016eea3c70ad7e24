"""ExportPanel: what is being written, how far it is, and what became of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QVBoxLayout

from gui.shared.parts import (
    GRID_PX,
    ElidedLabel,
    Section,
    icon_button,
    label,
    push_button,
    row,
    separator,
)
from gui.shared.words import time_left_words

STEPS = 1000


class ExportCard(QFrame):
    """One export.

    Signals:
        cancel_asked, folder_asked, dismissed: What the person clicked.
    """

    cancel_asked = Signal()
    folder_asked = Signal()
    dismissed = Signal()

    def __init__(self, output: Path) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.output = output
        self.name = ElidedLabel(output.name)
        self.name.setToolTip(str(output))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, STEPS)
        self.bar.setAccessibleName(f"Progress of {output.name}")
        self.state = label("Waiting", "small", wraps=True)
        self.close_button = icon_button("close", "Cancel this export", kind="small")
        self.close_button.clicked.connect(self._on_close)
        self.folder = push_button("Show in folder", "Open the folder that it lies in", kind="link")
        self.folder.clicked.connect(self.folder_asked)
        self.folder.hide()
        self._is_over = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 10)
        layout.setSpacing(4)
        top = row(self.name, self.close_button)
        top.setStretch(0, 1)
        layout.addLayout(top)
        layout.addWidget(self.bar)
        bottom = row(self.state, self.folder)
        bottom.setStretch(0, 1)
        layout.addLayout(bottom)

    def show_progress(
        self, *, frames: int, frame_count: int | None, fps: float, eta_s: float | None
    ) -> None:
        """How far it is; without a known length the bar only moves."""
        if frame_count:
            self.bar.setRange(0, STEPS)
            self.bar.setValue(min(STEPS, frames * STEPS // frame_count))
        else:
            self.bar.setRange(0, 0)
        parts = [f"{frames} frames", f"{fps:.0f} frames/s", time_left_words(eta_s)]
        if frame_count:
            parts[0] = f"{min(100, frames * 100 // frame_count)} %"
        self.state.setText("  \u00b7  ".join(part for part in parts if part))

    def show_sentence(self, sentence: str) -> None:
        """Say what is being waited for."""
        self.state.setText(sentence)

    def show_over(self, sentence: str, *, has_file: bool) -> None:
        """It has ended; with or without a file."""
        self._is_over = True
        self.bar.hide()
        self.state.setText(sentence)
        self.folder.setVisible(has_file)
        self.close_button.setToolTip("Put away")
        self.close_button.setAccessibleName("Put away")

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._is_over

    def _on_close(self) -> None:
        if self._is_over:
            self.dismissed.emit()
        else:
            self.state.setText("Cancelling\u2026")
            self.cancel_asked.emit()


class ExportPanel(Section):
    """One card per export, hidden while there is none.

    Signals:
        cancel_asked: Number of the export.
        folder_asked: Path of the file to be shown in its folder.
    """

    cancel_asked = Signal(int)
    folder_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__("Exports")
        self._cards: dict[int, ExportCard] = {}
        # Its own, so that it comes and goes with the cards.
        self.outer.addSpacing(GRID_PX)
        self.outer.addWidget(separator())
        self.hide()

    def add(self, number: int, output: Path) -> ExportCard:
        """A new export that waits its turn."""
        card = ExportCard(output)
        card.cancel_asked.connect(lambda: self.cancel_asked.emit(number))
        card.folder_asked.connect(lambda: self.folder_asked.emit(card.output))
        card.dismissed.connect(lambda: self.remove(number))
        self._cards[number] = card
        self.body.addWidget(card)
        self.show()
        self.set_open(True)
        return card

    def card(self, number: int) -> ExportCard | None:
        """The card of an export, None if it was put away."""
        return self._cards.get(number)

    def cards(self) -> list[ExportCard]:
        """All, the oldest first."""
        return list(self._cards.values())

    def remove(self, number: int) -> None:
        """Put one away."""
        card = self._cards.pop(number, None)
        if card is not None:
            card.hide()
            card.deleteLater()
        self.setVisible(bool(self._cards))
