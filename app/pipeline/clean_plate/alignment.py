"""Alignment: how far a camera was nudged, measured from the clean plate and a frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import Image

Mask = npt.NDArray[np.uint8]

WORK_WIDTH = 256  # more gains nothing: the shift is verified at full size
MOST_SHIFT = 0.12  # of the picture's width; beyond, too little of the plate is left
LEAST_PEAK = 0.04  # of phase correlation: below, two pictures have nothing in common
LEAST_COMMON = 0.08  # of the picture
# Texture says where things are; light and shading do not.
TEXTURE_BLUR = 9


@dataclass(frozen=True, slots=True)
class Shift:
    """Where a pixel of the plate is seen now, in pixels to the right and down."""

    right_px: float
    down_px: float

    def moved(self, pixels: npt.NDArray, *, is_smooth: bool = True) -> npt.NDArray:
        """`pixels` (height, width, ...) shifted; 0 where the shift uncovers new pixels."""
        matrix = np.array([[1, 0, self.right_px], [0, 1, self.down_px]], np.float32)
        height, width = pixels.shape[:2]
        flag = cv2.INTER_LINEAR if is_smooth else cv2.INTER_NEAREST
        return cv2.warpAffine(pixels, matrix, (width, height), flags=flag)


def find_shift(learnt: Image, seen: Image, where: Mask) -> Shift | None:
    """Find a shift by phase correlation of the textures.

    Args:
        learnt: uint8 (height, width, 3), the clean plate.
        seen: uint8 (height, width, 3), the frame.
        where: uint8 (height, width), 255 where the plate is known and no person is near.

    Returns:
        None: there is no shift, or it is too large to be trusted.

    Source: Reddy & Chatterji 1996, IEEE Transactions on Image Processing 5(8).
    """
    height, width = where.shape
    if np.count_nonzero(where) < LEAST_COMMON * where.size:
        return None
    scale = min(1.0, WORK_WIDTH / width)
    rows, columns = max(16, round(height * scale)), max(16, round(width * scale))
    size = (columns, rows)
    # A hard edge of the mask would be the strongest texture that both have in common.
    mask = cv2.blur(cv2.resize(where, size, interpolation=cv2.INTER_AREA), (7, 7))
    weight = cv2.createHanningWindow(size, cv2.CV_32F) * (mask.astype(np.float32) / 255) ** 2
    one, other = (_texture(pixels, size) * weight for pixels in (learnt, seen))
    (right, down), peak = cv2.phaseCorrelate(one, other)
    right, down = right * width / columns, down * height / rows
    if peak < LEAST_PEAK or max(abs(right), abs(down)) > MOST_SHIFT * width:
        return None
    return Shift(right, down)


def _texture(pixels: Image, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return small - cv2.blur(small, (TEXTURE_BLUR, TEXTURE_BLUR))
