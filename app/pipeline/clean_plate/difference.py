"""Where two pictures of a view differ by more than noise, and where a nudge would show."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import Image

Mask = npt.NDArray[np.uint8]  # 0 or 255

# Share of the contrast around a pixel: no two frames sample an edge at the same place.
TEXTURE_SLACK = 0.25
CONTRASTY = 24  # texture in which a nudge of one pixel shows


def at_least(values: Image, limit: int) -> Mask:
    """255 where `values` >= limit, which is 1 or more."""
    return cv2.threshold(values, limit - 1, 255, cv2.THRESH_BINARY)[1]


def share_of(mask: npt.NDArray) -> float:
    """Share of a mask's pixels that are set, 0 to 1."""
    if mask.dtype == np.uint8:
        return cv2.countNonZero(mask) / max(1, mask.size)
    return np.count_nonzero(mask) / max(1, mask.size)


def differs(one: Image, other: Image, limit: float, slack: Image | None = None) -> Mask:
    """255 where two pictures differ by more than `limit` and `slack` over 3 x 3 pixels."""
    red, green, blue = cv2.split(cv2.absdiff(one, other))
    distance = cv2.blur(cv2.max(cv2.max(red, green), blue), (3, 3))
    if slack is not None:
        distance = cv2.subtract(distance, slack)
    return at_least(distance, int(limit) + 1)


def texture_of(learnt: Image) -> tuple[Image, Mask]:
    """How much slack each pixel gets, and 255 where a nudge would show."""
    contrast = edges(learnt)
    return cv2.convertScaleAbs(contrast, alpha=TEXTURE_SLACK), at_least(contrast, CONTRASTY)


def edges(pixels: Image) -> Image:
    """Contrast within 3 x 3 pixels."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
