"""Machine code for the usual cards, made where there is none: for installations, which ship it.

Which kernels an engine launches follows from the card, the network, the frames and the settings.
So an engine's workspace is made for each usual card, with a driver that does nothing, and what it
asks to be compiled is written down. Compiling itself needs no card.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda import driver
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import MAP_BYTES
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.launch import Kernel
from gpu_unet.cuda.tile_choices import Choice
from gpu_unet.cuda.tuner import Tuner
from gpu_unet.cuda.workspace import Workspace
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import CARD_SETTINGS
from gpu_unet.weights import Weights, load_weights

KIB = 1024
# Compute capability, the most shared memory of a block, and multiprocessors of the smallest, a
# middle and the largest card with it, which decide how large a tile is:
# https://docs.nvidia.com/cuda/cuda-c-programming-guide/#compute-capabilities
USUAL_CARDS: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {
    (7, 5): (64 * KIB, (14, 30, 68)),  # GTX 16, RTX 20, T4
    (8, 0): (163 * KIB, (56, 72, 108)),  # A100, A30
    (8, 6): (99 * KIB, (20, 46, 84)),  # RTX 30, A10
    (8, 9): (99 * KIB, (20, 46, 76, 128)),  # RTX 40, L4
    (9, 0): (227 * KIB, (78, 114, 132, 144)),  # H100, H200
    (10, 0): (227 * KIB, (148,)),  # B200
    (12, 0): (99 * KIB, (20, 48, 84, 170)),  # RTX 50
}
# The network's size follows from the shape of the frames, the kernels around it from their layout.
FRAMES = (
    FrameFormat(720, 1280, "yuv420"),
    FrameFormat(480, 640, "yuv420"),
    FrameFormat(1280, 720, "yuv420"),
    FrameFormat(720, 1280, "rgb"),
)
BATCH_SIZES = (1, 2, 4)  # live, and of jobs, whose large frames come in smaller batches


def usual_cards(capability: tuple[int, int]) -> list[Gpu]:
    """Cards as `Gpu.find` would describe them; there need be none."""
    shared_bytes, sizes = USUAL_CARDS[capability]
    return [
        Gpu(0, f"a card with {count} multiprocessors", capability, count, shared_bytes, 8 << 30)
        for count in sizes
    ]


def kernels_of(gpu: Gpu, networks: Iterable[Weights]) -> dict[str, Kernel]:
    """By name, all that engines on such a card launch, whatever the settings."""
    found: dict[str, Kernel] = {}

    def collect(kernels: Iterable[Kernel]) -> int:
        found.update({kernel.name: kernel for kernel in kernels})
        return 0

    with _driver_that_does_nothing():
        sized = [
            (weights, pixels)
            for weights in networks
            for pixels in {weights.input_pixels, weights.offline_pixels}
        ]
        for (weights, pixels), frame, batch_size in itertools.product(sized, FRAMES, BATCH_SIZES):
            architecture = weights.architecture.fitted_to(
                frame_height=frame.height,
                frame_width=frame.width,
                input_pixels=pixels,
            )
            workspace = Workspace(
                weights,
                architecture,
                frame,
                batch_size,
                gpu=gpu,
                precision="float16" if gpu.has_tensor_cores else "float32",
                tuner=_Undecided(gpu),
                compile_ahead=collect,
                looks_twice=True,  # which launches all that one look does, and more
                settings=CARD_SETTINGS,
            )
            workspace.close()
    return found


def ship(capability: tuple[int, int], weights: Iterable[Path]) -> int:
    """Lay machine code for cards of this capability beside the program; how many kernels.

    Args:
        capability: One of `USUAL_CARDS`.
        weights: Files of the networks that come along.
    """
    networks = [load_weights(path) for path in weights]
    kernels: dict[str, Kernel] = {}
    for gpu in usual_cards(capability):
        kernels |= kernels_of(gpu, networks)
    for kernel in kernels.values():
        kernel.ship(usual_cards(capability)[0].target)
    return len(kernels)


class _Undecided(Tuner):
    """Asks for the likeliest tiles, measures none, and remembers nothing."""

    def __init__(self, gpu: Gpu) -> None:
        super().__init__(gpu, measure=lambda *_: 0.0)

    def candidates(self, problem: ConvProblem) -> list[Choice]:
        """All that would be measured, also those that were shipped before."""
        return self.likely(problem)

    def __call__(self, problem: ConvProblem) -> Choice:
        """Any."""
        return self.likely(problem)[0]


@contextlib.contextmanager
def _driver_that_does_nothing() -> Iterator[None]:
    """Allocations have addresses, copies copy nothing, and every call succeeds."""
    real = driver.api
    driver.api = _Driver()
    try:
        yield
    finally:
        driver.api = real


class _Driver:
    """In the place of `cuda.bindings.driver`, as far as a workspace that runs nothing needs it."""

    CUresult = SimpleNamespace(CUDA_SUCCESS=0)

    def __init__(self) -> None:
        self._next_address = 1 << 32
        self._host_memory: npt.NDArray[np.uint8] | None = None

    def __getattr__(self, name: str) -> Callable[..., tuple[Any, ...]]:
        return functools.partial(self._call, name)

    def _call(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        succeeded = self.CUresult.CUDA_SUCCESS
        if name == "cuMemAlloc":
            self._next_address += arguments[0] + 4096 & -4096
            return succeeded, self._next_address
        if name == "cuMemHostAlloc":
            memory = self._host_memory = np.zeros(arguments[0], np.uint8)  # one workspace's
            return succeeded, memory.ctypes.data
        if name in ("cuStreamCreate", "cuEventCreate"):
            return succeeded, 0
        if name == "cuTensorMapEncodeTiled":
            return succeeded, _NoTensorMap()
        return (succeeded,)


class _NoTensorMap:
    """128 bytes of zeros, where the driver's own object has them."""

    def __init__(self) -> None:
        self._bytes = (ctypes.c_uint8 * MAP_BYTES)()

    def getPtr(self) -> int:  # noqa: N802 -- as the bindings call it
        return ctypes.addressof(self._bytes)
