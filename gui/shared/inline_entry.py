"""InlineEntry: a text field that opens inside a panel and closes again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.shared.language import tr
from gui.shared.parts import column, icon_button, label, named, row


class InlineEntry(QWidget):
    """A field with an accept and a cancel button, and a line for an error.

    Signals:
        entered: What was typed, without spaces around it; never empty.
        left: The entry was cancelled.
    """

    entered = Signal(str)
    left = Signal()

    def __init__(
        self, name: str, *, placeholder: str, take_tip: str, leave_tip: str, longest: int
    ) -> None:
        super().__init__()
        tip = tr("{name}; Enter to accept, Escape to cancel", name=name)
        self.field = named(QLineEdit(), name, tip)
        self.field.setPlaceholderText(placeholder)
        self.field.setMaxLength(longest)
        self.field.returnPressed.connect(self._take)
        self.field.textEdited.connect(lambda: self.show_objection(""))
        self.take = icon_button("check", take_tip)
        self.take.clicked.connect(self._take)
        self.leave = icon_button("close", leave_tip)
        self.leave.clicked.connect(self.left)
        self.objection = label("", "objection", wraps=True)
        entry = row(self.field, self.take, self.leave, gap=4, wide=self.field)
        column(entry, self.objection, of=self, gap=4)
        self.show_objection("")

    def begin(self, text: str = "") -> None:
        """Open the field with `text` and focus it."""
        self.field.setText(text)
        self.show_objection("")
        self.field.setFocus()

    def show_objection(self, sentence: str) -> None:
        """Show an error under the field; empty clears it."""
        self.objection.setText(sentence)
        self.objection.setVisible(bool(sentence))
        self.field.setAccessibleDescription(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _take(self) -> None:
        text = self.field.text().strip()
        if text:
            self.entered.emit(text)
