"""Resampling tables: source samples and weights of each output sample along one axis."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class AxisTaps(NamedTuple):
    """How one axis is resampled: output i is the sum of weights[i, k] * source[first[i] + k].

    Attributes:
        first: int32 (out_size,).
        weights: float32 (out_size, taps), each row sums to 1; unused taps weigh 0 and never
            point outside the source.
    """

    first: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]


def axis_taps(source_size: int, out_size: int) -> AxisTaps:
    """Exact area averaging where the axis shrinks, bilinear (half-pixel centres) where it grows."""
    scale = source_size / out_size
    index = np.arange(out_size)
    start, stop = index * scale, (index + 1) * scale
    centre = np.clip((index + 0.5) * scale - 0.5, 0.0, source_size - 1.0)
    if scale > 1.0:
        # Rounded, because a pixel's edge at 4.9999999 is meant to be 5.
        first = np.floor(np.round(start, 9)).astype(np.int32)
        taps = int((np.ceil(np.round(stop, 9)).astype(np.int32) - first).max())
    else:
        first = np.floor(centre).astype(np.int32)
        taps = min(2, source_size)
    first = np.minimum(first, source_size - taps).astype(np.int32)
    position = first[:, None] + np.arange(taps)
    if scale > 1.0:
        overlap = np.minimum(stop[:, None], position + 1) - np.maximum(start[:, None], position)
        weights = np.maximum(overlap, 0.0)
    else:
        weights = np.maximum(1.0 - np.abs(centre[:, None] - position), 0.0)
    weights /= weights.sum(axis=1, keepdims=True)
    return AxisTaps(np.ascontiguousarray(first), np.ascontiguousarray(weights, np.float32))


class AxisPairs(NamedTuple):
    """Bilinear enlargement of one axis: out[i] lies `fraction[i]` of the way from low to high.

    Attributes:
        low, high: uint32 (out_size,), high is low or low + 1. Unsigned, because Numba tests every
            signed index for negative values, which prevents SIMD.
        fraction: float32 (out_size,) in [0, 1).
    """

    low: npt.NDArray[np.uint32]
    high: npt.NDArray[np.uint32]
    fraction: npt.NDArray[np.float32]


def axis_pairs(small_size: int, out_size: int, *, mirror: bool = False) -> AxisPairs:
    """Bilinear, half-pixel centres, edges clamped; `mirror` reverses the result's order."""
    scale = small_size / out_size
    centre = np.clip((np.arange(out_size) + 0.5) * scale - 0.5, 0.0, small_size - 1.0)
    if mirror:
        centre = centre[::-1]
    low = np.floor(centre).astype(np.uint32)
    high = np.minimum(low + 1, small_size - 1).astype(np.uint32)
    return AxisPairs(low, high, (centre - low).astype(np.float32))
