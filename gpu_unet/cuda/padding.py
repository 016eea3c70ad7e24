"""Pad a network's channels with zeros to multiples of the GPU kernels' vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import LayerSpec, MobileStage, UNetArchitecture
from gpu_unet.weights import Layer

CHANNEL_STEP = 8  # float16 values of a 16-byte vector

Float32 = npt.NDArray[np.float32]
Segments = list[tuple[int, int]]


def pad_channels(
    layers: Mapping[str, Layer], architecture: UNetArchitecture, *, step: int = CHANNEL_STEP
) -> tuple[dict[str, Layer], UNetArchitecture]:
    """Round every width up to a multiple of `step`; the network computes the same.

    Added channels have zero weights and biases, so they stay zero, and the layers that read them
    have zero weights for them.

    Returns:
        (layers, architecture) at the padded widths; arrays without padding are shared.
    """
    stem, stages = _padded_stages(architecture, step)
    widths = tuple(_up(width, step) for width in architecture.widths)
    if stages:  # which end in the lowest width
        widths = (*widths[:-1], stages[-1].channels)
    padded = replace(architecture, widths=widths, stages=stages, stem=stem)
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


def _padded_stages(
    architecture: UNetArchitecture, step: int
) -> tuple[int, tuple[MobileStage, ...]]:
    """(stem, stages) at the padded widths.

    Neighbours of different widths keep different ones: a block whose widths became equal would add
    its input.
    """
    before, stages = architecture.stem, []
    stem = padded_before = _up(before, step)
    for stage in architecture.stages:
        padded = _up(stage.channels, step)
        if stage.channels != before and padded == padded_before:
            padded += step
        stages.append(replace(stage, channels=padded))
        before, padded_before = stage.channels, padded
    return stem, tuple(stages)


def _up(channels: int, step: int) -> int:
    return -(-channels // step) * step


def _segments(
    old: LayerSpec, new: LayerSpec, before: UNetArchitecture, after: UNetArchitecture
) -> Segments:
    """(channels, padded channels) of the parts that a layer reads side by side."""
    is_join = old.name.startswith("up") and old.kind in ("conv", "depthwise", "pointwise")
    skip = (before.skip_channels(old.level), after.skip_channels(new.level))
    width = (before.widths[old.level - 1], after.widths[new.level - 1])
    if is_join and old.in_channels == skip[0] + width[0]:
        return [skip, width]  # what comes from below stands behind the skip
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
