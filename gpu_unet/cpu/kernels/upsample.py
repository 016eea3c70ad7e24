"""Bilinear 2x upsampling, half-pixel centres, edges clamped.

Along rows and columns alike:

    y[2 i]     = FAR * x[i - 1] + NEAR * x[i]
    y[2 i + 1] = NEAR * x[i]    + FAR * x[i + 1]
"""

from __future__ import annotations

import numba
import numpy as np

from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import load, multiply_add, splat, store_first

NEAR = np.float32(0.75)
FAR = np.float32(0.25)


@numba.njit(nogil=True)
def upsample_bilinear_2x(arena, operation, images, chunk, chunks):
    """Upsample one chunk of the rows of y; `height` and `width` of the operation are y's.

    Each source column is interpolated vertically once; a sliding window of three (before, here,
    behind) then gives two output pixels per step.
    Arguments: those of every operation, see `gpu_unet.cpu.program`.
    """
    units = images * operation.height
    channels = operation.out_channels
    near, far = splat(NEAR), splat(FAR)
    last_row = operation.height // 2 - 1
    columns = operation.width // 2
    for unit in range(chunk * units // chunks, (chunk + 1) * units // chunks):
        image = unit // operation.height
        row = unit % operation.height
        near_row = row // 2
        far_row = min(max(near_row - 1 + row % 2 * 2, 0), last_row)
        x = operation.x + image * operation.x_image
        y = operation.y + image * operation.y_image + row * operation.y_row
        for channel in range(0, channels, VECTOR_WIDTH):
            lanes = channels - channel
            near_at = x + near_row * operation.x_row + channel
            far_at = x + far_row * operation.x_row + channel
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
