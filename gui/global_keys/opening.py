"""open_global_keys: picks this system's implementation of global shortcuts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from PySide6.QtGui import QGuiApplication

from app.messages.message import Message
from app.system.x11 import X11, X11Error
from gui.global_keys.base import GlobalKeys, NoGlobalKeys, OnPressed

OnRefused = Callable[[dict[str, str]], None]


def open_global_keys(
    on_pressed: OnPressed, on_refused: OnRefused, words: Mapping[str, str]
) -> GlobalKeys:
    """Open this system's global shortcuts; registers nothing yet.

    Args:
        on_pressed: See `GlobalKeys`.
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
