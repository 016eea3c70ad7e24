"""Shortcuts: every key in one table, and the overlay that shows them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.messages.message import marked
from gui.shared.floating import Cover
from gui.shared.language import is_mirrored, tr
from gui.shared.parts import column, held, icon_button, label, push_button, row

# Action, keys, words: the overlay, the tooltips and the window read the same table.
SHORTCUTS: tuple[tuple[str, str, str], ...] = (
    ("play_pause", "Space", marked("Play/pause")),
    ("step_back", ",", marked("Previous frame")),
    ("step_forward", ".", marked("Next frame")),
    ("range_start", "[", marked("Set In point")),
    ("range_end", "]", marked("Set Out point")),
    ("range_all", "X", marked("Clear In and Out")),
    ("next_mark", "Ctrl+Right", marked("Next mark")),
    ("mark_before", "Ctrl+Left", marked("Previous mark")),
    ("mute", "N", marked("Mute")),
    ("record", "R", marked("Start/stop recording")),
    ("pause_recording", "P", marked("Pause recording")),
    ("snapshot", "S", marked("Save a snapshot")),
    ("next_background", "B", marked("Next background")),
    ("next_slide", "PgDown", marked("Next slide")),
    ("slide_before", "PgUp", marked("Previous slide")),
    ("mirror", "M", marked("Mirror me")),
    ("original", "O", marked("Show original (hold)")),
    ("view", "V", marked("Next view")),
    ("zoom_in", "+", marked("Zoom in")),
    ("zoom_out", "-", marked("Zoom out")),
    ("zoom_fit", "0", marked("Fit to window")),
    ("zoom_pixels", "1", marked("Actual size (100 %)")),
    ("undo", "Ctrl+Z", marked("Undo")),
    ("redo", "Ctrl+Shift+Z", marked("Redo")),
    ("full_screen", "F11", marked("Full screen")),
    ("compact", "F10", marked("Mini window, always on top")),
    ("desktop", "Ctrl+F10", marked("Cut-out on the desktop")),
    ("open", "Ctrl+O", marked("Open files")),
    ("address", "Ctrl+L", marked("Open a network camera")),
    ("save_project", "Ctrl+S", marked("Save the project")),
    ("export", "Ctrl+E", marked("Export this file")),
    ("export_all", "Ctrl+Shift+E", marked("Export all files")),
    ("side_panel", "F9", marked("Hide or show the side panel")),
    ("help", "?", marked("Keyboard shortcuts")),
    ("quit", "Ctrl+Q", marked("Quit")),
)
DEFAULT_KEYS: dict[str, str] = {name: keys for name, keys, _ in SHORTCUTS}
HELD = "original"  # acts while held, so it is not a QAction
# These repeat while held.
REPEATED = frozenset({"step_back", "step_forward", "zoom_in", "zoom_out", "undo", "redo"})
ROWS = 18
LEFT_TO_RIGHT = "\u200e"


def shown_keys(keys: str) -> str:
    """A key as people know it in their language and on their system: `Strg+E`."""
    shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) or keys
    # In right-to-left text Qt would mirror a single bracket.
    return f"{LEFT_TO_RIGHT}{shown}" if is_mirrored() else shown


def caps_of(keys: str) -> list[str]:
    """The single keys of a shortcut."""
    *held, last = keys[:-1].split("+") if keys.endswith("+") else keys.split("+")
    return [*held, "+"] if keys.endswith("+") else [*held, last]


def keys_with(changed: Mapping[str, str]) -> dict[str, str]:
    """The shortcut of each action: the user's, unless another action has it.

    Args:
        changed: By action; unknown actions are ignored.
    """
    keys = dict(DEFAULT_KEYS)
    for name, wanted in changed.items():
        others = {other: its for other, its in {**keys, **changed}.items() if other != name}
        if name in keys and wanted not in others.values():
            keys[name] = wanted
    return keys


class ShortcutsOverlay(Cover):
    """An overlay with the table of shortcuts; any key or click closes it.

    Signals:
        closed: The overlay was closed.
        change_asked: Open the shortcuts dialog.
    """

    closed = Signal()
    change_asked = Signal()

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.setObjectName("Veil")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Keyboard shortcuts"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        sheet = QFrame()
        sheet.setObjectName("Sheet")
        layout = column(sheet, gap=16)
        layout.setContentsMargins(32, 24, 32, 32)
        close = icon_button("close", tr("Close"))
        close.clicked.connect(self.hide_again)
        self.change = push_button(tr("Change keys\u2026"), tr("Assign other keys"), kind="link")
        self.change.clicked.connect(self._ask_for_change)
        layout.addLayout(row(label(tr("Keyboard"), "title"), None, self.change, close))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        grid.setColumnMinimumWidth(2, 16)
        self._caps: dict[str, QWidget] = {}
        self._grid = grid
        self._keys: Mapping[str, str] = DEFAULT_KEYS
        layout.addLayout(grid)
        outer = QVBoxLayout(self)
        outer.addWidget(sheet, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show these shortcuts, by action."""
        self._keys = keys
        if self._caps:
            self._write()

    def _write(self) -> None:
        """Fill the table; it is empty until it is first seen, as most windows never show it."""
        for index, (name, _, words) in enumerate(SHORTCUTS):
            if (old := self._caps.pop(name, None)) is not None:
                self._grid.removeWidget(old)
                old.deleteLater()
            else:
                self._grid.addWidget(label(tr(words)), index % ROWS, index // ROWS * 3 + 1)
            labels = [label(key, "keycap") for key in caps_of(shown_keys(self._keys[name]))]
            order = [None, *labels] if is_mirrored() else [*labels, None]
            caps = held(row(*order, gap=4))
            caps.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # Ctrl comes first everywhere
            self._grid.addWidget(caps, index % ROWS, index // ROWS * 3)
            self._caps[name] = caps

    def _ask_for_change(self) -> None:
        self.hide_again()
        self.change_asked.emit()

    def toggle(self) -> None:
        """Show, or hide again."""
        if self.isVisible():
            self.hide_again()
        else:
            if not self._caps:
                self._write()
            self.cover()
            self.setFocus()

    def hide_again(self) -> None:
        """Hide, with a signal."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        self.hide_again()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self.hide_again()
