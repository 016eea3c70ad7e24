"""AnamorphicBackground: a background in frames whose pixels are not square."""

from __future__ import annotations

from fractions import Fraction

from app.video.backgrounds.background import Background
from app.video.files.adapted_source import Resizer
from app.video.limits import sane_aspect
from app.video.pixels.aspect_fill import square_format
from gpu_unet import FrameFormat, Image


class AnamorphicBackground(Background):
    """Another background in such frames, which players widen or narrow; it owns the inner one.

    The inner one makes a frame of square pixels, and that is scaled to the frame's size, so that it
    is shown in its own shape.

    Args:
        aspect: Width of a frame's pixels divided by their height.
    """

    def __init__(self, background: Background, aspect: Fraction) -> None:
        self._background = background
        self._pixel_aspect = sane_aspect(aspect)
        self._made_of: tuple[Image, FrameFormat] | None = None
        self._image: Image | None = None

    @property
    def notes(self) -> tuple[str, ...]:  # noqa: D102
        return self._background.notes

    @property
    def aspect(self) -> float | None:  # noqa: D102
        return self._background.aspect

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:  # noqa: D102
        square = square_format(frame_format, self._pixel_aspect)
        whole = self._background.image_at(pts_s, square)
        if square == frame_format:
            return whole
        known = self._made_of
        if self._image is not None and known and known[0] is whole and known[1] == frame_format:
            return self._image
        self._image = Resizer(square, frame_format).pixels(whole)
        self._image.flags.writeable = False
        self._made_of = whole, frame_format
        return self._image

    def close(self) -> None:  # noqa: D102
        self._background.close()
