"""FrameFormat: what the bytes of a frame mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]  # of any shape: a frame's pixels, a plane, an alpha
Layout = Literal["rgb", "yuv420"]
Matrix = Literal["bt601", "bt709", "bt2020"]

# (Kr, Kb), the weights of red and blue in luma: ITU-R BT.601-7, BT.709-6 and BT.2020-2
# (non-constant luminance).
LUMA_WEIGHTS: dict[Matrix, tuple[float, float]] = {
    "bt601": (0.299, 0.114),
    "bt709": (0.2126, 0.0722),
    "bt2020": (0.2627, 0.0593),
}


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

    Matrix = Matrix  # for annotations of those who import `FrameFormat` alone

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1:
            raise ValueError(f"frame size {self.width}x{self.height}: both must be at least 1")
        if self.layout == "yuv420" and (self.height % 2 or self.width % 2):
            raise ValueError(
                f"frame size {self.width}x{self.height}: yuv420 needs even sizes; use layout rgb"
            )

    @property
    def luma_weights(self) -> tuple[float, float]:
        """(Kr, Kb) of the matrix: the weights of red and blue in luma."""
        return LUMA_WEIGHTS[self.matrix]

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of one frame's uint8 array."""
        if self.layout == "rgb":
            return (self.height, self.width, 3)
        return (self.height * 3 // 2, self.width)
