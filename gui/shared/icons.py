"""Icons: our SVG files in the theme's colour, drawn anew at every size and scaling."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from gui.shared.language import is_mirrored

# Mirrored in right-to-left languages; transport icons never are.
DIRECTED = frozenset({"left", "right", "undo", "redo", "next", "side-panel"})
ICONS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "icons"


@cache
def _svg(name: str) -> str:
    return (ICONS_FOLDER / f"{name}.svg").read_text(encoding="utf-8")


@cache
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour).encode()))


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
        group = (
            QPalette.ColorGroup.Disabled
            if mode == QIcon.Mode.Disabled
            else QPalette.ColorGroup.Active
        )
        colour = QApplication.palette().color(group, self._role).name()
        painter.save()
        if self._name in DIRECTED and is_mirrored():
            middle = QRectF(rect).center().x()
            painter.translate(2 * middle, 0)
            painter.scale(-1, 1)
        _renderer(self._name, colour).render(painter, QRectF(rect))
        painter.restore()

    def pixmap(  # noqa: D102
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State
    ) -> QPixmap:
        # `size` is in device pixels already: Qt asks with the scaling multiplied in.
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        return QPixmap.fromImage(image)

    def clone(self) -> QIconEngine:  # noqa: D102
        return SvgIconEngine(self._name, self._role)


def icon(name: str, role: QPalette.ColorRole = QPalette.ColorRole.ButtonText) -> QIcon:
    """The icon `assets/icons/NAME.svg`.

    Args:
        name: File name without ending.
        role: Of the application's palette; see `gui.shared.theme` for what each role stands for.
    """
    return QIcon(SvgIconEngine(name, role))
