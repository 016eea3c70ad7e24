"""DesktopCutOut: the person alone on the desktop, above all windows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QEnterEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gui.control import Control, Core
from gui.preview.view import ShownFrame
from gui.shared.language import tr
from gui.shared.parts import ROLE, Painted, named

FIRST_WIDTH_PX, LEAST_WIDTH_PX = 480, 160
MARGIN_PX = 16  # to the edges of the screen, at first
WHEEL_STEP = 1.1  # per notch
NOTCH = 120.0  # eighths of a degree
GRAB_ALPHA = 1  # a wholly transparent pixel would let clicks through
CORNER_PX = 8
BUTTON_PX = 28


class DesktopCutOut(QWidget):
    """A frameless window with nothing in it but the person.

    A drag moves it, the wheel scales it, Esc closes it. While the pointer is over it, it has an
    outline and a button that closes it.

    Signals:
        resized: Its height and width, in device pixels.
        click_through_asked: From its menu: let clicks through, or not.
        closed: A person closed it.
    """

    resized = Signal(int, int)
    click_through_asked = Signal(bool)
    closed = Signal()
    image = Painted[QImage | None](None)  # of the person

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(tr("Cut-out on the desktop"))
        self.setAccessibleName(self.windowTitle())
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
        )
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._shape = (9, 16)
        self._pressed: QPointF | None = None
        self._is_pointed_at = False
        self.close_button = QToolButton(self)  # readable on any desktop, in both themes
        self.close_button.setObjectName("CloseCutOut")
        self.close_button.setText("\N{MULTIPLICATION SIGN}")
        named(self.close_button, tr("Close the cut-out (Esc)"))
        self.close_button.setFixedSize(BUTTON_PX, BUTTON_PX)
        self.close_button.clicked.connect(self.close)
        self.close_button.hide()
        self._set_width(FIRST_WIDTH_PX)
        room = self.screen().availableGeometry()
        self.move(
            room.right() - self.width() - MARGIN_PX, room.bottom() - self.height() - MARGIN_PX
        )

    @property
    def is_click_through(self) -> bool:
        """Whether clicks reach what is behind it."""
        return bool(self.windowFlags() & Qt.WindowType.WindowTransparentForInput)

    def set_click_through(self, is_on: bool) -> None:
        """Let clicks reach what is behind it, or keep them."""
        if is_on != self.is_click_through:
            was_visible = self.isVisible()
            self._point(False)
            self.setWindowFlag(Qt.WindowType.WindowTransparentForInput, is_on)
            self.setVisible(was_visible)  # a changed flag hides a window

    def show_frame(self, frame: ShownFrame) -> None:
        """Show the person of this frame; nothing if it has no valid matte."""
        self.image = frame.desktop
        shape = frame.frame_height, max(1, round(frame.shown_width))
        if shape != self._shape:
            self._shape = shape
            self._set_width(self.width())

    def _set_width(self, width: int) -> None:
        height, across = self._shape
        room = self.screen().availableGeometry()
        most = min(room.width(), room.height() * across // height)
        width = max(LEAST_WIDTH_PX, min(most, width))
        bottom = self.geometry().bottomLeft()
        self.resize(width, max(1, round(width * height / across)))
        if self.isVisible():  # it stands where it stood
            self.move(bottom.x(), bottom.y() - self.height() + 1)

    def _point(self, is_pointed_at: bool) -> None:
        self._is_pointed_at = is_pointed_at
        self.close_button.setVisible(is_pointed_at)
        self.update()

    def _tell_size(self) -> None:
        scale = self.devicePixelRatioF()
        self.resized.emit(round(self.height() * scale), round(self.width() * scale))

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._tell_size()
        return super().event(event)

    def resizeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        self._tell_size()
        self.close_button.move(self.width() - BUTTON_PX - CORNER_PX, CORNER_PX)

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:
            if not self.is_click_through:
                grab = self.palette().color(ROLE.Window)
                grab.setAlpha(GRAB_ALPHA)
                painter.fillRect(self.rect(), grab)
            if self.image is not None:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(self.rect(), self.image)
            if self._is_pointed_at:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self.palette().color(ROLE.Highlight), 2))
                outline = self.rect().adjusted(1, 1, -2, -2)
                painter.drawRoundedRect(outline, CORNER_PX, CORNER_PX)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: D102, N802
        self._point(True)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        self._point(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.globalPosition() - self.pos().toPointF()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self._pressed is None:
            return
        handle = self.windowHandle()
        # On Wayland only the system moves windows.
        if handle is not None and handle.startSystemMove():
            self._pressed = None
        else:
            self.move((event.globalPosition() - self._pressed).toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self._pressed = None

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802
        self._set_width(round(self.width() * WHEEL_STEP ** (event.angleDelta().y() / NOTCH)))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102, N802
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            tr("Let clicks through (the More menu ends it)"),
            lambda: self.click_through_asked.emit(True),
        )
        menu.addAction(tr("Close the cut-out (Esc)"), self.close)
        menu.popup(event.globalPos())

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102, N802
        super().closeEvent(event)
        self.closed.emit()


class DesktopControl(Control):
    """Connects the menu, the session and the cut-out, which exists while it is shown."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.cut_out: DesktopCutOut | None = None
        core.window.desktop.triggered.connect(self.set_open)
        core.window.click_through.triggered.connect(self._set_click_through)
        core.window.click_through.setEnabled(False)
        core.window.closed.connect(lambda: self.set_open(False))
        core.session.finished.connect(self._on_finished)

    def set_open(self, is_open: bool) -> None:
        """Open the cut-out, or close it."""
        if is_open and self.cut_out is None:
            cut_out = self.cut_out = DesktopCutOut()
            cut_out.resized.connect(lambda *size: self._session.change_view(desktop=size))
            cut_out.click_through_asked.connect(self._set_click_through)
            cut_out.closed.connect(self._on_closed)
            cut_out.show()  # which tells its size
        elif not is_open and self.cut_out is not None:
            self.cut_out.close()
        self._show()

    def _on_closed(self) -> None:
        if self.cut_out is not None:
            self.cut_out.deleteLater()
            self.cut_out = None
            self._session.change_view(desktop=(0, 0))
            self._show()

    def _on_frame(self, frame: ShownFrame) -> None:
        if self.cut_out is not None:
            self.cut_out.show_frame(frame)

    def _on_finished(self) -> None:
        if self.cut_out is not None:
            self.cut_out.image = None

    def _set_click_through(self, is_on: bool) -> None:
        if self.cut_out is not None:
            self.cut_out.set_click_through(is_on)
        self._show()

    def _show(self) -> None:
        is_open = self.cut_out is not None
        self._window.desktop.setChecked(is_open)
        self._window.click_through.setEnabled(is_open)
        self._window.click_through.setChecked(
            self.cut_out is not None and self.cut_out.is_click_through
        )
