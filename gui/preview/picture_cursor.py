"""PictureCursor: a place in the picture that keys move, and the points that they put."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen

from app.messages.message import marked
from gui.preview.picture_editor import Point
from gui.shared.language import percent, tr

MIDDLE: Point = (0.5, 0.5)
STEP, LARGE = 0.005, 10  # of the picture, an arrow key's; steps with Shift
CROSS_PX = 9  # half of its arms
DIRECTIONS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PLACE = marked("{across} across, {down} down. Space puts a point there.")
GOES_ON = marked(
    "{across} across, {down} down. Space puts the next point, Enter the last one; Esc gives up."
)

Act = Literal["moved", "put", "finished", "given up"]


class PictureCursor:
    """What the keyboard does in an editor of the picture.

    Arrow keys move it, with Shift by ten steps. Space puts a point, which begins or continues a
    line. Enter puts the last one, as does Space where a point was just put; Escape gives it up.

    Attributes:
        at: Where it is, in shares of the picture; None: the pointer is used instead.
        points: Of the line that was begun.
    """

    def __init__(self) -> None:
        self.at: Point | None = None
        self.points: list[Point] = []

    def press(self, event: QKeyEvent, *, is_mirrored: bool) -> Act | None:
        """Take a key; what it did. None: it is no key of the cursor now."""
        key = event.key()
        x, y = self.at or MIDDLE
        for arrow, (across, down) in DIRECTIONS.items():
            if key == arrow:
                step = STEP * (
                    LARGE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
                )
                across = -across if is_mirrored else across
                self.at = _within(x + across * step), _within(y + down * step)
                return "moved"
        if key == Qt.Key.Key_Space:
            self.at = x, y
            if event.isAutoRepeat():
                return "moved"
            if self.points and self.points[-1] == self.at:
                return "finished"
            self.points.append(self.at)
            return "put"
        if self.points and key in ENTER:
            if self.points[-1] != (x, y):
                self.points.append((x, y))
            return "finished"
        if self.points and key == Qt.Key.Key_Escape:
            self.points.clear()
            return "given up"
        return None

    def take(self) -> tuple[Point, ...]:
        """The points, of which none are left."""
        points, self.points = tuple(self.points), []
        return points

    def hide(self) -> None:
        """The pointer is used."""
        self.at, self.points = None, []

    def words(self) -> str:
        """Where it is, and what keys do there."""
        x, y = self.at or MIDDLE
        return tr(GOES_ON if self.points else PLACE, across=percent(x), down=percent(y))


def paint_cross(painter: QPainter, at: QPointF) -> None:
    """Mark a place in a widget, on bright and on dark."""
    for colour, width in ((Qt.GlobalColor.black, 4), (Qt.GlobalColor.white, 2)):
        painter.setPen(QPen(colour, width))
        for x, y in ((CROSS_PX, 0), (0, CROSS_PX)):
            painter.drawLine(at - QPointF(x, y), at + QPointF(x, y))


def _within(share: float) -> float:
    return min(1.0, max(0.0, round(share, 5)))
