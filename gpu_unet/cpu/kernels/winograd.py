"""Convolution 3x3 by Winograd's F(4x4, 3x3): 36 products for 16 output pixels instead of 144.

Each 4x4 tile of the output comes from a 6x6 tile of the input, d. With the paper's matrices:

    U = G g G^T                      kernel g, once at load      (36 points, in, out)
    V = B^T d B                      input tile                  (36 points, tiles, in)
    M[p] = V[p] @ U[p]               36 matrix products          (36 points, tiles, out)
    Y = max(lowest, A^T M A + bias)  4x4 output tile

The transforms only add and scale. In float32 the result is right to about 1e-5 of the largest
activation, where the direct sum is right to 1e-6.

Work is shared out in one of two ways. `convolve_winograd` takes a group of tiles through all steps
while its V stays in the cache. Deep layers have few tiles and large weights: `winograd_input`
transforms the whole picture, then `winograd_output` shares out blocks of output channels, so that
each thread reads only its part of the weights.

The functions that compute take the arguments of every operation: see `gpu_unet.cpu.program`.

Source: Lavin & Gray 2015, "Fast algorithms for convolutional neural networks",
https://arxiv.org/abs/1509.09308, section 4.3.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.arena import LINE_FLOATS
from gpu_unet.cpu.kernels.conv import pack_weights
from gpu_unet.cpu.kernels.product import (
    LINEAR,
    PIXELS_WIDE,
    UNLIMITED,
    WIDE,
    block_width,
    multiply_row,
)
from gpu_unet.cpu.kernels.winograd_tile import transform_input, transform_output
from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.cpu.vector import prefetch

TILE = 4  # output pixels per side
POINTS = 36  # values of V and of M, per tile and channel
TILES_AT_ONCE = 48  # most tiles of a group, so that its V and M stay in the cache
# Floats between the 36 points of M. One cache line of padding: at a multiple of 4096 bytes all
# points would map to the same set of the L1 cache (measured: 1.2 to 1.4 times slower).
M_POINT = TILES_AT_ONCE * WIDE + LINE_FLOATS
# Prefetch distance in tiles. Planes of the upper levels are larger than L2, and the hardware
# prefetcher does not follow six rows at once (measured: 1.2 to 1.4 times faster where the input is
# not cached, no loss where it is).
AHEAD = 8
# Fixed cost of a group, in tiles: it reads all weights from a farther cache.
GROUP_COST = 2

# G of U = G g G^T, computed in float64 once at load.
_G = np.array(
    [
        [1 / 4, 0, 0],
        [-1 / 6, -1 / 6, -1 / 6],
        [-1 / 6, 1 / 6, -1 / 6],
        [1 / 24, 1 / 12, 1 / 6],
        [1 / 24, -1 / 12, 1 / 6],
        [0, 0, 1],
    ]
)


def pack_winograd_weights(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Transform weights float32 (O, I, 3, 3) to U, packed by `pack_weights`.

    Returns:
        float32, flat: block of `WIDE` output channels, point, input channel, output channel.
    """
    o, i, _, _ = weight.shape
    u = (_G @ weight.astype(np.float64) @ _G.T).transpose(2, 3, 1, 0)
    return pack_weights(u.reshape(1, POINTS, i, o).astype(np.float32))


