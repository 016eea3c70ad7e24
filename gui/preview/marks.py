"""Overlays on the preview's picture: corners, wipe, labels, outlines, and the turner of slides."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from gui.shared.language import tr
from gui.shared.parts import in_two_lines, label, paint_bar, row

CORNER_PX = 14
KNOB_PX = 14
SPINNER_PX = 14
BAR_PX = 3
CHIP_HEIGHT_PX, PILL_HEIGHT_PX = 26, 32


Place = Literal["top", "middle", "bottom"]  # where on the picture a pill stands


@cache
def _corner() -> QPainterPath:
    """What is cut off the upper left corner."""
    outside, circle = QPainterPath(), QPainterPath()
    outside.addRect(0, 0, CORNER_PX, CORNER_PX)
    circle.addEllipse(0, 0, 2 * CORNER_PX, 2 * CORNER_PX)
    return outside.subtracted(circle)


def paint_corners(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Round the picture's corners, far cheaper than clipping each picture to a path."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for x, across in ((rect.left(), 1), (rect.right(), -1)):
        for y, down in ((rect.top(), 1), (rect.bottom(), -1)):
            painter.fillPath(QTransform(across, 0, 0, down, x, y).map(_corner()), colour)


def paint_outline(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """A line along the picture's rounded edge."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 2))
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), CORNER_PX - 1, CORNER_PX - 1)


def paint_wipe(painter: QPainter, rect: QRectF, *, position: float, shade: QColor) -> None:
    """The line between before and after at `position`, 0 left to 1 right, with its knob."""
    x = rect.left() + rect.width() * position
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(Qt.GlobalColor.white, 2))
    painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
    knob = QPointF(x, rect.center().y())
    painter.setBrush(Qt.GlobalColor.white)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(knob, KNOB_PX, KNOB_PX)
    painter.setPen(QPen(QColor(Qt.GlobalColor.black), 1.75))
    for side in (-1, 1):
        tip = knob + QPointF(side * 8, 0)
        painter.drawLine(tip, tip + QPointF(-side * 4, -4))
        painter.drawLine(tip, tip + QPointF(-side * 4, 4))
    before, after = tr("Before"), tr("After")
    first, second = (painter.fontMetrics().horizontalAdvance(w) + 20 for w in (before, after))
    left, right, top = rect.left() + 12, rect.right() - 12 - second, rect.top() + 12
    _paint_chip(painter, QRectF(left, top, first, CHIP_HEIGHT_PX), before, shade)
    _paint_chip(painter, QRectF(right, top, second, CHIP_HEIGHT_PX), after, shade)


def paint_corner_chip(painter: QPainter, rect: QRectF, text: str, shade: QColor) -> None:
    """A word in the lower right corner of the picture."""
    width = painter.fontMetrics().horizontalAdvance(text) + 24
    left, top = rect.right() - 12 - width, rect.bottom() - 12 - CHIP_HEIGHT_PX
    _paint_chip(painter, QRectF(left, top, width, CHIP_HEIGHT_PX), text, shade)


def paint_pill(
    painter: QPainter,
    rect: QRectF,
    text: str,
    place: Place,
    shade: QColor,
    *,
    turn: float | None = None,
    share: float | None = None,
) -> None:
    """A sentence on the picture, in two lines where one is too short.

    `turn`, 0 to 1, adds a spinner; `share`, 0 to 1, a bar at the lower edge.
    """
    metrics = painter.fontMetrics()
    spinner_room = 0.0 if turn is None else SPINNER_PX + 10.0
    font = pill_font(painter.font())
    lines = pill_lines(text, font, rect, has_spinner=turn is not None)
    width = max(map(QFontMetrics(font).horizontalAdvance, lines)) + 32 + spinner_room
    height = PILL_HEIGHT_PX + (len(lines) - 1) * metrics.lineSpacing()
    top = {
        "top": rect.top() + 16,
        "middle": rect.center().y() - height / 2,
        "bottom": rect.bottom() - 16 - height,
    }[place]
    pill = QRectF(rect.center().x() - width / 2, top, width, height)
    _paint_chip(painter, pill, "\n".join(lines), shade, indent=spinner_room)
    if share is not None:
        bed = QRectF(pill.left() + 16, pill.bottom() - BAR_PX, pill.width() - 32, BAR_PX)
        below, white = QColor(255, 255, 255, 70), QColor(Qt.GlobalColor.white)
        paint_bar(painter, bed, share, below=below, filled=white)
    if turn is not None:
        _paint_spinner(painter, QPointF(pill.left() + 16 + SPINNER_PX / 2, pill.center().y()), turn)


