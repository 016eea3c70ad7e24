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
ROLE = QPalette.ColorRole

# Dark, light, and what it is in Qt's palette, for what is drawn by hand.
COLOURS = {
    "window": ("#131418", "#f3f4f6", ROLE.Window),  # behind everything
    "panel": ("#1a1c21", "#ffffff", ROLE.Base, ROLE.ToolTipBase),  # the side panel and dialogs
    "card": ("#25282f", "#f1f2f5", ROLE.Button),  # fields and buttons on the panel
    "card_hover": ("#2d313a", "#e7e9ee"),  # the same under the pointer
    "card_pressed": ("#353a44", "#dcdfe6"),  # and pressed
    "line": ("#31353e", "#d9dce2", ROLE.Mid),  # hairlines and borders
    "track": ("#1e2026", "#e3e6eb"),  # the bed of a row of choices
    "track_on": ("#363b46", "#ffffff"),  # the one taken
    "knob": ("#eceef2", "#ffffff"),  # what is dragged
    "knob_line": ("#31353e", "#868d98"),  # its outline
    # Writing, of three strengths.
    "text": ("#eceef2", "#181b21", ROLE.WindowText, ROLE.Text, ROLE.ButtonText, ROLE.ToolTipText),
    "muted": ("#a3aab6", "#565d69", ROLE.PlaceholderText),
    "faint": ("#626975", "#9aa0aa"),  # for what cannot be used
    "accent": ("#6d93ff", "#2f5fe0", ROLE.Highlight),  # selection, the main button
    "accent_hover": ("#86a6ff", "#2551c8"),
    "accent_soft": ("#27324f", "#e3eaff"),  # a tint of the accent behind a selected thing
    "on_accent": ("#0b1020", "#ffffff", ROLE.HighlightedText),  # writing on it
    "record": ("#f6686e", "#c42a32", ROLE.BrightText),  # recording, and nothing else
    "record_fill": ("#cf3a42", "#d4343c"),  # under white writing
    "record_fill_hover": ("#d13b43", "#c42a32"),
    "mark_off": ("#727987", "#7a818c"),  # a switch that is off, and what is dragged to scroll
    "warning": ("#f0b04a", "#8f5300", ROLE.LinkVisited),  # icons of notices
    "error": ("#f2757b", "#c22f37"),
    "success": ("#4cc38a", "#1a784b", ROLE.Link),
    "stage": ("#0b0c0f", "#e2e4e9", ROLE.AlternateBase),  # behind the picture
    "veil": ("rgba(8, 9, 12, 200)", "rgba(24, 27, 33, 150)"),  # over the window behind an overlay
    "shade": ("#aa0a0b0e", "#a00a0b0e", ROLE.Shadow),  # behind white writing
    "checker_light": ("#4a4e57", "#ffffff", ROLE.Light),  # the squares that stand for transparency
    "checker_dark": ("#3a3d45", "#dfe2e7", ROLE.Dark),
    # One colour per stage of a frame, in order.
    "plot": (
        "#6d93ff,#4cc38a,#f0b04a,#c58af9,#5cc8dc,#f2757b,#b9c46a,#9aa3b2",
        "#2f5fe0,#1d7f50,#c77700,#8b46c9,#0f8ca3,#c22f37,#7d7a1c,#7b8494",
    ),
}
DARK: Palette = {name: dark for name, (dark, *_) in COLOURS.items()}
LIGHT: Palette = {name: light for name, (_, light, *_) in COLOURS.items()}

Choice = Literal["system", "dark", "light"]


def style_sheet(palette: Palette) -> str:
    """The style sheet in the colours of `palette`."""
    begin = "right" if is_mirrored() else "left"
    template = Template(Path(__file__).with_name("theme.qss").read_text(encoding="utf-8"))
    return template.substitute(palette, begin=begin)


def qt_palette(palette: Palette) -> QPalette:
    """The colours that widgets draw by hand with, so that none names one of its own."""
    qt = QPalette()
    for name, (_, _, *roles) in COLOURS.items():
        for role in roles:
            qt.setColor(role, QColor(palette[name]))
    for role in (ROLE.WindowText, ROLE.Text, ROLE.ButtonText):
        qt.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette["faint"]))
    return qt


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
