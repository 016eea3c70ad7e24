"""Preview: the large picture; paints what the presenter made and lets the wipe be dragged."""

from __future__ import annotations

from operator import itemgetter

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.preview.marks import Place, RoundedCorners, paint_outline, paint_pill, paint_wipe
from gui.preview.view import ShownFrame, ViewMode, fitted_size
from gui.shared.focus_ring import has_ring

WIPE_REACH_PX = 24  # how far from the line a press still takes hold of it
WIPE_STEP = 0.02
SPINNER_MS, SPINNER_ROUND_MS = 40, 1200
NO_MESSAGE: tuple[str, bool] = ("", False)  # a sentence, and whether it goes away by itself
MESSAGE_ROOM_PX = 64  # at the foot of the picture


class Preview(QWidget):
    """Shows frames one to one; asks for another size when its own changes.

    Signals:
        room_changed: Height and width in device pixels, and device pixels per window pixel.
        full_screen_asked: Double-click.
    """

    room_changed = Signal(int, int, float)
    full_screen_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Preview")
        self.setAccessibleName("Picture")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)
        self.setMouseTracking(True)
        # Everything under the pointer is painted here, so Qt need not erase it first.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._frame: ShownFrame | None = None
        self._mode = ViewMode.RESULT
        self._holds_original = False
        self._messages: dict[str, tuple[str, bool]] = dict.fromkeys(
            ("leaving", "source", "engine", "rest"), NO_MESSAGE
        )
        self._message = NO_MESSAGE  # the one of them that is shown
        self._wipe = 0.5
        self._is_wiping = False
        self._is_drop_hovering = False
        self._is_recording = False
        self._shows_room = False
        self._corners = RoundedCorners()
        self._turn = 0.0  # of the spinner beside a message
        self._spinner = QTimer(self)
        self._spinner.setInterval(SPINNER_MS)
        self._spinner.timeout.connect(self._on_spinner)

    @property
    def frame(self) -> ShownFrame | None:
        """What is painted at present."""
        return self._frame

    @property
    def wipe(self) -> float:
        """Where the line between before and after stands, 0 left to 1 right."""
        return self._wipe

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(880, 495)

    def show_frame(self, frame: ShownFrame) -> None:
        """Paint this from now on; one that shows the room only while it is asked for."""
        if frame.shows_original and not self._holds_original:
            return
        resized = self._frame is None or (
            frame.frame_height * self._frame.frame_width
            != frame.frame_width * self._frame.frame_height
        )
        self._frame = frame
        if resized:
            self.update()
        else:
            self.update(self._picture_rect().toAlignedRect())

    def clear(self) -> None:
        """Back to the empty stage."""
        self._frame = None
        self.update()

    def set_mode(self, mode: ViewMode) -> None:
        """Which view the frames belong to; the wipe is drawn in COMPARE only."""
        self._mode = mode
        self.setFocusPolicy(
            Qt.FocusPolicy.StrongFocus if mode is ViewMode.COMPARE else Qt.FocusPolicy.NoFocus
        )
        self.update()

    def set_holds_original(self, holds: bool) -> None:
        """Whether a person holds the key or button that shows the room."""
        self._holds_original = holds
        if not holds and self._frame is not None and self._frame.shows_original:
            self._frame = None  # not one moment longer
        self.update()

    def set_message(self, text: str, *, about: str = "source", is_waiting: bool = True) -> None:
        """A line on the picture saying what is the matter; empty removes it.

        Args:
            text: The sentence.
            about: "leaving", "source", "engine" or "rest": in this order one of them is shown.
            is_waiting: It will go away by itself: a spinner turns beside it.
        """
        self._messages[about] = (text, is_waiting)
        shown = next(filter(itemgetter(0), self._messages.values()), NO_MESSAGE)
        if shown == self._message:
            return
        self._message = shown
        self.setAccessibleDescription(shown[0])
        if all(shown):
            self._spinner.start()
        else:
            self._spinner.stop()
        self.update()

    def _on_spinner(self) -> None:
        self._turn = (self._turn + SPINNER_MS / SPINNER_ROUND_MS) % 1.0
        rect = self._picture_rect()
        self.update(rect.adjusted(0, rect.height() - MESSAGE_ROOM_PX, 0, 0).toAlignedRect())

    def set_drop_hovering(self, is_hovering: bool) -> None:
        """Files hang over the window; they may be let go."""
        self._is_drop_hovering = is_hovering
        self.update()

    def set_recording(self, is_recording: bool) -> None:
        """Draw the frame that says that this is being recorded."""
        self._is_recording = is_recording
        self.update()

    def set_shows_room(self, shows_room: bool) -> None:
        """Mark that nothing is replaced."""
        if shows_room != self._shows_room:
            self._shows_room = shows_room
            self.update()

    @property
    def is_room_marked(self) -> bool:
        """Whether the picture says that the room is seen."""
        return self._shows_room

    def _picture_rect(self) -> QRectF:
        """Where the picture stands, in window pixels, on whole device pixels."""
        ratio = self.devicePixelRatioF()
        if self._frame is None:
            height, width = fitted_size(
                frame_height=9, frame_width=16, height=self.height(), width=self.width()
            )
        else:
            height, width = fitted_size(
                frame_height=self._frame.frame_height,
                frame_width=self._frame.frame_width,
                height=round(self.height() * ratio),
                width=round(self.width() * ratio),
            )
            height, width = height / ratio, width / ratio
        left = round((self.width() - width) / 2 * ratio) / ratio
        top = round((self.height() - height) / 2 * ratio) / ratio
        return QRectF(left, top, width, height)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        painter = QPainter(self)
        colour = self.palette().color
        rect = self._picture_rect()
        if not rect.toAlignedRect().contains(event.rect()):
            painter.fillRect(event.rect(), colour(QPalette.ColorRole.Window))
        if self._frame is None:
            painter.fillRect(rect, colour(QPalette.ColorRole.AlternateBase))
        else:
            self._paint_frame(painter, rect, self._frame)
        self._corners.paint(
            painter,
            rect,
            ratio=self.devicePixelRatioF(),
            colour=colour(QPalette.ColorRole.Window),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade, accent = colour(QPalette.ColorRole.Shadow), colour(QPalette.ColorRole.Highlight)
        if self._is_recording:
            paint_outline(painter, rect, colour(QPalette.ColorRole.BrightText))
        elif self._shows_room:
            paint_outline(painter, rect, colour(QPalette.ColorRole.LinkVisited))
        elif has_ring(self):
            paint_outline(painter, rect, accent)
        if self._holds_original:
            paint_pill(painter, rect, "Original", Place.TOP, shade)
        elif self._shows_room:
            paint_pill(painter, rect, "Your room is seen: nothing is replaced", Place.TOP, shade)
        text, is_waiting = self._message
        if text:
            turn = self._turn if is_waiting else None
            paint_pill(painter, rect, text, Place.BOTTOM, shade, turn=turn)
        if self._is_drop_hovering:
            painter.fillRect(rect, shade)
            paint_outline(painter, rect, accent)
            paint_pill(painter, rect, "Drop to open", Place.MIDDLE, shade)

    def _paint_frame(self, painter: QPainter, rect: QRectF, frame: ShownFrame) -> None:
        self._paint_image(painter, rect, frame.image)
        if self._shows_wipe() and frame.before is not None:
            painter.save()
            before = QRectF(rect.left(), rect.top(), rect.width() * self._wipe, rect.height())
            painter.setClipRect(before)
            self._paint_image(painter, rect, frame.before)
            painter.restore()
            shade = self.palette().color(QPalette.ColorRole.Shadow)
            paint_wipe(painter, rect, position=self._wipe, shade=shade)

    def _paint_image(self, painter: QPainter, rect: QRectF, image: QImage) -> None:
        ratio = self.devicePixelRatioF()
        if image.width() == round(rect.width() * ratio) and image.height() == round(
            rect.height() * ratio
        ):
            image.setDevicePixelRatio(ratio)
            painter.drawImage(rect.topLeft(), image)
        else:  # between a resize and the first frame of the new size
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(rect, image, QRectF(image.rect()))

    # The wipe

    def _shows_wipe(self) -> bool:
        return (
            self._mode is ViewMode.COMPARE
            and self._frame is not None
            and self._frame.before is not None
        )

    def _move_wipe(self, position: float) -> None:
        self._wipe = min(1.0, max(0.0, position))
        self.update()

    def _is_near_wipe(self, at: QPoint) -> bool:
        rect = self._picture_rect()
        line = rect.left() + rect.width() * self._wipe
        return abs(at.x() - line) <= WIPE_REACH_PX

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() == Qt.MouseButton.LeftButton and self._shows_wipe():
            self._is_wiping = self._is_near_wipe(event.position().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self._is_wiping:
            rect = self._picture_rect()
            self._move_wipe((event.position().x() - rect.left()) / rect.width())
        reaches = self._shows_wipe() and self._is_near_wipe(event.position().toPoint())
        shape = Qt.CursorShape.SplitHCursor if reaches else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self._is_wiping = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if not (self._shows_wipe() and self._is_near_wipe(event.position().toPoint())):
            self.full_screen_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        steps = {Qt.Key.Key_Left: -WIPE_STEP, Qt.Key.Key_Right: WIPE_STEP}
        if self._shows_wipe() and event.key() in steps:
            self._move_wipe(self._wipe + steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    # Size and theme

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._tell_room()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._corners.forget()
            self._tell_room()  # the checkerboard has the theme's colours
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._corners.forget()
            self._tell_room()
        return super().event(event)

    def _tell_room(self) -> None:
        ratio = self.devicePixelRatioF()
        self.room_changed.emit(round(self.height() * ratio), round(self.width() * ratio), ratio)


def picture_area(preview: Preview) -> QRect:
    """Where the picture stands in the widget, for whoever lays something over it."""
    return preview._picture_rect().toAlignedRect()
