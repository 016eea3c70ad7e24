"""Copy spans and blocks of a frame, or fill them with the blurred background.

A span is columns start to stop of a row; a block is rows top to bottom of the same columns.
"""

from __future__ import annotations

from typing import Any

from gpu_unet.cpu.compile import device_function
from gpu_unet.cpu.kernels.small_planes import enlarge_row, lerp

# Filled in by `bound` for each layout.
DOWN = ACROSS = 0
to_sample: Any = None


@device_function
def copy(source, out):
    """Copy a span. The loop counts from 0: for any other index Numba adds a sign test."""
    for x in range(out.shape[0]):
        out[x] = source[x]


@device_function
def fill(value, out):
    """Fill a span with one value."""
    for x in range(out.shape[0]):
        out[x] = value


@device_function
def copy_span(source, row, mirror, start, stop, out):
    """Copy a span of a row of a plane, read from the other end if mirrored."""
    theirs = out[row, start:stop]
    if mirror:
        width = source.shape[1]
        ours = source[row, width - stop : width - start]
        for x in range(theirs.shape[0]):
            theirs[x] = ours[theirs.shape[0] - 1 - x]
    else:
        copy(source[row, start:stop], theirs)


def enlarge_to_samples(line, low, high, fraction, out):
    """Interpolate a span of a row along its columns and round to samples."""
    for x in range(out.shape[0]):
        out[x] = to_sample(lerp(line, low[x], high[x], fraction[x]))


def enlarge_span(plane, row, row_pairs, column_pairs, buffer, start, stop, out):
    """Enlarge a span of a row of the blurred background, rounded to samples.

    plane: float32 (1, h, w).  row_pairs, column_pairs: an `AxisPairs` each.
    buffer: float32 (at least 1, w), scratch.  out: (H, W).
    """
    row_low, row_high, row_fraction = row_pairs
    low, high, fraction = column_pairs
    first = min(low[start], low[stop - 1])
    end = max(high[start], high[stop - 1]) + 1
    enlarge_row(plane, row_low[row], row_high[row], row_fraction[row], first, end, buffer)
    enlarge_to_samples(
        buffer[0], low[start:stop], high[start:stop], fraction[start:stop], out[row, start:stop]
    )


# Per layout: a picture's three planes, and how a block of it is copied.


def planes_of_rgb(picture):
    """Three views (H, W) of a picture (H, W, 3)."""
    return picture[:, :, 0], picture[:, :, 1], picture[:, :, 2]


def planes_of_yuv(picture):
    """Y (H, W), U and V (H / DOWN, W / ACROSS): the caller passes the picture as this tuple."""
    return picture


def copy_block_rgb(picture, mirror, top, bottom, start, stop, out):
    """Copy rows top to bottom, columns start to stop, read from the other side if mirrored."""
    height, width, _ = out.shape
    if mirror:
        for row in range(top, bottom):
            for x in range(start, stop):
                for c in range(3):
                    out[row, x, c] = picture[row, width - 1 - x, c]
    else:
        source = picture.reshape((height, 3 * width))
        target = out.reshape((height, 3 * width))
        for row in range(top, bottom):
            copy(source[row, 3 * start : 3 * stop], target[row, 3 * start : 3 * stop])


def copy_block_yuv(picture, mirror, top, bottom, start, stop, out):
    """As `copy_block_rgb`."""
    for row in range(top, bottom):
        copy_span(picture[0], row, mirror, start, stop, out[0])
    for row in range(top // DOWN, bottom // DOWN):
        copy_span(picture[1], row, mirror, start // ACROSS, stop // ACROSS, out[1])
        copy_span(picture[2], row, mirror, start // ACROSS, stop // ACROSS, out[2])


OF_LAYOUT = {
    "rgb": (enlarge_to_samples, enlarge_span, planes_of_rgb, copy_block_rgb),
    "yuv": (enlarge_to_samples, enlarge_span, planes_of_yuv, copy_block_yuv),
}
