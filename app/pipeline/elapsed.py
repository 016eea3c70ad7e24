"""Seconds from each frame to the next, as engines take them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

USUAL_S = 1 / 30  # where time goes back: after a seek, or in a damaged file


def elapsed_s(before_s: float | None, times_s: Sequence[float]) -> list[float]:
    """Seconds from the frame before to each of some frames.

    Args:
        before_s: Time of the frame before the first of them; None: there is none.
        times_s: Times of the frames, in seconds.
    """
    times = [*times_s[:1], *times_s] if before_s is None else [before_s, *times_s]
    return [late - early if late >= early else USUAL_S for early, late in pairwise(times)]
