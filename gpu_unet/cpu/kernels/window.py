"""Box means, Gaussian sums, and largest values over small planes; separable, one thread."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from numba import float32

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.spans import copy, fill


@device_function
def add(out, line):
    """Add a line. The loop counts from 0: a sign test on the index would prevent SIMD."""
    for x in range(out.shape[0]):
        out[x] += line[x]


@device_function
def add_pairs(one, other, out):
    """Sum of two lines."""
    for x in range(one.shape[0]):
        out[x] = one[x] + other[x]


@device_function
def add_scaled(out, factor, line):
    """Add a line times a factor."""
    for x in range(out.shape[0]):
        out[x] += factor * line[x]


@device_function
def add_three(one, other, third, out):
    """Sum of three lines."""
    for x in range(out.shape[0]):
        out[x] = one[x] + other[x] + third[x]


@device_function
def largest_of_three(one, other, third, out):
    """Largest of three lines."""
    for x in range(out.shape[0]):
        out[x] = max(one[x], max(other[x], third[x]))


@device_function
def add_neighbours(line, out):
    """Each value of a line plus its two neighbours, the ends repeated."""
    last = line.shape[0] - 1
    add_three(line[: last - 1], line[1:last], line[2:], out[1:last])
    out[0] = line[0] + line[0] + line[min(1, last)]
    out[last] = line[max(last - 1, 0)] + line[last] + line[last]


@device_function
def largest_of_neighbours(line, out):
    """Largest of each value of a line and its two neighbours."""
    last = line.shape[0] - 1
    largest_of_three(line[: last - 1], line[1:last], line[2:], out[1:last])
    out[0] = max(line[0], line[min(1, last)])
    out[last] = max(line[max(last - 1, 0)], line[last])


@device_function
def keep_larger(out, line):
    """Replace a line by the larger of two."""
    for x in range(out.shape[0]):
        out[x] = max(out[x], line[x])


@device_function
def larger_of(one, other, out):
    """The larger of two lines."""
    for x in range(out.shape[0]):
        out[x] = max(one[x], other[x])


@device_function
def largest_within(plane, radius, lines, work, out):
    """Largest value of a (2 radius + 1)^2 window, as far as it lies inside.

    Separable, by doubling: the larger of a line and the line 1, 2, 4, .. farther on is the largest
    of 2, 4, 8, .. lines, and lines of one such length cover the window:

        17 = 8 + 8 + 8, which overlap:  3 doublings and 2 comparisons, not 16

    plane: float32 (h, w), 0 or more.  lines: float32 (2, at least w + 2 radius), scratch.
    work: float32 (h, w), scratch.  out: float32 (h, w), written; no other argument's memory.
    """
    height, width = plane.shape
    for row in range(height):
        copy(plane[row], out[row])
    span = 1
    while 2 * span <= radius + 1:  # near the border, a window has radius + 1 rows and more
        for row in range(height - span):
            keep_larger(out[row], out[row + span])
        span *= 2
    for row in range(height):
        first, last = max(row - radius, 0), min(row + radius, height - 1)
        line = work[row]
        copy(out[first], line)
        for start in range(first + span, last + 1, span):
            keep_larger(line, out[min(start, last - span + 1)])
    for row in range(height):
        padded, doubled = lines[0], lines[1]
        fill(float32(0.0), padded[:radius])
        copy(work[row], padded[radius : radius + width])
        fill(float32(0.0), padded[radius + width :])
        length = width + 2 * radius
        across = 1
        while across < span:
            length -= across
            # Into another line: in place, the lines alias and LLVM does not vectorise.
            larger_of(padded[:length], padded[across : across + length], doubled[:length])
            padded, doubled = doubled, padded
            across *= 2
        target = out[row]
        copy(padded[:width], target)
        last = 2 * radius + 1 - span
        for start in range(span, last + span, span):
            shift = min(start, last)
            keep_larger(target, padded[shift : shift + width])


@serial_kernel
def box_mean(planes, radius, row_scale, column_scale, lines, out):
    """Mean over the part of a (2 radius + 1)^2 window that lies inside.

    Vertically a running sum: the row radius below enters, the row radius + 1 above leaves.
    Horizontally by doubling: a line plus itself shifted by 1, 2, 4, .. holds sums of 2, 4, 8, ..
    neighbours, and the binary digits of the window's width say which of them to add:

        17 = 16 + 1:  4 additions for the doublings; a copy and 1 addition for the digits

    planes: float32 (n, h, w).  row_scale: float32 (h,), column_scale: float32 (w,), from
    `inside_scale`.  lines: float32 (3, w + 2 radius), scratch.  out: float32 (n, h, w), written.
    """
    count, height, width = planes.shape
    size = 2 * radius + 1
    whole = width + 2 * radius
    sums = lines[0, radius : radius + width]  # with zeros on both sides
    for n in range(count):
        plane = planes[n]
        for x in range(whole):
            lines[0, x] = float32(0.0)
        for row in range(min(radius, height)):
            add(sums, plane[row])
        for row in range(height):
            if row + radius < height:
                add(sums, plane[row + radius])
            if row > radius:
                add_scaled(sums, float32(-1.0), plane[row - radius - 1])
            target = out[n, row]
            padded, doubled, other = lines[0], lines[1], lines[2]
            length = whole
            copy(padded[:width], target)  # the window's width is odd: its first digit is 1
            offset = 1
            span = 1
            # `padded` holds sums of `span` neighbours; `offset` is where the next part begins.
            while 2 * span <= size:
                # Into another line: in place, the lines alias and LLVM does not vectorise.
                add_pairs(padded[: length - span], padded[span:length], doubled)
                length -= span
                padded, doubled, other = doubled, other, doubled
                span *= 2
                if size & span:
                    add(target, padded[offset : offset + width])
                    offset += span
            scale = row_scale[row]
            for x in range(width):
                target[x] *= scale * column_scale[x]


@serial_kernel
def weighted_sum(planes, taps, row_scale, column_scale, lines, out):
    """Separable weighted sum over a window; pixels beyond the edge count as 0.

    planes: float32 (n, h, w).  taps: float32 (2 r + 1,), symmetric.  row_scale: float32 (h,),
    column_scale: float32 (w,): factors of the result.  lines: float32 (2, at least w), scratch.
    out: float32 (n, h, w), written.
    """
    count, height, width = planes.shape
    size = taps.shape[0]
    radius = size // 2
    line = lines[0, :width]
    for n in range(count):
        plane = planes[n]
        for row in range(height):
            for x in range(width):
                line[x] = float32(0.0)
            for k in range(max(0, radius - row), min(size, height + radius - row)):
                add_scaled(line, taps[k], plane[row + k - radius])
            # The taps are symmetric: each is added to the left and to the right.
            target = out[n, row]
            for x in range(width):
                target[x] = taps[radius] * line[x]
            for k in range(radius):
                shift = radius - k
                if shift < width:
                    add_scaled(target[shift:], taps[k], line[: width - shift])
                    add_scaled(target[: width - shift], taps[k], line[shift:])
            scale = row_scale[row]
            for x in range(width):
                target[x] *= scale * column_scale[x]


def gaussian_taps(sigma: float) -> npt.NDArray[np.float32]:
    """A Gaussian of `sigma` pixels, float32 (2 r + 1,) that sum to 1, r = ceil(3 sigma)."""
    radius = math.ceil(3.0 * sigma)
    taps = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    return (taps / taps.sum()).astype(np.float32)


def inside_scale(taps: npt.NDArray[np.float32], size: int) -> npt.NDArray[np.float32]:
    """1 / (sum of the taps that lie inside) for each position of an axis: float32 (size,)."""
    inside = np.convolve(np.ones(size), taps.astype(np.float64), mode="full")
    radius = len(taps) // 2
    return (1.0 / inside[radius : radius + size]).astype(np.float32)
