"""Networks whose encoder is an EfficientNet-Lite, which may begin with what it learnt of ImageNet.

Source: Tan & Le 2019, https://arxiv.org/abs/1905.11946; "Lite" has no squeeze-and-excitation,
ReLU6, a stem and a last stage of fixed width.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from torch import nn

from gpu_unet.architecture import LayerSpec, MobileStage, UNetArchitecture
from lab.training.network.model import UNet

STAGES = (
    MobileStage(kernel=3, stride=1, expansion=1, channels=16, blocks=1),
    MobileStage(kernel=3, stride=2, expansion=6, channels=24, blocks=2),
    MobileStage(kernel=5, stride=2, expansion=6, channels=40, blocks=2),
    MobileStage(kernel=3, stride=2, expansion=6, channels=80, blocks=3),
    MobileStage(kernel=5, stride=1, expansion=6, channels=112, blocks=3),
    MobileStage(kernel=5, stride=2, expansion=6, channels=192, blocks=4),
    MobileStage(kernel=3, stride=1, expansion=6, channels=320, blocks=1),
)


def mobile_architecture(
    *,
    width: float,
    depth: float,
    decoder: Sequence[int],
    in_channels: int,
    last_stage: bool = True,
) -> UNetArchitecture:
    """One of the family, at its smallest size.

    Args:
        width: Scale of the stages' channels.
        depth: Scale of the stages' blocks, but for the first and the last stage.
        decoder: Channels at full size, 1/2, 1/4, 1/8 and 1/16.
        in_channels: 3, or 7 with a clean plate.
        last_stage: Whether the last, widest stage is used.
    """
    inner = range(1, len(STAGES) - 1)
    stages = tuple(
        replace(
            stage,
            channels=scaled_channels(stage.channels, width),
            blocks=math.ceil(stage.blocks * depth) if number in inner else stage.blocks,
        )
        for number, stage in enumerate(STAGES if last_stage else STAGES[:-1])
    )
    levels = len(decoder) + 1
    return UNetArchitecture(
        widths=(*decoder, stages[-1].channels),
        blocks=("plain",) * levels,
        convs=(1, *(2,) * (levels - 2), 1),
        up="bilinear",
        in_channels=in_channels,
        height=2 ** (levels - 1),
        width=2 ** (levels - 1),
        stages=stages,
    )


def scaled_channels(channels: int, width: float) -> int:
    """Channels scaled and rounded to eights, never down by more than a tenth."""
    scaled = channels * width
    rounded = max(8, int(scaled + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * scaled else rounded


def load_imagenet(model: UNet, tensors: Mapping[str, torch.Tensor]) -> None:
    """Begin with ImageNet's encoder: tensors by their names in `efficientnet_lite_pytorch`.

    It reads 2 x - 1 where ours reads x in [0, 1]: the stem is scaled and its mean moved. Channels
    of the clean plate begin without any weight.
    """
    levels = range(2, model.architecture.depth + 2)
    stem, *blocks = (block for level in levels for block in model.architecture.encoder(level))
    with torch.no_grad():
        stem_weight, stem_norm = _layer_and_norm(model, stem[0])
        given = tensors["_conv_stem.weight"]
        stem_weight.zero_()
        stem_weight[:, :3] = 2 * given
        _load_norm(stem_norm, tensors, "_bn0")
        stem_norm.running_mean += given.sum((1, 2, 3))  # type: ignore[operator]
        for number, block in enumerate(blocks):
            for index, spec in enumerate(block):
                name = spec.name.rpartition(".")[2]
                weight, norm = _layer_and_norm(model, spec)
                weight.copy_(tensors[f"_blocks.{number}._{name}_conv.weight"])
                # Without an expand the numbers begin with 1.
                place = index + (3 - len(block))
                _load_norm(norm, tensors, f"_blocks.{number}._bn{place}")


def _layer_and_norm(model: UNet, spec: LayerSpec) -> tuple[torch.Tensor, nn.BatchNorm2d]:
    layer = model.layers[spec.name.replace(".", "/")]
    norm = model.layers[spec.batch_norm_name.replace(".", "/")]
    return layer.weight, norm  # type: ignore[return-value]


def _load_norm(norm: nn.BatchNorm2d, tensors: Mapping[str, torch.Tensor], name: str) -> None:
    for part in ("weight", "bias", "running_mean", "running_var"):
        getattr(norm, part).copy_(tensors[f"{name}.{part}"])
