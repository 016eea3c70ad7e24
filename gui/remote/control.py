"""RemoteControl: lets programs on this computer control the window; and its dialog."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QGridLayout, QSpinBox, QWidget

from app.messages import Message
from gpu_unet import OwnFolder
from gui.control import Control, Core
from gui.remote.commands import ROWS, RemoteActions
from gui.remote.protocol import Command, Reply, read
from gui.shared.language import plural, tr
from gui.shared.parts import (
    check_box,
    column,
    copied_field,
    label,
    named,
    open_once,
    push_button,
    row,
)
from gui.shared.scrolling_dialog import GAP_PX, ScrollingDialog
from gui.shared.timers import timer

if TYPE_CHECKING:
    from gui.remote.server import RemoteServer

WIDTH_PX = 520
FIELD_WIDTH_PX, PORT_WIDTH_PX, PORT_SIDE_PX = 290, 132, 10


class RemoteDialog(ScrollingDialog):
    """A change applies at once; port 0 stands for any free one."""

    def __init__(self, port: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Remote control"))
        self.setMinimumWidth(WIDTH_PX)
        self.switch = check_box(
            tr("Programs on this computer may control Backdrop"),
            tr("For a Stream Deck or your own scripts; off by default"),
        )
        tip = tr("Change it if another program uses this port; 0 takes a free one")
        self.port = named(QSpinBox(), tr("Port"), tip)
        self.port.setRange(0, 65535)
        self.port.setSpecialValueText(tr("Any free port"))
        self.port.lineEdit().setTextMargins(PORT_SIDE_PX, 0, PORT_SIDE_PX, 0)
        self.port.setFixedWidth(PORT_WIDTH_PX)
        self.port.setKeyboardTracking(False)  # a port is taken once it is typed whole
        self.port.setValue(port)
        self.address, self.copy_address = copied_field(tr("Address"), tr("Copy the address"))
        self.token, self.copy_token = copied_field(tr("Token"), tr("Copy the token"))
        for field in (self.address, self.token):
            field.setToolTip(field.accessibleName())
            field.setMinimumWidth(FIELD_WIDTH_PX)
        self.renew = push_button(
            tr("New token"), tr("The old token stops working, and programs are disconnected")
        )
        self.clients = label("", "muted")
        self.trouble = label("", "objection", wraps=True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for index, (words, *parts) in enumerate(
            (
                (tr("Port"), self.port, None),
                (tr("Address"), self.address, self.copy_address),
                (tr("Token"), self.token, self.copy_token),
            )
        ):
            grid.addWidget(label(words), index, 0)
            grid.addLayout(row(*parts, gap=16), index, 1)
        words = tr(
            "Choose backgrounds, presets and slides, record and mute from other programs. "
            "They need the token; other computers cannot connect."
        )
        about = label(words, "muted", wraps=True)
        content = column(self.switch, about, grid, self.trouble, self.clients, gap=GAP_PX)
        close = push_button(tr("Close"), tr("Save and close (Esc)"), kind="primary")
        close.clicked.connect(self.accept)
        head = label(tr("Remote control"), "title")
        self.lay_out(head, content, row(self.renew, None, close))
        self.show_state(is_on=False, address="", token="", trouble="")
        self.show_clients(0)

    def show_state(self, *, is_on: bool, address: str, token: str, trouble: str) -> None:
        """Show whether programs can connect, and how.

        Args:
            address: "ws://..."; empty: nothing listens.
            token: Empty: nothing listens.
            trouble: Why nothing listens although it is switched on.
        """
        with QSignalBlocker(self.switch):
            self.switch.setChecked(is_on)
        for field, button, words, text in (
            (self.address, self.copy_address, address, tr("Copy")),
            (self.token, self.copy_token, token, tr("Copy")),
        ):
            if field.text() != words:
                button.setText(text)
            field.setText(words)
            field.setCursorPosition(0)
            field.setEnabled(bool(words))
            button.setEnabled(bool(words))
        self.renew.setEnabled(bool(token))
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.clients.setVisible(bool(address))

    def show_clients(self, count: int) -> None:
        """Show how many programs are connected."""
        words = plural("{n} program is connected.", "{n} programs are connected.", n=count)
        self.clients.setText(words if count else tr("No program is connected."))


TOKEN_BYTES = 24  # 192 bits
FILE_NAME = "remote-token"
MOST_FILE_BYTES = 256
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")


def kept_token(folder: Path) -> str:
    """The token in `folder`; made where there is none, or where others could have read it.

    Raises:
        OSError: It cannot be written.
    """
    content = None
    with suppress(OSError):  # there is none
        content = OwnFolder(folder).read(FILE_NAME, most_bytes=MOST_FILE_BYTES, is_secret=True)
    token = (content or b"").decode("ascii", "replace").strip()
    return token if _TOKEN.fullmatch(token) else new_token(folder)


def new_token(folder: Path) -> str:
    """Make and keep another token; the one before is worthless from then on.

    Raises:
        OSError: It cannot be written.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    OwnFolder(folder).write(FILE_NAME, token.encode("ascii"), is_synced=True)
    return token


