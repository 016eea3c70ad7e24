"""A sentence in two lines at most."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout, QTextOption


def in_two_lines(text: str, font: QFont, room_px: int) -> tuple[list[str], bool]:
    """Break `text` between words, and within one that is longer than a line.

    Args:
        text: One paragraph.
        font: What it is written in.
        room_px: Width of a line.

    Returns:
        One or two lines, and whether the second one was shortened.
    """
    layout = QTextLayout(text, font)
    layout.setTextOption(_wrapped())
    layout.beginLayout()
    lines: list[str] = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, room_px))
        lines.append(text[line.textStart() : line.textStart() + line.textLength()])
    layout.endLayout()
    is_shortened = len(lines) > 2
    if is_shortened:
        metrics = QFontMetrics(font)
        rest = metrics.elidedText("".join(lines[1:]), Qt.TextElideMode.ElideRight, room_px)
        lines = [lines[0], rest]
    return [line.strip() for line in lines], is_shortened


def _wrapped() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
