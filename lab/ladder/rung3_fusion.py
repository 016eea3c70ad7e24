"""Rung 3, fusion: convolution, BatchNorm and ReLU as three launches, as one, and as less than one.

What was slow: two launches that read and write the whole output to do three FLOP a value. The idea:
do it to the sum while it is still in a register; and as BatchNorm at inference is a scale and a
shift per channel, multiply the scale into the weights before, so that nothing is left of it.

The convolution is step 2 of rung 1, the only difference what happens to a finished sum; then, for
the other end of the scale, step 3, the engine's own in float32, whose pixels are NHWC.

`python -m lab.ladder.rung3_fusion`
"""

from __future__ import annotations

import functools
import sys
from dataclasses import replace
from typing import Any

import numpy as np
from numba import cuda, float32

from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.reference import layers
from gpu_unet.weights import fold_batch_norm
from lab.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, Where, alone
from lab.ladder.rung2_elementwise import EPSILON, batch_norm, normal, relu, scale_and_shift
from lab.ladder.steps.layer import ConvLayer, data_of, engine_convolution, planes_of
from lab.ladder.steps.step2_tiled import conv3x3_tiled, make_conv3x3_tiled

PIXEL_BLOCK = (32, 8)  # channels x pixels
FLOAT_TILES = (FloatTile(128, 128), FloatTile(64, 64))  # as in step 3


@device_function
def nothing(value, parameters, o):
    """`value` as it is."""
    return value


@device_function
def batch_norm_relu(value, parameters, o):
    """BatchNorm of `value` by its four parameters, not below zero."""
    return max(normal(value, parameters, o), float32(0))


@device_kernel("void(float32[:,::1], float32[:,::1], float32[:,::1])", threads=256)
def batch_norm_pixels_kernel(x, scale_shift, out):
    """One thread per value of block (pixels, channels); channels lie side by side.

    x, out: float32 (pixels, C). scale_shift: float32 (2, C).
    """
    pixel = cuda.blockIdx.x * PIXEL_BLOCK[1] + cuda.threadIdx.y
    c = cuda.blockIdx.y * PIXEL_BLOCK[0] + cuda.threadIdx.x
    if pixel < out.shape[0] and c < out.shape[1]:
        out[pixel, c] = x[pixel, c] * scale_shift[0, c] + scale_shift[1, c]


