"""Theme: dark or light as the system has it; one style sheet, filled in with a palette."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from gui.icons import ICONS_FOLDER
from gui.palette import DARK, LIGHT, Palette

Choice = Literal["system", "dark", "light"]
CHOICES: tuple[Choice, ...] = ("system", "dark", "light")


@cache
def _template() -> Template:
    return Template((Path(__file__).with_name("theme.qss")).read_text(encoding="utf-8"))


def style_sheet(palette: Palette) -> str:
    """The style sheet in the colours of `palette`."""
    return _template().substitute(palette.tokens())


def qt_palette(palette: Palette) -> QPalette:
    """Colours for what is drawn by hand, so that no widget names a colour of its own.

    Window: behind everything. Base: the panel. AlternateBase: the stage behind the picture.
    Button: cards. Mid: hairlines. WindowText, Text, ButtonText: writing. PlaceholderText: muted.
    Highlight, HighlightedText: accent. BrightText: recording. LinkVisited: warning.
    Link: success. Shadow: behind white writing on the picture. Light, Dark: the checkerboard.
    """
    qt = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, palette.window),
        (roles.Base, palette.panel),
        (roles.AlternateBase, palette.stage),
        (roles.Button, palette.card),
        (roles.Mid, palette.line),
        (roles.WindowText, palette.text),
        (roles.Text, palette.text),
        (roles.ButtonText, palette.text),
        (roles.PlaceholderText, palette.muted),
        (roles.Highlight, palette.accent),
        (roles.HighlightedText, palette.on_accent),
        (roles.BrightText, palette.record),
        (roles.Link, palette.success),
        (roles.LinkVisited, palette.warning),
        (roles.ToolTipBase, palette.panel),
        (roles.ToolTipText, palette.text),
        (roles.Light, palette.checker_light),
        (roles.Dark, palette.checker_dark),
    ):
        qt.setColor(role, QColor(colour))
    qt.setColor(roles.Shadow, _rgba(palette.shade))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        qt.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.faint))
    return qt


def _rgba(text: str) -> QColor:
    red, green, blue, alpha = (int(part) for part in text[5:-1].split(","))
    return QColor(red, green, blue, alpha)


class Theme(QObject):
    """Applies the palette that is due and follows the system while `choice` is "system"."""

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "system") -> None:
        super().__init__(app)
        self._app = app
        self._choice: Choice = choice
        self._applied: Palette | None = None
        QDir.setSearchPaths("icons", [str(ICONS_FOLDER)])
        app.setStyle("Fusion")
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def choice(self) -> Choice:
        """What was asked for."""
        return self._choice

    @property
    def palette(self) -> Palette:
        """What is applied."""
        return self._applied or DARK

    def choose(self, choice: Choice) -> None:
        """Keep to one theme, or follow the system again."""
        self._choice = choice
        self._apply()

    def _apply(self) -> None:
        if self._choice == "system":
            is_light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
        else:
            is_light = self._choice == "light"
        palette = LIGHT if is_light else DARK
        if palette is self._applied:
            return
        self._applied = palette
        self._app.setPalette(qt_palette(palette))
        self._app.setStyleSheet(style_sheet(palette))
        self.changed.emit()
