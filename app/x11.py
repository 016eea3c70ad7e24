"""X11, as far as this program uses it: other programs' windows, and keys pressed elsewhere.

Through libxcb, which Qt's own platform plugin needs, on a separate connection: its errors are
return values, where Xlib ends the process. One thread at a time uses a connection.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int16,
    c_uint,
    c_uint8,
    c_uint16,
    c_uint32,
    c_void_p,
)
from dataclasses import dataclass
from typing import Any, Literal

MOST_WINDOWS = 200
_MOST_TITLE = 200  # characters
_LONGEST_PROPERTY = 4096  # in units of four bytes

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


class _Screen(Structure):
    _fields_ = (("root", c_uint32),)  # and further fields, unused here


class _Setup(Structure):
    # The fixed part of the connection's setup, up to the range of key codes.
    _fields_ = (
        ("head", c_uint8 * 34),
        ("min_keycode", c_uint8),
        ("max_keycode", c_uint8),
    )


class _Atom(Structure):
    _fields_ = (("head", c_uint8 * 8), ("atom", c_uint32))


class _Attributes(Structure):
    _fields_ = (("head", c_uint8 * 26), ("map_state", c_uint8))


class _Keyboard(Structure):
    _fields_ = (("response_type", c_uint8), ("keysyms_per_keycode", c_uint8))


class _KeyPress(Structure):
    _fields_ = (
        ("response_type", c_uint8),
        ("detail", c_uint8),
        ("sequence", c_uint16),
        ("time", c_uint32),
        ("root", c_uint32),
        ("event", c_uint32),
        ("child", c_uint32),
        ("root_x", c_int16),
        ("root_y", c_int16),
        ("event_x", c_int16),
        ("event_y", c_int16),
        ("state", c_uint16),
    )


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
        self._setup = ctypes.cast(
            self._xcb.xcb_get_setup(self._connection), POINTER(_Setup)
        ).contents
        screens = self._xcb.xcb_setup_roots_iterator(ctypes.addressof(self._setup))
        for _ in range(number.value):
            self._xcb.xcb_screen_next(ctypes.byref(screens))
        self.root = int(_Screen.from_address(screens.data).root)
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
        cookie = self._xcb.xcb_get_window_attributes(self._connection, handle)
        answer = self._xcb.xcb_get_window_attributes_reply(self._connection, cookie, None)
        if not answer:
            return "gone"
        state = _Attributes.from_address(answer).map_state
        self._free(answer)
        return "seen" if state == _VIEWABLE else "hidden"

    @property
    def is_composited(self) -> bool:
        """Whether windows are drawn off-screen, so that a covered window is complete."""
        cookie = self._xcb.xcb_get_selection_owner(self._connection, self._atom("_NET_WM_CM_S0"))
        answer = self._xcb.xcb_get_selection_owner_reply(self._connection, cookie, None)
        if not answer:
            return False
        owner = _Atom.from_address(answer).atom
        self._free(answer)
        return owner != 0

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
        cookie = self._xcb.xcb_get_property(
            self._connection, 0, handle, self._atom(name), _ANY_TYPE, 0, _LONGEST_PROPERTY
        )
        answer = self._xcb.xcb_get_property_reply(self._connection, cookie, None)
        if not answer:
            return b""
        length = self._xcb.xcb_get_property_value_length(answer)
        data = ctypes.string_at(self._xcb.xcb_get_property_value(answer), length)
        self._free(answer)
        return data

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            cookie = self._xcb.xcb_intern_atom(self._connection, 0, len(name), name.encode())
            answer = self._xcb.xcb_intern_atom_reply(self._connection, cookie, None)
            if not answer:
                return 0
            self._atoms[name] = _Atom.from_address(answer).atom
            self._free(answer)
        return self._atoms[name]

    def key_codes(self, keysym: int) -> list[int]:
        """Codes of the keys of this keyboard that give `keysym`, with or without Shift."""
        low, high = self._setup.min_keycode, self._setup.max_keycode
        count = high - low + 1
        cookie = self._xcb.xcb_get_keyboard_mapping(self._connection, low, count)
        answer = self._xcb.xcb_get_keyboard_mapping_reply(self._connection, cookie, None)
        if not answer:
            return []
        each = _Keyboard.from_address(answer).keysyms_per_keycode
        table = (c_uint32 * (each * count)).from_address(
            self._xcb.xcb_get_keyboard_mapping_keysyms(answer)
        )
        found = [low + i for i in range(count) if keysym in table[i * each : i * each + 2]]
        self._free(answer)
        return found

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
            press = _KeyPress.from_address(event)
            if press.response_type & 0x7F == _KEY_PRESS:
                held = press.state & (SHIFT | CONTROL | ALT | SUPER)
                found.append((int(press.detail), int(held)))
            self._free(event)
        return found


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
        ("xcb_get_property_value", c_void_p, (c_void_p,)),
        ("xcb_get_property_value_length", c_int, (c_void_p,)),
        ("xcb_get_keyboard_mapping_keysyms", c_void_p, (c_void_p,)),
    ):
        function = getattr(xcb, name)
        function.restype, function.argtypes = gives, takes
    return xcb
