"""PageTurning: which slide is shown: by time, until the user turns a page."""

from __future__ import annotations

import threading

SLIDE_S = 10.0  # for each slide, until the user turns a page


class PageTurning:
    """`turn` may be called by any thread, the rest by one.

    Args:
        count: Number of slides; 1 or more.
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
        """Turn this many slides forward, or back, from the present one; ends turning by time."""
        now = self._shown if self._by_hand is None else self._by_hand
        self._by_hand = min(max(0, now + pages), self._count - 1)

    def page_at(self, pts_s: float) -> int:
        """The slide for this moment, from 0 on."""
        with self._lock:
            self._tick = int(max(0.0, pts_s) // SLIDE_S)
            return self._shown()

    def _shown(self) -> int:
        return ((self._tick if self._by_time else 0) + self._offset) % self._count
