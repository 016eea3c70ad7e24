"""PresetBar: choose, save and delete named looks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from gui.inline_entry import InlineEntry
from gui.parts import ChoiceBox, icon_button, row

MAX_NAME_LENGTH = 40
NONE_CHOSEN = "No preset"


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
        self.name = InlineEntry(
            "PresetName",
            "Name of the new preset",
            placeholder="Name this look",
            take_tip="Save",
            leave_tip="Do not save",
            longest=MAX_NAME_LENGTH,
        )
        self.name.entered.connect(self._finish_naming)
        self.name.left.connect(self._stop_naming)
        list_page = QWidget()
        layout = row(self.choice, self.save, self.delete, gap=4)
        layout.setStretch(0, 1)
        list_page.setLayout(layout)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(list_page)
        self._pages.addWidget(self.name)
        self.show_presets([], current="")

    def show_presets(self, names: list[str], *, current: str) -> None:
        """List these, `current` as taken; empty if the look is no preset's."""
        self.choice.clear()
        self.choice.addItems([NONE_CHOSEN, *names])
        self.choice.setCurrentText(current or NONE_CHOSEN)
        self.choice.setEnabled(bool(names))
        self.delete.setEnabled(bool(current))

    def _on_activated(self, index: int) -> None:
        if index > 0:
            self.applied.emit(self.choice.itemText(index))

    def _begin_naming(self) -> None:
        self._pages.setCurrentIndex(1)
        self.name.begin()

    def _stop_naming(self) -> None:
        self._pages.setCurrentIndex(0)
        self.save.setFocus()

    def _finish_naming(self, name: str) -> None:
        if name == NONE_CHOSEN:
            self.name.show_objection("That is what a look without a name is called.")
            return
        self._stop_naming()
        self.saved.emit(name)
