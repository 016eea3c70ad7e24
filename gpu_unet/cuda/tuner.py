"""Autotuning: choose each convolution's tile by measuring, once per GPU and problem.

The cost model picks the MEASURED likeliest tiles, the GPU times them, and the answer is cached on
disk beside the compiled code.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet import compiled_code, shipped_code
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.conv_problem import ConvProblem, Tile
from gpu_unet.cuda.convolution import ConvBuffers, Convolution, kernel_of
from gpu_unet.cuda.device import Gpu, current_gpu
from gpu_unet.cuda.graph import median_ms
from gpu_unet.cuda.machine_code import architecture_of, can_compile
from gpu_unet.cuda.tile_choices import Choice, choices, estimate_us
from gpu_unet.errors import EngineError, GpuLostError

log = logging.getLogger(__name__)

Choose = Callable[[ConvProblem], Choice]
Measure = Callable[[ConvProblem, Tile, int], float]

MEASURED = 3  # likeliest choices that are compiled and measured
SECOND_PASS_BYTES_PER_MS = 2e9  # throughput of an extra pool or head kernel, launch included


class Tuner:
    """Returns the cached best choice of a problem, or measures it.

    Args:
        gpu: The GPU; its name is the cache's key.
        measure: Milliseconds of (problem, tile, split-K slices); None: the cost model decides.
    """

    def __init__(self, gpu: Gpu, measure: Measure | None = None) -> None:
        self._gpu = gpu
        self._measure = measure
        name = "".join(c if c.isalnum() else "-" for c in gpu.name)
        self._kept_name = f"tiles-{name}.json"
        self._known = self._read()

    def candidates(self, problem: ConvProblem) -> list[Choice]:
        """Choices to measure for `problem`; the cached choice alone if there is one."""
        options = choices(problem, self._gpu)
        known = self._known.get(_key(problem), "")
        for option in options:
            if _key(*option) == known:
                return [option]
        likely = self.likely(problem)
        if not shipped_code.folder_for(architecture_of(self._gpu.target)).is_dir():
            return likely
        # Shipped kernels can be measured at once; the others would have to be compiled first.
        ready = [option for option in likely if self._is_ready(*option)]
        if not ready and not can_compile():
            ready = [option for option in options if self._is_ready(*option)][:1]
        return ready or likely

    def likely(self, problem: ConvProblem) -> list[Choice]:
        """The cost model's best choices, likeliest first."""
        options = sorted(
            choices(problem, self._gpu),
            key=lambda option: estimate_us(problem, *option, self._gpu),
        )
        return options[: 1 if self._measure is None else MEASURED]

    def _is_ready(self, tile: Tile, split_k_slices: int) -> bool:
        kernel = kernel_of(dataclasses.replace(tile, split_k=split_k_slices > 1))
        return kernel.is_kept(self._gpu.target)

    def __call__(self, problem: ConvProblem) -> Choice:
        """The best (tile, split-K slices) for `problem`."""
        options = self.candidates(problem)
        if len(options) == 1:
            return options[0]
        best = min(options, key=lambda option: self._measured(problem, *option))
        self._known[_key(problem)] = _key(*best)
        self._write()
        return best

    def _measured(self, problem: ConvProblem, tile: Tile, split_k_slices: int) -> float:
        assert self._measure is not None
        try:
            return self._measure(problem, tile, split_k_slices)
        except GpuLostError:
            raise
        except EngineError as error:
            log.warning("%s is left out for %s: %s", tile, problem, error)
            return float("inf")

    def _read(self) -> dict[str, str]:
        kept = compiled_code.read(self._kept_name)
        return {} if kept is None else json.loads(kept)

    def _write(self) -> None:
        # Merge with the results of other processes. If two write at once, one's tiles are lost and
        # measured again.
        self._known = self._read() | self._known
        compiled_code.write(self._kept_name, json.dumps(self._known, indent=1).encode())


def _key(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@cache
def _random_block() -> npt.NDArray[np.float16]:
    """Small random values to tile from: on zeros the GPU clocks higher than on real data."""
    return (np.random.default_rng(0).standard_normal(2**20) / 16).astype(np.float16)


def measure_on_gpu(problem: ConvProblem, tile: Tile, split_k_slices: int) -> float:
    """Milliseconds of one convolution on random data.

    If the tile cannot fuse the pooling or the head, the cost of a separate kernel is added.
    """
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
        split_k_slices=split_k_slices, multiprocessors=current_gpu().multiprocessors,
    )  # fmt: skip
    batch, height, width = problem.batch, problem.height, problem.width
    plan = ArenaPlan()
    convolution.reserve(plan)
    dtype, channels = problem.dtype, problem.channels_out
    plan.add("x", (batch, height + 2, width + 2, problem.channels_in), dtype)
    plan.add("out", (batch, side * height + 2, side * width + 2, channels), dtype)
    plan.add("pooled", (batch, height // 2 + 2, width // 2 + 2, channels), dtype)
    plan.add("alpha", (batch, height, width), np.float32)
    plan.add("head", (channels + 1,), np.float32)
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
            # A separate kernel then pools or applies the head and reads the output once more.
            needed += arrays["out"].nbytes / SECOND_PASS_BYTES_PER_MS
        return needed
    finally:
        arena.close()
