"""Rung 5, down and up: 2x1 max-pool and what its index arithmetic costs; up by three ways.

What was slow, going down: index arithmetic alone. A thread divides its number three times to find
its pixel, in 64 bits, because Numba widens every index; the hardware has no integer division. The
idea: 32 bits where they are enough, and no division where the grid gives the position.

Going up, the original had no kernel: a transposed 2x2 convolution of stride 2, directly and as a
matrix product (four 1x1 convolutions, one for each pixel of a patch, then the pixels put into their
places). Beside them stands bilinear doubling, which multiplies nothing by weights. README.md tells
what checkerboards have to do with it.

`python -m lab.ladder.rung5_resampling`
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, int32

from gpu_unet.cuda.kernels.place import THREADS as APP_THREADS
from gpu_unet.cuda.kernels.place import divided
from gpu_unet.cuda.kernels.simple_layers import upsample_bilinear_float32_kernel
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.reference import layers
from lab.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, Where, alone, torch_run
from lab.ladder.rung6_matrix_product import matrix_product

THREADS = 256
BLOCK = (32, 8)  # columns x rows of the output
_PLANES = "void(float32[:,:,::1], float32[:,:,::1])"


@device_kernel(_PLANES, threads=THREADS)
def pool_2x1_wide_kernel(x, out):
    """The larger of two rows, one thread per output value, found by divisions in 64 bits.

    x: float32 (planes, 2 h, w). out: float32 (planes, h, w). So for all three.
    """
    index = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    line = index // out.shape[2]
    plane = line // out.shape[1]
    if plane < out.shape[0]:
        row = line - plane * out.shape[1]
        col = index - line * out.shape[2]
        out[plane, row, col] = max(x[plane, 2 * row, col], x[plane, 2 * row + 1, col])


@device_kernel("void(float32[:,:,::1], float32[:,:,::1], int32, int32)", threads=THREADS)
def pool_2x1_narrow_kernel(x, out, height, width):
    """The same by divisions in 32 bits; height and width of `out`, handed over as such."""
    index = int32(cuda.blockIdx.x * THREADS + cuda.threadIdx.x)
    line = divided(index, width)
    plane = divided(line, height)
    if plane < out.shape[0]:
        row = line - plane * height
        col = index - line * width
        out[plane, row, col] = max(x[plane, 2 * row, col], x[plane, 2 * row + 1, col])


@device_kernel(_PLANES, threads=THREADS)
def pool_2x1_kernel(x, out):
    """The same in block (columns, rows, plane): the grid says where."""
    plane = cuda.blockIdx.z
    col = cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x
    row = cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y
    if row < out.shape[1] and col < out.shape[2]:
        out[plane, row, col] = max(x[plane, 2 * row, col], x[plane, 2 * row + 1, col])


@device_function
def _place(channels):
    """(image, channel, row, column) of this thread of block (columns, rows, image and channel)."""
    n = cuda.blockIdx.z // channels
    row = cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y
    return n, cuda.blockIdx.z - n * channels, row, cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], float32[:,:,:,::1])",
    threads=THREADS,
)
def transposed_direct_kernel(x, weight, bias, out):
    """One thread per output value of block (columns, rows, image and output channel).

        out[o, y, x] = bias[o] + sum over c of x[c, y // 2, x // 2] * weight[c, o, y % 2, x % 2]

    Patches do not overlap: each output value comes from one input pixel.
    x: float32 (N, C, h, w). weight: float32 (C, O, 2, 2). bias: float32 (O,).
    out: float32 (N, O, 2 h, 2 w).
    """
    n, o, row, col = _place(out.shape[1])
    if row < out.shape[2] and col < out.shape[3]:
        acc = bias[o]
        for c in range(x.shape[1]):
            acc += x[n, c, row >> 1, col >> 1] * weight[c, o, row & 1, col & 1]
        out[n, o, row, col] = acc


@device_kernel("void(float32[:,:,:,::1], float32[::1], float32[:,:,:,::1])", threads=THREADS)
def patches_kernel(products, bias, out):
    """Puts the four products of a pixel side by side, and adds the bias.

    products: float32 (N, 4 O, h, w), row 4 o + 2 ky + kx. The others as above, and the grid.
    """
    n, o, row, col = _place(out.shape[1])
    if row < out.shape[2] and col < out.shape[3]:
        which = 4 * o + 2 * (row & 1) + (col & 1)
        out[n, o, row, col] = products[n, which, row >> 1, col >> 1] + bias[o]


@dataclass(frozen=True, slots=True)
class Level:
    """What a U-Net's level hands up: half as many channels at twice the side."""

    channels: int
    side: int
    batch: int = 4
    width: int = 0  # 0: as `side`

    @property
    def label(self) -> str:
        """As in the table."""
        return f"{self.channels} @{self.side}"

    @property
    def channels_out(self) -> int:
        """Of the transposed convolution."""
        return self.channels // 2

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Of x: (N, C, H, W)."""
        return self.batch, self.channels, self.side, self.width or self.side


class LevelData(NamedTuple):
    """x: float32 (N, C, H, W). weight: float32 (C, O, 2, 2). bias: float32 (O,)."""

    x: Array
    weight: Array
    bias: Array


@functools.lru_cache(maxsize=1)
def data_of(level: Level) -> LevelData:
    """Random values."""
    rng = np.random.default_rng(0)
    return LevelData(
        rng.standard_normal(level.shape, np.float32),
        rng.standard_normal((level.channels, level.channels_out, 2, 2), np.float32),
        rng.standard_normal(level.channels_out, np.float32),
    )


def planes_of(pixels: Array) -> Array:
    """(N, H, W, C) as (N, C, H, W)."""
    return np.moveaxis(pixels, 3, 1)


def pixels_of(level: Level) -> Array:
    """The values of x as float64 (N, H, W, C)."""
    return np.moveaxis(data_of(level).x, 1, 3).astype(np.float64)


@functools.lru_cache(maxsize=1)
def pooled(level: Level) -> Array:
    """float64 (N C, H / 2, W)."""
    found = planes_of(layers.max_pool(pixels_of(level), (2, 1)))
    return found.reshape(-1, *found.shape[2:])


@functools.lru_cache(maxsize=1)
def transposed(level: Level) -> Array:
    """float64 (N, O, 2 H, 2 W)."""
    data = data_of(level)
    return planes_of(layers.transposed_conv2d(pixels_of(level), data.weight, data.bias))


@functools.lru_cache(maxsize=1)
def doubled(level: Level) -> Array:
    """float64 (N, C, 2 H, 2 W)."""
    return planes_of(layers.upsample_bilinear_2x(pixels_of(level)))


def _blocks(width: int, height: int, planes: int) -> tuple[int, int, int]:
    return -(-width // BLOCK[0]), -(-height // BLOCK[1]), planes


def pool_by(kernel: Any, *, flat: bool = False, sizes: bool = False) -> Any:
    """Prepares a 2x1 max-pool: on a `flat` grid, with the `sizes` as arguments."""

    def prepare(level: Level, memory: Memory) -> Run:
        right = pooled(level)
        planes, height, width = right.shape
        x = memory.place(data_of(level).x.reshape(planes, 2 * height, width))
        out = memory.blank(*right.shape)
        grid = -(-right.size // THREADS) if flat else _blocks(width, height, planes)
        block = THREADS if flat else BLOCK
        more = (height, width) if sizes else ()
        return Run(
            lambda stream: kernel[grid, block, stream](x, out, *more),
            lambda: memory.fetch(out),
            right,
        )

    return prepare


def transposed_conv(x: Any, weight: Any, bias: Any, out: Any, *, stream: Any) -> None:
    """Enqueue the transposed 2x2 convolution, stride 2; arrays as its direct kernel has them."""
    count, channels_out, height, width = out.shape
    grid = _blocks(width, height, count * channels_out)
    transposed_direct_kernel[grid, BLOCK, stream](x, weight, bias, out)


def transposed_direct(level: Level, memory: Memory) -> Run:
    """Every output value by its own sum over the channels."""
    right = transposed(level)
    arrays = [memory.place(values) for values in data_of(level)]
    out = memory.blank(*right.shape)
    return Run(
        lambda stream: transposed_conv(*arrays, out, stream=stream),
        lambda: memory.fetch(out),
        right,
    )


def transposed_as_product(level: Level, memory: Memory) -> Run:
    """All four pixels of all patches by one product, then into their places."""
    right = transposed(level)
    data = data_of(level)
    count, channels_out, height, width = right.shape
    pixels = height * width // 4
    rows = memory.place(data.weight.reshape(level.channels, -1).T)
    x, bias = memory.place(data.x.reshape(count, -1)), memory.place(data.bias)
    products = memory.blank(count, 4 * channels_out, pixels)
    out = memory.blank(*right.shape)
    patches = products.reshape((count, 4 * channels_out, height // 2, width // 2))
    grid = _blocks(width, height, count * channels_out)

    def launch(stream: Any) -> None:
        matrix_product(rows, x, products, (pixels, 0), stream=stream)
        patches_kernel[grid, BLOCK, stream](patches, bias, out)

    return Run(launch, lambda: memory.fetch(out), right)


def doubled_by_app(level: Level, memory: Memory) -> Run:
    """The app's own kernel, of bordered float32 NHWC."""
    right = doubled(level)
    x = np.pad(np.moveaxis(data_of(level).x, 1, 3), ((0, 0), (1, 1), (1, 1), (0, 0)))
    count, channels, height, width = right.shape
    given, out = memory.place(x), memory.blank(count, height + 2, width + 2, channels)
    grid = -(-right.size // APP_THREADS)

    def launch(stream: Any) -> None:
        upsample_bilinear_float32_kernel[grid, APP_THREADS, stream](given, out, 0)

    return Run(launch, lambda: planes_of(memory.fetch(out)[:, 1:-1, 1:-1]), right)


def by_torch(operation: str, expected: Callable[[Level], Array]) -> Any:
    """Prepares PyTorch's own."""

    def prepare(level: Level, memory: Memory) -> Run:
        import torch
        from torch.nn import functional

        torch.backends.cudnn.allow_tf32 = False
        x, weight, bias = (torch.from_numpy(values).cuda() for values in data_of(level))
        compute = {
            "pool": lambda: functional.max_pool2d(x, (2, 1)).flatten(0, 1),
            "transposed": lambda: functional.conv_transpose2d(x, weight, bias, stride=2),
            "bilinear": lambda: functional.interpolate(x, scale_factor=2, mode="bilinear"),
        }
        return torch_run(compute[operation], expected(level))

    return prepare


def pool_cost(level: Level) -> Cost:
    """Two read, one written, one comparison."""
    values = int(np.prod(level.shape))
    return Cost(nbytes=6 * values, flop=values // 2)


def transposed_cost(level: Level) -> Cost:
    """Half the channels at four times the pixels: twice the values come out."""
    values = int(np.prod(level.shape))
    weights = 4 * level.channels * level.channels_out
    return Cost(nbytes=4 * (3 * values + weights), flop=8 * values * level.channels_out)


def product_cost(level: Level) -> Cost:
    """The products are written, then read once more."""
    cost = transposed_cost(level)
    return Cost.of_launches(cost, Cost(nbytes=4 * 4 * int(np.prod(level.shape)), flop=0))


def bilinear_cost(level: Level) -> Cost:
    """Four values out for one in; three mixes of two FLOP and a difference each."""
    values = int(np.prod(level.shape))
    return Cost(nbytes=4 * 5 * values, flop=9 * 4 * values)


def checkerboard(channels: int = 64) -> tuple[float, float]:
    """What a constant plane becomes: largest difference inside a 2x2 patch over its mean size.

    Returns:
        (transposed convolution with untrained weights, bilinear doubling).
    """
    x = np.ones((1, 4, 4, channels))
    weight = data_of(Level(channels, 1)).weight.astype(np.float64)
    found = []
    for out in (layers.transposed_conv2d(x, weight), layers.upsample_bilinear_2x(x)):
        patches = np.stack([out[:, ky::2, kx::2] for ky in range(2) for kx in range(2)])
        found.append(float(np.ptp(patches, axis=0).mean() / np.abs(patches).mean()))
    return found[0], found[1]


RUNG = Rung(
    name="ladder_5_resampling",
    title="Rung 5, down and up",
    problems=(Level(1024, 32), Level(512, 64), Level(256, 128), Level(128, 256)),
    tiny=(Level(2, 4, batch=2, width=9),),
    contenders=(
        Contender(
            "max-pool 2x1, divisions in 64 bits",
            pool_by(pool_2x1_wide_kernel, flat=True),
            pool_cost,
        ),
        Contender(
            "max-pool 2x1, divisions in 32 bits",
            pool_by(pool_2x1_narrow_kernel, flat=True, sizes=True),
            pool_cost,
        ),
        Contender("max-pool 2x1, none", pool_by(pool_2x1_kernel), pool_cost),
        Contender("max-pool 2x1, PyTorch", by_torch("pool", pooled), pool_cost, Where.TORCH),
        Contender("transposed 2x2, direct", transposed_direct, transposed_cost),
        Contender("transposed 2x2, as matrix product", transposed_as_product, product_cost),
        Contender(
            "transposed 2x2, PyTorch",
            by_torch("transposed", transposed),
            transposed_cost,
            Where.TORCH,
        ),
        Contender("bilinear doubling, the app's", doubled_by_app, bilinear_cost),
        Contender(
            "bilinear doubling, PyTorch", by_torch("bilinear", doubled), bilinear_cost, Where.TORCH
        ),
    ),
    note=("Batch 4, float32 NCHW, the app's kernel NHWC."),
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