def pill_font(font: QFont) -> QFont:
    """What words on the picture are written in, where a widget's are in `font`."""
    font = QFont(font)
    font.setWeight(QFont.Weight.Medium)
    return font


def pill_lines(text: str, font: QFont, rect: QRectF, *, has_spinner: bool) -> list[str]:
    """The lines of a sentence on a picture that stands in `rect`."""
    spinner_room = SPINNER_PX + 10 if has_spinner else 0
    return in_two_lines(text, font, max(40, int(rect.width()) - 64 - spinner_room))[0]


def _paint_spinner(painter: QPainter, centre: QPointF, turn: float) -> None:
    half = SPINNER_PX / 2
    area = QRectF(centre.x() - half, centre.y() - half, SPINNER_PX, SPINNER_PX)
    pen = QPen(QColor(255, 255, 255, 70), 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawEllipse(area)
    pen.setColor(QColor(Qt.GlobalColor.white))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    sixteenths = 16  # Qt counts angles in sixteenths of a degree, against the clock
    painter.drawArc(area, round(-360 * turn * sixteenths), 100 * sixteenths)


def _paint_chip(
    painter: QPainter, chip: QRectF, text: str, shade: QColor, *, indent: float = 0.0
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    radius = min(chip.height(), PILL_HEIGHT_PX) / 2
    painter.drawRoundedRect(chip, radius, radius)
    painter.setPen(Qt.GlobalColor.white)
    painter.setFont(pill_font(painter.font()))
    painter.drawText(chip.adjusted(indent, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, text)


BUTTON_PX = 28
HEIGHT_PX = 32
MARGIN_PX = 12  # from the picture's corner


class PageTurner(QFrame):
    """Which slide is seen behind the person, and the two buttons that turn it.

    Lies on the picture while the background has several pages.

    Signals:
        turned: So many pages on, or back if negative.
    """

    turned = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("PageTurner")
        self.setFixedHeight(HEIGHT_PX)
        self.back = self._button("\u2039", tr("Previous slide (PgUp)"))
        self.back.clicked.connect(lambda: self.turned.emit(-1))
        self.forward = self._button("\u203a", tr("Next slide (PgDown)"))
        self.forward.clicked.connect(lambda: self.turned.emit(1))
        self.words = label("")
        layout = row(self.back, self.words, self.forward, gap=2)
        layout.setContentsMargins(4, 0, 4, 0)
        # Slides are counted from left to right, as films run, whatever way people write.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setLayout(layout)
        self.show_page(None)

    def show_page(self, page: tuple[int, int] | None) -> None:
        """The page that is seen, from 1 on, and how many there are; None: it has no pages."""
        has_several = page is not None and page[1] > 1
        if page is not None:
            number, count = page
            self.words.setText(f"{number}/{count}")
            self.setAccessibleName(tr("Slide {number} of {count}", number=number, count=count))
            self.back.setEnabled(number > 1)
            self.forward.setEnabled(number < count)
            self.adjustSize()
        self.setVisible(has_several)

    @staticmethod
    def _button(sign: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        button.setFixedSize(BUTTON_PX, BUTTON_PX)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
