"""How old holes are: one that is born inside a figure must last before it is believed."""

from __future__ import annotations

from numba import int32, uint8

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.figures import AT_BORDER
from gpu_unet.edge_parameters import (
    HOLE_FALL,
    HOLE_FRAMES,
    OUTSIDE,
    RIM_DOUBT,
    UNKNOWN_PAST,
    WAS_SOLID,
)


@serial_kernel
def age_holes(alpha, solid_alpha, labels, held, oldest, rim, ages, opened):
    """Age every hole by what was there a frame ago; see `reference.matte.age_holes`.

    alpha: float32 (h, w).
    labels, held: int32 (h * w,), from `label_figures`.
    oldest, rim: int32 (h * w,), scratch.
    ages: int32 (h * w,), written: at the roots of holes, 1 to HOLE_FRAMES.
    opened: uint8 (h, w), each pixel's past as a hole, replaced.
    """
    height, width = alpha.shape
    oldest[:] = 0
    rim[:] = 0
    ages[:] = 0
    for row in range(1, height - 1):  # no hole touches the border
        for x in range(1, width - 1):
            root = labels[row * width + x]
            if alpha[row, x] > solid_alpha or held[root] & AT_BORDER != 0:
                continue
            past = int32(opened[row, x])
            oldest[root] = max(oldest[root], past & int32(WAS_SOLID - 1))
            if past <= HOLE_FRAMES:
                ages[root] = max(ages[root], past)
            for side in range(4):
                above = row + (side == 0) - (side == 1)
                beside = x + (side == 2) - (side == 3)
                if alpha[above, beside] > solid_alpha:
                    rim[root] += 1 if opened[above, beside] >= WAS_SOLID else -RIM_DOUBT
    for row in range(height):
        for x in range(width):
            index = row * width + x
            root = labels[index]
            is_inside = held[root] & AT_BORDER == 0
            past = int32(opened[row, x])
            if alpha[row, x] > solid_alpha:
                left = int32(0)
                if past != UNKNOWN_PAST:
                    left = max((past & int32(WAS_SOLID - 1)) - int32(HOLE_FALL), int32(0))
                opened[row, x] = uint8(int32(WAS_SOLID) + left)
            elif is_inside:
                if root == index:  # before any other pixel of the hole
                    earned = oldest[root] if rim[root] >= 0 else ages[root]
                    ages[root] = min(earned + 1, int32(HOLE_FRAMES))
                opened[row, x] = uint8(ages[root])
            else:
                opened[row, x] = uint8(OUTSIDE)
