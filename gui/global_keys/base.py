"""GlobalKeys: the interface of global shortcuts on each system, and the one of this system."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from PySide6.QtGui import QGuiApplication

from app.messages import Message
from app.x11 import X11, X11Error

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
