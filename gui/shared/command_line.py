"""CommandLine: a command to be run elsewhere, and the button that copies it."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.shared.language import tr
from gui.shared.parts import push_button, row


class CommandLine(QWidget):
    """One command in a field that cannot be changed.

    Attributes:
        command: What is copied.
    """

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command
        self.field = QLineEdit(command)
        self.field.setObjectName("Command")
        self.field.setReadOnly(True)
        self.field.setCursorPosition(0)
        self.field.setAccessibleName(tr("Command"))
        self.copy = push_button(tr("Copy"), tr("Copy this command"))
        self.copy.clicked.connect(self._on_copy)
        line = row(self.field, self.copy)
        line.setStretch(0, 1)
        self.setLayout(line)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command)
        self.copy.setText(tr("Copied"))
