"""Tiles and swatches: the buttons of the background gallery; their thumbnails."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QContextMenuEvent,
    QFont,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy

from app.video.backgrounds.background import BackgroundError
from app.video.backgrounds.opening import open_background
from gpu_unet import FrameFormat
from gui.preview.view import to_image
from gui.shared.icons import icon
from gui.shared.language import tr
from gui.shared.parts import Painted, SelfPainted, named
from gui.shared.theme import has_ring

TILE_HEIGHT_PX = 58
TILE_WIDTH_PX = 88
SWATCH_PX = 28
RADIUS_PX = 9
RING_PX = 2
GAP_PX = 3  # between ring and picture
ICON_PX = 22
CAPTION_PX = 14
CROSS_PX = 18


class _Picked(SelfPainted, QAbstractButton):
    """What the gallery offers to choose, by pointer or keys."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setCheckable(True)
        named(self, name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)


class Tile(_Picked):
    """A rounded thumbnail, or an icon if there is none, with a ring when selected.

    Signals:
        removal_asked: Remove this tile (menu or Delete key).
    """

    removal_asked = Signal()
    thumbnail = Painted[QImage | None](None)  # cropped to fill
    icon_name = Painted("")  # in its place

    def __init__(
        self,
        name: str,
        *,
        icon_name: str = "",
        caption: str = "",
        is_removable: bool = False,
        is_video: bool = False,
        is_checkered: bool = False,
    ) -> None:
        super().__init__(name)
        self.icon_name = icon_name
        self._caption = caption
        self._is_removable = is_removable
        self._is_video = is_video
        self._is_checkered = is_checkered
        self._is_over_cross = False
        self.setMouseTracking(is_removable)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: D102, N802
        return QSize(TILE_WIDTH_PX, TILE_HEIGHT_PX)

    def show_missing(self) -> None:
        """Show the file as missing; its remove button stays."""
        self.thumbnail, self.icon_name = None, "warning"

    def cross_rect(self) -> QRectF:
        """The rectangle of the remove button."""
        return QRectF(self.width() - CROSS_PX - 5, 5, CROSS_PX, CROSS_PX)

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        palette = self.palette()
        inset = RING_PX + GAP_PX - 2
        inner = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        shape = QPainterPath()
        shape.addRoundedRect(inner, RADIUS_PX - inset, RADIUS_PX - inset)
        painter.fillPath(shape, palette.color(QPalette.ColorRole.Button))
        painter.save()
        painter.setClipPath(shape)
        if self._is_checkered:
            self._paint_checkers(painter, inner)
        if self.thumbnail is not None:
            painter.drawImage(inner, self.thumbnail, self._cropped(inner))
        painter.restore()
        if self.thumbnail is None and self.icon_name:
            self._paint_icon(painter, inner, self.icon_name, ICON_PX)
        if self._caption:
            self._paint_caption(painter, inner)
        if self._is_video:
            self._paint_video_mark(painter, inner)
        if self._is_removable:
            self._paint_cross(painter)
        self._paint_ring(painter)

    def _cropped(self, target: QRectF) -> QRectF:
        source = QRectF(self.thumbnail.rect()) if self.thumbnail else QRectF()
        scale = min(source.width() / target.width(), source.height() / target.height())
        width, height = target.width() * scale, target.height() * scale
        return QRectF((source.width() - width) / 2, (source.height() - height) / 2, width, height)

    def _paint_checkers(self, painter: QPainter, inner: QRectF) -> None:
        palette = self.palette()
        painter.fillRect(inner, palette.color(QPalette.ColorRole.Light))
        dark = palette.color(QPalette.ColorRole.Dark)
        side = 8
        for row in range(int(inner.height()) // side + 1):
            for col in range(row % 2, int(inner.width()) // side + 1, 2):
                painter.fillRect(
                    QRectF(inner.left() + col * side, inner.top() + row * side, side, side), dark
                )

    def _paint_icon(self, painter: QPainter, inner: QRectF, name: str, side: int) -> None:
        up = CAPTION_PX / 2 if self._caption else 0
        at = inner.center() - QPointF(side / 2, side / 2 + up)
        role = (
            QPalette.ColorRole.ButtonText
            if self.underMouse() or self.isChecked()
            else QPalette.ColorRole.PlaceholderText
        )
        icon(name, role).paint(painter, QRectF(at.x(), at.y(), side, side).toRect())

    def _paint_caption(self, painter: QPainter, inner: QRectF) -> None:
        font = QFont(self.font())
        font.setPixelSize(CAPTION_PX - 3)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.ButtonText))
        line = QRectF(inner.left(), inner.bottom() - CAPTION_PX - 3, inner.width(), CAPTION_PX)
        words = painter.fontMetrics().elidedText(
            self._caption, Qt.TextElideMode.ElideRight, int(line.width())
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_video_mark(self, painter: QPainter, inner: QRectF) -> None:
        mark = QRectF(inner.right() - 20, inner.bottom() - 20, 16, 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Shadow))
        painter.drawEllipse(mark)
        triangle = QPainterPath(mark.center() + QPointF(-2.5, -3.5))
        triangle.lineTo(mark.center() + QPointF(3.5, 0))
        triangle.lineTo(mark.center() + QPointF(-2.5, 3.5))
        painter.fillPath(triangle, QBrush(Qt.GlobalColor.white))

    def _paint_cross(self, painter: QPainter) -> None:
        mark = self.cross_rect()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(10, 11, 14, 220 if self._is_over_cross else 150))
        painter.drawEllipse(mark)
        painter.setPen(QPen(Qt.GlobalColor.white, 1.5))
        part = mark.adjusted(5.5, 5.5, -5.5, -5.5)
        painter.drawLine(part.topLeft(), part.bottomRight())
        painter.drawLine(part.topRight(), part.bottomLeft())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self._is_removable and self.cross_rect().contains(event.position()):
            self.removal_asked.emit()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        is_over = self._is_removable and self.cross_rect().contains(event.position())
        if is_over != self._is_over_cross:
            self._is_over_cross = is_over
            self.setToolTip(tr("Remove from the gallery") if is_over else self.accessibleName())
            self.update()
        super().mouseMoveEvent(event)

    def _paint_ring(self, painter: QPainter) -> None:
        palette = self.palette()
        if self.isChecked():
            pen = QPen(palette.color(QPalette.ColorRole.Highlight), RING_PX)
        elif has_ring(self):
            pen = QPen(palette.color(QPalette.ColorRole.WindowText), 1)
        elif self.underMouse():
            pen = QPen(palette.color(QPalette.ColorRole.PlaceholderText), 1)
        else:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        half = pen.widthF() / 2
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(half, half, -half, -half), RADIUS_PX, RADIUS_PX
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if self._is_removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removal_asked.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102, N802
        if self._is_removable:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(icon("trash"), tr("Remove from the gallery"), self.removal_asked.emit)
            menu.popup(event.globalPos())


