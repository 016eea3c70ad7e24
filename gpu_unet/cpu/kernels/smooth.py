"""Temporal smoothing: alpha is averaged with its past where the picture stands still.

Alpha and the picture that it belongs to are updated alike:

    kept = kept + share * (new - kept),   share = keep_still .. 1 by the motion around the pixel
"""

from __future__ import annotations

from numba import float32, int32

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.scalars import new_share
from gpu_unet.edge_parameters import SCENE_CUT


@serial_kernel
def smooth_over_time(
    alpha,
    planes,
    keep_still,
    motion_low,
    motion_high,
    work,
    kept_alpha,
    kept_planes,
    reset,
):
    """Update the kept alpha and picture; see `reference.matte.smooth_over_time`.

    Three passes: change of each pixel, its 3x3 mean, then the largest of 3x3 means (the motion)
    and the update. After a cut the share is 1.

    alpha: float32 (h, w).  planes: float32 (3, h, w).  work: float32 (2, h, w), scratch.
    kept_alpha: float32 (h, w), kept_planes: float32 (3, h, w): of the frame before, replaced.
    reset: int32 (), written: 1 at a cut, where nothing of the frame before is used.
    """
    height, width = alpha.shape
    total = float32(0.0)
    for row in range(height):
        row_total = float32(0.0)
        for x in range(width):
            a = abs(planes[0, row, x] - kept_planes[0, row, x])
            b = abs(planes[1, row, x] - kept_planes[1, row, x])
            c = abs(planes[2, row, x] - kept_planes[2, row, x])
            row_total += a + b + c
            work[0, row, x] = max(a, max(b, c))
        total += row_total
    is_cut = total > float32(SCENE_CUT) * float32(3 * height * width)
    reset[()] = int32(is_cut)
    # 3x3 means of the changes, edges repeated.
    for row in range(height):
        above = max(row - 1, 0)
        below = min(row + 1, height - 1)
        for x in range(width):
            left = max(x - 1, 0)
            right = min(x + 1, width - 1)
            work[1, row, x] = (
                work[0, above, left]
                + work[0, above, x]
                + work[0, above, right]
                + work[0, row, left]
                + work[0, row, x]
                + work[0, row, right]
                + work[0, below, left]
                + work[0, below, x]
                + work[0, below, right]
            ) * float32(1.0 / 9.0)
    for row in range(height):
        above = max(row - 1, 0)
        below = min(row + 1, height - 1)
        for x in range(width):
            left = max(x - 1, 0)
            right = min(x + 1, width - 1)
            # The motion: the largest of 3x3 means.
            motion = max(
                max(
                    max(work[1, above, left], work[1, above, x]),
                    max(work[1, above, right], work[1, row, left]),
                ),
                max(
                    max(work[1, row, x], work[1, row, right]),
                    max(work[1, below, left], max(work[1, below, x], work[1, below, right])),
                ),
            )
            share = new_share(motion, motion_low, motion_high, keep_still)
            if is_cut:
                share = float32(1.0)
            kept_alpha[row, x] += share * (alpha[row, x] - kept_alpha[row, x])
            for c in range(3):
                kept_planes[c, row, x] += share * (planes[c, row, x] - kept_planes[c, row, x])
