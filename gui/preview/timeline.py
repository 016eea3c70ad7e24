"""Timeline: the seek bar of a film, with handles for In and Out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.shared.language import tr
from gui.shared.parts import column
from gui.shared.sliders import JumpSlider, ResetSlider
from gui.shared.theme import has_ring
from gui.shared.words import exact_clock

STEPS_PER_S = 1000  # sliders use integers
HANDLE_PX = 12  # width; the handles stand outside the range
HEIGHT_PX = 24


class RangeHandle(ResetSlider):
    """The start or the end of a part of a film, on the scale of its seek bar.

    A bracket that is dragged; a slider, for keyboard and screen readers.

    Args:
        parent: Where it stands; its left end is that of the bar's own parent.
        bar: The seek bar.
        name: What a screen reader says.
        is_start: Whether it is the start, not the end.
        height_px: Of the bracket.

    Signals:
        moved: The user moved it; its slider position is current.
        dropped: The user is done with moving it.
        reset_asked: Clear this point.
    """

    moved = Signal()
    dropped = Signal()

    def __init__(
        self,
        parent: QWidget,
        bar: JumpSlider,
        name: str,
        *,
        is_start: bool,
        height_px: int = HEIGHT_PX,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._bar = bar
        self._is_start = is_start
        self._is_lit = False
        self._grip_px = 0.0
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setSingleStep(STEPS_PER_S)
        self.setPageStep(5 * STEPS_PER_S)
        self.setFixedSize(HANDLE_PX, height_px)
        self.actionTriggered.connect(self._on_action)

    def set_lit(self, is_lit: bool) -> None:
        """Whether there is a part, rather than all of the film."""
        self._is_lit = is_lit
        self.update()

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

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            roles = QPalette.ColorRole
            colour = self.palette().color(
                roles.Highlight if self._is_lit else roles.PlaceholderText
            )
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


class Timeline(QWidget):
    """The seek bar with its two handles; tells what a person wants, shows what is.

    Signals:
        sought: Position in seconds.
        range_changed: First moment of the part and the first after it, in seconds; None: all.

    Attributes:
        position: The seek bar.
        start, end: The handles.
    """

    sought = Signal(float)
    range_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._frame = 1  # of the film, in steps: the least that a part has
        self.position = JumpSlider()
        self.position.setAccessibleName(tr("Position in the video"))
        self.position.setToolTip(tr("Click or drag to seek; arrow keys step one second"))
        self.position.setPageStep(5 * STEPS_PER_S)
        self.position.setSingleStep(STEPS_PER_S)
        self.position.valueChanged.connect(lambda value: self.sought.emit(value / STEPS_PER_S))
        layout = column(self, gap=0)
        layout.setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        layout.addWidget(self.position)
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
        last = max(1, round(duration_s * STEPS_PER_S))
        self._frame = max(1, min(last, round(frame_s * STEPS_PER_S)))
        for slider in (self.position, self.start, self.end):
            with QSignalBlocker(slider):
                slider.setRange(0, last)
                slider.setValue(0)
        self._put(0, last)

    @property
    def has_range(self) -> bool:
        """Whether a part is wanted, not all."""
        return self.start.value() > 0 or self.end.value() < self.end.maximum()

    def range_s(self) -> tuple[float, float] | None:
        """The part; None: all of it."""
        if not self.has_range:
            return None
        return self.start.value() / STEPS_PER_S, self.end.value() / STEPS_PER_S

    def show_range(self, range_s: tuple[float, float] | None) -> None:
        """Put the handles there without telling anyone."""
        start_s, end_s = range_s or (0.0, self.end.maximum() / STEPS_PER_S)
        self._put(round(start_s * STEPS_PER_S), round(end_s * STEPS_PER_S))

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
        self.sought.emit(shown / STEPS_PER_S)

    def _put(self, start: int, end: int, *, is_told: bool = False) -> None:
        for handle, value in ((self.start, start), (self.end, end)):
            handle.put(value)
            words = exact_clock(handle.value() / STEPS_PER_S)
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
            handle.set_lit(self.has_range)
            handle.place(centre=self.height() / 2)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        if not self.has_range:
            return
        with QPainter(self) as painter:
            left, right = self.start.geometry().right() + 1, self.end.geometry().left()
            colour = self.palette().color(QPalette.ColorRole.Highlight)
            colour.setAlpha(70)
            painter.fillRect(
                QRectF(left, (self.height() - BAND_PX) / 2, right - left, BAND_PX), colour
            )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)
