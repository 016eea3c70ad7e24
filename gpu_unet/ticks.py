"""Ticks: what everything counts that remembers earlier frames, so that it remembers for a time.

A hole, the smoothing and the person's light go on by the time since the frame before, not by a
frame: 30, 15 and 7 frames/s of one scene give the same matte at the same moment.
"""

from __future__ import annotations

TICKS_PER_S = 240
# Of a frame at 30 frames/s: the rate that shares of a new frame are given for.
USUAL_TICKS = 8
# After so long nothing is left of what was before; a longer pause counts as this one.
MOST_TICKS = 10 * TICKS_PER_S


def ticks_of(elapsed_s: float) -> int:
    """Ticks in the time between two frames: 0 for the same moment, else 1 to `MOST_TICKS`.

    Whole numbers, so that the milliseconds of a file's times make no difference: 33 and 34 ms are
    8 ticks, as 1/30 s and 1001/30000 s are.

    Args:
        elapsed_s: In seconds, at least 0.

    Raises:
        ValueError: It is negative, or no number.
    """
    if not elapsed_s >= 0.0:
        raise ValueError(
            f"{elapsed_s} s have passed since the frame before, expected 0 or more; leave the time "
            "out where it is unknown"
        )
    ticks = round(min(elapsed_s * TICKS_PER_S, MOST_TICKS))
    return max(ticks, 1) if elapsed_s > 0.0 else 0


def share_after(share: float, ticks: int) -> float:
    """The new frame's share in an average over time, as it is after so many ticks.

    Args:
        share: After `USUAL_TICKS`, in [0, 1].
        ticks: Since the frame before.
    """
    if ticks == USUAL_TICKS or share >= 1.0:  # the same to the last bit
        return share
    return 1.0 - (1.0 - share) ** (ticks / USUAL_TICKS)
