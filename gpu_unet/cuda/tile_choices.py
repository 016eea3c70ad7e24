"""Candidate tiles of a convolution, and a cost model of their time.

The model:

    time = waves * (rows * columns * depth / rate + fixed cost of a tile) + fixed cost of split-K
    waves = ceil(tiles * split-K slices / multiprocessors)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from gpu_unet.cuda.conv_problem import ALIKE, ConvProblem, Tile
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from gpu_unet.errors import EngineError

Choice = tuple[Tile, int]  # a tile, and the split-K slices that its sum is cut into

# Bytes of shared memory per block for the driver, barriers and alignment.
SHARED_RESERVE = 4096
MACS_PER_US = 2048 * 1980  # multiply-accumulates of a multiprocessor of 9.0 in a microsecond
# (rows, columns) of the float32 tiles; 256x64 and 128x64 were measured too and win by 2 % at most.
FLOAT32_SIZES = ((128, 128), (64, 64))

# Tile shapes by columns. Of 28 measured on an H200 in all layers of five networks, these are the
# fastest of at least one layer; leaving the others out costs 0.3 % on average.
SHAPES: dict[int, tuple[dict[str, Any], ...]] = {
    128: (
        {"row_tiles": 1, "warpgroups": 2, "tma_tiles": 3},
        {"row_tiles": 1, "warpgroups": 3, "tma_tiles": 1},
        {"row_tiles": 1, "warpgroups": 3, "tma_tiles": 1, "weight_stationary": True},
    ),
    64: (
        {"row_tiles": 1, "warpgroups": 2, "tma_tiles": 1},
        {"row_tiles": 1, "warpgroups": 4, "tma_tiles": 1},
        {"row_tiles": 2, "warpgroups": 2, "tma_tiles": 1},
        {"row_tiles": 1, "warpgroups": 4, "tma_tiles": 1, "weight_stationary": True},
        {"row_tiles": 2, "warpgroups": 3, "tma_tiles": 1, "weight_stationary": True},
        {"row_tiles": 2, "warpgroups": 2, "tma_tiles": 1, "weight_stationary": True},
    ),
    32: (
        {"row_tiles": 2, "warpgroups": 2, "tma_tiles": 1},
        {"row_tiles": 2, "warpgroups": 4, "tma_tiles": 1, "weight_stationary": True},
        {"row_tiles": 1, "warpgroups": 4, "tma_tiles": 1, "weight_stationary": True},
    ),
    16: (
        {"row_tiles": 2, "warpgroups": 2, "tma_tiles": 1},
        {"row_tiles": 2, "warpgroups": 4, "tma_tiles": 1, "weight_stationary": True},
    ),
}


def _common(problem: ConvProblem) -> dict[str, Any]:
    """What every kind of tile takes over from its problem."""
    return {name: getattr(problem, name) for name in ALIKE if name != "stride"}


def warpgroup_choices(problem: ConvProblem, gpu: Gpu) -> Iterator[Choice]:
    """Candidates (tile, split-K slices) of `conv_warpgroup`."""
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
                pool=problem.pool,
                head=problem.head,
                **_common(problem),
                **shape,
            )
            staged = _with_stages(tile, problem, gpu)
            if staged is None or not problem.fits(staged):
                continue
            for split_k_slices in _useful_split_k(problem, staged, gpu):
                yield staged, split_k_slices
        if columns <= 64:
            break  # narrower tiles would read the input more often


def _useful_split_k(problem: ConvProblem, tile: WarpgroupTile, gpu: Gpu) -> Iterator[int]:
    """Yield 1, then powers of two while all slices fit on the multiprocessors in one wave."""
    yield 1
    tiles = problem.tiles(tile)
    split_k_slices = 2
    while (
        not (tile.weight_stationary or problem.upsample)
        and tiles * split_k_slices <= gpu.multiprocessors
        and problem.channels_in // tile.chunk >= 2 * split_k_slices
    ):
        yield split_k_slices
        split_k_slices *= 2


def tensor_choices(problem: ConvProblem, gpu: Gpu) -> Iterator[Choice]:
    """Candidates (tile, split-K slices) of `conv_tensor`, likely ones first; without pooling."""
    plain = dataclasses.replace(problem, pool=False, head=False)
    common = _common(problem)
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
        tiles = problem.tiles(tile)
        concurrent_blocks = gpu.multiprocessors * tile.blocks
        sum_length = problem.taps * problem.channels_in
        split_k_slices = 1
        while (
            tiles * split_k_slices * 2 <= concurrent_blocks and sum_length >= 512 * split_k_slices
        ):
            split_k_slices *= 2
        yield tile, split_k_slices


def _float32_choice(problem: ConvProblem, gpu: Gpu) -> Choice:
    """The (tile, split-K slices) of the float32 path with the least estimated time."""
    common: dict[str, Any] = _common(problem) | {"stride": problem.stride}

    def estimate(tile: FloatTile) -> float:
        waves = -(-problem.tiles(tile) // gpu.multiprocessors)
        # With few warps, shared memory latency is not hidden.
        warps = min(waves * tile.threads // 32, 16)
        return waves * tile.rows * tile.columns * (1 + 2 / warps)

    return min((FloatTile(*size, **common) for size in FLOAT32_SIZES), key=estimate), 1


@lru_cache(maxsize=512)  # enumerating takes 3 ms a layer
def choices(problem: ConvProblem, gpu: Gpu) -> tuple[Choice, ...]:
    """All candidates (tile, split-K slices) for a problem; at least one.

    Raises:
        EngineError: No tile can compute `problem`: its channels are not whole vectors.
    """
    if problem.dtype == "float32":
        found = [_float32_choice(problem, gpu)]
    else:
        found = list(warpgroup_choices(problem, gpu)) if gpu.has_wgmma else []
        found += tensor_choices(problem, gpu)
    plain = dataclasses.replace(problem, pool=False, head=False)
    found = [choice for choice in found if problem.fits(choice[0]) or plain.fits(choice[0])]
    if not found:
        raise EngineError(
            f"no kernel computes {problem}: {problem.channels_in} channels in and "
            f"{problem.channels_out} out are not whole vectors of 16 bytes; pad them with zeros"
        )
    return tuple(found)


def heuristic_choice(problem: ConvProblem, gpu: Gpu) -> Choice:
    """The choice with the least time by the cost model, without measuring."""
    return min(choices(problem, gpu), key=lambda choice: estimate_us(problem, *choice, gpu))


def estimate_us(problem: ConvProblem, tile: Tile, split_k_slices: int, gpu: Gpu) -> float:
    """Estimated microseconds: waves of tiles, fitted to 164 layers measured on an H200.

    Against the best tile of each layer, the model's first choice costs 2.7 % of a network's time
    there; measuring its three likeliest and taking the best costs 0.3 %.
    """
    depth = problem.taps * problem.channels_in / split_k_slices
    reduction = 5.0 if split_k_slices > 1 else 0.0
    tiles = problem.tiles(tile)
    if not isinstance(tile, WarpgroupTile):
        waves = -(-tiles * split_k_slices // gpu.multiprocessors)
        another_pass = 4.4 if problem.pool or problem.head else 0.0
        work = tile.rows * tile.columns * depth / (0.18 * MACS_PER_US)
        return waves * (work + 0.6) + reduction + another_pass
    side_by_side = tile.warpgroups if tile.weight_stationary else 1
    waves = -(-tiles * split_k_slices // (gpu.multiprocessors * side_by_side)) * side_by_side
    rate = (1.05 if tile.weight_stationary else 0.94) * min(1.0, tile.columns / 64) ** 0.1
    work = 8 * tile.tile_height * tile.columns * depth / (rate * MACS_PER_US)
    if not tile.weight_stationary:
        return waves * (work + 1.6) + reduction
    weight_loads = tile.weight_bytes * tile.weight_stages * 6e-6
    return waves * (work + 0.18) + weight_loads


def _with_stages(tile: WarpgroupTile, problem: ConvProblem, gpu: Gpu) -> WarpgroupTile | None:
    """`tile` with as many stages as a block's shared memory holds; None if these are too few."""
    available_bytes = gpu.shared_bytes - SHARED_RESERVE
    if tile.weight_stationary:
        tile = dataclasses.replace(
            tile, weight_stages=tile.taps * problem.channels_in // tile.chunk
        )
        most = (available_bytes - tile.weight_stages * tile.weight_bytes) // tile.input_bytes
        # A stage always serves the same warpgroup: see `WarpgroupTile.weight_stationary`.
        turn = tile.warpgroups * problem.channels_in // tile.chunk
        if most < max(turn, 2):
            return None
        return dataclasses.replace(tile, input_stages=turn * max(1, min(most, 6) // turn))
    input_stages = 2 if tile.taps == 9 else 4
    most = (available_bytes - input_stages * tile.input_bytes) // tile.weight_bytes
    if most < 3:
        return None
    most = min(most, 12 if tile.taps == 9 else input_stages)
    return dataclasses.replace(tile, input_stages=input_stages, weight_stages=most)
