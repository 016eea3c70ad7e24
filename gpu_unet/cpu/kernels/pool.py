"""2x2 max-pooling, stride 2."""

from __future__ import annotations

import numba

from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import load, maximum, store_first


@numba.njit(nogil=True)
def max_pool_2x2(arena, operation, images, chunk, chunks):
    """Pool one chunk of the rows of y, VECTOR_WIDTH channels at a time.

        y[row, col] = max(x[2 row, 2 col], x[2 row, 2 col + 1], x[2 row + 1, 2 col], ..)

    Arguments: those of every operation, see `gpu_unet.cpu.program`.
    """
    units = images * operation.height
    channels = operation.out_channels
    pixel = operation.x_pixel
    for unit in range(chunk * units // chunks, (chunk + 1) * units // chunks):
        image = unit // operation.height
        row = unit % operation.height
        upper = operation.x + image * operation.x_image + 2 * row * operation.x_row
        lower = upper + operation.x_row
        y = operation.y + image * operation.y_image + row * operation.y_row
        for col in range(operation.width):
            for channel in range(0, channels, VECTOR_WIDTH):
                at = 2 * col * pixel + channel
                largest = maximum(
                    maximum(load(arena, upper + at), load(arena, upper + at + pixel)),
                    maximum(load(arena, lower + at), load(arena, lower + at + pixel)),
                )
                place = y + col * operation.y_pixel + channel
                store_first(arena, place, largest, channels - channel)
