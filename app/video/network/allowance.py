"""Allowance: what a camera may cost until its next picture, in bytes, connections and seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from app.messages.message import Message
from app.video.source import SourceError

# A playlist of playlists asks for some; one that names itself would ask for ever.
MOST_CONNECTIONS = 64
# No picture and no description of a stream is larger. A 33-megapixel JPEG, the largest picture
# that is taken, has about 20 MB at the best quality.
MOST_BYTES = 64 << 20


class BrokenError(SourceError):
    """The connection is of no more use; the message is the reason alone."""


class Allowance:
    """Shared by all connections of one camera; every method may be called from any thread.

    What goes wrong while libav reads is noted here instead of raised: libav's callbacks pass no
    exception on, and a playlist's demuxer carries on with the next address.

    Args:
        what: The camera, for sentences.
        most_bytes: Between two calls of `renew`.
        clock: Monotonic seconds.

    Attributes:
        trouble: What ended it, first come; None while all is well.
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
        """A picture has come: the next may cost as many bytes and connections again."""
        with self._lock:
            self._left_connections = MOST_CONNECTIONS
            self._left_bytes = self._most_bytes

    def extend(self, seconds: float) -> None:
        """From now on, what is asked for may take so long."""
        self._until_s = self._clock() + seconds

    def left_s(self) -> float:
        """Seconds that are left, for a socket's time limit.

        Raises:
            BrokenError: None are.
        """
        left_s = self._until_s - self._clock()
        if left_s <= 0:
            raise self.note(BrokenError(Message("it did not answer in time")))
        return left_s

    def spend(self, count: int) -> None:
        """`count` bytes have come.

        Raises:
            SourceError: Too many.
        """
        with self._lock:
            self._left_bytes -= count
            is_over = self._left_bytes < 0
        if is_over:
            raise self.note(
                SourceError(
                    Message(
                        "{what} sent {size} MB without a picture; that is no "
                        "camera, or a damaged one; check the address",
                        what=self._what,
                        size=self._most_bytes >> 20,
                    )
                )
            )

    def connect(self) -> None:
        """One more connection is wanted.

        Raises:
            SourceError: There were too many.
        """
        with self._lock:
            self._left_connections -= 1
            is_over = self._left_connections < 0
        if is_over:
            raise self.note(
                SourceError(
                    Message(
                        "{what} leads on and on ({count} connections) without a "
                        "picture; check the address",
                        what=self._what,
                        count=MOST_CONNECTIONS,
                    )
                )
            )

    def note(self, error: SourceError) -> SourceError:
        """Remember `error` if it is the first; returns it, to be raised."""
        with self._lock:
            self.trouble = self.trouble or error
        return error

    def check(self) -> None:
        """Raise what went wrong, if anything did.

        Raises:
            SourceError: It did.
        """
        if self.trouble is not None:
            raise self.trouble
