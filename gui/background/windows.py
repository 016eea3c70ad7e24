"""Other programs' windows: lists them, and tells whether one is still open, on each system.

Qt grabs their content, as it does the screen. Wayland hides other programs' windows, and Qt
cannot grab them on macOS.
"""

from __future__ import annotations

import ctypes
import os
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, Literal

from PySide6.QtGui import QGuiApplication

from app.x11 import X11, X11Error

WindowState = Literal["seen", "hidden", "gone"]


class Windows(ABC):
    """The window's thread."""

    @abstractmethod
    def all(self) -> dict[int, str]:
        """Windows with a title, except our own: titles by handles, which Qt calls a WId."""

    @abstractmethod
    def state_of(self, handle: int) -> WindowState:
        """Whether one is on the screen, minimised, or closed."""

    @property
    def shows_what_covers_them(self) -> bool:
        """Whether a grab of a window includes windows in front of it."""
        return False

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Close the connection to the system."""


class X11Windows(Windows):
    """As the window manager lists them.

    Raises:
        X11Error: No server.
    """

    def __init__(self) -> None:
        self._x11 = X11()

    def all(self) -> dict[int, str]:  # noqa: D102
        return {
            window.handle: window.title
            for window in self._x11.windows()
            if window.title and window.process != os.getpid()
        }

    def state_of(self, handle: int) -> WindowState:  # noqa: D102
        return "gone" if self._x11.is_lost else self._x11.state_of(handle)

    @property
    def shows_what_covers_them(self) -> bool:  # noqa: D102
        return not self._x11.is_composited

    def close(self) -> None:  # noqa: D102
        self._x11.close()


class Win32Windows(Windows):
    """Lists windows by EnumWindows, minimised ones too.

    Args:
        user32: The Windows library; tests pass their own.
    """

    _MOST_TITLE = 200

    def __init__(self, user32: Any = None) -> None:
        self._user32 = user32 or ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]

    def all(self) -> dict[int, str]:  # noqa: D102
        found: dict[int, str] = {}
        call = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)

        @call(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        def take(handle: int, _: int) -> int:
            title = ctypes.create_unicode_buffer(self._MOST_TITLE)
            process = ctypes.c_ulong()
            self._user32.GetWindowThreadProcessId(ctypes.c_void_p(handle), ctypes.byref(process))
            is_ours = process.value == os.getpid()
            if not is_ours and self._user32.IsWindowVisible(ctypes.c_void_p(handle)):
                self._user32.GetWindowTextW(ctypes.c_void_p(handle), title, self._MOST_TITLE)
                if title.value.strip():
                    found[handle] = title.value.strip()
            return 1

        self._user32.EnumWindows(take, 0)
        return found

    def state_of(self, handle: int) -> WindowState:  # noqa: D102
        window = ctypes.c_void_p(handle)
        if not self._user32.IsWindow(window):
            return "gone"
        hidden = self._user32.IsIconic(window) or not self._user32.IsWindowVisible(window)
        return "hidden" if hidden else "seen"


def open_windows() -> Windows | None:
    """This system's list of windows; None: it hides other programs' windows."""
    if sys.platform == "win32":
        return Win32Windows()
    if QGuiApplication.platformName() == "xcb":
        with suppress(X11Error):
            return X11Windows()
    return None
