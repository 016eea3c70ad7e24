"""EvenTimes: puts frames that come at irregular times into the slots of a constant rate."""

from __future__ import annotations

from fractions import Fraction

# Of films and cameras. A camera's driver reports 29.97 or 30.00003 for the same thing.
USUAL_RATES = (
    *(Fraction(rate * 1000, 1001) for rate in (24, 30, 60)),
    *map(Fraction, (10, 12, 15, 20, 24, 25, 30, 48, 50, 60)),
)
NEAR = 0.0004  # of a rate; 30 and 29.97 differ by 0.001


class EvenTimes:
    """Counts slots from 0; each frame takes the nearest one.

    Args:
        frame_rate: Approximate; a usual rate that is near is used instead.

    Attributes:
        rate: Slots per second.
    """

    def __init__(self, frame_rate: Fraction) -> None:
        nearest = min(USUAL_RATES, key=lambda rate: abs(rate - frame_rate))
        is_usual = abs(nearest - frame_rate) <= NEAR * nearest
        self.rate = nearest if is_usual else Fraction(max(1, round(frame_rate)))
        self._taken = -1

    def slots(self, time_s: float) -> range:
        """The slots up to that of a frame at `time_s`, its own last; empty if it is taken already.

        The frame before is shown again in all but the last.
        """
        slot = round(time_s * self.rate)
        free = range(self._taken + 1, slot + 1)
        self._taken = max(self._taken, slot)
        return free

    def time_s(self, slot: int) -> float:
        """When a slot begins."""
        return float(slot / self.rate)
