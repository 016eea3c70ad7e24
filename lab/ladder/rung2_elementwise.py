"""Rung 2, BatchNorm, ReLU and max-pool alone: what a launch that computes nothing costs.

What was slow: divisions to find each value's channel and position, BatchNorm's square root for
every value, one value per thread. The idea: take channel and row from the grid, reduce four
parameters to a scale and a shift, and give a thread four values whose loads overlap; then memory
bandwidth is the limit.

`python -m lab.ladder.rung2_elementwise`
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, float32

from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.reference import layers
from lab.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, Where, alone, torch_run
from lab.ladder.rung0_ceilings import Values, copied, copied_by_driver

THREADS = 256
EACH = 4  # values of a thread, a block's width apart: so many loads wait together
POOL_BLOCK = (32, 8)  # columns x rows of the output
EPSILON = 1e-5  # PyTorch's

_WITH_PARAMETERS = "void(float32[:,:,::1], float32[:,::1], float32[:,:,::1])"
_PLANES = "void(float32[:,:,::1], float32[:,:,::1])"


@device_function
def normal(value, parameters, c):
    """BatchNorm of `value` by gamma, beta, mean and variance, float32 (4, C), of channel `c`.

    (value - mean) / sqrt(variance + EPSILON) * gamma + beta
    """
    deviation = math.sqrt(parameters[3, c] + float32(EPSILON))
    return (value - parameters[2, c]) / deviation * parameters[0, c] + parameters[1, c]


@device_kernel(_WITH_PARAMETERS, threads=THREADS)
def batch_norm_written_kernel(x, parameters, out):
    """As the formula is written: one thread per value, found by two divisions.

    x, out: float32 (N, C, H W). parameters: float32 (4, C): gamma, beta, mean, variance.
    """
    index = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    channels, pixels = out.shape[1], out.shape[2]
    plane = index // pixels
    if plane < out.shape[0] * channels:
        c = plane % channels
        n = plane // channels
        i = index - plane * pixels
        out[n, c, i] = normal(x[n, c, i], parameters, c)


@device_kernel(_WITH_PARAMETERS, threads=THREADS)
def batch_norm_kernel(x, scale_shift, out):
    """Four values a thread of block (piece, channel, image).

    x, out: float32 (N, C, H W). scale_shift: float32 (2, C).
    """
    n, c = cuda.blockIdx.z, cuda.blockIdx.y
    first = cuda.blockIdx.x * (THREADS * EACH) + cuda.threadIdx.x
    scale, shift = scale_shift[0, c], scale_shift[1, c]
    for j in range(EACH):
        i = first + j * THREADS
        if i < out.shape[2]:
            out[n, c, i] = x[n, c, i] * scale + shift


@device_kernel(_PLANES, threads=THREADS)
def relu_kernel(x, out):
    """Four values a thread of block (piece, channel, image); x, out: float32 (N, C, H W)."""
    n, c = cuda.blockIdx.z, cuda.blockIdx.y
    first = cuda.blockIdx.x * (THREADS * EACH) + cuda.threadIdx.x
    for j in range(EACH):
        i = first + j * THREADS
        if i < out.shape[2]:
            out[n, c, i] = max(x[n, c, i], float32(0))


@device_kernel("void(float32[:,:,:,::1], float32[:,:,:,::1])", threads=THREADS)
def max_pool_written_kernel(x, out):
    """2x2 maximum, one thread per output value, found by three divisions.

    x: float32 (N, C, 2 h, 2 w). out: float32 (N, C, h, w).
    """
    index = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    channels, height, width = out.shape[1], out.shape[2], out.shape[3]
    line = index // width
    plane = line // height
    if plane < out.shape[0] * channels:
        col = index - line * width
        row = line - plane * height
        n = plane // channels
        c = plane - n * channels
        upper = max(x[n, c, 2 * row, 2 * col], x[n, c, 2 * row, 2 * col + 1])
        lower = max(x[n, c, 2 * row + 1, 2 * col], x[n, c, 2 * row + 1, 2 * col + 1])
        out[n, c, row, col] = max(upper, lower)


@device_kernel(_PLANES, threads=THREADS)
def max_pool_planes_kernel(x, out):
    """2x2 maximum, one thread per output value of block (columns, rows, plane).

    x: float32 (N C, 2 h, 2 w). out: float32 (N C, h, w).
    """
    plane = cuda.blockIdx.z
    col = cuda.blockIdx.x * POOL_BLOCK[0] + cuda.threadIdx.x
    row = cuda.blockIdx.y * POOL_BLOCK[1] + cuda.threadIdx.y
    if row < out.shape[1] and col < out.shape[2]:
        upper = max(x[plane, 2 * row, 2 * col], x[plane, 2 * row, 2 * col + 1])
        lower = max(x[plane, 2 * row + 1, 2 * col], x[plane, 2 * row + 1, 2 * col + 1])
        out[plane, row, col] = max(upper, lower)


def batch_norm(x: Any, scale_shift: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = x * scale + shift`; x, out: float32 (N, C, H, W)."""
    batch_norm_kernel[_pieces(out), THREADS, stream](_flat(x), scale_shift, _flat(out))


