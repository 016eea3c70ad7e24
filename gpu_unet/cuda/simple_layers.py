"""LayerPlan, and the layers in it without a choice of tiles: first convolution, pooling, head...

Each function declares its layer's memory in a `LayerPlan` and adds its launch. Float16 kernels get
addresses, so that they can read or write some channels of a plane; float32 kernels, for old cards
and for checking, get whole arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.kernels import conv_first, depthwise, simple_layers
from gpu_unet.cuda.kernels.place import THREADS
from gpu_unet.cuda.launch import Kernel
from gpu_unet.cuda.padding import CHANNEL_STEP
from gpu_unet.weights import Layer

Launch = Callable[[Any], None]
Arrays = Mapping[str, DeviceArray]
LaunchFactory = Callable[[Arrays], tuple[str, Launch]]


@dataclass(slots=True, eq=False)
class LayerPlan:
    """Memory and launches of a network's layers, by name.

    Attributes:
        architecture: The architecture with padded channels.
        layers: Folded weights by layer, float32, padded likewise.
        batch_size: Images of every inference.
        dtype: float16 or float32, of weights and activations.
        planes: Shape and type of each activation.
        constants: Host arrays that `bind` uploads.
        launch_factories: In the order of the launches; given the arena's arrays, each returns its
            layer's name and what launches it on a stream.
    """

    architecture: UNetArchitecture
    layers: Mapping[str, Layer]
    batch_size: int
    dtype: np.dtype[Any]
    multiprocessors: int
    planes: dict[str, tuple[tuple[int, ...], Any]] = field(default_factory=dict)
    constants: dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    launch_factories: list[LaunchFactory] = field(default_factory=list)

    @property
    def is_half(self) -> bool:
        """Whether activations are float16."""
        return self.dtype == np.float16

    def add_plane(self, name: str, level: int, channels: int) -> None:
        """Bordered activations of a level; the same name again means the same plane."""
        height, width = self.architecture.level_size(level)
        shape = (self.batch_size, height + 2, width + 2, channels)
        self.planes.setdefault(name, (shape, self.dtype))

    def channels_of(self, name: str) -> int:
        """Channels of a pixel of the plane `name`."""
        return self.planes[name][0][3]

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare planes and constants."""
        for name, (shape, dtype) in self.planes.items():
            plan.add(name, shape, dtype)
        for name, values in self.constants.items():
            plan.add(name, values.shape, values.dtype)

    def bind(self, arrays: Arrays) -> list[tuple[str, Launch]]:
        """Upload the constants; return every launch with its layer's name, in order."""
        for name, values in self.constants.items():
            arrays[name].upload(values)
        return [make(arrays) for make in self.launch_factories]


HEAD_VALUES = "head.values"


