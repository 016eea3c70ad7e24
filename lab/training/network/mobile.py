"""A U-Net whose encoder is an EfficientNet-Lite, which may begin with what it learnt of ImageNet.

Source: Tan & Le 2019, https://arxiv.org/abs/1905.11946; "Lite" has no squeeze-and-excitation,
ReLU6, a stem and a last stage of fixed width. A block is 1x1 expand, depthwise 3x3 or 5x5, 1x1
project, with a residual where its shapes allow one (Sandler et al. 2018,
https://arxiv.org/abs/1801.04381).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F
from torch import nn

from gpu_unet.architecture import UNetArchitecture
from lab.training.network.batch_norm import batch_norm_relu
from lab.training.network.model import begin_calmly, with_plate_channels
from lab.training.network.resampling import doubled_beside

EPSILON = 1e-3  # of the encoder's BatchNorm, as it was trained
STEM_CHANNELS = 32
# kernel, stride, expansion, channels, blocks of each stage, before scaling.
STAGES = (
    (3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3),
    (5, 2, 6, 192, 4), (3, 1, 6, 320, 1),
)  # fmt: skip
TAPS = (0, 1, 2, 4, 6)  # stages whose results the decoder takes, at 1/2 to 1/32


@dataclass(frozen=True, slots=True)
class MobileShape:
    """One of the family.

    Attributes:
        width: Scale of the stages' channels.
        depth: Scale of the stages' blocks, but for the first and the last stage.
        decoder: Channels at full size, 1/2, 1/4, 1/8 and 1/16.
        last_stage: Whether the last, widest stage is used.
    """

    width: float
    depth: float
    decoder: tuple[int, int, int, int, int]
    last_stage: bool = True


def scaled_channels(channels: int, width: float) -> int:
    """Channels scaled and rounded to eights, never down by more than a tenth."""
    scaled = channels * width
    rounded = max(8, int(scaled + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * scaled else rounded


class MobileBlock(nn.Module):
    """1x1 expand, depthwise, 1x1 project, each with BatchNorm; ReLU6 after the first two."""

    def __init__(self, inputs: int, outputs: int, *, kernel: int, stride: int, expand: int) -> None:
        super().__init__()
        inner = inputs * expand
        self.expand = nn.Conv2d(inputs, inner, 1, bias=False) if expand > 1 else None
        self.expand_norm = nn.BatchNorm2d(inner, eps=EPSILON) if expand > 1 else None
        self.depthwise = nn.Conv2d(
            inner, inner, kernel, stride, 0 if stride > 1 else kernel // 2, groups=inner, bias=False
        )
        self.depthwise_norm = nn.BatchNorm2d(inner, eps=EPSILON)
        self.project = nn.Conv2d(inner, outputs, 1, bias=False)
        self.project_norm = nn.BatchNorm2d(outputs, eps=EPSILON)
        self.has_residual = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Float (N, inputs, H, W) to (N, outputs, H / stride, W / stride)."""
        y = x
        if self.expand is not None and self.expand_norm is not None:
            y = F.relu6(self.expand_norm(self.expand(y)), inplace=True)
        if self.depthwise.stride[0] > 1:
            y = _padded(y, self.depthwise.kernel_size[0])
        y = F.relu6(self.depthwise_norm(self.depthwise(y)), inplace=True)
        y = self.project_norm(self.project(y))
        return x + y if self.has_residual else y


