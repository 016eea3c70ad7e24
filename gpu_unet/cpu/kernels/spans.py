"""Spans of a row of a planar frame: copied, filled, given their alpha, or blurred background."""

from __future__ import annotations

from gpu_unet.cpu.compile import device_function
from gpu_unet.cpu.kernels.scalars import fraction
from gpu_unet.cpu.kernels.small_planes import alpha_byte, enlarge_row, enlarge_to_bytes


@device_function
def copy(source, out):
    """A span of a row. Slices from 0: Numba tests any other index for its sign."""
    for x in range(out.shape[0]):
        out[x] = source[x]


@device_function
def fill(value, out):
    """A span of a row."""
    for x in range(out.shape[0]):
        out[x] = value


@device_function
def copy_frame(source, row, mirror, start, stop, out):
    """One span of a row of the frame, read from the other end if mirrored."""
    theirs = out[row, start:stop]
    if mirror:
        width = source.shape[1]
        ours = source[row, width - stop : width - start]
        for x in range(theirs.shape[0]):
            theirs[x] = ours[theirs.shape[0] - 1 - x]
    else:
        copy(source[row, start:stop], theirs)


@device_function
def ramp_alphas(
    buffer, low, high, share, luma, first, second, mirror, start, ramp_low, ramp_slope, out
):
    """8-bit alpha of one span of a row; luma and both chromas are whole rows of the frame."""
    count = out.shape[0]
    if mirror:
        last = luma.shape[0] - 1 - start
        for x in range(count):
            a = fraction(luma[last - x])
            b = fraction(first[(last - x) // 2])
            c = fraction(second[(last - x) // 2])
            place = (buffer, low[x], high[x], share[x])
            out[x] = alpha_byte(place, a, b, c, ramp_low, ramp_slope)
    else:
        luma = luma[start:]
        first = first[start // 2 :]
        second = second[start // 2 :]
        for half in range(count // 2):  # two pixels share their chroma
            b = fraction(first[half])
            c = fraction(second[half])
            for x in range(2 * half, 2 * half + 2):
                place = (buffer, low[x], high[x], share[x])
                out[x] = alpha_byte(place, fraction(luma[x]), b, c, ramp_low, ramp_slope)


@device_function
def enlarge_span(plane, row, row_pairs, column_pairs, buffer, start, stop, out):
    """One span of a row of the blurred background, `plane` being float32 (1, h, w)."""
    row_low, row_high, row_fraction = row_pairs
    low, high, fraction = column_pairs
    first = min(low[start], low[stop - 1])
    end = max(high[start], high[stop - 1]) + 1
    enlarge_row(plane, row_low[row], row_high[row], row_fraction[row], first, end, buffer)
    enlarge_to_bytes(
        buffer[0], low[start:stop], high[start:stop], fraction[start:stop], out[row, start:stop]
    )
