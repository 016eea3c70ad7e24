"""Preview: the large picture; paints what the presenter made, handles the wipe and drops."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFont,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.drops import dropped_files
from gui.view import Picture, ViewMode, fitted_size

CORNER_PX = 14
WIPE_REACH_PX = 24  # how far from the line a press still takes hold of it
WIPE_STEP = 0.02
EMPTY_ASPECT = 9 / 16


class Preview(QWidget):
    """Shows pictures one to one; asks for another size when its own changes.

    Signals:
        room_changed: Height and width in device pixels, and device pixels per window pixel.
        files_dropped: Paths, in the order of the drop.
        full_screen_asked: Double-click.
    """

    room_changed = Signal(int, int, float)
    files_dropped = Signal(list)
    full_screen_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Preview")
        self.setAccessibleName("Picture")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        # Everything under the pointer is painted here, so Qt need not erase it first.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._picture: Picture | None = None
        self._mode = ViewMode.RESULT
        self._holds_original = False
        self._message = ""
        self._messages = {"leaving": "", "source": "", "engine": ""}
        self._wipe = 0.5
        self._is_wiping = False
        self._is_drop_hovering = False
        self._is_recording = False
        self._corner: QImage | None = None

    @property
    def picture(self) -> Picture | None:
        """What is painted at present."""
        return self._picture

    @property
    def wipe(self) -> float:
        """Where the line between before and after stands, 0 left to 1 right."""
        return self._wipe

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(880, 495)

    def show_picture(self, picture: Picture) -> None:
        """Paint this from now on; a picture of the room only while it is asked for."""
        if picture.shows_original and not self._holds_original:
            return
        resized = self._picture is None or (
            picture.frame_height * self._picture.frame_width
            != picture.frame_width * self._picture.frame_height
        )
        self._picture = picture
        if resized:
            self.update()
        else:
            self.update(self._picture_rect().toAlignedRect())

    def clear(self) -> None:
        """Back to the empty stage."""
        self._picture = None
        self.update()

    def set_mode(self, mode: ViewMode) -> None:
        """Which view the pictures belong to; the wipe is drawn in COMPARE only."""
        self._mode = mode
        self.setFocusPolicy(
            Qt.FocusPolicy.StrongFocus if mode is ViewMode.COMPARE else Qt.FocusPolicy.NoFocus
        )
        self.update()

    def set_holds_original(self, holds: bool) -> None:
        """Whether a person holds the key or button that shows the room."""
        self._holds_original = holds
        if not holds and self._picture is not None and self._picture.shows_original:
            self._picture = None  # not one moment longer
        self.update()

    def set_message(self, text: str, *, about: str = "source") -> None:
        """A line on the picture saying what is being waited for; empty removes it.

        Args:
            text: The sentence.
            about: "leaving", "source" or "engine": in this order one of them is shown.
        """
        self._messages[about] = text
        shown = next(filter(None, self._messages.values()), "")
        if shown != self._message:
            self._message = shown
            self.setAccessibleDescription(shown)
            self.update()

    def set_recording(self, is_recording: bool) -> None:
        """Draw the frame that says that this is being recorded."""
        self._is_recording = is_recording
        self.update()

    def _picture_rect(self) -> QRectF:
        """Where the picture stands, in window pixels, on whole device pixels."""
        ratio = self.devicePixelRatioF()
        if self._picture is None:
            height, width = fitted_size(
                frame_height=9, frame_width=16, height=self.height(), width=self.width()
            )
        else:
            height, width = fitted_size(
                frame_height=self._picture.frame_height,
                frame_width=self._picture.frame_width,
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
        palette = self.palette()
        rect = self._picture_rect()
        window = palette.color(QPalette.ColorRole.Window)
        outside = rect.toAlignedRect()
        if not outside.contains(event.rect()):
            painter.fillRect(event.rect(), window)
        if self._picture is None:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.AlternateBase))
        else:
            self._paint_image(painter, rect, self._picture.image)
            if self._shows_wipe():
                self._paint_wipe(painter, rect)
        self._paint_corners(painter, rect, window)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._is_recording:
            self._paint_outline(painter, rect, palette.color(QPalette.ColorRole.BrightText))
        if self._holds_original:
            self._paint_pill(painter, rect, "Original", at_top=True)
        if self._message:
            self._paint_pill(painter, rect, self._message, at_top=False)
        if self._is_drop_hovering:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Shadow))
            self._paint_outline(painter, rect, palette.color(QPalette.ColorRole.Highlight))
            self._paint_pill(painter, rect, "Drop to open", at_top=None)
        if self.hasFocus() and not self._is_recording:
            self._paint_outline(painter, rect, palette.color(QPalette.ColorRole.Highlight))

    def _paint_image(self, painter: QPainter, rect: QRectF, image: QImage) -> None:
        ratio = self.devicePixelRatioF()
        if image.width() == round(rect.width() * ratio) and image.height() == round(
            rect.height() * ratio
        ):
            image.setDevicePixelRatio(ratio)
            painter.drawImage(rect.topLeft(), image)
        else:  # between a resize and the first picture of the new size
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(rect, image, QRectF(image.rect()))

    def _paint_wipe(self, painter: QPainter, rect: QRectF) -> None:
        if self._picture is None or self._picture.before is None:
            return
        x = rect.left() + rect.width() * self._wipe
        painter.save()
        painter.setClipRect(QRectF(rect.left(), rect.top(), x - rect.left(), rect.height()))
        self._paint_image(painter, rect, self._picture.before)
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(Qt.GlobalColor.white, 2))
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        knob = QPointF(x, rect.center().y())
        painter.setBrush(Qt.GlobalColor.white)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(knob, 14, 14)
        painter.setPen(QPen(QColor(Qt.GlobalColor.black), 1.75))
        for side in (-1, 1):
            tip = knob + QPointF(side * 8, 0)
            painter.drawLine(tip, tip + QPointF(-side * 4, -4))
            painter.drawLine(tip, tip + QPointF(-side * 4, 4))
        for text, left in (("Before", True), ("After", False)):
            self._paint_label(painter, rect, text, left=left)

    def _paint_label(self, painter: QPainter, rect: QRectF, text: str, *, left: bool) -> None:
        width = painter.fontMetrics().horizontalAdvance(text) + 20
        x = rect.left() + 12 if left else rect.right() - 12 - width
        self._paint_chip(painter, QRectF(x, rect.top() + 12, width, 26), text)

    def _paint_pill(
        self, painter: QPainter, rect: QRectF, text: str, *, at_top: bool | None
    ) -> None:
        metrics = painter.fontMetrics()
        room = max(40, int(rect.width()) - 64)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text) + 32
        if at_top is None:
            top = rect.center().y() - 16
        else:
            top = rect.top() + 16 if at_top else rect.bottom() - 48
        self._paint_chip(painter, QRectF(rect.center().x() - width / 2, top, width, 32), text)

    def _paint_chip(self, painter: QPainter, chip: QRectF, text: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Shadow))
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
        painter.setPen(Qt.GlobalColor.white)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.Medium)
        painter.setFont(font)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_outline(self, painter: QPainter, rect: QRectF, colour: QColor) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 2))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), CORNER_PX - 1, CORNER_PX - 1)

    def _paint_corners(self, painter: QPainter, rect: QRectF, colour: QColor) -> None:
        """Cover the four corners: far cheaper than clipping every picture to a rounded path."""
        ratio = self.devicePixelRatioF()
        side = round(CORNER_PX * ratio)
        if self._corner is None or self._corner.width() != side:
            self._corner = self._corner_image(side, ratio, colour)
        right, bottom = rect.right() - CORNER_PX, rect.bottom() - CORNER_PX
        for at, across, down in (
            (rect.topLeft(), False, False),
            (QPointF(right, rect.top()), True, False),
            (QPointF(rect.left(), bottom), False, True),
            (QPointF(right, bottom), True, True),
        ):
            flip = Qt.Orientation(0)
            if across:
                flip |= Qt.Orientation.Horizontal
            if down:
                flip |= Qt.Orientation.Vertical
            image = self._corner.flipped(flip) if flip else self._corner
            painter.drawImage(at, image)

    @staticmethod
    def _corner_image(side: int, ratio: float, colour: QColor) -> QImage:
        image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        outside = QPainterPath()
        outside.addRect(0, 0, CORNER_PX, CORNER_PX)
        circle = QPainterPath()
        circle.addEllipse(0, 0, 2 * CORNER_PX, 2 * CORNER_PX)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(outside.subtracted(circle), colour)
        painter.end()
        return image

    # The wipe

    def _shows_wipe(self) -> bool:
        return (
            self._mode is ViewMode.COMPARE
            and self._picture is not None
            and self._picture.before is not None
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

    # Size, theme, drops

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._tell_room()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._corner = None
            self._tell_room()  # the checkerboard has the theme's colours
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._corner = None
            self._tell_room()
        return super().event(event)

    def _tell_room(self) -> None:
        ratio = self.devicePixelRatioF()
        self.room_changed.emit(round(self.height() * ratio), round(self.width() * ratio), ratio)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102, N802
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()
            self._is_drop_hovering = True
            self.update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: D102, N802
        self._is_drop_hovering = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102, N802
        self._is_drop_hovering = False
        self.update()
        paths: list[Path] = dropped_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)


def picture_area(preview: Preview) -> QRect:
    """Where the picture stands in the widget, for whoever lays something over it."""
    return preview._picture_rect().toAlignedRect()
