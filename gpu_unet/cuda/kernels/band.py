# type: ignore - device code: Numba has types of its own, which no checker knows
"""The arithmetic of one full-size pixel, shared by the composites of both layouts.

Twin of `gpu_unet/cpu/kernels/band.py`; the definition is `gpu_unet/reference/composite.py`.
"""

from __future__ import annotations

from numba import float32, int32, uint8

from gpu_unet.colour import LINEAR_STEPS
from gpu_unet.cuda.launch import device_function
from gpu_unet.cuda.parameters import RAMP_LOW, RAMP_SLOPE

BYTE = 1.0 / 255.0

# What stands behind the person.
PICTURE = 0
BLURRED_ROOM = 1
NOTHING = 2

# Planes of `band_colours` and `light_wrap`.
GREEN = 6
WRAP_SHARE = 3


@device_function
def unit_clamp(value):
    """To [0, 1]."""
    return min(max(value, float32(0)), float32(1))


@device_function
def to_byte(value):
    """Round fractions of 255 to uint8, halves upwards."""
    scaled = value * float32(255) + float32(0.5)
    return uint8(min(max(scaled, float32(0)), float32(255)))


@device_function
def enlarged(planes, n, plane, up, down, down_share, left, right, right_share):
    """One value of a small plane, bilinearly enlarged: rows first, as the definition does."""
    a = planes[n, plane, up, left]
    b = planes[n, plane, up, right]
    a += down_share * (planes[n, plane, down, left] - a)
    b += down_share * (planes[n, plane, down, right] - b)
    return a + right_share * (b - a)


@device_function
def alpha_byte(coefficients, params, n, up, down, down_share, left, right, right_share, a, b, c):
    """8-bit alpha of a pixel with the coded colour (a, b, c)."""
    value = (
        enlarged(coefficients, n, 0, up, down, down_share, left, right, right_share) * a
        + enlarged(coefficients, n, 1, up, down, down_share, left, right, right_share) * b
        + enlarged(coefficients, n, 2, up, down, down_share, left, right, right_share) * c
        + enlarged(coefficients, n, 3, up, down, down_share, left, right, right_share)
    )
    return to_byte(unit_clamp((value - params[RAMP_LOW]) * params[RAMP_SLOPE]))


@device_function
def rgb_channel(a, b, c, m, channel):
    """One channel of RGB in [0, 1] of a coded colour; m: `matrices` of `FrameTables`."""
    k = 4 * channel
    return unit_clamp(m[k] * a + m[k + 1] * b + m[k + 2] * c + m[k + 3])


@device_function
def rgb_of(a, b, c, m):
    """RGB in [0, 1] of a coded colour."""
    return rgb_channel(a, b, c, m, 0), rgb_channel(a, b, c, m, 1), rgb_channel(a, b, c, m, 2)


@device_function
def unmixed(colours, n, plane, up, down, down_share, left, right, right_share, value, alpha):
    """The person's own part of one coded plane of a mixed pixel, in [0, 1]."""
    person = enlarged(colours, n, plane, up, down, down_share, left, right, right_share)
    room = enlarged(colours, n, plane + 3, up, down, down_share, left, right, right_share)
    rest = value - alpha * person - (float32(1) - alpha) * room
    return unit_clamp(person + alpha * rest)


@device_function
def person_rgb(
    colours, wrap, n, up, down, down_share, left, right, right_share, a, b, c, alpha, m,
    has_colours, has_wrap,
):  # fmt: skip
    """The person's own RGB of a pixel, with the light wrap on it."""
    if has_colours == 1:
        a = unmixed(colours, n, 0, up, down, down_share, left, right, right_share, a, alpha)
        b = unmixed(colours, n, 1, up, down, down_share, left, right, right_share, b, alpha)
        c = unmixed(colours, n, 2, up, down, down_share, left, right, right_share, c, alpha)
    red, green, blue = rgb_of(a, b, c, m)
    if has_colours == 1:
        amount = enlarged(colours, n, GREEN, up, down, down_share, left, right, right_share)
        amount *= min(float32(1), float32(4) * (float32(1) - alpha))
        green += amount * (min(green, max(red, blue)) - green)
    if has_wrap == 1:
        share = enlarged(wrap, n, WRAP_SHARE, up, down, down_share, left, right, right_share)
        wrap_red, wrap_green, wrap_blue = rgb_of(
            enlarged(wrap, n, 0, up, down, down_share, left, right, right_share),
            enlarged(wrap, n, 1, up, down, down_share, left, right, right_share),
            enlarged(wrap, n, 2, up, down, down_share, left, right, right_share),
            m,
        )
        red += share * max(wrap_red - red, float32(0))
        green += share * max(wrap_green - green, float32(0))
        blue += share * max(wrap_blue - blue, float32(0))
    return red, green, blue


@device_function
def mix(person, background, alpha, linear_light, light, code):
    """One channel of the composite in [0, 1]: in linear light through the tables, or as coded.

    light: float32 (256,), code: uint8 (LINEAR_STEPS + 1,), from `gpu_unet.colour`.
    """
    rest = float32(1) - alpha
    if linear_light == 1:
        mixed = alpha * light[to_byte(person)] + rest * light[to_byte(background)]
        step = int32(mixed * float32(LINEAR_STEPS) + float32(0.5))
        return float32(code[step]) * float32(BYTE)
    return alpha * person + rest * background
