"""Launches, graphs and loading by cuda.core beside ours.

    python -m lab.benchmarks.bench_cuda_core

Whether NVIDIA's own library could take the place of `gpu_unet/cuda/launch.py` and `graph.py`; what
it lacks for that stands in docs/decisions/0035. Both run the same machine code on the same stream
and take turns; results are compared before anything is timed. Needs an NVIDIA GPU.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32

from gpu_unet.cuda import ptx
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena, DeviceArray
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.graph import Graph, make_stream
from gpu_unet.cuda.launch import _load, device_kernel, flatten
from gpu_unet.errors import GpuUnavailableError
from lab.benchmarks.machine import describe

THREADS = 128
VALUES = 1 << 16
LAUNCHES = 200  # of a round, and in a graph
ROUNDS = 15
Contender = Callable[[], None]


@device_kernel("void(float32[::1], float32)")
def add_kernel(values, step):
    """One thread a value: `values` float32 (n,) grow by `step`."""
    i = cuda.grid(1)
    if i < values.shape[0]:
        values[i] += step


@device_kernel("void(float32[::1], float32)", pdl=True)
def add_early_kernel(values, step):
    """The same by programmatic dependent launch, as most of the engine's kernels."""
    ptx.griddepcontrol_wait()
    i = cuda.grid(1)
    if i < values.shape[0]:
        values[i] += step * float32(2)


class Ours:
    """As the engine does it."""

    def __init__(self, kernel: Any, stream: Any) -> None:
        self._stream = stream
        self._launch = kernel[VALUES // THREADS, THREADS, stream]

    def launch(self, values: DeviceArray) -> None:
        """Enqueue one launch."""
        self._launch(values, 1.0)

    def graph(self, values: DeviceArray) -> Contender:
        """Enqueues a replay of `LAUNCHES` launches."""
        graph = Graph(self._stream, lambda: [self.launch(values) for _ in range(LAUNCHES)] and None)
        return lambda: graph.launch(self._stream)


class Theirs:
    """By cuda.core: the same cubin, the same arguments."""

    def __init__(self, core: Any, kernel: Any, stream: Any, code: tuple[str, bytes]) -> None:
        self._core = core
        self._kinds = kernel.argument_kinds
        self._stream = core.Stream.from_handle(int(stream))
        entry, cubin = code
        self._kernel = core.ObjectCode.from_cubin(cubin).get_kernel(entry)
        self._config = core.LaunchConfig(
            grid=VALUES // THREADS,
            block=THREADS,
            programmatic_stream_serialization=kernel is add_early_kernel,
        )

    def _arguments(self, values: DeviceArray) -> list[Any]:
        plain, kinds = flatten((values, 1.0), self._kinds)
        # It knows ctypes' numbers, and takes a plain int for a pointer.
        return [
            value if kind is ctypes.c_void_p else kind(value)
            for kind, value in zip(kinds, plain, strict=True)
        ]

    def launch(self, values: DeviceArray) -> None:
        """Enqueue one launch."""
        self._core.launch(self._stream, self._config, self._kernel, *self._arguments(values))

    def graph(self, values: DeviceArray) -> Contender:
        """Enqueues a replay of `LAUNCHES` launches."""
        builder = self._stream.create_graph_builder().begin_building("thread_local")
        for _ in range(LAUNCHES):
            self._core.launch(builder, self._config, self._kernel, *self._arguments(values))
        graph = builder.end_building().complete()
        return lambda: graph.launch(self._stream)


def median_us(contenders: dict[str, Contender], stream: Any, *, each: int) -> dict[str, float]:
    """Median microseconds of one of `each` calls of the host, contenders in turns."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS + 1):
        for name, run in contenders.items():
            begin = time.perf_counter()
            for _ in range(each):
                run()
            times[name].append((time.perf_counter() - begin) * 1e6 / each)
            call("cuStreamSynchronize", stream)
    return {name: statistics.median(found[1:]) for name, found in times.items()}


def main() -> int:
    """Compare, time and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    try:
        gpu = Gpu.find()
        core = importlib.import_module("cuda.core")
    except (GpuUnavailableError, ImportError) as error:
        sys.stderr.write(f"nothing was compared: {error}\n")
        return 1
    stream = make_stream()
    core.Device(gpu.ordinal).set_current()
    plan = ArenaPlan()
    for name in ("ours", "cuda.core"):
        plan.add(name, (VALUES,), np.float32)
    arena = DeviceArena(plan, purpose="the comparison")
    print(f"{gpu.name}; {describe('numba-cuda', 'cuda-core', 'cuda-bindings')}")
    for kernel in (add_kernel, add_early_kernel):
        code = kernel.machine_code(gpu.target)
        sides = {"ours": Ours(kernel, stream), "cuda.core": Theirs(core, kernel, stream, code)}
        graphs = {name: side.graph(arena.arrays[name]) for name, side in sides.items()}
        for name, side in sides.items():
            side.launch(arena.arrays[name])
            graphs[name]()
        call("cuStreamSynchronize", stream)
        one, other = (array.download() for array in arena.arrays.values())
        assert one.any(), f"{kernel.name} wrote nothing"
        np.testing.assert_array_equal(one, other)
        rows = {
            "launch": median_us(
                {
                    name: lambda side=side, name=name: side.launch(arena.arrays[name])
                    for name, side in sides.items()
                },
                stream,
                each=LAUNCHES,
            ),
            "launch of a graph": median_us(graphs, stream, each=4),
            "loading": median_us(
                {
                    "ours": lambda code=code: _load(*code) and None,
                    "cuda.core": lambda code=code: (
                        core.ObjectCode.from_cubin(code[1]).get_kernel(code[0]) and None
                    ),
                },
                stream,
                each=4,
            ),
        }
        for what, found in rows.items():
            said = ", ".join(f"{name} {us:.2f} us" for name, us in found.items())
            print(f"{kernel.name}: {what}: {said}")
    arena.close()
    call("cuStreamDestroy", stream)
    return 0


if __name__ == "__main__":
    sys.exit(main())