class RemoteControl(Control):
    """Listens only while it is switched on; commands are carried out on the window's thread."""

    def __init__(self, core: Core, actions: RemoteActions) -> None:
        super().__init__(core)
        self._actions = actions
        self._server: RemoteServer | None = None
        self._token = ""
        self._trouble = ""
        self._client_count = 0
        self.dialog: RemoteDialog | None = None
        # After all that follows from a change.
        self._status_timer = timer(self, self._tell_status, 0, is_once=True)
        session = core.session
        for told in (session.statistics_ready, session.live_event, session.finished):
            told.connect(lambda _: self._status_timer.start())
        core.state.changed.connect(lambda: self._status_timer.start())
        core.window.closed.connect(self._close)

    @property
    def address(self) -> str:
        """Where programs find the window; empty: nothing listens."""
        return "" if self._server is None else f"ws://127.0.0.1:{self._server.port}/"

    def start(self) -> None:
        """Listen, if it was switched on in an earlier run."""
        if self._state.saved.is_remote_on:
            self._listen()
            if self._trouble:
                words = tr("The remote control is off: {why}", why=tr(self._trouble))
                self._notify("warning", words, code="remote")

    def open(self) -> None:
        """Open the dialog."""
        dialog = self.dialog = RemoteDialog(self._state.saved.remote_port, self._window)
        dialog.switch.toggled.connect(self.switch)
        dialog.port.valueChanged.connect(self.choose_port)
        dialog.renew.clicked.connect(self.renew_token)
        dialog.finished.connect(self._on_dialog_closed)
        self._show()
        self._show_clients(self._client_count)
        open_once(dialog)

    def switch(self, is_on: bool) -> None:
        """Listen from now on, or no longer."""
        self._state.update(is_remote_on=is_on)
        if is_on:
            self._listen()
        else:
            self._trouble = ""
            self._close()
        self._show()

    def choose_port(self, port: int) -> None:
        """Listen at another port; 0: a free one."""
        self._state.update(remote_port=port)
        if self._state.saved.is_remote_on:
            self._close()
            self._listen()
        self._show()

    def renew_token(self) -> None:
        """Make another token; clients have to connect again with it."""
        try:
            self._token = new_token(self._state.folder)
        except OSError as error:
            self._trouble = _unwritable(error)
        else:
            self._trouble = ""
            if self._server is not None:
                self._server.set_token(self._token)
        self._show()

    def _listen(self) -> None:
        if self._server is not None:
            return
        from gui.remote.server import PortError, RemoteServer  # it imports websockets

        self._trouble = ""
        self._window.notices.dismiss("remote")
        try:
            self._token = kept_token(self._state.folder)
            self._server = RemoteServer(
                port=self._state.saved.remote_port,
                token=self._token,
                read=partial(read, rows=ROWS),
                on_command=partial(self._session.tasks.tell, self._carry_out),
                on_clients=partial(self._session.tasks.tell, self._show_clients),
            )
        except PortError as error:
            self._trouble = str(error)
        except OSError as error:
            self._trouble = _unwritable(error)
        self._tell_status()

    def _close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()
        self._show_clients(0)

    def _carry_out(self, command: Command, answer: Callable[[Reply], None]) -> None:
        if self._server is not None:  # a command may still be queued
            answer(self._actions.carry_out(command))
            self._tell_status()

    def _tell_status(self) -> None:
        if self._server is not None:
            self._server.show_status(self._actions.status())

    def _show(self) -> None:
        if self.dialog is not None:
            self.dialog.show_state(
                is_on=self._state.saved.is_remote_on,
                address=self.address,
                token=self._token if self.address else "",
                trouble=tr(self._trouble),
            )

    def _show_clients(self, count: int) -> None:
        self._client_count = count
        if self.dialog is not None:
            self.dialog.show_clients(count)

    def _on_dialog_closed(self) -> None:
        self.dialog = None


def _unwritable(error: OSError) -> str:
    return Message("The token cannot be kept: {error}", error=error.strerror or "")
