"""The whole U-Net as a list of launches of the ladder's own kernels, for rungs 4 and 8.

As in the notebooks, convolution, BatchNorm and ReLU are separate operations. Operations name their
inputs and outputs, so that a rung decides where the values lie.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numba import cuda, float32

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.reference.unet import unet
from gpu_unet.weights import Layer
from lab.ladder.measuring import Array
from lab.ladder.rung2_elementwise import batch_norm, max_pool, relu, scale_and_shift
from lab.ladder.rung3_fusion import convolve
from lab.ladder.rung5_resampling import transposed_conv

THREADS = 256
PICTURE, ALPHA = "picture", "alpha"


@device_kernel("void(float32[:,:,::1], float32[:,:,::1], float32[:,:,::1])", threads=THREADS)
def concatenate_kernel(skip, upsampled, out):
    """One thread per value of block (pixels, channel, image): the skip's channels first.

    All float32 (N, channels, H W).
    """
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    n, c = cuda.blockIdx.z, cuda.blockIdx.y
    if i < out.shape[2]:
        if c < skip.shape[1]:
            out[n, c, i] = skip[n, c, i]
        else:
            out[n, c, i] = upsampled[n, c - skip.shape[1], i]


@device_kernel("void(float32[:,:,::1], float32[::1], float32[:,::1])", threads=THREADS)
def head_kernel(x, head, alpha):
    """One thread per pixel of block (pixels, image): 1x1 convolution and sigmoid.

    x: float32 (N, C, H W). head: float32 (C + 1,), the bias last. alpha: float32 (N, H W).
    """
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    n = cuda.blockIdx.y
    if i < alpha.shape[1]:
        logit = head[x.shape[1]]
        for c in range(x.shape[1]):
            logit += x[n, c, i] * head[c]
        alpha[n, i] = float32(1) / (float32(1) + math.exp(-logit))


@dataclass(frozen=True, slots=True)
class Operation:
    """One launch.

    Attributes:
        name: Name of the operation and of what it writes.
        block: As the notebooks counted: "down1" to "out".
        reads: Names of the values that it reads, all of them some operation's or the picture.
        shape: Shape of what it writes, (N, C, H, W).
        constants: Weights, which lie on the device from the start.
        enqueue: (*read, *constants, out, *, stream).
    """

    name: str
    block: str
    reads: tuple[str, ...]
    shape: tuple[int, int, int, int]
    constants: tuple[Array, ...]
    enqueue: Callable[..., None]


def concatenate(skip: Any, upsampled: Any, out: Any, *, stream: Any) -> None:
    """Enqueue it; all float32 (N, C, H, W)."""
    pieces = [x.reshape((*x.shape[:2], x.shape[2] * x.shape[3])) for x in (skip, upsampled, out)]
    grid = (-(-pieces[2].shape[2] // THREADS), out.shape[1], out.shape[0])
    concatenate_kernel[grid, THREADS, stream](*pieces)


def head(x: Any, values: Any, alpha: Any, *, stream: Any) -> None:
    """Enqueue it; x float32 (N, C, H, W), alpha float32 (N, 1, H, W)."""
    n, c, height, width = x.shape
    grid = (-(-height * width // THREADS), n)
    flat = x.reshape((n, c, height * width)), values, alpha.reshape((n, height * width))
    head_kernel[grid, THREADS, stream](*flat)


def random_layers(architecture: UNetArchitecture) -> Mapping[str, tuple[Array, Array]]:
    """(weight, what else the layer has) by name, float32.

    Of a convolution scale and shift (2, O), of the transposed one the bias (O,), of the head its
    weights and bias (C + 1,).
    """
    rng = np.random.default_rng(2)
    found = {}
    for spec in architecture.layers():
        shape = spec.weight_shape
        inputs = shape[0] if spec.kind == "transpose" else int(np.prod(shape[1:]))
        gain = 2.0 if spec.kind == "conv" else 1.0  # of what ReLU lets through, half
        weight = (rng.standard_normal(shape) * (gain / inputs) ** 0.5).astype(np.float32)
        bias = (rng.standard_normal(spec.out_channels) * 0.1).astype(np.float32)
        if spec.kind == "conv":
            ones, variance = np.ones_like(bias), np.full_like(bias, 1.25)
            found[spec.name] = weight, scale_and_shift(np.stack([ones, bias, bias, variance]))
        elif spec.kind == "head":
            found[spec.name] = weight, np.concatenate([weight.reshape(-1), bias])
        else:
            found[spec.name] = weight, bias
    return MappingProxyType(found)


def operations_of(
    architecture: UNetArchitecture, layers: Mapping[str, tuple[Array, Array]]
) -> list[Operation]:
    """The plain U-Net of one picture, in the order of the launches."""
    made: list[Operation] = []
    channels = {PICTURE: architecture.in_channels}
    depth = architecture.depth

    def add(
        name: str, reads: tuple[str, ...], count: int, level: int, constants: tuple[Array, ...],
        enqueue: Callable[..., None], block: str,
    ) -> str:  # fmt: skip
        shape = (1, count, *architecture.level_size(level))
        made.append(Operation(name, block, reads, shape, constants, enqueue))
        channels[name] = count
        return name

    def double_convolution(block: str, x: str, level: int) -> str:
        for index in (1, 2):
            weight, factors = layers[f"{block}.conv{index}"]
            count, stem = len(weight), f"{block}.{index}"
            x = add(f"{stem} conv", (x,), count, level, (weight, factors), convolve, block)
            x = add(f"{stem} BatchNorm", (x,), count, level, (factors,), batch_norm, block)
            x = add(f"{stem} ReLU", (x,), count, level, (), relu, block)
        return x

    x, skips = PICTURE, []
    for level in range(1, depth + 2):
        block = f"down{level}"
        if level > 1:
            skips.append(x)
            x = add(f"{block} max-pool", (x,), channels[x], level, (), max_pool, block)
        x = double_convolution(block, x, level)
    for join in range(1, depth + 1):
        block, level = f"up{join}", depth + 1 - join
        weight, bias = layers[f"{block}.transpose"]
        count = weight.shape[1]
        constants = (weight, bias)
        x = add(f"{block} transposed", (x,), count, level, constants, transposed_conv, block)
        both = (skips[level - 1], x)
        x = add(f"{block} concatenate", both, 2 * count, level, (), concatenate, block)
        x = double_convolution(block, x, level)
    add(ALPHA, (x,), 1, 1, (layers["head"][1],), head, "out")
    return made


def expected_blocks(
    architecture: UNetArchitecture, layers: Mapping[str, tuple[Array, Array]], picture: Array
) -> dict[str, Array]:
    """float64 (1, C, H, W) by block, the alpha as "out": the reference with the same numbers.

    Args:
        architecture: Plain.
        layers: As `operations_of` takes them.
        picture: float32 (1, 3, H, W).
    """

    def folded(spec: LayerSpec) -> Layer:
        weight, rest = (values.astype(np.float64) for values in layers[spec.name])
        if spec.kind == "conv":
            return Layer(spec, weight * rest[0][:, None, None, None], rest[1])  # type: ignore[arg-type]
        return Layer(spec, weight, rest[-1:] if spec.kind == "head" else rest)  # type: ignore[arg-type]

    found: dict[str, Array] = {}
    alpha = unet(
        np.moveaxis(picture, 1, 3).astype(np.float64),
        architecture,
        {spec.name: folded(spec) for spec in architecture.layers()},
        block_outputs=found,
    )
    del found["head"]
    return {name: np.moveaxis(x, 3, 1) for name, x in found.items()} | {"out": alpha[:, None]}


@functools.cache
def picture_of(architecture: UNetArchitecture) -> Array:
    """float32 (1, 3, H, W) in [0, 1)."""
    shape = (1, architecture.in_channels, architecture.height, architecture.width)
    return np.random.default_rng(3).random(shape, np.float32)
