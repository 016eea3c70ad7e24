"""Allowance: what a camera may cost until its next picture: bytes, connections and seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from app.messages.message import Message
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
            is_over = self._left_bytes < 0
        if is_over:
            raise self.note(
                SourceError(
                    Message(
                        "{what} sent {size} MB without a picture, so it is not a "
                        "working camera; check the address",
                        what=self._what,
                        size=self._most_bytes >> 20,
                    )
                )
            )

    def connect(self) -> None:
        """Count a new connection.

        Raises:
            SourceError: There are too many.
        """
        with self._lock:
            self._left_connections -= 1
            is_over = self._left_connections < 0
        if is_over:
            raise self.note(
                SourceError(
                    Message(
                        "{what} redirects too often ({count} connections) without a "
                        "picture; check the address",
                        what=self._what,
                        count=MOST_CONNECTIONS,
                    )
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
