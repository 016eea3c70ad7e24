"""Which tiles may compute a convolution, and a guess at how long each takes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from gpu_unet.cuda.conv_problem import ConvProblem, Tile
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile

Choice = tuple[Tile, int]  # a tile, and how many blocks share its sum

# Shared memory that the driver keeps for itself per block, and room for barriers and alignment.
SHARED_RESERVE = 4096
PRODUCTS_PER_US = 2048 * 1980  # multiplications of a multiprocessor of 9.0 in a microsecond
# Rows and columns of the float32 path's tiles; 256x64 and 128x64 were measured too and win nowhere
# by more than 2 %.
FLOAT32_SIZES = ((128, 128), (64, 64))

# Per columns of a tile: the shapes that are the fastest somewhere, of 28 measured on an H200 in all
# layers of five networks; leaving the others out costs 0.3 % on average.
SHAPES: dict[int, tuple[dict[str, Any], ...]] = {
    128: (
        {"row_tiles": 1, "warpgroups": 2, "copies": 3},
        {"row_tiles": 1, "warpgroups": 3, "copies": 1},
        {"row_tiles": 1, "warpgroups": 3, "copies": 1, "resident": True},
    ),
    64: (
        {"row_tiles": 1, "warpgroups": 2, "copies": 1},
        {"row_tiles": 1, "warpgroups": 4, "copies": 1},
        {"row_tiles": 2, "warpgroups": 2, "copies": 1},
        {"row_tiles": 1, "warpgroups": 4, "copies": 1, "resident": True},
        {"row_tiles": 2, "warpgroups": 3, "copies": 1, "resident": True},
        {"row_tiles": 2, "warpgroups": 2, "copies": 1, "resident": True},
    ),
    32: (
        {"row_tiles": 2, "warpgroups": 2, "copies": 1},
        {"row_tiles": 2, "warpgroups": 4, "copies": 1, "resident": True},
        {"row_tiles": 1, "warpgroups": 4, "copies": 1, "resident": True},
    ),
    16: (
        {"row_tiles": 2, "warpgroups": 2, "copies": 1},
        {"row_tiles": 2, "warpgroups": 4, "copies": 1, "resident": True},
    ),
}


def warpgroup_choices(problem: ConvProblem, gpu: Gpu) -> Iterator[Choice]:
    """Every (tile, splits) of `conv_warpgroup` that may be the fastest somewhere."""
    chunk = next((c for c in (64, 32, 16) if problem.channels_in % c == 0), None)
    if chunk is None:
        return
    for columns in (128, 64, 32, 16):
        if problem.channels_out % columns:
            continue
        for shape in SHAPES[columns]:
            tile = WarpgroupTile(
                columns,
                chunk=chunk,
                taps=problem.taps,
                relu=problem.relu,
                upsample=problem.upsample,
                pool=problem.pool,
                head=problem.head,
                **shape,
            )
            staged = _with_stages(tile, problem, gpu)
            if staged is None or not problem.fits(staged):
                continue
            for splits in _useful_splits(problem, staged, gpu):
                yield staged, splits
        if columns <= 64:
            break  # narrower tiles than 64 columns only read more


def _useful_splits(problem: ConvProblem, tile: WarpgroupTile, gpu: Gpu) -> Iterator[int]:
    """1, and powers of two as long as the pieces fit on the multiprocessors all at once."""
    yield 1
    across = -(-problem.width // 8) * -(-problem.height // tile.tile_height)
    tiles = problem.batch * across * (problem.columns // tile.columns)
    splits = 2
    while (
        not (tile.resident or problem.upsample)
        and tiles * splits <= gpu.multiprocessors
        and problem.channels_in // tile.chunk >= 2 * splits
    ):
        yield splits
        splits *= 2


def tensor_choices(problem: ConvProblem, gpu: Gpu) -> Iterator[Choice]:
    """Sensible (tile, splits) for `conv_tensor`, likely ones first; it never pools by itself."""
    plain = dataclasses.replace(problem, pool=False, head=False)
    common = {"taps": problem.taps, "relu": problem.relu, "upsample": problem.upsample}
    for rows, columns, warps_down, depth, stages, blocks in (
        (128, 128, 2, 64, 3, 2),
        (128, 64, 4, 64, 3, 2),
        (256, 64, 4, 64, 3, 1),
        (64, 64, 2, 64, 3, 3),
        (128, 32, 8, 32, 4, 3),
        (256, 16, 8, 32, 4, 3),
    ):
        tile = TensorTile(rows, columns, warps_down, depth, stages, blocks, **common)
        if columns > max(problem.columns, 16) or not plain.fits(tile):
            continue
        if tile.shared_bytes * blocks > gpu.shared_bytes - SHARED_RESERVE:
            tile = dataclasses.replace(tile, stages=2, blocks=1)
        pixels = problem.batch * problem.height * problem.width
        tiles = -(-pixels // rows) * -(-problem.columns // columns)
        slots = gpu.multiprocessors * tile.blocks
        splits = 1
        while tiles * splits * 2 <= slots and problem.taps * problem.channels_in >= 512 * splits:
            splits *= 2
        yield tile, splits


def float32_choice(problem: ConvProblem, gpu: Gpu) -> Choice:
    """The (tile, splits) of the float32 path: the least time by full rounds of tiles."""
    common = {"taps": problem.taps, "relu": problem.relu, "upsample": problem.upsample}

    def guess(tile: FloatTile) -> float:
        pixels = problem.batch * problem.height * problem.width
        tiles = -(-pixels // tile.rows) * -(-problem.columns // tile.columns)
        rounds = -(-tiles // gpu.multiprocessors)
        # Few warps leave the multipliers waiting for shared memory.
        warps = min(rounds * tile.threads // 32, 16)
        return rounds * tile.rows * tile.columns * (1 + 2 / warps)

    return min((FloatTile(*size, **common) for size in FLOAT32_SIZES), key=guess), 1


def choices(problem: ConvProblem, gpu: Gpu) -> list[Choice]:
    """Every (tile, splits) worth measuring, the likeliest first; at least one."""
    found = list(warpgroup_choices(problem, gpu)) if gpu.has_wgmma else []
    return found + list(tensor_choices(problem, gpu))


def likely(problem: ConvProblem, gpu: Gpu) -> Choice:
    """The choice without measuring: the least time by a rough model of full rounds of tiles."""
    return min(choices(problem, gpu), key=lambda choice: guess_us(problem, *choice, gpu))


def guess_us(problem: ConvProblem, tile: Tile, splits: int, gpu: Gpu) -> float:
    """Microseconds of rounds of tiles; the figures are fitted to 164 layers measured on an H200.

    The guess alone costs 2.7 % of a network's time there, the best of the three likeliest 0.3 %.
    """
    depth = problem.taps * problem.channels_in / splits
    shared_sum = 5.0 if splits > 1 else 0.0
    if not isinstance(tile, WarpgroupTile):
        pixels = problem.batch * problem.height * problem.width
        tiles = -(-pixels // tile.rows) * -(-problem.columns // tile.columns)
        rounds = -(-tiles * splits // gpu.multiprocessors)
        another_pass = 4.4 if problem.pool or problem.head else 0.0
        work = tile.rows * tile.columns * depth / (0.18 * PRODUCTS_PER_US)
        return rounds * (work + 0.6) + shared_sum + another_pass
    across = -(-problem.width // 8) * -(-problem.height // tile.tile_height)
    tiles = problem.batch * across * (problem.columns // tile.columns)
    side_by_side = tile.warpgroups if tile.resident else 1
    rounds = -(-tiles * splits // (gpu.multiprocessors * side_by_side)) * side_by_side
    rate = (1.05 if tile.resident else 0.94) * min(1.0, tile.columns / 64) ** 0.1
    work = 8 * tile.tile_height * tile.columns * depth / (rate * PRODUCTS_PER_US)
    if not tile.resident:
        return rounds * (work + 1.6) + shared_sum
    fetched = tile.weight_bytes * tile.weight_stages * 6e-6
    return rounds * (work + 0.18) + fetched


def _with_stages(tile: WarpgroupTile, problem: ConvProblem, gpu: Gpu) -> WarpgroupTile | None:
    """`tile` with as many stages as a block's shared memory holds, None if too few."""
    room = gpu.shared_bytes - SHARED_RESERVE
    if tile.resident:
        tile = dataclasses.replace(
            tile, weight_stages=tile.taps * problem.channels_in // tile.chunk
        )
        most = (room - tile.weight_stages * tile.weight_bytes) // tile.input_bytes
        # A stage always serves the same warpgroup, or another's box could pass for its own.
        turn = tile.warpgroups * problem.channels_in // tile.chunk
        if most < max(turn, 2):
            return None
        return dataclasses.replace(tile, input_stages=turn * max(1, min(most, 6) // turn))
    input_stages = 2 if tile.taps == 9 else 4
    most = (room - input_stages * tile.input_bytes) // tile.weight_bytes
    if most < 3:
        return None
    most = min(most, 12 if tile.taps == 9 else input_stages)
    return dataclasses.replace(tile, input_stages=input_stages, weight_stages=most)
