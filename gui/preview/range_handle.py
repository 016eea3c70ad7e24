"""RangeHandle: the start or the end of a part of a film, on the scale of its seek bar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from gui.shared.focus_ring import has_ring
from gui.shared.sliders import JumpSlider

STEPS_PER_S = 1000  # sliders use integers
HANDLE_PX = 12  # width; the handles stand outside the range
HEIGHT_PX = 24


class RangeHandle(QSlider):
    """A bracket that is dragged; a slider, for keyboard and screen readers.

    Args:
        parent: Where it stands; its left end is that of the bar's own parent.
        bar: The seek bar.
        name: What a screen reader says.
        is_start: Whether it is the start, not the end.
        height_px: Of the bracket.

    Signals:
        moved: The user moved it; its slider position is current.
        dropped: The user is done with moving it.
        reset_asked: Clear this point: Delete, or a double-click.
    """

    moved = Signal()
    dropped = Signal()
    reset_asked = Signal()

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
        self.blockSignals(True)
        self.setValue(value)
        self.setSliderPosition(value)
        self.blockSignals(False)

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

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self.reset_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.reset_asked.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802
        event.ignore()

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
