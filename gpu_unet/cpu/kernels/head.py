"""The network's head: a 1x1 convolution to one channel, then the sigmoid.

Of each pixel:

    alpha = 1 / (1 + exp(-(bias + sum over c of weight[c] * x[c])))
"""

from __future__ import annotations

import numba

from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import dot_pixels, sigmoid, splat, store_first


@numba.njit(nogil=True)
def head_sigmoid(arena, operation, images, chunk, chunks):
    """Compute alpha of one chunk of the rows, one float a pixel, `VECTOR_WIDTH` pixels at a time.

    The last vector of a row reads past its end (zeros, or the next row) and stores only the row's
    own pixels. Weights are padded with zeros to whole vectors, so the floats after a pixel's last
    channel add 0 to its sum: the arena holds finite values only.
    Arguments: those of every operation, see `gpu_unet.cpu.program`.
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
