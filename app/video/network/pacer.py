"""Pacer: when to show pictures that come in bursts, as a playlist's segments do."""

from __future__ import annotations

# A longer gap is a jump in the camera's clock; time is counted anew from there.
_MOST_AHEAD_S = 1.0
# Later than this means a slow connection, so stay behind rather than stumble.
_MOST_BEHIND_S = 0.1


class Pacer:
    """Spreads pictures over time by their own clock; used from one thread."""

    def __init__(self) -> None:
        self._offset_s: float | None = None

    def wait_s(self, pts_s: float, now_s: float) -> float:
        """Seconds from now until the picture's time.

        Args:
            pts_s: The picture's time on the camera's clock.
            now_s: Any steady clock.
        """
        if self._offset_s is not None:
            ahead_s = pts_s + self._offset_s - now_s
            if -_MOST_BEHIND_S <= ahead_s <= _MOST_AHEAD_S:
                return max(0.0, ahead_s)
        self._offset_s = now_s - pts_s
        return 0.0
