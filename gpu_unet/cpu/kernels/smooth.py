"""Temporal smoothing: alpha is averaged with its past where the picture stands still.

Alpha and the picture that it belongs to are updated alike:

    kept = kept + share * (new - kept),   share = keep_still .. 1 by the motion around the pixel
"""

from __future__ import annotations

from numba import float32, int32

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.scalars import new_share
from gpu_unet.cpu.kernels.spans import fill
from gpu_unet.cpu.kernels.window import (
    add_neighbours,
    add_three,
    largest_of_neighbours,
    largest_of_three,
)
from gpu_unet.setting_parameters import SCENE_CUT


@device_function
def share_new(line, motion_low, motion_high, keep_still):
    """Replace a line of motions, times nine, by the weights of the new picture."""
    for x in range(line.shape[0]):
        motion = line[x] * float32(1.0 / 9.0)
        line[x] = new_share(motion, motion_low, motion_high, keep_still)


@device_function
def follow(kept, new, share):
    """Take a line to the new one by its shares."""
    for x in range(kept.shape[0]):
        kept[x] += share[x] * (new[x] - kept[x])


@device_function
def change_of(planes, kept, row, out):
    """Write the largest change of each pixel's three planes in a row; return the sum of all."""
    total = float32(0.0)
    first, second, third = planes[0, row], planes[1, row], planes[2, row]
    kept_first, kept_second, kept_third = kept[0, row], kept[1, row], kept[2, row]
    for x in range(out.shape[0]):
        a = abs(first[x] - kept_first[x])
        b = abs(second[x] - kept_second[x])
        c = abs(third[x] - kept_third[x])
        total += a + b + c
        out[x] = max(a, max(b, c))
    return total


@serial_kernel
def smooth_over_time(
    alpha, planes, keep_still, motion_low, motion_high, work, kept_alpha, kept_planes, reset,
):  # fmt: skip
    """Update the kept alpha and picture; see `reference.matte.smooth_over_time`.

    The change of each pixel, its 3x3 mean, the largest of 3x3 means (the motion), and the update;
    windows of 3x3 by columns, then by rows. After a cut the share is 1.

    alpha: float32 (h, w).  planes: float32 (3, h, w).  work: float32 (2, h, w), scratch.
    kept_alpha: float32 (h, w), kept_planes: float32 (3, h, w): of the frame before, replaced.
    reset: int32 (), written: 1 at a cut, where nothing of the frame before is used.
    """
    height, width = alpha.shape
    total = float32(0.0)
    for row in range(height):
        total += change_of(planes, kept_planes, row, work[0, row])
    is_cut = total > float32(SCENE_CUT) * float32(3 * height * width)
    reset[()] = int32(is_cut)
    changes = work[0]
    lines = work[1]
    # 3x3 means of the changes, edges repeated; then the largest of 3x3 means, the motion.
    for row in range(height):
        above = changes[max(row - 1, 0)]
        below = changes[min(row + 1, height - 1)]
        add_three(above, changes[row], below, lines[row])
    for row in range(height):
        add_neighbours(lines[row], changes[row])
    for row in range(height):
        above = changes[max(row - 1, 0)]
        below = changes[min(row + 1, height - 1)]
        largest_of_three(above, changes[row], below, lines[row])
    for row in range(height):
        share = changes[row]
        largest_of_neighbours(lines[row], share)
        if is_cut:
            fill(float32(1.0), share)
        else:
            share_new(share, motion_low, motion_high, keep_still)
        follow(kept_alpha[row], alpha[row], share)
        for c in range(3):
            follow(kept_planes[c, row], planes[c, row], share)
