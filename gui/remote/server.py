"""RemoteServer: a websocket on 127.0.0.1 that lets in programs which know the token.

Only `RemoteControl` imports this file, and only once the remote control is switched on.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import State

from app.messages import Message
from gui.remote.protocol import (
    MOST_BYTES,
    Command,
    NotUnderstoodError,
    Reply,
    Status,
    StatusEvent,
    is_same_token,
    read_head,
    written,
)

HOST = "127.0.0.1"
MOST_CLIENTS = 8
MOST_UNKNOWN = 8  # connections that have not shown a token yet
# All connections, also those that say nothing: they would take the files that the window may open.
MOST_CONNECTIONS = 32
MOST_WRONG_PER_S = 4
# Close codes; those from 4000 on are for programs to choose.
WRONG_TOKEN, NO_TOKEN, TOO_MANY_TRIES, TOO_MANY_CLIENTS, GOING_AWAY = 4401, 4408, 4429, 1013, 1001
TOKEN_WAIT_S = 5.0
OPEN_WAIT_S, CLOSE_WAIT_S = 5.0, 0.5
STOP_WAIT_S = 1.0
# Of the loop: a client that was accepted gets its connection, is registered, and is read from.
TURNS_TO_CONNECT = 3
CLOSES = "Backdrop closes the remote control."

OnCommand = Callable[[Command, Callable[[Reply], None]], None]
Read = Callable[[str | bytes], Command]

# The library's debug lines hold the address with the token, and a hostile client can fill a log.
_quiet = logging.getLogger(f"{__name__}.websockets")
_quiet.setLevel(logging.CRITICAL)


class PortError(Exception):
    """The port cannot be opened; the sentence says why."""


class FailedAttempts:
    """Counts wrong tokens, to slow down guessing; `clock` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at_s: deque[float] = deque(maxlen=MOST_WRONG_PER_S)

    def add(self) -> None:
        """Count one."""
        self._at_s.append(self._clock())

    @property
    def are_too_many(self) -> bool:
        """Whether the last second had as many as it may have."""
        is_full = len(self._at_s) == MOST_WRONG_PER_S
        return is_full and self._clock() - self._at_s[0] < 1.0


