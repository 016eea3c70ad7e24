"""A network as an ONNX graph."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.onnx import protobuf
from gpu_unet.weights import Weights

OPSET, IR_VERSION = 13, 8  # of 2021: every runtime reads them
PADS = (1, 1, 1, 1)
PICTURE_CHANNELS = 3

# How a join doubles the level below by bilinear interpolation; the arithmetic is the same.
#   resize: `Resize`, channels first.
#   three axes: `Resize` of (height, width, channels), as a card keeps them.
#   depth to space: one 3x3 convolution, the projection's too, to each pixel's four, in edges
#       replicated by `Pad`.
#   transposed: a transposed convolution of each channel by itself, likewise.
Doubling = Literal["resize", "three axes", "depth to space", "transposed"]
TO_CHANNELS_LAST, TO_CHANNELS_FIRST = (0, 2, 3, 1), (0, 3, 1, 2)
# Shares of the pixels above, here and below: of the first and of the second that one becomes.
PHASES = np.array([[0.25, 0.75, 0.0], [0.0, 0.75, 0.25]], np.float32)
# The same as weights that a pixel gives to the four it touches.
SPREAD = np.array([0.25, 0.75, 0.75, 0.25], np.float32)


def to_onnx(
    weights: Weights,
    architecture: UNetArchitecture,
    *,
    half: bool = False,
    plate_apart: bool = False,
    doubling: Doubling = "resize",
    is_lean: bool = False,
) -> bytes:
    """The content of an .onnx file: the network at one size, for one picture.

    BatchNorm is folded, as in our own engines. The input "x" is float32 (1, in_channels, height,
    width), RGB in [0, 1] and a clean plate if the network reads one; the output "alpha" is float32
    (1, 1, height, width) in [0, 1].

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        half: Store and compute in float16; the sigmoid, input and output stay float32.
        plate_apart: "x" has the picture's three channels alone; the plate, if the network reads
            one, is an input of its own, "plate".
        doubling: How bilinear doubling is written.
        is_lean: Write both ends for cards: the first convolution reads a multiple of four
            channels, the sigmoid is part of the last one, in its precision, and "alpha" is
            (1, height, width, 1).
    """
    spare = -architecture.in_channels % 4 if is_lean and architecture.blocks[0] == "plain" else 0
    graph = _Graph(_with_spare(weights, spare), np.float16 if half else np.float32)
    levels = architecture.depth + 1
    given = {"x": architecture.in_channels}
    parts = ["x"]
    if plate_apart and architecture.in_channels > PICTURE_CHANNELS:
        given = {"x": PICTURE_CHANNELS, "plate": architecture.in_channels - PICTURE_CHANNELS}
        parts = [*given]
    size = (architecture.height, architecture.width)
    if spare:
        parts.append(graph.constant("spare", np.zeros((1, spare, *size), np.float32)))
    x = graph.add("Concat", *parts, axis=1) if len(parts) > 1 else "x"
    if half:
        x = graph.add("Cast", x, to=protobuf.FLOAT16)
    skips = []
    for level in range(1, levels + 1):
        if level > 1:
            x = graph.add("MaxPool", x, kernel_shape=(2, 2), strides=(2, 2))
        x = graph.block(x, f"down{level}", architecture, level)
        skips.append(x)
    for join in range(1, levels):
        level = levels - join
        if architecture.up == "transpose":
            x = graph.layer("ConvTranspose", x, f"up{join}.transpose", strides=(2, 2))
        else:
            x = graph.project_and_double(x, f"up{join}.project", doubling)
        x = graph.add("Concat", skips[level - 1], x, axis=1)
        x = graph.block(x, f"up{join}", architecture, level)
    x = graph.layer("Conv", x, "head")
    shape: tuple[int, ...] = (1, 1, *size)
    if is_lean:
        # A card keeps channels last: transposed back, the alpha needs no transposition there.
        shape = (1, *size, 1)
        x = graph.add("Sigmoid", x)
        x = graph.add("Transpose", x, output="" if half else "alpha", perm=TO_CHANNELS_LAST)
    if half:
        x = graph.add("Cast", x, output="alpha" if is_lean else "", to=protobuf.FLOAT)
    if not is_lean:
        graph.add("Sigmoid", x, output="alpha")
    return protobuf.model(
        graph.nodes,
        graph.constants,
        name="unet",
        given=[protobuf.value_info(name, (1, count, *size)) for name, count in given.items()],
        returned=protobuf.value_info("alpha", shape),
        opset=OPSET,
        ir_version=IR_VERSION,
    )


def _with_spare(weights: Weights, count: int) -> Weights:
    """The network with so many more channels at its start, which it ignores."""
    name, layer = next(iter(weights.layers.items()))
    weight = np.pad(layer.weight, ((0, 0), (0, count), (0, 0), (0, 0)))
    return replace(weights, layers={**weights.layers, name: replace(layer, weight=weight)})


class _Graph:
    """Nodes and constants so far; each method adds some and returns the name of its output."""

    def __init__(self, weights: Weights, dtype: type[np.floating]) -> None:
        self.nodes: list[bytes] = []
        self.constants: list[bytes] = []
        self._weights = weights
        self._dtype = dtype

    def add(
        self, kind: str, *inputs: str, output: str = "", **attributes: protobuf.Attribute
    ) -> str:
        output = output or f"{kind}{len(self.nodes)}"
        self.nodes.append(protobuf.node(kind, inputs, output, attributes))
        return output

    def constant(self, name: str, values: npt.NDArray[np.floating | np.int64]) -> str:
        self.constants.append(protobuf.tensor(name, values))
        return name

    def layer(self, kind: str, x: str, name: str, **attributes: protobuf.Attribute) -> str:
        layer = self._weights.layers[name]
        return self.convolve(kind, x, name, layer.weight, layer.bias, **attributes)

    def convolve(
        self,
        kind: str,
        x: str,
        name: str,
        weight: npt.NDArray[np.float32],
        bias: npt.NDArray[np.float32],
        **attributes: protobuf.Attribute,
    ) -> str:
        tensors = [
            self.constant(f"{name}.{part}", values.astype(self._dtype))
            for part, values in (("weight", weight), ("bias", bias))
        ]
        return self.add(kind, x, *tensors, output="", kernel_shape=weight.shape[2:], **attributes)

    def project_and_double(self, x: str, name: str, doubling: Doubling) -> str:
        """The level below with another level's channels, at twice its height and width."""
        if doubling == "depth to space":
            return self._to_depth(self._padded(x, name), name)
        x = self.layer("Conv", x, name)
        if doubling == "transposed":
            return self._spread(self._padded(x, name), name)
        if doubling == "three axes":
            one = self.constant(f"{name}.axis", np.array([0]))
            x = self.add("Transpose", x, perm=TO_CHANNELS_LAST)
            x = self._resized(self.add("Squeeze", x, one), name, (2, 2, 1))
            return self.add("Transpose", self.add("Unsqueeze", x, one), perm=TO_CHANNELS_FIRST)
        return self._resized(x, name, (1, 1, 2, 2))

    def _resized(self, x: str, name: str, scales: tuple[int, ...]) -> str:
        scale = self.constant(f"{name}.scales", np.array(scales, np.float32))
        half_pixel = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
        return self.add("Resize", x, "", scale, **half_pixel)

    def _padded(self, x: str, name: str) -> str:
        pads = self.constant(f"{name}.pads", np.array([0, 0, 1, 1, 0, 0, 1, 1]))
        return self.add("Pad", x, pads, mode="edge")

    def _to_depth(self, x: str, name: str) -> str:
        layer = self._weights.layers[name]
        # (row phase, column phase, out, in, row, column): `DepthToSpace` wants the phases first.
        weight = np.einsum("ay,bx,oi->aboiyx", PHASES, PHASES, layer.weight[..., 0, 0])
        weight = weight.reshape(-1, *weight.shape[3:])
        x = self.convolve("Conv", x, name, weight, np.tile(layer.bias, 4))
        return self.add("DepthToSpace", x, blocksize=2)

    def _spread(self, x: str, name: str) -> str:
        count = len(self._weights.layers[name].bias)
        weight = np.broadcast_to(np.outer(SPREAD, SPREAD), (count, 1, 4, 4))
        bias = np.zeros(count, np.float32)
        return self.convolve(
            "ConvTranspose", x, f"{name}.double", weight, bias,
            strides=(2, 2), pads=(3, 3, 3, 3), group=count,
        )  # fmt: skip

    def block(self, x: str, name: str, architecture: UNetArchitecture, level: int) -> str:
        for index in range(1, architecture.convs[level - 1] + 1):
            if architecture.blocks[level - 1] == "plain":
                x = self.layer("Conv", x, f"{name}.conv{index}", pads=PADS)
            else:
                depthwise = f"{name}.depthwise{index}"
                group = self._weights.layers[depthwise].spec.in_channels
                x = self.layer("Conv", x, depthwise, pads=PADS, group=group)
                x = self.add("Relu", x)
                x = self.layer("Conv", x, f"{name}.pointwise{index}")
            x = self.add("Relu", x)
        return x
