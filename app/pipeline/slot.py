"""LatestSlot: hand the newest item from one thread to another."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class LatestSlot(Generic[T]):
    """Holds at most one item; never blocks the producer.

    An item that was not taken before the next `put` is dropped and counted, so a slow consumer
    costs frames, never latency or memory.
    """

    def __init__(self) -> None:
        self._item: T | None = None
        self.dropped = 0  # how many items were replaced before they were taken
        self._condition = threading.Condition()

    def put(self, item: T) -> bool:
        """Store `item`. Returns True if the slot was empty, i.e. the consumer needs waking."""
        with self._condition:
            was_empty = self._item is None
            if not was_empty:
                self.dropped += 1
            self._item = item
            self._condition.notify()
            return was_empty

    def take(self, timeout_s: float = 0.0) -> T | None:
        """Remove and return the item; waits up to `timeout_s` for one, then returns None."""
        with self._condition:
            if self._item is None and timeout_s > 0:
                self._condition.wait(timeout_s)
            item, self._item = self._item, None
            return item
