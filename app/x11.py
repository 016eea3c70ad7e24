"""X11, as far as this program uses it: other programs' windows, and keys pressed elsewhere.

Through libxcb, which Qt's own platform plugin needs, on a separate connection: its errors are
return values, where Xlib ends the process. One thread at a time uses a connection.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from ctypes import Structure, c_char_p, c_int, c_uint, c_uint8, c_uint16, c_uint32, c_void_p
from dataclasses import dataclass
from typing import Any, Literal

MOST_WINDOWS = 200
_MOST_TITLE = 200  # characters
_LONGEST_PROPERTY = 4096  # in units of four bytes

_HEAD_BYTES = 32  # of a reply, whose content follows; of an event all
_ANY_TYPE = 0
_KEY_PRESS = 2
_ASYNC = 1
_VIEWABLE = 2
SHIFT, LOCK, CONTROL, ALT, NUM_LOCK, SUPER = 1, 2, 4, 8, 16, 64

WindowState = Literal["seen", "hidden", "gone"]


class X11Error(OSError):
    """The X server or its library is missing or refuses a request; the message says what."""


@dataclass(frozen=True, slots=True)
class XWindow:
    """A window of any program, as the window manager lists it.

    Attributes:
        process: Its process; 0: unknown.
    """

    handle: int
    title: str
    process: int


class _Cookie(Structure):
    _fields_ = (("sequence", c_uint),)


class _Screens(Structure):
    _fields_ = (("data", c_void_p), ("rem", c_int), ("index", c_int))


class X11:
    """A connection to the X server.

    Args:
        display: Such as ":0"; None: the value of DISPLAY.

    Raises:
        X11Error: There is no libxcb, or no server.
    """

    def __init__(self, display: str | None = None) -> None:
        try:
            self._xcb = _declared(ctypes.CDLL("libxcb.so.1"))
            self._free = ctypes.CDLL(None).free
        except (OSError, AttributeError) as error:
            raise X11Error(f"there is no libxcb ({error})") from error
        self._free.argtypes = (c_void_p,)
        number = c_int()
        name = None if display is None else display.encode()
        self._connection = self._xcb.xcb_connect(name, ctypes.byref(number))
        if self._xcb.xcb_connection_has_error(self._connection):
            self._xcb.xcb_disconnect(self._connection)
            self._connection = None
            raise X11Error("no X server answers")
        setup = self._xcb.xcb_get_setup(self._connection)
        low, high = ctypes.string_at(setup, 36)[34:]  # its range of key codes
        self._codes = range(low, high + 1)
        screens = self._xcb.xcb_setup_roots_iterator(setup)
        for _ in range(number.value):
            self._xcb.xcb_screen_next(ctypes.byref(screens))
        self.root = c_uint32.from_address(screens.data).value  # a screen begins with it
        self._atoms: dict[str, int] = {}

    def close(self) -> None:
        """Close the connection, which ends grabs. May be called twice."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._xcb.xcb_disconnect(connection)

    @property
    def descriptor(self) -> int:
        """File descriptor to wait at for events."""
        return int(self._xcb.xcb_get_file_descriptor(self._connection))

    @property
    def is_lost(self) -> bool:
        """Whether the server has gone."""
        return bool(self._xcb.xcb_connection_has_error(self._connection))

    def windows(self) -> list[XWindow]:
        """The window manager's list of windows, in its order; empty without one."""
        handles = self._numbers(self.root, "_NET_CLIENT_LIST")[:MOST_WINDOWS]
        return [
            XWindow(
                handle, self._title(handle), next(iter(self._numbers(handle, "_NET_WM_PID")), 0)
            )
            for handle in handles
        ]

    def state_of(self, handle: int) -> WindowState:
        """Whether a window is on the screen, minimised, or gone."""
        if not (reply := self._reply("get_window_attributes", handle)):
            return "gone"
        return "seen" if reply[26] == _VIEWABLE else "hidden"

    @property
    def is_composited(self) -> bool:
        """Whether windows are drawn off-screen, so that a covered window is complete."""
        reply = self._reply("get_selection_owner", self._atom("_NET_WM_CM_S0"))
        return _number(reply, at=8) != 0

    def _title(self, handle: int) -> str:
        for name in ("_NET_WM_NAME", "WM_NAME"):
            title = self._property(handle, name).decode(errors="replace").split("\0")[0]
            if title.strip():
                return "".join(c for c in title if c.isprintable()).strip()[:_MOST_TITLE]
        return ""

    def _numbers(self, handle: int, name: str) -> list[int]:
        data = self._property(handle, name)
        return list(memoryview(data[: len(data) // 4 * 4]).cast("I"))

    def _property(self, handle: int, name: str) -> bytes:
        asked = (0, handle, self._atom(name), _ANY_TYPE, 0, _LONGEST_PROPERTY)
        reply = self._reply("get_property", *asked)
        # Its items have so many bits, and it says how many items there are.
        length = _number(reply, at=16) * reply[1] // 8 if reply else 0
        return reply[_HEAD_BYTES : _HEAD_BYTES + length]

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            reply = self._reply("intern_atom", 0, len(name), name.encode())
            if not reply:
                return 0
            self._atoms[name] = _number(reply, at=8)
        return self._atoms[name]

    def _reply(self, name: str, *asked: object) -> bytes:
        """The server's reply to a request, as the X protocol lays it out; empty: it refuses."""
        cookie = getattr(self._xcb, f"xcb_{name}")(self._connection, *asked)
        place = getattr(self._xcb, f"xcb_{name}_reply")(self._connection, cookie, None)
        if not place:
            return b""
        more = c_uint32.from_address(place + 4).value  # in units of four bytes
        reply = ctypes.string_at(place, _HEAD_BYTES + 4 * more)
        self._free(place)
        return reply

    def key_codes(self, keysym: int) -> list[int]:
        """Codes of the keys of this keyboard that give `keysym`, with or without Shift."""
        codes = self._codes
        reply = self._reply("get_keyboard_mapping", codes.start, len(codes))
        if not reply:
            return []
        each = reply[1]  # symbols of a key
        table = memoryview(reply)[_HEAD_BYTES:].cast("I")
        return [code for n, code in enumerate(codes) if keysym in table[n * each : n * each + 2]]

    def grab_key(self, code: int, modifiers: Sequence[int]) -> bool:
        """Receive a key wherever it is pressed, whatever the locks; False: another program has it.

        Args:
            code: From `key_codes`.
            modifiers: Held with it, such as `CONTROL`.
        """
        held = sum(modifiers)
        grabbed = []
        for locks in (0, LOCK, NUM_LOCK, LOCK | NUM_LOCK):
            cookie = self._xcb.xcb_grab_key_checked(
                self._connection, 0, self.root, held | locks, code, _ASYNC, _ASYNC
            )
            error = self._xcb.xcb_request_check(self._connection, cookie)
            if error:
                self._free(error)
                for done in grabbed:
                    self._ungrab(code, held | done)
                return False
            grabbed.append(locks)
        return True

    def ungrab_key(self, code: int, modifiers: Sequence[int]) -> None:
        """Release a key that `grab_key` took."""
        for locks in (0, LOCK, NUM_LOCK, LOCK | NUM_LOCK):
            self._ungrab(code, sum(modifiers) | locks)

    def _ungrab(self, code: int, modifiers: int) -> None:
        cookie = self._xcb.xcb_ungrab_key_checked(self._connection, code, self.root, modifiers)
        if error := self._xcb.xcb_request_check(self._connection, cookie):
            self._free(error)

    def pressed(self) -> list[tuple[int, int]]:
        """Keys pressed since the last call: code, and modifiers without locks."""
        found = []
        while event := self._xcb.xcb_poll_for_event(self._connection):
            press = ctypes.string_at(event, _HEAD_BYTES)
            if press[0] & 0x7F == _KEY_PRESS:
                held = int.from_bytes(press[28:30], sys.byteorder) & (SHIFT | CONTROL | ALT | SUPER)
                found.append((press[1], held))
            self._free(event)
        return found


def _number(reply: bytes, *, at: int) -> int:
    return int.from_bytes(reply[at : at + 4], sys.byteorder)


def _declared(xcb: Any) -> Any:
    """Declare the types of the functions: pointers would otherwise be cut to 32 bits."""
    of_connection: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "xcb_connection_has_error": (c_int, ()),
        "xcb_disconnect": (None, ()),
        "xcb_get_file_descriptor": (c_int, ()),
        "xcb_get_setup": (c_void_p, ()),
        "xcb_poll_for_event": (c_void_p, ()),
        "xcb_request_check": (c_void_p, (_Cookie,)),
        "xcb_intern_atom": (_Cookie, (c_uint8, c_uint16, c_char_p)),
        "xcb_get_property": (
            _Cookie,
            (c_uint8, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32),
        ),
        "xcb_get_window_attributes": (_Cookie, (c_uint32,)),
        "xcb_get_selection_owner": (_Cookie, (c_uint32,)),
        "xcb_get_keyboard_mapping": (_Cookie, (c_uint8, c_uint8)),
        "xcb_grab_key_checked": (
            _Cookie,
            (c_uint8, c_uint32, c_uint16, c_uint8, c_uint8, c_uint8),
        ),
        "xcb_ungrab_key_checked": (_Cookie, (c_uint8, c_uint32, c_uint16)),
    }
    for name in (
        *("xcb_intern_atom", "xcb_get_property", "xcb_get_window_attributes"),
        *("xcb_get_selection_owner", "xcb_get_keyboard_mapping"),
    ):
        of_connection[f"{name}_reply"] = (c_void_p, (_Cookie, c_void_p))
    for name, (gives, takes) in of_connection.items():
        function = getattr(xcb, name)
        function.restype, function.argtypes = gives, (c_void_p, *takes)
    for name, gives, takes in (
        ("xcb_connect", c_void_p, (c_char_p, c_void_p)),
        ("xcb_setup_roots_iterator", _Screens, (c_void_p,)),
        ("xcb_screen_next", None, (c_void_p,)),
    ):
        function = getattr(xcb, name)
        function.restype, function.argtypes = gives, takes
    return xcb
