"""Timeline: the seek bar of a film, with In and Out; MarkLane: marks of its times, below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.shared.language import tr
from gui.shared.parts import Painted, SelfPainted, column, named
from gui.shared.sliders import JumpSlider, ResetSlider
from gui.shared.theme import has_ring
from gui.shared.words import exact_clock

MOST_STEPS = 2**31 - 1  # of a slider
HANDLE_PX = 12  # width; the handles stand outside the range
HEIGHT_PX = 24


class SeekBar(JumpSlider):
    """A slider for the times of a film; its steps are thousandths of a second.

    Those of a film of more than 24 days are longer.
    """

    def __init__(self) -> None:
        super().__init__()
        self.show_film(0.0)

    def show_film(self, duration_s: float) -> None:
        """Set the length, without a signal."""
        self._steps_per_s = min(1000.0, MOST_STEPS / max(1.0, duration_s))
        with QSignalBlocker(self):
            self.setRange(0, max(1, self.step_of(duration_s)))
            self.setValue(0)
        self.setSingleStep(self.step_of(1.0))
        self.setPageStep(self.step_of(5.0))

    def step_of(self, time_s: float) -> int:
        """The step that is nearest to a time."""
        return min(round(time_s * self._steps_per_s), MOST_STEPS)

    def time_of(self, step: int) -> float:
        """The time of a step, in seconds."""
        return step / self._steps_per_s


class RangeHandle(SelfPainted, ResetSlider):
    """The start or the end of a part of a film, on the scale of its seek bar.

    A bracket that is dragged; a slider, for keyboard and screen readers.

    Args:
        parent: Where it stands; its left end is that of the bar's own parent.
        name: What a screen reader says.

    Attributes:
        is_lit: Whether there is a part, rather than all of the film.

    Signals:
        moved: The user moved it; its slider position is current.
        dropped: The user is done with moving it.
        reset_asked: Clear this point.
    """

    moved = Signal()
    dropped = Signal()
    is_lit = Painted(False)

    def __init__(
        self,
        parent: QWidget,
        bar: SeekBar,
        name: str,
        *,
        is_start: bool,
        height_px: int = HEIGHT_PX,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._bar = bar
        self._is_start = is_start
        self._grip_px = 0.0
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setFixedSize(HANDLE_PX, height_px)
        self.actionTriggered.connect(self._on_action)

    def fit(self) -> None:
        """Take the bar's range and steps, without a signal."""
        with QSignalBlocker(self):
            self.setRange(0, self._bar.maximum())
        self.setSingleStep(self._bar.singleStep())
        self.setPageStep(self._bar.pageStep())

    def put(self, value: int) -> None:
        """Set the value without a signal."""
        with QSignalBlocker(self):
            self.setValue(value)
            self.setSliderPosition(value)

    def place(self, *, centre: float) -> None:
        """Stand at the own value, with the middle at row `centre` of the parent."""
        x = self._bar.x() + self._bar.x_of(self.value())
        self.move(
            round(x) - (HANDLE_PX if self._is_start else 0), round(centre - self.height() / 2)
        )

    def _on_action(self, _: int) -> None:
        self.moved.emit()  # the value follows
        if not self.isSliderDown():  # a key
            self.dropped.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() == Qt.MouseButton.LeftButton:
            edge_px = self.width() if self._is_start else 0
            self._grip_px = edge_px - event.position().x()
            self.setSliderDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self.isSliderDown():
            at = self.mapToParent(event.position()).x() - self._bar.x()
            self.setSliderPosition(self._bar.value_at(at + self._grip_px))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self.isSliderDown():
            self.setSliderDown(False)
            self.dropped.emit()

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        roles = QPalette.ColorRole
        colour = self.palette().color(roles.Highlight if self.is_lit else roles.PlaceholderText)
        tip = self.width() - 2.0 if self._is_start else 2.0  # they point inwards
        edge = tip - 5 if self._is_start else tip + 5
        painter.setPen(QPen(colour, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        side = self.height() / 6
        top, bottom = side, self.height() - side
        painter.drawPolyline(
            [QPointF(tip, top), QPointF(edge, top), QPointF(edge, bottom), QPointF(tip, bottom)]
        )
        if has_ring(self):
            painter.setPen(QPen(self.palette().color(roles.Highlight), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)


SIDE_PX = HANDLE_PX - 6  # of the seek bar's own handle, half stands over its end
BAND_PX = 10


class Timeline(SelfPainted, QWidget):
    """The seek bar with its two handles; tells what a person wants, shows what is.

    Signals:
        sought: Position in seconds.
        range_changed: First moment of the part and the first after it, in seconds; None: all.
    """

    sought = Signal(float)
    range_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._frame = 1  # of the film, in steps: the least that a part has
        tip = tr("Click or drag to seek; arrow keys step one second")
        self.position = named(SeekBar(), tr("Position in the video"), tip)
        self.position.valueChanged.connect(
            lambda value: self.sought.emit(self.position.time_of(value))
        )
        column(self.position, of=self).setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        self.start = RangeHandle(self, self.position, tr("In point"), is_start=True)
        self.end = RangeHandle(self, self.position, tr("Out point"), is_start=False)
        self.start.moved.connect(lambda: self._on_moved(self.start))
        self.end.moved.connect(lambda: self._on_moved(self.end))
        self.start.reset_asked.connect(lambda: self._put(0, self.end.value(), is_told=True))
        self.end.reset_asked.connect(
            lambda: self._put(self.start.value(), self.end.maximum(), is_told=True)
        )
        self._put(0, 0)

    def show_film(self, duration_s: float, frame_s: float) -> None:
        """Set the length of the bar; all of it is wanted."""
        self.position.show_film(duration_s)
        last = self.position.maximum()
        self._frame = max(1, min(last, self.position.step_of(frame_s)))
        self.start.fit()
        self.end.fit()
        self._put(0, last)

    @property
    def has_range(self) -> bool:
        """Whether a part is wanted, not all."""
        return self.start.value() > 0 or self.end.value() < self.end.maximum()

    def range_s(self) -> tuple[float, float] | None:
        """The part; None: all of it."""
        if not self.has_range:
            return None
        return self.position.time_of(self.start.value()), self.position.time_of(self.end.value())

    def show_range(self, range_s: tuple[float, float] | None) -> None:
        """Put the handles there without telling anyone."""
        bar = self.position
        start, end = (0, bar.maximum()) if range_s is None else map(bar.step_of, range_s)
        self._put(start, end)

    def _on_moved(self, handle: RangeHandle) -> None:
        at = handle.sliderPosition()
        start, end = self.start.value(), self.end.value()
        if handle is self.start:
            start = max(0, min(at, end - self._frame))
            shown = start
        else:
            end = min(handle.maximum(), max(at, start + self._frame))
            shown = end - self._frame  # the last frame of the part
        self._put(start, end, is_told=True)
        self.sought.emit(self.position.time_of(shown))

    def _put(self, start: int, end: int, *, is_told: bool = False) -> None:
        for handle, value in ((self.start, start), (self.end, end)):
            handle.put(value)
            words = exact_clock(self.position.time_of(handle.value()))
            handle.setAccessibleDescription(words)
            tip = tr(
                "In: {time}. Drag, or use the arrow keys ([ sets it here)\n"
                "Double-click or Delete clears it.",
                time=words,
            )
            if handle is self.end:
                tip = tr(
                    "Out: {time}. Drag, or use the arrow keys (] sets it here)\n"
                    "Double-click or Delete clears it.",
                    time=words,
                )
            handle.setToolTip(tip)
        self._place()
        if is_told:
            self.range_changed.emit(self.range_s())

    def _place(self) -> None:
        for handle in (self.start, self.end):
            handle.is_lit = self.has_range
            handle.place(centre=self.height() / 2)
        self.update()

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        if not self.has_range:
            return
        left, right = self.start.geometry().right() + 1, self.end.geometry().left()
        colour = self.palette().color(QPalette.ColorRole.Highlight)
        colour.setAlpha(70)
        painter.fillRect(QRectF(left, (self.height() - BAND_PX) / 2, right - left, BAND_PX), colour)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)


MarkKind = Literal["unsure", "pick", "keep", "remove", "soft"]
ROW_PX = 9
MOST_ROWS = 3  # marks beyond them lie over each other
BAR_PX, DIAMOND_PX = 4, 7  # thickness of a stretch, size of a single moment
REACH_PX = 4  # of a click
TRIM_PX = 14  # height of the handles
EDGE_PX = (TRIM_PX - ROW_PX + 1) // 2  # above and below the rows, for the handles
FAINT_ALPHA = 130
ROLES: dict[MarkKind, QPalette.ColorRole] = {
    "unsure": QPalette.ColorRole.LinkVisited,
    "pick": QPalette.ColorRole.Highlight,
    "keep": QPalette.ColorRole.Link,
    "remove": QPalette.ColorRole.BrightText,
    "soft": QPalette.ColorRole.Highlight,
}
IN_FIRST_ROW = ("unsure", "pick")


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A stretch of a film, or a moment where start and end agree.

    Attributes:
        start_s, end_s: In seconds.
        kind: What it stands for: its colour.
        text: What it is, in the window's language.
        id: Its owner's name for it; unlike those of the owner's other marks.
        trimmable: Its ends can be dragged once it is chosen.
        at_s: Where a click seeks to; None: its start.
    """

    start_s: float
    end_s: float
    kind: MarkKind
    text: str
    id: str
    trimmable: bool = False
    at_s: float | None = None

    @property
    def seek_s(self) -> float:
        """Where a click seeks to."""
        return self.start_s if self.at_s is None else self.at_s

    @property
    def words(self) -> str:
        """What it is, and when."""
        start, end = exact_clock(self.start_s), exact_clock(self.end_s)
        if self.start_s == self.end_s:
            return tr("{what}, {time}", what=self.text, time=start)
        return tr("{what}, {start} to {end}", what=self.text, start=start, end=end)


class MarkLane(SelfPainted, QWidget):
    """Shows marks; takes no room while there are none.

    A click chooses a mark and seeks to it; of one that can be trimmed, the ends can then be
    dragged. With the focus, left and right go from mark to mark.

    Args:
        bar: The seek bar, whose scale is the lane's; both begin at one column.

    Attributes:
        rows: Marks by time, each with the number of its row.

    Signals:
        sought: Position in seconds.
        chosen: `id` of the mark that the user chose.
        trimmed: `id`, and the first and last moment that it is to have, in seconds. 0 and the
            film's length stand for as far as it reaches.
    """

    sought = Signal(float)
    chosen = Signal(str)
    trimmed = Signal(str, float, float)

    def __init__(self, bar: SeekBar) -> None:
        super().__init__()
        self.setAccessibleName(tr("Marks of the video"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._bar = bar
        self._of_owner: dict[str, tuple[TimelineMark, ...]] = {}
        self.rows: list[tuple[TimelineMark, int]] = []
        self._chosen = ""
        self._trim: tuple[float, float] | None = None  # of the chosen mark, while it is dragged
        self.start = RangeHandle(
            self, bar, tr("Start of the mark"), is_start=True, height_px=TRIM_PX
        )
        self.start.setObjectName("TrimStart")
        self.end = RangeHandle(self, bar, tr("End of the mark"), is_start=False, height_px=TRIM_PX)
        self.end.setObjectName("TrimEnd")
        for handle in (self.start, self.end):
            handle.setToolTip(
                tr("Drag it, or use the arrow keys\nDouble-click or Delete undoes it.")
            )
            handle.is_lit = True
            handle.moved.connect(partial(self._on_moved, handle))
            handle.dropped.connect(self._on_dropped)
        self.start.reset_asked.connect(lambda: self._reset(start_s=0.0))
        self.end.reset_asked.connect(lambda: self._reset(end_s=bar.time_of(bar.maximum())))
        self._lay_out()

    @property
    def marks(self) -> list[TimelineMark]:
        """Those of all owners, by time."""
        return [mark for mark, _ in self.rows]

    @property
    def chosen_mark(self) -> TimelineMark | None:
        """The one that is chosen."""
        return next((mark for mark, _ in self.rows if mark.id == self._chosen), None)

    def show_marks(self, owner: str, marks: Sequence[TimelineMark]) -> None:
        """Replace the marks of one owner, without a signal.

        Args:
            owner: Any name.
            marks: Theirs; `id` distinguishes marks of all owners.
        """
        if self._of_owner.get(owner, ()) != tuple(marks):
            self._of_owner[owner] = tuple(marks)
            self._lay_out()

    def choose(self, mark_id: str) -> None:
        """Choose a mark without a signal; none if there is no such mark."""
        self._chosen, self._trim = mark_id, None
        self._describe()

    def step(self, direction: int) -> None:
        """Choose and seek to the mark after (1) or before (-1) the film's position."""
        marks = self.marks
        now_s = self._bar.time_of(self._bar.value())
        chosen = self.chosen_mark
        # Several may begin at one moment.
        if chosen is not None and abs(chosen.seek_s - now_s) < self._bar.time_of(2):
            at = marks.index(chosen)
            following = marks[at + 1 :] if direction > 0 else marks[:at]
        else:
            following = [mark for mark in marks if (mark.seek_s - now_s) * direction > 0]
        if following:
            self._take(following[0] if direction > 0 else following[-1])

    def _take(self, mark: TimelineMark) -> None:
        self.choose(mark.id)
        self.chosen.emit(mark.id)
        self.sought.emit(mark.seek_s)

    def _describe(self) -> None:
        mark = self.chosen_mark
        if mark is None:
            self._chosen, self._trim = "", None
        self.setAccessibleDescription("" if mark is None else mark.words)
        self._place()

    def _lay_out(self) -> None:
        """Find a row for each mark, so that as few as possible overlap."""
        marks = [mark for some in self._of_owner.values() for mark in some]
        marks.sort(key=lambda mark: (mark.seek_s, mark.start_s, mark.end_s))
        first = int(any(mark.kind in IN_FIRST_ROW for mark in marks))
        ends_s: list[float] = []  # of the rows after the first
        rows: dict[str, int] = {}
        for mark in sorted(marks, key=lambda mark: (mark.start_s, mark.end_s)):
            if mark.kind in IN_FIRST_ROW:
                rows[mark.id] = 0
                continue
            free = next((n for n, end_s in enumerate(ends_s) if end_s <= mark.start_s), len(ends_s))
            free = min(free, MOST_ROWS - first - 1)
            ends_s[free : free + 1] = [max([mark.end_s, *ends_s[free : free + 1]])]
            rows[mark.id] = first + free
        self.rows = [(mark, rows[mark.id]) for mark in marks]
        self.setFixedHeight((1 + max(rows.values(), default=0)) * ROW_PX + 2 * EDGE_PX)
        self.setVisible(bool(marks))
        self._describe()

    def _place(self) -> None:
        """Put the handles at the chosen mark."""
        chosen = next(((m, row) for m, row in self.rows if m.id == self._chosen), None)
        for handle in (self.start, self.end):
            handle.setVisible(chosen is not None and chosen[0].trimmable)
        if chosen is not None and chosen[0].trimmable:
            mark, row = chosen
            for handle, time_s in ((self.start, mark.start_s), (self.end, mark.end_s)):
                handle.fit()
                if self._trim is None:
                    handle.put(self._bar.step_of(time_s))
                handle.setAccessibleDescription(exact_clock(self._bar.time_of(handle.value())))
                handle.place(centre=_middle(row))
        self.update()

    def _box(self, mark: TimelineMark, row: int) -> QRectF:
        """Where a mark stands."""
        start_s, end_s = mark.start_s, mark.end_s
        if mark.id == self._chosen and self._trim is not None:
            start_s, end_s = self._trim
        left, right = (
            self._bar.x() + self._bar.x_of(self._bar.step_of(time_s)) for time_s in (start_s, end_s)
        )
        middle, least = _middle(row), BAR_PX
        if mark.start_s == mark.end_s:
            left, right, least = left - DIAMOND_PX / 2, left + DIAMOND_PX / 2, DIAMOND_PX
        return QRectF(left, middle - least / 2, max(least, right - left), least)

    def _mark_at(self, at: QPointF) -> TimelineMark | None:
        """The shortest of those under the pointer."""
        reach = REACH_PX
        under = [
            (box.width(), n)
            for n, box in enumerate(self._box(mark, row) for mark, row in self.rows)
            if box.adjusted(-reach, -reach, reach, reach).contains(at)
        ]
        return self.rows[min(under)[1]][0] if under else None

    def _on_moved(self, handle: RangeHandle) -> None:
        start, end = self.start.sliderPosition(), self.end.sliderPosition()
        if handle is self.start:
            start = max(0, min(start, end - 1))
        else:
            end = min(self.end.maximum(), max(end, start + 1))
        self._trim = self._bar.time_of(start), self._bar.time_of(end)
        self.start.put(start)
        self.end.put(end)
        self._place()

    def _on_dropped(self) -> None:
        mark, trim = self.chosen_mark, self._trim
        self._trim = None
        if mark is not None and trim is not None:
            self.trimmed.emit(mark.id, *trim)
        self._place()

    def _reset(self, *, start_s: float | None = None, end_s: float | None = None) -> None:
        mark, self._trim = self.chosen_mark, None
        if mark is not None:
            self.trimmed.emit(
                mark.id,
                mark.start_s if start_s is None else start_s,
                mark.end_s if end_s is None else end_s,
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        mark = self._mark_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and mark is not None:
            self._take(mark)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        key = Qt.Key(event.key())
        if key in steps:
            self.step(steps[key])
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mark = self._mark_at(QPointF(event.pos()))
            if mark is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), mark.words, self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._place()

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        # The chosen one, and moments, lie over the others.
        for mark, row in sorted(self.rows, key=self._depth):
            self._paint(painter, mark, self._box(mark, row))
        if has_ring(self):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def _depth(self, one: tuple[TimelineMark, int]) -> tuple[bool, bool]:
        return one[0].id == self._chosen, one[0].start_s == one[0].end_s

    def _paint(self, painter: QPainter, mark: TimelineMark, box: QRectF) -> None:
        colour = self.palette().color(ROLES[mark.kind])
        is_chosen = mark.id == self._chosen
        ring = self.palette().color(QPalette.ColorRole.WindowText)
        painter.setPen(QPen(ring, 1.5) if is_chosen else Qt.PenStyle.NoPen)
        if mark.start_s == mark.end_s:
            centre, half = box.center(), box.width() / 2
            painter.setBrush(colour)
            ways = ((-1, 0), (0, -1), (1, 0), (0, 1))
            corners = [centre + QPointF(x * half, y * half) for x, y in ways]
            painter.drawPolygon(QPolygonF(corners))
            return
        fill = QColor(colour)
        if mark.at_s is not None and not is_chosen:
            fill.setAlpha(FAINT_ALPHA)
        painter.setBrush(fill)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box, BAR_PX / 2, BAR_PX / 2)
        if mark.at_s is not None:  # the moment that it was made at
            x = self._bar.x() + self._bar.x_of(self._bar.step_of(mark.at_s))
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(x, box.center().y()), DIAMOND_PX / 2, DIAMOND_PX / 2)


def _middle(row: int) -> float:
    """The middle of a row, in pixels from the top."""
    return EDGE_PX + (row + 0.5) * ROW_PX
