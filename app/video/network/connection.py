"""Connection: one connection to a camera, whose reads stay within its allowance.

An Allowance is what a camera may cost until its next picture: bytes, connections and seconds.
"""

from __future__ import annotations

import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from av.error import FFmpegError, InvalidDataError

from app.messages import Message
from app.video.source import SourceError

# Nested playlists need some; one that names itself would need endless connections.
MOST_CONNECTIONS = 64
# No picture and no stream description is larger. A 33-megapixel JPEG, the largest picture that is
# accepted, has about 20 MB at the best quality.
MOST_BYTES = 64 << 20


class BrokenError(SourceError):
    """The connection broke; the message is the reason alone."""


class Allowance:
    """Shared by all connections of one camera; every method may be called from any thread.

    Errors while libav reads are noted here instead of raised: libav's callbacks pass no exception
    on, and a playlist's demuxer goes on with the next address.

    Args:
        what: The camera, for sentences.
        most_bytes: Limit between two calls of `renew`.
        clock: Monotonic seconds.

    Attributes:
        trouble: The first error; None while all is well.
    """

    def __init__(
        self,
        what: str,
        *,
        most_bytes: int = MOST_BYTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what = what
        self._most_bytes = self._left_bytes = most_bytes
        self._clock = clock
        self._left_connections = MOST_CONNECTIONS
        self._until_s = 0.0
        self._lock = threading.Lock()
        self.trouble: SourceError | None = None

    def renew(self) -> None:
        """Note a picture: the next one may cost as many bytes and connections again."""
        with self._lock:
            self._left_connections = MOST_CONNECTIONS
            self._left_bytes = self._most_bytes

    def extend(self, seconds: float) -> None:
        """Set the time limit to this long from now."""
        self._until_s = self._clock() + seconds

    def left_s(self) -> float:
        """Seconds that are left, for a socket's time limit.

        Raises:
            BrokenError: The time is used up.
        """
        left_s = self._until_s - self._clock()
        if left_s <= 0:
            raise self.note(BrokenError(Message("it did not answer in time")))
        return left_s

    def spend(self, count: int) -> None:
        """Count received bytes.

        Raises:
            SourceError: There are too many.
        """
        with self._lock:
            self._left_bytes -= count
            if self._left_bytes >= 0:
                return
        raise self.note(
            SourceError(
                "{what} sent {size} MB without a picture, so it is not a "
                "working camera; check the address",
                what=self._what,
                size=self._most_bytes >> 20,
            )
        )

    def connect(self) -> None:
        """Count a new connection.

        Raises:
            SourceError: There are too many.
        """
        with self._lock:
            self._left_connections -= 1
            if self._left_connections >= 0:
                return
        raise self.note(
            SourceError(
                "{what} redirects too often ({count} connections) without a "
                "picture; check the address",
                what=self._what,
                count=MOST_CONNECTIONS,
            )
        )

    def note(self, error: SourceError) -> SourceError:
        """Remember `error` if it is the first; returns it for raising."""
        with self._lock:
            self.trouble = self.trouble or error
        return error

    def check(self) -> None:
        """Raise the error that was noted, if any.

        Raises:
            SourceError: One was noted.
        """
        if self.trouble is not None:
            raise self.trouble


_DAMAGED = Message("what it sends is damaged")


def unanswered(name: str, reason: str) -> SourceError:
    """The sentence for a host that could not be reached or sent nothing."""
    if reason == _DAMAGED:
        return SourceError(
            "{name} answers, but {reason}; check the camera and the line to it",
            name=name,
            reason=reason,
        )
    return SourceError(
        "{name} does not answer ({reason}); check the address and that the camera is switched on",
        name=name,
        reason=reason,
    )


@contextmanager
def answering(name: str) -> Iterator[None]:
    """Turn an error of the system, while `name` is asked, into the sentence about it."""
    try:
        yield
    except SourceError:  # our own, with its sentence, which is an OSError, too
        raise
    except OSError as error:
        raise unanswered(name, reason_of(error)) from error


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


class RawStream(Connection):
    """The bytes that `tcp://` sends, for libav to read.

    Args:
        allowance: As for `Connection`. Errors are noted here; libav then sees an end.
        name: A name, from whose suffix libav guesses the format.
    """

    def __init__(self, connected: socket.socket, allowance: Allowance, name: str) -> None:
        super().__init__(connected, allowance)
        self.name = name

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; empty at the end or after an error."""
        try:
            return super().read(size) or b""
        except OSError as error:
            self._allowance.note(broken(error))
            return b""
