"""Preview: the large picture; paints the presenter's frames, with wipe, zoom and pan."""

from __future__ import annotations

from operator import itemgetter
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QSizePolicy, QWidget

from gui.preview.marks import (
    MARGIN_PX,
    PageTurner,
    paint_corner_chip,
    paint_corners,
    paint_outline,
    paint_pill,
    paint_wipe,
)
from gui.preview.view import ShownFrame, ViewMode
from gui.preview.zoom import (
    STEP,
    WHOLE,
    Part,
    Viewport,
    Zoom,
    fitted_size,
    seen_part,
    within,
    zoomed,
)
from gui.shared.keys import ARROWS
from gui.shared.language import percent, tr
from gui.shared.parts import Painted
from gui.shared.theme import has_ring
from gui.shared.timers import timer

WIPE_REACH_PX = 24  # reach of the wipe line
WIPE_STEP = 0.02
SPINNER_MS, SPINNER_ROUND_MS = 40, 1200
LONG_WAIT_S = 3  # from then on the seconds are counted
MESSAGE_ROOM_PX = 72  # at the foot of the picture, for two lines
NOTCH = 120  # of a wheel, as Qt counts
PAN_STEP_PX = 48  # of an arrow key


class PreviewMessage(NamedTuple):
    """A message: the sentence, whether it shows a spinner, and the share of a bar or None."""

    text: str = ""
    is_waiting: bool = False
    share: float | None = None


NO_MESSAGE = PreviewMessage()


