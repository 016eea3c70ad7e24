"""Rung 3, fusion: convolution, BatchNorm and ReLU as three launches, as one, and as less than one.

What was slow: two launches that read and write the whole output to do three FLOP a value. The idea:
do it to the sum while it is still in a register; and as BatchNorm at inference is a scale and a
shift per channel, multiply the scale into the weights before, so that nothing is left of it.

The convolution is step 2 of rung 1, the only difference what happens to a finished sum.

`python -m benchmarks.ladder.rung3_fusion`
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import float32

from benchmarks.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, alone
from benchmarks.ladder.rung2_elementwise import EPSILON, batch_norm, normal, relu, scale_and_shift
from benchmarks.ladder.steps.layer import ConvLayer, data_of
from benchmarks.ladder.steps.step2_tiled import conv3x3_tiled, make_conv3x3_tiled
from gpu_unet.cuda.launch import device_function
from gpu_unet.reference import layers
from gpu_unet.weights import fold_batch_norm


@device_function
def nothing(value, parameters, o):
    """`value` as it is."""
    return value


@device_function
def batch_norm_relu(value, parameters, o):
    """BatchNorm of `value` by its four parameters, not below zero."""
    return max(normal(value, parameters, o), float32(0))


convolve = make_conv3x3_tiled(nothing, 0)
convolve_batch_norm_relu = make_conv3x3_tiled(batch_norm_relu, 4)


def parameters_of(layer: ConvLayer) -> Array:
    """float32 (4, O): gamma, beta, mean, variance."""
    rng = np.random.default_rng(1)
    parameters = rng.standard_normal((4, layer.channels_out), np.float32)
    parameters[3] = np.abs(parameters[3]) + np.float32(0.5)
    return parameters


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
    ),
    original={
        (who, layer): f"{seconds} s"
        for layer, times in _NOTEBOOKS.items()
        for who, seconds in zip((APART, FUSED), times, strict=True)
    },
    note=(
        "Batch 4, float32 NCHW, the convolution of step 2. The notebooks': first calls, "
        "compilation included, on an RTX 4060 Laptop."
    ),
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
