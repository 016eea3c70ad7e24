"""Planes: copies between libav frames and plain arrays, as they are or turned upright."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import av
import numpy as np
import numpy.typing as npt
from av.filter import Graph
from av.sidedata.sidedata import SideDataContainer
from av.video.plane import VideoPlane

from app.video.sink import Content
from gpu_unet import FrameFormat, Image

# libav's name for each layout of a frame.
PIXEL_FORMATS: dict[FrameFormat.Layout, str] = {
    "rgb": "rgb24",
    "yuv420": "yuv420p",
    "yuv420p10": "yuv420p10le",
    "yuv422p10": "yuv422p10le",
    "yuv444p12": "yuv444p12le",
}


def plane_view(plane: VideoPlane, *, row_bytes: int) -> Image:
    """The rows of a plane as uint8 (rows, row_bytes), sharing the frame's memory.

    The view keeps the frame alive. Rows are padded in memory, so it is not contiguous.
    """
    line_size = plane.line_size
    rows = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, abs(line_size))[:, :row_bytes]
    return rows if line_size >= 0 else rows[::-1]


def sample_view(plane: VideoPlane, like: Image) -> Image:
    """The rows of a plane as `like` has them, in shape and type; see `plane_view`."""
    return plane_view(plane, row_bytes=like.shape[1] * like.itemsize).view(like.dtype)


def shared_size(frame_format: FrameFormat) -> tuple[int, int]:
    """(rows, columns) of the second and third plane."""
    row = frame_format.row
    return frame_format.height // row.down, frame_format.width // row.across


def split_planes(pixels: Image, frame_format: FrameFormat) -> tuple[Image, Image, Image]:
    """The Y, U and V planes of a frame as views.

    Args:
        pixels: As `frame_format` says, C-contiguous.
        frame_format: Of a layout of planes.
    """
    flat = pixels.reshape(-1)
    shape = shared_size(frame_format)
    luma, chroma = frame_format.height * frame_format.width, shape[0] * shape[1]
    return (
        flat[:luma].reshape(frame_format.height, frame_format.width),
        flat[luma : luma + chroma].reshape(shape),
        flat[luma + chroma :].reshape(shape),
    )


def planes_of(pixels: Image, frame_format: FrameFormat) -> tuple[Image, ...]:
    """Views of all planes of a frame; RGB, uint8 (H, W, 3), is one."""
    return (pixels,) if frame_format.layout == "rgb" else split_planes(pixels, frame_format)


def pixels_from_frame(frame: av.VideoFrame, frame_format: FrameFormat) -> Image:
    """A new array in `frame_format`'s layout, of the frame's size.

    Args:
        frame: In the layout's pixel format, or yuvj420p for "yuv420".
        frame_format: Only its layout counts.
    """
    height, width = frame.height, frame.width
    if frame_format.layout == "rgb":
        rows = plane_view(frame.planes[0], row_bytes=width * 3)
        return np.ascontiguousarray(rows).reshape(height, width, 3)
    own = FrameFormat(height, width, frame_format.layout)
    pixels = np.empty(own.shape, own.dtype)
    for target, plane in zip(split_planes(pixels, own), frame.planes, strict=True):
        target[:] = sample_view(plane, target)
    return pixels


@lru_cache(maxsize=16)
def _marking_graph(thread: int, width: int, height: int, name: str, chroma: str) -> Graph:
    """A thread's own graph that states where a frame's chroma lies, since graphs are not shared."""
    graph = Graph()
    stated = f"video_size={width}x{height}:pix_fmt={name}:time_base=1/1000"
    source = graph.add("buffer", stated)
    mark = graph.add("setparams", f"chroma_location={chroma}")
    graph.link_nodes(source, mark, graph.add("buffersink")).configure()
    return graph


def new_frame(width: int, height: int, name: str, chroma: str = "") -> av.VideoFrame:
    """An empty frame of a pixel format.

    swscale takes a place of chroma that is unsaid for the centre, half a pixel off, and PyAV cannot
    say it.

    Args:
        chroma: libav's name of its place; empty: to the left, where players expect a film's.
    """
    graph = _marking_graph(threading.get_ident(), width, height, name, chroma or "left")
    graph.push(av.VideoFrame(width, height, name))
    frame = graph.pull()
    assert isinstance(frame, av.VideoFrame), "nothing else went in"
    return frame


def frame_from_pixels(pixels: Image, frame_format: FrameFormat, chroma: str = "") -> av.VideoFrame:
    """A frame with a copy of `pixels`, in the pixel format of the layout; see `new_frame`.

    A copy, because `VideoFrame.from_numpy_buffer` mistakes heights not divisible by 4 and keeps
    the caller's array; it costs 0.1 ms at 1280x720.
    """
    height, width = frame_format.height, frame_format.width
    frame = new_frame(width, height, PIXEL_FORMATS[frame_format.layout], chroma)
    if frame_format.layout == "rgb":
        plane = plane_view(frame.planes[0], row_bytes=width * 3)
        plane[:] = pixels.reshape(height, width * 3)
        return frame
    for source, plane in zip(split_planes(pixels, frame_format), frame.planes, strict=True):
        sample_view(plane, source)[:] = source
    return frame


def bits_of(frame: av.VideoFrame) -> int:
    """Bits of the deepest of the frame's channels."""
    return max((component.bits for component in frame.format.components), default=8)


