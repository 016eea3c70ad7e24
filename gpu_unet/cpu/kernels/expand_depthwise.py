"""Depthwise convolution; in a mobile block with the 1x1 expand layer before it, as one.

    e[row, col, c] = clip(expand_bias[c] + sum over i of x[row, col, i] * expand_weight[i, c])
    y[row, col, c] = clip(bias[c] + sum over (ky, kx) of
        w[ky, kx, c] * e[stride * row + ky - before, stride * col + kx - before, c])

e has several times the channels of x and is zero outside of x's rows and columns. It is never
whole: one block of `WIDE` channels at a time goes down the rows, and a ring of the thread's scratch
holds as many rows of e as the kernel has. So e stays in the first caches. A block without an expand
layer, or a separable one, copies rows of x to the ring.

Source of the block: Sandler et al. 2018, https://arxiv.org/abs/1801.04381
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.kernels.product import WIDE, block_width, count_longer, multiply_row
from gpu_unet.cpu.simd import VECTOR_WIDTH, depthwise_kernel
from gpu_unet.cpu.vector import load, splat, store

# Outputs in registers: these, one more, five weights and an input fit in 16.
PIXELS = 8
# Fixed cost of a chunk, in rows of e: taking it, and the cold weights.
CHUNK_COST = 1
ZERO = np.float32(0.0)


def ring_floats(*, width: int, kernel: int) -> int:
    """Floats of a thread's ring for rows of e of `width` pixels."""
    return kernel * (width + kernel) * WIDE


@numba.njit(nogil=True)
def expand_depthwise_chunks(operation, threads):
    """Number of chunks: blocks of channels times bands of rows.

    Minimises turns * (rows of e in a band + CHUNK_COST), turns = ceil(chunks / threads): threads
    should get equal numbers of chunks, and bands should be high, since neighbours both expand the
    rows that they share.
    """
    blocks = _blocks(operation)
    best = 0
    best_cost = 0
    for bands in range(1, min(operation.height, 2 * threads) + 1):
        turns = (blocks * bands + threads - 1) // threads
        rows = (operation.height + bands - 1) // bands * operation.stride
        cost = turns * (rows + operation.rows - operation.stride + CHUNK_COST)
        if best == 0 or cost < best_cost:
            best, best_cost = blocks * bands, cost
    return best


@numba.njit(nogil=True)
def expand_depthwise(arena, operation, chunk, chunks, thread):
    """Compute one chunk: some rows of y and one block of its channels.

    Arguments: those of every operation, see `gpu_unet.cpu.program`.
    """
    blocks = _blocks(operation)
    bands = chunks // blocks
    channel = chunk % blocks * WIDE
    band = chunk // blocks
    channels = min(operation.out_channels - channel, WIDE)
    kernel = operation.rows
    before = (kernel - operation.stride) // 2
    height = operation.height * operation.stride
    width = operation.width * operation.stride
    ring = operation.m + thread * operation.scratch
    ring_row = _ring_row(width, kernel)
    y = operation.y + channel
    for slot in range(kernel):
        row_place = ring + slot * ring_row
        _clear(arena, row_place, before)
        _clear(arena, row_place + (before + width) * WIDE, kernel - before)
    last_row = (band + 1) * operation.height // bands
    row = band * operation.height // bands
    expanded = row * operation.stride - before
    slot = 0  # of row `expanded` of e
    while row < last_row:
        while expanded < row * operation.stride - before + kernel:
            place = ring + slot * ring_row + before * WIDE
            if 0 <= expanded < height:
                _expand_row(
                    arena, operation, width, operation.x + expanded * operation.x_row, channel,
                    channels, place,
                )  # fmt: skip
            else:
                _clear(arena, place, width)
            expanded += 1
            slot = slot + 1 if slot + 1 < kernel else 0
        for part in range(0, channels, VECTOR_WIDTH):
            weight = operation.weight + (channel + part) * kernel * kernel
            _depthwise_row(
                arena, operation, ring + part, ring_row, slot, weight,
                operation.bias + channel + part, y + row * operation.y_row + part, channels - part,
            )  # fmt: skip
        row += 1


@numba.njit(nogil=True)
def _blocks(operation):
    return (operation.out_channels + WIDE - 1) // WIDE


