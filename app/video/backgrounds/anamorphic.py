"""Backgrounds in frames whose pixels are not square, which players widen or narrow."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from app.video.backgrounds.background import Background, OuterBackground
from app.video.files.adapted_source import Resizer
from app.video.pixels.aspect_fill import square_format
from gpu_unet import FrameFormat, Image


class Squeezer:
    """Fits pictures of square pixels into such frames; keeps the last one, as backgrounds do."""

    def __init__(self) -> None:
        self._made_of: tuple[Image, FrameFormat] | None = None
        self._image: Image | None = None
        self._resizer: tuple[tuple[FrameFormat, FrameFormat], Resizer] | None = None

    def image(
        self, make: Callable[[FrameFormat], Image], frame_format: FrameFormat, aspect: Fraction
    ) -> Image:
        """A picture that is shown in its own shape.

        Args:
            make: Makes it for a frame of square pixels.
            aspect: Width of the frame's pixels divided by their height, 1/8 to 8.
        """
        square = square_format(frame_format, aspect)
        whole = make(square)
        if square == frame_format:
            return whole
        known = self._made_of
        if self._image is not None and known and known[0] is whole and known[1] == frame_format:
            return self._image
        way = square, frame_format
        if self._resizer is None or self._resizer[0] != way:
            self._resizer = way, Resizer(*way)
        self._image = self._resizer[1].pixels(whole)
        self._image.flags.writeable = False
        self._made_of = whole, frame_format
        return self._image


class AnamorphicBackground(OuterBackground):
    """Another background in such frames.

    Args:
        aspect: Width of a frame's pixels divided by their height, 1/8 to 8.
    """

    def __init__(self, background: Background, aspect: Fraction) -> None:
        super().__init__(background)
        self._pixel_aspect = aspect
        self._squeezer = Squeezer()

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        make = partial(self._background.image_at, pts_s)
        return self._squeezer.image(make, frame_format, self._pixel_aspect)
