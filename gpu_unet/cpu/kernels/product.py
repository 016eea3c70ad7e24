"""A row of pixels times a block of weights, by micro-kernels: nearly all the CPU's time goes here.

A micro-kernel computes a register tile of (pixels, channels): see `simd.micro_kernel` and
`simd.TILES`.

    pixels of a row    |  tile  |  tile  |  tile  | rest |
                       | longer  | longer  |  tile  |       no rest, if some tiles are one longer
                                         |  half  |         a rest of up to half a tile
                                      |  tile  |         a longer rest: the tile ends with the row
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from gpu_unet.cpu.simd import HALF_VECTOR, LONGER_TILES, TILES, VECTOR_WIDTH, micro_kernel

# A block is two vectors of channels wide; the last block of a layer may be narrower, in steps of
# half a vector.
WIDE = 2 * VECTOR_WIDTH
# Limits of a result that has none.
LINEAR = np.float32(-np.inf)
UNLIMITED = np.float32(np.inf)
PIXELS_WIDE = TILES[2]
PIXELS_NARROW = TILES[1]


@numba.njit(nogil=True)
def block_width(channels):
    """Channels of a block's packed weights: `channels`, at most `WIDE`, and padding."""
    return min((channels + HALF_VECTOR - 1) // HALF_VECTOR * HALF_VECTOR, WIDE)


@numba.njit(nogil=True)
def count_longer(count, pixels):
    """Tiles of `pixels + 1` pixels that, with tiles of `pixels`, cover `count` exactly.

    0 where none is needed, or where no number of them does.
    """
    rest = count % pixels
    return rest if rest <= count // pixels else 0


def _row_of(pixels: int, channels: int) -> Any:
    """`multiply_row` with tiles of `pixels` by `channels`, of which `lanes` are stored."""
    has_longer = pixels in LONGER_TILES
    longer_tile = micro_kernel(pixels + 1 if has_longer else pixels, channels)
    whole_tile = micro_kernel(pixels, channels)
    half_tile = micro_kernel(pixels // 2, channels)
    one_pixel = micro_kernel(1, channels)

    # As a call of its own it cost some 2 % where vectors have 8 floats.
    @numba.njit(nogil=True, forceinline=True)
    def multiply(
        arena, count, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel, y,
        y_pixel, lowest, highest, lanes,
    ):  # fmt: skip
        pixel = 0
        for _ in range(count_longer(count, pixels) if has_longer else 0):
            longer_tile(
                arena, x + pixel * x_pixel, x_row, x_pixel, rows, length, weight, bias,
                added + pixel * added_pixel, added_pixel, y + pixel * y_pixel, y_pixel, lowest,
                highest, lanes,
            )  # fmt: skip
            pixel += pixels + 1
        while pixel < count:
            size = pixels if count - pixel > pixels // 2 and count >= pixels else pixels // 2
            if count < size:
                size = 1
            pixel = min(pixel, count - size)
            x_at = x + pixel * x_pixel
            y_at = y + pixel * y_pixel
            added_at = added + pixel * added_pixel
            pixel += size
            if size == pixels:
                whole_tile(
                    arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                    y_at, y_pixel, lowest, highest, lanes,
                )  # fmt: skip
            elif size > 1:
                half_tile(
                    arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                    y_at, y_pixel, lowest, highest, lanes,
                )  # fmt: skip
            else:
                one_pixel(
                    arena, x_at, x_row, x_pixel, rows, length, weight, bias, added_at, added_pixel,
                    y_at, y_pixel, lowest, highest, lanes,
                )  # fmt: skip

    return multiply


_row_of_2 = _row_of(PIXELS_WIDE, WIDE)
_row_of_1_and_half = (
    _row_of(PIXELS_WIDE, VECTOR_WIDTH + HALF_VECTOR) if HALF_VECTOR < VECTOR_WIDTH else _row_of_2
)
_row_of_1 = _row_of(PIXELS_NARROW, VECTOR_WIDTH)
_row_of_half = _row_of(PIXELS_NARROW, HALF_VECTOR) if HALF_VECTOR < VECTOR_WIDTH else _row_of_1


@numba.njit(nogil=True)
def multiply_row(
    arena, pixels, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel, y, y_pixel,
    lowest, highest, channels,
):  # fmt: skip
    """Multiply `pixels` neighbouring pixels with one block of at most `WIDE` channels.

    Where tiles of one pixel more leave no rest, these come first. Then whole tiles, then one of
    half the size if that covers the rest. The last tile is moved back to end with the row, which
    computes some pixels twice, to the same result. A row narrower than half a tile goes pixel by
    pixel.

    pixels, channels: counts. The other arguments are those of `simd.micro_kernel`; an `added` of 0
    needs an `added_pixel` of 0.
    """
    width = block_width(channels)
    if width == WIDE:
        _row_of_2(
            arena, pixels, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel,
            y, y_pixel, lowest, highest, channels,
        )  # fmt: skip
    elif width > VECTOR_WIDTH:
        _row_of_1_and_half(
            arena, pixels, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel,
            y, y_pixel, lowest, highest, channels,
        )  # fmt: skip
    elif width == VECTOR_WIDTH:
        _row_of_1(
            arena, pixels, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel,
            y, y_pixel, lowest, highest, channels,
        )  # fmt: skip
    else:
        _row_of_half(
            arena, pixels, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel,
            y, y_pixel, lowest, highest, channels,
        )  # fmt: skip
