"""Output: one picture on its way from the worker to preview, recording and virtual camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frames.frame import Frame, Image, PixelFormat
from gpu_unet.frame_format import FrameFormat
from video.pixels.on_black import on_black


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """A composite, or the background alone; never the room.

    Attributes:
        pixels: uint8 of `height` x `width` in `format`; read by several threads, written by none.
        height: Rows of the picture.
        width: Columns of the picture.
        format: Layout and colour coding of `pixels`.
        captured_s: `time.perf_counter()` of the capture; of the making for a background alone.
        has_valid_matte: False: the background alone.
        alpha: uint8 (height, width), 255 = person, where no background was asked for; `pixels` are
            not multiplied with it, so that faint pieces of the room are in them. None: all is
            mixed.
    """

    pixels: Image
    height: int
    width: int
    format: PixelFormat
    captured_s: float
    has_valid_matte: bool
    alpha: Image | None = None

    def on_black(self) -> Output:
        """Itself; without a background, what is to be seen of it on black."""
        if self.alpha is None:
            return self
        pixels = on_black(
            self.pixels,
            self.alpha,
            height=self.height,
            width=self.width,
            pixel_format=self.format,
        )
        return replace(self, pixels=pixels, alpha=None)


def frame_format_of(frame: Frame) -> FrameFormat:
    """What an engine must be made for to take `frame`."""
    return FrameFormat(
        height=frame.height,
        width=frame.width,
        layout=frame.format.layout,
        matrix=frame.format.matrix,
        full_range=frame.format.full_range,
    )
