"""QueueTime: how long all exports together still take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path


class QueueTime:
    """Expects a waiting export to take as long per input byte as the latest one that ran.

    A part of a file is taken for the whole file, so the estimate is rather too long than too short.

    Args:
        clock: Monotonic seconds.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sizes: dict[int, int] = {}  # bytes of each input; 0: unknown
        self._begun_s: dict[int, float] = {}
        self._ends_s: dict[int, float] = {}  # when each running export is expected to end
        self._s_per_byte: float | None = None

    def add(self, number: int, source: Path) -> None:
        """Remember the size of an export's input."""
        try:
            self._sizes[number] = source.stat().st_size
        except (OSError, ValueError):  # numbered pictures, or a file that has gone
            self._sizes[number] = 0

    def begin(self, number: int) -> None:
        """The export runs from now on."""
        self._begun_s[number] = self._clock()

    def progress(self, number: int, eta_s: float | None) -> None:
        """The running export's own estimate, in seconds from now; None: it has none yet."""
        if eta_s is None or number not in self._begun_s:
            return
        now = self._clock()
        self._ends_s[number] = now + eta_s
        if size := self._sizes.get(number):
            self._s_per_byte = (now + eta_s - self._begun_s[number]) / size

    def end(self, number: int) -> None:
        """The export has ended, or was taken from the queue."""
        for known in (self._sizes, self._begun_s, self._ends_s):
            known.pop(number, None)

    def seconds_left(
        self, running: Iterable[int], waiting: Iterable[int], *, workers: int = 1
    ) -> float | None:
        """Until the last export is done; None while it cannot be told."""
        now = self._clock()
        ends = [self._ends_s.get(number) for number in running]
        sizes = [self._sizes.get(number, 0) for number in waiting]
        known = [max(0.0, end - now) for end in ends if end is not None]
        if len(known) < len(ends) or not known or 0 in sizes:
            return None
        if sizes and self._s_per_byte is None:
            return None
        total_s = sum(known) + sum(sizes) * (self._s_per_byte or 0.0)
        return max(total_s / max(1, workers), *known)
