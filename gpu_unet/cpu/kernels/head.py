"""The head: 1x1 convolution to one channel, then the sigmoid, to the alpha plane."""

from __future__ import annotations

import math

import numba
import numpy as np

from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import load, multiply_add, splat, sum_lanes


@numba.njit(nogil=True)
def head_sigmoid(arena, operation, images, part, parts):
    """One thread's share of the rows: alpha = sigmoid(weight . x + bias), one float a pixel.

    The weights are padded with zeros to whole vectors, so what lies behind a pixel's last
    channel does not count (it is finite: a neighbour, a border or another buffer).
    """
    units = images * operation.height
    one = np.float32(1.0)
    bias = arena[operation.bias]
    for unit in range(part * units // parts, (part + 1) * units // parts):
        image = unit // operation.height
        row = unit % operation.height
        x = operation.x + image * operation.x_image + row * operation.x_row
        y = operation.y + image * operation.y_image + row * operation.y_row
        for _ in range(operation.width):
            total = splat(np.float32(0.0))
            for channel in range(0, operation.in_channels, VECTOR_WIDTH):
                total = multiply_add(
                    load(arena, x + channel), load(arena, operation.weight + channel), total
                )
            # exp of at most 80 stays finite in float32
            negative = min(-(sum_lanes(total) + bias), np.float32(80.0))
            arena[y] = one / (one + np.float32(math.exp(negative)))
            x += operation.x_pixel
            y += 1
