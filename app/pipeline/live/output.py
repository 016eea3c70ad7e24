"""Output: one frame on its way from the worker to preview, recording and virtual camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.video.pixels.on_black import on_black
from gpu_unet.frame_format import FrameFormat, Image


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """A composite, or the background alone; never the room.

    Attributes:
        pixels: uint8 as `format` says; read by several threads, written by none.
        format: Of `pixels`.
        captured_s: `time.perf_counter()` of the capture; of the making for a background alone.
        has_valid_matte: False: the background alone.
        alpha: uint8 (height, width), 255 = person, where no background was asked for; `pixels` are
            not multiplied with it, so that faint pieces of the room are in them. None: all is
            mixed.
    """

    pixels: Image
    format: FrameFormat
    captured_s: float
    has_valid_matte: bool
    alpha: Image | None = None

    def on_black(self) -> Output:
        """Itself; without a background, what is to be seen of it on black."""
        if self.alpha is None:
            return self
        pixels = on_black(self.pixels, self.alpha, self.format)
        return replace(self, pixels=pixels, alpha=None)