def batch_norm_pixels(x: Any, scale_shift: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = x * scale + shift`; x, out: float32 (..., C)."""
    channels = out.shape[-1]
    flat = [a.reshape((out.size // channels, channels)) for a in (x, out)]
    grid = (-(-(out.size // channels) // PIXEL_BLOCK[1]), -(-channels // PIXEL_BLOCK[0]))
    batch_norm_pixels_kernel[grid, PIXEL_BLOCK, stream](flat[0], scale_shift, flat[1])


convolve = make_conv3x3_tiled(nothing, 0)
convolve_batch_norm_relu = make_conv3x3_tiled(batch_norm_relu, 4)


def parameters_of(layer: ConvLayer) -> Array:
    """float32 (4, O): gamma, beta, mean, variance."""
    rng = np.random.default_rng(1)
    parameters = rng.standard_normal((4, layer.channels_out), np.float32)
    parameters[3] = np.abs(parameters[3]) + np.float32(0.5)
    return parameters


@functools.lru_cache(maxsize=1)
def expected(layer: ConvLayer) -> Array:
    """float64 (N, O, H, W)."""
    data = data_of(layer)
    before = layers.conv2d_as_matrix_products(
        np.moveaxis(data.x, 1, 3).astype(np.float64), data.weight, padding=(1, 1)
    )
    found = layers.relu(layers.batch_norm(before, *parameters_of(layer).astype(np.float64)))
    return np.moveaxis(found, 3, 1)


def three_launches(layer: ConvLayer, memory: Memory) -> Run:
    """Each writes all of its output, and the next one reads it again."""
    data, right = data_of(layer), expected(layer)
    x, weight = memory.place(data.x), memory.place(data.weight)
    factors = memory.place(scale_and_shift(parameters_of(layer)))
    sums, normals, out = (memory.blank(*right.shape) for _ in range(3))

    def launch(stream: Any) -> None:
        convolve(x, weight, factors, sums, stream=stream)
        batch_norm(sums, factors, normals, stream=stream)
        relu(normals, out, stream=stream)

    return Run(launch, lambda: memory.fetch(out), right)


def one_launch(layer: ConvLayer, memory: Memory) -> Run:
    """BatchNorm and ReLU of the sum in its register."""
    data, right = data_of(layer), expected(layer)
    x, weight = memory.place(data.x), memory.place(data.weight)
    parameters, out = memory.place(parameters_of(layer)), memory.blank(*right.shape)
    return Run(
        lambda stream: convolve_batch_norm_relu(x, weight, parameters, out, stream=stream),
        lambda: memory.fetch(out),
        right,
    )


def folded(layer: ConvLayer, memory: Memory) -> Run:
    """The convolution of the folded weights, with bias and ReLU."""
    data, right = data_of(layer), expected(layer)
    weight, bias = fold_batch_norm(data.weight, *parameters_of(layer), epsilon=EPSILON)
    arrays = [memory.place(values) for values in (data.x, weight, bias)]
    out = memory.blank(*right.shape)
    return Run(
        lambda stream: conv3x3_tiled(*arrays, out, stream=stream), lambda: memory.fetch(out), right
    )


def three_fast_launches(layer: ConvLayer, memory: Memory) -> Run:
    """The engine's convolution without ReLU, then both over its bordered pixels."""
    right = expected(layer)
    tiles = [replace(tile, relu=False) for tile in FLOAT_TILES]
    nothing_added = np.zeros(layer.channels_out, np.float32)
    convolution, sums = engine_convolution(
        layer, data_of(layer).weight, nothing_added, tiles, memory
    )
    factors = memory.place(scale_and_shift(parameters_of(layer)))
    normals, out = memory.blank(*sums.shape), memory.blank(*sums.shape)

    def launch(stream: Any) -> None:
        convolution(stream)
        batch_norm_pixels(sums, factors, normals, stream=stream)
        relu(*(x.reshape((1, 1, 1, x.size)) for x in (normals, out)), stream=stream)

    return Run(launch, lambda: planes_of(memory.fetch(out)), right)


def fast_folded(layer: ConvLayer, memory: Memory) -> Run:
    """The engine's convolution as the engine runs it."""
    weight, bias = fold_batch_norm(data_of(layer).weight, *parameters_of(layer), epsilon=EPSILON)
    launch, out = engine_convolution(layer, weight, bias, FLOAT_TILES, memory)
    return Run(launch, lambda: planes_of(memory.fetch(out)), expected(layer))


def fused_cost(layer: ConvLayer) -> Cost:
    """Of the convolution; what is done to a sum is nothing beside it."""
    return layer.cost


def apart_cost(layer: ConvLayer) -> Cost:
    """Two more launches read and write the output, for 2 FLOP and 1 a value."""
    height, width = layer.shape
    values = layer.batch * layer.channels_out * height * width
    both_ways = 2 * 4 * values
    return Cost.of_launches(layer.cost, Cost(both_ways, 2 * values), Cost(both_ways, values))


# Seconds of first calls, compilation included: apart, fused.
_NOTEBOOKS = {
    "3x64 @512": (0.528, 0.280),
    "64x128 @256": (0.456, 0.107),
    "128x256 @128": (0.358, 0.089),
    "256x512 @64": (0.319, 0.082),
    "512x1024 @32": (0.321, 0.106),
}
APART, FUSED = "three launches", "one launch"
RUNG = Rung(
    name="ladder_3_fusion",
    title="Rung 3, fusion",
    problems=tuple(
        ConvLayer(*shape)
        for shape in (
            (3, 64, 512),
            (64, 128, 256),
            (128, 256, 128),
            (256, 512, 64),
            (512, 1024, 32),
        )
    ),
    tiny=(ConvLayer(2, 2, 2, batch=1, width=3),),
    contenders=(
        Contender(APART, three_launches, apart_cost),
        Contender(FUSED, one_launch, fused_cost),
        Contender("one launch, BatchNorm folded away", folded, fused_cost),
        Contender("step 3: three launches", three_fast_launches, apart_cost, Where.GPU),
        Contender("step 3: BatchNorm folded away", fast_folded, fused_cost, Where.GPU),
    ),
    original={
        (who, layer): f"{seconds} s"
        for layer, times in _NOTEBOOKS.items()
        for who, seconds in zip((APART, FUSED), times, strict=True)
    },
    note=(
        "Batch 4, float32, the convolution of step 2 where none is named. The notebooks': first "
        "calls, compilation included, on an RTX 4060 Laptop."
    ),
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
