"""The arithmetic of the frame path as scalar functions, shared by CPU and GPU.

`cpu/kernels/scalars.py` and `cuda/kernels/scalars.py` compile each function with their device's
decorator; kernels import them from there. Their definition, on whole arrays, is
`gpu_unet.reference`. Literals say float32(...): to Numba a bare 1.0 is float64.
"""

from __future__ import annotations

import math

from numba import float32, int32, uint8

from gpu_unet.architecture import NEAREST, OVERSHOOT
from gpu_unet.colour import INPUT_STEPS
from gpu_unet.setting_parameters import (
    DOUBTED_SHARE,
    GAP_WEIGHT,
    GREEN_HIGH,
    GREEN_LOW,
    GUIDE_RESIDUAL,
    HOLE_TICKS,
    LEAST_GAIN,
    LEAST_MEAN,
    MOST_GAIN,
    RIM_DOUBT,
    SNAP,
    TINY_WEIGHT,
    TRUSTED_SHARE,
    UNKNOWN_PAST,
    WAS_SOLID,
)

BYTE = 1.0 / 255.0
INPUT_STEP = 1.0 / INPUT_STEPS
GREEN_SCALE = 1.0 / (GREEN_HIGH - GREEN_LOW)
TRUST_SCALE = 1.0 / (TRUSTED_SHARE - DOUBTED_SHARE)
SNAP_SCALE = 1.0 / (1.0 - 2.0 * SNAP)
NEW_STEP = 2.0 / HOLE_TICKS
STRETCH = 1.0 + 2.0 * OVERSHOOT
FARTHEST = 1.0 - NEAREST
NO_NUMBER = float("nan")


# Values, bytes and colours


def unit_clamp(value):
    """Clamp to [0, 1]: float32."""
    return min(max(value, float32(0.0)), float32(1.0))


def mean_by_logits(one, other):
    """Mean of two alphas, see `reference.unet`: float32, NaN if either is a fault."""
    a = min(max(one, float32(NEAREST)), float32(FARTHEST))
    b = min(max(other, float32(NEAREST)), float32(FARTHEST))
    p = float32(math.sqrt(a * b))
    q = float32(math.sqrt((float32(1.0) - a) * (float32(1.0) - b)))
    mean = unit_clamp(float32(STRETCH) * p / (p + q) - float32(OVERSHOOT))
    # Without a branch, so that loops vectorise.
    first = (one >= float32(0.0)) & (one <= float32(1.0))
    second = (other >= float32(0.0)) & (other <= float32(1.0))
    return mean if first & second else float32(NO_NUMBER)


def to_byte(value):
    """Round a fraction, float32, to uint8, halves upwards, clamped to 0 .. 255."""
    scaled = value * float32(255.0) + float32(0.5)
    return uint8(min(max(scaled, float32(0.0)), float32(255.0)))


def fraction(byte):
    """Convert uint8 to float32 in [0, 1]: byte / 255."""
    return float32(byte) * float32(BYTE)


def _cell(value, last):
    """Cell of a table's side in which a value in [0, 1] lies, and how far along it."""
    scaled = value * float32(last)
    index = min(int32(scaled), last - int32(1))
    return index, scaled - float32(index)


def _within(table, i, j, k, first, second, weights, c):
    """Channel c in a cell of a table, from the four corners of a tetrahedron.

    first, second: which of the indices are one higher at the corners in between, as bits.
    weights: of the four corners.
    """
    total = weights[0] * table[i, j, k, c]
    total += weights[1] * table[i + (first & 1), j + (first >> 1 & 1), k + (first >> 2), c]
    total += weights[2] * table[i + (second & 1), j + (second >> 1 & 1), k + (second >> 2), c]
    return total + weights[3] * table[i + 1, j + 1, k + 1, c]


def linear_rgb(a, b, c, m):
    """RGB of a coded colour, fractions, not clamped; m: `coding_matrices`, 3x4 first."""
    return (
        m[0] * a + m[1] * b + m[2] * c + m[3],
        m[4] * a + m[5] * b + m[6] * c + m[7],
        m[8] * a + m[9] * b + m[10] * c + m[11],
    )


def rgb_of(a, b, c, m):
    """RGB of a coded colour, clamped to [0, 1]."""
    red, green, blue = linear_rgb(a, b, c, m)
    return unit_clamp(red), unit_clamp(green), unit_clamp(blue)


