"""Planes: copies between libav frames and plain arrays, without to_ndarray's extra copies."""

from __future__ import annotations

import av
import numpy as np
from av.video.plane import VideoPlane

from gpu_unet import Image


def plane_view(plane: VideoPlane, *, row_bytes: int) -> Image:
    """The rows of a plane as uint8 (rows, row_bytes), sharing the frame's memory.

    The view keeps the frame alive. Rows are padded in memory, so it is not contiguous.
    """
    line_size = plane.line_size
    rows = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, abs(line_size))[:, :row_bytes]
    return rows if line_size >= 0 else rows[::-1]


def split_yuv420(pixels: Image, *, height: int, width: int) -> tuple[Image, Image, Image]:
    """The Y, U and V planes of an I420 frame as views.

    Args:
        pixels: uint8 (height * 3 // 2, width), C-contiguous.
        height: Even.
        width: Even.
    """
    flat = pixels.reshape(-1)
    luma, chroma = height * width, height * width // 4
    half = (height // 2, width // 2)
    return (
        pixels[:height],
        flat[luma : luma + chroma].reshape(half),
        flat[luma + chroma : luma + 2 * chroma].reshape(half),
    )


def yuv420_from_frame(frame: av.VideoFrame) -> Image:
    """A new I420 array, uint8 (height * 3 // 2, width), from a yuv420p or yuvj420p frame."""
    height, width = frame.height, frame.width
    pixels = np.empty((height * 3 // 2, width), np.uint8)
    for target, plane in zip(
        split_yuv420(pixels, height=height, width=width), frame.planes, strict=True
    ):
        target[:] = plane_view(plane, row_bytes=target.shape[1])
    return pixels


def rgb_from_frame(frame: av.VideoFrame) -> Image:
    """A new array, uint8 (height, width, 3), from an rgb24 frame."""
    rows = plane_view(frame.planes[0], row_bytes=frame.width * 3)
    return np.ascontiguousarray(rows).reshape(frame.height, frame.width, 3)


def frame_from_yuv420(pixels: Image, *, height: int, width: int) -> av.VideoFrame:
    """A yuv420p frame with a copy of `pixels`, uint8 (height * 3 // 2, width).

    A copy, because `VideoFrame.from_numpy_buffer` mistakes heights not divisible by 4 and keeps
    the caller's array; it costs 0.1 ms at 1280x720.
    """
    frame = av.VideoFrame(width, height, "yuv420p")
    for source, plane in zip(
        split_yuv420(pixels, height=height, width=width), frame.planes, strict=True
    ):
        plane_view(plane, row_bytes=source.shape[1])[:] = source
    return frame


def frame_from_rgb(pixels: Image) -> av.VideoFrame:
    """An rgb24 frame with a copy of `pixels`, uint8 (height, width, 3)."""
    height, width, _ = pixels.shape
    frame = av.VideoFrame(width, height, "rgb24")
    plane_view(frame.planes[0], row_bytes=width * 3)[:] = pixels.reshape(height, width * 3)
    return frame


def has_alpha(frame: av.VideoFrame) -> bool:
    """Whether the frame has an alpha channel."""
    return any(component.is_alpha for component in frame.format.components)


def alpha_from_frame(frame: av.VideoFrame, *, height: int, width: int) -> Image:
    """The frame's alpha as a new array, uint8 (height, width), scaled to this size."""
    rgba = frame.reformat(width=width, height=height, format="rgba")
    rows = plane_view(rgba.planes[0], row_bytes=width * 4)
    return np.ascontiguousarray(rows.reshape(height, width, 4)[..., 3])
