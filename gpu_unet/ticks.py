"""Ticks: the unit of time (1/240 s) of all stages that depend on earlier frames.

Holes, smoothing and the light match advance by the time since the frame before, not by frames: 30,
15 and 7 frames/s of one scene give the same matte at the same moment.
"""

from __future__ import annotations

TICKS_PER_S = 240
USUAL_TICKS = 8  # of a frame at 30 frames/s, the rate for which shares of a new frame are given
MOST_TICKS = 10 * TICKS_PER_S  # a longer pause counts as this: nothing of the past is left


def ticks_of(elapsed_s: float) -> int:
    """Ticks between two frames: 0 for the same moment, else 1 to `MOST_TICKS`.

    Integers absorb rounded timestamps: 33 ms, 34 ms, 1/30 s and 1001/30000 s are all 8 ticks.

    Args:
        elapsed_s: In seconds, at least 0.

    Raises:
        ValueError: It is negative or NaN.
    """
    if not elapsed_s >= 0.0:
        raise ValueError(
            f"{elapsed_s} s have passed since the frame before, expected 0 or more; leave the time "
            "out where it is unknown"
        )
    ticks = round(min(elapsed_s * TICKS_PER_S, MOST_TICKS))
    return max(ticks, 1) if elapsed_s > 0.0 else 0


def share_after(share: float, ticks: int) -> float:
    """The new frame's weight in an exponential average: 1 - (1 - share)^(ticks / USUAL_TICKS).

    Args:
        share: Its weight after `USUAL_TICKS`, in [0, 1].
        ticks: Ticks since the frame before.
    """
    if ticks == USUAL_TICKS or share >= 1.0:  # exact, without rounding of the power
        return share
    return 1.0 - (1.0 - share) ** (ticks / USUAL_TICKS)
