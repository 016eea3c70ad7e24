"""The trimap at the network's size: each pixel is background, person or unknown.

Only what is unknown is computed: strips of the small planes (`strips.py`) and blocks of the frame
(`blocks.py`).
"""

from __future__ import annotations

from numba import float32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.kernels.plane_numbers import OFFSET

BACKGROUND = 0
PERSON = 1
UNKNOWN = 2


@serial_kernel
def trimap_of_alpha(alpha, out):
    """Of the guided filter's input: unknown is what is soft.

    alpha: float32 (h, w) in [0, 1].  out: uint8 (h, w), written.
    """
    for row in range(alpha.shape[0]):
        line = alpha[row]
        target = out[row]
        for x in range(line.shape[0]):
            is_background = line[x] == float32(0.0)
            is_person = line[x] == float32(1.0)
            target[x] = uint8(UNKNOWN) - uint8(2) * is_background - uint8(1) * is_person


@device_function
def sure_limits(ramp_low, ramp_slope):
    """Values before the ramp up to which, and from which on, alpha rounds to 0 and to 255."""
    tolerance = float32(0.4 / 255.0)  # of an 8-bit step
    return ramp_low + tolerance / ramp_slope, ramp_low + (float32(1.0) - tolerance) / ramp_slope


@device_function
def kind_of(coefficients, row, x, background_limit, person_limit):
    """What a pixel is, whatever its colour, by the bounds of its alpha over all colours.

    The bounds of a linear function over the colour cube [0, 1]^3:

        offset + sum of negative slopes  <=  slopes . pixel + offset  <=  offset + sum of positive

    coefficients: float32 (4, h, w).  background_limit, person_limit: from `sure_limits`.
    """
    least = coefficients[OFFSET, row, x]
    most = least
    for c in range(3):
        slope = coefficients[c, row, x]
        least += min(slope, float32(0.0))
        most += max(slope, float32(0.0))
    kind = uint8(UNKNOWN)
    if most <= background_limit:
        kind = uint8(BACKGROUND)
    elif least >= person_limit:
        kind = uint8(PERSON)
    return kind


@serial_kernel
def trimap_of_coefficients(coefficients, ramp_low, ramp_slope, out):
    """Of the final alpha: unknown is what has soft alpha in some colour.

    coefficients: float32 (4, h, w).  out: uint8 (h, w), written.
    """
    background_limit, person_limit = sure_limits(ramp_low, ramp_slope)
    for row in range(out.shape[0]):
        for x in range(out.shape[1]):
            out[row, x] = kind_of(coefficients, row, x, background_limit, person_limit)
