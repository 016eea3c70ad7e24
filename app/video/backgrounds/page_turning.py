"""PageTurning: which slide is seen: by the time, until somebody turns them by hand."""

from __future__ import annotations

SLIDE_S = 10.0  # each, until somebody turns them by hand


class PageTurning:
    """`turn` may be called by any thread, the rest by one.

    Args:
        count: Of the slides; 1 or more.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._by_hand: int | None = None
        self._shown = 0

    def turn(self, pages: int) -> None:
        """Go on by so many slides, or back, from the one that is seen; the time has no more say."""
        now = self._shown if self._by_hand is None else self._by_hand
        self._by_hand = min(max(0, now + pages), self._count - 1)

    def page_at(self, pts_s: float) -> int:
        """The slide for this moment, from 0 on."""
        by_hand = self._by_hand
        self._shown = int(max(0.0, pts_s) // SLIDE_S) % self._count if by_hand is None else by_hand
        return self._shown
