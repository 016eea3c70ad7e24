"""RowSliders: the sliders of a table of settings, one below the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpu_unet import Row
from gui.shared.language import tr
from gui.shared.parts import column
from gui.shared.sliders import NamedSlider, align_captions


class RowSliders(QWidget):
    """One slider for each number that has a label.

    Args:
        table: The rows; others of them are left out.
        prefix: Of the sliders' object names.

    Signals:
        changed: Name of the setting and its value, when a person moved a slider.
    """

    changed = Signal(str, float)

    def __init__(self, table: Iterable[Row], *, prefix: str) -> None:
        super().__init__()
        body = column(self)
        self._sliders: dict[str, NamedSlider] = {}
        for row in table:
            if not row.label or not isinstance(row.default, float):
                continue
            slider = NamedSlider(
                tr(row.label),
                low=row.low,
                high=row.high,
                default=row.default,
                unit=row.unit,
                tip=tr(row.tip),
                object_name=f"{prefix}-{row.name}",
            )
            slider.value_changed.connect(
                lambda value, name=row.name: self.changed.emit(name, value)
            )
            self._sliders[row.name] = slider
            body.addWidget(slider)
        align_captions(self._sliders.values())

    def slider(self, name: str) -> NamedSlider:
        """Of a setting."""
        return self._sliders[name]

    def show_values(self, settings: Any) -> None:
        """Show these settings without a signal."""
        for name, slider in self._sliders.items():
            slider.set_value(getattr(settings, name))
