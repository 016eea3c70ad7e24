# type: ignore - device code: Numba has types of its own, which no checker knows
"""Window sums and means over small planes: the box and Gaussian filters of the frame path."""

from __future__ import annotations

import math
from typing import Any

from numba import cuda, float32, int32

from gpu_unet.cuda.launch import device_function, device_kernel

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


@device_function
def _bell(distance, sigma):
    """Weight of a Gaussian, not normalised."""
    share = float32(distance) / sigma
    return math.exp(float32(-0.5) * share * share)


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], int32, int32, int32)", threads=128
)
def gaussian_kernel(planes, out, params, sigma_at, is_mean, along_columns):
    """One thread per pixel: every plane of it, so that each weight is computed once.

    planes, out: float32 (B, at most 4, h, w). params[sigma_at]: sigma in pixels.
    is_mean: divide by the weights inside the plane, else by all of the window's.
    along_columns: the direction of the window.
    """
    batch, count, height, width = planes.shape
    index = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    col = index % width
    row = (index // width) % height
    n = index // (width * height)
    if n < batch:
        sigma = params[sigma_at]
        radius = int32(math.ceil(float32(3) * sigma))
        place, size = (col, width) if along_columns == 1 else (row, height)
        totals = cuda.local.array(4, float32)
        for plane in range(4):
            totals[plane] = float32(0)
        inside = float32(0)
        whole = float32(0)
        for k in range(-radius, radius + 1):
            weight = _bell(k, sigma)
            whole += weight
            other = place + k
            if other >= 0 and other < size:
                inside += weight
                for plane in range(4):
                    if plane < count:
                        if along_columns == 1:
                            totals[plane] += weight * planes[n, plane, row, other]
                        else:
                            totals[plane] += weight * planes[n, plane, other, col]
        scale = float32(1) / (inside if is_mean == 1 else whole)
        for plane in range(4):
            if plane < count:
                out[n, plane, row, col] = totals[plane] * scale


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


def gaussian(
    planes: Any, lines: Any, out: Any, params: Any, sigma_at: int, *, is_mean: bool, stream: Any
) -> None:
    """Enqueue a Gaussian sum (or mean) over windows; at most four planes.

    Args:
        planes: float32 (B, n, h, w), n up to 4.
        lines: As `planes`, scratch.
        out: As `planes`, written; may be `planes`.
        params: The batch's parameters on the device.
        sigma_at: Where sigma stands in them.
        is_mean: Divide by the weights that lie inside.
        stream: Where to enqueue.
    """
    batch, count, height, width = planes.shape
    assert count <= 4, f"{count} planes, at most 4"
    grid = -(-batch * height * width // THREADS)
    gaussian_kernel[grid, THREADS, stream](planes, lines, params, sigma_at, int(is_mean), 0)
    gaussian_kernel[grid, THREADS, stream](lines, out, params, sigma_at, int(is_mean), 1)
