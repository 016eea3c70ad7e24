"""PortalGlobalKeys: global shortcuts on Wayland, where the desktop asks the user for each.

By the XDG portal GlobalShortcuts, which KDE, GNOME and Hyprland have; jeepney speaks D-Bus for it.
"""

from __future__ import annotations

import os
import queue
import secrets
import selectors
import threading
from collections.abc import Callable, Mapping
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from PySide6.QtCore import Qt

from app import messages as told
from gui.global_keys.base import KEYS, GlobalKeys, OnPressed, is_plain, modifiers_of
from gui.shared.keys import combination

_NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = DBusAddress(_PATH, _NAME, "org.freedesktop.portal.GlobalShortcuts")
_REQUEST = "org.freedesktop.portal.Request"
_SESSION = "org.freedesktop.portal.Session"
_ANSWER_S = 5.0  # for the portal; the user may take any time
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

    Args:
        on_refused: Receives refusals by action; called by a thread of its own.
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
        self._wanted: queue.SimpleQueue[dict[str, str] | None] = queue.SimpleQueue()
        self._wake_reading, self._wake_writing = os.pipe()
        self._connection: DBusConnection | None = None
        self._session = ""
        self._request = ""
        self._asked: dict[str, str] = {}
        self._thread: threading.Thread | None = None

    def put(self, keys: Mapping[str, str]) -> dict[str, str]:  # noqa: D102
        if self._thread is None:
            if not keys:
                return {}
            self._thread = threading.Thread(target=self._run, name="global-keys", daemon=True)
            self._thread.start()
        self._tell(dict(keys))
        return {}

    def close(self) -> None:  # noqa: D102
        thread, self._thread = self._thread, None
        if thread is not None:
            self._tell(None)
            thread.join(_ANSWER_S)
        if self._wake_writing:
            os.close(self._wake_reading)
            os.close(self._wake_writing)
            self._wake_reading = self._wake_writing = 0

    def _tell(self, keys: dict[str, str] | None) -> None:
        self._wanted.put(keys)
        os.write(self._wake_writing, b"!")

    def _run(self) -> None:
        try:
            self._connection = connection = open_dbus_connection(bus="SESSION")
        except (OSError, KeyError, ValueError):
            self._connection = None
        else:
            for interface, member in ((_REQUEST, "Response"), (_SHORTCUTS.interface, "Activated")):
                rule = MatchRule(type="signal", interface=interface, member=member)
                connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=_ANSWER_S)
        try:
            self._wait()
        except (OSError, EOFError, ValueError) as error:  # the bus has gone
            why = told.Message("the desktop's message bus is gone ({error})", error=error)
            self._on_refused(dict.fromkeys(self._asked, why))
        finally:
            if self._connection is not None:
                self._connection.close()

    def _wait(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_reading, selectors.EVENT_READ)
            if self._connection is not None:
                selector.register(self._connection.sock, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    if key.fd == self._wake_reading:
                        os.read(self._wake_reading, 1)
                        keys = self._wanted.get()
                        if keys is None:
                            self._leave_session()
                            return
                        self._ask(keys)
                    if self._connection is not None:
                        self._receive()  # including signals that arrived while a reply was awaited

    def _receive(self) -> None:
        assert self._connection is not None
        while True:
            try:
                self._on_message(self._connection.receive(timeout=0))
            except TimeoutError:
                return

    def _ask(self, keys: dict[str, str]) -> None:
        self._leave_session()
        self._asked = keys
        if not keys:
            return
        if self._connection is None:
            self._on_refused(dict.fromkeys(keys, NO_PORTAL))
            return
        token = f"backdrop_{secrets.token_hex(8)}"
        self._call(
            "CreateSession",
            "a{sv}",
            ({"handle_token": ("s", token), "session_handle_token": ("s", token)},),
        )

    def _call(self, method: str, signature: str, body: tuple[Any, ...]) -> None:
        assert self._connection is not None
        try:
            reply = self._connection.send_and_get_reply(
                new_method_call(_SHORTCUTS, method, signature, body), timeout=_ANSWER_S
            )
        except TimeoutError:
            self._on_refused(dict.fromkeys(self._asked, NO_PORTAL))
            return
        if reply.header.message_type == MessageType.error:
            self._on_refused(dict.fromkeys(self._asked, NO_PORTAL))
            return
        self._request = reply.body[0]

    def _on_message(self, message: Message) -> None:
        member = message.header.fields.get(HeaderFields.member)
        path = message.header.fields.get(HeaderFields.path)
        if member == "Activated":
            session, action = message.body[:2]
            if session == self._session and action in self._asked:
                self._on_pressed(action)
        elif member == "Response" and path == self._request:
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
