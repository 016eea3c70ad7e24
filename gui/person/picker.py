"""PeoplePicker: clicks on the people who stay, in the picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)

from app.messages.message import marked
from gpu_unet import Area
from gui.preview.picture_editor import PictureEditor, Point
from gui.preview.preview import Preview
from gui.shared.keys import ARROWS
from gui.shared.language import tr
from gui.shared.parts import push_button
from gui.shared.theme import has_ring

ASK = marked("Click everyone who stays. All others are removed.")
MORE = marked("Click others who stay, or a mark to take it back.")
LOOKING = marked("Looking for the person\u2026")
NOT_FOUND = marked("Nobody was found there. Click a person.")
MARK_PX, REACH_PX = 9, 14  # half of a mark, and a click's reach
SHADE_ALPHA = 150
STEP = 0.02  # of the picture, an arrow key's
MIDDLE: Point = (0.5, 0.5)


class PeoplePicker(PictureEditor):
    """Covers the picture while the user clicks on people.

    A click on somebody asks for them to be kept; a click on a mark takes that back. Arrow keys
    move a cross, and Enter clicks there.

    Args:
        host, picture: See `PictureEditor`.

    Signals:
        picked: A place in shares of the picture.
        taken_back: Number of the mark.
    """

    picked = Signal(float, float)
    taken_back = Signal(int)

    def __init__(self, host: Preview) -> None:
        super().__init__(host, name=tr("People in the picture"))
        self._marks: list[Point] = []
        self._kept: tuple[Area, ...] | None = None
        self._cross: Point | None = None
        self.everyone = push_button(tr("Everyone"), tr("Keep all people in the picture"))
        self.fill_bar(self.everyone)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def open(self, *, is_mirrored: bool) -> None:
        """Open on top of the host."""
        self._cross = None
        self.begin(is_mirrored=is_mirrored)

    def show_count(self, count: int) -> None:
        """Show how many clicks this film has."""
        self.everyone.setEnabled(count > 0)
        self.words.setText(tr(ASK) if count == 0 else tr(MORE))

    def show_marks(self, marks: Sequence[Point]) -> None:
        """Show the clicks of the present frame, in shares of the picture."""
        if list(marks) != self._marks:
            self._marks = list(marks)
            self.update()

    def show_kept(self, areas: Sequence[Area] | None) -> None:
        """Darken what is removed of the present frame; None: it is not known."""
        kept = None if areas is None else tuple(areas)
        if kept != self._kept:
            self._kept = kept
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() == Qt.MouseButton.LeftButton:
            self._cross = None
            self._click(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        key = Qt.Key(event.key())
        if key in ARROWS:
            across, down = ARROWS[key]
            x, y = self._cross or MIDDLE
            x += -across * STEP if self._is_mirrored else across * STEP
            self._cross = min(1.0, max(0.0, x)), min(1.0, max(0.0, y + down * STEP))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._click(self.to_widget(self._cross or MIDDLE))
        else:
            super().keyPressEvent(event)

    def _click(self, at: QPointF) -> None:
        away = [(self.to_widget(mark) - at).manhattanLength() for mark in self._marks]
        if away and min(away) <= REACH_PX:
            self.taken_back.emit(away.index(min(away)))
            return
        x, y = self.to_picture(at)
        if 0 <= x < 1 and 0 <= y < 1:
            self.picked.emit(x, y)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(self.picture())
            colour = self.palette().color(QPalette.ColorRole.Highlight)
            if self._kept is not None:
                self._paint_removed(painter, self._kept, colour)
            for mark in self._marks:
                self._paint_mark(painter, self.to_widget(mark), colour)
            if self._cross is not None or has_ring(self):
                at = self.to_widget(self._cross or MIDDLE)
                painter.setPen(QPen(Qt.GlobalColor.white, 2))
                for x, y in ((MARK_PX, 0), (0, MARK_PX)):
                    painter.drawLine(at - QPointF(x, y), at + QPointF(x, y))

    def _paint_removed(self, painter: QPainter, kept: Sequence[Area], colour: QColor) -> None:
        stays, goes = QPainterPath(), QPainterPath()
        for area in kept:
            outline = QPainterPath()
            outline.addPolygon(QPolygonF([self.to_widget(point) for point in area.points]))
            outline.closeSubpath()
            if area.kind == "garbage":
                goes = goes.united(outline)
            else:
                stays = stays.united(outline)
        stays = stays.subtracted(goes)
        outside = QPainterPath()
        outside.addRect(self.picture())
        shade = QColor(Qt.GlobalColor.black)
        shade.setAlpha(SHADE_ALPHA)
        painter.fillPath(outside.subtracted(stays), shade)
        painter.setPen(QPen(colour, 2))
        painter.drawPath(stays)

    def _paint_mark(self, painter: QPainter, at: QPointF, colour: QColor) -> None:
        painter.setPen(QPen(Qt.GlobalColor.white, 2))
        painter.setBrush(colour)
        painter.drawEllipse(at, MARK_PX, MARK_PX)
        painter.drawPolyline([at + QPointF(-4, 0), at + QPointF(-1, 3.5), at + QPointF(4.5, -3.5)])
        painter.setBrush(Qt.BrushStyle.NoBrush)
