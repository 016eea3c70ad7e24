"""Converts an engine's arrays, with or without alpha, to libav frames."""

from __future__ import annotations

import av
import numpy as np

from app.video.pixels.planes import (
    PIXEL_FORMATS,
    frame_from_pixels,
    plane_view,
    sample_view,
    split_planes,
)
from app.video.sink import Content
from gpu_unet import FrameFormat, Image


def av_frame_of(
    pixels: Image | None,
    alpha: Image | None,
    *,
    content: Content,
    frame_format: FrameFormat,
) -> tuple[av.VideoFrame, bool]:
    """A libav frame with a copy of the arrays.

    Args:
        pixels: In `frame_format`; ignored for "matte".
        alpha: uint8 (height, width); for "matte" and "transparent".
        content: What the frame holds.
        frame_format: Format of `pixels`; `alpha` has the same size.

    Returns:
        (frame, is_full_range): "gray" for a matte; "rgba" or planes such as "yuva420p" with alpha;
        "rgb24" or planes such as "yuv420p" without.

    Raises:
        ValueError: An array is missing, or has the wrong shape or type.
    """
    height, width = frame_format.height, frame_format.width
    if content != "composite":
        check_shape(alpha, (height, width), "alpha")
    if content == "matte":
        assert alpha is not None
        frame = av.VideoFrame(width, height, "gray")
        plane_view(frame.planes[0], row_bytes=width)[:] = alpha
        return frame, True
    check_shape(pixels, frame_format.shape, "pixels")
    assert pixels is not None
    if pixels.dtype != frame_format.dtype:
        raise ValueError(f"pixels are {pixels.dtype}, expected {frame_format.dtype}")
    is_rgb = frame_format.layout == "rgb"
    if content == "composite":
        return frame_from_pixels(pixels, frame_format), is_rgb or frame_format.full_range
    assert alpha is not None
    if not is_rgb:
        with_alpha = PIXEL_FORMATS[frame_format.layout].replace("yuv", "yuva")
        frame = av.VideoFrame(width, height, with_alpha)
        planes = (*split_planes(pixels, frame_format), _deepened(alpha, frame_format))
        for source, plane in zip(planes, frame.planes, strict=True):
            sample_view(plane, source)[:] = source
        return frame, frame_format.full_range
    frame = av.VideoFrame(width, height, "rgba")
    rows = plane_view(frame.planes[0], row_bytes=width * 4).reshape(height, width, 4)
    rows[..., :3] = pixels
    rows[..., 3] = alpha
    return frame, True


def _deepened(alpha: Image, frame_format: FrameFormat) -> Image:
    """8-bit alpha as codes of the layout's bits, rounded: 255 becomes the largest."""
    most = frame_format.row.most
    if most == 255:
        return alpha
    return ((alpha.astype(np.uint32) * most + 127) // 255).astype(frame_format.dtype)


def check_shape(array: Image | None, shape: tuple[int, ...], name: str) -> None:
    """Raise a `ValueError` if `array`, called `name`, is missing or has another shape."""
    found = None if array is None else array.shape
    if found != shape:
        raise ValueError(f"{name} has shape {found}, expected {shape}")
