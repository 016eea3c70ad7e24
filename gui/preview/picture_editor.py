"""PictureEditor: covers the picture for work on it; PictureCursor: a place there that keys move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal

import cv2
import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from app.messages import marked
from gui.preview.preview import Preview, pixel_aspect, whole_frame_area
from gui.shared.floating import Overlay
from gui.shared.icons import icon
from gui.shared.keys import ARROWS
from gui.shared.language import percent, tr
from gui.shared.parts import SelfPainted, column, icon_button, label, named, push_button, row

SIDE_PX, BAR_SIDE_PX = 16, 12  # beside the bar, and within it
SHADE_ALPHA = 150

Point = tuple[float, float]


class PictureEditor(SelfPainted, Overlay):
    """Covers `host`, alone: others close. Subclasses add what the pointer does.

    Places are shares of the whole frame, as the source shows it, not mirrored.

    Attributes:
        words: A sentence in the bar.
        bar: The bar, which `lay_out` fills.
        aside, done: Its last buttons.

    Signals:
        shown: Whether it is open from now on.
    """

    shown = Signal(bool)
    OWN_KEYS: tuple[Qt.Key, ...] = ()  # that are the window's shortcuts elsewhere

    def __init__(self, host: Preview, *, name: str) -> None:
        super().__init__(host)
        self._name, self._preview = name, host
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.picture = partial(whole_frame_area, host)
        self.pixel_aspect = partial(pixel_aspect, host)
        self._choices: QWidget | None = None
        self.aside = icon_button("up", "", kind="small")
        self.aside.clicked.connect(self._step_aside)
        self.done = push_button(tr("Done"), tr("Back to the picture (Esc)"), kind="primary")
        self.done.clicked.connect(self.hide)
        self.words = label("", "small", wraps=True)
        self.bar = QFrame()
        self.bar.setObjectName("Sheet")
        self._buttons = QWidget()
        self._sheet = QGridLayout(self.bar)
        self._sheet.setContentsMargins(BAR_SIDE_PX, 10, BAR_SIDE_PX, 10)
        self._sheet.setColumnStretch(0, 1)
        self._outer = column(None, self.bar, of=self)
        self._outer.setContentsMargins(SIDE_PX, 8, SIDE_PX, 8)
        self._show_aside()
        host.zoom_changed.connect(self.update)
        self.hide()

    def fill_bar(self, *buttons: QWidget, choices: QWidget | None = None) -> None:
        """Put the choices and the buttons into the bar; a subclass calls it once."""
        self._choices = choices
        self._buttons.setLayout(row(*buttons, self.aside, self.done))
        self._lay_out_bar()

    def _lay_out_bar(self) -> None:
        """Place the buttons beside the choices where there is room, else beside the words."""
        choices = self._choices
        if choices is None:
            self._sheet.addWidget(self.words, 0, 0)
            self._sheet.addWidget(self._buttons, 0, 1)
            return
        room = self.width() - 2 * (SIDE_PX + BAR_SIDE_PX) - self._sheet.horizontalSpacing()
        is_wide = room >= choices.sizeHint().width() + self._buttons.sizeHint().width()
        left = Qt.AlignmentFlag.AlignLeft
        self._sheet.addWidget(choices, 0, 0, 1, 1 if is_wide else 2, left)
        self._sheet.addWidget(self.words, 1, 0, 1, 2 if is_wide else 1)
        self._sheet.addWidget(self._buttons, 0 if is_wide else 1, 1)

    def begin(self) -> None:
        """Show on top of the host."""
        for other in self._host.findChildren(PictureEditor):
            if other is not self:
                other.hide()
        self._lay_out_bar()
        self.cover()
        self.setFocus()

    def to_picture(self, at: QPointF) -> Point:
        """The place under a point of this widget."""
        rect = self.picture()
        x = (at.x() - rect.left()) / max(1.0, rect.width())
        y = (at.y() - rect.top()) / max(1.0, rect.height())
        return (1 - x if self._preview.is_mirrored else x), y

    def to_widget(self, point: Point) -> QPointF:
        """Where in this widget a place stands."""
        rect = self.picture()
        x = 1 - point[0] if self._preview.is_mirrored else point[0]
        return QPointF(rect.left() + x * rect.width(), rect.top() + point[1] * rect.height())

    def tell(self, sentence: str) -> None:
        """Show a sentence in the bar, and let a screen reader say it."""
        self.words.setText(sentence)
        self.setAccessibleName(f"{self._name}. {sentence}" if sentence else self._name)

    def outline(self, points: Sequence[Point]) -> QPainterPath:
        """The shape in this widget whose corners are these places."""
        path = QPainterPath()
        path.addPolygon(QPolygonF([self.to_widget(point) for point in points]))
        path.closeSubpath()
        return path

    def paint_outside(self, painter: QPainter, shapes: Iterable[QPainterPath]) -> None:
        """Darken the picture outside these."""
        outside = QPainterPath()
        outside.addRect(self.picture())
        for shape in shapes:
            outside = outside.subtracted(shape)
        painter.fillPath(outside, QColor(0, 0, 0, SHADE_ALPHA))

    def event(self, event: QEvent) -> bool:  # noqa: D102
        is_key = isinstance(event, QKeyEvent) and event.key() in self.OWN_KEYS
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        pass  # not the picture's, which would fill the screen

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102, N802
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102, N802
        super().hideEvent(event)
        self.shown.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._lay_out_bar()

    def _step_aside(self) -> None:
        """Move the bar to the other end, away from what it covers."""
        is_below = self._outer.indexOf(self.bar) > 0
        self._outer.removeWidget(self.bar)
        self._outer.insertWidget(0 if is_below else 1, self.bar)
        self._show_aside()

    def _show_aside(self) -> None:
        is_below = self._outer.indexOf(self.bar) > 0
        tip = tr("Move this bar to the top") if is_below else tr("Move this bar to the bottom")
        self.aside.setIcon(icon("up" if is_below else "down"))
        named(self.aside, tip)


MIDDLE: Point = (0.5, 0.5)
STEP, LARGE = 0.005, 10  # of the picture, an arrow key's; steps with Shift
CROSS_PX = 9  # half of its arms
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
        if key in ARROWS:
            across, down = ARROWS[Qt.Key(key)]
            is_large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            step = STEP * LARGE if is_large else STEP
            across = -across if is_mirrored else across
            self.at = within(x + across * step), within(y + down * step)
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


def simplified(
    line: Sequence[QPointF], tolerance_px: float, *, is_closed: bool, enough: int
) -> list[QPointF]:
    """A drawn line with fewer points: off by `tolerance_px`, or more until `enough` points do."""
    drawn = np.array([[at.x(), at.y()] for at in line], np.float32)
    simple = drawn
    for times in (1, 4, 16):
        simple = cv2.approxPolyDP(drawn, times * tolerance_px, is_closed)[:, 0]
        if len(simple) <= enough:
            break
    return [QPointF(float(x), float(y)) for x, y in simple]


def paint_cross(painter: QPainter, at: QPointF) -> None:
    """Mark a place in a widget, on bright and on dark."""
    for colour, width in ((Qt.GlobalColor.black, 4), (Qt.GlobalColor.white, 2)):
        painter.setPen(QPen(colour, width))
        for x, y in ((CROSS_PX, 0), (0, CROSS_PX)):
            painter.drawLine(at - QPointF(x, y), at + QPointF(x, y))


def within(share: float) -> float:
    """A share within the picture, rounded."""
    return min(1.0, max(0.0, round(share, 5)))
