"""One pixel of the frame: its alpha, the person's own colour in it, and what it becomes.

`place` says where the pixel lies in the small planes, in whatever form the device has it; the
first three functions, which the device gives, look into it. The fourth the layout gives.
"""

from __future__ import annotations

from typing import Any

from gpu_unet.kernels.plane_numbers import GREEN, ORIGINAL, WRAP_SHARE
from gpu_unet.kernels.scalars import despill, mix, ramp, to_byte, unmix, wrapped

# What stands behind the person.
PICTURE = 0
BLURRED_ORIGINAL = 1
NOTHING = 2
BEHIND = {"image": PICTURE, "blur": BLURRED_ORIGINAL, "transparent": NOTHING}


def coefficient(place, plane) -> Any:
    """One of the guided filter's four coefficients, enlarged: float32."""
    raise NotImplementedError


def colour(place, plane) -> Any:
    """One of the seven planes of the unknown region's colours, enlarged: float32."""
    raise NotImplementedError


def wrap(place, plane) -> Any:
    """One of the four planes of the light wrap, enlarged: float32."""
    raise NotImplementedError


def decode(a, b, c, matrices) -> Any:
    """RGB in [0, 1] of a coded colour; see `gpu_unet.kernels.layouts`."""
    raise NotImplementedError


def alpha_byte(place, a, b, c, ramp_low, ramp_slope):
    """8-bit alpha of a pixel with the coded colour (a, b, c), fractions of 255."""
    value = (
        coefficient(place, 0) * a
        + coefficient(place, 1) * b
        + coefficient(place, 2) * c
        + coefficient(place, 3)
    )
    return to_byte(ramp(value, ramp_low, ramp_slope))


def person_rgb(place, a, b, c, alpha, matrices, has_colours, has_wrap):
    """The person's own RGB in a pixel, with the light wrap on it: three float32, about [0, 1].

    a, b, c: the pixel as coded, fractions of 255.  alpha: float32 in [0, 1].
    matrices: from `coding_matrices`.
    has_colours: whether the original background is taken out of it, and a green screen's light.
    has_wrap: whether the new background's light falls over it.
    """
    if has_colours:
        a = unmix(a, alpha, colour(place, 0), colour(place, ORIGINAL))
        b = unmix(b, alpha, colour(place, 1), colour(place, ORIGINAL + 1))
        c = unmix(c, alpha, colour(place, 2), colour(place, ORIGINAL + 2))
    red, green, blue = decode(a, b, c, matrices)
    if has_colours:
        green = despill(red, green, blue, colour(place, GREEN), alpha)
    if has_wrap:
        share = wrap(place, WRAP_SHARE)
        wrap_red, wrap_green, wrap_blue = decode(
            wrap(place, 0), wrap(place, 1), wrap(place, 2), matrices
        )
        red = wrapped(red, wrap_red, share)
        green = wrapped(green, wrap_green, share)
        blue = wrapped(blue, wrap_blue, share)
    return red, green, blue


def composite_pixel(
    place, a, b, c, alpha, behind, behind_a, behind_b, behind_c, matrices, has_colours, has_wrap,
    linear_light, light, code,
):  # fmt: skip
    """RGB of a pixel of the composite: three float32, about [0, 1].

    behind: PICTURE, BLURRED_ORIGINAL or NOTHING: then it is the person's own colour, as it is.
    behind_a, behind_b, behind_c: what stands behind as coded, fractions of 255.
    linear_light, light, code: see `mix`.  The others: see `person_rgb`.
    """
    red, green, blue = person_rgb(place, a, b, c, alpha, matrices, has_colours, has_wrap)
    if behind != NOTHING:
        red_behind, green_behind, blue_behind = decode(behind_a, behind_b, behind_c, matrices)
        red = mix(red, red_behind, alpha, linear_light, light, code)
        green = mix(green, green_behind, alpha, linear_light, light, code)
        blue = mix(blue, blue_behind, alpha, linear_light, light, code)
    return red, green, blue
