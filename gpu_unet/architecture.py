"""UNetArchitecture: the numbers that define a network; every layer's shape follows from them.

With depth 2:

    level 1   input -> down1 ----------- skip ----------> up2 -> head -> alpha
                         | pool                            ^ up
    level 2              +-> down2 ------ skip -----> up1 -+
                               | pool                  ^ up
    level 3                    +-> down3 --------------+

With mobile stages nothing is pooled: down1 is a branch of its own, and a stem of stride 2 begins
the encoder at level 2.

    level 1   input -> down1 ----------- skip ----------> up2 -> head -> alpha
                | stem, stride 2                           ^ up
    level 2     +----> stages ---------- skip ------> up1 -+
                         | stride 2                    ^ up
    level 3              +-> stages -------------------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from numbers import Integral
from typing import Literal

MOST_ENLARGEMENT = 3  # largest factor for a frame's sides: more gained nothing

Block = Literal["plain", "separable"]
Upsampling = Literal["transpose", "bilinear"]
LayerKind = Literal["conv", "depthwise", "pointwise", "transpose", "project", "head"]
Activation = Literal["none", "relu", "relu6"]
RELU6_HIGHEST = 6.0
# Of the mean of two alphas, see `reference.unet.mean_by_logits`. An alpha counts as no nearer to 0
# and 1 than NEAREST, where float32 knows 1 - alpha within 0.4 %. The mean is stretched by OVERSHOOT
# at both ends before it is clamped, so that two sure answers give 0 and 1.
NEAREST, OVERSHOOT = 2.0**-17, 1e-4
STEM = "down2.stem"  # the first layer of a mobile encoder; it reads the network's input


@dataclass(frozen=True, slots=True)
class MobileStage:
    """Inverted residual blocks of one width: 1x1 expand, depthwise, 1x1 project.

    A block adds its input to its result where both have the same shape. ReLU6 follows the first
    two layers, nothing the third.
    Source: Sandler et al. 2018, https://arxiv.org/abs/1801.04381

    Attributes:
        kernel: Of the depthwise layers, 3 or 5.
        stride: Of the first block, 1 or 2; 2 begins a level.
        expansion: Channels inside a block are this many times those that it reads; 1: the block
            has no 1x1 expand.
        channels: That each block puts out.
        blocks: How many, at least 1.
    """

    kernel: int
    stride: int
    expansion: int
    channels: int
    blocks: int

    def __post_init__(self) -> None:
        if self.kernel not in (3, 5) or self.stride not in (1, 2):
            raise ValueError(
                f"a stage has kernel {self.kernel} and stride {self.stride}; "
                "expected 3 or 5, and 1 or 2"
            )
        if min(self.expansion, self.channels, self.blocks) < 1:
            raise ValueError(
                f"a stage has expansion {self.expansion}, {self.channels} channels and "
                f"{self.blocks} blocks; each must be at least 1"
            )


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """One layer with weights, derived from the architecture.

    Attributes:
        name: "down1.conv1", "up2.depthwise1", "down3.block2.expand", "head": the stem of its
            tensors.
        kind: "conv" is 3x3, "depthwise" `kernel` x `kernel`, "pointwise" 1x1 (these three:
            BatchNorm); "transpose" 2x2 stride 2, "project" 1x1 and "head" 1x1 (these three: own
            bias).
        in_channels: Channels read; for the first layer of an `up` block skip and upsampled both.
        level: Level that it writes, 1 is the network's input size. "transpose" and "project" read
            the level below the one that their block belongs to, and `level` is that lower one.
        kernel: Side of a "conv" or "depthwise" kernel.
        stride: 2 for a layer that reads the level above. Its zero padding is `padding_of`.
        activation: Of what it puts out.
        adds_input: Whether the block's input is added to what the layer puts out.
    """

    name: str
    kind: LayerKind
    in_channels: int
    out_channels: int
    level: int
    kernel: int = 3
    stride: int = 1
    activation: Activation = "none"
    adds_input: bool = False

    @property
    def weight_shape(self) -> tuple[int, int, int, int]:
        """Shape of the weight in PyTorch order."""
        if self.kind == "conv":
            return (self.out_channels, self.in_channels, 3, 3)
        if self.kind == "depthwise":
            return (self.out_channels, 1, self.kernel, self.kernel)
        if self.kind == "transpose":
            return (self.in_channels, self.out_channels, 2, 2)
        return (self.out_channels, self.in_channels, 1, 1)

    @property
    def has_batch_norm(self) -> bool:
        """True: convolution without bias, then BatchNorm; False: convolution with bias."""
        return self.kind in ("conv", "depthwise", "pointwise")

    @property
    def batch_norm_name(self) -> str:
        """Stem of the BatchNorm's tensors: bn1 after conv1 or pointwise1, else bn_depthwise1."""
        block, _, layer = self.name.rpartition(".")
        if self.kind != "depthwise" and layer[-1].isdigit():
            return f"{block}.bn{layer[-1]}"
        return f"{block}.bn_{layer}"


