"""Win32GlobalKeys: RegisterHotKey, on a thread of its own."""

from __future__ import annotations

import ctypes
import queue
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from PySide6.QtCore import Qt

from app import messages as told
from gui.global_keys.base import KEYS, OnPressed, RegisteredKeys, SystemKey, is_plain

_WM_HOTKEY, _WM_QUIT, _WM_APP = 0x0312, 0x0012, 0x8000
_NO_REPEAT = 0x4000
_END_S = 5.0


class Message(ctypes.Structure):
    """MSG, as GetMessageW fills it."""

    _fields_ = (
        ("hwnd", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("wParam", ctypes.c_size_t),
        ("lParam", ctypes.c_ssize_t),
        ("time", ctypes.c_ulong),
        ("x", ctypes.c_long),
        ("y", ctypes.c_long),
        ("private", ctypes.c_ulong),
    )


def virtual_key_of(key: Qt.Key) -> int | None:
    """The virtual key code; None: unknown."""
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F24:
        return 0x70 + key - Qt.Key.Key_F1
    if key in KEYS:
        return KEYS[key].win32
    return int(key) if is_plain(key) else None


class Win32GlobalKeys(RegisteredKeys):
    """Windows notifies the thread that registered a key, so one thread does all calls.

    Args:
        user32, kernel32: The Windows libraries; tests pass their own.
    """

    def __init__(self, on_pressed: OnPressed, user32: Any = None, kernel32: Any = None) -> None:
        super().__init__(on_pressed)
        windll = getattr(ctypes, "WinDLL", None)
        assert windll is not None or user32 is not None, "on Windows alone"
        self._user32 = user32 or windll("user32")  # type: ignore[misc]
        self._kernel32 = kernel32 or windll("kernel32")  # type: ignore[misc]
        self._wanted: queue.SimpleQueue[tuple[dict[str, str], Future[dict[str, str]]]] = (
            queue.SimpleQueue()
        )
        self._thread_id = 0
        self._has_queue = threading.Event()
        self._thread = threading.Thread(target=self._run, name="global-keys", daemon=True)
        self._thread.start()

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        answer: Future[dict[str, str]] = Future()
        self._has_queue.wait(_END_S)
        self._wanted.put((dict(keys), answer))
        self._user32.PostThreadMessageW(self._thread_id, _WM_APP, 0, 0)
        try:
            return answer.result(_END_S)
        except TimeoutError:
            return dict.fromkeys(keys, told.Message("Windows does not answer; try again"))

    def close(self) -> None:  # noqa: D102
        if self._thread.is_alive():
            self._has_queue.wait(_END_S)
            self._user32.PostThreadMessageW(self._thread_id, _WM_QUIT, 0, 0)
            self._thread.join(_END_S)

    def _run(self) -> None:
        self._thread_id = self._kernel32.GetCurrentThreadId()
        message = Message()
        self._user32.PeekMessageW(ctypes.byref(message), None, 0, 0, 0)  # creates the thread's
        # message queue
        self._has_queue.set()
        while self._user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            if message.message == _WM_HOTKEY:
                self._press(message.wParam)
            elif message.message == _WM_APP:
                keys, answer = self._wanted.get()
                answer.set_result(super().put(keys))
        super().put({})

    def _code_of(self, key: Qt.Key) -> int | None:
        return virtual_key_of(key)

    def _register(self, number: int, code: int, held: list[SystemKey]) -> int | None:
        flags = sum(key.win32 for key in held) | _NO_REPEAT
        return number if self._user32.RegisterHotKey(None, number, flags, code) else None

    def _release(self, registered: int) -> None:
        self._user32.UnregisterHotKey(None, registered)
