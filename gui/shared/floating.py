"""Popover: a frame that opens beside a row, over the window; Overlay: what lies over a widget."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QStyle, QStyleOption, QWidget

GAP_PX = 4
MOST_SHARE = 0.4  # of the window's height
RADIUS_PX = 12  # of its corners, as the style sheet has it


class Overlay(QWidget):
    """Lies over all of `host`, and has its size."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        host.installEventFilter(self)

    def cover(self) -> None:
        """Show it on top of the host."""
        self.setGeometry(self._host.rect())
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._host.rect())
        return super().eventFilter(watched, event)


class Popover(QFrame):
    """Opens above or below a row, over whatever is there: nothing in the window moves for it.

    Args:
        anchor: The row. What floats is as wide as it, and hidden while it is hidden.
        is_above: It opens upwards.

    Signals:
        pointer_left: The pointer is over it no more.

    Attributes:
        is_pointed_at: The pointer is over it: what lies under it must not move.
    """

    pointer_left = Signal()

    def __init__(self, anchor: QWidget, *, is_above: bool) -> None:
        super().__init__(anchor)
        self.setObjectName("Floating")
        self._anchor = anchor
        self._is_above = is_above
        self._is_open = False
        self._wanted_px = 0
        self.is_pointed_at = False
        anchor.installEventFilter(self)
        self.hide()

    def set_wanted_height(self, height_px: int) -> None:
        """The height of the content; more than a part of the window it does not get."""
        self._wanted_px = height_px
        self._place()

    def set_open(self, is_open: bool) -> None:
        """Open or close it."""
        self._is_open = is_open
        if is_open and self.parentWidget() is not self._anchor.window():
            self.setParent(self._anchor.window())
        self._place()  # first: shown elsewhere, it would be under the pointer for a moment
        self.setVisible(is_open and self._anchor.isVisible())

    def _place(self) -> None:
        window = self._anchor.window()
        if not self._is_open or self.parentWidget() is not window:
            return
        height = min(self._wanted_px, round(MOST_SHARE * window.height()))
        top = -height - GAP_PX if self._is_above else self._anchor.height() + GAP_PX
        corner = self._anchor.mapTo(window, QPoint(0, top))
        self.setGeometry(corner.x(), corner.y(), self._anchor.width(), height)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        # Around the corners toward the row one would see a bit of the button under it.
        top = self.height() - RADIUS_PX if self._is_above else 0
        option = QStyleOption()
        option.initFrom(self)
        with QPainter(self) as painter:
            painter.fillRect(0, top, self.width(), RADIUS_PX, QGuiApplication.palette().window())
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: D102, N802
        self.is_pointed_at = True
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        self._let_go()
        super().leaveEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102, N802
        self._let_go()
        super().hideEvent(event)

    def _let_go(self) -> None:
        if self.is_pointed_at:
            self.is_pointed_at = False
            self.pointer_left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._place()
        elif event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._place()
            self.setVisible(self._is_open and event.type() == QEvent.Type.Show)
        return super().eventFilter(watched, event)