@numba.njit(nogil=True)
def _ring_row(width, kernel):
    return (width + kernel) * WIDE


@numba.njit(nogil=True)
def _clear(arena, place, pixels):
    zeros = splat(ZERO)
    for at in range(place, place + pixels * WIDE, VECTOR_WIDTH):
        store(arena, at, zeros)


@numba.njit(nogil=True)
def _expand_row(arena, operation, width, x, channel, channels, place):
    """Write a row of e, or of x where there is no expand layer, to `place`."""
    if operation.expand_weight == 0:
        for _ in range(width):
            for part in range(0, channels, VECTOR_WIDTH):
                store(arena, place + part, load(arena, x + channel + part))
            x += operation.x_pixel
            place += WIDE
        return
    multiply_row(
        arena, width, x, 0, operation.x_pixel, 1, operation.in_channels,
        operation.expand_weight + channel * operation.in_channels,
        operation.expand_bias + channel, 0, 0, place, WIDE, operation.lowest, operation.highest,
        block_width(channels),
    )  # fmt: skip


def _row_of(kernel: int, stride: int) -> Any:
    """What computes one row of y, one vector of channels, for a kernel and a stride."""
    longer_tile = depthwise_kernel(PIXELS + 1, kernel, stride)
    tile = depthwise_kernel(PIXELS, kernel, stride)
    one_pixel = depthwise_kernel(1, kernel, stride)

    @numba.njit(nogil=True)
    def depthwise_row(arena, operation, ring, ring_row, first, weight, bias, y, lanes):
        x_pixel = WIDE * stride
        is_tile = operation.width >= PIXELS
        col = 0
        for _ in range(count_longer(operation.width, PIXELS)):  # see `multiply_row`
            longer_tile(
                arena, ring + col * x_pixel, ring_row, WIDE, first, weight, bias,
                y + col * operation.y_pixel, operation.y_pixel, operation.lowest,
                operation.highest, lanes,
            )  # fmt: skip
            col += PIXELS + 1
        while col < operation.width:
            # The last tile is moved back to end with the row.
            col = min(col, operation.width - PIXELS) if is_tile else col
            x_at = ring + col * x_pixel
            y_at = y + col * operation.y_pixel
            if is_tile:
                tile(
                    arena, x_at, ring_row, WIDE, first, weight, bias, y_at, operation.y_pixel,
                    operation.lowest, operation.highest, lanes,
                )  # fmt: skip
                col += PIXELS
            else:
                one_pixel(
                    arena, x_at, ring_row, WIDE, first, weight, bias, y_at, operation.y_pixel,
                    operation.lowest, operation.highest, lanes,
                )  # fmt: skip
                col += 1

    return depthwise_row


_row_of_3, _row_of_3_stride_2 = _row_of(3, 1), _row_of(3, 2)
_row_of_5, _row_of_5_stride_2 = _row_of(5, 1), _row_of(5, 2)


@numba.njit(nogil=True)
def _depthwise_row(arena, operation, ring, ring_row, first, weight, bias, y, lanes):
    if operation.rows == 3:
        if operation.stride == 1:
            _row_of_3(arena, operation, ring, ring_row, first, weight, bias, y, lanes)
        else:
            _row_of_3_stride_2(arena, operation, ring, ring_row, first, weight, bias, y, lanes)
    elif operation.stride == 1:
        _row_of_5(arena, operation, ring, ring_row, first, weight, bias, y, lanes)
    else:
        _row_of_5_stride_2(arena, operation, ring, ring_row, first, weight, bias, y, lanes)


def pack_depthwise_weights(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Pack float32 (C, 1, k, k) to float32, flat: channel vector, tap, channel; zero-padded."""
    channels = weight.shape[0]
    taps = weight.shape[2] * weight.shape[3]
    blocks = -(-channels // VECTOR_WIDTH)
    filled = np.zeros((blocks * VECTOR_WIDTH, taps), np.float32)
    filled[:channels] = weight.reshape(channels, taps)
    packed = filled.reshape(blocks, VECTOR_WIDTH, taps).transpose(0, 2, 1)
    return np.ascontiguousarray(packed).ravel()
