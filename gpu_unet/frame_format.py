"""FrameFormat: size, pixel layout and colour coding of the frames that an engine is made for."""

from dataclasses import dataclass
from typing import Literal

Layout = Literal["rgb", "yuv420"]
Matrix = Literal["bt601", "bt709", "bt2020"]


@dataclass(frozen=True, slots=True)
class FrameFormat:
    """What every frame, background and composite of one engine looks like in memory.

    Attributes:
        height: Rows of pixels. Even for "yuv420".
        width: Columns of pixels. Even for "yuv420".
        layout: "rgb": uint8 (height, width, 3), C-contiguous. "yuv420": uint8
            (height * 3 // 2, width): the Y plane, then U and V of (height/2, width/2) each,
            stored one after the other (I420), as decoders deliver and encoders take them.
        matrix: YUV coefficients; without meaning for "rgb".
        full_range: True if Y runs 0-255, False if 16-235; without meaning for "rgb".
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
