"""One pixel of the full-size pass: its alpha, the person's own colour, and its composite.

`place` is the pixel's position in the small planes; each device has its own type for it and
supplies `coefficient`, `colour` and `wrap`, which read the planes there. The layout supplies
`decode` and `mix`.

An effect on the person's colour is a field of `Style` with its place in `params`, its arithmetic in
`person_rgb`, and a line in `changes_person`: kernels of both devices hand these through.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import float32

from gpu_unet.kernels.parameters import (
    HAS_COLOURS,
    HAS_WRAP,
    IS_HDR,
    LINEAR_LIGHT,
    RAMP_LOW,
    RAMP_SLOPE,
)
from gpu_unet.kernels.plane_numbers import GREEN, ORIGINAL, WRAP_SHARE
from gpu_unet.kernels.scalars import despill, ramp, to_byte, unmix, wrapped

# Filled in for each device: values of the small planes, enlarged, by place and plane.
coefficient: Any = None  # 0 to 3 of the guided filter
colour: Any = None  # 0 to 6 of the unknown region
wrap: Any = None  # 0 to 3 of the light wrap
# Filled in for each layout, see `gpu_unet.kernels.layouts`.
decode: Any = None
mix: Any = None

# What stands behind the person.
PICTURE = 0
BLURRED_ORIGINAL = 1
NOTHING = 2
BEHIND = {"image": PICTURE, "blur": BLURRED_ORIGINAL, "transparent": NOTHING}


class Style(NamedTuple):
    """The settings of a composite as kernels read them, from `style_of`: float32 or bool.

    Attributes:
        ramp_low, ramp_slope: See `ramp`.
        has_colours: Remove the original background (`unmix`) and a green screen's spill
            (`despill`).
        has_wrap: Add the new background's light at the edge (`wrapped`).
        linear_light, is_hdr: See `mix`.
    """

    ramp_low: Any
    ramp_slope: Any
    has_colours: Any
    has_wrap: Any
    linear_light: Any
    is_hdr: Any


def style_of(params):
    """Read a `Style`; params: float32, see `gpu_unet.kernels.parameters`."""
    return Style(
        params[RAMP_LOW],
        params[RAMP_SLOPE],
        params[HAS_COLOURS] != float32(0.0),
        params[HAS_WRAP] != float32(0.0),
        params[LINEAR_LIGHT] != float32(0.0),
        params[IS_HDR] != float32(0.0),
    )


def changes_person(wrap_share, style):
    """Whether pixels that are entirely person change; those that do not keep the frame's bytes.

    wrap_share: float32, of the light wrap there; any value without a wrap.
    """
    return style.has_wrap and wrap_share > float32(0.0)


def is_untouched(place, alpha, style):
    """Whether a pixel of uint8 `alpha` in the composite is the frame's own, byte for byte."""
    if alpha != 255:
        return False
    share = wrap(place, WRAP_SHARE) if style.has_wrap else float32(0.0)
    return not changes_person(share, style)


def alpha_byte(place, a, b, c, style):
    """8-bit alpha of a pixel: ramp(slopes . (a, b, c) + offset); a, b, c: fractions."""
    value = (
        coefficient(place, 0) * a
        + coefficient(place, 1) * b
        + coefficient(place, 2) * c
        + coefficient(place, 3)
    )
    return to_byte(ramp(value, style.ramp_low, style.ramp_slope))


def person_rgb(place, a, b, c, alpha, matrices, style):
    """The person's own RGB in a pixel, light wrap included: three float32, about [0, 1].

    a, b, c: the pixel as coded, fractions.  alpha: float32 in [0, 1].
    matrices: from `coding_matrices`.
    """
    if style.has_colours:
        a = unmix(a, alpha, colour(place, 0), colour(place, ORIGINAL))
        b = unmix(b, alpha, colour(place, 1), colour(place, ORIGINAL + 1))
        c = unmix(c, alpha, colour(place, 2), colour(place, ORIGINAL + 2))
    red, green, blue = decode(a, b, c, matrices)
    if style.has_colours:
        green = despill(red, green, blue, colour(place, GREEN), alpha)
    if style.has_wrap:
        share = wrap(place, WRAP_SHARE)
        wrap_red, wrap_green, wrap_blue = decode(
            wrap(place, 0), wrap(place, 1), wrap(place, 2), matrices
        )
        red = wrapped(red, wrap_red, share)
        green = wrapped(green, wrap_green, share)
        blue = wrapped(blue, wrap_blue, share)
    return red, green, blue


def composite_pixel(
    place, a, b, c, alpha, behind, behind_a, behind_b, behind_c, matrices, style, light, code
):  # fmt: skip
    """RGB of a pixel of the composite: three float32, about [0, 1].

    behind: PICTURE, BLURRED_ORIGINAL or NOTHING; with NOTHING the result is the person's colour.
    behind_a, behind_b, behind_c: the background as coded, fractions.
    light, code: see `mix`.  The others: see `person_rgb`.
    """
    red, green, blue = person_rgb(place, a, b, c, alpha, matrices, style)
    if behind != NOTHING:
        red_behind, green_behind, blue_behind = decode(behind_a, behind_b, behind_c, matrices)
        red = mix(red, red_behind, alpha, style, light, code)
        green = mix(green, green_behind, alpha, style, light, code)
        blue = mix(blue, blue_behind, alpha, style, light, code)
    return red, green, blue
