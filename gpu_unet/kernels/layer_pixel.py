"""The composite where the person is a layer: one chroma sample and the pixels that share it.

A picture is (samples of a frame,). The layout supplies what `gpu_unet.kernels.layouts` names.
The definition is `gpu_unet.reference.layer`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from numba import float32, int32, int64, uint8

from gpu_unet.kernels.parameters import (
    CAST,
    HAS_LIGHT,
    HAS_PICTURE,
    HAS_SHADOW,
    IS_HDR,
    IS_MIRRORED,
    IS_PLACED,
    LINEAR_LIGHT,
    SHADOW_RADIUS,
    SMALL_ACROSS,
    SMALL_DOWN,
    WHERE,
)
from gpu_unet.kernels.scalars import fraction, to_byte, unit_clamp

# Filled in for each layout, see `gpu_unet.kernels.layouts`.
DOWN = ACROSS = 0
MOST = 0.0
Sample: Any = uint8
plane: Any = None
decode: Any = None
encode: Any = None
value_of: Any = None
mix: Any = None
scaled: Any = None


class KernelLayer(NamedTuple):
    """The settings of a layer as kernels read them, from `laying_of`: float32 or bool.

    Attributes:
        left, top, step, reach: Place of the person's frame; see `LayerParameters`.
        strength, across, down: Of the shadow; offsets in pixels of the person's frame.
        small_across, small_down: Small pixels per pixel of it.
        radius: Margin of the shadow's plane, in small pixels.
        is_mirrored: Whether the person is.
        has_background: Whether a picture is behind the person; else nothing is.
        is_placed, has_light, has_shadow: Whether the person is moved, lit, and casts a shadow.
        linear_light, is_hdr: See `mix`.
    """

    left: Any
    top: Any
    step: Any
    reach: Any
    strength: Any
    across: Any
    down: Any
    small_across: Any
    small_down: Any
    radius: Any
    is_mirrored: Any
    has_background: Any
    is_placed: Any
    has_light: Any
    has_shadow: Any
    linear_light: Any
    is_hdr: Any


def laying_of(params):
    """Read a `KernelLayer`; params: float32, see `gpu_unet.kernels.parameters`."""
    return KernelLayer(
        params[WHERE],
        params[WHERE + 1],
        params[WHERE + 2],
        params[WHERE + 3],
        params[CAST],
        params[CAST + 1],
        params[CAST + 2],
        params[SMALL_ACROSS],
        params[SMALL_DOWN],
        params[SHADOW_RADIUS],
        params[IS_MIRRORED] != float32(0.0),
        params[HAS_PICTURE] != float32(0.0),
        params[IS_PLACED] != float32(0.0),
        params[HAS_LIGHT] != float32(0.0),
        params[HAS_SHADOW] != float32(0.0),
        params[LINEAR_LIGHT] != float32(0.0),
        params[IS_HDR] != float32(0.0),
    )


def tent(place, centre, reach):
    """Tent filter max(0, 1 - |place - centre| / reach) at a source pixel: float32."""
    return max(float32(0.0), float32(1.0) - abs(float32(place) - centre) / reach)


def tent_sum(centre, reach):
    """Sum of the tent's weights at all integer places, inside the source or not: float32."""
    total = float32(0.0)
    first = int64(math.floor(centre - reach))
    for place in range(first, int64(math.floor(centre + reach)) + 2):
        total += tent(place, centre, reach)
    return total


