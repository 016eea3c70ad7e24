"""UNetArchitecture: the numbers that define a network; every layer's shape follows from them.

With depth 2:

    level 1   input -> down1 ----------- skip ----------> up2 -> head -> alpha
                         | pool                            ^ up
    level 2              +-> down2 ------ skip -----> up1 -+
                               | pool                  ^ up
    level 3                    +-> down3 --------------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

MOST_ENLARGEMENT = 3  # largest factor for a frame's sides: more gained nothing

Block = Literal["plain", "separable"]
Upsampling = Literal["transpose", "bilinear"]
LayerKind = Literal["conv", "depthwise", "pointwise", "transpose", "project", "head"]


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """One layer with weights, derived from the architecture.

    Attributes:
        name: "down1.conv1", "up2.depthwise1", "up1.transpose", "head": the stem of its tensors.
        kind: "conv" is 3x3, "depthwise" 3x3, "pointwise" 1x1 (these three: BatchNorm, ReLU);
            "transpose" 2x2 stride 2, "project" 1x1 and "head" 1x1 (these three: own bias).
        in_channels: Channels read; for the first layer of an `up` block skip and upsampled both.
        out_channels: Channels written.
        level: Level at which it computes, 1 is the network's input size. "transpose" and
            "project" read the level below the one that their block belongs to, and
            `level` is that lower one.
    """

    name: str
    kind: LayerKind
    in_channels: int
    out_channels: int
    level: int

    @property
    def weight_shape(self) -> tuple[int, int, int, int]:
        """Shape of the weight in PyTorch order."""
        if self.kind == "conv":
            return (self.out_channels, self.in_channels, 3, 3)
        if self.kind == "depthwise":
            return (self.out_channels, 1, 3, 3)
        if self.kind == "transpose":
            return (self.in_channels, self.out_channels, 2, 2)
        return (self.out_channels, self.in_channels, 1, 1)

    @property
    def has_batch_norm(self) -> bool:
        """True: convolution without bias, then BatchNorm and ReLU; False: convolution with bias."""
        return self.kind in ("conv", "depthwise", "pointwise")

    @property
    def batch_norm_name(self) -> str:
        """Stem of the BatchNorm's tensors: bn1 after conv1 or pointwise1, else bn_depthwise1."""
        block, _, layer = self.name.rpartition(".")
        if self.kind == "depthwise":
            return f"{block}.bn_{layer}"
        return f"{block}.bn{layer[-1]}"


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
        up: "transpose": a 2x2 stride-2 transposed convolution with bias, from the lower level's
            width to the upper's;
            "bilinear": a 1x1 convolution with bias ("project"), then 2x upsampling by
            bilinear interpolation (half-pixel centres, edges clamped). Either way the result
            has the upper level's width and stands *behind* the skip in the concatenation.
        in_channels: 3 (RGB), or 7: RGB and a clean plate (`gpu_unet.clean_plate`).
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
        if any(width < 1 for width in self.widths) or self.in_channels < 1:
            raise ValueError(
                f"widths {self.widths} and in_channels {self.in_channels}: each must be at least 1"
            )
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

    def layers(self) -> tuple[LayerSpec, ...]:
        """Every layer with weights, in the order in which they are computed."""
        specs: list[LayerSpec] = []

        def add_block(name: str, level: int, in_channels: int) -> None:
            width = self.widths[level - 1]
            for index in range(1, self.convs[level - 1] + 1):
                if self.blocks[level - 1] == "plain":
                    specs.append(
                        LayerSpec(f"{name}.conv{index}", "conv", in_channels, width, level)
                    )
                else:
                    specs.append(
                        LayerSpec(
                            f"{name}.depthwise{index}", "depthwise", in_channels, in_channels, level
                        )
                    )
                    specs.append(
                        LayerSpec(
                            f"{name}.pointwise{index}", "pointwise", in_channels, width, level
                        )
                    )
                in_channels = width

        in_channels = self.in_channels
        for level in range(1, self.depth + 2):
            add_block(f"down{level}", level, in_channels)
            in_channels = self.widths[level - 1]
        for join in range(1, self.depth + 1):
            level = self.depth + 1 - join
            width, below = self.widths[level - 1], self.widths[level]
            kind: LayerKind = "transpose" if self.up == "transpose" else "project"
            specs.append(LayerSpec(f"up{join}.{kind}", kind, below, width, level + 1))
            add_block(f"up{join}", level, 2 * width)
        specs.append(LayerSpec("head", "head", self.widths[0], 1, 1))
        return tuple(specs)

    def level_size(self, level: int) -> tuple[int, int]:
        """(height, width) of the planes at `level`, 1 being the network's input."""
        return self.height >> (level - 1), self.width >> (level - 1)

    def flops(self) -> int:
        """Floating-point operations of one inference's convolutions, 2 per multiply-add."""
        total = 0
        for spec in self.layers():
            height, width = self.level_size(spec.level)
            o, i, kernel_height, kernel_width = spec.weight_shape
            total += 2 * height * width * o * i * kernel_height * kernel_width
        return total

    def at_size(self, *, height: int, width: int) -> UNetArchitecture:
        """The same network for another input size."""
        return replace(self, height=height, width=width)

    def fitted_to(
        self, *, frame_height: int, frame_width: int, input_pixels: int
    ) -> UNetArchitecture:
        """The same network at a frame's aspect ratio within a pixel budget.

        Sides are rounded to the nearest multiple of `2 ** depth`, which distorts very little.
        Frames smaller than the budget are enlarged, so that people have the size that the network
        was trained on. Measured on thumbnails of 128 and 192 px, quality: IoU 0.818 and 0.930 at
        their own size, 0.960 and 0.962 enlarged three and two times.
        """
        step = 2**self.depth
        scale = sqrt(input_pixels / (frame_height * frame_width))

        def side(frame_side: int) -> int:
            largest = -(-frame_side * MOST_ENLARGEMENT // step) * step
            return min(max(step, round(frame_side * scale / step) * step), largest)

        return self.at_size(height=side(frame_height), width=side(frame_width))
