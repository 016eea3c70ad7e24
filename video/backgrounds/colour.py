"""ColourBackground: one colour everywhere."""

from __future__ import annotations

import numpy as np

from frames.frame import Image, PixelFormat
from video.backgrounds.background import Background
from video.pixels.planes import split_yuv420

# Weights of red and blue in luma: ITU-R BT.601, BT.709 and BT.2020.
_LUMA_WEIGHTS = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}


def yuv_of(colour: tuple[int, int, int], pixel_format: PixelFormat) -> tuple[int, int, int]:
    """(Y, U, V) of an RGB colour, each rounded to the nearest of 0-255."""
    red, green, blue = (value / 255 for value in colour)
    weight_red, weight_blue = _LUMA_WEIGHTS[pixel_format.matrix]
    luma = weight_red * red + (1 - weight_red - weight_blue) * green + weight_blue * blue
    chroma_blue = (blue - luma) / (2 * (1 - weight_blue))
    chroma_red = (red - luma) / (2 * (1 - weight_red))
    if pixel_format.full_range:
        offset, luma_span, chroma_span = 0, 255, 255
    else:
        offset, luma_span, chroma_span = 16, 219, 224
    return (
        round(offset + luma_span * luma),
        min(255, round(128 + chroma_span * chroma_blue)),
        min(255, round(128 + chroma_span * chroma_red)),
    )


class ColourBackground(Background):
    """A picture of one colour.

    Args:
        colour: (red, green, blue), 0-255.
    """

    def __init__(self, colour: tuple[int, int, int]) -> None:
        self._colour = colour
        self._made_for: tuple[int, int, PixelFormat] | None = None
        self._image: Image | None = None

    def image_at(
        self, pts_s: float, *, height: int, width: int, pixel_format: PixelFormat
    ) -> Image:
        """See `Background.image_at`."""
        wanted = (height, width, pixel_format)
        if self._image is None or self._made_for != wanted:
            self._image = self._make(height, width, pixel_format)
            self._image.flags.writeable = False
            self._made_for = wanted
        return self._image

    def _make(self, height: int, width: int, pixel_format: PixelFormat) -> Image:
        if pixel_format.layout == "rgb":
            image = np.empty((height, width, 3), np.uint8)
            image[:] = self._colour
            return image
        image = np.empty((height * 3 // 2, width), np.uint8)
        values = yuv_of(self._colour, pixel_format)
        for plane, value in zip(
            split_yuv420(image, height=height, width=width), values, strict=True
        ):
            plane.fill(value)
        return image
