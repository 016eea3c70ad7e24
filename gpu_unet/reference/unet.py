"""NumPy reference of the whole network, which can also return every block's output."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.reference.layers import (
    Array,
    concatenate,
    conv2d,
    depthwise_conv2d,
    max_pool,
    pointwise_conv2d,
    relu,
    sigmoid,
    transposed_conv2d,
    upsample_bilinear_2x,
)
from gpu_unet.weights import Layer


def unet(
    x: Array,
    architecture: UNetArchitecture,
    layers: Mapping[str, Layer],
    *,
    block_outputs: dict[str, Array] | None = None,
) -> Array:
    """Alpha of a batch of pictures.

    Args:
        x: (N, H, W, in_channels), RGB in [0, 1]; H and W divisible by `2 ** depth`.
        architecture: Its height and width do not matter here.
        layers: Folded, as in `Weights.layers`.
        block_outputs: If given, receives what "down1", ..., "up1", ... put out, NHWC, and
            "head", the alpha before the sigmoid, (N, H, W, 1).

    Returns:
        (N, H, W), in [0, 1], dtype of `x`.
    """
    outputs: dict[str, Array] = {} if block_outputs is None else block_outputs
    levels = architecture.depth + 1
    for level in range(1, levels + 1):
        if level > 1:
            x = max_pool(x, (2, 2))
        x = outputs[f"down{level}"] = _block(x, f"down{level}", level, architecture, layers)
    for join in range(1, levels):
        level = levels - join
        if architecture.up == "transpose":
            layer = layers[f"up{join}.transpose"]
            x = transposed_conv2d(x, layer.weight, layer.bias)
        else:
            layer = layers[f"up{join}.project"]
            x = upsample_bilinear_2x(pointwise_conv2d(x, layer.weight, layer.bias))
        x = concatenate(outputs[f"down{level}"], x)
        x = outputs[f"up{join}"] = _block(x, f"up{join}", level, architecture, layers)
    head = layers["head"]
    outputs["head"] = pointwise_conv2d(x, head.weight, head.bias)
    return np.ascontiguousarray(sigmoid(outputs["head"])[..., 0])


def _block(
    x: Array, name: str, level: int, architecture: UNetArchitecture, layers: Mapping[str, Layer]
) -> Array:
    for index in range(1, architecture.convs[level - 1] + 1):
        if architecture.blocks[level - 1] == "plain":
            layer = layers[f"{name}.conv{index}"]
            x = relu(conv2d(x, layer.weight, layer.bias, padding=(1, 1)))
        else:
            layer = layers[f"{name}.depthwise{index}"]
            x = relu(depthwise_conv2d(x, layer.weight, layer.bias))
            layer = layers[f"{name}.pointwise{index}"]
            x = relu(pointwise_conv2d(x, layer.weight, layer.bias))
    return x
