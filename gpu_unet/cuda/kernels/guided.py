"""Fast guided filter: alpha as a local linear function of the picture, at the network's size.

    alpha(pixel) = slopes . pixel + offset,   slopes = (cov(I) + epsilon)^-1 cov(I, alpha)

of each window; a pixel has the mean of the windows around it, weighted by how well each explains
alpha. The full-size pass enlarges these coefficients. Four launches:

    guide_columns   vertical means of MOMENTS       ->  moments
    guide_solve     horizontal means, 3x3 solve     ->  windows
    box_columns     vertical means                  ->  column_means
    guide_apply     horizontal means, apply, ramp   ->  coefficients, ramped

Source: He, Sun, Tang 2013, "Guided Image Filtering", section 3.4; He, Sun 2015, "Fast Guided
Filter", https://arxiv.org/abs/1505.00996; weights (0051): Chen, Wu 2020, "Weighted aggregation for
guided image filtering", https://doi.org/10.1007/s11760-019-01579-1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import ramp, solve_window
from gpu_unet.cuda.kernels.window import (
    SEGMENT,
    box_columns_kernel,
    inside,
    line_sum,
    lines_bytes,
    load_lines,
)
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.kernels.parameters import GUIDE_EPSILON, RAMP_LOW, RAMP_SLOPE
from gpu_unet.kernels.plane_numbers import MOMENTS, OFFSET, WINDOW_WEIGHT, WINDOWS

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 128


@device_kernel("void(float32[:,:,::1], float32[:,:,:,::1], float32[:,:,:,::1], int32)", threads=128)
def guide_columns_kernel(alpha, planes, out, radius):
    """One thread per pixel: vertical window means of guide, alpha and their products.

    The products are formed while reading: 4 loads a row, where the MOMENTS would take 14.
    alpha: float32 (B, h, w), in [0, 1]. planes: float32 (B, 3, h, w), fractions.
    out: float32 (B, MOMENTS, h, w), written.
    """
    batch, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        sums = cuda.local.array(MOMENTS, float32)
        for i in range(MOMENTS):
            sums[i] = float32(0)
        first, last = max(row - radius, 0), min(row + radius, height - 1)
        for k in range(first, last + 1):
            a = planes[n, 0, k, col]
            b = planes[n, 1, k, col]
            c = planes[n, 2, k, col]
            p = alpha[n, k, col]
            sums[0] += a
            sums[1] += b
            sums[2] += c
            sums[3] += p
            sums[4] += a * a
            sums[5] += a * b
            sums[6] += a * c
            sums[7] += b * b
            sums[8] += b * c
            sums[9] += c * c
            sums[10] += a * p
            sums[11] += b * p
            sums[12] += c * p
            sums[13] += p * p
        scale = float32(1) / float32(last - first + 1)
        for i in range(MOMENTS):
            out[n, i, row, col] = sums[i] * scale


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], int32)", threads=SEGMENT)
def guide_solve_kernel(moments, out, params, radius):
    """One thread per pixel, a block per row segment: horizontal means, then the regression.

    moments: float32 (B, MOMENTS, h, w), from `guide_columns_kernel`.
    out: float32 (B, WINDOWS, h, w), written: three slopes and the offset of the window at each
    pixel, times its weight, and the weight.
    Dynamic shared memory: MOMENTS lines of SEGMENT + 2 * radius float32.
    """
    lines = cuda.shared.array(0, float32)
    tx = int32(cuda.threadIdx.x)
    col = int32(cuda.blockIdx.x) * int32(SEGMENT) + tx
    row = int32(cuda.blockIdx.y)
    n = int32(cuda.blockIdx.z)
    load_lines(moments, MOMENTS, n, row, radius, lines)
    cuda.syncthreads()  # the lines are complete before windows are summed
    width = moments.shape[3]
    if col < width:
        m = cuda.local.array(MOMENTS, float32)
        scale = float32(1) / float32(inside(col, radius, width))
        for i in range(MOMENTS):
            m[i] = line_sum(lines, i, tx, radius) * scale
        sx, sy, sz, offset, weight = solve_window(
            m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], m[12], m[13],
            params[GUIDE_EPSILON],
        )  # fmt: skip
        out[n, 0, row, col] = sx
        out[n, 1, row, col] = sy
        out[n, 2, row, col] = sz
        out[n, OFFSET, row, col] = offset
        out[n, WINDOW_WEIGHT, row, col] = weight


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,::1], "
    "float32[::1], int32)",
    threads=SEGMENT,
)
def guide_apply_kernel(column_means, planes, coefficients, ramped, params, radius):
    """One thread per pixel, a block per row segment: mean coefficients, applied and ramped.

    column_means: float32 (B, WINDOWS, h, w), vertical means of the windows.
    planes: float32 (B, 3, h, w). coefficients: float32 (B, 4 or more, h, w), written.
    ramped: float32 (B, h, w) in [0, 1], written: alpha at the network's size.
    Dynamic shared memory: WINDOWS lines of SEGMENT + 2 * radius float32.
    """
    lines = cuda.shared.array(0, float32)
    tx = int32(cuda.threadIdx.x)
    col = int32(cuda.blockIdx.x) * int32(SEGMENT) + tx
    row = int32(cuda.blockIdx.y)
    n = int32(cuda.blockIdx.z)
    load_lines(column_means, WINDOWS, n, row, radius, lines)
    cuda.syncthreads()  # the lines are complete before windows are summed
    width = column_means.shape[3]
    if col < width:
        scale = float32(1) / line_sum(lines, WINDOW_WEIGHT, tx, radius)
        value = float32(0)
        for i in range(4):
            total = line_sum(lines, i, tx, radius) * scale
            coefficients[n, i, row, col] = total
            value += total * (planes[n, i, row, col] if i < 3 else float32(1))
        ramped[n, row, col] = ramp(value, params[RAMP_LOW], params[RAMP_SLOPE])


@device_kernel(
    "void(float32[:,:,::1], float32[:,:,:,::1], float32[:,:,::1], float32[::1])", threads=128
)
def plain_coefficients_kernel(alpha, coefficients, ramped, params):
    """One thread per pixel: slopes 0, offset alpha: plain bilinear enlargement without a guide.

    alpha: float32 (B, h, w). coefficients, ramped: as in `guide_apply_kernel`, written.
    """
    batch, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        for i in range(3):
            coefficients[n, i, row, col] = float32(0)
        coefficients[n, OFFSET, row, col] = alpha[n, row, col]
        ramped[n, row, col] = ramp(alpha[n, row, col], params[RAMP_LOW], params[RAMP_SLOPE])


def guide(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the guided filter; see `reference.edges.guided_coefficients`."""
    enqueue(p, p.fixed.guide_radius, p.coefficients, stream=stream)


def enqueue(p: CudaPlanes, radius: int, out: Any, *, stream: Any) -> None:
    """Enqueue it with windows of any radius.

    out: float32 (B, 4 or more, h, w), written, the coefficients; it may be `windows`.
    """
    batch, height, width = p.alpha.shape
    pixels = -(-batch * height * width // THREADS)
    segments = (-(-width // SEGMENT), height, batch)
    guide_columns_kernel[pixels, THREADS, stream](p.alpha, p.planes, p.moments, radius)
    guide_solve_kernel[segments, SEGMENT, stream, lines_bytes(MOMENTS, radius)](
        p.moments, p.windows, p.params, radius
    )
    box_columns_kernel[(-(-height * width // THREADS), WINDOWS, batch), THREADS, stream](
        p.windows, p.column_means, radius
    )
    guide_apply_kernel[segments, SEGMENT, stream, lines_bytes(WINDOWS, radius)](
        p.column_means, p.planes, out, p.ramped, p.params, radius
    )


def plain_coefficients(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue `plain_coefficients_kernel`."""
    plain_coefficients_kernel[-(-p.alpha.size // THREADS), THREADS, stream](
        p.alpha, p.coefficients, p.ramped, p.params
    )
