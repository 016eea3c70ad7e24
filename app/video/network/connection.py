"""Connection: one connection to a camera, whose reads stay within its allowance."""

from __future__ import annotations

import io
import socket
import ssl

from av.error import FFmpegError, InvalidDataError

from app.messages.message import Message
from app.video.network.allowance import Allowance, BrokenError
from app.video.source import SourceError

_DAMAGED = Message("what it sends is damaged")


def unanswered(name: str, reason: str) -> SourceError:
    """The sentence for a host that could not be reached or sent nothing."""
    if reason == _DAMAGED:
        return SourceError(
            Message(
                "{name} answers, but {reason}; check the camera and the line to it",
                name=name,
                reason=reason,
            )
        )
    return SourceError(
        Message(
            "{name} does not answer ({reason}); "
            "check the address and that the camera is switched on",
            name=name,
            reason=reason,
        )
    )


def broken(error: Exception) -> BrokenError:
    """The reason for a connection that ended in the middle."""
    reason = reason_of(error)
    return BrokenError(
        reason if reason == _DAMAGED else Message("the connection broke: {reason}", reason=reason)
    )


def reason_of(error: Exception) -> str:
    """The system's words for an error, without an address, which may hold a password."""
    if isinstance(error, TimeoutError):
        return Message("it did not answer in time")
    if isinstance(error, ssl.SSLError):
        return f"no encrypted connection: {error.reason or error.strerror}".lower()
    if isinstance(error, OSError | FFmpegError) and not isinstance(error, InvalidDataError):
        return error.strerror or type(error).__name__
    return _DAMAGED


class Connection(io.RawIOBase):
    """A socket that gives up when the allowance is used up; owns the socket.

    Args:
        connected: From `Access.connect`.
        allowance: Its time limit covers all reading until the next `extend`, however slowly the
            other side sends.
    """

    def __init__(self, connected: socket.socket, allowance: Allowance) -> None:
        super().__init__()
        self._socket = connected
        self._allowance = allowance

    def readable(self) -> bool:
        """True, always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Receive at least one byte; 0 when the other side has ended.

        Raises:
            SourceError: The allowance is used up.
            OSError: The connection broke.
        """
        self._socket.settimeout(self._allowance.left_s())
        try:
            count = self._socket.recv_into(buffer)
        except TimeoutError:
            self._allowance.left_s()  # raises, with a sentence
            raise
        self._allowance.spend(count)
        return count

    def send(self, data: bytes) -> None:
        """Send all of `data`.

        Raises:
            SourceError: The allowance is used up.
            OSError: The connection broke.
        """
        self._socket.settimeout(self._allowance.left_s())
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        """The reader for `http.client`; closing it closes the connection."""
        return io.BufferedReader(self, 1 << 16)

    def close(self) -> None:
        """Close the socket; may be called twice."""
        if not self.closed:
            self._socket.close()
        super().close()


class RawStream:
    """The bytes that `tcp://` sends, for libav to read.

    Args:
        connection: To the camera.
        allowance: Errors are noted here; libav then sees an end.
        name: A name, from whose suffix libav guesses the format.
    """

    def __init__(self, connection: Connection, allowance: Allowance, name: str) -> None:
        self.name = name
        self._connection = connection
        self._allowance = allowance

    def read(self, size: int) -> bytes:
        """At most `size` bytes; empty at the end or after an error."""
        buffer = bytearray(size)
        try:
            count = self._connection.readinto(memoryview(buffer))
        except OSError as error:
            self._allowance.note(broken(error))
            return b""
        return bytes(memoryview(buffer)[:count])

    def close(self) -> None:
        """Close the connection; may be called twice."""
        self._connection.close()