def has_alpha(frame: av.VideoFrame) -> bool:
    """Whether the frame has an alpha channel, or a palette, whose colours may have alpha."""
    is_palette = frame.format.name == "pal8"
    return is_palette or any(component.is_alpha for component in frame.format.components)


def alpha_from_frame(frame: av.VideoFrame, *, height: int, width: int) -> Image:
    """The frame's alpha as a new array, uint8 (height, width), scaled to this size."""
    rgba = frame.reformat(width=width, height=height, format="rgba")
    rows = plane_view(rgba.planes[0], row_bytes=width * 4)
    return np.ascontiguousarray(rows.reshape(height, width, 4)[..., 3])


def av_frame_of(
    pixels: Image | None,
    alpha: Image | None,
    *,
    content: Content,
    frame_format: FrameFormat,
    chroma: str = "",
) -> tuple[av.VideoFrame, bool]:
    """A libav frame with a copy of the arrays; see `new_frame`.

    Args:
        pixels: In `frame_format`; ignored for "matte".
        alpha: uint8 (height, width); for "matte" and "transparent".
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
        return frame_from_pixels(pixels, frame_format, chroma), is_rgb or frame_format.full_range
    assert alpha is not None
    if not is_rgb:
        with_alpha = PIXEL_FORMATS[frame_format.layout].replace("yuv", "yuva")
        frame = new_frame(width, height, with_alpha, chroma)
        planes = (*split_planes(pixels, frame_format), _deepened(alpha, frame_format))
        for source, plane in zip(planes, frame.planes, strict=True):
            sample_view(plane, source)[:] = source
        return frame, frame_format.full_range
    frame = new_frame(width, height, "rgba")
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


@dataclass(frozen=True, slots=True)
class Orientation:
    """One of the eight ways to turn a frame: first transpose, then flip.

    Attributes:
        transpose: Rows become columns.
        flip_horizontally: Left and right are swapped, after the transposition.
        flip_vertically: Top and bottom are swapped, after the transposition.
    """

    transpose: bool = False
    flip_horizontally: bool = False
    flip_vertically: bool = False

    @property
    def is_upright(self) -> bool:
        """True if no turning is needed."""
        return not (self.transpose or self.flip_horizontally or self.flip_vertically)

    def turn(self, plane: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """A view of `plane`, uint8 (H, W) or (H, W, 3), turned upright."""
        if self.transpose:
            plane = plane.swapaxes(0, 1)
        if self.flip_horizontally:
            plane = plane[:, ::-1]
        if self.flip_vertically:
            plane = plane[::-1]
        return plane


UPRIGHT = Orientation()


def orientation_of(frame: av.VideoFrame) -> Orientation:
    """The orientation in the display matrix of a decoded frame.

    A display matrix maps (x, y) of the stored frame to the shown one: x' = a x + c y, y' = b x + d
    y, in 16.16 fixed point, rows (a, b, u), (c, d, v), (x, y, w). Angles between the right ones go
    to the nearest of the eight.
    """
    side_data = cast("SideDataContainer", frame.side_data).get("DISPLAYMATRIX")
    if side_data is None:
        return UPRIGHT
    a, b, _, c, d = np.frombuffer(memoryview(side_data), np.int32)[:5].tolist()
    if abs(b) + abs(c) > abs(a) + abs(d):
        return Orientation(True, flip_horizontally=c < 0, flip_vertically=b < 0)
    return Orientation(False, flip_horizontally=a < 0, flip_vertically=d < 0)


def turn_pixels(pixels: Image, orientation: Orientation, frame_format: FrameFormat) -> Image:
    """A new, upright frame of the same layout.

    Args:
        pixels: As `frame_format` says.
        orientation: How to turn it; no transposition for 4:2:2, which has no such layout.
        frame_format: Of `pixels`, before turning.
    """
    turned_format = frame_format
    if orientation.transpose:
        size = {"height": frame_format.width, "width": frame_format.height}
        turned_format = replace(frame_format, **size)
    turned = np.empty(turned_format.shape, turned_format.dtype)
    for target, plane in zip(
        planes_of(turned, turned_format), planes_of(pixels, frame_format), strict=True
    ):
        target[:] = orientation.turn(plane)
    return turned
