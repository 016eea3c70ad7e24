"""TimeField: a moment of a film, written as minutes and seconds."""

from __future__ import annotations

import re

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

SIDE_PX = 8
WIDTH_PX = 104
_TIME = re.compile(r"\s*(?:(\d+):)?(?:(\d+):)?(\d+(?:[.,]\d*)?)\s*")


class TimeField(QDoubleSpinBox):
    """Seconds as a number, `1:02:03.45` or `2:03.45` to read and to type; arrows step a second."""

    def __init__(self, object_name: str, name: str, *, duration_s: float) -> None:
        super().__init__()
        self.setObjectName(object_name)
        self.setAccessibleName(name)
        self.setToolTip("Minutes and seconds, as in 1:23.5; the arrow keys go by seconds")
        self.setRange(0.0, duration_s)
        self.setFixedWidth(WIDTH_PX)
        self.lineEdit().setTextMargins(SIDE_PX, 0, SIDE_PX, 0)

    def textFromValue(self, val: float) -> str:  # noqa: D102, N802
        minutes, seconds = divmod(round(val, 2), 60)
        hours, minutes = divmod(int(minutes), 60)
        if hours:
            return f"{hours}:{minutes:02}:{seconds:05.2f}"
        return f"{minutes}:{seconds:05.2f}"

    def valueFromText(self, text: str) -> float:  # noqa: D102, N802
        match = _TIME.fullmatch(text)
        if match is None:
            return self.value()
        first, second, seconds = match.groups()
        hours, minutes = (first, second) if second else (None, first)
        # Floats become infinite where whole numbers of hundreds of digits raise.
        return (
            float(hours or 0) * 3600 + float(minutes or 0) * 60 + float(seconds.replace(",", "."))
        )

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:  # noqa: D102
        is_whole = _TIME.fullmatch(text) is not None and self.valueFromText(text) <= self.maximum()
        is_begun = re.fullmatch(r"[\d:.,\s]*", text) is not None
        states = QValidator.State
        state = states.Acceptable if is_whole else states.Intermediate
        return (state if is_begun else states.Invalid), text, pos
