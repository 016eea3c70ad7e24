"""Dask's connections over Unix sockets in a folder that only one user can enter: unix://FOLDER:7.

Dask's own use TCP, where every user of the computer reaches them. Workers that are started as
`QuietWorker` know these before they connect: unpickling the class imports this module.
"""

# By their type hints, Dask's abstract classes return nothing.
# pyright: reportIncompatibleMethodOverride=false, reportIncompatibleVariableOverride=false

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import socket
import stat
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

from distributed import Scheduler, Worker
from distributed.comm import registry
from distributed.comm.core import BaseListener, Comm, CommClosedError, Connector
from distributed.comm.tcp import MAX_BUFFER_SIZE, TCP
from tornado.iostream import IOStream
from tornado.netutil import bind_unix_socket
from tornado.tcpserver import TCPServer

from app.video.placing.unfinished import lock_file
from app.video.undo import or_undo

SCHEME = "unix"
HAS_UNIX_SOCKETS = hasattr(socket, "AF_UNIX")


class QuietWorker(Worker):
    """A worker without Dask's web server, which is open to everyone and serves nothing of ours."""

    def start_http_server(self, *args: Any, **keywords: Any) -> None:
        """Start none."""


class QuietScheduler(Scheduler):
    """The same for the scheduler; use `Scheduler` for the dashboard."""

    def start_http_server(self, *args: Any, **keywords: Any) -> None:
        """Start none."""


class UnixComm(TCP):
    """A TCP connection, without the options that a Unix socket lacks."""

    def __init__(self, stream: IOStream, local: str, peer: str, deserialize: bool) -> None:
        Comm.__init__(self, deserialize=deserialize)
        self._closed = False
        self._local_addr, self._peer_addr = local, peer
        self._extra = {}
        self.stream = stream
        self._finalizer = weakref.finalize(self, self._get_finalizer())
        self._finalizer.atexit = False  # type: ignore[misc]
        closed = weakref.WeakMethod(self._on_close)
        stream.set_close_callback(lambda: (call := closed()) and call())

    def _on_close(self) -> None:
        self._closed = True


class UnixConnector(Connector):
    """Connects to FOLDER:NUMBER."""

    async def connect(self, address: str, deserialize: bool = True, **_: Any) -> UnixComm:
        """Open a connection.

        Raises:
            CommClosedError: No socket listens there.
        """
        folder, _number = address.rsplit(":", 1)
        end = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        end.setblocking(False)
        with or_undo(end.close):
            try:
                await asyncio.get_running_loop().sock_connect(end, _socket_path(address))
            except OSError as error:
                raise CommClosedError(f"{address}: {error}") from error
        stream = IOStream(end, max_buffer_size=int(MAX_BUFFER_SIZE))
        return UnixComm(stream, f"{SCHEME}://{folder}:0", f"{SCHEME}://{address}", deserialize)


class UnixListener(BaseListener):
    """Listens at FOLDER:NUMBER; 0 means any free number."""

    prefix = f"{SCHEME}://"

    def __init__(
        self, address: str, comm_handler: Any, deserialize: bool, *, allow_offload: bool = True
    ) -> None:
        super().__init__()
        self._folder, number = address.rsplit(":", 1)
        self._address = f"{self._folder}:{int(number) or secrets.randbelow(2**32) + 1}"
        self._comm_handler, self._deserialize = comm_handler, deserialize
        self._allow_offload = allow_offload
        self._server: TCPServer | None = None

    async def start(self) -> None:
        """Start to listen."""
        self._server = TCPServer(max_buffer_size=int(MAX_BUFFER_SIZE))
        self._server.handle_stream = self._take  # type: ignore[method-assign]
        self._server.add_socket(bind_unix_socket(_socket_path(self._address), mode=0o600))

    def stop(self) -> None:
        """Stop listening; may be called twice."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()
            Path(_socket_path(self._address)).unlink(missing_ok=True)

    async def _take(self, stream: IOStream, _: Any) -> None:
        if self._server is None:  # stopped meanwhile: the other side would wait for ever
            stream.close()
            return
        peer = f"{SCHEME}://{self._folder}:0"
        comm = UnixComm(stream, self.listen_address, peer, self._deserialize)
        comm.allow_offload = self._allow_offload
        try:
            await self.on_connection(comm)
        except CommClosedError:
            return
        await self._comm_handler(comm)

    @property
    def listen_address(self) -> str:
        """The address at which it listens."""
        return f"{SCHEME}://{self._address}"

    @property
    def contact_address(self) -> str:
        """The address for others."""
        return self.listen_address


class UnixBackend(registry.Backend):
    """Registered with Dask for `unix://`; the folder takes the host's place."""

    def get_connector(self) -> UnixConnector:  # noqa: D102
        return UnixConnector()

    def get_listener(  # noqa: D102
        self, loc: str, handle_comm: Any, deserialize: bool, **options: Any
    ) -> UnixListener:
        is_offloaded = options.get("allow_offload", True)
        return UnixListener(loc, handle_comm, deserialize, allow_offload=is_offloaded)

    def get_address_host(self, loc: str) -> str:
        """The folder of an address."""
        return loc.rsplit(":", 1)[0]

    def get_address_host_port(self, loc: str) -> tuple[str, int]:
        """Folder and number of an address."""
        folder, number = loc.rsplit(":", 1)
        return folder, int(number)

    def resolve_address(self, loc: str) -> str:
        """The address unchanged."""
        return loc

    def get_local_address_for(self, loc: str) -> str:
        """The same folder."""
        return self.get_address_host(loc)


def _socket_path(address: str) -> str:
    """Path of the socket at FOLDER:NUMBER."""
    return "{}/{}".format(*address.rsplit(":", 1))


registry.backends[SCHEME] = UnixBackend()


_PREFIX = "backdrop-workers-"
_LOCK_NAME = "lock"
# The path of a Unix socket has at most 104 bytes (macOS); ":" and a number follow.
_MOST_BYTES = 70


class PrivateFolder:
    """A folder of this process that no other user of the computer can enter or replace.

    Made anew with mode 0700, and removed by `close`. Also removes those of killed processes. A user
    who can rename a folder can put another in its place, so the parent folder counts, too.

    Attributes:
        path: Short enough for the Unix sockets in it.

    Raises:
        OSError: No place for it was found.
    """

    def __init__(self) -> None:
        base = _base()
        _remove_left(base)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
        self._lock = os.open(self.path / _LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with suppress(OSError):  # a disk without locks: left folders stay
            lock_file(self._lock)

    def close(self) -> None:
        """Remove it with its content; called once."""
        os.close(self._lock)
        shutil.rmtree(self.path, ignore_errors=True)


def _base() -> str:
    """The system's folder for temporary files, if other users cannot rename its content."""
    places = (tempfile.gettempdir(), "/tmp")
    for base in places:
        if len(os.fsencode(base)) + len(_PREFIX) <= _MOST_BYTES and ":" not in base[2:]:
            status = os.stat(base)
            is_ours = os.name == "nt" or status.st_uid in (0, os.geteuid())
            if is_ours and (not status.st_mode & 0o022 or status.st_mode & stat.S_ISVTX):
                return base
    raise OSError(
        f"other users can replace what is in {places[0]}, or its name is too long; set TMPDIR to a "
        "folder with a short name that only you can write to"
    )


def _remove_left(base: str) -> None:
    for path in Path(base).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            lock = os.open(path / _LOCK_NAME, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if os.name == "nt" or path.lstat().st_uid == os.geteuid():
                    lock_file(lock)
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)
