"""Layouts of a frame: everything that differs between interleaved RGB and planar YUV.

    "rgb"        R G B R G B ..                 planes interleaved, a step of 3 samples
    "yuv420"     | Y: H x W | U: H/2 x W/2 | V |  2 x 2 pixels share a U and a V
    "yuv420p10"  the same, samples of 10 bits
    "yuv422p10"  | Y: H x W | U: H x W/2 | V |    two neighbours of a row share them
    "yuv444p12"  | Y: H x W | U: H x W | V |      samples of 12 bits

A frame has three planes; the first has a value per pixel, DOWN x ACROSS pixels share a sample of
the second and third. `decode` and `encode` convert coded values to RGB and back, `plane` says where
a plane lies in memory, `value_of` and `to_sample` convert samples to fractions of the largest code
and back. They are scalar functions, compiled for each device and layout (`of_layout`). Alpha has 8
bits in all of them: `scalars.fraction` and `to_byte`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import float32, int32, uint8, uint16

from gpu_unet.colour import black, linear_steps
from gpu_unet.frame_format import LAYOUTS, FrameFormat, Layout
from gpu_unet.kernels.scalars import rgb_of, unit_clamp
from gpu_unet.kernels.template import Decorator, compiled

Samples = npt.NDArray[np.uint8]  # or uint16, for more than 8 bits

# Filled in for each layout.
MOST = SCALE = LIGHT_SCALE = 0.0
DOWN = ACROSS = 0
Sample: Any = uint8


def value_of(sample):
    """Convert a sample to float32 in [0, 1]: sample / MOST."""
    return float32(sample) * float32(SCALE)


def to_sample(value):
    """Round a fraction, float32, to a sample, halves upwards, clamped to 0 .. MOST."""
    scaled = value * float32(MOST) + float32(0.5)
    return Sample(min(max(scaled, float32(0.0)), float32(MOST)))


def mix(person, background, alpha, style, light, code):
    """Mix alpha * person + (1 - alpha) * background, one channel in [0, 1].

    In linear light through the tables, or directly on the coded values.
    style: says which, in `linear_light`, and whether this is HDR, in `is_hdr`.
    light: float32 (MOST + 1,), code to linear light. code: back, a code of the layout's bits
    for each of its steps; both from `gpu_unet.colour.light_tables`.
    """
    rest = float32(1.0) - alpha
    if style.linear_light:
        mixed = alpha * light[to_sample(person)] + rest * light[to_sample(background)]
        if MOST > 255.0 and style.is_hdr:
            mixed = math.sqrt(math.sqrt(mixed))
        step = int32(mixed * float32(LIGHT_SCALE) + float32(0.5))
        return value_of(code[step])
    return alpha * person + rest * background


def scaled(value, factor, light, code):
    """Scale the light of a channel of HDR by the square of a factor: float32 in [0, 1].

    That looks like an SDR code that is multiplied. The others: see `mix`.
    """
    wanted = min(light[to_sample(value)] * factor * factor, float32(1.0))
    step = int32(math.sqrt(math.sqrt(wanted)) * float32(LIGHT_SCALE) + float32(0.5))
    return value_of(code[step])


def decode_rgb(a, b, c, m):
    """RGB in [0, 1] of coded values (a, b, c), fractions; m: from `coding_matrices`."""
    return unit_clamp(a), unit_clamp(b), unit_clamp(c)


def decode_yuv(a, b, c, m):
    """As `decode_rgb`."""
    return rgb_of(a, b, c, m)


def encode_rgb(red, green, blue, m):
    """Coded samples of an RGB colour in [0, 1]; m: from `coding_matrices`."""
    return to_sample(red), to_sample(green), to_sample(blue)


def encode_yuv(red, green, blue, m):
    """As `encode_rgb`."""
    return (
        to_sample(m[12] * red + m[13] * green + m[14] * blue + m[15]),
        to_sample(m[16] * red + m[17] * green + m[18] * blue + m[19]),
        to_sample(m[20] * red + m[21] * green + m[22] * blue + m[23]),
    )


def plane_rgb(plane, height, width):
    """Layout in memory of plane 0, 1 or 2 of a frame of height x width pixels, in samples.

    Returns (offset of its first sample, step from row to row, step from sample to sample).
    """
    return plane, 3 * width, 3


def plane_yuv(plane, height, width):
    """As `plane_rgb`."""
    begin, row_step = 0, width
    if plane > 0:
        begin = height * width + (plane - 1) * (height // DOWN) * (width // ACROSS)
        row_step = width // ACROSS
    return begin, row_step, 1


def family(layout: Layout) -> str:
    """Ending of the functions of a layout: "rgb" or "yuv"."""
    return "rgb" if layout == "rgb" else "yuv"


def numbers_of(layout: Layout) -> dict[str, Any]:
    """Constants of a layout, by the names that templates leave to it."""
    row = LAYOUTS[layout]
    return {
        "MOST": float(row.most),
        "SCALE": 1.0 / row.most,
        "LIGHT_SCALE": float(linear_steps(row.bits)),
        "DOWN": row.down,
        "ACROSS": row.across,
        "Sample": uint8 if row.bits == 8 else uint16,
    }


def of_layout(layout: Layout, decorate: Decorator, **scalars: Any) -> dict[str, Any]:
    """Names that a template is bound to for a layout: its constants and its functions.

    Args:
        layout: A row of the table.
        decorate: Compiles a function, as `device_function` of either device does.
        scalars: Of that device, compiled.
    """
    numbers = numbers_of(layout)
    ending = f"_{family(layout)}"
    own = [
        function
        for name, function in globals().items()
        if name in _SHARED or (name.endswith(ending) and name.partition("_")[0] in _OF_FAMILY)
    ]
    done = compiled(own, decorate, **scalars, **numbers)
    functions = {function.__name__: done[function.__name__] for function in own}
    return numbers | {name.removesuffix(ending): f for name, f in functions.items()}


_SHARED = ("value_of", "to_sample", "mix", "scaled")
_OF_FAMILY = ("decode", "encode", "plane")


# On the host


def sample_size(frame_format: FrameFormat) -> tuple[int, int]:
    """(rows, columns) of the second and third plane."""
    row = frame_format.row
    return frame_format.height // row.down, frame_format.width // row.across


def frame_planes(frame: Samples, frame_format: FrameFormat) -> tuple[Samples, Samples, Samples]:
    """Views of a frame's three planes: R, G, B or Y, U, V."""
    if frame_format.layout == "rgb":
        return frame[..., 0], frame[..., 1], frame[..., 2]
    height, width = frame_format.height, frame_format.width
    shared = sample_size(frame_format)
    flat = frame.reshape(-1)
    second = height * width
    third = second + shared[0] * shared[1]
    return (
        flat[:second].reshape(height, width),
        flat[second:third].reshape(shared),
        flat[third:].reshape(shared),
    )


def black_picture(frame_format: FrameFormat) -> Samples:
    """A black frame, read-only as all backgrounds: the CPU's kernels meet one type of them.

    For RGB it is all zeros, which the system maps without memory; the largest pictures would take
    192 MiB.
    """
    picture = np.zeros(frame_format.shape, frame_format.dtype)
    planes = frame_planes(picture, frame_format)
    for plane, value in zip(planes, black(frame_format), strict=True):
        if value:
            plane[:] = value
    picture.flags.writeable = False
    return picture
