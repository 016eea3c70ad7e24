"""A row of pixels times a block of weights, by micro-kernels: nearly all the CPU's time goes here.

A micro-kernel computes a register tile of (pixels, channel vectors): see `simd.micro_kernel` and
`simd.TILES`.

    pixels of a row    |  tile  |  tile  |  tile  | rest |
                                         |  half  |         a rest of up to half a tile
                                      |  tile  |         a longer rest: the tile ends with the row
"""

from __future__ import annotations

import numba
import numpy as np

from gpu_unet.cpu.simd import TILES, VECTOR_WIDTH, micro_kernel

# A block is two vectors of channels wide; the last block of a layer may be one.
WIDE = 2 * VECTOR_WIDTH
# Limits of a result that has none.
LINEAR = np.float32(-np.inf)
UNLIMITED = np.float32(np.inf)
PIXELS_WIDE = TILES[2]
PIXELS_NARROW = TILES[1]
_micro_kernel_wide = micro_kernel(PIXELS_WIDE, 2)
_micro_kernel_wide_half = micro_kernel(PIXELS_WIDE // 2, 2)
_micro_kernel_wide_one = micro_kernel(1, 2)
_micro_kernel_narrow = micro_kernel(PIXELS_NARROW, 1)
_micro_kernel_narrow_half = micro_kernel(PIXELS_NARROW // 2, 1)
_micro_kernel_narrow_one = micro_kernel(1, 1)


@numba.njit(nogil=True)
def multiply_row(
    arena, pixels, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel, y, y_pixel,
    lowest, highest, channels,
):  # fmt: skip
    """Multiply `pixels` neighbouring pixels with one block of at most `WIDE` channels.

    Whole tiles first, then one of half the size if that covers the rest. The last tile is moved
    back to end with the row, which computes some pixels twice, to the same result. A row narrower
    than half a tile goes pixel by pixel.

    pixels, channels: counts. The other arguments are those of `simd.micro_kernel`; an `added` of 0
    needs an `added_pixel` of 0.
    """
    wide = channels > VECTOR_WIDTH
    tile = PIXELS_WIDE if wide else PIXELS_NARROW
    lanes = min(channels - VECTOR_WIDTH, VECTOR_WIDTH) if wide else channels
    pixel = 0
    while pixel < pixels:
        size = tile if pixels - pixel > tile // 2 and pixels >= tile else tile // 2
        if pixels < size:
            size = 1
        pixel = min(pixel, pixels - size)
        x_at = x + pixel * x_pixel
        y_at = y + pixel * y_pixel
        added_at = added + pixel * added_pixel
        pixel += size
        if wide:
            if size == PIXELS_WIDE:
                _micro_kernel_wide(
                    arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                    y_at, y_pixel, lowest, highest, lanes,
                )  # fmt: skip
            elif size > 1:
                _micro_kernel_wide_half(
                    arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                    y_at, y_pixel, lowest, highest, lanes,
                )  # fmt: skip
            else:
                _micro_kernel_wide_one(
                    arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                    y_at, y_pixel, lowest, highest, lanes,
                )  # fmt: skip
        elif size == PIXELS_NARROW:
            _micro_kernel_narrow(
                arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                y_at, y_pixel, lowest, highest, lanes,
            )  # fmt: skip
        elif size > 1:
            _micro_kernel_narrow_half(
                arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                y_at, y_pixel, lowest, highest, lanes,
            )  # fmt: skip
        else:
            _micro_kernel_narrow_one(
                arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                y_at, y_pixel, lowest, highest, lanes,
            )  # fmt: skip