class MobileUNet(nn.Module):
    """Returns logits, as `UNet` does; takes the clean plate's channels beside R, G, B.

    Args:
        shape: Of encoder and decoder.
        in_channels: 3, or more with a clean plate.

    Attributes:
        architecture: Stands for the sizes that fit, and for the channels; its layers are others.
        is_fused: As for `UNet`.
    """

    def __init__(self, shape: MobileShape, in_channels: int) -> None:
        super().__init__()
        self.architecture = replace(
            UNetArchitecture.plain(base_width=8, depth=5), in_channels=in_channels
        )
        self.is_fused = True
        self.stem = nn.Conv2d(in_channels, STEM_CHANNELS, 3, 2, 0, bias=False)
        self.stem_norm = nn.BatchNorm2d(STEM_CHANNELS, eps=EPSILON)
        self._blocks: list[MobileBlock] = []  # of all stages, in order
        stages, taps, inputs = [], [], STEM_CHANNELS
        for number, (kernel, stride, expand, channels, count) in enumerate(STAGES):
            if number == 6 and not shape.last_stage:
                break
            outputs = scaled_channels(channels, shape.width)
            blocks = count if number in (0, 6) else math.ceil(count * shape.depth)
            stage = []
            for index in range(blocks):
                stage.append(
                    MobileBlock(
                        inputs, outputs, kernel=kernel, stride=1 if index else stride, expand=expand
                    )
                )
                inputs = outputs
            stages.append(nn.Sequential(*stage))
            self._blocks += stage
            taps.append(outputs)
        self.stages = nn.ModuleList(stages)
        self.taps = tuple(min(tap, len(stages) - 1) for tap in TAPS)
        skips = [taps[tap] for tap in self.taps]
        full, *rest = shape.decoder
        self.detail = _Conv(in_channels, full)
        below = skips[4]
        self.projects, self.joins = nn.ModuleList(), nn.ModuleList()
        for level in (3, 2, 1, 0):
            channels = rest[level]
            self.projects.append(nn.Conv2d(below, channels, 1))
            self.joins.append(
                nn.Sequential(_Conv(skips[level] + channels, channels), _Conv(channels, channels))
            )
            below = channels
        self.projects.append(nn.Conv2d(below, full, 1))
        self.joins.append(_Conv(2 * full, full))
        self.head = nn.Conv2d(full, 1, 1)
        begin_calmly(self.head)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Float (N, C, H, W) in [0, 1], sides multiples of 32, to logits (N, 1, H, W)."""
        x = with_plate_channels(x, self.architecture)
        detail = self.detail(x, fused=self.is_fused)
        # The encoder knows values around 0; a plate's unknown pixels are 0 in all channels.
        centred = torch.cat((x[:, :3] * 2 - 1, x[:, 3:]), 1)
        y = F.relu6(self.stem_norm(self.stem(_padded(centred, 3))), inplace=True)
        skips = []
        for number, stage in enumerate(self.stages):
            y = stage(y)
            if number in self.taps:
                skips.append(y)
        y = skips.pop()
        for project, join in zip(self.projects, self.joins, strict=True):
            skip = skips.pop() if skips else detail
            y = doubled_beside(skip, project(y), fused=self.is_fused)
            for convolution in join if isinstance(join, nn.Sequential) else (join,):
                y = convolution(y, fused=self.is_fused)
        return self.head(y)

    def load_pretrained(self, tensors: Mapping[str, torch.Tensor]) -> None:
        """Begin with ImageNet's encoder: tensors by their names in `efficientnet_lite_pytorch`.

        Channels of the clean plate begin without any weight.
        """
        with torch.no_grad():
            self.stem.weight.zero_()
            self.stem.weight[:, :3] = tensors["_conv_stem.weight"]
            _load_norm(self.stem_norm, tensors, "_bn0")
            for number, block in enumerate(self._blocks):
                head, index = f"_blocks.{number}.", 0
                for name in ("expand", "depthwise", "project"):
                    convolution = getattr(block, name)
                    if convolution is None:
                        continue
                    convolution.weight.copy_(tensors[f"{head}_{name}_conv.weight"])
                    norm = index if block.expand is not None else index + 1
                    _load_norm(getattr(block, f"{name}_norm"), tensors, f"{head}_bn{norm}")
                    index += 1

    def encoder_parameters(self) -> list[nn.Parameter]:
        """What `load_pretrained` writes."""
        return [*self.stem.parameters(), *self.stem_norm.parameters(), *self.stages.parameters()]


class _Conv(nn.Module):
    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: torch.Tensor, *, fused: bool) -> torch.Tensor:
        return batch_norm_relu(self.norm, self.convolution(x), fused=fused)


def _padded(x: torch.Tensor, kernel: int) -> torch.Tensor:
    """As a stride of 2 is padded in TensorFlow: one more pixel at the lower and the right edge."""
    before, after = (kernel - 2) // 2, (kernel - 1) // 2
    return F.pad(x, (before, after, before, after))


def _load_norm(norm: nn.BatchNorm2d, tensors: Mapping[str, torch.Tensor], name: str) -> None:
    for part in ("weight", "bias", "running_mean", "running_var"):
        getattr(norm, part).copy_(tensors[f"{name}.{part}"])
