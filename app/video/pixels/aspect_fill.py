"""Cover: scales and crops a picture to fill a frame of another shape, without stretching."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from app.video.pixels.colour import (
    coding_matrix,
    convert,
    formatted,
    in_space,
    is_full_range,
    laid_over_black,
    space_of,
    transfer_of,
)
from app.video.pixels.planes import (
    UPRIGHT,
    Orientation,
    bits_of,
    frame_from_pixels,
    has_alpha,
    new_frame,
    plane_view,
    planes_of,
    turn_pixels,
)
from gpu_unet import FrameFormat, Image

_CROPPED_FORMATS = ("yuv420p", "yuvj420p")


def square_format(frame_format: FrameFormat, aspect: Fraction) -> FrameFormat:
    """The format of a frame of square pixels, no smaller than this one and shown alike.

    Args:
        frame_format: Itself where its pixels are square.
        aspect: Width of its pixels divided by their height.
    """
    height, width = frame_format.height, frame_format.width
    if aspect > 1:
        return replace(frame_format, width=round(width * aspect / 2) * 2)
    if aspect < 1:
        return replace(frame_format, height=round(height / aspect / 2) * 2)
    return frame_format


@dataclass(frozen=True, slots=True)
class FillSize:
    """The size to scale to before cropping, and where to crop. All in upright pixels."""

    height: int
    width: int
    top: int
    left: int


def fill_size(
    *,
    height: int,
    width: int,
    target_height: int,
    target_width: int,
    aspect: Fraction = Fraction(1),
    is_even: bool = False,
) -> FillSize:
    """How a picture of (height, width) covers (target_height, target_width), centred.

    Args:
        target_height, target_width: What to cover.
        aspect: Width of the picture's pixels divided by their height.
        is_even: Sizes and offsets must be even, as chroma asks.
    """
    shown_width = float(width * aspect)
    scale = max(target_height / height, target_width / shown_width)
    scaled_height = max(target_height, round(height * scale))
    scaled_width = max(target_width, round(shown_width * scale))
    step = 2 if is_even else 1
    scaled_height = math.ceil(scaled_height / step) * step
    scaled_width = math.ceil(scaled_width / step) * step
    top = (scaled_height - target_height) // 2 // step * step
    left = (scaled_width - target_width) // 2 // step * step
    return FillSize(scaled_height, scaled_width, top, left)


def fill_frame(
    frame: av.VideoFrame,
    reformatter: VideoReformatter,
    *,
    frame_format: FrameFormat,
    orientation: Orientation = UPRIGHT,
    aspect: Fraction = Fraction(1),
) -> Image:
    """`frame` on black, turned upright, scaled and cropped to fill `frame_format`.

    Returns:
        As `frame_format` says, C-contiguous, a new array.
    """
    height, width = frame_format.height, frame_format.width
    turned = orientation.transpose
    # 4:2:2 turned by a quarter has no layout.
    made_in = "yuv444p12" if turned and frame_format.layout == "yuv422p10" else frame_format.layout
    # Before cropping: if the file names no matrix, its size decides.
    space = space_of(frame)
    matrix = coding_matrix(frame, transfer_of(frame))
    full_range = is_full_range(frame)
    if has_alpha(frame):
        frame = laid_over_black(frame, matrix=matrix, full_range=full_range)
        full_range = True
    stored_shape = {"height": width if turned else height, "width": height if turned else width}
    if _is_sliver(frame, **stored_shape, aspect=aspect):
        # 8 x 20000 pixels over a wide frame: scaled before cropping, it would take gigabytes.
        frame = convert(
            frame,
            reformatter,
            to="yuv420p" if bits_of(frame) == 8 else "yuv420p10le",
            matrix=matrix,
            full_range=full_range,
        )
    frame = crop_to_shape(frame, **stored_shape, aspect=aspect)
    size = fill_size(
        height=frame.width if turned else frame.height,
        width=frame.height if turned else frame.width,
        target_height=height,
        target_width=width,
        aspect=1 / aspect if turned else aspect,
        is_even=frame_format.layout != "rgb",
    )
    stored_height = size.width if turned else size.height
    stored_width = size.height if turned else size.width
    if space != frame_format.space:
        frame = in_space(
            frame,
            space,
            frame_format.space,
            matrix=matrix,
            full_range=full_range,
            height=stored_height,
            width=stored_width,
        )
        full_range = True
    stored = replace(frame_format, height=stored_height, width=stored_width, layout=made_in)
    pixels = formatted(frame, reformatter, stored, matrix=matrix, full_range=full_range)
    if not orientation.is_upright:
        pixels = turn_pixels(pixels, orientation, stored)
    whole = replace(frame_format, height=size.height, width=size.width)
    if made_in != frame_format.layout:
        upright = frame_from_pixels(pixels, replace(whole, layout=made_in))
        is_full = whole.full_range
        pixels = formatted(upright, reformatter, whole, matrix=whole.matrix, full_range=is_full)
    return cropped(pixels, size, whole, frame_format)


def crop_to_shape(
    frame: av.VideoFrame, *, height: int, width: int, aspect: Fraction
) -> av.VideoFrame:
    """The middle of `frame` with the shape of (height, width), so that less is scaled.

    Only for plain 8-bit 4:2:0 that loses a tenth or more; anything else is returned unchanged. The
    result covers the target, to within two pixels.

    Args:
        frame: As it is stored, before rotation.
        height, width: What to cover, in the frame's own orientation.
        aspect: Width of the frame's pixels divided by their height.
    """
    if frame.format.name not in _CROPPED_FORMATS:
        return frame
    kept_height, kept_width = _kept_size(frame, height=height, width=width, aspect=aspect)
    if kept_height * kept_width > 0.9 * frame.height * frame.width:
        return frame
    top = (frame.height - kept_height) // 4 * 2
    left = (frame.width - kept_width) // 4 * 2
    middle = new_frame(kept_width, kept_height, frame.format.name)
    for number, (source, target) in enumerate(zip(frame.planes, middle.planes, strict=True)):
        step = 1 if number == 0 else 2
        rows = slice(top // step, top // step + target.height)
        columns = slice(left // step, left // step + target.width)
        view = plane_view(source, row_bytes=source.width)
        plane_view(target, row_bytes=target.width)[:] = view[rows, columns]
    middle.colorspace, middle.color_range = frame.colorspace, frame.color_range
    middle.color_trc, middle.color_primaries = frame.color_trc, frame.color_primaries
    return middle


def _kept_size(
    frame: av.VideoFrame, *, height: int, width: int, aspect: Fraction
) -> tuple[int, int]:
    """Height and width of the middle of `frame` with the shape of (height, width)."""
    wanted_ratio = width / height / float(aspect)
    kept_height = min(frame.height, math.ceil(frame.width / wanted_ratio / 2) * 2)
    kept_width = min(frame.width, math.ceil(frame.height * wanted_ratio / 2) * 2)
    return kept_height, kept_width


def _is_sliver(frame: av.VideoFrame, *, height: int, width: int, aspect: Fraction) -> bool:
    """Whether most of the frame will be cropped away, and it cannot be cropped as it is."""
    if frame.format.name in _CROPPED_FORMATS:
        return False
    kept_height, kept_width = _kept_size(frame, height=height, width=width, aspect=aspect)
    return kept_height * kept_width < frame.height * frame.width / 8


def cropped(pixels: Image, size: FillSize, whole: FrameFormat, frame_format: FrameFormat) -> Image:
    """The part of a frame of `size`, of format `whole`, that covers `frame_format`."""
    height, width = frame_format.height, frame_format.width
    if (size.height, size.width) == (height, width):
        return pixels
    made = np.empty(frame_format.shape, frame_format.dtype)
    targets, planes = planes_of(made, frame_format), planes_of(pixels, whole)
    row = frame_format.row
    for number, (target, plane) in enumerate(zip(targets, planes, strict=True)):
        top = size.top // (row.down if number else 1)
        left = size.left // (row.across if number else 1)
        target[:] = plane[top : top + target.shape[0], left : left + target.shape[1]]
    return made
