"""Few shapes of network inputs for pictures of all shapes.

A convolution library prepares its kernels anew for each shape of a batch, for a second or two a
network: batches of few shapes and one length go through it at once.
"""

from __future__ import annotations

import math

# Width over height. No picture between two of them is stretched by more than 9 %.
ASPECTS = (9 / 16, 2 / 3, 3 / 4, 1.0, 4 / 3, 3 / 2, 16 / 9)
SIDE_PX = 1440  # more than any input, so that only the aspect counts


def usual_size(height: int, width: int) -> tuple[int, int]:
    """(height, width) of a large picture of the nearest of `ASPECTS`."""
    aspect = min(ASPECTS, key=lambda aspect: abs(math.log(width / height / aspect)))
    return SIDE_PX, round(SIDE_PX * aspect)