def relu(x: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = max(x, 0)`; x, out: float32 (N, C, H, W), which may be one array."""
    relu_kernel[_pieces(out), THREADS, stream](_flat(x), _flat(out))


def max_pool(x: Any, out: Any, *, stream: Any) -> None:
    """Enqueue the 2x2 maximum of float32 (N, C, 2 h, 2 w)."""
    n, c, height, width = out.shape
    grid = (-(-width // POOL_BLOCK[0]), -(-height // POOL_BLOCK[1]), n * c)
    planes = x.reshape((n * c, *x.shape[2:])), out.reshape((n * c, height, width))
    max_pool_planes_kernel[grid, POOL_BLOCK, stream](*planes)


def scale_and_shift(parameters: Array) -> Array:
    """float32 (2, C) of gamma, beta, mean and variance (4, C): what they come to per value."""
    gamma, beta, mean, variance = parameters.astype(np.float64)
    scale = gamma / np.sqrt(variance + EPSILON)
    return np.stack([scale, beta - mean * scale]).astype(np.float32)


def _flat(x: Any) -> Any:
    return x.reshape((x.shape[0], x.shape[1], x.shape[2] * x.shape[3]))


def _pieces(out: Any) -> tuple[int, int, int]:
    n, c, height, width = out.shape
    return -(-height * width // (THREADS * EACH)), c, n


@dataclass(frozen=True, slots=True)
class FeatureMap:
    """What a layer hands to the next one."""

    channels: int
    side: int
    batch: int = 4

    @property
    def label(self) -> str:
        """As in the notebooks."""
        return f"{self.channels} @{self.side}"

    @property
    def count(self) -> int:
        """Values."""
        return self.batch * self.channels * self.side**2


class MapData(NamedTuple):
    """x: float32 (N, C, H, W). parameters: float32 (4, C): gamma, beta, mean, variance."""

    x: Array
    parameters: Array


@functools.lru_cache(maxsize=1)
def data_of(problem: FeatureMap) -> MapData:
    """Random values, a variance above zero."""
    rng = np.random.default_rng(0)
    shape = (problem.batch, problem.channels, problem.side, problem.side)
    parameters = rng.standard_normal((4, problem.channels), np.float32)
    parameters[3] = np.abs(parameters[3]) + np.float32(0.5)
    return MapData(rng.standard_normal(shape, np.float32), parameters)


@functools.lru_cache(maxsize=1)
def normalized(problem: FeatureMap) -> Array:
    """float64 (N, C, H, W): what BatchNorm has to give."""
    x, parameters = data_of(problem)
    pixels = np.moveaxis(x, 1, 3).astype(np.float64)
    return np.moveaxis(layers.batch_norm(pixels, *parameters.astype(np.float64)), 3, 1)


@functools.lru_cache(maxsize=1)
def pooled(problem: FeatureMap) -> Array:
    """float64 (N, C, H / 2, W / 2): what the 2x2 maximum has to give."""
    pixels = np.moveaxis(data_of(problem).x, 1, 3).astype(np.float64)
    return np.moveaxis(layers.max_pool(pixels, (2, 2)), 3, 1)


Prepare = Callable[[FeatureMap, Memory], Run]


def of_x(launch: Callable[..., None], expected: Callable[[FeatureMap], Array]) -> Prepare:
    """Prepares a launcher of (x, out, *, stream)."""

    def prepare(problem: FeatureMap, memory: Memory) -> Run:
        right = expected(problem)
        x, out = memory.place(data_of(problem).x), memory.blank(*right.shape)
        return Run(lambda stream: launch(x, out, stream=stream), lambda: memory.fetch(out), right)

    return prepare


def with_parameters(launch: Callable[..., None], values: Callable[[Array], Array]) -> Prepare:
    """Prepares a launcher of (x, `values` of the parameters, out, *, stream)."""

    def prepare(problem: FeatureMap, memory: Memory) -> Run:
        given = memory.place(values(data_of(problem).parameters))

        def with_given(x: Any, out: Any, *, stream: Any) -> None:
            launch(x, given, out, stream=stream)

        return of_x(with_given, normalized)(problem, memory)

    return prepare


def batch_norm_written(x: Any, parameters: Any, out: Any, *, stream: Any) -> None:
    """Enqueue the formula as it is written."""
    grid = -(-out.size // THREADS)
    batch_norm_written_kernel[grid, THREADS, stream](_flat(x), parameters, _flat(out))


def max_pool_written(x: Any, out: Any, *, stream: Any) -> None:
    """Enqueue the 2x2 maximum, every place by divisions."""
    max_pool_written_kernel[-(-out.size // THREADS), THREADS, stream](x, out)


@functools.lru_cache(maxsize=1)
def rectified(problem: FeatureMap) -> Array:
    """float64 (N, C, H, W): what ReLU has to give."""
    return layers.relu(data_of(problem).x.astype(np.float64))


def by_torch(operation: str, expected: Callable[[FeatureMap], Array]) -> Prepare:
    """Prepares PyTorch's own."""

    def prepare(problem: FeatureMap, memory: Memory) -> Run:
        import torch
        from torch.nn import functional

        x, parameters = (torch.from_numpy(values).cuda() for values in data_of(problem))
        gamma, beta, mean, variance = parameters
        compute = {
            "batch_norm": lambda: functional.batch_norm(x, mean, variance, gamma, beta),
            "relu": lambda: functional.relu(x),
            "max_pool": lambda: functional.max_pool2d(x, 2),
        }
        return torch_run(compute[operation], expected(problem))

    return prepare


def copy_by(copy: Callable[[Values, Memory], Run]) -> Prepare:
    """Prepares a copy of as many values."""
    return lambda problem, memory: copy(Values(problem.count, 0), memory)


def _cost(flop: float, *, written: float = 1.0) -> Callable[[FeatureMap], Cost]:
    """Of so many FLOP and values written for each value read."""
    return lambda m: Cost(nbytes=int(4 * m.count * (1 + written)), flop=int(flop * m.count))


# Seconds, loops in NumPy and the first call of a Numba kernel.
_NOTEBOOKS = {
    "64 @512": ((123.2, 0.431), (82.0, 0.293), (33.4, 0.334)),
    "128 @256": ((60.5, 0.287), (41.8, 0.210), (16.2, 0.144)),
    "256 @128": ((30.2, 0.179), (20.8, 0.107), (8.2, 0.075)),
    "512 @64": ((15.1, 0.087), (10.4, 0.055), (4.1, 0.047)),
}
NORM_WRITTEN, RELU, POOL_WRITTEN = "BatchNorm, as written", "ReLU", "max-pool 2x2, by divisions"
RUNG = Rung(
    name="ladder_2_elementwise",
    title="Rung 2, BatchNorm, ReLU and max-pool alone",
    problems=(FeatureMap(64, 512), FeatureMap(128, 256), FeatureMap(256, 128), FeatureMap(512, 64)),
    tiny=(FeatureMap(3, 10, batch=2),),
    contenders=(
        Contender("copy, the driver's", copy_by(copied_by_driver), _cost(0), Where.GPU),
        Contender("copy, a thread a value", copy_by(copied), _cost(0)),
        Contender(NORM_WRITTEN, with_parameters(batch_norm_written, lambda p: p), _cost(2)),
        Contender(
            "BatchNorm, scale and shift", with_parameters(batch_norm, scale_and_shift), _cost(2)
        ),
        Contender("BatchNorm, PyTorch", by_torch("batch_norm", normalized), _cost(2), Where.TORCH),
        Contender(RELU, of_x(relu, rectified), _cost(1)),
        Contender("ReLU, PyTorch", by_torch("relu", rectified), _cost(1), Where.TORCH),
        Contender(POOL_WRITTEN, of_x(max_pool_written, pooled), _cost(0.75, written=0.25)),
        Contender("max-pool 2x2", of_x(max_pool, pooled), _cost(0.75, written=0.25)),
        Contender(
            "max-pool 2x2, PyTorch",
            by_torch("max_pool", pooled),
            _cost(0.75, written=0.25),
            Where.TORCH,
        ),
    ),
    original={
        (who, label): f"{loops} s by loops, {first} s"
        for label, times in _NOTEBOOKS.items()
        for who, (loops, first) in zip((NORM_WRITTEN, RELU, POOL_WRITTEN), times, strict=True)
    },
    note=(
        "Batch 4, float32 NCHW. The notebooks': first calls, compilation included, on an RTX 4060 "
        "Laptop."
    ),
    wide="GB/s",
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
