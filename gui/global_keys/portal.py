"""PortalGlobalKeys: global shortcuts on Wayland, where the desktop asks the user for each.

By the XDG portal GlobalShortcuts, which KDE, GNOME and Hyprland have; jeepney speaks D-Bus for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from PySide6.QtCore import QSocketNotifier, Qt

from app import messages as told
from gui.global_keys.base import KEYS, GlobalKeys, OnPressed, is_plain, modifiers_of
from gui.shared.keys import combination

_NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = DBusAddress(_PATH, _NAME, "org.freedesktop.portal.GlobalShortcuts")
_REQUEST = "org.freedesktop.portal.Request"
_SESSION = "org.freedesktop.portal.Session"
NO_PORTAL = told.Message("this desktop does not support global shortcuts")
DECLINED = told.Message("the desktop's settings deny Backdrop this key")


def trigger_of(text: str) -> str:
    """`Ctrl+Alt+R` in the portal's notation; empty if it has none."""
    key = combination(text).key()
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        name = f"F{key - Qt.Key.Key_F1 + 1}"
    elif is_plain(key):
        name = chr(key).lower()
    else:
        name = KEYS[key].portal if key in KEYS else ""
    held = [modifier.portal for modifier in modifiers_of(text)]
    return "+".join([*held, name]) if name else ""


class PortalGlobalKeys(GlobalKeys):
    """The portal replies after the user, so refusals come later.

    Uses a connection of its own, which the window's event loop polls.

    Args:
        on_refused: Receives refusals by action.
        words: What each action does, for the desktop's own list.
    """

    def __init__(
        self,
        on_pressed: OnPressed,
        on_refused: Callable[[dict[str, str]], None],
        words: Mapping[str, str],
    ) -> None:
        super().__init__(on_pressed)
        self._on_refused = on_refused
        self._words = words
        self._connection: DBusConnection | None = None
        self._serial, self._request = 0, ""  # of the call that was made last
        self._session = ""
        self._asked: dict[str, str] = {}

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        if self._connection is None and not keys:
            return {}
        self._asked = dict(keys)
        try:
            self._connect()
            self._leave_session()
            if keys:
                token = f"backdrop_{secrets.token_hex(8)}"
                options = {"handle_token": ("s", token), "session_handle_token": ("s", token)}
                self._call("CreateSession", "a{sv}", (options,))
        except (OSError, KeyError, ValueError):
            return dict.fromkeys(keys, NO_PORTAL)
        return {}

    def close(self) -> None:  # noqa: D102
        if self._connection is not None:
            self._notifier.setEnabled(False)
            with suppress(OSError):
                self._leave_session()
            self._connection.close()
            self._connection = None

    def _connect(self) -> None:
        if self._connection is not None:
            return
        self._connection = connection = open_dbus_connection(bus="SESSION")
        for interface, member in ((_REQUEST, "Response"), (_SHORTCUTS.interface, "Activated")):
            rule = MatchRule(type="signal", interface=interface, member=member)
            connection.send(message_bus.AddMatch(rule))
        self._notifier = QSocketNotifier(connection.sock.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._receive)

    def _receive(self) -> None:
        try:
            while self._connection is not None:
                self._on_message(self._connection.receive(timeout=0))
        except TimeoutError:
            pass  # that was all
        except (OSError, EOFError, ValueError) as error:  # the bus has gone
            self.close()
            why = told.Message("the desktop's message bus is gone ({error})", error=error)
            self._on_refused(dict.fromkeys(self._asked, why))

    def _call(self, method: str, signature: str, body: tuple[Any, ...]) -> None:
        assert self._connection is not None
        self._serial, self._request = next(self._connection.outgoing_serial), ""
        call = new_method_call(_SHORTCUTS, method, signature, body)
        self._connection.send(call, serial=self._serial)

    def _on_message(self, message: Message) -> None:
        header = message.header
        member = header.fields.get(HeaderFields.member)
        if header.fields.get(HeaderFields.reply_serial) == self._serial:
            if header.message_type == MessageType.error:
                self._on_refused(dict.fromkeys(self._asked, NO_PORTAL))
            else:
                self._request = message.body[0]
        elif member == "Activated":
            session, action = message.body[:2]
            if session == self._session and action in self._asked:
                self._on_pressed(action)
        elif member == "Response" and header.fields.get(HeaderFields.path) == self._request:
            self._on_response(*message.body[:2])

    def _on_response(self, response: int, results: dict[str, tuple[str, Any]]) -> None:
        if response != 0:
            self._on_refused(dict.fromkeys(self._asked, DECLINED))
        elif "session_handle" in results:
            self._session = results["session_handle"][1]
            shortcuts = [
                (action, {"description": ("s", self._words.get(action, action))} | _trigger(text))
                for action, text in self._asked.items()
            ]
            options = {"handle_token": ("s", f"backdrop_{secrets.token_hex(8)}")}
            self._call("BindShortcuts", "oa(sa{sv})sa{sv}", (self._session, shortcuts, "", options))
        elif "shortcuts" in results:
            bound = {action for action, _ in results["shortcuts"][1]}
            refused = self._asked.keys() - bound
            if refused:
                self._on_refused(dict.fromkeys(refused, DECLINED))

    def _leave_session(self) -> None:
        session, self._session = self._session, ""
        if session and self._connection is not None:
            address = DBusAddress(session, _NAME, _SESSION)
            self._connection.send(new_method_call(address, "Close"))


def _trigger(text: str) -> dict[str, tuple[str, str]]:
    trigger = trigger_of(text)
    return {"preferred_trigger": ("s", trigger)} if trigger else {}