class Preview(QWidget):
    """Shows frames pixel by pixel; requests another size when its own changes.

    Attributes:
        drop_words: What dragged files become if they are dropped; empty: none are dragged.
        is_recording, is_mirrored: Whether the composite is.
        is_room_marked: Whether the picture is marked as not replaced.

    Signals:
        viewport_changed: Height and width in device pixels, and device pixels per window pixel.
        zoom_changed: The `Zoom` for the next frames.
        full_screen_asked: Double-click on the whole picture.
    """

    viewport_changed = Signal(int, int, float)
    zoom_changed = Signal(object)
    full_screen_asked = Signal()
    drop_words = Painted("")
    is_recording = Painted(False)
    is_mirrored = Painted(False)
    is_room_marked = Painted(False)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Picture"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)
        self.setMouseTracking(True)
        # Everything under the pointer is painted here, so Qt need not erase it first.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.frame: ShownFrame | None = None  # the shown frame
        self._mode = ViewMode.RESULT
        self.holds_original = False  # whether the original is shown, not the composite
        self._messages: dict[str, PreviewMessage] = dict.fromkeys(
            ("leaving", "source", "engine", "rest", "person"), NO_MESSAGE
        )
        self._message = NO_MESSAGE  # the one of them that is shown
        self._waiting_from_s = 0.0
        self.wipe = 0.5  # position of the wipe line, 0 (left) to 1 (right)
        self._is_wiping = False
        self.zoom = WHOLE  # the current zoom
        self._pan_from: QPointF | None = None  # last pointer position while panning
        self.pages = PageTurner(self)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self._turn = 0.0  # of the spinner beside a message
        self._spinner = timer(self, self._on_spinner, SPINNER_MS)

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(880, 495)

    def show_frame(self, frame: ShownFrame) -> None:
        """Paint this frame; one with the original only while that is requested."""
        if frame.shows_original and not self.holds_original:
            return
        resized = self.frame is None or (
            frame.frame_height * self.frame.shown_width
            != frame.shown_width * self.frame.frame_height
        )
        self.frame = frame
        if resized:
            self._set_zoom(within(self.zoom, self._viewport()))
            self._place_pages()
            self.update()
        else:
            self.update(self._picture_rect().toAlignedRect())

    def clear(self) -> None:
        """Show the empty stage."""
        self.frame = None
        self._place_pages()
        self.update()

    def set_mode(self, mode: ViewMode) -> None:
        """Set the view of the frames; the wipe appears in COMPARE only."""
        self._mode = mode
        self._choose_focus()
        self.update()

    def _choose_focus(self) -> None:
        """Take the focus only where keys act: on the wipe, and on a zoomed picture."""
        takes_keys = self._mode is ViewMode.COMPARE or not self.zoom.is_fit
        policy = Qt.FocusPolicy.StrongFocus if takes_keys else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def set_holds_original(self, holds: bool) -> None:
        """Tell whether the key or button for the original is held."""
        self.holds_original = holds
        if not holds and self.frame is not None and self.frame.shows_original:
            self.frame = None  # hide the original at once
        self.update()

    def set_message(
        self,
        text: str,
        *,
        about: str = "source",
        is_waiting: bool = True,
        share: float | None = None,
    ) -> None:
        """Show a message on the picture; empty removes it.

        Args:
            about: "leaving", "source", "engine", "rest" or "person": in this order one of them is
                shown.
            is_waiting: Show a spinner: the message goes by itself.
            share: How much of the wait is over, 0 to 1, as a bar; None: nobody knows.
        """
        self._messages[about] = PreviewMessage(tr(text), is_waiting, share)
        shown = next(filter(itemgetter(0), self._messages.values()), NO_MESSAGE)
        if shown == self._message:
            return
        if not self._message.is_waiting:  # one wait may have several messages
            self._waiting_from_s = monotonic()
        self._message = shown
        self.setAccessibleDescription(shown.text)
        if shown.text and shown.is_waiting:
            self._spinner.start()
        else:
            self._spinner.stop()
        self._place_pages()
        self.update()

    def message(self) -> str:
        """The message as it is painted; with the seconds of a long wait."""
        text, is_waiting = self._message.text, self._message.is_waiting
        seconds = int(monotonic() - self._waiting_from_s)
        if text and is_waiting and seconds >= LONG_WAIT_S:
            return tr("{message} {time} s", message=text, time=seconds)
        return text

    def _on_spinner(self) -> None:
        self._turn = (self._turn + SPINNER_MS / SPINNER_ROUND_MS) % 1.0
        rect = self._picture_rect()
        self.update(rect.adjusted(0, rect.height() - MESSAGE_ROOM_PX, 0, 0).toAlignedRect())

    def show_page(self, page: tuple[int, int] | None) -> None:
        """Which page of the background is seen, and of how many; None: it has no pages."""
        self.pages.show_page(page)
        self._place_pages()

    def _place_pages(self) -> None:
        """In the picture's lower left corner, above a message."""
        rect = self._picture_rect().toAlignedRect().intersected(self.rect())
        foot = MESSAGE_ROOM_PX if self._message.text else MARGIN_PX
        self.pages.move(rect.left() + MARGIN_PX, rect.bottom() + 1 - foot - self.pages.height())

    def _picture_rect(self) -> QRectF:
        """The picture's rectangle in window pixels, on whole device pixels."""
        ratio = self.devicePixelRatioF()
        part = self.part()
        if part is None:
            height, width = fitted_size(Viewport(self.height(), self.width(), 9, 16))
        else:
            height, width = part.shown_height / ratio, part.shown_width / ratio
        left = round((self.width() - width) / 2 * ratio) / ratio
        top = round((self.height() - height) / 2 * ratio) / ratio
        return QRectF(left, top, width, height)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom in or out around a place of this widget, or its centre.

        No effect without a picture.
        """
        if self.frame is None:
            return
        row, column = self.place_of(at) if at is not None else (self.zoom.row, self.zoom.column)
        self._set_zoom(zoomed(self.zoom, factor, self._viewport(), row=row, column=column))

    def zoom_to_fit(self) -> None:
        """Fit the picture to the viewport."""
        self._set_zoom(WHOLE)

    def zoom_to_pixels(self) -> None:
        """Zoom to 100 %: one frame pixel per screen pixel."""
        if self.frame is not None:
            zoom = Zoom(1.0, self.zoom.row, self.zoom.column)
            self._set_zoom(within(zoom, self._viewport()))

    def pan(self, by: QPointF) -> None:
        """Pan by this offset, in window pixels."""
        if self.frame is None or self.zoom.is_fit:
            return
        scale = self.zoom.scale / self.devicePixelRatioF()
        moved = Zoom(
            self.zoom.scale,
            self.zoom.row - by.y() / scale / self.frame.frame_height,
            self.zoom.column - by.x() / scale / self.frame.shown_width,
        )
        self._set_zoom(within(moved, self._viewport()))

    def _set_zoom(self, zoom: Zoom) -> None:
        if zoom == self.zoom:
            return
        self.zoom = zoom
        self.setAccessibleName(
            tr("Picture") if zoom.is_fit else tr("Picture, {zoom}", zoom=percent(zoom.scale))
        )
        self._choose_focus()
        self._show_cursor()
        self.zoom_changed.emit(zoom)
        self._place_pages()
        self.update()

    def _viewport(self) -> Viewport:
        """This widget's area, for the frame that is shown."""
        assert self.frame is not None, "without a frame nothing is zoomed"
        ratio = self.devicePixelRatioF()
        return Viewport(
            round(self.height() * ratio),
            round(self.width() * ratio),
            self.frame.frame_height,
            self.frame.frame_width,
            self.frame.pixel_aspect,
        )

    def part(self) -> Part | None:
        """The visible part of the frame."""
        return None if self.frame is None else seen_part(self.zoom, self._viewport())

    def place_of(self, at: QPointF) -> tuple[float, float]:
        """The frame's row and column at a place, in fractions of its height and width."""
        part, rect = self.part(), self._picture_rect()
        if part is None or self.frame is None:
            return 0.5, 0.5
        row = part.top + (at.y() - rect.top()) / rect.height() * part.height
        column = part.left + (at.x() - rect.left()) / rect.width() * part.width
        return row / self.frame.frame_height, column / self.frame.frame_width

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        with QPainter(self) as painter:
            colour = self.palette().color
            rect = self._picture_rect()
            if not rect.toAlignedRect().contains(event.rect()):
                painter.fillRect(event.rect(), colour(QPalette.ColorRole.Window))
            if self.frame is None:
                painter.fillRect(rect, colour(QPalette.ColorRole.AlternateBase))
            else:
                self._paint_frame(painter, rect, self.frame)
            paint_corners(painter, rect, colour(QPalette.ColorRole.Window))
            shade, accent = colour(QPalette.ColorRole.Shadow), colour(QPalette.ColorRole.Highlight)
            if self.is_recording:
                paint_outline(painter, rect, colour(QPalette.ColorRole.BrightText))
            elif self.is_room_marked:
                paint_outline(painter, rect, colour(QPalette.ColorRole.LinkVisited))
            elif has_ring(self):
                paint_outline(painter, rect, accent)
            if self.holds_original:
                paint_pill(painter, rect, tr("Original"), "top", shade)
            elif self.is_room_marked:
                words = tr("Your room is visible: the background is not replaced")
                paint_pill(painter, rect, words, "top", shade)
            if self.frame is not None and not self.zoom.is_fit:
                paint_corner_chip(painter, rect, percent(self.zoom.scale), shade)
            if text := self.message():
                turn = self._turn if self._message.is_waiting else None
                share = self._message.share
                paint_pill(painter, rect, text, "bottom", shade, turn=turn, share=share)
            if self.drop_words:
                painter.fillRect(rect, shade)
                paint_outline(painter, rect, accent)
                paint_pill(painter, rect, self.drop_words, "middle", shade)

    def _paint_frame(self, painter: QPainter, rect: QRectF, frame: ShownFrame) -> None:
        self._paint_image(painter, rect, frame.image, frame.part)
        if self._shows_wipe() and frame.before is not None:
            painter.save()
            before = QRectF(rect.left(), rect.top(), rect.width() * self.wipe, rect.height())
            painter.setClipRect(before)
            self._paint_image(painter, rect, frame.before, frame.part)
            painter.restore()
            shade = self.palette().color(QPalette.ColorRole.Shadow)
            paint_wipe(painter, rect, position=self.wipe, shade=shade)

    def _paint_image(self, painter: QPainter, rect: QRectF, image: QImage, part: Part) -> None:
        wanted = self.part()
        if wanted is None or part == wanted:
            image.setDevicePixelRatio(self.devicePixelRatioF())
            painter.drawImage(rect.topLeft(), image)
            return
        # After a resize or pan, until the first frame of the new size or place arrives.
        across, down = rect.width() / wanted.width, rect.height() / wanted.height
        left = rect.left() + (part.left - wanted.left) * across
        top = rect.top() + (part.top - wanted.top) * down
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.fillRect(rect, self.palette().color(QPalette.ColorRole.AlternateBase))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        target = QRectF(left, top, part.width * across, part.height * down)
        painter.drawImage(target, image, QRectF(image.rect()))
        painter.restore()

    def _shows_wipe(self) -> bool:
        return (
            self._mode is ViewMode.COMPARE
            and self.frame is not None
            and self.frame.before is not None
        )

    def _move_wipe(self, position: float) -> None:
        self.wipe = min(1.0, max(0.0, position))
        self.update()

    def moves_wipe(self, at: QPointF) -> bool:
        """Whether a press there moves the wipe."""
        rect = self._picture_rect()
        line = rect.left() + rect.width() * self.wipe
        return self._shows_wipe() and abs(at.x() - line) <= WIPE_REACH_PX

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        buttons = Qt.MouseButton
        if event.button() == buttons.LeftButton:
            self._is_wiping = self.moves_wipe(event.position())
        drags = event.button() in (buttons.LeftButton, buttons.MiddleButton)
        if drags and not self._is_wiping and not self.zoom.is_fit:
            self._pan_from = event.position()
            self._show_cursor()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self._is_wiping:
            rect = self._picture_rect()
            self._move_wipe((event.position().x() - rect.left()) / rect.width())
        elif self._pan_from is not None:
            self.pan(event.position() - self._pan_from)
            self._pan_from = event.position()
        reaches = self.moves_wipe(event.position()) and self._pan_from is None
        self._show_cursor(reaches_wipe=reaches)

    def _show_cursor(self, *, reaches_wipe: bool = False) -> None:
        shapes = Qt.CursorShape
        shape = shapes.ArrowCursor if self.zoom.is_fit else shapes.OpenHandCursor
        if self._pan_from is not None:
            shape = shapes.ClosedHandCursor
        if reaches_wipe:
            shape = shapes.SplitHCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self._is_wiping = False
        self._pan_from = None
        self._show_cursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if self.moves_wipe(event.position()):
            return
        if self.zoom.is_fit:
            self.full_screen_asked.emit()
        else:
            self.zoom_to_fit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802
        if turned := event.angleDelta().y():
            self.zoom_by(STEP ** (turned / NOTCH), event.position())
            event.accept()
        else:
            event.ignore()

    def _on_touchpad(self, event: QNativeGestureEvent) -> None:
        """Fingers on a touchpad: a pinch, or a double tap of two."""
        kinds = Qt.NativeGestureType
        if event.gestureType() == kinds.ZoomNativeGesture:
            self.zoom_by(1 + event.value(), event.position())
        elif event.gestureType() == kinds.SmartZoomNativeGesture:
            if self.zoom.is_fit:
                self.zoom_to_pixels()
            else:
                self.zoom_to_fit()

    def _on_touch(self, event: QGestureEvent) -> None:
        """Fingers on the screen itself."""
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if isinstance(pinch, QPinchGesture):
            self.zoom_by(pinch.scaleFactor(), self.mapFromGlobal(pinch.centerPoint()))
            self.pan(pinch.centerPoint() - pinch.lastCenterPoint())
            event.accept(pinch)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        across, down = ARROWS.get(Qt.Key(event.key()), (0, 0))
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._shows_wipe() and across and not has_shift:
            self._move_wipe(self.wipe + across * WIPE_STEP)
        elif not self.zoom.is_fit and (across or down):
            self.pan(QPointF(-across * PAN_STEP_PX, -down * PAN_STEP_PX))
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._tell_viewport()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._tell_viewport()  # the checkerboard has the theme's colours
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._tell_viewport()
        elif isinstance(event, QNativeGestureEvent):
            self._on_touchpad(event)
            return True
        elif isinstance(event, QGestureEvent):
            self._on_touch(event)
            return True
        return super().event(event)

    def _tell_viewport(self) -> None:
        if self.frame is not None:  # the picture fills the viewport
            self._set_zoom(within(self.zoom, self._viewport()))
        self._place_pages()
        ratio = self.devicePixelRatioF()
        self.viewport_changed.emit(round(self.height() * ratio), round(self.width() * ratio), ratio)


def picture_area(preview: Preview) -> QRect:
    """The picture's rectangle in the widget, for overlays."""
    return preview._picture_rect().toAlignedRect()


def pixel_aspect(preview: Preview) -> float:
    """Width of the frame's pixels divided by their height."""
    return 1.0 if preview.frame is None else preview.frame.pixel_aspect


def whole_frame_area(preview: Preview) -> QRectF:
    """The whole frame's rectangle, which exceeds the widget when zoomed in."""
    part, frame, rect = preview.part(), preview.frame, preview._picture_rect()
    if part is None or frame is None:
        return rect
    across, down = rect.width() / part.width, rect.height() / part.height
    return QRectF(
        rect.left() - part.left * across,
        rect.top() - part.top * down,
        frame.frame_width * across,
        frame.frame_height * down,
    )
