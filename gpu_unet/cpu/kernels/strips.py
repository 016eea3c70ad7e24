"""Strips around the edge: the only parts of the small planes that the stages at the edge compute.

Where all of a window is background in the trimap, or all is person, there is no edge, and what a
stage computes is known beforehand.

    rows top to bottom of a band   |--- strip ---|            |-- strip --|      |- strip -|

A band's strips cover all columns whose window reaches an edge from any of the band's rows. Stages
compute strip by strip, each with the margin that its windows need, so their planes stay in cache.
"""

from __future__ import annotations

from numba import float32, uint8

from gpu_unet.cpu.compile import device_function, serial_kernel
from gpu_unet.cpu.kernels.spans import copy, fill
from gpu_unet.cpu.kernels.trimap import UNKNOWN

# Rows of a band: many, since windows make each strip compute rows above and below it again.
BAND = 48
# Two strips with fewer columns in between are one.
GAP = 16
# Columns of a strip: wider ones are cut, so that threads share them and windows stay in the cache.
# Sums over windows do not depend on where.
WIDEST = 160


def most_strips(height: int, width: int) -> int:
    """How many strips `unknown_strips` may write."""
    return -(-height // BAND) * (width // GAP + 1)


def widest_strip(width: int) -> int:
    """How many columns a strip may have."""
    return min(width, WIDEST)


@device_function
def mark_edges(here, above, marks):
    """Set the marks of a row's pixels that are unknown, or unlike the one above or to the left."""
    for x in range(marks.shape[0]):
        marks[x] |= (here[x] == UNKNOWN) | (here[x] != above[x])
    left = here[: here.shape[0] - 1]
    own = here[1:]
    inner = marks[1:]
    for x in range(inner.shape[0]):
        inner[x] |= own[x] != left[x]


@device_function
def write_strip(top, bottom, left, right, count, out):
    """Write a strip behind `count` others, in equal parts if it is too wide; return how many."""
    parts = (right - left + WIDEST - 1) // WIDEST
    for part in range(parts):
        out[count, 0] = top
        out[count, 1] = bottom
        out[count, 2] = left + (right - left) * part // parts
        out[count, 3] = left + (right - left) * (part + 1) // parts
        count += 1
    return count


@serial_kernel
def unknown_strips(trimap, margin, marks, out):
    """Write the strips that hold every pixel within `margin` of an edge; return how many.

    trimap: uint8 (h, w).  margin: of rows and columns.  marks: uint8 (w,), scratch.
    out: int32 (`most_strips`, 4), written: top, bottom, left and right, ends exclusive.
    """
    height, width = trimap.shape
    count = 0
    for top in range(0, height, BAND):
        bottom = min(top + BAND, height)
        fill(uint8(0), marks)
        for row in range(max(top - margin, 0), min(bottom + margin, height)):
            mark_edges(trimap[row], trimap[max(row - 1, 0)], marks)
        left, right = 0, 0
        for x in range(width):
            if marks[x]:
                if right == 0 or max(x - margin, 0) > right + GAP:
                    count = write_strip(top, bottom, left, right, count, out)
                    left = max(x - margin, 0)
                right = min(x + margin + 1, width)
        count = write_strip(top, bottom, left, right, count, out)
    return count


@device_function
def bounds_of(strips, index):
    """Top, bottom, left and right of a strip."""
    strip = strips[index]
    return strip[0], strip[1], strip[2], strip[3]


@device_function
def next_gap(strips, top, left, width):
    """The first columns from `left` on that no strip has in the band that begins with row `top`.

    Returns start and end, exclusive; start is `width` where there are none.
    """
    for index in range(strips.shape[0]):
        is_here = strips[index, 0] <= top < strips[index, 1]
        if is_here and strips[index, 3] > left:
            if strips[index, 2] > left:
                return left, int(strips[index, 2])
            left = int(strips[index, 3])
    return left, width


@device_function
def inside_columns(column_scale, start, out):
    """Copy the factors of a strip's columns from column `start` on; 0 beyond the picture."""
    first = max(-start, 0)
    last = min(column_scale.shape[0] - start, out.shape[0])
    fill(float32(0.0), out)
    copy(column_scale[start + first : start + last], out[first:last])