def looked_up(table, red, green, blue):
    """A colour's place in a table (n, n, n, 3) of colours: three float32.

    Between the corners of the tetrahedron around it, so that greys come from greys alone.
    red, green, blue: in [0, 1], the indices' order.
    """
    last = int32(table.shape[0] - 1)
    i, r = _cell(red, last)
    j, g = _cell(green, last)
    k, b = _cell(blue, last)
    # Of red, green and blue, the bits 1, 2 and 4: the farthest along, then the two farthest.
    first = int32(4)
    if r >= g and r >= b:
        first = int32(1)
    elif g >= b:
        first = int32(2)
    if b <= r and b <= g:
        second = int32(3)
    elif g <= r:
        second = int32(5)
    else:
        second = int32(6)
    most, least = max(r, g, b), min(r, g, b)
    middle = r + g + b - most - least
    weights = (float32(1.0) - most, most - middle, middle - least, least)
    return (
        _within(table, i, j, k, first, second, weights, 0),
        _within(table, i, j, k, first, second, weights, 1),
        _within(table, i, j, k, first, second, weights, 2),
    )


# Network input, observations


def input_step(value):
    """Clamp a channel of RGB to [0, 1] and round it to INPUT_STEPS, as the network reads it."""
    # The value is not negative, so the conversion to int rounds down.
    step = int32(unit_clamp(value) * float32(INPUT_STEPS) + float32(0.5))
    return float32(step) * float32(INPUT_STEP)


