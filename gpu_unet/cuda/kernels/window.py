# type: ignore - device code: Numba has types of its own, which no checker knows
"""Window means over small planes: the box filter of the frame path."""

from __future__ import annotations

from typing import Any

from numba import cuda, float32

from gpu_unet.cuda.launch import device_kernel

THREADS = 128


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1], int32)", threads=128)
def box_rows_kernel(planes, out, radius):
    """One thread per value, a plane per blockIdx.y, a picture per blockIdx.z: mean over rows."""
    _, _, height, width = planes.shape
    index = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    plane, n = cuda.blockIdx.y, cuda.blockIdx.z
    row, col = index // width, index % width
    if row < height:
        first, last = max(row - radius, 0), min(row + radius, height - 1)
        total = float32(0)
        for k in range(first, last + 1):
            total += planes[n, plane, k, col]
        out[n, plane, row, col] = total / float32(last - first + 1)


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1], int32)", threads=128)
def box_columns_kernel(planes, out, radius):
    """As `box_rows_kernel`, over columns."""
    _, _, height, width = planes.shape
    index = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    plane, n = cuda.blockIdx.y, cuda.blockIdx.z
    row, col = index // width, index % width
    if row < height:
        first, last = max(col - radius, 0), min(col + radius, width - 1)
        total = float32(0)
        for k in range(first, last + 1):
            total += planes[n, plane, row, k]
        out[n, plane, row, col] = total / float32(last - first + 1)


def box_mean(planes: Any, lines: Any, out: Any, *, radius: int, stream: Any) -> None:
    """Enqueue the mean over the part of a (2 radius + 1)^2 window that lies inside.

    Args:
        planes: float32 (B, n, h, w).
        lines: As `planes`, scratch.
        out: As `planes`, written; may be `planes`.
        radius: In pixels.
        stream: Where to enqueue.
    """
    batch, count, height, width = planes.shape
    grid = (-(-height * width // THREADS), count, batch)
    box_rows_kernel[grid, THREADS, stream](planes, lines, radius)
    box_columns_kernel[grid, THREADS, stream](lines, out, radius)
