"""Fast guided filter: alpha as a local linear function of the picture, at the network's size.

    alpha(pixel) = slopes . pixel + offset,   slopes = (cov(I) + epsilon)^-1 cov(I, alpha)

of each window; a pixel has the mean of the windows around it, weighted by how well each explains
alpha.

Steps: `write_moments`, box sum, `solve_line`, box sum, `apply_coefficients`. The first four take
strips around the edge, row by row (`window.py`).

Source: He, Sun, Tang 2013, "Guided Image Filtering", section 3.4; He, Sun 2015, "Fast Guided
Filter", https://arxiv.org/abs/1505.00996; weights (0051): Chen, Wu 2020, "Weighted aggregation for
guided image filtering", https://doi.org/10.1007/s11760-019-01579-1
"""

from __future__ import annotations

from numba import float32, prange

from gpu_unet.cpu.atomic import atomic_add
from gpu_unet.cpu.compile import (
    CHUNKS,
    FEW_THREADS,
    device_function,
    parallel_kernel,
    part_of_kernel,
    serial_kernel,
)
from gpu_unet.cpu.kernels.scalars import ramp, solve_window
from gpu_unet.cpu.kernels.spans import copy, fill
from gpu_unet.cpu.kernels.strips import BAND, bounds_of, inside_columns, next_gap
from gpu_unet.cpu.kernels.window import (
    COLUMN_SUMS,
    SUMS,
    add,
    empty_ring,
    multiply,
    subtract,
    sum_windows,
)
from gpu_unet.kernels.plane_numbers import MOMENTS, OFFSET, WINDOW_WEIGHT, WINDOWS


@device_function
def write_moments(alpha, planes, row, left, right, start, out):
    """Write the planes that are averaged: guide, alpha and their products.

    alpha: float32 (h, w).  planes: float32 (3, h, w).  row, left, right: the pixels.
    out: float32 (MOMENTS, n), written from `start` on.
    """
    first = planes[0, row, left:right]
    second = planes[1, row, left:right]
    third = planes[2, row, left:right]
    share = alpha[row, left:right]
    stop = start + right - left
    copy(first, out[0, start:stop])
    copy(second, out[1, start:stop])
    copy(third, out[2, start:stop])
    copy(share, out[3, start:stop])
    multiply(first, first, out[4, start:stop])
    multiply(first, second, out[5, start:stop])
    multiply(first, third, out[6, start:stop])
    multiply(second, second, out[7, start:stop])
    multiply(second, third, out[8, start:stop])
    multiply(third, third, out[9, start:stop])
    multiply(first, share, out[10, start:stop])
    multiply(second, share, out[11, start:stop])
    multiply(third, share, out[12, start:stop])
    multiply(share, share, out[13, start:stop])


@device_function
def solve_line(sums, row_scale, column_scale, epsilon, out):
    """Solve each window's 3x3 regression.

    sums: float32 (MOMENTS, at least n), of `write_moments` over the windows.
    row_scale, column_scale: float32, float32 (n,): one over the rows and columns of a window;
    0 beyond the picture, where the result is 0.
    out: float32 (WINDOWS, n), written: three slopes and the offset, times the weight; the weight.
    """
    for x in range(column_scale.shape[0]):
        scale = row_scale * column_scale[x]
        sx, sy, sz, offset, weight = solve_window(
            sums[0, x] * scale,
            sums[1, x] * scale,
            sums[2, x] * scale,
            sums[3, x] * scale,
            sums[4, x] * scale,
            sums[5, x] * scale,
            sums[6, x] * scale,
            sums[7, x] * scale,
            sums[8, x] * scale,
            sums[9, x] * scale,
            sums[10, x] * scale,
            sums[11, x] * scale,
            sums[12, x] * scale,
            sums[13, x] * scale,
            epsilon,
        )
        out[0, x] = sx
        out[1, x] = sy
        out[2, x] = sz
        out[OFFSET, x] = offset
        out[WINDOW_WEIGHT, x] = weight if scale > float32(0.0) else float32(0.0)


@device_function
def write_means(sums, weights, out):
    """Weighted means of a line of windows, from the sums of both."""
    for x in range(out.shape[0]):
        out[x] = sums[x] / weights[x]


@device_function
def ramp_span(coefficients, planes, row, left, right, ramps, out):
    """Alpha of a span of a row: ramp(slopes . pixel + offset).

    coefficients: float32 (4, h, w).  planes: float32 (3, h, w).  out: float32 (h, w) in [0, 1].
    """
    low, slope = ramps
    # Lines of their own, whose values LLVM knows to lie side by side.
    one, two, three = (
        coefficients[0, row, left:right],
        coefficients[1, row, left:right],
        coefficients[2, row, left:right],
    )
    offset = coefficients[OFFSET, row, left:right]
    first, second, third = (
        planes[0, row, left:right],
        planes[1, row, left:right],
        planes[2, row, left:right],
    )
    target = out[row, left:right]
    for x in range(target.shape[0]):
        value = offset[x] + one[x] * first[x]
        value += two[x] * second[x]
        value += three[x] * third[x]
        target[x] = ramp(value, low, slope)


