"""A camera whose pictures a test draws, by the clock of the built-in one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from app.video.cameras.synthetic import SyntheticCamera
from gpu_unet import FrameFormat, Image


class DrawnCamera(SyntheticCamera):
    """`draw` makes the pixels of a frame's number, as `frame_format` says."""

    def __init__(
        self,
        draw: Callable[[int], Image],
        *,
        frame_format: FrameFormat,
        name: str = "drawn camera",
        frame_rate: Fraction = Fraction(30),
    ) -> None:
        super().__init__()
        self.name, self.format, self.frame_rate = name, frame_format, frame_rate
        self._drawn = draw

    def draw(self, index: int) -> Image:
        return self._drawn(index)
