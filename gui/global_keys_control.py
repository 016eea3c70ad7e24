"""GlobalKeysControl: registers the global shortcuts that the user switched on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gui import shortcuts
from gui.control import Control, Core
from gui.global_keys.base import FIRST_GLOBAL_KEYS, GlobalKeys, is_fit, open_global_keys
from gui.shared.language import tr

WORDS = {name: shortcuts.WORDS[name] for name in FIRST_GLOBAL_KEYS}


class GlobalKeysControl(Control):
    """Opens the system's interface only once a global shortcut is switched on."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._keys: GlobalKeys | None = None
        core.window.closed.connect(self._close)

    def start(self) -> None:
        """Register the stored shortcuts."""
        self._put(self._state.saved.global_keys)

    def change(self, keys: Mapping[str, str]) -> dict[str, str]:
        """Register and store these; returns the refusals by action."""
        self._state.update(global_keys=dict(keys))
        return self._put(keys)

    def _put(self, keys: Mapping[str, str]) -> dict[str, str]:
        wanted = {name: its for name, its in keys.items() if name in WORDS and is_fit(its)}
        if self._keys is None:
            if not wanted:
                return {}
            on_pressed, on_refused = (
                partial(self._session.tasks.tell, act) for act in (self._act, self._say_refused)
            )
            self._keys = open_global_keys(on_pressed, on_refused, WORDS)
        refused = self._keys.put(wanted)
        self._say_refused(refused)
        return refused

    def _act(self, action: str) -> None:
        if self._keys is not None:  # an event may still be queued
            self._window.action.emit(action)

    def _say_refused(self, refused: dict[str, str]) -> None:
        self._window.notices.dismiss("global-keys")
        if refused:
            action, why = next(iter(refused.items()))
            keys = self._state.saved.global_keys.get(action, "")
            key = f"{keys} ({tr(WORDS[action]).lower()})"
            words = tr("{key} works only in this window: {why}.", key=key, why=why)
            self._notify("warning", words, code="global-keys")

    def _close(self) -> None:
        keys, self._keys = self._keys, None
        if keys is not None:
            keys.close()
