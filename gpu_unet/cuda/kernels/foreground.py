# type: ignore - device code: Numba has types of its own, which no checker knows
"""Colours of person and original background in the unknown region, by blur fusion."""

from __future__ import annotations

from typing import Any

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.pixel import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import green_screen, mean_scale, unmix, weighted_mean
from gpu_unet.cuda.kernels.window import SEGMENT, inside, line_sum, lines_bytes, load_lines
from gpu_unet.cuda.launch import device_function, device_kernel

THREADS = 128
# Planes that are averaged over windows: both colours times their weight, weights.
SHARES = 8


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], int32, float32[:,:,::1], int32, "
    "float32[:,:,:,::1])",
    threads=THREADS,
)
def column_sums_kernel(person, original, original_plane, alpha, radius, out):
    """One thread per pixel: both colours times their weight, summed over the window's rows.

    person, original: float32 (B, planes, h, w): colours from plane 0, from `original_plane` on.
    alpha: float32 (B, h, w), ramped.  out: float32 (B, SHARES, h, w), written.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < alpha.shape[0]:
        p0 = p1 = p2 = r0 = r1 = r2 = shares = rests = float32(0.0)
        for y in range(max(row - radius, 0), min(row + radius + 1, height)):
            share = alpha[n, y, col]
            rest = float32(1.0) - share
            p0 += person[n, 0, y, col] * share
            p1 += person[n, 1, y, col] * share
            p2 += person[n, 2, y, col] * share
            r0 += original[n, original_plane, y, col] * rest
            r1 += original[n, original_plane + 1, y, col] * rest
            r2 += original[n, original_plane + 2, y, col] * rest
            shares += share
            rests += rest
        out[n, 0, row, col] = p0
        out[n, 1, row, col] = p1
        out[n, 2, row, col] = p2
        out[n, 3, row, col] = r0
        out[n, 4, row, col] = r1
        out[n, 5, row, col] = r2
        out[n, 6, row, col] = shares
        out[n, 7, row, col] = rests


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,::1], int32, float32[:,:,:,::1])",
    threads=SEGMENT,
)
def wide_colours_kernel(sums, planes, alpha, radius, out):
    """One thread per pixel, a block per segment of a row: the first estimate of both colours.

    sums: float32 (B, SHARES, h, w), from `column_sums_kernel`.  planes: float32 (B, 3, h, w).
    alpha: float32 (B, h, w).  out: float32 (B, 7, h, w): person, original; plane 6 is not touched.
    Dynamic shared memory: SHARES lines of SEGMENT + 2 * radius float32.
    """
    lines = cuda.shared.array(0, float32)
    tx = int32(cuda.threadIdx.x)
    col = int32(cuda.blockIdx.x) * int32(SEGMENT) + tx
    row = int32(cuda.blockIdx.y)
    n = int32(cuda.blockIdx.z)
    load_lines(sums, SHARES, n, row, radius, lines)
    cuda.syncthreads()  # the lines are complete before windows are summed
    if col < alpha.shape[2]:
        count = inside(row, radius, alpha.shape[1]) * inside(col, radius, alpha.shape[2])
        scale = float32(1.0) / float32(count)
        share = alpha[n, row, col]
        person_scale = mean_scale(line_sum(lines, 6, tx, radius) * scale)
        original_scale = mean_scale(line_sum(lines, 7, tx, radius) * scale)
        for c in range(3):
            pixel = planes[n, c, row, col]
            own = line_sum(lines, c, tx, radius) * scale
            other = line_sum(lines, 3 + c, tx, radius) * scale
            person = weighted_mean(own, pixel, person_scale)
            original = weighted_mean(other, pixel, original_scale)
            out[n, c, row, col] = unmix(pixel, share, person, original)
            out[n, 3 + c, row, col] = original


@device_function
def _near(lines, plane, tx, radius, scale, before, weight_scale):
    """Weighted mean of one plane; where no weight is, what stood there before."""
    return weighted_mean(line_sum(lines, plane, tx, radius) * scale, before, weight_scale)


@device_kernel("void(float32[:,:,:,::1], float32[::1], int32, float32[:,:,:,::1])", threads=SEGMENT)
def near_colours_kernel(sums, matrices, radius, out):
    """One thread per pixel, a block per segment of a row: the second estimate, from the first.

    sums: float32 (B, SHARES, h, w), column sums of the first estimate.
    matrices: of `FrameTables`.
    out: float32 (B, 7, h, w): the first estimate, replaced; plane 6: how much of a green screen it
    is, in [0, 1].  Dynamic shared memory: SHARES lines of SEGMENT + 2 * radius float32.
    """
    lines = cuda.shared.array(0, float32)
    tx = int32(cuda.threadIdx.x)
    col = int32(cuda.blockIdx.x) * int32(SEGMENT) + tx
    row = int32(cuda.blockIdx.y)
    n = int32(cuda.blockIdx.z)
    load_lines(sums, SHARES, n, row, radius, lines)
    cuda.syncthreads()  # the lines are complete before windows are summed
    if col < out.shape[3]:
        count = inside(row, radius, out.shape[2]) * inside(col, radius, out.shape[3])
        scale = float32(1.0) / float32(count)
        weight_scale = mean_scale(line_sum(lines, 6, tx, radius) * scale)
        for c in range(3):
            out[n, c, row, col] = _near(
                lines, c, tx, radius, scale, out[n, c, row, col], weight_scale
            )
        weight_scale = mean_scale(line_sum(lines, 7, tx, radius) * scale)
        r0 = _near(lines, 3, tx, radius, scale, out[n, 3, row, col], weight_scale)
        r1 = _near(lines, 4, tx, radius, scale, out[n, 4, row, col], weight_scale)
        r2 = _near(lines, 5, tx, radius, scale, out[n, 5, row, col], weight_scale)
        out[n, 3, row, col] = r0
        out[n, 4, row, col] = r1
        out[n, 5, row, col] = r2
        out[n, 6, row, col] = green_screen(r0, r1, r2, matrices)


def estimate_colours(
    planes: Any,
    alpha: Any,
    matrices: Any,
    sums: Any,
    out: Any,
    *,
    wide_radius: int,
    near_radius: int,
    stream: Any,
) -> None:
    """Enqueue both estimates; see `reference.edges.unknown_colours`.

    Args:
        planes: float32 (B, 3, h, w), fractions of 255.
        alpha: float32 (B, h, w), ramped.
        matrices: Of `FrameTables`.
        sums: float32 (B, SHARES, h, w), scratch.
        out: float32 (B, 7, h, w), written.
        wide_radius: Of the first estimate's windows, in pixels.
        near_radius: Of the second's.
        stream: Where to enqueue.
    """
    batch, height, width = alpha.shape
    pixels = -(-batch * height * width // THREADS)
    lines = (-(-width // SEGMENT), height, batch)
    wide_bytes = lines_bytes(SHARES, wide_radius)
    near_bytes = lines_bytes(SHARES, near_radius)
    column_sums_kernel[pixels, THREADS, stream](planes, planes, 0, alpha, wide_radius, sums)
    wide_colours_kernel[lines, SEGMENT, stream, wide_bytes](sums, planes, alpha, wide_radius, out)
    column_sums_kernel[pixels, THREADS, stream](out, out, 3, alpha, near_radius, sums)
    near_colours_kernel[lines, SEGMENT, stream, near_bytes](sums, matrices, near_radius, out)
