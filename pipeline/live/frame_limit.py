"""FrameLimit: lets through no more frames per second than asked for, evenly."""

from __future__ import annotations

import time
from collections.abc import Callable

# Share of an interval by which a frame may be early: cameras do not keep to the microsecond, and
# one that comes a little early is the one meant.
EARLY = 0.3


class FrameLimit:
    """Used by the worker thread; `set` by anyone."""

    def __init__(self, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._interval_s = 0.0
        self._due_s = 0.0

    def set(self, frames_per_second: float | None) -> None:
        """Let through so many at most; None: all."""
        if frames_per_second is not None and frames_per_second <= 0:
            raise ValueError(f"frame limit is {frames_per_second}, expected more than 0")
        self._interval_s = 0.0 if frames_per_second is None else 1.0 / frames_per_second

    def is_due(self, *, at_least_s: float = 0.0) -> bool:
        """Whether the frame of this moment is let through.

        Args:
            at_least_s: Between two frames, whatever the limit.
        """
        interval_s = max(self._interval_s, at_least_s)
        now = self._clock()
        if now < self._due_s - EARLY * interval_s:
            return False
        # The next is due an interval after this one was, not after it happened to come.
        self._due_s = max(self._due_s, now - interval_s) + interval_s
        return True
