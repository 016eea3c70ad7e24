"""UNetArchitecture: the numbers that define a network; every layer's shape follows from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

Block = Literal["plain", "separable"]
Upsampling = Literal["transpose", "bilinear"]


@dataclass(frozen=True, slots=True)
class UNetArchitecture:
    """A U-Net of `len(widths)` levels for one input size.

    Level 1 works at the input's size, each further level at half the height and width of the
    one above. `downK` is the encoder's block at level K; `upJ` is the decoder's block at level
    `depth + 1 - J` (up1 joins the deepest skip). Between levels the encoder takes a 2x2 max-pool.

    Attributes:
        widths: Channels of each level, level 1 first: (32, 64, 128, 256, 512) is base width 32.
        blocks: Per level, "plain": `convs` times (conv 3x3, BatchNorm, ReLU); "separable":
            `convs` times (depthwise 3x3, BatchNorm, ReLU, pointwise 1x1, BatchNorm, ReLU). The
            decoder's block of a level is of the same kind.
        convs: Per level, 1 or 2.
        up: "transpose": a 2x2 stride-2 transposed convolution with bias halves the channels;
            "bilinear": a 1x1 convolution with bias ("project"), then the size doubled by
            bilinear interpolation (half-pixel centres, edges clamped). Either way the result
            has the upper level's width and stands *behind* the skip in the concatenation.
        in_channels: 3 (RGB).
        height: Network input rows, divisible by `2 ** depth`.
        width: Network input columns, likewise.
    """

    widths: tuple[int, ...]
    blocks: tuple[Block, ...]
    convs: tuple[int, ...]
    up: Upsampling = "transpose"
    in_channels: int = 3
    height: int = 256
    width: int = 256

    def __post_init__(self) -> None:
        levels = len(self.widths)
        if levels < 2 or len(self.blocks) != levels or len(self.convs) != levels:
            raise ValueError(
                f"widths, blocks and convs have {levels}, {len(self.blocks)} and "
                f"{len(self.convs)} entries; all three need one per level, at least two"
            )
        if any(c not in (1, 2) for c in self.convs):
            raise ValueError(f"convs is {self.convs}, each must be 1 or 2")
        if any(b not in ("plain", "separable") for b in self.blocks):
            raise ValueError(f"blocks is {self.blocks}, each must be plain or separable")
        if self.up not in ("transpose", "bilinear"):
            raise ValueError(f"up is {self.up!r}, expected transpose or bilinear")
        step = 2**self.depth
        if self.height < step or self.width < step or self.height % step or self.width % step:
            raise ValueError(
                f"network input {self.width}x{self.height}: both must be multiples of {step}"
            )

    @classmethod
    def plain(
        cls, *, base_width: int, depth: int = 4, height: int = 256, width: int = 256
    ) -> UNetArchitecture:
        """The U-Net of the original notebooks: two plain convolutions a level, widths doubling."""
        levels = depth + 1
        return cls(
            widths=tuple(base_width * 2**level for level in range(levels)),
            blocks=("plain",) * levels,
            convs=(2,) * levels,
            height=height,
            width=width,
        )

    @property
    def depth(self) -> int:
        """Number of 2x2 poolings; one less than the levels."""
        return len(self.widths) - 1

    def at_size(self, *, height: int, width: int) -> UNetArchitecture:
        """The same network for another input size."""
        return replace(self, height=height, width=width)

    def fitted_to(
        self, *, frame_height: int, frame_width: int, input_pixels: int
    ) -> UNetArchitecture:
        """The same network at the size that suits a frame's aspect ratio within a pixel budget.

        Sides are rounded to the nearest multiple of `2 ** depth`, never above the multiple that
        holds the frame itself, so that nothing is squeezed noticeably and small frames stay small.
        """
        step = 2**self.depth
        scale = sqrt(input_pixels / (frame_height * frame_width))

        def side(frame_side: int) -> int:
            largest = -(-frame_side // step) * step
            return min(max(step, round(frame_side * scale / step) * step), largest)

        return self.at_size(height=side(frame_height), width=side(frame_width))