# Layers one after the other: a convolution; a depthwise layer and its 1x1; a mobile block.
Unit = list[LayerSpec]


def padding_of(kernel: int, stride: int) -> tuple[int, int]:
    """Zeros (before, after) a row or column: stride 2 pads one more after it, as TensorFlow does.

    Stride 1: 3 (1, 1), 5 (2, 2). Stride 2: 3 (0, 1), 5 (1, 2).
    """
    return (kernel - stride) // 2, (kernel - 1) // 2


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
        in_channels: They say what the network reads; see `gpu_unet.network_input.inputs_of`.
        height: Network input rows, divisible by `2 ** depth`.
        width: Network input columns, likewise.
        stages: Of a mobile encoder; empty: each level of the encoder is a block and is pooled.
            With stages, widths, blocks and convs are those of down1 and of the decoder; the lowest
            width equals the last stage's channels, and up is "bilinear".
        stem: Channels of the mobile encoder's first layer, 3x3, stride 2, ReLU6.
    """

    widths: tuple[int, ...]
    blocks: tuple[Block, ...]
    convs: tuple[int, ...]
    up: Upsampling = "transpose"
    in_channels: int = 3
    height: int = 256
    width: int = 256
    stages: tuple[MobileStage, ...] = ()
    stem: int = 32

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
        channels = (*self.widths, self.in_channels)
        if not all(isinstance(count, Integral) and count >= 1 for count in channels):
            raise ValueError(
                f"widths {self.widths} and in_channels {self.in_channels}: each must be a whole "
                "number of at least 1"
            )
        if self.stages:
            self._check_stages()
        step = 2**self.depth
        if self.height < step or self.width < step or self.height % step or self.width % step:
            raise ValueError(
                f"network input {self.width}x{self.height}: both must be multiples of {step}"
            )

    def _check_stages(self) -> None:
        levels = 2 + sum(stage.stride == 2 for stage in self.stages)
        if self.up != "bilinear" or set(self.blocks) != {"plain"}:
            raise ValueError(
                f"mobile stages with up {self.up!r} and blocks {self.blocks}; they need "
                "bilinear and plain"
            )
        if self.stem < 1 or self.stages[0].stride != 1 or levels != len(self.widths):
            raise ValueError(
                f"a stem of {self.stem} channels and stages of strides "
                f"{[stage.stride for stage in self.stages]} make {levels} levels for "
                f"{len(self.widths)} widths; the first stage has stride 1, each further level "
                "begins with stride 2"
            )
        if self.widths[-1] != self.stages[-1].channels:
            raise ValueError(
                f"the lowest width is {self.widths[-1]}, the last stage puts out "
                f"{self.stages[-1].channels} channels; both must be equal"
            )

    @classmethod
    def plain(
        cls, *, base_width: int, depth: int = 4, height: int = 256, width: int = 256
    ) -> UNetArchitecture:
        """A U-Net of two plain convolutions a level, whose widths double from level to level.

        Args:
            base_width: Channels of level 1.
            depth: Number of 2x2 poolings.
            height, width: Of the network's input in pixels, multiples of 2 ** depth.

        Raises:
            ValueError: A number is too small, or a side no such multiple.
        """
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
        units = [unit for level in range(1, self.depth + 2) for unit in self.encoder(level)]
        for join in range(1, self.depth + 1):
            up, behind = self.decoder(join)
            units += [[up], *behind]
        head = LayerSpec("head", "head", self.widths[0], 1, 1)
        return (*(spec for unit in units for spec in unit), head)

    def encoder(self, level: int) -> list[Unit]:
        """The units of a level, in order; the first one reads what the level above made, pooled.

        With mobile stages nothing is pooled, and the stem, with which level 2 begins, reads the
        network's input. A mobile block's last layer may add what its first one reads.
        """
        if level > 1 and self.stages:
            return self._mobile_blocks(level)
        read = self.in_channels if level == 1 else self.widths[level - 2]
        return self._block(f"down{level}", level, read)

    def decoder(self, join: int) -> tuple[LayerSpec, list[Unit]]:
        """What brings the level below up, and the units behind it, which read the skip, too."""
        level = self.depth + 1 - join
        width, below = self.widths[level - 1], self.widths[level]
        kind: LayerKind = "transpose" if self.up == "transpose" else "project"
        up = LayerSpec(f"up{join}.{kind}", kind, below, width, level + 1)
        return up, self._block(f"up{join}", level, self.skip_channels(level) + width)

    def skip_channels(self, level: int) -> int:
        """Channels that the encoder puts out at a level."""
        return self.encoder(level)[-1][-1].out_channels

    def _block(self, name: str, level: int, in_channels: int) -> list[Unit]:
        """Units of "down1" or "up1": the level's plain or separable block."""
        layer = partial(LayerSpec, level=level, activation="relu")
        width, units = self.widths[level - 1], []
        for index in range(1, self.convs[level - 1] + 1):
            if self.blocks[level - 1] == "plain":
                unit = [layer(f"{name}.conv{index}", "conv", in_channels, width)]
            else:
                unit = [
                    layer(f"{name}.depthwise{index}", "depthwise", in_channels, in_channels),
                    layer(f"{name}.pointwise{index}", "pointwise", in_channels, width),
                ]
            units.append(unit)
            in_channels = width
        return units

    def _mobile_blocks(self, level: int) -> list[Unit]:
        units: list[Unit] = []
        at_level, in_channels, count = 2, self.stem, 0
        if level == 2:
            stem = LayerSpec(STEM, "conv", self.in_channels, self.stem, 2, stride=2)
            units.append([replace(stem, activation="relu6")])
        for stage in self.stages:
            if stage.stride == 2:
                at_level, count = at_level + 1, 0
            for index in range(stage.blocks):
                count += 1
                if at_level == level:
                    stride = 1 if index else stage.stride
                    name = f"down{level}.block{count}"
                    units.append(_mobile_block(name, level, in_channels, stage, stride))
                in_channels = stage.channels
        return units

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

        All numbers are in pixels and at least 1. Sides are rounded to the nearest multiple of
        `2 ** depth`, which distorts very little, and are at least that.
        Frames smaller than the budget are enlarged, so that people have the size that the network
        was trained on. Measured on thumbnails of 128 and 192 px, quality: IoU 0.818 and 0.930 at
        their own size, 0.960 and 0.962 enlarged three and two times.

        Raises:
            ValueError: A number is less than 1.
        """
        if min(frame_height, frame_width, input_pixels) < 1:
            raise ValueError(
                f"a frame of {frame_width}x{frame_height} and a budget of {input_pixels} pixels: "
                "each must be at least 1"
            )
        step = 2**self.depth
        scale = sqrt(input_pixels / (frame_height * frame_width))

        def side(frame_side: int) -> int:
            largest = -(-frame_side * MOST_ENLARGEMENT // step) * step
            return min(max(step, round(frame_side * scale / step) * step), largest)

        return self.at_size(height=side(frame_height), width=side(frame_width))


def _mobile_block(name: str, level: int, in_channels: int, stage: MobileStage, stride: int) -> Unit:
    inner = in_channels * stage.expansion
    specs: Unit = []
    if stage.expansion > 1:
        # A block of stride 2 expands at the level above.
        expand_level = level - (stride == 2)
        specs.append(
            LayerSpec(
                f"{name}.expand", "pointwise", in_channels, inner, expand_level, activation="relu6"
            )
        )
    specs.append(
        LayerSpec(
            f"{name}.depthwise", "depthwise", inner, inner, level,
            kernel=stage.kernel, stride=stride, activation="relu6",
        )
    )  # fmt: skip
    adds_input = stride == 1 and in_channels == stage.channels
    specs.append(
        LayerSpec(
            f"{name}.project", "pointwise", inner, stage.channels, level, adds_input=adds_input
        )
    )
    return specs
