"""Theme: dark, light or the system's; one style sheet template, filled from a palette."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from gui.shared.icons import ICONS_FOLDER
from gui.shared.language import is_mirrored


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`, or `rgba(r, g, b, a)` where a style sheet alone reads them.

    Attributes:
        window: Behind everything.
        panel: The side panel and dialogs.
        card: Fields and buttons on the panel.
        card_hover, card_pressed: The same under the pointer and pressed.
        line: Hairlines and borders.
        track, track_on: The bed of a row of choices, and the one taken.
        knob, knob_line: What is dragged, and its outline.
        text, muted, faint: Three strengths of writing; `faint` is for what cannot be used.
        accent, accent_hover, on_accent: Selection, the main button, writing on it.
        accent_soft: A tint of the accent behind a selected thing.
        record: Recording, and nothing else: as writing and as a mark.
        record_fill, record_fill_hover: Under white writing.
        mark_off: A switch that is off, and what is dragged to scroll.
        warning, error, success: Icons of notices.
        stage: Behind the picture.
        veil: Over the window behind an overlay.
        shade: Behind white writing on the picture.
        checker_light, checker_dark: The squares that stand for transparency.
        plot: One colour per stage of a frame, in order, comma-separated.
    """

    window: str
    panel: str
    card: str
    card_hover: str
    card_pressed: str
    line: str
    track: str
    track_on: str
    knob: str
    knob_line: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_hover: str
    accent_soft: str
    on_accent: str
    record: str
    record_fill: str
    record_fill_hover: str
    mark_off: str
    warning: str
    error: str
    success: str
    stage: str
    veil: str
    shade: str
    checker_light: str
    checker_dark: str
    plot: str

    def tokens(self) -> dict[str, str]:
        """Name to colour, for the style sheet's template."""
        return asdict(self)


DARK = Palette(
    window="#131418",
    panel="#1a1c21",
    card="#25282f",
    card_hover="#2d313a",
    card_pressed="#353a44",
    line="#31353e",
    track="#1e2026",
    track_on="#363b46",
    knob="#eceef2",
    knob_line="#31353e",
    text="#eceef2",
    muted="#a3aab6",
    faint="#626975",
    accent="#6d93ff",
    accent_hover="#86a6ff",
    accent_soft="#27324f",
    on_accent="#0b1020",
    record="#f6686e",
    record_fill="#cf3a42",
    record_fill_hover="#d13b43",
    mark_off="#727987",
    warning="#f0b04a",
    error="#f2757b",
    success="#4cc38a",
    stage="#0b0c0f",
    veil="rgba(8, 9, 12, 200)",
    shade="rgba(10, 11, 14, 170)",
    checker_light="#4a4e57",
    checker_dark="#3a3d45",
    plot="#6d93ff,#4cc38a,#f0b04a,#c58af9,#5cc8dc,#f2757b,#b9c46a,#9aa3b2",
)

LIGHT = Palette(
    window="#f3f4f6",
    panel="#ffffff",
    card="#f1f2f5",
    card_hover="#e7e9ee",
    card_pressed="#dcdfe6",
    line="#d9dce2",
    track="#e3e6eb",
    track_on="#ffffff",
    knob="#ffffff",
    knob_line="#868d98",
    text="#181b21",
    muted="#565d69",
    faint="#9aa0aa",
    accent="#2f5fe0",
    accent_hover="#2551c8",
    accent_soft="#e3eaff",
    on_accent="#ffffff",
    record="#c42a32",
    record_fill="#d4343c",
    record_fill_hover="#c42a32",
    mark_off="#7a818c",
    warning="#8f5300",
    error="#c22f37",
    success="#1a784b",
    stage="#e2e4e9",
    veil="rgba(24, 27, 33, 150)",
    shade="rgba(10, 11, 14, 160)",
    checker_light="#ffffff",
    checker_dark="#dfe2e7",
    plot="#2f5fe0,#1d7f50,#c77700,#8b46c9,#0f8ca3,#c22f37,#7d7a1c,#7b8494",
)


Choice = Literal["system", "dark", "light"]
CHOICES: tuple[Choice, ...] = ("system", "dark", "light")


@cache
def _template() -> Template:
    return Template((Path(__file__).with_name("theme.qss")).read_text(encoding="utf-8"))


def style_sheet(palette: Palette) -> str:
    """The style sheet in the colours of `palette`."""
    begin = "right" if is_mirrored() else "left"
    return _template().substitute(palette.tokens(), begin=begin)


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
    """Applies the palette that is due and follows the system while `choice` is "system".

    The style sheet waits for `dress`: a window is built in half the time without one, since Qt
    would style every widget anew whenever it gets a parent or a property.
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "system") -> None:
        super().__init__(app)
        self._app = app
        self._choice: Choice = choice
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
    def choice(self) -> Choice:
        """What was asked for."""
        return self._choice

    @property
    def palette(self) -> Palette:
        """What is applied."""
        return self._applied or DARK

    def choose(self, choice: Choice) -> None:
        """Set the theme, or follow the system."""
        self._choice = choice
        self._apply()

    def dress(self) -> None:
        """Set the style sheet, on the widgets that are there and those to come."""
        self._is_dressed = True
        self._app.setStyleSheet(style_sheet(self.palette))

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


def _mark(widget: QWidget, has_ring: bool) -> None:
    try:
        if bool(widget.property("ring")) == has_ring:
            return
        widget.setProperty("ring", has_ring)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()
    except RuntimeError:  # Qt also reports widgets that are being destroyed
        pass
