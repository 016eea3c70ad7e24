"""Box sums, Gaussian sums, and largest values over small planes; separable, one thread."""

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
def subtract(out, line):
    """Subtract a line."""
    for x in range(out.shape[0]):
        out[x] -= line[x]


@device_function
def add_pairs(one, other, out):
    """Sum of two lines."""
    for x in range(one.shape[0]):
        out[x] = one[x] + other[x]


@device_function
def multiply(one, other, out):
    """Product of two lines: with more arrays in one loop, LLVM does not vectorise it."""
    for x in range(out.shape[0]):
        out[x] = one[x] * other[x]


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
def largest_within(plane, radius, bounds, lines, work, out):
    """Largest value of a (2 radius + 1)^2 window, as far as it lies inside, for a strip's pixels.

    Separable, by doubling: the larger of a line and the line 1, 2, 4, .. farther on is the largest
    of 2, 4, 8, .. lines, and lines of one such length cover the window:

        17 = 8 + 8 + 8, which overlap:  3 doublings and 2 comparisons, not 16

    plane: float32 (h, w), 0 or more.  bounds: see `strips.bounds_of`.
    lines: float32 (2, at least w + 2 radius), scratch.  work: float32 (h, w), scratch.
    out: float32 (h, w), written within the strip; no other argument's memory.
    """
    height, width = plane.shape
    top, bottom, left, right = bounds
    above, below = max(top - radius, 0), min(bottom + radius, height)
    begin, end = max(left - radius, 0), min(right + radius, width)
    for row in range(above, below):
        copy(plane[row, begin:end], work[row, begin:end])
    span = 1
    while 2 * span <= radius + 1:  # near the border, a window has radius + 1 rows and more
        for row in range(above, below - span):
            keep_larger(work[row, begin:end], work[row + span, begin:end])
        span *= 2
    count = right - left
    inside = slice(begin - left + radius, end - left + radius)
    for row in range(top, bottom):
        first, last = max(row - radius, 0), min(row + radius, height - 1)
        padded, doubled = lines[0], lines[1]
        length = count + 2 * radius
        fill(float32(0.0), padded[:length])
        line = padded[inside]
        copy(work[first, begin:end], line)
        for start in range(first + span, last + 1, span):
            keep_larger(line, work[min(start, last - span + 1), begin:end])
        across = 1
        while across < span:
            length -= across
            # Into another line: in place, the lines alias and LLVM does not vectorise.
            larger_of(padded[:length], padded[across : across + length], doubled[:length])
            padded, doubled = doubled, padded
            across *= 2
        target = out[row, left:right]
        copy(padded[:count], target)
        last = 2 * radius + 1 - span
        for start in range(span, last + span, span):
            shift = min(start, last)
            keep_larger(target, padded[shift : shift + count])


# Box sums within a strip, row by row. A row is one line in which several planes follow one another,
# so that loops are long where the strip is narrow:
#
#     | margin  plane 0  margin | margin  plane 1  margin | ..      `size` = 2 radius + 1
#
# Scratch of a pass, float32 (size + LINES, at least the line): `size` rows as a ring, in which the
# row that enters replaces the oldest, and these lines behind it:
COLUMN_SUMS = 0  # over the ring's rows
DOUBLED = 1  # two lines
SUMS = 3  # of whole windows
LINES = 4


@device_function
def empty_ring(ring, size, length):
    """Begin a strip."""
    for row in range(size + 1):  # and COLUMN_SUMS
        fill(float32(0.0), ring[row, :length])


@device_function
def sum_windows(ring, size, length):
    """Write the SUMS of the ring's windows, each where its window begins.

    The last size - 1 values of each plane are none.

    By doubling: a line plus itself shifted by 1, 2, 4, .. holds sums of 2, 4, 8, .. neighbours, and
    the binary digits of the window's width, an odd number above 1, say which of them to add:

        17 = 16 + 1:  4 additions for the doublings, 1 for the digits
    """
    count = length - size + 1
    single = ring[size + COLUMN_SUMS, :count]  # the first digit is 1
    padded = ring[size + COLUMN_SUMS]
    doubled = ring[size + DOUBLED]
    other = ring[size + DOUBLED + 1]
    out = ring[size + SUMS, :count]
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
            part = padded[offset : offset + count]
            if offset == 1:
                add_pairs(single, part, out)
            else:
                add(out, part)
            offset += span


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
