"""Pad a network's channels with zeros to multiples of the GPU kernels' vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.weights import Layer

CHANNEL_STEP = 8  # float16 values of a 16-byte vector

Float32 = npt.NDArray[np.float32]
Segments = list[tuple[int, int]]


def pad_channels(
    layers: Mapping[str, Layer], architecture: UNetArchitecture, *, step: int = CHANNEL_STEP
) -> tuple[dict[str, Layer], UNetArchitecture]:
    """Round every level's width up to a multiple of `step`; the network computes the same.

    Added channels have zero weights and biases, so they stay zero, and the layers that read them
    have zero weights for them.

    Returns:
        (layers, architecture) at the padded widths; arrays without padding are shared.
    """
    padded = replace(architecture, widths=tuple(-(-w // step) * step for w in architecture.widths))
    if padded == architecture:
        return dict(layers), architecture
    result = {}
    for old, new in zip(architecture.layers(), padded.layers(), strict=True):
        inner = _segments(old, new, architecture, padded)
        layer = layers[old.name]
        if new.kind == "depthwise":
            weight = _spread(layer.weight, 0, inner)
            bias = _spread(layer.bias, 0, inner)
        else:
            outer = [(old.out_channels, new.out_channels)]
            out_axis, in_axis = (1, 0) if new.kind == "transpose" else (0, 1)
            weight = _spread(_spread(layer.weight, out_axis, outer), in_axis, inner)
            bias = _spread(layer.bias, 0, outer)
        result[old.name] = Layer(new, weight, bias)
    return result, padded


def _segments(
    old: LayerSpec, new: LayerSpec, before: UNetArchitecture, after: UNetArchitecture
) -> Segments:
    """(channels, padded channels) of the parts that a layer reads side by side."""
    width, padded_width = before.widths[old.level - 1], after.widths[new.level - 1]
    is_concat = old.name.startswith("up") and old.kind in ("conv", "depthwise", "pointwise")
    if is_concat and old.in_channels == 2 * width:
        return [(width, padded_width)] * 2  # the skip, then what comes from below
    return [(old.in_channels, new.in_channels)]


def _spread(values: Float32, axis: int, segments: Segments) -> Float32:
    """`values` with zeros behind each segment of `axis`."""
    parts, start = [], 0
    for size, padded_size in segments:
        part = np.take(values, range(start, start + size), axis)
        margins = [(0, 0)] * values.ndim
        margins[axis] = (0, padded_size - size)
        parts.append(np.pad(part, margins))
        start += size
    return np.concatenate(parts, axis)
