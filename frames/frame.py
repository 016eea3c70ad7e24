"""Frame: one picture with its time, as it left a source."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]  # of any shape: a frame's pixels, a plane, an alpha


@dataclass(frozen=True, slots=True)
class PixelFormat:
    """How the pixels of a frame are stored and what their values mean.

    Attributes:
        layout: "rgb": uint8 (H, W, 3). "yuv420": uint8 (H * 3 // 2, W): Y, then U, then V
            (I420); only for even sizes.
        matrix: YUV coefficients; without meaning for "rgb".
        full_range: True if Y runs 0-255, False if 16-235; without meaning for "rgb".
    """

    layout: Literal["rgb", "yuv420"] = "rgb"
    matrix: Literal["bt601", "bt709", "bt2020"] = "bt709"
    full_range: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One video frame.

    Attributes:
        pixels: uint8, laid out as `format` says, C-contiguous; made read-only.
        height: Rows of the picture.
        width: Columns of the picture.
        format: Layout and colour coding of `pixels`.
        index: Position in the stream, counted from 0; gaps mean dropped frames.
        pts_s: Position in the stream, in seconds.
        captured_s: `time.perf_counter()` when the source returned it; for latency only.
        pts: Exact presentation timestamp in units of `time_base`; None where a source has none.
        time_base: Seconds per unit of `pts`.
        duration: In units of `time_base`; None if unknown.
    """

    pixels: Image
    height: int
    width: int
    format: PixelFormat
    index: int
    pts_s: float
    captured_s: float
    pts: int | None = None
    time_base: Fraction | None = None
    duration: int | None = None

    def __post_init__(self) -> None:
        self.pixels.flags.writeable = False
