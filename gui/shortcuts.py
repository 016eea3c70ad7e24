"""Shortcuts: every key in one table, the overlay that shows them, and the dialog to change them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from app.messages import marked
from gui.global_keys.base import FIRST_GLOBAL_KEYS, is_fit
from gui.shared.floating import Overlay
from gui.shared.language import is_mirrored, tr
from gui.shared.parts import check_box, column, held, icon_button, label, push_button, row
from gui.shared.scrolling_dialog import GAP_PX, ScrollingDialog

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
WORDS: dict[str, str] = {name: words for name, _, words in SHORTCUTS}
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
    """The shortcut of each action: the user's of `changed`, unless another action has it."""
    keys = dict(DEFAULT_KEYS)
    for name, wanted in changed.items():
        others = {other: its for other, its in {**keys, **changed}.items() if other != name}
        if name in keys and wanted not in others.values():
            keys[name] = wanted
    return keys


class ShortcutsOverlay(Overlay):
    """An overlay with the table of shortcuts; any key or click closes it."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.setObjectName("Veil")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Keyboard shortcuts"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        sheet = QFrame()
        sheet.setObjectName("Sheet")
        close = icon_button("close", tr("Close"))
        close.clicked.connect(self.hide_again)
        self.change = push_button(tr("Change keys\u2026"), tr("Assign other keys"), kind="link")
        self.change.clicked.connect(self.hide_again)
        head = row(label(tr("Keyboard"), "title"), None, self.change, close)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        grid.setColumnMinimumWidth(2, 16)
        self._caps: dict[str, QWidget] = {}
        self._grid = grid
        self._keys: Mapping[str, str] = DEFAULT_KEYS
        column(head, grid, of=sheet, gap=16).setContentsMargins(32, 24, 32, 32)
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
        """Hide, and let the host have the focus."""
        self.hide()
        self._host.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        self.hide_again()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self.hide_again()


PRESS = marked("Press a key\u2026")
# Qt uses these keys to move within a window, leave it, or press its buttons.
RESERVED = {
    Qt.Key.Key_Escape: "Esc",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Backtab: "Tab",
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    **dict.fromkeys(
        (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down), marked("An arrow")
    ),
}
MODIFIERS = {
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
}
WIDTH_PX, KEY_WIDTH_PX = 460, 132


def key_text(event: QKeyEvent) -> str:
    """The pressed shortcut as text; empty for a modifier alone."""
    if event.key() in MODIFIERS:
        return ""
    text = event.text()
    is_sign = len(text) == 1 and text.isprintable() and not text.isalnum() and not text.isspace()
    others = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier
        | Qt.KeyboardModifier.KeypadModifier
        | Qt.KeyboardModifier.GroupSwitchModifier
    )
    if is_sign and not others:
        return text  # its place and modifier differ between keyboards
    return QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)


class KeyButton(QPushButton):
    """Shows the key of an action, and takes the next one that is pressed after a click.

    Signals:
        pressed_key: What was pressed.
        refused: A key that cannot be a shortcut; its name.
    """

    pressed_key = Signal(str)
    refused = Signal(str)

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words, self._keys = words, ""
        self._is_waiting = False
        self.setAutoDefault(False)
        self.clicked.connect(self._begin)

    def show_keys(self, keys: str) -> None:
        """Show the current key."""
        self._keys = keys
        self._is_waiting = False
        self.setText(shown_keys(keys))
        self.setAccessibleName(tr("{name}: {words}", name=self._words, words=shown_keys(keys)))
        self.setToolTip(tr("Click, then press another key for: {action}", action=self._words))

    def _begin(self) -> None:
        self._is_waiting = True
        self.setText(tr(PRESS))
        self.setAccessibleName(tr("{action}: press a key, or Esc to cancel", action=self._words))
        self.setFocus()

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if self._is_waiting and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
            elif event.type() == QEvent.Type.KeyPress:
                self._take(event)
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102, N802
        if self._is_waiting:
            self.show_keys(self._keys)
        super().focusOutEvent(event)

    def _take(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.show_keys(self._keys)
        elif key in RESERVED and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.show_keys(self._keys)
            self.refused.emit(RESERVED[key])
        elif text := key_text(event):
            self.show_keys(self._keys)
            self.pressed_key.emit(text)


class KeysDialog(ScrollingDialog):
    """A list of all shortcuts; a change applies at once.

    Signals:
        keys_changed: All of them, by action.
        global_keys_changed: Those that are switched on, by action.
    """

    keys_changed = Signal(object)
    global_keys_changed = Signal(object)

    def __init__(
        self,
        keys: Mapping[str, str],
        global_keys: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.setMinimumWidth(WIDTH_PX)
        self._keys = dict(keys)
        self.buttons: dict[str, KeyButton] = {}
        self._global_keys = {**FIRST_GLOBAL_KEYS, **(global_keys or {})}
        self.switches: dict[str, QCheckBox] = {}
        self.global_buttons: dict[str, KeyButton] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        grid.setColumnMinimumWidth(1, KEY_WIDTH_PX)
        for index, (name, _, words) in enumerate(SHORTCUTS):
            button = self.buttons[name] = self._key_button(tr(words))
            button.pressed_key.connect(lambda keys, name=name: self._change(name, keys))
            grid.addWidget(label(tr(words)), index, 0)
            grid.addWidget(button, index, 1)
        self._add_global_keys(grid, set(global_keys or {}))
        self.trouble = label("", "objection", wraps=True)
        self.reset = push_button(tr("Reset all"), tr("Reset all shortcuts to their defaults"))
        self.reset.clicked.connect(lambda: self._put(DEFAULT_KEYS))
        close = push_button(tr("Close"), tr("Save and close (Esc)"), kind="primary")
        close.clicked.connect(self.accept)
        words = tr("Click a key, then press a new one. Global shortcuts are at the end.")
        head = column(label(tr("Keys"), "title"), label(words, "muted", wraps=True), gap=GAP_PX)
        foot = column(self.trouble, row(self.reset, None, close), gap=GAP_PX)
        self.lay_out(held(head), grid, foot)
        self._show()

    def _key_button(self, words: str) -> KeyButton:
        button = KeyButton(words)
        button.refused.connect(
            lambda what: self._object(
                tr("{key} is reserved for moving within the window.", key=tr(what))
            )
        )
        return button

    def _add_global_keys(self, grid: QGridLayout, switched_on: set[str]) -> None:
        first = grid.rowCount()
        grid.setRowMinimumHeight(first, 16)
        title = label(tr("Global: also while another program is in front"), "section")
        grid.addWidget(title, first + 1, 0, 1, 2)
        for index, name in enumerate(FIRST_GLOBAL_KEYS, first + 2):
            tip = tr("While it is on, other programs do not receive this key")
            switch = check_box(tr(WORDS[name]), tip)
            switch.setChecked(name in switched_on)
            switch.toggled.connect(lambda _: self._tell_global())
            button = self._key_button(tr("{action} (global)", action=tr(WORDS[name])))
            button.pressed_key.connect(lambda keys, name=name: self._change_global(name, keys))
            self.switches[name], self.global_buttons[name] = switch, button
            grid.addWidget(switch, index, 0)
            grid.addWidget(button, index, 1)

    def _change_global(self, name: str, keys: str) -> None:
        if not is_fit(keys):
            words = tr(
                "A global shortcut needs Ctrl or Alt; {key} alone would be blocked "
                "in every program.",
                key=shown_keys(keys),
            )
            self._object(words)
            return
        if keys in (its for other, its in self._global_keys.items() if other != name):
            self._object(tr("{key} is already a global shortcut.", key=shown_keys(keys)))
            return
        self._global_keys[name] = keys
        self._tell_global()

    def _tell_global(self) -> None:
        self._object("")
        self._show()
        on = {name: self._global_keys[name] for name, s in self.switches.items() if s.isChecked()}
        self.global_keys_changed.emit(on)

    def show_refused(self, refused: Mapping[str, str]) -> None:
        """Show why a shortcut cannot be global: half a sentence, by action."""
        for name, why in refused.items():
            key = shown_keys(self._global_keys[name])
            self._object(tr("{key} works only in this window: {why}.", key=key, why=why))

    def _change(self, name: str, keys: str) -> None:
        taken = next((other for other, its in self._keys.items() if its == keys), None)
        if taken is not None and taken != name:
            key, action = shown_keys(keys), tr(WORDS[taken])
            words = tr(
                "{key} is already used: {action}. Change that shortcut first.",
                key=key,
                action=action,
            )
            self._object(words)
            return
        self._put({**self._keys, name: keys})

    def _put(self, keys: Mapping[str, str]) -> None:
        self._keys = dict(keys)
        self._object("")
        self._show()
        self.keys_changed.emit(dict(keys))

    def _object(self, sentence: str) -> None:
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))

    def _show(self) -> None:
        for name, button in self.buttons.items():
            button.show_keys(self._keys[name])
        for name, button in self.global_buttons.items():
            button.show_keys(self._global_keys[name])
            button.setEnabled(self.switches[name].isChecked())
        self.trouble.setVisible(bool(self.trouble.text()))
        self.reset.setEnabled(self._keys != DEFAULT_KEYS)