def count_tiles(height: int, width: int) -> int:
    """4x4 tiles that cover an image of `height` by `width` pixels."""
    return -(-height // TILE) * -(-width // TILE)


def padded_channels(channels: int) -> int:
    """Floats of one tile at one point of V: channels rounded up to whole vectors."""
    return -(-channels // VECTOR_WIDTH) * VECTOR_WIDTH


@numba.njit(nogil=True)
def winograd_chunks(operation, threads):
    """Number of chunks (groups of tiles) of a WINOGRAD operation for `threads` threads.

    Minimises rounds * (tiles of a group + GROUP_COST), rounds = ceil(groups / threads): threads
    should get equal numbers of groups, and groups should be large, since each reads all weights.
    """
    tiles = _tile_rows(operation) * _tile_cols(operation)
    best = 0
    best_cost = 0
    for size in range(PIXELS_WIDE, TILES_AT_ONCE + 1, PIXELS_WIDE):
        groups = (tiles + size - 1) // size
        turns = (groups + threads - 1) // threads
        cost = turns * (size + GROUP_COST)
        if best == 0 or cost < best_cost:
            best, best_cost = groups, cost
    return best


@numba.njit(nogil=True)
def convolve_winograd(arena, operation, chunk, chunks, thread):
    """Take one group of tiles from x to y: V, then M and Y per block of output channels.

    Tiles at the lower and right edge may reach past the image: they read its zero border and store
    only their pixels inside.
    """
    tiles = _tile_rows(operation) * _tile_cols(operation)
    size = (tiles + chunks - 1) // chunks
    # Sizes were chosen as multiples of the micro-kernel's pixels: keep them so.
    size = (size + PIXELS_WIDE - 1) // PIXELS_WIDE * PIXELS_WIDE
    first = chunk * size
    count = min(size, tiles - first)
    if count <= 0:
        return
    v = operation.v + thread * operation.scratch
    pixel = _v_pixel(operation)
    _input_tiles(arena, operation, first, count, v)
    blocks = (operation.out_channels + WIDE - 1) // WIDE
    for block in range(blocks):
        _output_tiles(arena, operation, first, count, v, pixel, block, thread)


@numba.njit(nogil=True)
def winograd_input(arena, operation, chunk, chunks):
    """First of two passes for deep layers: V of one chunk of the tiles."""
    tiles = _tile_rows(operation) * _tile_cols(operation)
    first = chunk * tiles // chunks
    count = (chunk + 1) * tiles // chunks - first
    _input_tiles(arena, operation, first, count, operation.v + first * _v_pixel(operation))


@numba.njit(nogil=True)
def winograd_output(arena, operation, chunk, chunks, thread):
    """Second of two passes: M and Y of one block of output channels, all tiles or a part."""
    tiles = _tile_rows(operation) * _tile_cols(operation)
    blocks = (operation.out_channels + WIDE - 1) // WIDE
    parts = chunks // blocks
    block = chunk // parts
    part = chunk % parts
    last = (part + 1) * tiles // parts
    pixel = _v_pixel(operation)
    for first in range(part * tiles // parts, last, TILES_AT_ONCE):
        count = min(TILES_AT_ONCE, last - first)
        v = operation.v + first * pixel
        _output_tiles(arena, operation, first, count, v, pixel, block, thread)


@numba.njit(nogil=True)
def _tile_rows(operation):
    return (operation.height + TILE - 1) // TILE


@numba.njit(nogil=True)
def _tile_cols(operation):
    return (operation.width + TILE - 1) // TILE


@numba.njit(nogil=True)
def _v_pixel(operation):
    return (operation.in_channels + VECTOR_WIDTH - 1) // VECTOR_WIDTH * VECTOR_WIDTH


@numba.njit(nogil=True)
def _input_tiles(arena, operation, first, count, v):
    """Write V of `count` tiles, from tile `first` on, to place `v` on."""
    tile_cols = _tile_cols(operation)
    pixel = _v_pixel(operation)
    for tile in range(first, first + count):
        x = (
            operation.x
            + tile // tile_cols * TILE * operation.x_row
            + tile % tile_cols * TILE * operation.x_pixel
        )
        # Prefetch rows 2 to 5; rows 0 and 1 were rows 4 and 5 of the tile above.
        ahead = x + 2 * operation.x_row + AHEAD * TILE * operation.x_pixel
        for _ in range(TILE):
            for line in range(0, TILE * operation.x_pixel, LINE_FLOATS):
                prefetch(arena, ahead + line)
            ahead += operation.x_row
        for channel in range(0, pixel, VECTOR_WIDTH):
            transform_input(
                arena,
                x + channel,
                operation.x_row,
                operation.x_pixel,
                v + channel,
                operation.v_point,
            )
        v += pixel


@numba.njit(nogil=True)
def _output_tiles(arena, operation, first, count, v, pixel, block, thread):
    """Write Y of `count` tiles for one block of output channels; their V is at place `v`."""
    channel = block * WIDE
    channels = min(operation.out_channels - channel, WIDE)
    width = block_width(channels)
    weight = operation.weight + block * POINTS * operation.in_channels * WIDE
    m = operation.m + thread * operation.scratch
    # 36 matrix products: tiles are the "pixels" of `multiply_row`, U[point] its weights.
    for point in range(POINTS):
        multiply_row(
            arena,
            count,
            v + point * operation.v_point,
            0,
            pixel,
            1,
            operation.in_channels,
            weight + point * operation.in_channels * width,
            operation.zeros,
            0,
            0,
            m + point * M_POINT,
            width,
            LINEAR,
            UNLIMITED,
            width,
        )
    tile_cols = _tile_cols(operation)
    # Back to pixels: A^T M A, bias, ReLU; tiles at the edge store only what lies inside.
    for index in range(count):
        tile = first + index
        row = tile // tile_cols * TILE
        col = tile % tile_cols * TILE
        y = operation.y + row * operation.y_row + col * operation.y_pixel + channel
        for part in range(0, channels, VECTOR_WIDTH):
            transform_output(
                arena,
                m + index * width + part,
                M_POINT,
                operation.bias + channel + part,
                operation.lowest,
                y + part,
                operation.y_row,
                operation.y_pixel,
                min(TILE, operation.height - row),
                min(TILE, operation.width - col),
                channels - part,
            )
