"""Converts an engine's arrays, with or without alpha, to libav frames."""

from __future__ import annotations

import av

from app.video.pixels.planes import frame_from_rgb, frame_from_yuv420, plane_view, split_yuv420
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
        pixels: uint8 in `frame_format`; ignored for "matte".
        alpha: uint8 (height, width); for "matte" and "transparent".
        content: What the frame holds.
        frame_format: Format of `pixels`; `alpha` has the same size.

    Returns:
        (frame, is_full_range): "gray" for a matte; "yuva420p" or "rgba" with alpha; "yuv420p" or
        "rgb24" without.

    Raises:
        ValueError: An array is missing or has the wrong shape.
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
    if content == "composite":
        if frame_format.layout == "yuv420":
            frame = frame_from_yuv420(pixels, height=height, width=width)
            return frame, frame_format.full_range
        return frame_from_rgb(pixels), True
    assert alpha is not None
    if frame_format.layout == "yuv420":
        frame = av.VideoFrame(width, height, "yuva420p")
        planes = (*split_yuv420(pixels, height=height, width=width), alpha)
        for source, plane in zip(planes, frame.planes, strict=True):
            plane_view(plane, row_bytes=source.shape[1])[:] = source
        return frame, frame_format.full_range
    frame = av.VideoFrame(width, height, "rgba")
    rows = plane_view(frame.planes[0], row_bytes=width * 4).reshape(height, width, 4)
    rows[..., :3] = pixels
    rows[..., 3] = alpha
    return frame, True


def check_shape(array: Image | None, shape: tuple[int, ...], name: str) -> None:
    """Raise a `ValueError` if `array`, called `name`, is missing or has another shape."""
    found = None if array is None else array.shape
    if found != shape:
        raise ValueError(f"{name} has shape {found}, expected {shape}")
