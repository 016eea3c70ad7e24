"""X11GlobalKeys: global shortcuts by grabbing keys on the X server."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSocketNotifier, Qt

from app.x11 import ALT, CONTROL, SHIFT, SUPER, X11
from gui.global_keys.base import NO_SUCH_KEY, TAKEN, GlobalKeys, OnPressed
from gui.shared.keys import combination

_MODIFIERS = (
    (Qt.KeyboardModifier.ShiftModifier, SHIFT),
    (Qt.KeyboardModifier.ControlModifier, CONTROL),
    (Qt.KeyboardModifier.AltModifier, ALT),
    (Qt.KeyboardModifier.MetaModifier, SUPER),
)
_KEYSYMS = {
    Qt.Key.Key_Home: 0xFF50,
    Qt.Key.Key_Left: 0xFF51,
    Qt.Key.Key_Up: 0xFF52,
    Qt.Key.Key_Right: 0xFF53,
    Qt.Key.Key_Down: 0xFF54,
    Qt.Key.Key_PageUp: 0xFF55,
    Qt.Key.Key_PageDown: 0xFF56,
    Qt.Key.Key_End: 0xFF57,
    Qt.Key.Key_Insert: 0xFF63,
    Qt.Key.Key_Delete: 0xFFFF,
    Qt.Key.Key_Backspace: 0xFF08,
    Qt.Key.Key_Pause: 0xFF13,
    Qt.Key.Key_Print: 0xFF61,
    Qt.Key.Key_ScrollLock: 0xFF14,
}


def keysym_of(key: Qt.Key) -> int:
    """The X keysym of a key; 0: unknown."""
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return 0xFFBE + key - Qt.Key.Key_F1
    if key in _KEYSYMS:
        return _KEYSYMS[key]
    # Latin letters have the numbers of their small forms.
    return ord(chr(key).lower()) if 0x20 <= key <= 0xFF else 0


class X11GlobalKeys(GlobalKeys):
    """Uses its own connection, which the window's event loop polls, and closes it."""

    def __init__(self, on_pressed: OnPressed, x11: X11) -> None:
        super().__init__(on_pressed)
        self._x11 = x11
        self._actions: dict[tuple[int, int], str] = {}
        self._notifier = QSocketNotifier(x11.descriptor, QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._look)

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        for code, held in self._actions:
            self._x11.ungrab_key(code, [held])
        self._actions.clear()
        refused = {}
        for action, text in keys.items():
            pressed = combination(text)
            held = sum(x for qt, x in _MODIFIERS if pressed.keyboardModifiers() & qt)
            keysym = keysym_of(pressed.key())
            codes = self._x11.key_codes(keysym) if keysym else []
            if not codes:
                refused[action] = NO_SUCH_KEY
            elif self._x11.grab_key(codes[0], [held]):
                self._actions[codes[0], held] = action
            else:
                refused[action] = TAKEN
        self._look()  # handle events that arrived while replies were read: nothing else wakes us
        # for them
        return refused

    def _look(self) -> None:
        if self._x11.is_lost:
            self._notifier.setEnabled(False)
            return
        for pressed in self._x11.pressed():
            if pressed in self._actions:
                self._on_pressed(self._actions[pressed])

    def close(self) -> None:  # noqa: D102
        self._notifier.setEnabled(False)
        self._x11.close()
