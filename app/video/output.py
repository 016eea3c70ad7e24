"""Output: one live frame, for preview, recordings and other programs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from app.video.pixels.colour import on_black
from gpu_unet import FrameFormat, Image


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """A composite, or the background alone; never the room, unless the user chose it.

    Attributes:
        pixels: uint8 as `format` says; read by several threads, never written.
        captured_s: `time.perf_counter()` of the capture; for a background alone, of its making.
        has_valid_matte: False: the background alone.
        alpha: uint8 (height, width), 255 = person, if no background was chosen; `pixels` are not
            premultiplied, so they show faint parts of the room. All 0 without a valid matte.
            None: `pixels` are a finished composite.
        pixel_aspect: Width of a pixel divided by its height.
    """

    pixels: Image
    format: FrameFormat
    captured_s: float
    has_valid_matte: bool
    alpha: Image | None = None
    pixel_aspect: Fraction = Fraction(1)

    def on_black(self) -> Output:
        """Itself; without a background, the person composited on black."""
        if self.alpha is None:
            return self
        pixels = on_black(self.pixels, self.alpha, self.format)
        return replace(self, pixels=pixels, alpha=None)
