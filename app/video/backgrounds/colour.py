"""ColourBackground: one colour everywhere."""

from __future__ import annotations

import numpy as np

from app.video.backgrounds.background import Background
from app.video.pixels.coded import coded
from app.video.pixels.planes import split_planes
from gpu_unet import FrameFormat, Image


class ColourBackground(Background):
    """Frames of one colour.

    Args:
        colour: (red, green, blue), 0-255.
    """

    def __init__(self, colour: tuple[int, int, int]) -> None:
        self._colour = colour
        self._made_for: FrameFormat | None = None
        self._image: Image | None = None

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:
        """See `Background.image_at`."""
        if self._image is None or self._made_for != frame_format:
            self._image = self._make(frame_format)
            self._image.flags.writeable = False
            self._made_for = frame_format
        return self._image

    def _make(self, frame_format: FrameFormat) -> Image:
        image = np.empty(frame_format.shape, frame_format.dtype)
        values = coded(self._colour, frame_format)
        if frame_format.layout == "rgb":
            image[:] = values
            return image
        planes = split_planes(image, frame_format)
        for plane, value in zip(planes, values, strict=True):
            plane.fill(value)
        return image
