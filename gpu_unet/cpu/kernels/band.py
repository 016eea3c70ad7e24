"""The arithmetic of one mixed pixel, shared by the composites of both layouts."""

from __future__ import annotations

from numba import float32, int32, uint8

from gpu_unet.colour import LINEAR_STEPS
from gpu_unet.cpu.compile import device_function

# Rows of `tall`, the small planes enlarged to one frame row: the guided filter's coefficients,
# `band_colours` and `light_wrap`.
COLOURS = 4
WRAP = 11
CHANNELS = 15

LIGHT_SCALE = float(LINEAR_STEPS)


@device_function
def unit_clamp(value):
    """To [0, 1]."""
    return min(max(value, float32(0.0)), float32(1.0))


@device_function
def to_byte(value):
    """Round fractions of 255 to uint8, halves upwards."""
    scaled = value * float32(255.0) + float32(0.5)
    scaled = min(max(scaled, float32(0.0)), float32(255.0))
    return uint8(scaled)  # pyright: ignore[reportArgumentType, reportCallIssue]


@device_function
def lerp(line, low, high, fraction):
    """One column of an enlarged row."""
    left = line[low]
    return left + fraction * (line[high] - left)


@device_function
def copy(source, out):
    """A stretch of a row. Slices from 0: Numba tests any other index for its sign."""
    for x in range(out.shape[0]):
        out[x] = source[x]


@device_function
def fill(value, out):
    """A stretch of a row."""
    for x in range(out.shape[0]):
        out[x] = value


@device_function
def enlarge_row(planes, low, high, fraction, start, stop, tall):
    """Mix two rows of small planes into rows of `tall`, columns start to stop."""
    for plane in range(planes.shape[0]):
        upper = planes[plane, low, start:stop]
        lower = planes[plane, high, start:stop]
        line = tall[plane, start:stop]
        for x in range(line.shape[0]):
            line[x] = upper[x] + fraction * (lower[x] - upper[x])


@device_function
def enlarge_to_bytes(line, low, high, fraction, out):
    """A stretch of one row of an enlarged small plane, rounded to uint8."""
    for x in range(out.shape[0]):
        out[x] = to_byte(lerp(line, low[x], high[x], fraction[x]))


@device_function
def ramped_alpha(tall, low, high, fraction, a, b, c, ramp_low, ramp_slope):
    """8-bit alpha of a pixel with the coded colour (a, b, c)."""
    value = (
        lerp(tall[0], low, high, fraction) * a
        + lerp(tall[1], low, high, fraction) * b
        + lerp(tall[2], low, high, fraction) * c
        + lerp(tall[3], low, high, fraction)
    )
    return to_byte(unit_clamp((value - ramp_low) * ramp_slope))


@device_function
def rgb_of(a, b, c, m):
    """RGB in [0, 1] of a coded colour; m: the 12 numbers of `to_rgb_matrix`."""
    return (
        unit_clamp(m[0] * a + m[1] * b + m[2] * c + m[3]),
        unit_clamp(m[4] * a + m[5] * b + m[6] * c + m[7]),
        unit_clamp(m[8] * a + m[9] * b + m[10] * c + m[11]),
    )


@device_function
def person_rgb(tall, low, high, fraction, a, b, c, alpha, m, has_colours, has_wrap):
    """The person's own RGB of a pixel, with the light wrap on it."""
    if has_colours:
        rest = float32(1.0) - alpha
        person = lerp(tall[4], low, high, fraction)
        room = lerp(tall[7], low, high, fraction)
        a = unit_clamp(person + alpha * (a - alpha * person - rest * room))
        person = lerp(tall[5], low, high, fraction)
        room = lerp(tall[8], low, high, fraction)
        b = unit_clamp(person + alpha * (b - alpha * person - rest * room))
        person = lerp(tall[6], low, high, fraction)
        room = lerp(tall[9], low, high, fraction)
        c = unit_clamp(person + alpha * (c - alpha * person - rest * room))
    red, green, blue = rgb_of(a, b, c, m)
    if has_colours:
        amount = lerp(tall[10], low, high, fraction)
        amount *= min(float32(1.0), float32(4.0) * (float32(1.0) - alpha))
        green += amount * (min(green, max(red, blue)) - green)
    if has_wrap:
        share = lerp(tall[14], low, high, fraction)
        wrap_red, wrap_green, wrap_blue = rgb_of(
            lerp(tall[11], low, high, fraction),
            lerp(tall[12], low, high, fraction),
            lerp(tall[13], low, high, fraction),
            m,
        )
        red += share * max(wrap_red - red, float32(0.0))
        green += share * max(wrap_green - green, float32(0.0))
        blue += share * max(wrap_blue - blue, float32(0.0))
    return red, green, blue


@device_function
def mix(person, background, alpha, linear_light, light, code):
    """One channel of the composite in [0, 1]: in linear light through the tables, or as coded.

    light: float32 (256,), code: uint8 (LINEAR_STEPS + 1,), from `gpu_unet.colour`.
    """
    rest = float32(1.0) - alpha
    if linear_light:
        mixed = alpha * light[to_byte(person)] + rest * light[to_byte(background)]
        step = int32(mixed * float32(LIGHT_SCALE) + float32(0.5))
        return float32(code[step]) * float32(1.0 / 255.0)
    return alpha * person + rest * background
