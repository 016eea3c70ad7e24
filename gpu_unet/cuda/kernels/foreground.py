"""Colours of person and original background in the unknown region, by blur fusion.

    F = mean(alpha * I) / mean(alpha)                   the person's colour; means over the window
    B = mean((1 - alpha) * I) / mean(1 - alpha)         the original background's
    F = F + alpha * (I - alpha * F - (1 - alpha) * B)   `unmix`

The first pass is of the picture I, with a wide window that reaches across the region. The second
has a near window, and F and B of the first in place of I; its `unmix` is the full-size pass's, by
the frame's own pixels.

Each pass is a vertical kernel from global memory and a horizontal one from shared memory
(`window.py`).

Source: Forte, Pitie 2021, "Approximate Fast Foreground Colour Estimation" (ICIP).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import green_screen, mean_scale, unmix, weighted_mean
from gpu_unet.cuda.kernels.window import SEGMENT, inside, line_sum, lines_bytes, load_lines
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.kernels.plane_numbers import GREEN, ORIGINAL, ORIGINAL_WEIGHT, PERSON_WEIGHT, SHARES

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 128


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], int32, float32[:,:,::1], int32, "
    "float32[:,:,:,::1])",
    threads=THREADS,
)
def column_sums_kernel(person, original, original_plane, alpha, radius, out):
    """One thread per pixel: vertical sums of both colours times their weights, and of the weights.

    person, original: float32 (B, planes, h, w), fractions; the person's colour begins at
    plane 0, the background's at `original_plane`.
    alpha: float32 (B, h, w), ramped, in [0, 1].  out: float32 (B, SHARES, h, w), written.
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
        out[n, ORIGINAL, row, col] = r0
        out[n, ORIGINAL + 1, row, col] = r1
        out[n, ORIGINAL + 2, row, col] = r2
        out[n, PERSON_WEIGHT, row, col] = shares
        out[n, ORIGINAL_WEIGHT, row, col] = rests


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,::1], int32, float32[:,:,:,::1])",
    threads=SEGMENT,
)
def wide_colours_kernel(sums, planes, alpha, radius, out):
    """First pass, one thread per pixel, a block per row segment: both colours, wide window.

    sums: float32 (B, SHARES, h, w), from `column_sums_kernel`.  planes: float32 (B, 3, h, w).
    alpha: float32 (B, h, w), ramped.
    out: float32 (B, 7, h, w): person and original are written, GREEN is left alone.
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
        person_scale = mean_scale(line_sum(lines, PERSON_WEIGHT, tx, radius) * scale)
        original_scale = mean_scale(line_sum(lines, ORIGINAL_WEIGHT, tx, radius) * scale)
        for c in range(3):
            pixel = planes[n, c, row, col]
            own = line_sum(lines, c, tx, radius) * scale
            other = line_sum(lines, ORIGINAL + c, tx, radius) * scale
            person = weighted_mean(own, pixel, person_scale)
            original = weighted_mean(other, pixel, original_scale)
            out[n, c, row, col] = unmix(pixel, share, person, original)
            out[n, ORIGINAL + c, row, col] = original


@device_function
def _near(lines, plane, tx, radius, scale, before, weight_scale):
    """Weighted mean of one plane in the window; without any weight the value `before`."""
    return weighted_mean(line_sum(lines, plane, tx, radius) * scale, before, weight_scale)


@device_kernel("void(float32[:,:,:,::1], float32[::1], int32, float32[:,:,:,::1])", threads=SEGMENT)
def near_colours_kernel(sums, matrices, radius, out):
    """Second pass, one thread per pixel, a block per row segment: refine in the near window.

    sums: float32 (B, SHARES, h, w), column sums of the first estimate.
    matrices: of `FrameTables`.
    out: float32 (B, 7, h, w): the first estimate, replaced; GREEN becomes how much of a green
    screen the background is, in [0, 1].
    Dynamic shared memory: SHARES lines of SEGMENT + 2 * radius float32.
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
        weight_scale = mean_scale(line_sum(lines, PERSON_WEIGHT, tx, radius) * scale)
        for c in range(3):
            out[n, c, row, col] = _near(
                lines, c, tx, radius, scale, out[n, c, row, col], weight_scale
            )
        weight_scale = mean_scale(line_sum(lines, ORIGINAL_WEIGHT, tx, radius) * scale)
        r0 = _near(lines, ORIGINAL, tx, radius, scale, out[n, ORIGINAL, row, col], weight_scale)
        r1 = _near(
            lines, ORIGINAL + 1, tx, radius, scale, out[n, ORIGINAL + 1, row, col], weight_scale
        )
        r2 = _near(
            lines, ORIGINAL + 2, tx, radius, scale, out[n, ORIGINAL + 2, row, col], weight_scale
        )
        out[n, ORIGINAL, row, col] = r0
        out[n, ORIGINAL + 1, row, col] = r1
        out[n, ORIGINAL + 2, row, col] = r2
        out[n, GREEN, row, col] = green_screen(r0, r1, r2, matrices)


def estimate_colours(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue both estimates; see `reference.edges.unknown_colours`."""
    batch, height, width = p.ramped.shape
    wide, near, sums, out = p.fixed.wide_radius, p.fixed.near_radius, p.column_sums, p.colours
    pixels = -(-batch * height * width // THREADS)
    lines = (-(-width // SEGMENT), height, batch)
    column_sums_kernel[pixels, THREADS, stream](p.planes, p.planes, 0, p.ramped, wide, sums)
    wide_colours_kernel[lines, SEGMENT, stream, lines_bytes(SHARES, wide)](
        sums, p.planes, p.ramped, wide, out
    )
    column_sums_kernel[pixels, THREADS, stream](out, out, ORIGINAL, p.ramped, near, sums)
    near_colours_kernel[lines, SEGMENT, stream, lines_bytes(SHARES, near)](
        sums, p.tables["matrices"], near, out
    )
