"""PresetBar: choose, save and delete named looks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QStackedLayout, QWidget

from gui.parts import ChoiceBox, icon_button, row

MAX_NAME_LENGTH = 40
NONE_CHOSEN = "No preset"


class NameField(QLineEdit):
    """A line that can be left with Escape.

    Signals:
        left: Escape was pressed.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class PresetBar(QWidget):
    """A list of presets with a button to save the present look and one to delete a preset.

    Signals:
        applied: Name of the preset to put into force.
        saved: Name under which the present look is to be kept.
        deleted: Name of the preset to forget.
    """

    applied = Signal(str)
    saved = Signal(str)
    deleted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.choice = ChoiceBox("PresetChoice", "Preset", "A saved look with its background")
        self.choice.activated.connect(self._on_activated)
        self.save = icon_button("bookmark", "Save this look as a preset")
        self.save.setObjectName("PresetSave")
        self.save.clicked.connect(self._begin_naming)
        self.delete = icon_button("trash", "Delete this preset")
        self.delete.setObjectName("PresetDelete")
        self.delete.clicked.connect(lambda: self.deleted.emit(self.choice.currentText()))
        self.name = NameField()
        self.name.setObjectName("PresetName")
        self.name.setAccessibleName("Name of the new preset")
        self.name.setPlaceholderText("Name this look")
        self.name.setMaxLength(MAX_NAME_LENGTH)
        self.name.returnPressed.connect(self._finish_naming)
        self.name.left.connect(self._stop_naming)
        self.confirm = icon_button("check", "Save")
        self.confirm.clicked.connect(self._finish_naming)
        self.cancel = icon_button("close", "Do not save")
        self.cancel.clicked.connect(self._stop_naming)
        self._pages = QStackedLayout(self)
        for widgets in (
            (self.choice, self.save, self.delete),
            (self.name, self.confirm, self.cancel),
        ):
            page = QWidget()
            layout = row(*widgets, gap=4)
            layout.setStretch(0, 1)
            page.setLayout(layout)
            self._pages.addWidget(page)
        self.show_presets([], current="")

    def show_presets(self, names: list[str], *, current: str) -> None:
        """List these, `current` as taken; empty if the look is no preset's."""
        self.choice.clear()
        self.choice.addItems([NONE_CHOSEN, *names])
        self.choice.setCurrentText(current or NONE_CHOSEN)
        self.choice.setEnabled(bool(names))
        self.delete.setEnabled(bool(current))

    def show_changed(self) -> None:
        """The look has been changed by hand: it is no preset's any more."""
        self.choice.setCurrentIndex(0)
        self.delete.setEnabled(False)

    def _on_activated(self, index: int) -> None:
        if index > 0:
            self.applied.emit(self.choice.itemText(index))

    def _begin_naming(self) -> None:
        self.name.clear()
        self._pages.setCurrentIndex(1)
        self.name.setFocus()

    def _stop_naming(self) -> None:
        self._pages.setCurrentIndex(0)
        self.save.setFocus()

    def _finish_naming(self) -> None:
        name = self.name.text().strip()
        if name and name != NONE_CHOSEN:
            self._stop_naming()
            self.saved.emit(name)
