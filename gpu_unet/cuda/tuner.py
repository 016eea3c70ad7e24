"""Choose each convolution's tile: measured once per GPU and problem, then read from disk."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.convolution import ConvBuffers, Convolution, ConvProblem, Tile
from gpu_unet.cuda.device import Gpu, current_gpu
from gpu_unet.cuda.graph import median_ms
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.machine_code import cache_folder
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from gpu_unet.errors import EngineError, GpuLostError

log = logging.getLogger(__name__)

Choice = tuple[Tile, int]
Choose = Callable[[ConvProblem], Choice]
Measure = Callable[[ConvProblem, Tile, int], float]

# Shared memory that the driver keeps for itself per block, and room for barriers and alignment.
SHARED_RESERVE = 4096
PRODUCTS_PER_US = 2048 * 1980  # multiplications of a multiprocessor of 9.0 in a microsecond
MEASURED = 3  # likeliest choices that are compiled and measured
SECOND_PASS_BYTES_PER_MS = 2e9  # what an extra pool or head kernel costs, launch included
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
    return min(choices(problem, gpu), key=lambda choice: _guess_us(problem, *choice, gpu))


def _guess_us(problem: ConvProblem, tile: Tile, splits: int, gpu: Gpu) -> float:
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


class Tuner:
    """Remembers the best choice per problem; what it has not seen it measures.

    Args:
        gpu: Whose name the answers are kept under.
        measure: Milliseconds of (problem, tile, splits); None takes the likely choice unmeasured.
    """

    def __init__(self, gpu: Gpu, measure: Measure | None = None) -> None:
        self._gpu = gpu
        self._measure = measure
        name = "".join(c if c.isalnum() else "-" for c in gpu.name)
        self._path = cache_folder() / f"tiles-{name}.json"
        self._known = self._read()

    def candidates(self, problem: ConvProblem) -> list[Choice]:
        """What `problem` may be computed by: the remembered choice alone, or what is measured."""
        options = choices(problem, self._gpu)
        known = self._known.get(_key(problem), "")
        for option in options:
            if _key(*option) == known:
                return [option]
        options.sort(key=lambda option: _guess_us(problem, *option, self._gpu))
        return options[: 1 if self._measure is None else MEASURED]

    def __call__(self, problem: ConvProblem) -> Choice:
        """The best (tile, splits) for `problem`."""
        options = self.candidates(problem)
        if len(options) == 1:
            return options[0]
        best = min(options, key=lambda option: self._measured(problem, *option))
        self._known[_key(problem)] = _key(*best)
        self._write()
        return best

    def _measured(self, problem: ConvProblem, tile: Tile, splits: int) -> float:
        assert self._measure is not None
        try:
            return self._measure(problem, tile, splits)
        except GpuLostError:
            raise
        except EngineError as error:
            log.warning("%s is left out for %s: %s", tile, problem, error)
            return float("inf")

    def _read(self) -> dict[str, str]:
        try:
            content = json.loads(self._path.read_text())
            return {str(k): str(v) for k, v in content.items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def _write(self) -> None:
        unfinished = self._path.with_suffix(".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(self._known, indent=1))
            os.replace(unfinished, self._path)
        except OSError as error:
            log.warning("%s cannot be written (%s): tiles are measured again", self._path, error)


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


def _key(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@cache
def _random_block() -> npt.NDArray[np.float16]:
    """Small random values to repeat: multiplying zeros would be faster than real data."""
    return (np.random.default_rng(0).standard_normal(2**20) / 16).astype(np.float16)


def measure_on_gpu(problem: ConvProblem, tile: Tile, splits: int) -> float:
    """Milliseconds of one convolution on random data; infinite for one that does not fit."""
    block = _random_block()
    plain = problem if problem.fits(tile) else dataclasses.replace(problem, pool=False, head=False)
    side = 2 if problem.upsample else 1
    shape = (problem.channels_in, problem.channels_out, 2, 2)
    if not problem.upsample:
        edge = 3 if problem.taps == 9 else 1
        shape = (problem.channels_out, problem.channels_in, edge, edge)
    weight = np.resize(block, shape).astype(np.float32)
    bias = np.zeros(problem.channels_out, np.float32)
    convolution = Convolution(
        "measured", plain, tile, weight, bias,
        splits=splits, multiprocessors=current_gpu().multiprocessors,
    )  # fmt: skip
    batch, height, width = problem.batch, problem.height, problem.width
    plan = ArenaPlan()
    convolution.reserve(plan)
    plan.add("x", (batch, height + 2, width + 2, problem.channels_in), np.float16)
    plan.add("out", (batch, side * height + 2, side * width + 2, problem.channels_out), np.float16)
    plan.add("pooled", (batch, height // 2 + 2, width // 2 + 2, problem.channels_out), np.float16)
    plan.add("alpha", (batch, height, width), np.float32)
    plan.add("head", (problem.channels_out + 1,), np.float32)
    plan.add("partial", (convolution.partial_size,), np.float32)
    arena = DeviceArena(plan, purpose=f"measuring {problem}")
    try:
        arrays = arena.arrays
        arrays["x"].upload(np.resize(block, arrays["x"].shape))
        buffers = ConvBuffers(
            arrays["x"],
            None if plain.head else arrays["out"],
            pooled=arrays["pooled"] if plain.pool else None,
            alpha=arrays["alpha"] if plain.head else None,
            head=arrays["head"] if plain.head else None,
        )
        convolution.bind(arrays, buffers, arrays["partial"])
        needed = median_ms(lambda stream: convolution(stream=stream))
        if plain != problem:
            # A kernel of its own then pools or applies the head: it reads the output once more.
            needed += arrays["out"].nbytes / SECOND_PASS_BYTES_PER_MS
        return needed
    finally:
        arena.close()