class RemoteServer:
    """Listens from the start on, on a thread of its own, until `close`.

    Args:
        port: 0: a free one.
        token: Clients have to know it.
        read: Reads a message; raises `NotUnderstoodError`.
        on_command: Receives a command and the function that takes its reply, which any thread may
            call; called on the server's thread.
        on_clients: Receives the number of clients; called on the server's thread.

    Raises:
        PortError: The port is in use, or not for this user.

    Attributes:
        thread: On which it serves; ends with `close`.
    """

    def __init__(
        self,
        *,
        port: int,
        token: str,
        read: Read,
        on_command: OnCommand,
        on_clients: Callable[[int], None],
    ) -> None:
        self._token = token
        self._read = read
        self._on_command = on_command
        self._on_clients = on_clients
        self._tries = FailedAttempts()
        self._all: set[ServerConnection] = set()
        self._clients: set[ServerConnection] = set()
        self._unknown_count = 0
        self._waiting: set[asyncio.Future[Reply]] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._status = Status()
        self._socket = _listening_socket(port)
        self.port: int = self._socket.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self.thread = threading.Thread(target=self._run, name="remote-control", daemon=True)
        self.thread.start()

    # From the window's thread

    def show_status(self, status: Status) -> None:
        """Send the status to all clients if it is another one."""
        self._call(self._push, status)

    def set_token(self, token: str) -> None:
        """Take another token; clients with the old one are disconnected."""
        self._call(self._change_token, token)

    def close(self) -> None:
        """Close the port and all connections; may be called twice."""
        self._call(self._stopping.set)
        self.thread.join()

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(function, *arguments)

    # On the server's thread

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        everyone = self._all

        class KnownConnection(ServerConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                if len(everyone) < MOST_CONNECTIONS:
                    everyone.add(self)
                else:
                    self.transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                everyone.discard(self)

        server = await serve(
            self._talk,
            sock=self._socket,
            origins=[None],  # browsers send one: no web page gets in
            process_request=self._look_at,
            create_connection=KnownConnection,
            compression=None,
            max_size=MOST_BYTES,
            max_queue=4,
            open_timeout=OPEN_WAIT_S,
            close_timeout=CLOSE_WAIT_S,
            server_header=None,
            logger=_quiet,
            backlog=MOST_CLIENTS,  # so many are accepted at a time
        )
        await self._stopping.wait()
        await self._end(server)

    async def _end(self, server: Server) -> None:
        with suppress(NotImplementedError):  # Windows accepts and connects in one turn
            self._loop.remove_reader(self._socket)
        for _ in range(TURNS_TO_CONNECT):  # a client that came by now is known, and not left open
            await asyncio.sleep(0)
        server.close(code=GOING_AWAY, reason=CLOSES)
        self._abort(lambda connection: connection.state is State.CONNECTING)
        for future in self._waiting:  # the window does not answer any more
            _settle(future, Reply(ok=False, text=CLOSES))
        with suppress(TimeoutError):  # a client that does not answer
            await asyncio.wait_for(server.wait_closed(), STOP_WAIT_S)
        self._abort(lambda connection: True)
        await asyncio.sleep(0)  # so that the loop closes their sockets

    def _abort(self, is_meant: Callable[[ServerConnection], bool]) -> None:
        for connection in list(self._all):
            if is_meant(connection):
                connection.transport.abort()

    def _look_at(self, connection: ServerConnection, request: Request) -> Response | None:
        if urlsplit(request.path).path != "/":
            return connection.respond(HTTPStatus.NOT_FOUND, "The address ends with the port.\n")
        return None

    async def _talk(self, connection: ServerConnection) -> None:
        try:
            if not await self._is_let_in(connection):
                return
            self._clients.add(connection)
            self._on_clients(len(self._clients))
            await connection.send(written(StatusEvent(self._status)))
            async for message in connection:
                await connection.send(written(await self._reply(message)))
        except ConnectionClosed:
            pass
        finally:
            if connection in self._clients:
                self._clients.remove(connection)
                self._on_clients(len(self._clients))

    async def _is_let_in(self, connection: ServerConnection) -> bool:
        if self._unknown_count >= MOST_UNKNOWN:
            await connection.close(TOO_MANY_CLIENTS, "Too many connections.")
            return False
        self._unknown_count += 1
        try:
            shown = _shown_token(connection.request)
            if shown is None:
                async with asyncio.timeout(TOKEN_WAIT_S):
                    shown = _token_in(await connection.recv())
        except TimeoutError:
            await connection.close(NO_TOKEN, "The first message has to bring the token.")
            return False
        finally:
            self._unknown_count -= 1
        if self._tries.are_too_many:
            await connection.close(TOO_MANY_TRIES, "Too many wrong tokens. Wait for a second.")
        elif not is_same_token(shown, self._token):
            self._tries.add()
            await connection.close(WRONG_TOKEN, "The token is wrong.")
        elif len(self._clients) >= MOST_CLIENTS:
            await connection.close(
                TOO_MANY_CLIENTS, f"{MOST_CLIENTS} programs are connected already."
            )
        else:
            return True
        return False

    async def _reply(self, message: str | bytes) -> Reply:
        try:
            command = self._read(message)
        except NotUnderstoodError as error:
            return Reply(ok=False, text=str(error), id=error.id)
        if self._stopping.is_set():
            return Reply(ok=False, text=CLOSES, id=command.id)
        future: asyncio.Future[Reply] = self._loop.create_future()
        self._waiting.add(future)
        try:
            self._on_command(command, lambda reply: self._call(_settle, future, reply))
            return await future
        finally:
            self._waiting.discard(future)

    def _push(self, status: Status) -> None:
        if status != self._status:
            self._status = status
            broadcast(self._clients, written(StatusEvent(status)))

    def _change_token(self, token: str) -> None:
        self._token = token
        for connection in self._clients:
            self._leave(connection)

    def _leave(self, connection: ServerConnection) -> None:
        task = self._loop.create_task(connection.close(WRONG_TOKEN, "There is a new token."))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)


def _settle(future: asyncio.Future[Reply], reply: Reply) -> None:
    if not future.done():
        future.set_result(reply)


def _shown_token(request: Request | None) -> str | None:
    """The token of the address or of the header; None: there is neither."""
    if request is None:
        return None
    kind, _, shown = (request.headers.get("Authorization") or "").partition(" ")
    if kind.lower() == "bearer":
        return shown.strip()
    tokens = parse_qs(urlsplit(request.path).query, keep_blank_values=True).get("token")
    return tokens[0] if tokens else None


def _token_in(message: str | bytes) -> str:
    try:
        return read_head(message).token
    except NotUnderstoodError:
        return ""


def _listening_socket(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # a port that was just closed can be opened again, one in use cannot
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen(MOST_CLIENTS)
        found.setblocking(False)
    except OSError as error:
        found.close()
        raise PortError(_why(error, port)) from None
    return found


def _why(error: OSError, port: int) -> str:
    if error.errno in (errno.EACCES, errno.EPERM) and sys.platform != "win32":
        return Message(
            "Port {port} is reserved for the system. Choose one above 1023.", port=f"{port}"
        )
    return Message(
        "Port {port} is in use by another program or another window. Choose another port.",
        port=f"{port}",
    )
