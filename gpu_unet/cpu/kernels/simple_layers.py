"""The network's layers beside its convolutions: 2x2 max-pooling, bilinear upsampling, the head.

Arguments of each are those of every operation, see `gpu_unet.cpu.program`. Below them the mean of
two alphas, of a picture and its mirror image.
"""

from __future__ import annotations

import numba
import numpy as np

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.scalars import mean_by_logits
from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import dot_pixels, load, maximum, multiply_add, sigmoid, splat, store_first

NEAR = np.float32(0.75)
FAR = np.float32(0.25)


@numba.njit(nogil=True)
def max_pool_2x2(arena, operation, chunk, chunks):
    """Pool one chunk of the rows of y, VECTOR_WIDTH channels at a time.

    y[row, col] = max(x[2 row, 2 col], x[2 row, 2 col + 1], x[2 row + 1, 2 col], ..)
    """
    rows = operation.height
    channels = operation.out_channels
    pixel = operation.x_pixel
    for row in range(chunk * rows // chunks, (chunk + 1) * rows // chunks):
        upper = operation.x + 2 * row * operation.x_row
        lower = upper + operation.x_row
        y = operation.y + row * operation.y_row
        for col in range(operation.width):
            for channel in range(0, channels, VECTOR_WIDTH):
                at = 2 * col * pixel + channel
                largest = maximum(
                    maximum(load(arena, upper + at), load(arena, upper + at + pixel)),
                    maximum(load(arena, lower + at), load(arena, lower + at + pixel)),
                )
                place = y + col * operation.y_pixel + channel
                store_first(arena, place, largest, channels - channel)


@numba.njit(nogil=True)
def upsample_bilinear_2x(arena, operation, chunk, chunks):
    """Upsample one chunk of the rows of y; `height` and `width` of the operation are y's.

    Half-pixel centres, edges clamped. Along rows and columns alike:

        y[2 i]     = FAR * x[i - 1] + NEAR * x[i]
        y[2 i + 1] = NEAR * x[i]    + FAR * x[i + 1]

    Each source column is interpolated vertically once; a sliding window of three (before, here,
    behind) then gives two output pixels per step.
    """
    rows = operation.height
    channels = operation.out_channels
    near, far = splat(NEAR), splat(FAR)
    last_row = operation.height // 2 - 1
    columns = operation.width // 2
    for row in range(chunk * rows // chunks, (chunk + 1) * rows // chunks):
        near_row = row // 2
        far_row = min(max(near_row - 1 + row % 2 * 2, 0), last_row)
        y = operation.y + row * operation.y_row
        for channel in range(0, channels, VECTOR_WIDTH):
            lanes = channels - channel
            near_at = operation.x + near_row * operation.x_row + channel
            far_at = operation.x + far_row * operation.x_row + channel
            here = multiply_add(near, load(arena, near_at), far * load(arena, far_at))
            before = here
            place = y + channel
            for col in range(columns):
                step = operation.x_pixel if col < columns - 1 else 0
                near_at += step
                far_at += step
                behind = multiply_add(near, load(arena, near_at), far * load(arena, far_at))
                middle = near * here
                store_first(arena, place, multiply_add(far, before, middle), lanes)
                place += operation.y_pixel
                store_first(arena, place, multiply_add(far, behind, middle), lanes)
                place += operation.y_pixel
                before = here
                here = behind


@numba.njit(nogil=True)
def head_sigmoid(arena, operation, chunk, chunks):
    """Compute alpha of one chunk of the rows, one float a pixel, `VECTOR_WIDTH` pixels at a time.

        alpha = 1 / (1 + exp(-(bias + sum over c of weight[c] * x[c])))

    The last vector of a row reads past its end (zeros, or the next row) and stores only the row's
    own pixels. Weights are padded with zeros to whole vectors, so the floats after a pixel's last
    channel add 0 to its sum: the arena holds finite values only.
    """
    rows = operation.height
    bias = splat(arena[operation.bias])
    for row in range(chunk * rows // chunks, (chunk + 1) * rows // chunks):
        x = operation.x + row * operation.x_row
        y = operation.y + row * operation.y_row
        for col in range(0, operation.width, VECTOR_WIDTH):
            total = dot_pixels(
                arena,
                x + col * operation.x_pixel,
                operation.x_pixel,
                operation.weight,
                operation.in_channels,
            )
            store_first(arena, y + col, sigmoid(total + bias), operation.width - col)


@serial_kernel
def take_mean(alpha, other):
    """Replace an alpha by its mean with another one; see `reference.unet.mean_by_logits`.

    alpha, other: float32 (n,).
    """
    for x in range(alpha.shape[0]):
        alpha[x] = mean_by_logits(alpha[x], other[x])