@part_of_kernel
def guide_strip(
    alpha, planes, bounds, radius, epsilon, row_scale, column_scale, ramps, scales, moments,
    windows, out, ramped,
):  # fmt: skip
    """The coefficients within a strip; see `guide_strips`.

    Per row that enters: its moments, the means and regressions of the windows `radius` rows above
    it, and the means of these another `radius` rows above.
    """
    height, width = alpha.shape
    size = 2 * radius + 1
    top, bottom, left, right = bounds
    inner = right - left + 2 * radius
    outer = inner + 2 * radius
    length, windows_length = MOMENTS * outer, WINDOWS * inner
    first, last = max(left - 2 * radius, 0), min(right + 2 * radius, width)
    moment_sums = moments[size + SUMS, :length].reshape((MOMENTS, outer))
    window_sums = windows[size + SUMS, :windows_length].reshape((WINDOWS, inner))
    empty_ring(moments, size, length)
    empty_ring(windows, size, windows_length)
    inside_columns(column_scale, left - radius, scales[:inner])
    for turn in range(bottom - top + 4 * radius):
        row = top - 2 * radius + turn
        line = moments[turn % size, :length]
        subtract(moments[size + COLUMN_SUMS, :length], line)
        if 0 <= row < height:
            write_moments(
                alpha, planes, row, first, last, first - left + 2 * radius,
                line.reshape((MOMENTS, outer)),
            )  # fmt: skip
        else:
            fill(float32(0.0), line)
        add(moments[size + COLUMN_SUMS, :length], line)
        if turn < 2 * radius:
            continue
        centre = row - radius
        line = windows[turn % size, :windows_length]
        subtract(windows[size + COLUMN_SUMS, :windows_length], line)
        if 0 <= centre < height:
            sum_windows(moments, size, length)
            solve_line(
                moment_sums, row_scale[centre], scales[:inner], epsilon,
                line.reshape((WINDOWS, inner)),
            )  # fmt: skip
        else:
            fill(float32(0.0), line)
        add(windows[size + COLUMN_SUMS, :windows_length], line)
        if turn < 4 * radius:
            continue
        target = row - 2 * radius
        sum_windows(windows, size, windows_length)
        for plane in range(4):
            write_means(
                window_sums[plane, : right - left],
                window_sums[WINDOW_WEIGHT, : right - left],
                out[plane, target, left:right],
            )
        ramp_span(out, planes, target, left, right, ramps, ramped)


@part_of_kernel
def leave_plain(alpha, strips, top, ramps, out, ramped):
    """The coefficients of alpha itself, where no strip of a band is; see `guide_strips`."""
    height, width = alpha.shape
    low, slope = ramps
    start, end = next_gap(strips, top, 0, width)
    while start < width:
        for row in range(top, min(top + BAND, height)):
            for plane in range(OFFSET):
                fill(float32(0.0), out[plane, row, start:end])
            share = alpha[row, start:end]
            copy(share, out[OFFSET, row, start:end])
            target = ramped[row, start:end]
            for x in range(target.shape[0]):
                target[x] = ramp(share[x], low, slope)
        start, end = next_gap(strips, top, end, width)


@part_of_kernel
def guide_shares(
    alpha, planes, strips, radius, epsilon, row_scale, column_scale, ramps, taken, scales, moments,
    windows, out, ramped,
):  # fmt: skip
    """The strips, and then the rests of bands, that no other thread takes."""
    bands = -(-alpha.shape[0] // BAND)
    index = atomic_add(taken, 0, 1)
    while index < strips.shape[0] + bands:
        if index < strips.shape[0]:
            guide_strip(
                alpha, planes, bounds_of(strips, index), radius, epsilon, row_scale, column_scale,
                ramps, scales, moments, windows, out, ramped,
            )  # fmt: skip
        else:
            leave_plain(alpha, strips, (index - strips.shape[0]) * BAND, ramps, out, ramped)
        index = atomic_add(taken, 0, 1)


@parallel_kernel
def guide_strips(
    threads, alpha, planes, strips, radius, epsilon, row_scale, column_scale, ramps, taken, scales,
    moments, windows, out, ramped,
):  # fmt: skip
    """The coefficients: those of the guided filter within strips, elsewhere those of alpha itself.

    threads: how many share the strips.
    alpha: float32 (h, w).  planes: float32 (3, h, w).
    strips: int32 (n, 4), all that `unknown_strips` finds within 2 radius of an edge of alpha.
    row_scale: float32 (h,), column_scale: float32 (w,), from `inside_scale`.
    ramps: low end and slope of `ramp`, float32.
    taken: int64 (1,), and of each chunk, s columns being `widest_strip`: scales: float32 (s + 2
    radius,), moments: float32 (2 radius + 1 + LINES, MOMENTS * (s + 4 radius)), windows: float32
    (2 radius + 1 + LINES, WINDOWS * (s + 2 radius)): scratch.
    out: float32 (4, h, w), written.  ramped: float32 (h, w) in [0, 1], written: their alpha.
    """
    taken[0] = 0
    if threads <= FEW_THREADS:
        guide_shares(
            alpha, planes, strips, radius, epsilon, row_scale, column_scale, ramps, taken,
            scales[0], moments[0], windows[0], out, ramped,
        )  # fmt: skip
    else:
        for chunk in prange(CHUNKS):
            guide_shares(
                alpha, planes, strips, radius, epsilon, row_scale, column_scale, ramps, taken,
                scales[chunk], moments[chunk], windows[chunk], out, ramped,
            )  # fmt: skip


@serial_kernel
def apply_coefficients(coefficients, planes, ramp_low, ramp_slope, out):
    """Alpha at the network's size: ramp(slopes . pixel + offset).

    coefficients: float32 (4, h, w).  planes: float32 (3, h, w).  out: float32 (h, w) in [0, 1].
    """
    for row in range(out.shape[0]):
        ramp_span(coefficients, planes, row, 0, out.shape[1], (ramp_low, ramp_slope), out)
