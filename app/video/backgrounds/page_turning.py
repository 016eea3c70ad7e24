"""PageTurning: which slide is shown, turned by hand, or by time on request; PagedBackground."""

from __future__ import annotations

import threading

from app.video.backgrounds.background import Background

SLIDE_S = 10.0  # for each slide, if time turns them


class PageTurning:
    """`turn` may be called by any thread, the rest by one.

    Args:
        count: Number of slides; 1 or more.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._by_time = False
        self._tick = 0  # number of the slide interval that was asked for last
        self._offset = 0  # from that number to the slide
        self._lock = threading.Lock()

    @property
    def page(self) -> tuple[int, int]:
        """The shown slide, from 1 on, and the number of slides."""
        with self._lock:
            return self._shown() + 1, self._count

    def turn(self, pages: int) -> None:
        """Turn this many slides forward, or back, from the shown one; stops at the ends."""
        with self._lock:
            now = self._shown()
            self._offset += min(max(0, now + pages), self._count - 1) - now

    def turn_by_time(self, is_on: bool) -> None:
        """Whether time turns the slides, too; the shown one stays until the next interval."""
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


class PagedBackground(Background):
    """A background of several pages, such as slides.

    Args:
        count: Number of pages; 1 or more.
    """

    def __init__(self, count: int) -> None:
        self._turning = PageTurning(count)

    @property
    def page(self) -> tuple[int, int]:
        """See `Background.page`."""
        return self._turning.page

    def turn(self, pages: int) -> None:
        """See `Background.turn`."""
        self._turning.turn(pages)

    def turn_by_time(self, is_on: bool) -> None:
        """See `Background.turn_by_time`."""
        self._turning.turn_by_time(is_on)
