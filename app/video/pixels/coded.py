"""One colour as a frame stores it, in RGB or YUV."""

from __future__ import annotations

import numpy as np

from gpu_unet import FrameFormat


def coded(colour: tuple[int, int, int], frame_format: FrameFormat) -> tuple[int, int, int]:
    """An RGB colour, 0-255 each, as the values of a frame's three planes: itself, or (Y, U, V).

    Each is rounded to the nearest code of the layout's bits. In HDR, white is at 203 nits.
    """
    if frame_format.layout == "rgb":
        return colour
    rgb = np.array(colour)
    if frame_format.is_hdr:
        deep = (256 * rgb).astype(np.uint16).reshape(1, 1, 3)
        rgb = FrameFormat.recoded(deep, "sdr", frame_format.transfer).reshape(3) / 256
    red, green, blue = (rgb / 255).tolist()
    weight_red, weight_blue = frame_format.luma_weights
    luma = weight_red * red + (1 - weight_red - weight_blue) * green + weight_blue * blue
    chroma_blue = (blue - luma) / (2 * (1 - weight_blue))
    chroma_red = (red - luma) / (2 * (1 - weight_red))
    step, most = frame_format.row.step, frame_format.row.most
    if frame_format.full_range:
        offset, luma_span, chroma_span = 0, most, most
    else:
        offset, luma_span, chroma_span = 16 * step, 219 * step, 224 * step
    return (
        round(offset + luma_span * luma),
        min(most, round(128 * step + chroma_span * chroma_blue)),
        min(most, round(128 * step + chroma_span * chroma_red)),
    )


def black(frame_format: FrameFormat) -> tuple[int, int, int]:
    """The coded values of black."""
    return coded((0, 0, 0), frame_format)
