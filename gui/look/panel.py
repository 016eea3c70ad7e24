"""LookPanel: edges, people, mirroring, and presets."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from app.messages import marked
from app.pipeline.settings import LOOK, OTHERS, Settings
from gui.shared.inline_entry import InlineEntry
from gui.shared.language import plural, tr
from gui.shared.parts import (
    ChoiceBox,
    Section,
    Segments,
    explain,
    fill,
    held,
    icon_button,
    label,
    push_button,
    row,
)
from gui.shared.sliders import RowSliders, box_of

MAX_NAME_LENGTH = 40
CHOOSE = marked("Click people in the picture who stay; all others are removed")
STROKES = marked("Paint over what is wrong; it is mended along the motion")
NONE_CHOSEN = marked("No preset")
PEOPLE = (
    ("all", marked("Everyone"), "people", marked("Keep all people in the picture")),
    ("largest", marked("Largest"), "person", marked("Keep only the largest person")),
    ("chosen", marked("Chosen"), "check", CHOOSE),
)


class PresetBar(QWidget):
    """A list of presets, with a button to save the current style and one to delete a preset.

    Signals:
        applied: Name of the preset to apply.
        saved: Name of a new preset.
        deleted: Name of the preset to delete.
    """

    applied = Signal(str)
    saved = Signal(str)
    deleted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.choice = ChoiceBox(tr("Preset"), tr("Saved look and background"))
        self.choice.activated.connect(self._on_activated)
        self.save = icon_button("bookmark", tr("Save this look as a preset"))
        self.save.clicked.connect(self._begin_naming)
        self.delete = icon_button("trash", tr("Delete this preset"))
        self.delete.clicked.connect(lambda: self.deleted.emit(self.choice.currentText()))
        self.name = InlineEntry(
            tr("Name of the new preset"),
            placeholder=tr("Name this look"),
            take_tip=tr("Save"),
            leave_tip=tr("Do not save"),
            longest=MAX_NAME_LENGTH,
        )
        self.name.entered.connect(self._finish_naming)
        self.name.left.connect(self._stop_naming)
        self._pages = QStackedLayout(self)
        choices = row(self.choice, self.save, self.delete, gap=4, wide=self.choice)
        self._pages.addWidget(held(choices))
        self._pages.addWidget(self.name)
        self.show_presets([], current="")

    def show_presets(self, names: list[str], *, current: str) -> None:
        """List these and select `current`; empty: the style matches no preset."""
        self.choice.clear()
        self.choice.addItems([tr(NONE_CHOSEN), *names])
        self.choice.setCurrentText(current or tr(NONE_CHOSEN))
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
        if name in (NONE_CHOSEN, tr(NONE_CHOSEN)):
            self.name.show_objection(tr("This name is reserved for a look without a preset."))
            return
        self._stop_naming()
        self.saved.emit(name)


class LookPanel(Section):
    """Sliders and switches for `EdgeSettings` and the mirror."""

    def __init__(self) -> None:
        super().__init__(tr("Look"))
        self._largest_only = False
        self.reset = icon_button("reset", tr("Reset the look to its defaults"), kind="small")
        self.aside.addWidget(self.reset)
        self.presets = PresetBar()
        self.sliders = RowSliders(LOOK)
        self.people = Segments(PEOPLE, name=tr("Who stays in the picture"))
        self._is_chosen = False
        self.mirror = box_of(OTHERS, "mirror")
        self.areas = push_button(
            tr("Areas\u2026"), tr("Mark areas that are always kept or always replaced")
        )
        self.areas_count = label("", "small")
        self.strokes = push_button(tr("Strokes\u2026"), tr(STROKES))
        self.strokes_count = label("", "small")
        areas = row(self.areas, self.areas_count, None)
        strokes = row(self.strokes, self.strokes_count, None)
        fill(self.body, self.presets, self.sliders, self.people, self.mirror, areas, strokes)
        self.show_areas(0)
        self.show_strokes(0, reason="")

    def show_areas(self, count: int) -> None:
        """Show the number of areas of this source."""
        words = plural("{n} in this picture", "{n} in this picture", n=count)
        self.areas_count.setText(words if count else tr("None in this picture"))

    def show_strokes(self, count: int, *, reason: str) -> None:
        """Show the number of strokes of this film; `reason`: why there can be none, or empty."""
        words = plural("{n} in this video", "{n} in this video", n=count)
        self.strokes_count.setText(words if count else tr("None in this video"))
        self.strokes.setEnabled(not reason)
        explain(self.strokes, tr(STROKES), reason)

    def show_settings(self, settings: Settings) -> None:
        """Show these values without a signal."""
        self._largest_only = settings.edges.largest_only
        self.sliders.show_values(settings.edges)
        self._show_people()
        self.mirror.setChecked(settings.mirror)

    def show_picks(self, *, is_chosen: bool, reason: str) -> None:
        """Show whether people are chosen; `reason`: why no person can be chosen, or empty."""
        self._is_chosen = is_chosen
        button = self.people.button("chosen")
        button.setEnabled(not reason)
        explain(button, tr(CHOOSE), reason)
        self._show_people()

    def _show_people(self) -> None:
        other = "largest" if self._largest_only else "all"
        self.people.set_chosen("chosen" if self._is_chosen else other)
