"""MacGlobalKeys: Carbon's RegisterEventHotKey, which needs no permission."""

from __future__ import annotations

import ctypes
from typing import Any

from PySide6.QtCore import Qt

from gui.global_keys.base import KEYS, OnPressed, RegisteredKeys, SystemKey

_CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
_LETTERS = dict(
    zip("ASDFHGZXCV BQWERYT123465=97-80]OU[IP", (*range(10), None, *range(11, 36)), strict=True)
) | dict(zip("LJ'K;\\,/NM.", range(37, 48), strict=True))
_FUNCTION_KEYS = (122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111)
_SIGNATURE = int.from_bytes(b"Bkdp", "big")
_NO_ERROR = 0


def _four(text: str) -> int:
    return int.from_bytes(text.encode(), "big")


class _HotKeyId(ctypes.Structure):
    _fields_ = (("signature", ctypes.c_uint32), ("id", ctypes.c_uint32))


class _EventType(ctypes.Structure):
    _fields_ = (("event_class", ctypes.c_uint32), ("kind", ctypes.c_uint32))


def key_code_of(key: Qt.Key) -> int | None:
    """Key code on a US keyboard; None: unknown."""
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F12:
        return _FUNCTION_KEYS[key - Qt.Key.Key_F1]
    if key in KEYS:
        return KEYS[key].macos
    return _LETTERS.get(chr(key)) if 0x20 < key < 0x7F else None


class MacGlobalKeys(RegisteredKeys):
    """Called by the application's own event loop, which Qt runs.

    Args:
        carbon: The framework; tests pass their own.
    """

    def __init__(self, on_pressed: OnPressed, carbon: Any = None) -> None:
        super().__init__(on_pressed)
        self._carbon = carbon or _declared(ctypes.CDLL(_CARBON))
        self._references: dict[int, ctypes.c_void_p] = {}
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
        self._callback = kind(self._on_event)  # kept: Carbon does not
        wanted = _EventType(_four("keyb"), 5)  # a hot key was pressed
        self._target = self._carbon.GetApplicationEventTarget()
        self._carbon.InstallEventHandler(
            self._target, self._callback, 1, ctypes.byref(wanted), None, None
        )

    def _code_of(self, key: Qt.Key) -> int | None:
        return key_code_of(key)

    def _register(self, number: int, code: int, held: list[SystemKey]) -> int | None:
        mask, reference = sum(key.macos or 0 for key in held), ctypes.c_void_p()
        done = self._carbon.RegisterEventHotKey(
            code, mask, _HotKeyId(_SIGNATURE, number), self._target, 0, ctypes.byref(reference)
        )
        if done != _NO_ERROR:
            return None
        self._references[number] = reference
        return number

    def _release(self, registered: int) -> None:
        self._carbon.UnregisterEventHotKey(self._references.pop(registered))

    def _on_event(self, _: int, event: int, __: int) -> int:
        pressed = _HotKeyId()
        done = self._carbon.GetEventParameter(
            event,
            _four("----"),
            _four("hkid"),
            None,
            ctypes.sizeof(pressed),
            None,
            ctypes.byref(pressed),
        )
        if done == _NO_ERROR:
            self._press(pressed.id)
        return _NO_ERROR

    def close(self) -> None:  # noqa: D102
        self.put({})


def _declared(carbon: Any) -> Any:
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    carbon.GetApplicationEventTarget.restype = pointer
    carbon.GetApplicationEventTarget.argtypes = ()
    carbon.InstallEventHandler.argtypes = (
        *(pointer, pointer, ctypes.c_ulong, pointer, pointer, pointer),
    )
    carbon.RegisterEventHotKey.argtypes = (number, number, _HotKeyId, pointer, number, pointer)
    carbon.UnregisterEventHotKey.argtypes = (pointer,)
    carbon.GetEventParameter.argtypes = (
        *(pointer, number, number, pointer, ctypes.c_ulong, pointer, pointer),
    )
    return carbon