def add_first(plan: LayerPlan, spec: LayerSpec, into: str) -> None:
    """Add the 3x3 convolution of the network's input; float16 only."""
    layer = plan.layers[spec.name]
    tile = conv_first.FirstTile.fitting(
        channels_in=spec.in_channels,
        channels_out=spec.out_channels,
        stride=spec.stride,
        relu6=spec.activation == "relu6",
    )
    weight = conv_first.pack_first(layer.weight)
    bias = np.zeros(weight.shape[0], np.float32)
    bias[: spec.out_channels] = layer.bias
    plan.constants[f"{spec.name}.weight"] = weight
    plan.constants[f"{spec.name}.bias"] = bias
    height, width = plan.architecture.level_size(spec.level)
    kernel = conv_first.make_conv_first(tile)
    pixels = plan.batch_size * height * width
    per_block = conv_first.TILE * conv_first.THREADS // 32
    grid = (min(-(-pixels // per_block), 4 * plan.multiprocessors), len(bias) // tile.columns)

    def make(arrays: Arrays) -> tuple[str, Launch]:
        out, row, plane, channels = inside(arrays[into])
        x = arrays["input"].ptr if spec.stride == 1 else inside(arrays["input"])[0]
        arguments = (
            x, arrays[f"{spec.name}.weight"].ptr, arrays[f"{spec.name}.bias"],
            out, spec.out_channels, plan.batch_size, height, width, row, plane, channels,
        )  # fmt: skip
        return spec.name, lambda stream: kernel[grid, conv_first.THREADS, stream](*arguments)

    plan.launch_factories.append(make)


def add_depthwise(plan: LayerPlan, spec: LayerSpec, source: str, into: str) -> None:
    """Add a depthwise convolution from all channels of `source` to the plane `into`."""
    layer, channels = plan.layers[spec.name], plan.channels_of(source)
    plan.add_plane(into, spec.level, channels)
    own, _, side, _ = layer.weight.shape
    weight, bias = np.zeros((side * side, channels), np.float32), np.zeros(channels, np.float32)
    weight[:, :own], bias[:own] = layer.weight.reshape(own, side * side).T, layer.bias
    plan.constants[f"{spec.name}.weight"] = weight
    plan.constants[f"{spec.name}.bias"] = bias
    height, width = plan.architecture.level_size(spec.level)
    size = {"lines": plan.batch_size * height, "width": width, "channels": channels}
    relu6 = spec.activation == "relu6"
    tile = depthwise.DepthwiseTile.fitting(
        side=side, stride=spec.stride, relu6=relu6, **size, threads=THREADS * plan.multiprocessors
    )

    def make(arrays: Arrays) -> tuple[str, Launch]:
        x, w, b, out = (
            arrays[n] for n in (source, f"{spec.name}.weight", f"{spec.name}.bias", into)
        )
        if not plan.is_half:
            arguments = (x, w, b, out, side, spec.stride, int(relu6))
            values = plan.batch_size * height * width * channels
            return spec.name, flat(depthwise.depthwise_float32_kernel, values, arguments)
        arguments = (
            x.ptr, w.ptr, b.ptr, inside(out)[0], channels, plan.batch_size, height, width,
        )  # fmt: skip
        return spec.name, flat(_depthwise_kernel(tile), tile.threads_for(**size), arguments)

    plan.launch_factories.append(make)


@cache
def _depthwise_kernel(tile: depthwise.DepthwiseTile) -> Kernel:
    return depthwise.make_depthwise(tile)


def add_join_2x(plan: LayerPlan, name: str, level: int, source: str, skip: str, into: str) -> None:
    """Add what fills `into` at `level`: `skip`, and behind it `source` upsampled 2x."""
    height, width = plan.architecture.level_size(level)
    skip_channels, channels = plan.channels_of(skip), plan.channels_of(source)
    values = plan.batch_size * height * width * (skip_channels + channels)

    def make(arrays: Arrays) -> tuple[str, Launch]:
        planes = (arrays[source], arrays[skip], arrays[into])
        if not plan.is_half:
            kernel = simple_layers.join_bilinear_float32_kernel
            return f"{name}.join_2x", flat(kernel, values, planes)
        arguments = (
            *(inside(plane)[0] for plane in planes), skip_channels, channels, plan.batch_size,
            height, width,
        )  # fmt: skip
        kernel = simple_layers.join_bilinear_kernel
        return f"{name}.join_2x", flat(kernel, values // CHANNEL_STEP, arguments)

    plan.launch_factories.append(make)


def add_upsample_2x(plan: LayerPlan, name: str, level: int, source: str, into: str) -> None:
    """Add bilinear 2x upsampling of `source` to `level`, into the upper channels of `into`."""
    height, width = plan.architecture.level_size(level)
    channels = plan.architecture.widths[level - 1]
    first_channel = plan.architecture.skip_channels(level)
    vectors = plan.batch_size * height * width * (channels // CHANNEL_STEP)

    def make(arrays: Arrays) -> tuple[str, Launch]:
        if not plan.is_half:
            kernel = simple_layers.upsample_bilinear_float32_kernel
            arguments = (arrays[source], arrays[into], first_channel)
            return f"{name}.upsample_2x", flat(kernel, vectors * CHANNEL_STEP, arguments)
        x, x_row, x_plane, x_channels = inside(arrays[source])
        out, row, plane, out_channels = inside(arrays[into])
        arguments = (
            x, out + first_channel * plan.dtype.itemsize, channels, plan.batch_size, height, width,
            x_row, x_plane, x_channels, row, plane, out_channels,
        )  # fmt: skip
        kernel = simple_layers.upsample_bilinear_kernel
        return f"{name}.upsample_2x", flat(kernel, vectors, arguments)

    plan.launch_factories.append(make)


def add_pool(plan: LayerPlan, level: int, source: str, into: str) -> None:
    """Add 2x2 max-pooling of the first channels of `source`, where the tile does not fuse it."""
    height, width = plan.architecture.level_size(level + 1)
    channels = plan.architecture.widths[level - 1]
    vectors = plan.batch_size * height * width * (channels // CHANNEL_STEP)

    def make(arrays: Arrays) -> tuple[str, Launch]:
        if not plan.is_half:
            both = (arrays[source], arrays[into])
            return f"pool{level}", flat(
                simple_layers.max_pool_float32_kernel, vectors * CHANNEL_STEP, both
            )
        x, x_row, x_plane, x_channels = inside(arrays[source])
        out, row, _, _ = inside(arrays[into])
        arguments = (
            x, out, channels, plan.batch_size, height, width, x_row, x_plane, x_channels, row
        )  # fmt: skip
        return f"pool{level}", flat(simple_layers.max_pool_kernel, vectors, arguments)

    plan.launch_factories.append(make)


def head_values(layer: Layer) -> npt.NDArray[np.float32]:
    """float32 (channels + 1,): the head's weights, then its bias, as kernels read them."""
    return np.concatenate([layer.weight.reshape(-1), layer.bias]).astype(np.float32)


def add_head(plan: LayerPlan, source: str) -> None:
    """Add the head (1x1 convolution and sigmoid) as a kernel, where no tile fuses it."""
    plan.constants[HEAD_VALUES] = head_values(plan.layers["head"])
    pixels = plan.batch_size * plan.architecture.height * plan.architecture.width

    def make(arrays: Arrays) -> tuple[str, Launch]:
        values, alpha = arrays[HEAD_VALUES], arrays["net_alpha"]
        if not plan.is_half:
            kernel = simple_layers.head_sigmoid_float32_kernel
            return "head", flat(kernel, pixels, (arrays[source], values, alpha))
        x, row, plane, channels = inside(arrays[source])
        arguments = (x, values, alpha, channels, row, plane)
        return "head", flat(simple_layers.head_sigmoid_kernel, pixels, arguments)

    plan.launch_factories.append(make)


def flat(kernel: Kernel, count: int, arguments: tuple[Any, ...]) -> Launch:
    """Launch of `kernel` with at least `count` threads, in blocks of THREADS."""
    grid = -(-count // THREADS)
    return lambda stream: kernel[grid, THREADS, stream](*arguments)


def inside(plane: DeviceArray) -> tuple[int, int, int, int]:
    """(address of pixel (0, 0) behind the border, pixels of a row, of an image, channels)."""
    _, rows, row, channels = plane.shape
    return plane.ptr + (row + 1) * channels * plane.dtype.itemsize, row, rows * row, channels
