"""Age of holes: a hole that appears inside a component has to last before it is opened.

Each pixel carries a counter, `hole_age`, from frame to frame, in ticks:

    in a hole            the hole's age, 0 to HOLE_TICKS
    solid                WAS_SOLID + what is left of its age, which falls by the ticks of each frame
    outside              OUTSIDE
    unknown              UNKNOWN_PAST

The rules and their reasons: `reference.matte.age_holes`.
"""

from __future__ import annotations

from numba import float32, uint8

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.components import AT_BORDER
from gpu_unet.cpu.kernels.scalars import next_age, past_age, past_in_hole, rim_side, solid_past
from gpu_unet.setting_parameters import OUTSIDE, SOLID_ALPHA


@serial_kernel
def age_holes(alpha, labels, held, ticks, oldest, rim, ages, hole_age):
    """Age every hole of a frame; see `reference.matte.age_holes`.

    First pass: of each hole the largest past age under it (`oldest`), the same of pixels that were
    in a hole (`ages`), and the rim's balance: +1 for a side that was solid before, -RIM_DOUBT for
    one that was not. Second pass: the new ages and counters.

    alpha: float32 (h, w).
    labels, held: int32 (h * w,), from `label_components`.
    ticks: since the frame before.
    oldest, rim: int32 (h * w,), scratch.
    ages: int32 (h * w,), written: at the roots of holes, 0 to HOLE_TICKS.
    hole_age: uint8 (h, w), each pixel's counter, replaced.
    """
    solid_alpha = float32(SOLID_ALPHA)
    height, width = alpha.shape
    oldest[:] = 0
    rim[:] = 0
    ages[:] = 0
    for row in range(1, height - 1):  # no hole touches the border
        for x in range(1, width - 1):
            root = labels[row * width + x]
            if alpha[row, x] > solid_alpha or held[root] & AT_BORDER != 0:
                continue
            past = hole_age[row, x]
            oldest[root] = max(oldest[root], past_age(past))
            ages[root] = max(ages[root], past_in_hole(past))
            for side in range(4):
                above = row + (side == 0) - (side == 1)
                beside = x + (side == 2) - (side == 3)
                if alpha[above, beside] > solid_alpha:
                    rim[root] += rim_side(hole_age[above, beside])
    for row in range(height):
        for x in range(width):
            index = row * width + x
            root = labels[index]
            is_inside = held[root] & AT_BORDER == 0
            if alpha[row, x] > solid_alpha:
                hole_age[row, x] = uint8(solid_past(hole_age[row, x], ticks))
            elif is_inside:
                if root == index:  # the root comes first in the scan: its age is ready for the rest
                    earned = oldest[root] if rim[root] >= 0 else ages[root]
                    ages[root] = next_age(earned, ticks)
                hole_age[row, x] = uint8(ages[root])
            else:
                hole_age[row, x] = uint8(OUTSIDE)
