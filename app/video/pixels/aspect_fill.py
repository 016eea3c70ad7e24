"""Cover: scales and crops a picture to fill a frame of another shape, without stretching."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from app.video.pixels.colour import convert, is_full_range, is_hdr, matrix_of
from app.video.pixels.orientation import UPRIGHT, Orientation, turn_yuv420
from app.video.pixels.planes import plane_view, rgb_from_frame, split_yuv420, yuv420_from_frame
from gpu_unet import FrameFormat, Image

_CROPPED_FORMATS = ("yuv420p", "yuvj420p")


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
        height: Height of the picture.
        width: Width of the picture.
        target_height: Height to cover.
        target_width: Width to cover.
        aspect: Width of the picture's pixels divided by their height.
        is_even: Sizes and offsets must be even (4:2:0).
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
    """`frame` turned upright, scaled and cropped to fill `frame_format`.

    Returns:
        uint8 as `frame_format` says, C-contiguous, a new array.
    """
    height, width = frame_format.height, frame_format.width
    turned = orientation.transpose
    is_yuv = frame_format.layout == "yuv420"
    # Before cropping: if the file names no matrix, its size decides.
    matrix = matrix_of(frame.colorspace, height=frame.height, width=frame.width)
    full_range = is_full_range(frame)
    stored_shape = {"height": width if turned else height, "width": height if turned else width}
    if _is_sliver(frame, **stored_shape, aspect=aspect):
        # 8 x 20000 pixels over a wide frame: scaled before cropping, it would take gigabytes.
        frame = convert(
            frame,
            reformatter,
            to="yuv420p",
            from_matrix=matrix,
            from_full_range=full_range,
            to_matrix=matrix,
            to_full_range=full_range,
        )
    frame = crop_to_shape(frame, **stored_shape, aspect=aspect)
    size = fill_size(
        height=frame.width if turned else frame.height,
        width=frame.height if turned else frame.width,
        target_height=height,
        target_width=width,
        aspect=1 / aspect if turned else aspect,
        is_even=is_yuv,
    )
    stored_height = size.width if turned else size.height
    stored_width = size.height if turned else size.width
    converted = convert(
        frame,
        reformatter,
        to="yuv420p" if is_yuv else "rgb24",
        from_matrix=matrix,
        from_full_range=full_range,
        to_matrix=frame_format.matrix,
        to_full_range=frame_format.full_range if is_yuv else True,
        height=stored_height,
        width=stored_width,
        to_sdr=is_hdr(frame),
    )
    if not is_yuv:
        pixels = orientation.turn(rgb_from_frame(converted))
        return np.ascontiguousarray(
            pixels[size.top : size.top + height, size.left : size.left + width]
        )
    pixels = yuv420_from_frame(converted)
    if not orientation.is_upright:
        pixels = turn_yuv420(pixels, orientation, height=stored_height, width=stored_width)
    return crop_yuv420(pixels, size, height=height, width=width)


def crop_to_shape(
    frame: av.VideoFrame, *, height: int, width: int, aspect: Fraction
) -> av.VideoFrame:
    """The middle of `frame` with the shape of (height, width), so that less is scaled.

    Only for plain 8-bit 4:2:0 that loses a tenth or more; anything else is returned unchanged. The
    result covers the target, to within two pixels.

    Args:
        frame: As it is stored, before rotation.
        height: Height to cover, in the frame's own orientation.
        width: Width to cover, likewise.
        aspect: Width of the frame's pixels divided by their height.
    """
    if frame.format.name not in _CROPPED_FORMATS:
        return frame
    kept_height, kept_width = _kept_size(frame, height=height, width=width, aspect=aspect)
    if kept_height * kept_width > 0.9 * frame.height * frame.width:
        return frame
    top = (frame.height - kept_height) // 4 * 2
    left = (frame.width - kept_width) // 4 * 2
    cropped = av.VideoFrame(kept_width, kept_height, frame.format.name)
    for number, (source, target) in enumerate(zip(frame.planes, cropped.planes, strict=True)):
        step = 1 if number == 0 else 2
        rows = slice(top // step, top // step + target.height)
        columns = slice(left // step, left // step + target.width)
        view = plane_view(source, row_bytes=source.width)
        plane_view(target, row_bytes=target.width)[:] = view[rows, columns]
    cropped.colorspace, cropped.color_range = frame.colorspace, frame.color_range
    cropped.color_trc, cropped.color_primaries = frame.color_trc, frame.color_primaries
    return cropped


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
    if frame.format.name in _CROPPED_FORMATS or is_hdr(frame):
        return False
    kept_height, kept_width = _kept_size(frame, height=height, width=width, aspect=aspect)
    return kept_height * kept_width < frame.height * frame.width / 8


def crop_yuv420(pixels: Image, size: FillSize, *, height: int, width: int) -> Image:
    """The part of an I420 frame of `size` that covers (height, width); offsets are even."""
    if (size.height, size.width) == (height, width):
        return pixels
    cropped = np.empty((height * 3 // 2, width), np.uint8)
    targets = split_yuv420(cropped, height=height, width=width)
    planes = split_yuv420(pixels, height=size.height, width=size.width)
    for number, (target, plane) in enumerate(zip(targets, planes, strict=True)):
        step = 1 if number == 0 else 2
        top, left = size.top // step, size.left // step
        target[:] = plane[top : top + target.shape[0], left : left + target.shape[1]]
    return cropped
