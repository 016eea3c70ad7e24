"""PageTurning: which slide is seen: by hand, or by the time where that is asked for."""

from __future__ import annotations

import threading

SLIDE_S = 10.0  # each, where the time turns them


class PageTurning:
    """`turn` may be called by any thread, the rest by one.

    Args:
        count: Of the slides; 1 or more.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._by_time = False
        self._tick = 0  # of the time that was asked for last
        self._offset = 0  # from the time's tick to the slide
        self._lock = threading.Lock()

    @property
    def page(self) -> tuple[int, int]:
        """The slide that is seen, from 1 on, and how many there are."""
        with self._lock:
            return self._shown() + 1, self._count

    def turn(self, pages: int) -> None:
        """Go on by so many slides, or back, from the one that is seen; it stops at the ends."""
        with self._lock:
            now = self._shown()
            self._offset += min(max(0, now + pages), self._count - 1) - now

    def turn_by_time(self, is_on: bool) -> None:
        """Whether the time turns them, too; the slide that is seen stays until it does."""
        with self._lock:
            if is_on != self._by_time:
                now = self._shown()
                self._by_time = is_on
                self._offset = now - (self._tick if is_on else 0)

    def page_at(self, pts_s: float) -> int:
        """The slide for this moment, from 0 on."""
        with self._lock:
            self._tick = int(max(0.0, pts_s) // SLIDE_S)
            return self._shown()

    def _shown(self) -> int:
        return ((self._tick if self._by_time else 0) + self._offset) % self._count