def byte_step(byte):
    """Round byte / 255 to INPUT_STEPS, as the network reads what callers give: float32.

    Integer arithmetic rounds exactly: no byte lies half way.
    """
    step = int32((int32(byte) * int32(2 * INPUT_STEPS) + int32(255)) // int32(510))
    return float32(step) * float32(INPUT_STEP)


def observed_byte(value):
    """Round a value in [0, 1] to uint8; values outside are clamped, NaN gives some byte."""
    single = float32(value)
    inside = min(single, float32(1.0)) if single > float32(0.0) else float32(0.0)
    return uint8(int32(inside * float32(255.0) + float32(0.5)))


# Smoothing over time


def new_share(motion, low, high, keep_still):
    """Weight of the new alpha: `keep_still` up to motion `low`, 1 from `high` on, smoothstep."""
    share = unit_clamp((motion - low) / (high - low))
    share = share * share * (float32(3.0) - float32(2.0) * share)
    return keep_still * (float32(1.0) - share) + share


# Connected components, holes


def component_weight(area, extent, speck_area):
    """Weight of a component in [0, 1]; area: pixels of its core, extent: all its pixels.

    Rises from 0 at speck_area / 2 to 1 at speck_area, and with the core's share from DOUBTED_SHARE
    to TRUSTED_SHARE; the smaller counts.
    """
    weight = float32(2.0) * float32(area) / speck_area - float32(1.0)
    share = float32(area) / float32(extent)
    return unit_clamp(min(weight, (share - float32(DOUBTED_SHARE)) * float32(TRUST_SCALE)))


def hole_fill(area, hole_area):
    """Fill of a small hole: 1 up to hole_area / 2 pixels, 0 from hole_area on."""
    return unit_clamp(float32(2.0) - float32(2.0) * float32(area) / hole_area)


def new_hole_fill(age):
    """Fill of a new hole: 1 up to HOLE_TICKS / 2 ticks of age, 0 from HOLE_TICKS on."""
    return unit_clamp(float32(2.0) - float32(NEW_STEP) * float32(age))


def next_age(earned, ticks):
    """Age of a hole after `ticks` more: min(earned + ticks, HOLE_TICKS), int32."""
    return int32(min(int32(earned) + int32(ticks), int32(HOLE_TICKS)))


def past_age(past):
    """Age in ticks in a pixel's counter, without the flag WAS_SOLID: int32."""
    return int32(past) & int32(WAS_SOLID - 1)


def past_in_hole(past):
    """Age in ticks if the pixel was in a hole in the frame before, else 0: int32."""
    return int32(past) if past <= HOLE_TICKS else int32(0)


def rim_side(past):
    """Vote of a solid pixel at a hole's rim: 1 if it was solid before, else -RIM_DOUBT; int32."""
    return int32(1) if past >= WAS_SOLID else int32(-RIM_DOUBT)


def solid_past(past, ticks):
    """Counter of a solid pixel for the next frame: WAS_SOLID + max(age - ticks, 0), int32."""
    left = int32(0)
    if past != UNKNOWN_PAST:
        left = max(past_age(past) - int32(ticks), int32(0))
    return int32(int32(WAS_SOLID) + left)


def snapped(alpha):
    """Stretch alpha: 0 up to SNAP, 1 from 1 - SNAP on, linear between."""
    return unit_clamp((alpha - float32(SNAP)) * float32(SNAP_SCALE))


# The edge


def solve_window(a, b, c, p, aa, ab, ac, bb, bc, cc, ap, bp, cp, pp, epsilon):
    """Linear regression of alpha on the three planes of a guided filter's window.

        slopes = (covariance + epsilon * identity)^-1 * covariance with alpha
        offset = mean alpha - slopes . means
        residual = variance of alpha - slopes . covariance with alpha
        weight = GUIDE_RESIDUAL / (residual + GUIDE_RESIDUAL)

    a, b, c, p: means of the planes and of alpha; the others: means of their products.
    Returns (slopes * weight, offset * weight, weight), 5 float32.
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
    residual = pp - p * p - sx * px - sy * py - sz * pz
    weight = float32(GUIDE_RESIDUAL) / (max(residual, float32(0.0)) + float32(GUIDE_RESIDUAL))
    offset = p - sx * a - sy * b - sz * c
    return sx * weight, sy * weight, sz * weight, offset * weight, weight


def ramp(value, low, slope):
    """Threshold and softness: clamp((value - low) * slope) to [0, 1]."""
    return unit_clamp((value - low) * slope)


# Areas that a person has drawn


def outside_garbage(value, garbage):
    """Multiply by 1 - garbage / 255: float32; garbage: uint8."""
    return value * (float32(1.0) - fraction(garbage))


def forced(value, amount, byte):
    """Interpolate from `value` to `amount` by byte / 255: float32.

    amount: the coefficient that a whole area (255) forces.
    """
    share = fraction(byte)
    return value * (float32(1.0) - share) + amount * share


# Colours of the unknown region


def mean_scale(weight):
    """1 / (weight + TINY_WEIGHT): turns a weighted sum into a mean; always finite."""
    return float32(1.0) / (weight + float32(TINY_WEIGHT))


def weighted_mean(total, before, scale):
    """Weighted mean; `before` joins with weight TINY_WEIGHT, so it remains where all others are 0.

    scale: from `mean_scale`.
    """
    return (total + float32(TINY_WEIGHT) * before) * scale


def unmix(value, alpha, person, original):
    """The person's own value in one plane of a mixed pixel, clamped to [0, 1].

        person + alpha * (value - alpha * person - (1 - alpha) * original)

    The residual that the mixture leaves goes to the person, by alpha.
    """
    rest = value - alpha * person - (float32(1.0) - alpha) * original
    return unit_clamp(person + alpha * rest)


def green_screen(a, b, c, m):
    """How much of a green screen a coded colour is, in [0, 1], by green above red and blue."""
    red, green, blue = linear_rgb(a, b, c, m)
    excess = green - max(red, blue)
    return unit_clamp((excess - float32(GREEN_LOW)) * float32(GREEN_SCALE))


def despill(red, green, blue, amount, alpha):
    """Green without spill: limited to max(red, blue), by `amount` from `green_screen`."""
    # Fades out towards alpha 1, where the neighbouring pixel is the frame's own.
    amount *= min(float32(1.0), float32(4.0) * (float32(1.0) - alpha))
    return green + amount * (min(green, max(red, blue)) - green)


# The person as a layer


def light_gain(person, behind):
    """Factor that makes a channel of the person as bright as the background: float32.

    person, behind: means of the channel, in [0, 1]. Clamped to LEAST_GAIN .. MOST_GAIN.
    """
    gain = max(behind, float32(LEAST_MEAN)) / max(person, float32(LEAST_MEAN))
    return min(max(gain, float32(LEAST_GAIN)), float32(MOST_GAIN))


def next_gain(gain, before, step):
    """Exponential moving average of gains: before + step * (gain - before)."""
    return before + step * (gain - before)


def followed(gain, match):
    """Interpolate from 1 to `gain` by `match`, the setting's strength in [0, 1]."""
    return float32(1.0) + match * (gain - float32(1.0))


# Blur and light wrap


def original_weight(most, alpha):
    """Weight of a pixel in the blurred background: close to 0 near the person.

    most: the largest alpha around it.  alpha: its own. GAP_WEIGHT of 1 - alpha remains, for gaps
    that have no pure background within reach.
    """
    return max(float32(1.0) - most, float32(GAP_WEIGHT) * (float32(1.0) - alpha))


def blur_scale(weight):
    """1 / weight for a blurred sum; always finite."""
    return float32(1.0) / (weight + float32(1e-6))


def wrap_share(background, strength):
    """Share of the light wrap: 0.96 `strength` at a straight edge, 0 deep inside the person.

    background: share of background in the window around the pixel; 1/2 at a straight edge.
    """
    return strength * unit_clamp(float32(2.0) * background - float32(0.04))


def wrapped(channel, light, share):
    """Add the background's light to a channel of the person; it only brightens."""
    return channel + share * max(light - channel, float32(0.0))
