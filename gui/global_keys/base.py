"""GlobalKeys: the interface of global shortcuts on each system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from app.messages.message import Message

OnPressed = Callable[[str], None]

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
    """For systems without global shortcuts.

    Args:
        on_pressed: See `GlobalKeys`.
        why: A sentence.
    """

    def __init__(self, on_pressed: OnPressed, why: str) -> None:
        super().__init__(on_pressed)
        self.why = why

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:
        """See `GlobalKeys.put`."""
        return dict.fromkeys(keys, self.why)

    def close(self) -> None:
        """See `GlobalKeys.close`."""


def is_fit(keys: str) -> bool:
    """Whether a shortcut may be global: it must not block typing in other programs."""
    *held, last = [*keys[:-2].split("+"), "+"] if keys.endswith("++") else keys.split("+")
    is_far = last[:1] == "F" and last[1:].isdigit() and int(last[1:]) > 12
    return is_far or bool({"Ctrl", "Alt", "Meta"} & set(held))
