"""Theme: dark, light or the system's; one style sheet template, filled from a palette."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from gui.shared.icons import ICONS_FOLDER
from gui.shared.language import is_mirrored

Palette = dict[str, str]  # by the names of `COLOURS`

# Dark and light: `#rrggbb`, or `rgba(r, g, b, a)` where a style sheet alone reads them.
COLOURS = {
    "window": ("#131418", "#f3f4f6"),  # behind everything
    "panel": ("#1a1c21", "#ffffff"),  # the side panel and dialogs
    "card": ("#25282f", "#f1f2f5"),  # fields and buttons on the panel
    "card_hover": ("#2d313a", "#e7e9ee"),  # the same under the pointer
    "card_pressed": ("#353a44", "#dcdfe6"),  # and pressed
    "line": ("#31353e", "#d9dce2"),  # hairlines and borders
    "track": ("#1e2026", "#e3e6eb"),  # the bed of a row of choices
    "track_on": ("#363b46", "#ffffff"),  # the one taken
    "knob": ("#eceef2", "#ffffff"),  # what is dragged
    "knob_line": ("#31353e", "#868d98"),  # its outline
    "text": ("#eceef2", "#181b21"),  # writing, of three strengths
    "muted": ("#a3aab6", "#565d69"),
    "faint": ("#626975", "#9aa0aa"),  # for what cannot be used
    "accent": ("#6d93ff", "#2f5fe0"),  # selection, the main button
    "accent_hover": ("#86a6ff", "#2551c8"),
    "accent_soft": ("#27324f", "#e3eaff"),  # a tint of the accent behind a selected thing
    "on_accent": ("#0b1020", "#ffffff"),  # writing on it
    "record": ("#f6686e", "#c42a32"),  # recording, and nothing else: as writing and as a mark
    "record_fill": ("#cf3a42", "#d4343c"),  # under white writing
    "record_fill_hover": ("#d13b43", "#c42a32"),
    "mark_off": ("#727987", "#7a818c"),  # a switch that is off, and what is dragged to scroll
    "warning": ("#f0b04a", "#8f5300"),  # icons of notices
    "error": ("#f2757b", "#c22f37"),
    "success": ("#4cc38a", "#1a784b"),
    "stage": ("#0b0c0f", "#e2e4e9"),  # behind the picture
    "veil": ("rgba(8, 9, 12, 200)", "rgba(24, 27, 33, 150)"),  # over the window behind an overlay
    "shade": ("rgba(10, 11, 14, 170)", "rgba(10, 11, 14, 160)"),  # behind white writing
    "checker_light": ("#4a4e57", "#ffffff"),  # the squares that stand for transparency
    "checker_dark": ("#3a3d45", "#dfe2e7"),
    # One colour per stage of a frame, in order.
    "plot": (
        "#6d93ff,#4cc38a,#f0b04a,#c58af9,#5cc8dc,#f2757b,#b9c46a,#9aa3b2",
        "#2f5fe0,#1d7f50,#c77700,#8b46c9,#0f8ca3,#c22f37,#7d7a1c,#7b8494",
    ),
}
DARK: Palette = {name: dark for name, (dark, _) in COLOURS.items()}
LIGHT: Palette = {name: light for name, (_, light) in COLOURS.items()}

Choice = Literal["system", "dark", "light"]


def style_sheet(palette: Palette) -> str:
    """The style sheet in the colours of `palette`."""
    begin = "right" if is_mirrored() else "left"
    template = Template(Path(__file__).with_name("theme.qss").read_text(encoding="utf-8"))
    return template.substitute(palette, begin=begin)


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
        (roles.Window, palette["window"]),
        (roles.Base, palette["panel"]),
        (roles.AlternateBase, palette["stage"]),
        (roles.Button, palette["card"]),
        (roles.Mid, palette["line"]),
        (roles.WindowText, palette["text"]),
        (roles.Text, palette["text"]),
        (roles.ButtonText, palette["text"]),
        (roles.PlaceholderText, palette["muted"]),
        (roles.Highlight, palette["accent"]),
        (roles.HighlightedText, palette["on_accent"]),
        (roles.BrightText, palette["record"]),
        (roles.Link, palette["success"]),
        (roles.LinkVisited, palette["warning"]),
        (roles.ToolTipBase, palette["panel"]),
        (roles.ToolTipText, palette["text"]),
        (roles.Light, palette["checker_light"]),
        (roles.Dark, palette["checker_dark"]),
    ):
        qt.setColor(role, QColor(colour))
    qt.setColor(roles.Shadow, _rgba(palette["shade"]))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        qt.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette["faint"]))
    return qt


def _rgba(text: str) -> QColor:
    red, green, blue, alpha = (int(part) for part in text[5:-1].split(","))
    return QColor(red, green, blue, alpha)


class Theme(QObject):
    """Applies the palette that is due and follows the system while `choice` is "system".

    The style sheet waits for `dress`: a window is built in half the time without one, since Qt
    would style every widget anew whenever it gets a parent or a property.
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "system") -> None:
        super().__init__(app)
        self._app = app
        self.choice: Choice = choice  # what was asked for
        self._applied: Palette | None = None
        self._is_dressed = False
        QDir.setSearchPaths("icons", [str(ICONS_FOLDER)])
        # Under a style sheet Qt keeps no connection to some of the widgets whose style it replaces,
        # and the next style sheet reads them after they are gone.
        if not app.styleSheet():
            app.setStyle("Fusion")
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def palette(self) -> Palette:
        """What is applied."""
        return self._applied or DARK

    def choose(self, choice: Choice) -> None:
        """Set the theme, or follow the system."""
        self.choice = choice
        self._apply()

    def dress(self) -> None:
        """Set the style sheet, on the widgets that are there and those to come."""
        self._is_dressed = True
        self._app.setStyleSheet(style_sheet(self.palette))

    def _apply(self) -> None:
        if self.choice == "system":
            is_light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
        else:
            is_light = self.choice == "light"
        palette = LIGHT if is_light else DARK
        if palette is self._applied:
            return
        self._applied = palette
        self._app.setPalette(qt_palette(palette))
        if self._is_dressed:
            self._app.setStyleSheet(style_sheet(palette))
        self.changed.emit()


class FocusRing(QObject):
    """Marks the keyboard focus, but not after a mouse click.

    The widget that got the focus by a key has the property `ring`, for the style sheet.

    Uses Qt's focus signal: an event filter would route every event through Python.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._on_focus)

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            _mark(old, False)
        if new is not None:
            # While a button is down, the click it belongs to has moved the focus.
            _mark(new, QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton)


def has_ring(widget: QWidget) -> bool:
    """For widgets that paint themselves."""
    return widget.hasFocus() and bool(widget.property("ring"))


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet reads."""
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def _mark(widget: QWidget, has_ring: bool) -> None:
    try:
        if bool(widget.property("ring")) == has_ring:
            return
        restyle(widget, "ring", has_ring)
        widget.update()
    except RuntimeError:  # Qt also reports widgets that are being destroyed
        pass
