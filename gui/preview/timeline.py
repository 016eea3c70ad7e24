"""Timeline: the seek bar of a film, with handles for In and Out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.preview.range_handle import HANDLE_PX, STEPS_PER_S, RangeHandle
from gui.shared.language import tr
from gui.shared.parts import column
from gui.shared.sliders import JumpSlider
from gui.shared.words import exact_clock

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
        self.position.setObjectName("SeekBar")
        self.position.setAccessibleName(tr("Position in the video"))
        self.position.setToolTip(tr("Click or drag to seek; arrow keys step one second"))
        self.position.setPageStep(5 * STEPS_PER_S)
        self.position.setSingleStep(STEPS_PER_S)
        self.position.valueChanged.connect(lambda value: self.sought.emit(value / STEPS_PER_S))
        layout = column(self, gap=0)
        layout.setContentsMargins(SIDE_PX, 0, SIDE_PX, 0)
        layout.addWidget(self.position)
        self.start = RangeHandle(self, self.position, tr("In point"), is_start=True)
        self.start.setObjectName("RangeStart")
        self.end = RangeHandle(self, self.position, tr("Out point"), is_start=False)
        self.end.setObjectName("RangeEnd")
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
            slider.blockSignals(True)
            slider.setRange(0, last)
        self.position.setValue(0)
        for slider in (self.position, self.start, self.end):
            slider.blockSignals(False)
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
