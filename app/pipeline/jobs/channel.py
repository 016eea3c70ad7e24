"""Channel: a bounded queue between two threads that either end can close."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Channel(Generic[T]):
    """First in, first out; loses nothing, and never holds more than `capacity` items.

    Args:
        capacity: `put` waits while this many items are inside.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"capacity is {capacity}, expected at least 1")
        self._capacity = capacity
        self._items: deque[T] = deque()
        self._is_closed = False
        self._changed = threading.Condition()

    def put(self, item: T) -> bool:
        """Add `item`, waiting for space. False: the channel is closed; produce no more."""
        with self._changed:
            while len(self._items) >= self._capacity and not self._is_closed:
                self._changed.wait()
            if self._is_closed:
                return False
            self._items.append(item)
            self._changed.notify_all()
            return True

    def take(self, count: int = 1) -> list[T]:
        """Remove the next `count` items, waiting for them.

        Returns fewer only at the end, and none once the channel is closed and empty.
        """
        if count > self._capacity:
            raise ValueError(f"{count} items from a channel of capacity {self._capacity}")
        with self._changed:
            while len(self._items) < count and not self._is_closed:
                self._changed.wait()
            taken = [self._items.popleft() for _ in range(min(count, len(self._items)))]
            self._changed.notify_all()
            return taken

    def close(self, *, discard: bool = False) -> None:
        """End the channel: nothing more goes in; what is inside can be taken unless discarded."""
        with self._changed:
            self._is_closed = True
            if discard:
                self._items.clear()
            self._changed.notify_all()

    def __iter__(self) -> Iterator[T]:
        while items := self.take():
            yield items.pop()  # pop, so that this frame keeps no reference
