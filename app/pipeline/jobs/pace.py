"""Pace: a job's frames per second, and the time left."""

from __future__ import annotations

from collections import deque
from time import perf_counter

WINDOW_S = 5.0  # long enough to be steady, short enough to follow a change of scene
REPORT_EVERY_S = 0.2


class Pace:
    """Counts finished frames and tells their rate; used by one thread.

    Args:
        frame_count: Number of frames of the job; None if unknown.

    Attributes:
        frames: Finished so far.
        began_s: `time.perf_counter()` when the counting began.
    """

    def __init__(self, frame_count: int | None) -> None:
        self.frame_count = frame_count
        self.frames = 0
        self.began_s = perf_counter()
        self._recent: deque[tuple[float, int]] = deque([(self.began_s, 0)])
        self._reported_s = self.began_s

    def count(self) -> bool:
        """Count one finished frame. True: long enough since the last True to report again."""
        self.frames += 1
        now = perf_counter()
        self._recent.append((now, self.frames))
        while now - self._recent[0][0] > WINDOW_S:
            self._recent.popleft()
        is_due = now - self._reported_s >= REPORT_EVERY_S
        if is_due:
            self._reported_s = now
        return is_due

    @property
    def fps(self) -> float:
        """Frames per second over the last seconds."""
        (first_s, first), (last_s, last) = self._recent[0], self._recent[-1]
        return (last - first) / (last_s - first_s) if last_s > first_s else 0.0

    @property
    def overall_fps(self) -> float:
        """Frames per second since the start."""
        elapsed_s = perf_counter() - self.began_s
        return self.frames / elapsed_s if elapsed_s > 0 else 0.0

    @property
    def eta_s(self) -> float | None:
        """Seconds left at the present rate; None if unknown."""
        if self.frame_count is None or self.fps <= 0:
            return None
        return max(0, self.frame_count - self.frames) / self.fps
