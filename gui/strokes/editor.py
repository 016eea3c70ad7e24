"""StrokeEditor: a brush on the picture that keeps, removes or softens what it touches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPaintEvent,
    QPalette,
    QPen,
    QTransform,
)

from app.messages import marked
from app.pipeline.strokes.stroke import MOST_POINTS, Stroke, StrokeKind
from gui.preview.picture_editor import (
    PictureCursor,
    PictureEditor,
    Point,
    paint_cross,
    simplified,
    within,
)
from gui.preview.preview import Preview
from gui.shared.language import tr
from gui.shared.parts import Segments, held, icon_button, named, push_button, row
from gui.shared.sliders import JumpSlider

KINDS: list[tuple[StrokeKind, str, str, str]] = [
    ("keep", marked("Keep"), "check", marked("Paint over what is missing: it is kept")),
    ("remove", marked("Remove"), "close", marked("Paint over what should go: it is replaced")),
    ("soft", marked("Soften"), "blur", marked("Paint over hair or motion: its edge becomes soft")),
]
WORDS = marked(
    "Paint over what is wrong. It is mended before and after this frame, as far as it can be "
    "followed."
)
CHOSEN = marked("Delete removes this stroke; the marks below the seek bar trim its reach.")
LIMIT = marked("{count} strokes is the limit. Remove one to add another.")
THIN, THICK, USUAL = 0.004, 0.3, 0.04  # width of the brush, in shares of the picture's width
STEPS = 100
KEY_STEPS = 5
SIZE_PX = 110
LEAST_PX = 3.0  # a shorter stroke is a click
SMOOTH_PX = 0.7  # tolerance when simplifying a stroke
FILL_ALPHA, FAINT_ALPHA = 110, 60
COLOURS: dict[StrokeKind, QPalette.ColorRole] = {
    "keep": QPalette.ColorRole.Link,
    "remove": QPalette.ColorRole.BrightText,
    "soft": QPalette.ColorRole.Highlight,
}


class StrokeEditor(PictureEditor):
    """Covers the picture while the user paints strokes.

    A press and a drag paint a stroke; a click on a stroke of this frame chooses it, a click
    elsewhere paints a dot. A `PictureCursor` does the same by keys. The frame is the caller's
    business: it says which strokes are of it.

    Signals:
        begun: The user begins to paint, or is about to have painted by keys: the picture should
            stand still, and the frame that is seen is the stroke's.
        painted: Kind, width and points of a new stroke, as in `Stroke`.
        chosen: Number of a stroke; -1: none.
        removed: Number of the stroke to remove.
    """

    OWN_KEYS = (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Space)
    begun = Signal()
    painted = Signal(str, float, object)
    chosen = Signal(int)
    removed = Signal(int)

    def __init__(self, host: Preview) -> None:
        super().__init__(host, name=tr("Strokes in the picture"))
        self._here: dict[int, Stroke] = {}  # of the shown frame, by their numbers
        self._strokes: tuple[Stroke, ...] = ()
        self._chosen = -1
        self._line: list[QPointF] = []
        self._pointer: QPointF | None = None
        self._cursor = PictureCursor()
        self.kinds = Segments(KINDS, name=tr("What the brush does"))
        self.kinds.chosen.connect(lambda _: self.update())
        tip = tr("Size of the brush ([ and ])")
        self.size_slider = named(JumpSlider(), tr("Size of the brush"), tip)
        self.size_slider.setFixedWidth(SIZE_PX)
        self.size_slider.setRange(0, STEPS)
        self.size_slider.reset_asked.connect(lambda: self.set_width(USUAL))
        self.size_slider.valueChanged.connect(lambda _: self.update())
        self.set_width(USUAL)
        self.remove = icon_button("trash", tr("Remove the chosen stroke (Delete)"), kind="small")
        self.remove.clicked.connect(self._remove)
        self.clear = push_button(tr("Clear all"), tr("Remove all strokes of this video"))
        choices = held(row(self.kinds, self.size_slider))
        self.fill_bar(self.remove, self.clear, choices=choices)
        self._refresh()

    def open(self) -> None:
        """Open on top of the host."""
        self._line, self._pointer = [], None
        self._cursor.hide()
        self._refresh()
        self.begin()

    def show_strokes(self, strokes: Sequence[Stroke], here: Sequence[int]) -> None:
        """Show strokes without a signal.

        Args:
            strokes: All of the film.
            here: Numbers of those that were drawn on the shown frame.
        """
        if tuple(strokes) != self._strokes:
            self._strokes, self._chosen = tuple(strokes), -1
        self._here = {number: strokes[number] for number in here}
        self._refresh()

    def choose(self, number: int) -> None:
        """Choose a stroke without a signal; -1: none."""
        self._chosen = number
        self._refresh()

    @property
    def kind(self) -> StrokeKind:
        """What the brush does."""
        return cast(StrokeKind, self.kinds.current())

    @property
    def brush_width(self) -> float:
        """Width of the brush, in shares of the picture's width."""
        share = self.size_slider.value() / STEPS
        return round(THIN + (THICK - THIN) * share * share, 5)

    def set_width(self, width: float) -> None:
        """Set the width of the brush."""
        share = max(0.0, (width - THIN) / (THICK - THIN)) ** 0.5
        self.size_slider.setValue(round(share * STEPS))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self.picture().contains(event.position()):
            self._line = [event.position()]
            self._cursor.hide()
            self.begun.emit()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self._pointer = event.position()
        if self._line:
            self._line.append(event.position())
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        line, self._line = self._line, []
        if event.button() != Qt.MouseButton.LeftButton or not line:
            self._line = line
            return
        is_click = all((at - line[0]).manhattanLength() < LEAST_PX for at in line)
        self._paint_along(self._points_of(line[:1] if is_click else line))
        self.update()

    def _paint_along(self, points: tuple[Point, ...]) -> None:
        """A new stroke, or of one point the stroke that is there is chosen."""
        under = self._stroke_at(self.to_widget(points[0])) if len(points) == 1 else -1
        if under >= 0:
            self.choose(under)
            self.chosen.emit(under)
        elif len(self._strokes) >= Stroke.MOST:
            self.tell(tr(LIMIT, count=Stroke.MOST))
        else:
            self.painted.emit(self.kind, self.brush_width, points)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        self._pointer = None
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        steps = {"[": -KEY_STEPS, "]": KEY_STEPS}
        if event.text() in steps:
            self.size_slider.setValue(self.size_slider.value() + steps[event.text()])
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        elif act := self._cursor.press(event, is_mirrored=self._preview.is_mirrored):
            is_over = act == "finished" or len(self._cursor.points) == MOST_POINTS
            if is_over or (act == "put" and len(self._cursor.points) == 1):
                self.begun.emit()
            points = self._cursor.take() if is_over else ()
            self.tell(self._cursor.words())
            if points:
                self._paint_along(points)
            self.update()
        else:
            super().keyPressEvent(event)

    def _points_of(self, line: list[QPointF]) -> tuple[Point, ...]:
        """The line with as few points as its shape needs, in shares of the picture."""
        simple = simplified(line, SMOOTH_PX, is_closed=False, enough=MOST_POINTS)
        places = map(self.to_picture, simple[:MOST_POINTS])
        return tuple((within(x), within(y)) for x, y in places)

    def _stroke_at(self, at: QPointF) -> int:
        """Number of the thinnest stroke of this frame under the pointer; -1: none."""
        under = [
            (stroke.width, number)
            for number, stroke in self._here.items()
            if self._outline(self._path(stroke.points), stroke.width).contains(at)
        ]
        return min(under)[1] if under else -1

    def _remove(self) -> None:
        if self._chosen >= 0:
            number, self._chosen = self._chosen, -1
            self.removed.emit(number)

    def _refresh(self) -> None:
        self.remove.setEnabled(self._chosen >= 0)
        self.clear.setEnabled(bool(self._strokes))
        if self._cursor.at is None:
            self.tell(tr(WORDS) if self._chosen < 0 else tr(CHOSEN))
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.update()

    def _path(self, points: Sequence[Point]) -> QPainterPath:
        path = QPainterPath(self.to_widget(points[0]))
        for point in points[1:]:
            path.lineTo(self.to_widget(point))
        return path

    def _outline(self, path: QPainterPath, width: float) -> QPainterPath:
        """What a brush of a width, in shares of the picture's, touches along a path.

        It is round in the film's own pixels.
        """
        width_px = max(1.0, width * self.picture().width())
        if path.elementCount() < 2:
            at, dot = path.currentPosition(), QPainterPath()
            dot.addEllipse(at, width_px / 2, width_px / 2 / self.pixel_aspect())
            return dot
        brush = QPainterPathStroker()
        brush.setWidth(width_px)
        brush.setCapStyle(Qt.PenCapStyle.RoundCap)
        brush.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        to_round = QTransform.fromScale(1.0, self.pixel_aspect())
        touched = brush.createStroke(to_round.map(path)).simplified()
        return QTransform.fromScale(1.0, 1 / self.pixel_aspect()).map(touched)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(self.picture())
            for number, stroke in self._here.items():
                outline = self._outline(self._path(stroke.points), stroke.width)
                self._paint(painter, outline, stroke.kind, is_chosen=number == self._chosen)
            if self._line:
                path = QPainterPath(self._line[0])
                for at in self._line[1:]:
                    path.lineTo(at)
                outline = self._outline(path, self.brush_width)
                self._paint(painter, outline, self.kind, is_chosen=True)
            elif self._cursor.at is not None:
                points = (*self._cursor.points, self._cursor.at)
                outline = self._outline(self._path(points), self.brush_width)
                self._paint(painter, outline, self.kind, is_chosen=bool(self._cursor.points))
                paint_cross(painter, self.to_widget(self._cursor.at))
            elif self._pointer is not None:
                radius = max(1.0, self.brush_width * self.picture().width() / 2)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                for colour, width in ((Qt.GlobalColor.black, 3), (Qt.GlobalColor.white, 1)):
                    painter.setPen(QPen(colour, width))
                    painter.drawEllipse(self._pointer, radius, radius / self.pixel_aspect())

    def _paint(
        self, painter: QPainter, outline: QPainterPath, kind: StrokeKind, *, is_chosen: bool
    ) -> None:
        colour = self.palette().color(COLOURS[kind])
        fill = QColor(colour)
        fill.setAlpha(FILL_ALPHA if is_chosen else FAINT_ALPHA)
        painter.setBrush(fill)
        painter.setPen(QPen(colour, 2 if is_chosen else 1))
        painter.drawPath(outline)
