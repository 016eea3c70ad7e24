"""The arithmetic of the frame path, a value at a time: what both devices compute alike.

Plain functions of numbers. `cpu/kernels/scalars.py` and `cuda/kernels/scalars.py` compile each of
them with their device's own decorator, and kernels import them from there. Their definition, on
whole arrays, is `gpu_unet.reference`. Numbers say their type: to Numba a bare 1.0 is float64.
"""

from __future__ import annotations

from numba import float32, int32, uint8

from gpu_unet.colour import INPUT_STEPS, LINEAR_STEPS
from gpu_unet.edge_parameters import (
    DOUBTED_SHARE,
    GAP_WEIGHT,
    GREEN_HIGH,
    GREEN_LOW,
    HOLE_TICKS,
    RIM_DOUBT,
    SNAP,
    TINY_WEIGHT,
    TRUSTED_SHARE,
    UNKNOWN_PAST,
    WAS_SOLID,
)
from gpu_unet.layer_parameters import LEAST_GAIN, LEAST_MEAN, MOST_GAIN

BYTE = 1.0 / 255.0
INPUT_STEP = 1.0 / INPUT_STEPS
LIGHT_SCALE = float(LINEAR_STEPS)
GREEN_SCALE = 1.0 / (GREEN_HIGH - GREEN_LOW)
TRUST_SCALE = 1.0 / (TRUSTED_SHARE - DOUBTED_SHARE)
SNAP_SCALE = 1.0 / (1.0 - 2.0 * SNAP)
NEW_STEP = 2.0 / HOLE_TICKS


# Values, bytes and colours


def unit_clamp(value):
    """To [0, 1]: float32."""
    return min(max(value, float32(0.0)), float32(1.0))


def to_byte(value):
    """Round a fraction of 255, float32, to uint8, halves upwards."""
    scaled = value * float32(255.0) + float32(0.5)
    return uint8(min(max(scaled, float32(0.0)), float32(255.0)))


def fraction(byte):
    """A byte, uint8, as a fraction of 255: float32."""
    return float32(byte) * float32(BYTE)


def linear_rgb(a, b, c, m):
    """RGB of a coded colour, fractions of 255, not clamped; m: from `coding_matrices`."""
    return (
        m[0] * a + m[1] * b + m[2] * c + m[3],
        m[4] * a + m[5] * b + m[6] * c + m[7],
        m[8] * a + m[9] * b + m[10] * c + m[11],
    )


def rgb_of(a, b, c, m):
    """RGB in [0, 1] of a coded colour."""
    red, green, blue = linear_rgb(a, b, c, m)
    return unit_clamp(red), unit_clamp(green), unit_clamp(blue)


def mix(person, background, alpha, linear_light, light, code):
    """One channel of the composite in [0, 1]: in linear light through the tables, or as coded.

    light: float32 (256,), code: uint8 (LINEAR_STEPS + 1,), from `gpu_unet.colour`.
    """
    rest = float32(1.0) - alpha
    if linear_light:
        mixed = alpha * light[to_byte(person)] + rest * light[to_byte(background)]
        step = int32(mixed * float32(LIGHT_SCALE) + float32(0.5))
        return fraction(code[step])
    return alpha * person + rest * background


# What the network reads, and what it saw


def input_step(value):
    """What the network reads of a channel of RGB: in [0, 1], rounded to INPUT_STEPS."""
    # Not negative, so that cutting off the fraction rounds down.
    step = int32(unit_clamp(value) * float32(INPUT_STEPS) + float32(0.5))
    return float32(step) * float32(INPUT_STEP)


