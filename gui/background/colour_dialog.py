"""ColourDialog: chooses a background colour, with a live preview while dragging."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QDialog, QLineEdit, QSizePolicy, QWidget

from gui.background.tiles import Swatch
from gui.shared.keys import ARROWS
from gui.shared.language import tr
from gui.shared.parts import SelfPainted, column, label, named, push_button, row
from gui.shared.sliders import GESTURES
from gui.shared.theme import has_ring

FIELD_HEIGHT_PX, BAR_HEIGHT_PX = 180, 20
WIDTH_PX = 340
RADIUS_PX = 8
HANDLE_PX = 8
KEY_STEP = 0.02


class _Field(SelfPainted, QWidget):
    """A surface to choose a point on by pointer or arrow keys.

    Signals:
        moved: x and y of the point, 0 to 1 from the upper left.
    """

    moved = Signal(float, float)

    def __init__(self, name: str, *, height: int) -> None:
        super().__init__()
        named(self, name, tr("{name}: drag, or use the arrow keys", name=name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._height = height
        self._x = self._y = 0.0

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(WIDTH_PX - 48, self._height)

    def put(self, x: float, y: float) -> None:
        """Set the point without a signal."""
        self._x, self._y = x, y
        self.update()

    def _move(self, x: float, y: float) -> None:
        self.put(min(1.0, max(0.0, x)), min(1.0, max(0.0, y)))
        self.moved.emit(self._x, self._y)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        GESTURES.begin()
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        at = event.position()
        self._move(at.x() / self.width(), at.y() / self.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        GESTURES.end()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        GESTURES.end()  # the release comes nowhere

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        key = Qt.Key(event.key())
        if key in ARROWS:
            across, down = ARROWS[key]
            self._move(self._x + across * KEY_STEP, self._y + down * KEY_STEP)
        else:
            super().keyPressEvent(event)

    def _fill(self, painter: QPainter, fills: list[QColor | QLinearGradient]) -> None:
        area = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(area, RADIUS_PX, RADIUS_PX)
        for fill in fills:
            painter.fillPath(shape, fill)
        inside = area.adjusted(HANDLE_PX, HANDLE_PX, -HANDLE_PX, -HANDLE_PX)
        point = QPointF(
            min(inside.right(), max(inside.left(), self._x * area.width())),
            min(inside.bottom(), max(inside.top(), self._y * area.height())),
        )
        painter.setPen(QPen(QColor(0, 0, 0, 110), 4))
        painter.drawEllipse(point, HANDLE_PX - 2, HANDLE_PX - 2)
        painter.setPen(QPen(Qt.GlobalColor.white, 2))
        painter.drawEllipse(point, HANDLE_PX - 2, HANDLE_PX - 2)
        if has_ring(self):
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), RADIUS_PX, RADIUS_PX)


class _ShadeField(_Field):
    """Saturation from left to right, brightness from bottom to top, of one hue."""

    def __init__(self) -> None:
        super().__init__(tr("Saturation and brightness"), height=FIELD_HEIGHT_PX)
        self.hue = 0.0

    def paint(self, painter: QPainter) -> None:
        across = QLinearGradient(0, 0, self.width(), 0)
        across.setColorAt(0, QColor(255, 255, 255))
        across.setColorAt(1, QColor(255, 255, 255, 0))
        down = QLinearGradient(0, 0, 0, self.height())
        down.setColorAt(0, QColor(0, 0, 0, 0))
        down.setColorAt(1, QColor(0, 0, 0))
        self._fill(painter, [QColor.fromHsvF(self.hue, 1.0, 1.0), across, down])


class _HueBar(_Field):
    """All hues from left to right."""

    def __init__(self) -> None:
        super().__init__(tr("Hue"), height=BAR_HEIGHT_PX)

    def paint(self, painter: QPainter) -> None:
        rainbow = QLinearGradient(0, 0, self.width(), 0)
        for sixth in range(7):
            rainbow.setColorAt(sixth / 6, QColor.fromHsvF(min(sixth / 6, 0.9999), 1.0, 1.0))
        self._fill(painter, [rainbow])


class ColourDialog(QDialog):
    """A field of shades, a bar of hues, and a hex code.

    Signals:
        colour_changed: "#rrggbb", at every change, for a live preview.
    """

    colour_changed = Signal(str)

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Background colour"))
        self.setFixedWidth(WIDTH_PX)
        self._hue, self._saturation, self._value = 0.6, 0.5, 0.8
        self.shades = _ShadeField()
        self.shades.moved.connect(self._on_shade)
        self.hues = _HueBar()
        self.hues.moved.connect(self._on_hue)
        self.swatch = Swatch(tr("The colour"))
        self.swatch.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.swatch.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        tip = tr("Hex code, for example #4f7cac")
        self.code = named(QLineEdit(), tr("Colour as #rrggbb"), tip)
        self.code.setMaxLength(7)
        self.code.setFixedWidth(96)
        self.code.textEdited.connect(self._on_code)
        self.take = push_button(
            tr("Use this colour"), tr("Set this colour as the background"), kind="primary"
        )
        self.take.setDefault(True)
        self.take.clicked.connect(self.accept)
        self.cancel = push_button(tr("Cancel"), tr("Restore the previous background (Esc)"))
        self.cancel.clicked.connect(self.reject)
        title, code = label(tr("Background colour"), "title"), row(self.swatch, self.code, None)
        buttons = row(None, self.cancel, self.take)
        column(title, self.shades, self.hues, code, buttons, of=self, margin=24, gap=16)
        self._take_over(QColor(colour))

    def colour(self) -> str:
        """The current colour, "#rrggbb"."""
        return QColor.fromHsvF(self._hue, self._saturation, self._value).name()

    def _on_shade(self, x: float, y: float) -> None:
        self._saturation, self._value = x, 1.0 - y
        self._tell()

    def _on_hue(self, x: float, y: float) -> None:
        self._hue = min(x, 0.9999)  # Qt takes 1 for no hue
        self._tell()

    def _on_code(self, text: str) -> None:
        colour = QColor(text if text.startswith("#") else f"#{text}")
        if colour.isValid() and len(text.lstrip("#")) == 6:
            self._take_over(colour)
            self._tell()

    def _take_over(self, colour: QColor) -> None:
        if colour.hsvHueF() >= 0:  # greys have no hue: keep the bar's position
            self._hue = colour.hsvHueF()
        self._saturation, self._value = colour.hsvSaturationF(), colour.valueF()
        self._show()

    def _show(self) -> None:
        self.shades.hue = self._hue
        self.shades.put(self._saturation, 1.0 - self._value)
        self.hues.put(self._hue, 0.5)
        self.swatch.colour = self.colour()
        if not self.code.hasFocus():  # leave the field alone while the user types
            self.code.setText(self.colour())

    def _tell(self) -> None:
        self._show()
        self.colour_changed.emit(self.colour())
