"""Window sums and means over small planes: the box and Gaussian filters of the frame path."""

from __future__ import annotations

from numba import float32, prange

from gpu_unet.cpu.compile import parallel_kernel


@parallel_kernel
def window_sum(planes, taps, normalise, lines, out):
    """Separable weighted sum over a window; nothing lies beyond the edge.

    One piece of work per row of a plane: the rows of its window are summed into a line, then
    the line's shifted copies into the output row, both with contiguous inner loops.

    planes: float32 (n, h, w).  taps: float32 (2 r + 1,).  normalise: divide by the taps that lie
    inside.  lines: float32 (at least n * h, w), scratch.  out: float32 (n, h, w).
    """
    count, height, width = planes.shape
    size = taps.shape[0]
    radius = size // 2
    for task in prange(count * height):
        plane = task // height
        row = task % height
        line = lines[task]
        row_weight = float32(0.0)
        first = max(0, radius - row)
        last = min(size, height + radius - row)
        tap = taps[first]
        row_weight += tap
        for x in range(width):
            line[x] = tap * planes[plane, row + first - radius, x]
        for k in range(first + 1, last):
            tap = taps[k]
            row_weight += tap
            for x in range(width):
                line[x] += tap * planes[plane, row + k - radius, x]
        for x in range(width):
            out[plane, row, x] = float32(0.0)
        for k in range(size):
            tap = taps[k]
            shift = k - radius
            for x in range(max(0, -shift), min(width, width - shift)):
                out[plane, row, x] += tap * line[x + shift]
        if normalise:
            full = float32(0.0)
            for k in range(size):
                full += taps[k]
            scale = float32(1.0) / (row_weight * full)
            for x in range(width):
                out[plane, row, x] *= scale
            for x in range(min(radius, width)):
                inside = float32(0.0)
                for k in range(max(0, radius - x), min(size, width + radius - x)):
                    inside += taps[k]
                out[plane, row, x] *= full / inside
            for x in range(max(radius, width - radius), width):
                inside = float32(0.0)
                for k in range(max(0, radius - x), min(size, width + radius - x)):
                    inside += taps[k]
                out[plane, row, x] *= full / inside
