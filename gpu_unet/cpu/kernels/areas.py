"""Drawn areas on the matte: alpha becomes 0 in garbage areas, 1 in keep areas, soft in others.

    alpha        *= 1 - garbage / 255
    coefficients  = forced(coefficients, wide, soft)
    coefficients  = forced(forced(coefficients, those of alpha 1, keep), those of alpha 0, garbage)

`forced(a, b, share)` goes from a to b by share / 255.
"""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.scalars import forced, outside_garbage
from gpu_unet.kernels.plane_numbers import OFFSET


@serial_kernel
def drop_garbage(alpha, garbage, out):
    """Multiply alpha by 1 - garbage / 255; see `reference.matte.without_garbage`.

    alpha: float32 (h, w).  garbage: uint8 (h, w).  out: float32 (h, w), written.
    """
    height, width = alpha.shape
    for row in range(height):
        for x in range(width):
            out[row, x] = outside_garbage(alpha[row, x], garbage[row, x])


@serial_kernel
def soften(soft, wide, coefficients):
    """Take the coefficients of wide windows in soft areas; see `reference.matte.softened`.

    soft: uint8 (h, w).  wide: float32 (4, h, w).  coefficients: float32 (4, h, w), changed.
    """
    _, height, width = coefficients.shape
    for plane in range(4):
        for row in range(height):
            for x in range(width):
                coefficients[plane, row, x] = forced(
                    coefficients[plane, row, x], wide[plane, row, x], soft[row, x]
                )


@serial_kernel
def force_areas(garbage, keep, ramp_low, ramp_slope, coefficients):
    """Force the guided filter's coefficients in drawn areas; see `reference.matte.within_areas`.

    Where an area is whole the slopes become 0 and the offset becomes the value that `ramp` maps to
    0 (garbage) or 1 (keep); garbage wins where both are drawn.
    garbage, keep: uint8 (h, w).  coefficients: float32 (4, h, w), changed in place.
    """
    _, height, width = coefficients.shape
    ramp_high = ramp_low + float32(1.0) / ramp_slope
    for plane in range(4):
        low = ramp_low if plane == OFFSET else float32(0.0)
        high = ramp_high if plane == OFFSET else float32(0.0)
        for row in range(height):
            for x in range(width):
                value = forced(coefficients[plane, row, x], high, keep[row, x])
                coefficients[plane, row, x] = forced(value, low, garbage[row, x])
