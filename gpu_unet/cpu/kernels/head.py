"""The head: 1x1 convolution to one channel, then the sigmoid, to the alpha plane."""

from __future__ import annotations

import numba

from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import dot_pixels, sigmoid, splat, store_first


@numba.njit(nogil=True)
def head_sigmoid(arena, operation, images, chunk, chunks):
    """One thread's share of the rows: alpha = sigmoid(weight . x + bias), one float a pixel.

    Arguments as every operation's: `gpu_unet.cpu.program`.

    `VECTOR_WIDTH` pixels at a time; behind the end of a row the pixels are computed from whatever
    lies there (zeros or the next row) and not stored. The weights are padded with zeros to whole
    vectors, so what lies behind a pixel's last channel does not count: it is finite.
    """
    units = images * operation.height
    bias = splat(arena[operation.bias])
    for unit in range(chunk * units // chunks, (chunk + 1) * units // chunks):
        image = unit // operation.height
        row = unit % operation.height
        x = operation.x + image * operation.x_image + row * operation.x_row
        y = operation.y + image * operation.y_image + row * operation.y_row
        for col in range(0, operation.width, VECTOR_WIDTH):
            total = dot_pixels(
                arena,
                x + col * operation.x_pixel,
                operation.x_pixel,
                operation.weight,
                operation.in_channels,
            )
            store_first(arena, y + col, sigmoid(total + bias), operation.width - col)
