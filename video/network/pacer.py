"""Pacer: when to show pictures that come in bursts, as the segments of a playlist do."""

from __future__ import annotations

# A longer gap is a jump in the camera's clock, and a longer delay a connection that stopped:
# from there on time is counted anew.
_MOST_S = 1.0


class Pacer:
    """Spreads pictures over time as their own clock says; used from one thread."""

    def __init__(self) -> None:
        self._offset_s: float | None = None

    def wait_s(self, pts_s: float, now_s: float) -> float:
        """Seconds from now until the picture's time.

        Args:
            pts_s: The picture's time on the camera's clock.
            now_s: Any steady clock.
        """
        if self._offset_s is None or abs(pts_s + self._offset_s - now_s) > _MOST_S:
            self._offset_s = now_s - pts_s
        return max(0.0, pts_s + self._offset_s - now_s)
