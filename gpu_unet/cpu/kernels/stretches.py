"""Stretches of a row of a planar frame: copied, given their alpha, or filled with blurred room."""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import device_function
from gpu_unet.cpu.kernels.band import copy, enlarge_row, enlarge_to_bytes, ramped_alpha


@device_function
def copy_frame(source, row, mirror, start, stop, out):
    """One stretch of a row of the frame, read from the other end if mirrored."""
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
    tall, low, high, fraction, luma, first, second, mirror, start, ramp_low, ramp_slope, out
):
    """8-bit alpha of one stretch of a row; luma and both chromas are whole rows of the frame."""
    byte = float32(1.0 / 255.0)
    count = out.shape[0]
    if mirror:
        last = luma.shape[0] - 1 - start
        for x in range(count):
            a = float32(luma[last - x]) * byte
            b = float32(first[(last - x) // 2]) * byte
            c = float32(second[(last - x) // 2]) * byte
            out[x] = ramped_alpha(tall, low[x], high[x], fraction[x], a, b, c, ramp_low, ramp_slope)
    else:
        luma = luma[start:]
        first = first[start // 2 :]
        second = second[start // 2 :]
        for half in range(count // 2):  # two pixels share their chroma
            b = float32(first[half]) * byte
            c = float32(second[half]) * byte
            for x in range(2 * half, 2 * half + 2):
                a = float32(luma[x]) * byte
                out[x] = ramped_alpha(
                    tall, low[x], high[x], fraction[x], a, b, c, ramp_low, ramp_slope
                )


@device_function
def enlarge_stretch(plane, row, row_pairs, column_pairs, tall, start, stop, out):
    """One stretch of a row of the blurred room, `plane` being float32 (1, h, w)."""
    row_low, row_high, row_fraction = row_pairs
    low, high, fraction = column_pairs
    first = min(low[start], low[stop - 1])
    end = max(high[start], high[stop - 1]) + 1
    enlarge_row(plane, row_low[row], row_high[row], row_fraction[row], first, end, tall)
    enlarge_to_bytes(
        tall[0], low[start:stop], high[start:stop], fraction[start:stop], out[row, start:stop]
    )
