"""The layer that every step of rung 1 computes, and what brings a kernel's own layout to it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gpu_unet.cuda.arena import ArenaPlan, DeviceArena, DeviceArray
from gpu_unet.cuda.conv_problem import ConvProblem, Tile
from gpu_unet.cuda.convolution import ConvBuffers, Convolution
from gpu_unet.cuda.device import current_gpu
from gpu_unet.reference.layers import conv2d_as_matrix_products, relu
from lab.ladder.measuring import (
    HALF,
    SINGLE,
    Array,
    Contender,
    Cost,
    DoesNotFitError,
    Memory,
    Run,
    Rung,
    alone,
)

Launcher = Callable[..., None]
Prepare = Callable[["ConvLayer", Memory], Run]


@dataclass(frozen=True, slots=True)
class ConvLayer:
    """A 3x3 convolution with bias and ReLU, zero padding 1, float32 NCHW."""

    channels: int
    channels_out: int
    side: int
    batch: int = 4
    width: int = 0  # 0: as `side`

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width)."""
        return self.side, self.width or self.side

    @property
    def label(self) -> str:
        """As in the notebooks' table."""
        return f"{self.channels}x{self.channels_out} @{self.side}"

    @property
    def cost(self) -> Cost:
        """Input, weights and output once each in float32; two FLOP a product."""
        height, width = self.shape
        pixels, taps = self.batch * height * width, 9 * self.channels * self.channels_out
        values = pixels * (self.channels + self.channels_out) + taps + self.channels_out
        return Cost(nbytes=4 * values, flop=2 * pixels * taps)

    @property
    def half_cost(self) -> Cost:
        """The same in float16 on tensor cores."""
        return Cost(nbytes=self.cost.nbytes // 2, flop=self.cost.flop, matrix=True)


class LayerData(NamedTuple):
    """What goes in and what has to come out.

    x: float32 (N, C, H, W). weight: float32 (O, C, 3, 3). bias: float32 (O,). All of them exact in
    float16, so that every step sees the same numbers. expected: float64 (N, O, H, W).
    """

    x: Array
    weight: Array
    bias: Array
    expected: Array


@functools.lru_cache(maxsize=1)
def data_of(layer: ConvLayer) -> LayerData:
    """Random values of one scale; the last layer's are kept for the next contender."""
    rng = np.random.default_rng(0)

    def normal(*shape: int) -> Array:
        return rng.standard_normal(shape, np.float32).astype(np.float16).astype(np.float32)

    x = normal(layer.batch, layer.channels, *layer.shape)
    weight = normal(layer.channels_out, layer.channels, 3, 3)
    weight *= np.float32(2.0) ** np.round(np.log2((9 * layer.channels) ** -0.5))
    bias = normal(layer.channels_out)
    pixels = np.moveaxis(x, 1, 3).astype(np.float64)
    found = relu(conv2d_as_matrix_products(pixels, weight, bias, padding=(1, 1)))
    return LayerData(x, weight, bias, np.moveaxis(found, 3, 1))


def planes_of(bordered: Array) -> Array:
    """(N, H + 2, W + 2, O), of a kernel that writes bordered pixels, as (N, O, H, W)."""
    return np.moveaxis(bordered[:, 1:-1, 1:-1], 3, 1)


def nchw(launcher: Launcher) -> Prepare:
    """Prepares a launcher of float32 NCHW arrays: (x, weight, bias, out, *, stream)."""

    def prepare(layer: ConvLayer, memory: Memory) -> Run:
        data = data_of(layer)
        arrays = [memory.place(values) for values in (data.x, data.weight, data.bias)]
        out = memory.blank(*data.expected.shape)
        return Run(
            lambda stream: launcher(*arrays, out, stream=stream),
            lambda: memory.fetch(out),
            data.expected,
        )

    return prepare


def nhwc_half(launcher: Launcher, *, channel_step: int, column_step: int) -> Prepare:
    """Prepares a launcher of bordered float16 NHWC pixels and (O, 9 C) weights."""

    def prepare(layer: ConvLayer, memory: Memory) -> Run:
        if layer.channels % channel_step or layer.channels_out % column_step:
            raise DoesNotFitError(f"channels come by {channel_step}, outputs by {column_step}")
        data = data_of(layer)
        x = np.pad(np.moveaxis(data.x, 1, 3), ((0, 0), (1, 1), (1, 1), (0, 0)))
        weight = np.moveaxis(data.weight, 1, 3).reshape(layer.channels_out, -1)
        height, width = layer.shape
        out = memory.place(
            np.zeros((layer.batch, height + 2, width + 2, layer.channels_out), np.float16)
        )
        arrays = [memory.place(values.astype(np.float16)) for values in (x, weight)]
        bias = memory.place(data.bias)
        return Run(
            lambda stream: launcher(*arrays, bias, out, stream=stream),
            lambda: planes_of(memory.fetch(out)),
            data.expected,
            HALF,
        )

    return prepare


def engine(*tiles: Tile) -> Prepare:
    """Prepares the first of these tiles of the engine's kernels that fits the layer."""

    def prepare(layer: ConvLayer, memory: Memory) -> Run:
        data = data_of(layer)
        launch, out = engine_convolution(layer, data.weight, data.bias, tiles, memory)
        return Run(
            launch,
            lambda: planes_of(out.download()),
            data.expected,
            SINGLE if out.dtype == np.float32 else HALF,
        )

    return prepare


def engine_convolution(
    layer: ConvLayer, weight: Array, bias: Array, tiles: Sequence[Tile], memory: Memory
) -> tuple[Callable[[Any], None], DeviceArray]:
    """A launch of the first of these tiles that fits the layer, and its output.

    Args:
        layer: Whose x is read.
        weight: float32 (O, C, 3, 3).
        bias: float32 (O,).
        tiles: With or without ReLU, as they are; without split-K.
        memory: Owns all arrays.

    Returns:
        (enqueue on a stream, bordered pixels (N, H + 2, W + 2, O) of the tile's dtype).

    Raises:
        DoesNotFitError: None of them does.
    """
    tile, problem = _fitting(layer, tiles)
    missing = problem.channels_in - layer.channels
    convolution = Convolution(
        "step", problem, tile, np.pad(weight, ((0, 0), (0, missing), (0, 0), (0, 0))), bias,
        multiprocessors=current_gpu().multiprocessors,
    )  # fmt: skip
    dtype = np.dtype(problem.dtype)
    x = np.zeros((layer.batch, *(side + 2 for side in layer.shape), problem.channels_in), dtype)
    x[:, 1:-1, 1:-1, : layer.channels] = np.moveaxis(data_of(layer).x, 1, 3)
    plan = ArenaPlan()
    convolution.reserve(plan)
    plan.add("x", x.shape, dtype)
    plan.add("out", (*x.shape[:3], layer.channels_out), dtype)
    plan.add("partial", (1,), np.float32)
    arrays = memory.keep(DeviceArena(plan, purpose="a step of the ladder")).arrays
    arrays["x"].upload(x)
    convolution.bind(arrays, ConvBuffers(arrays["x"], arrays["out"]), arrays["partial"])
    return lambda stream: convolution(stream=stream), arrays["out"]


def _fitting(layer: ConvLayer, tiles: Sequence[Tile]) -> tuple[Tile, ConvProblem]:
    height, width = layer.shape
    for tile in tiles:
        channels = -(-layer.channels // tile.vector) * tile.vector  # zeros behind the last one
        problem = ConvProblem(
            layer.batch, height, width, channels, layer.channels_out, relu=tile.relu,
            dtype=tile.dtype,
        )  # fmt: skip
        # A tile wider than the layer would compute padding.
        if tile.columns <= layer.channels_out and problem.fits(tile):
            return tile, problem
    raise DoesNotFitError("no tile of this step fits")


LAYERS = tuple(
    ConvLayer(*shape)
    for shape in (
        (3, 64, 512), (64, 64, 512), (64, 128, 256), (128, 128, 256), (128, 256, 128),
        (256, 256, 128), (256, 512, 64), (512, 512, 64), (512, 1024, 32), (1024, 1024, 32),
    )
)  # fmt: skip
TINY = (ConvLayer(2, 2, 2, batch=2, width=17),)  # over a tile's edge, batch and channels apart


def float32_cost(layer: ConvLayer) -> Cost:
    """As `ConvLayer.cost`."""
    return layer.cost


def float16_cost(layer: ConvLayer) -> Cost:
    """As `ConvLayer.half_cost`."""
    return layer.half_cost


# The two that README.md tells the story by, as a frame of a video has them.
STORY_LAYERS = (ConvLayer(64, 64, 512, batch=1), ConvLayer(256, 256, 128, batch=1))


def rung_of(contender: Contender, layers: Sequence[ConvLayer] = LAYERS) -> Rung:
    """One step as a rung of its own."""
    return Rung(
        name="",
        title=f"Step {contender.name}",
        problems=layers,
        tiny=TINY,
        contenders=(contender,),
    )


def step_alone(contender: Contender) -> int:
    """Run one step from the command line, on all ten layers."""
    return alone(rung_of(contender))
