"""Output: one picture on its way from the worker to preview, recording and virtual camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import FrameFormat
from video.frame import Frame, PixelFormat

Image = npt.NDArray[np.uint8]


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
    """

    pixels: Image
    height: int
    width: int
    format: PixelFormat
    captured_s: float
    has_valid_matte: bool


def frame_format_of(frame: Frame) -> FrameFormat:
    """What an engine must be made for to take `frame`."""
    return FrameFormat(
        height=frame.height,
        width=frame.width,
        layout=frame.format.layout,
        matrix=frame.format.matrix,
        full_range=frame.format.full_range,
    )
