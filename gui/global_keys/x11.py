"""X11GlobalKeys: global shortcuts by grabbing keys on the X server."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSocketNotifier, Qt

from app.x11 import X11
from gui.global_keys.base import KEYS, OnPressed, RegisteredKeys, SystemKey


def keysym_of(key: Qt.Key) -> int:
    """The X keysym of a key; 0: unknown."""
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return 0xFFBE + key - Qt.Key.Key_F1
    if key in KEYS:
        return KEYS[key].x11
    # Latin letters have the numbers of their small forms.
    return ord(chr(key).lower()) if 0x20 <= key <= 0xFF else 0


class X11GlobalKeys(RegisteredKeys):
    """Uses its own connection, which the window's event loop polls, and closes it."""

    def __init__(self, on_pressed: OnPressed, x11: X11) -> None:
        super().__init__(on_pressed)
        self._x11 = x11
        self._notifier = QSocketNotifier(x11.descriptor, QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._look)

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        refused = super().put(keys)
        self._look()  # handle events that arrived while replies were read: nothing else wakes us
        # for them
        return refused

    def _code_of(self, key: Qt.Key) -> int | None:
        keysym = keysym_of(key)
        return next(iter(self._x11.key_codes(keysym)), None) if keysym else None

    def _register(self, number: int, code: int, held: list[SystemKey]) -> tuple[int, int] | None:
        mask = sum(key.x11 for key in held)
        return (code, mask) if self._x11.grab_key(code, [mask]) else None

    def _release(self, registered: tuple[int, int]) -> None:
        code, mask = registered
        self._x11.ungrab_key(code, [mask])

    def _look(self) -> None:
        if self._x11.is_lost:
            self._notifier.setEnabled(False)
            return
        for pressed in self._x11.pressed():
            self._press(pressed)

    def close(self) -> None:  # noqa: D102
        self._notifier.setEnabled(False)
        self._x11.close()
