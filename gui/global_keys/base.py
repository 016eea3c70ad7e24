"""GlobalKeys: the interface of global shortcuts on each system, and the one of this system."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.messages import Message
from app.x11 import ALT, CONTROL, SHIFT, SUPER, X11, X11Error
from gui.shared.keys import combination

OnPressed = Callable[[str], None]
OnRefused = Callable[[dict[str, str]], None]

# Actions that may be global, with default keys; the others need a visible window. None of them
# shows the room: see 0024.
FIRST_GLOBAL_KEYS: dict[str, str] = {
    "record": "Ctrl+Alt+R",
    "next_background": "Ctrl+Alt+B",
    "next_slide": "Ctrl+Alt+PgDown",
    "mute": "Ctrl+Alt+N",
}
TAKEN = Message("another program uses this key; choose another")
NO_SUCH_KEY = Message("this keyboard has no such key; choose another one")


class SystemKey(NamedTuple):
    """A key or a modifier, as each system calls it.

    Attributes:
        portal: As libxkbcommon calls it.
        macos: None: there is no such key.
    """

    x11: int
    portal: str
    win32: int
    macos: int | None


# What Qt calls Control is the Command key on macOS, and Meta the Control key.
MODIFIERS = {
    Qt.KeyboardModifier.ControlModifier: SystemKey(CONTROL, "CTRL", 2, 1 << 8),
    Qt.KeyboardModifier.AltModifier: SystemKey(ALT, "ALT", 1, 1 << 11),
    Qt.KeyboardModifier.ShiftModifier: SystemKey(SHIFT, "SHIFT", 4, 1 << 9),
    Qt.KeyboardModifier.MetaModifier: SystemKey(SUPER, "LOGO", 8, 1 << 12),
}
KEYS = {  # those without a letter, a digit or a number
    Qt.Key.Key_Space: SystemKey(0x20, "space", 0x20, 49),
    Qt.Key.Key_Backspace: SystemKey(0xFF08, "BackSpace", 0x08, 51),
    Qt.Key.Key_Pause: SystemKey(0xFF13, "Pause", 0x13, None),
    Qt.Key.Key_ScrollLock: SystemKey(0xFF14, "Scroll_Lock", 0x91, None),
    Qt.Key.Key_Home: SystemKey(0xFF50, "Home", 0x24, 115),
    Qt.Key.Key_Left: SystemKey(0xFF51, "Left", 0x25, 123),
    Qt.Key.Key_Up: SystemKey(0xFF52, "Up", 0x26, 126),
    Qt.Key.Key_Right: SystemKey(0xFF53, "Right", 0x27, 124),
    Qt.Key.Key_Down: SystemKey(0xFF54, "Down", 0x28, 125),
    Qt.Key.Key_PageUp: SystemKey(0xFF55, "Page_Up", 0x21, 116),
    Qt.Key.Key_PageDown: SystemKey(0xFF56, "Page_Down", 0x22, 121),
    Qt.Key.Key_End: SystemKey(0xFF57, "End", 0x23, 119),
    Qt.Key.Key_Print: SystemKey(0xFF61, "Print", 0x2C, None),
    Qt.Key.Key_Insert: SystemKey(0xFF63, "Insert", 0x2D, None),
    Qt.Key.Key_Delete: SystemKey(0xFFFF, "Delete", 0x2E, 117),
}


def is_plain(key: Qt.Key) -> bool:
    """Whether it is a digit or a letter of the alphabet."""
    return Qt.Key.Key_0 <= key <= Qt.Key.Key_9 or Qt.Key.Key_A <= key <= Qt.Key.Key_Z


def modifiers_of(text: str) -> list[SystemKey]:
    """The modifiers of a shortcut."""
    held = combination(text).keyboardModifiers()
    return [key for modifier, key in MODIFIERS.items() if held & modifier]


class GlobalKeys(ABC):
    """Inactive until `put`; used from the window's thread.

    Args:
        on_pressed: Receives the action; called on any thread.
    """

    def __init__(self, on_pressed: OnPressed) -> None:
        self._on_pressed = on_pressed

    @abstractmethod
    def put(self, keys: Mapping[str, str]) -> dict[str, str]:
        """Register exactly these shortcuts.

        Args:
            keys: By action, as `Ctrl+Alt+R`.

        Returns:
            Refusals by action, each half a sentence.
        """

    @abstractmethod
    def close(self) -> None:
        """Release all keys; may be called twice."""


class RegisteredKeys(GlobalKeys):
    """For systems that take each key by a code of its own, and answer at once."""

    def __init__(self, on_pressed: OnPressed) -> None:
        super().__init__(on_pressed)
        self._actions: dict[Any, str] = {}  # by what `_register` returned

    @abstractmethod
    def _code_of(self, key: Qt.Key) -> int | None:
        """The system's code of a key; None: it has none."""

    @abstractmethod
    def _register(self, number: int, code: int, held: list[SystemKey]) -> Any:
        """Register a key; what the system tells of a press of it. None: it is taken.

        Args:
            number: From 1 on, another one for each key.
        """

    @abstractmethod
    def _release(self, registered: Any) -> None:
        """Release what `_register` returned."""

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        for registered in self._actions:
            self._release(registered)
        self._actions.clear()
        refused = {}
        for number, (action, text) in enumerate(keys.items(), 1):
            code = self._code_of(combination(text).key())
            if code is None:
                refused[action] = NO_SUCH_KEY
            elif (registered := self._register(number, code, modifiers_of(text))) is not None:
                self._actions[registered] = action
            else:
                refused[action] = TAKEN
        return refused

    def _press(self, registered: object) -> None:
        """Tell of a press, if it is of a key that is registered."""
        if registered in self._actions:
            self._on_pressed(self._actions[registered])


class NoGlobalKeys(GlobalKeys):
    """For systems without global shortcuts; `why` is half a sentence."""

    def __init__(self, on_pressed: OnPressed, why: str) -> None:
        super().__init__(on_pressed)
        self.why = why

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        return dict.fromkeys(keys, self.why)

    def close(self) -> None:
        """See `GlobalKeys.close`."""


def is_fit(keys: str) -> bool:
    """Whether a shortcut may be global: it must not block typing in other programs."""
    *held, last = [*keys[:-2].split("+"), "+"] if keys.endswith("++") else keys.split("+")
    is_far = last[:1] == "F" and last[1:].isdecimal() and int(last[1:]) > 12
    return is_far or bool({"Ctrl", "Alt", "Meta"} & set(held))


def open_global_keys(
    on_pressed: OnPressed, on_refused: OnRefused, words: Mapping[str, str]
) -> GlobalKeys:
    """Open this system's global shortcuts; registers nothing yet.

    Args:
        on_refused: Receives later refusals by action; called on any thread.
        words: What each action does.
    """
    if sys.platform == "win32":
        from gui.global_keys.win32 import Win32GlobalKeys

        return Win32GlobalKeys(on_pressed)
    if sys.platform == "darwin":
        from gui.global_keys.macos import MacGlobalKeys

        return MacGlobalKeys(on_pressed)
    platform = QGuiApplication.platformName()
    if platform == "wayland":
        from gui.global_keys.portal import PortalGlobalKeys

        return PortalGlobalKeys(on_pressed, on_refused, words)
    if platform == "xcb":
        from gui.global_keys.x11 import X11GlobalKeys

        try:
            return X11GlobalKeys(on_pressed, X11())
        except X11Error as error:
            return NoGlobalKeys(on_pressed, str(error))
    return NoGlobalKeys(on_pressed, Message("this system does not support global shortcuts"))
