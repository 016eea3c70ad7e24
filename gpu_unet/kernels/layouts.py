"""Layouts of a frame: everything that differs between interleaved RGB and planar YUV 4:2:0.

    "rgb"      R G B R G B ..                 SIDE = 1: planes interleaved, a step of 3 bytes
    "yuv420"   | Y: H x W | U: H/2 x W/2 | V |  SIDE = 2: 2 x 2 pixels share a U and a V

A frame has three planes; the first has a value per pixel, SIDE x SIDE pixels share a sample of the
second and third. `decode` and `encode` convert coded values to RGB and back, `plane` says where a
plane lies in memory. They are scalar functions, compiled for each device; kernels take those of
their layout (`of_layout`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import FrameFormat, Layout
from gpu_unet.kernels.scalars import rgb_of, to_byte, unit_clamp

Bytes = npt.NDArray[np.uint8]

LAYOUTS: tuple[Layout, ...] = ("rgb", "yuv420")
SIDE = {"rgb": 1, "yuv420": 2}


def decode_rgb(a, b, c, m):
    """RGB in [0, 1] of coded values (a, b, c), fractions of 255; m: from `coding_matrices`."""
    return unit_clamp(a), unit_clamp(b), unit_clamp(c)


def decode_yuv420(a, b, c, m):
    """As `decode_rgb`."""
    return rgb_of(a, b, c, m)


def encode_rgb(red, green, blue, m):
    """Coded bytes of an RGB colour in [0, 1]; m: from `coding_matrices`."""
    return to_byte(red), to_byte(green), to_byte(blue)


def encode_yuv420(red, green, blue, m):
    """As `encode_rgb`."""
    return (
        to_byte(m[12] * red + m[13] * green + m[14] * blue + m[15]),
        to_byte(m[16] * red + m[17] * green + m[18] * blue + m[19]),
        to_byte(m[20] * red + m[21] * green + m[22] * blue + m[23]),
    )


def plane_rgb(plane, height, width):
    """Byte layout of plane 0, 1 or 2 of a frame of height x width pixels.

    Returns (offset of its first sample, step from row to row, step from sample to sample).
    """
    return plane, 3 * width, 3


def plane_yuv420(plane, height, width):
    """As `plane_rgb`."""
    begin, row_step = 0, width
    if plane > 0:
        begin = height * width + (plane - 1) * (height // 2) * (width // 2)
        row_step = width // 2
    return begin, row_step, 1


SCALARS = (decode_rgb, decode_yuv420, encode_rgb, encode_yuv420, plane_rgb, plane_yuv420)


def of_layout(layout: Layout, functions: dict[str, Any]) -> dict[str, Any]:
    """Names that a template is bound to for a layout: SIDE and the layout's functions.

    functions: from `compiled`. "decode_rgb" becomes "decode".
    """
    ending = f"_{layout}"
    own = {n.removesuffix(ending): f for n, f in functions.items() if n.endswith(ending)}
    return {"SIDE": SIDE[layout], **own}


# On the host


def sample_size(frame_format: FrameFormat) -> tuple[int, int]:
    """(rows, columns) of the second and third plane."""
    side = SIDE[frame_format.layout]
    return frame_format.height // side, frame_format.width // side


def frame_planes(frame: Bytes, frame_format: FrameFormat) -> tuple[Bytes, Bytes, Bytes]:
    """Views of a frame's three planes: R, G, B or Y, U, V."""
    if frame_format.layout == "rgb":
        return frame[..., 0], frame[..., 1], frame[..., 2]
    height, width = frame_format.height, frame_format.width
    flat = frame.reshape(-1)
    second, third = height * width, height * width * 5 // 4
    return (
        flat[:second].reshape(height, width),
        flat[second:third].reshape(height // 2, width // 2),
        flat[third:].reshape(height // 2, width // 2),
    )