class Swatch(_Picked):
    """A round spot of a colour, "#rrggbb", or else an icon, with a ring when selected."""

    colour = Painted("")

    def __init__(self, name: str, *, colour: str = "", icon_name: str = "") -> None:
        super().__init__(name)
        self.colour = colour
        self._icon_name = icon_name
        self.setFixedSize(SWATCH_PX, SWATCH_PX)

    def paint(self, painter: QPainter) -> None:  # noqa: D102
        palette = self.palette()
        spot = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        button = palette.color(QPalette.ColorRole.Button)
        painter.setBrush(QColor(self.colour) if self.colour else button)
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawEllipse(spot)
        if self._icon_name and not self.colour:
            icon(self._icon_name).paint(painter, spot.adjusted(3, 3, -3, -3).toRect())
        ring = QPalette.ColorRole.Highlight if self.isChecked() else QPalette.ColorRole.WindowText
        if self.isChecked() or has_ring(self) or self.underMouse():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(ring), RING_PX if self.isChecked() else 1))
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))


# Twice a tile's size, for screens of 200 %.
HEIGHT_PX, WIDTH_PX = 116, 176


def make_thumbnail(path: Path) -> tuple[Path, QImage | None, str]:
    """Open `path` as a background: it, its picture, and an error in place of that.

    Blocks on the disk.
    """
    try:
        background = open_background(path, covers=(HEIGHT_PX, WIDTH_PX))
        try:
            pixels = background.image_at(0.0, FrameFormat(HEIGHT_PX, WIDTH_PX))
        finally:
            background.close()
    except BackgroundError as error:
        return path, None, str(error)
    return path, to_image(pixels), ""
