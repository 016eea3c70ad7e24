"""on_black: composites a person on black, for outputs without transparency."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.video.pixels.colour import black
from app.video.pixels.planes import shared_size, split_planes
from gpu_unet import FrameFormat, Image


def on_black(pixels: Image, alpha: Image, frame_format: FrameFormat) -> Image:
    """The picture on black: a new array in the layout of `pixels`; 2 ms at 1280x720.

    Args:
        pixels: As `frame_format` says, not premultiplied.
        alpha: uint8 (height, width), 255 = person.
        frame_format: Format of `pixels`.
    """
    from app.video.opencv import cv2  # late: it takes a while to load

    share = 1 / 255
    height, width = frame_format.height, frame_format.width
    if frame_format.layout == "rgb":
        return np.asarray(cv2.multiply(pixels, cv2.merge([alpha] * 3), scale=share), np.uint8)
    out = np.empty_like(pixels)
    darkest, grey = black(frame_format)[:2]
    source, target = split_planes(pixels, frame_format), split_planes(out, frame_format)
    if frame_format.bits == 8:
        # Subtraction saturates at 0, which is black.
        floor = np.full((height, width), darkest, np.uint8)
        luma = cv2.multiply(cv2.subtract(source[0], floor), alpha, scale=share)
        target[0][:] = cv2.add(luma, floor)
    else:
        weight = alpha.astype(np.float32) * np.float32(share)
        above = np.maximum(source[0].astype(np.float32) - darkest, 0)
        target[0][:] = np.rint(above * weight + darkest)
    rows, columns = shared_size(frame_format)
    # OpenCV takes width before height.
    halved = cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_AREA)
    weight = halved.astype(np.float32) * np.float32(share)
    for plane, result in zip(source[1:], target[1:], strict=True):
        result[:] = blended(plane, np.full_like(plane, grey), weight)
    return out


def blended(front: Image, behind: Image, weight: npt.NDArray[np.float32]) -> Image:
    """Weight * front + (1 - weight) * behind, rounded: planes, or uint8 pictures (H, W, 3)."""
    from app.video.opencv import cv2  # late: it takes a while to load

    if front.dtype == np.uint8:
        return np.asarray(cv2.blendLinear(front, behind, weight, 1 - weight), np.uint8)
    mixed = behind + weight * (front.astype(np.float32) - behind)
    return np.rint(mixed).astype(front.dtype)
