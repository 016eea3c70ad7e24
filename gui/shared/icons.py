"""Icons: our SVG files in the theme's colour, drawn anew at every size and scaling."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from gui.shared.language import is_mirrored

# Mirrored in right-to-left languages; transport icons never are.
DIRECTED = frozenset({"left", "right", "undo", "redo", "next", "side-panel"})
ICONS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "icons"


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    svg = (ICONS_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))


@cache
def _drawn(name: str, colour: str, size: tuple[int, int], is_turned: bool) -> QImage:
    """The icon in `size`, columns and rows; from right to left if `is_turned`."""
    image = QImage(QSize(*size), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        _draw(painter, name, colour, QRect(0, 0, *size), is_turned)
    return image


def _draw(painter: QPainter, name: str, colour: str, rect: QRect, is_turned: bool) -> None:
    painter.save()
    if is_turned:
        middle = QRectF(rect).center().x()
        painter.translate(2 * middle, 0)
        painter.scale(-1, 1)
    _renderer(name, colour).render(painter, QRectF(rect))
    painter.restore()


class SvgIconEngine(QIconEngine):
    """Draws one icon file in a palette role's colour; dimmed where its widget is disabled.

    The colour is looked up at each drawing, so icons follow a change of theme.
    """

    def __init__(self, name: str, role: QPalette.ColorRole) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def paint(  # noqa: D102
        self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State
    ) -> None:
        _draw(painter, self._name, self._colour(mode), rect, self._is_turned())

    def pixmap(  # noqa: D102
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State
    ) -> QPixmap:
        # `size` is in device pixels already: Qt asks with the scaling multiplied in.
        columns_rows = (size.width(), size.height())
        return QPixmap.fromImage(
            _drawn(self._name, self._colour(mode), columns_rows, self._is_turned())
        )

    def _colour(self, mode: QIcon.Mode) -> str:
        is_disabled = mode == QIcon.Mode.Disabled
        group = QPalette.ColorGroup.Disabled if is_disabled else QPalette.ColorGroup.Active
        return QApplication.palette().color(group, self._role).name()

    def _is_turned(self) -> bool:
        return self._name in DIRECTED and is_mirrored()

    def clone(self) -> QIconEngine:  # noqa: D102
        return SvgIconEngine(self._name, self._role)


def icon(name: str, role: QPalette.ColorRole = QPalette.ColorRole.ButtonText) -> QIcon:
    """The icon `assets/icons/NAME.svg`.

    Args:
        name: File name without ending.
        role: Of the application's palette; see `gui.shared.theme` for what each role stands for.
    """
    return QIcon(SvgIconEngine(name, role))