def gathered(person, alpha, x, y, at):
    """Colour and alpha of the placed person at a pixel of the composite: a tent-filtered mean.

        alpha  = sum of w * alpha_i / sum of w
        colour = sum of w * alpha_i * colour_i / sum of w * alpha_i

    at: a `KernelLayer`.  Returns (a, b, c, alpha): coded colour, fractions, and alpha in [0, 1].
    """
    height, width = alpha.shape
    reach = at.reach
    first_at, first_row, first_step = plane(0, height, width)
    second_at, row_step, sample_step = plane(1, height, width)
    third_at, _, _ = plane(2, height, width)
    # The pixel's centre in the person's frame.
    across = (float32(x) + float32(0.5) - at.left) * at.step - float32(0.5)
    down = (float32(y) + float32(0.5) - at.top) * at.step - float32(0.5)
    a = float32(0.0)
    b = float32(0.0)
    c = float32(0.0)
    total = float32(0.0)
    if (
        across > -reach
        and down > -reach
        and across < float32(width) + reach
        and down < float32(height) + reach
    ):
        first_col = max(int64(math.floor(across - reach)), int64(0))
        last_col = min(int64(math.floor(across + reach)) + int64(1), int64(width - 1))
        begin = max(int64(math.floor(down - reach)), int64(0))
        end = min(int64(math.floor(down + reach)) + int64(1), int64(height - 1))
        for row in range(begin, end + 1):
            row_weight = tent(row, down, reach)
            for col in range(first_col, last_col + 1):
                weight = row_weight * tent(col, across, reach) * fraction(alpha[row, col])
                if weight > float32(0.0):
                    sample = (row // DOWN) * row_step + (col // ACROSS) * sample_step
                    own = person[first_at + row * first_row + col * first_step]
                    a += weight * value_of(own)
                    b += weight * value_of(person[second_at + sample])
                    c += weight * value_of(person[third_at + sample])
                    total += weight
    scale = float32(1.0) / max(total, float32(1e-12))
    share = total / (tent_sum(across, reach) * tent_sum(down, reach))
    return a * scale, b * scale, c * scale, share


def shade_at(shadow, x, y, at, width):
    """Share of the background's light that the shadow takes at a pixel: float32 in [0, 1].

    shadow: float32 (h + 2 radius, w + 2 radius), from `shadow_plane`.
    at: a `KernelLayer`.  width: of the frame, in pixels.
    """
    # From the composite to the person's frame, against the shadow's offset, then to small pixels.
    at_x = (float32(x) + float32(0.5) - at.left) * at.step - at.across
    at_y = (float32(y) + float32(0.5) - at.top) * at.step - at.down
    if at.is_mirrored:
        at_x = float32(width) - at_x
    u = at_x * at.small_across - float32(0.5) + at.radius
    v = at_y * at.small_down - float32(0.5) + at.radius
    total = float32(0.0)
    # There is no shadow beyond its margin; the test also keeps the conversion to int in range.
    if (
        u > float32(-1.0)
        and v > float32(-1.0)
        and u < float32(shadow.shape[1])
        and v < float32(shadow.shape[0])
    ):
        col = int64(math.floor(u))
        row = int64(math.floor(v))
        for i in range(2):
            for k in range(2):
                y_at = row + i
                x_at = col + k
                if y_at >= 0 and x_at >= 0 and y_at < shadow.shape[0] and x_at < shadow.shape[1]:
                    weight = tent(y_at, v, float32(1.0)) * tent(x_at, u, float32(1.0))
                    total += weight * shadow[y_at, x_at]
    return at.strength * total


def lay_sample(
    person, alpha, background, shadow, gains, laying, matrices, light, code, sample_row, sample,
    out, out_alpha,
):  # fmt: skip
    """Composite one sample of the second and third plane and the pixels sharing it.

        out = alpha * gain * person + (1 - alpha) * (1 - shade) * background

    Pixels without person and shadow keep the background's samples; pixels that are entirely person,
    unplaced and unlit, keep the person's.

    person, background, out: the samples of a picture.  alpha, out_alpha: uint8 (H, W).
    shadow: see `shade_at`.  gains: three float32.  laying: a `KernelLayer`.
    sample_row, sample: position of the sample in the second and third plane.
    """
    height, width = alpha.shape
    first_at, first_row, first_step = plane(0, height, width)
    second_at, row_step, sample_step = plane(1, height, width)
    third_at, _, _ = plane(2, height, width)
    at = sample_row * row_step + sample * sample_step
    behind_second = Sample(0)
    behind_third = Sample(0)
    if laying.has_background:
        behind_second = background[second_at + at]
        behind_third = background[third_at + at]
    empty = encode(float32(0.0), float32(0.0), float32(0.0), matrices)
    red_sum = float32(0.0)
    green_sum = float32(0.0)
    blue_sum = float32(0.0)
    weight_sum = float32(0.0)
    red, green, blue = red_sum, green_sum, blue_sum
    empties = int32(0)
    wholes = int32(0)
    for i in range(DOWN * ACROSS):
        y = DOWN * sample_row + i // ACROSS
        x = ACROSS * sample + i % ACROSS
        place = first_at + y * first_row + x * first_step
        if laying.is_placed:
            a, b, c, share = gathered(person, alpha, x, y, laying)
            alpha8 = to_byte(share)
        else:
            alpha8 = alpha[y, x]
            a = value_of(person[place])
            b = value_of(person[second_at + at])
            c = value_of(person[third_at + at])
        shade = float32(0.0)
        if laying.has_shadow:
            shade = shade_at(shadow, x, y, laying, width)
        own = background[place] if laying.has_background else empty[0]
        out_alpha[y, x] = alpha8
        red, green, blue = decode(a, b, c, matrices)
        if laying.has_light:
            if MOST > 255.0 and laying.is_hdr:
                red = scaled(red, gains[0], light, code)
                green = scaled(green, gains[1], light, code)
                blue = scaled(blue, gains[2], light, code)
            else:
                red = unit_clamp(red * gains[0])
                green = unit_clamp(green * gains[1])
                blue = unit_clamp(blue * gains[2])
        share8 = fraction(alpha8)
        weight = share8
        if laying.has_background:
            weight = float32(1.0)
            lit = float32(1.0) - shade
            back_red, back_green, back_blue = decode(
                value_of(own), value_of(behind_second), value_of(behind_third), matrices
            )
            if MOST > 255.0 and laying.is_hdr:
                back_red = scaled(back_red, lit, light, code)
                back_green = scaled(back_green, lit, light, code)
                back_blue = scaled(back_blue, lit, light, code)
                lit = float32(1.0)
            if alpha8 == 0 and shade == float32(0.0):  # most pixels, where the person is small
                red, green, blue = back_red, back_green, back_blue
            else:
                red = mix(red, back_red * lit, share8, laying, light, code)
                green = mix(green, back_green * lit, share8, laying, light, code)
                blue = mix(blue, back_blue * lit, share8, laying, light, code)
        red_sum += weight * red
        green_sum += weight * green
        blue_sum += weight * blue
        weight_sum += weight
        if alpha8 == 0 and shade == float32(0.0):
            empties += int32(1)
        elif alpha8 == 255 and not laying.is_placed and not laying.has_light:
            wholes += int32(1)
            own = person[place]
        else:
            own = encode(red, green, blue, matrices)[0]
        out[place] = own
    # The shared sample: background's, person's, or encoded from the mean of the pixels.
    if empties == DOWN * ACROSS:
        second, third = behind_second, behind_third
        if not laying.has_background:
            second, third = empty[1], empty[2]
    elif wholes == DOWN * ACROSS:
        second, third = person[second_at + at], person[third_at + at]
    else:
        if DOWN * ACROSS > 1:  # a single pixel is its own mean
            scale = float32(1.0) / max(weight_sum, float32(1e-3))
            red, green, blue = red_sum * scale, green_sum * scale, blue_sum * scale
        coded = encode(red, green, blue, matrices)
        second, third = coded[1], coded[2]
    out[second_at + at] = second
    out[third_at + at] = third
