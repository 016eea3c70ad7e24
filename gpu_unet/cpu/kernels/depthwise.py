"""Depthwise 3x3 convolution with bias and ReLU.

Of each channel c:

    y[row, col] = max(lowest, bias + sum over (ky, kx) of w[ky, kx] * x[row + ky, col + kx])
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import load, maximum, multiply_add, splat, store_first


@numba.njit(nogil=True)
def convolve_depthwise(arena, operation, images, chunk, chunks):
    """Convolve one chunk of the rows of all images, a vector of channels at a time.

    The nine weight vectors stay in registers along a row. Three partial sums a, b, c, one per
    kernel column, hide the latency of the multiply-adds.
    Arguments: those of every operation, see `gpu_unet.cpu.program`.
    """
    units = images * operation.height
    channels = operation.out_channels
    lowest = splat(operation.lowest)
    for unit in range(chunk * units // chunks, (chunk + 1) * units // chunks):
        image = unit // operation.height
        row = unit % operation.height
        for channel in range(0, channels, VECTOR_WIDTH):
            lanes = channels - channel
            w = operation.weight + channel // VECTOR_WIDTH * 9 * VECTOR_WIDTH
            w0 = load(arena, w)
            w1 = load(arena, w + VECTOR_WIDTH)
            w2 = load(arena, w + 2 * VECTOR_WIDTH)
            w3 = load(arena, w + 3 * VECTOR_WIDTH)
            w4 = load(arena, w + 4 * VECTOR_WIDTH)
            w5 = load(arena, w + 5 * VECTOR_WIDTH)
            w6 = load(arena, w + 6 * VECTOR_WIDTH)
            w7 = load(arena, w + 7 * VECTOR_WIDTH)
            w8 = load(arena, w + 8 * VECTOR_WIDTH)
            bias = load(arena, operation.bias + channel)
            top = operation.x + image * operation.x_image + row * operation.x_row + channel
            y = operation.y + image * operation.y_image + row * operation.y_row + channel
            pixel = operation.x_pixel
            for _ in range(operation.width):
                middle = top + operation.x_row
                bottom = middle + operation.x_row
                a = multiply_add(load(arena, top), w0, bias)
                b = load(arena, top + pixel) * w1
                c = load(arena, top + 2 * pixel) * w2
                a = multiply_add(load(arena, middle), w3, a)
                b = multiply_add(load(arena, middle + pixel), w4, b)
                c = multiply_add(load(arena, middle + 2 * pixel), w5, c)
                a = multiply_add(load(arena, bottom), w6, a)
                b = multiply_add(load(arena, bottom + pixel), w7, b)
                c = multiply_add(load(arena, bottom + 2 * pixel), w8, c)
                store_first(arena, y, maximum(a + (b + c), lowest), lanes)
                top += pixel
                y += operation.y_pixel


def pack_depthwise_weights(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Pack float32 (C, 1, k, k) to float32, flat: channel vector, tap, channel; zero-padded."""
    channels = weight.shape[0]
    taps = weight.shape[2] * weight.shape[3]
    blocks = -(-channels // VECTOR_WIDTH)
    filled = np.zeros((blocks * VECTOR_WIDTH, taps), np.float32)
    filled[:channels] = weight.reshape(channels, taps)
    packed = filled.reshape(blocks, VECTOR_WIDTH, taps).transpose(0, 2, 1)
    return np.ascontiguousarray(packed).ravel()
