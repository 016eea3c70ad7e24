"""Frame: one picture with its time, and FrameFormat: what its bytes mean."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]  # of any shape: a frame's pixels, a plane, an alpha
Layout = Literal["rgb", "yuv420"]
Matrix = Literal["bt601", "bt709", "bt2020"]


@dataclass(frozen=True, slots=True)
class FrameFormat:
    """Size, layout and colour coding: of a frame, of what goes behind it, and of its composite.

    Attributes:
        height: Rows of pixels. Even for "yuv420".
        width: Columns of pixels. Even for "yuv420".
        layout: "rgb": uint8 (height, width, 3), C-contiguous. "yuv420": uint8
            (height * 3 // 2, width): the Y plane, then U and V of (height/2, width/2) each,
            stored one after the other (I420), as decoders deliver and encoders take them.
        matrix: YUV coefficients; for "rgb" only how an encoder shall code it.
        full_range: True if Y runs 0-255, False if 16-235; likewise.
    """

    height: int
    width: int
    layout: Layout = "rgb"
    matrix: Matrix = "bt709"
    full_range: bool = False

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1:
            raise ValueError(f"frame size {self.width}x{self.height}: both must be at least 1")
        if self.layout == "yuv420" and (self.height % 2 or self.width % 2):
            raise ValueError(
                f"frame size {self.width}x{self.height}: yuv420 needs even sizes; use layout rgb"
            )

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of one frame's uint8 array."""
        if self.layout == "rgb":
            return (self.height, self.width, 3)
        return (self.height * 3 // 2, self.width)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One video frame.

    Attributes:
        pixels: uint8, laid out as `format` says, C-contiguous; made read-only.
        format: Size, layout and colour coding of `pixels`.
        index: Position in the stream, counted from 0; gaps mean dropped frames.
        pts_s: Position in the stream, in seconds.
        captured_s: `time.perf_counter()` when the source returned it; for latency only.
        pts: Exact presentation timestamp in units of `time_base`; None where a source has none.
        time_base: Seconds per unit of `pts`.
        duration: In units of `time_base`; None if unknown.
        alpha: uint8 (height, width), what the file itself says is there: 255 is all of it, and
            `pixels` are not multiplied with it; None where a file says nothing. Read-only, too.
        has_valid_alpha: False where damage took an alpha away: then it is 0 throughout, and nothing
            of `pixels` is for anybody's eyes.
    """

    pixels: Image
    format: FrameFormat
    index: int
    pts_s: float
    captured_s: float
    pts: int | None = None
    time_base: Fraction | None = None
    duration: int | None = None
    alpha: Image | None = None
    has_valid_alpha: bool = True

    def __post_init__(self) -> None:
        self.pixels.flags.writeable = False
        if self.alpha is not None:
            self.alpha.flags.writeable = False

    @property
    def height(self) -> int:
        """Rows of pixels."""
        return self.format.height

    @property
    def width(self) -> int:
        """Columns of pixels."""
        return self.format.width
