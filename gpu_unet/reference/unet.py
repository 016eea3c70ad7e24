"""NumPy reference of the whole network, and of the mean of two of its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gpu_unet.architecture import NEAREST, OVERSHOOT, UNetArchitecture, Unit
from gpu_unet.reference.layers import (
    Array,
    activated,
    concatenate,
    conv2d,
    depthwise_conv2d,
    max_pool,
    padded_for,
    pointwise_conv2d,
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
    given = x
    for level in range(1, levels + 1):
        if level == 2 and architecture.stages:
            x = given
        elif level > 1 and not architecture.stages:
            x = max_pool(x, (2, 2))
        for unit in architecture.encoder(level):
            x = _computed(x, unit, layers)
        outputs[f"down{level}"] = x
    for join in range(1, levels):
        up, units = architecture.decoder(join)
        layer = layers[up.name]
        if up.kind == "transpose":
            x = transposed_conv2d(x, layer.weight, layer.bias)
        else:
            x = upsample_bilinear_2x(pointwise_conv2d(x, layer.weight, layer.bias))
        x = concatenate(outputs[f"down{levels - join}"], x)
        for unit in units:
            x = _computed(x, unit, layers)
        outputs[f"up{join}"] = x
    head = layers["head"]
    outputs["head"] = pointwise_conv2d(x, head.weight, head.bias)
    return np.ascontiguousarray(sigmoid(outputs["head"])[..., 0])


def _computed(x: Array, unit: Unit, layers: Mapping[str, Layer]) -> Array:
    read = x
    for spec in unit:
        layer = layers[spec.name]
        if spec.kind == "pointwise":
            x = pointwise_conv2d(x, layer.weight, layer.bias)
        else:
            x = padded_for(x, spec.kernel, spec.stride)
            if spec.kind == "conv":
                stride = (spec.stride, spec.stride)
                x = conv2d(x, layer.weight, layer.bias, stride=stride)
            else:
                x = depthwise_conv2d(
                    x, layer.weight, layer.bias, padding=(0, 0), stride=spec.stride
                )
        x = activated(x, spec.activation)
        if spec.adds_input:
            x = x + read
    return x


def look_twice(x: Array, network: Callable[[Array], Array]) -> Array:
    """Alpha of a batch of pictures by flip-test averaging, or test-time flip augmentation.

    That is the mean of alpha(x) and flip(alpha(flip(x))). The result is equivariant: a mirrored
    picture gives the mirrored alpha, for any network. Differences between the two alphas are
    errors, and averaging reduces them.

    Args:
        x: (N, H, W, in_channels), the network's whole input: the clean plate is mirrored too.
        network: Maps such a batch to alpha (N, H, W), in its dtype.

    Returns:
        (N, H, W), in the network's dtype; see `mean_by_logits`.
    """
    return mean_by_logits(network(x), network(x[:, :, ::-1])[:, :, ::-1])


def mean_by_logits(first: Array, second: Array) -> Array:
    """The mean of two alphas of the same picture, by their logits.

    sigmoid((logit(a) + logit(b)) / 2): where one answer is sure and the other doubts, the sure one
    has the say. Without logits:

        p = sqrt(a * b),   q = sqrt((1 - a) * (1 - b)),   mean = p / (p + q)

    Also known as logarithmic opinion pool (Genest and Zidek 1986).

    The order of the two does not matter, to the last bit.

    Args:
        first: Alpha of any shape, float32 or float64.
        second: Another one of the same shape and dtype.

    Returns:
        In [0, 1], 0 and 1 included, in their dtype; NaN where either is NaN or outside [0, 1], so
        that a fault stays visible.
    """
    number = first.dtype.type
    nearest, overshoot, one = number(NEAREST), number(OVERSHOOT), number(1)
    a, b = (np.clip(alpha, nearest, one - nearest) for alpha in (first, second))
    p, q = np.sqrt(a * b), np.sqrt((one - a) * (one - b))
    mean = np.clip(number(1 + 2 * OVERSHOOT) * p / (p + q) - overshoot, 0, 1)
    is_sound = (first >= 0) & (first <= 1) & (second >= 0) & (second <= 1)
    return np.where(is_sound, mean, number(np.nan))
