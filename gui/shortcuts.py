"""Shortcuts: every key in one table, and the overlay that shows them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from gui.shared.parts import icon_button, label, push_button, row

# Action, keys, words: the overlay, the tooltips and the window read the same table.
SHORTCUTS: tuple[tuple[str, str, str], ...] = (
    ("play_pause", "Space", "Pause or go on"),
    ("step_back", ",", "One frame back"),
    ("step_forward", ".", "One frame on"),
    ("range_start", "[", "Let the part start here"),
    ("range_end", "]", "Let the part end here"),
    ("range_all", "X", "All of the film again"),
    ("mute", "N", "Let the film be heard, or not"),
    ("record", "R", "Record, stop recording"),
    ("pause_recording", "P", "Pause the recording"),
    ("snapshot", "S", "Save a snapshot"),
    ("next_background", "B", "Next background"),
    ("next_slide", "PgDown", "Next slide behind me"),
    ("slide_before", "PgUp", "The slide before"),
    ("mirror", "M", "Mirror me"),
    ("original", "O", "Original, while held"),
    ("view", "V", "Next view"),
    ("zoom_in", "+", "Closer, as the wheel does"),
    ("zoom_out", "-", "Further away"),
    ("zoom_fit", "0", "The whole picture"),
    ("zoom_pixels", "1", "100 %: every pixel"),
    ("undo", "Ctrl+Z", "Undo, in Look and Background"),
    ("redo", "Ctrl+Shift+Z", "Do it again"),
    ("full_screen", "F11", "Full screen"),
    ("compact", "F10", "Small view above other windows"),
    ("open", "Ctrl+O", "Open files"),
    ("address", "Ctrl+L", "Open a network camera"),
    ("export", "Ctrl+E", "Export this file"),
    ("export_all", "Ctrl+Shift+E", "Export all files"),
    ("side_panel", "F9", "Hide or show the side panel"),
    ("help", "?", "These shortcuts"),
    ("quit", "Ctrl+Q", "Quit"),
)
DEFAULT_KEYS: dict[str, str] = {name: keys for name, keys, _ in SHORTCUTS}
HELD = "original"  # acts while it is down, so it is no ordinary shortcut
# While they are down they act again and again.
REPEATED = frozenset({"step_back", "step_forward", "zoom_in", "zoom_out", "undo", "redo"})
ROWS = 16


def caps_of(keys: str) -> list[str]:
    """The keys that are pressed together."""
    *held, last = keys[:-1].split("+") if keys.endswith("+") else keys.split("+")
    return [*held, "+"] if keys.endswith("+") else [*held, last]


def keys_with(changed: Mapping[str, str]) -> dict[str, str]:
    """The key of every action; what a person changed, unless it stands in another's way now.

    Args:
        changed: By action; names that no action has are passed over.
    """
    keys = dict(DEFAULT_KEYS)
    for name, wanted in changed.items():
        others = {other: its for other, its in {**keys, **changed}.items() if other != name}
        if name in keys and wanted not in others.values():
            keys[name] = wanted
    return keys


class ShortcutsOverlay(QWidget):
    """A veil over the window with the table on a sheet; any key or click closes it.

    Signals:
        closed: The person has seen enough.
        change_asked: Other keys are wanted.
    """

    closed = Signal()
    change_asked = Signal()

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.setObjectName("Veil")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Keyboard shortcuts")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._host = host
        sheet = QFrame()
        sheet.setObjectName("Sheet")
        layout = QVBoxLayout(sheet)
        layout.setContentsMargins(32, 24, 32, 32)
        layout.setSpacing(16)
        close = icon_button("close", "Close")
        close.clicked.connect(self.hide_again)
        change = push_button("Change keys\u2026", "Give them other keys", kind="link")
        change.setObjectName("ChangeKeys")
        change.clicked.connect(self._ask_for_change)
        layout.addLayout(row(label("Keyboard", "title"), None, change, close))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnMinimumWidth(2, 16)
        self._caps: dict[str, QWidget] = {}
        self._grid = grid
        for index, (_, _, words) in enumerate(SHORTCUTS):
            grid.addWidget(label(words), index % ROWS, index // ROWS * 3 + 1)
        self.show_keys(DEFAULT_KEYS)
        layout.addLayout(grid)
        outer = QVBoxLayout(self)
        outer.addWidget(sheet, 0, Qt.AlignmentFlag.AlignCenter)
        host.installEventFilter(self)
        self.hide()

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """The key of every action as it is now."""
        for index, (name, _, _) in enumerate(SHORTCUTS):
            if (old := self._caps.pop(name, None)) is not None:
                self._grid.removeWidget(old)
                old.deleteLater()
            caps = QWidget()
            caps.setLayout(row(*(label(key, "keycap") for key in caps_of(keys[name])), None, gap=4))
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
            self.setGeometry(self._host.rect())
            self.show()
            self.raise_()
            self.setFocus()

    def hide_again(self) -> None:
        """Hide and tell."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        self.hide_again()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self.hide_again()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._host.rect())
        return super().eventFilter(watched, event)
