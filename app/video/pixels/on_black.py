"""on_black: composites a person on black, for outputs without transparency."""

from __future__ import annotations

import numpy as np

from app.video.pixels.coded import black
from app.video.pixels.planes import split_yuv420
from gpu_unet import FrameFormat, Image


def on_black(pixels: Image, alpha: Image, frame_format: FrameFormat) -> Image:
    """The picture on black: a new array in the layout of `pixels`; 2 ms at 1280x720.

    Args:
        pixels: uint8 as `frame_format` says, not premultiplied.
        alpha: uint8 (height, width), 255 = person.
        frame_format: Format of `pixels`.
    """
    from app.video.opencv import cv2  # late: it takes a while to load

    share = 1 / 255
    height, width = frame_format.height, frame_format.width
    if frame_format.layout == "rgb":
        return np.asarray(cv2.multiply(pixels, cv2.merge([alpha] * 3), scale=share), np.uint8)
    out = np.empty_like(pixels)
    darkest = np.full((height, width), black(frame_format)[0], np.uint8)
    source = split_yuv420(pixels, height=height, width=width)
    target = split_yuv420(out, height=height, width=width)
    # Subtraction saturates at 0, which is black.
    luma = cv2.multiply(cv2.subtract(source[0], darkest), alpha, scale=share)
    target[0][:] = cv2.add(luma, darkest)
    # OpenCV takes width before height.
    halved = cv2.resize(alpha, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    weight = halved.astype(np.float32) * np.float32(share)
    grey = np.full(halved.shape, 128, np.uint8)
    for plane, result in zip(source[1:], target[1:], strict=True):
        result[:] = cv2.blendLinear(plane, grey, weight, 1 - weight)
    return out