def plate_step(byte, confidence):
    """What it reads of a byte of a clean plate; nothing is known where `confidence`, uint8, is 0.

    Rounded to the nearest of INPUT_STEPS in whole numbers: no byte lies half way.
    """
    step = int32((int32(byte) * int32(2 * INPUT_STEPS) + int32(255)) // int32(510))
    if confidence == 0:
        step = int32(0)
    return float32(step) * float32(INPUT_STEP)


def observed_byte(value):
    """A value of [0, 1] as a byte; whatever else, NaN too, is some byte."""
    single = float32(value)
    inside = min(single, float32(1.0)) if single > float32(0.0) else float32(0.0)
    return uint8(int32(inside * float32(255.0) + float32(0.5)))


# Smoothing over time


def new_share(motion, low, high, keep_still):
    """Share of the new alpha: `keep_still` up to a motion of `low`, all of it from `high` on."""
    share = unit_clamp((motion - low) / (high - low))
    share = share * share * (float32(3.0) - float32(2.0) * share)
    return keep_still * (float32(1.0) - share) + share


# Connected components, holes


def component_weight(area, extent, speck_area):
    """Weight of a component in [0, 1] by its core's pixels and their share of all, `extent`."""
    weight = float32(2.0) * float32(area) / speck_area - float32(1.0)
    share = float32(area) / float32(extent)
    return unit_clamp(min(weight, (share - float32(DOUBTED_SHARE)) * float32(TRUST_SCALE)))


def hole_fill(area, hole_area):
    """How far a hole of so many pixels is filled for being small, in [0, 1]."""
    return unit_clamp(float32(2.0) - float32(2.0) * float32(area) / hole_area)


def new_hole_fill(age):
    """How far a hole is filled for being new, in [0, 1], by its age in ticks."""
    return unit_clamp(float32(2.0) - float32(NEW_STEP) * float32(age))


def next_age(earned, ticks):
    """Age of a hole, by `ticks` older than what it has earned: int32, at most HOLE_TICKS."""
    return int32(min(int32(earned) + int32(ticks), int32(HOLE_TICKS)))


def past_age(past):
    """What a pixel's past says for a hole over it, in ticks: int32; see WAS_SOLID."""
    return int32(past) & int32(WAS_SOLID - 1)


def past_in_hole(past):
    """The same if it was in a hole, else 0."""
    return int32(past) if past <= HOLE_TICKS else int32(0)


def rim_side(past):
    """What a solid pixel at a hole's rim says for the hole: int32."""
    return int32(1) if past >= WAS_SOLID else int32(-RIM_DOUBT)


def solid_past(past, ticks):
    """The past that a solid pixel leaves to the next frame, by `ticks` less: int32."""
    left = int32(0)
    if past != UNKNOWN_PAST:
        left = max(past_age(past) - int32(ticks), int32(0))
    return int32(int32(WAS_SOLID) + left)


def snapped(alpha):
    """Alpha stretched so that up to SNAP is 0 and from 1 - SNAP on is 1."""
    return unit_clamp((alpha - float32(SNAP)) * float32(SNAP_SCALE))


# The edge


def solve_window(a, b, c, p, aa, ab, ac, bb, bc, cc, ap, bp, cp, epsilon):
    """The regression of a window of the guided filter: alpha by a picture of three planes.

    a, b, c, p: the means of the planes and of alpha; the others those of their products.
    Returns three slopes and the offset, float32.
    """
    xx = aa - a * a + epsilon
    xy = ab - a * b
    xz = ac - a * c
    yy = bb - b * b + epsilon
    yz = bc - b * c
    zz = cc - c * c + epsilon
    px = ap - a * p
    py = bp - b * p
    pz = cp - c * p
    # The inverse of a symmetric 3x3 matrix by its cofactors; epsilon keeps it regular.
    ixx = yy * zz - yz * yz
    ixy = xz * yz - xy * zz
    ixz = xy * yz - xz * yy
    iyy = xx * zz - xz * xz
    iyz = xy * xz - xx * yz
    izz = xx * yy - xy * xy
    scale = float32(1.0) / (xx * ixx + xy * ixy + xz * ixz)
    sx = (ixx * px + ixy * py + ixz * pz) * scale
    sy = (ixy * px + iyy * py + iyz * pz) * scale
    sz = (ixz * px + iyz * py + izz * pz) * scale
    return sx, sy, sz, p - sx * a - sy * b - sz * c


def ramp(value, low, slope):
    """Threshold and softness: alpha in [0, 1]."""
    return unit_clamp((value - low) * slope)


# Areas that a person has drawn


def outside_garbage(value, garbage):
    """What is left of a value by a byte of the garbage plane: float32."""
    return value * (float32(1.0) - fraction(garbage))


def forced(value, amount, byte):
    """A coefficient on its way to what an area forces, by a byte of the area's plane.

    amount: the coefficient where the area is whole.
    """
    share = fraction(byte)
    return value * (float32(1.0) - share) + amount * share


# Colours of the unknown region


def mean_scale(weight):
    """What a weighted sum is multiplied by to be a mean; never infinite."""
    return float32(1.0) / (weight + float32(TINY_WEIGHT))


def weighted_mean(total, before, scale):
    """The mean of a weighted sum; where no weight is, what stood there `before`."""
    return (total + float32(TINY_WEIGHT) * before) * scale


def unmix(value, alpha, person, original):
    """The person's own part of one plane of a mixed pixel, in [0, 1].

    What the mixture of both colours leaves unexplained is given to the person.
    """
    rest = value - alpha * person - (float32(1.0) - alpha) * original
    return unit_clamp(person + alpha * rest)


def green_screen(a, b, c, m):
    """How much a coded colour of the original background is a green screen's, in [0, 1]."""
    red, green, blue = linear_rgb(a, b, c, m)
    excess = green - max(red, blue)
    return unit_clamp((excess - float32(GREEN_LOW)) * float32(GREEN_SCALE))


def despill(red, green, blue, amount, alpha):
    """The green channel without the light of a green screen; `amount` from `green_screen`."""
    # Fades towards alpha 1, where the frame's own pixel stands next to it.
    amount *= min(float32(1.0), float32(4.0) * (float32(1.0) - alpha))
    return green + amount * (min(green, max(red, blue)) - green)


# The person as a layer


def light_gain(person, behind):
    """What a channel of the person is multiplied by to be as bright as what is behind: float32.

    person, behind: means of the channel, in [0, 1].
    """
    gain = max(behind, float32(LEAST_MEAN)) / max(person, float32(LEAST_MEAN))
    return min(max(gain, float32(LEAST_GAIN)), float32(MOST_GAIN))


def next_gain(gain, before, step):
    """A gain on its way from the frame before's to this one's; step: this one's share, float32."""
    return before + step * (gain - before)


def followed(gain, match):
    """A gain as far as it is followed."""
    return float32(1.0) + match * (gain - float32(1.0))


# Blur and light wrap


def original_weight(most, alpha):
    """What a pixel counts in the blurred background: next to nothing near the person.

    most: the largest alpha around it.  alpha: its own.
    """
    return max(float32(1.0) - most, float32(GAP_WEIGHT) * (float32(1.0) - alpha))


def blur_scale(weight):
    """What a blurred sum is multiplied by to be a mean; never infinite."""
    return float32(1.0) / (weight + float32(1e-6))


def wrap_share(background, strength):
    """The light wrap's share: full at a straight edge, 0 far from any.

    background: share of background in the window around a pixel.
    """
    return strength * unit_clamp(float32(2.0) * background - float32(0.04))


def wrapped(channel, light, share):
    """A channel of the person with the background's light on it, which only ever brightens."""
    return channel + share * max(light - channel, float32(0.0))
