"""Window sums and means over small planes: the box and Gaussian filters of the frame path."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import prange

from gpu_unet.cpu.compile import device_function, parallel_kernel


@device_function
def add_scaled(out, factor, line):
    """Add a line times a factor. Both are slices from 0: any other index would cost the SIMD."""
    for x in range(out.shape[0]):
        out[x] += factor * line[x]


@parallel_kernel
def window_sum(planes, taps, row_scale, column_scale, lines, out):
    """Separable weighted sum over a window; nothing lies beyond the edge.

    One piece of work per row of a plane: the rows of its window are summed into a line, then
    the line's shifted copies into the output row.

    planes: float32 (n, h, w).  taps: float32 (2 r + 1,).  row_scale: float32 (h,),
    column_scale: float32 (w,), multiplied on: from `inside_scale` for a mean.
    lines: float32 (at least n * h, w), scratch.  out: float32 (n, h, w).
    """
    count, height, width = planes.shape
    size = taps.shape[0]
    radius = size // 2
    for task in prange(count * height):
        plane = planes[task // height]
        row = task % height
        line = lines[task]
        target = out[task // height, row]
        first = max(0, radius - row)
        source = plane[row + first - radius]
        tap = taps[first]
        for x in range(width):
            line[x] = tap * source[x]
        for k in range(first + 1, min(size, height + radius - row)):
            add_scaled(line, taps[k], plane[row + k - radius])
        tap = taps[radius]
        for x in range(width):
            target[x] = tap * line[x]
        for k in range(radius):
            shift = radius - k
            if shift < width:
                add_scaled(target[shift:], taps[k], line[: width - shift])
                add_scaled(target[: width - shift], taps[size - 1 - k], line[shift:])
        scale = row_scale[row]
        for x in range(width):
            target[x] *= scale * column_scale[x]


def inside_scale(taps: npt.NDArray[np.float32], size: int) -> npt.NDArray[np.float32]:
    """One over the sum of the taps that lie inside, for each position of an axis."""
    inside = np.convolve(np.ones(size), taps.astype(np.float64), mode="full")
    radius = len(taps) // 2
    return (1.0 / inside[radius : radius + size]).astype(np.float32)
