"""A network as an ONNX graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import RELU6_HIGHEST, LayerSpec, UNetArchitecture, padding_of
from gpu_unet.network_input import PICTURE
from gpu_unet.onnx import protobuf
from gpu_unet.tensors import PARTNER
from gpu_unet.weights import Layer, Weights


def to_onnx(
    weights: Weights,
    architecture: UNetArchitecture,
    *,
    half: bool = False,
    as_sent: bool = False,
) -> bytes:
    """The content of an .onnx file: the network at one size, for one picture.

    BatchNorm is folded, as in our own engines. The input "x" is float32 (1, in_channels, height,
    width), see `gpu_unet.network_input`; the output "alpha" is float32 (1, 1, height, width) in
    [0, 1].

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        half: Store and compute in float16; the sigmoid, input and output stay float32.
        as_sent: Inputs as `gpu_unet.onnx.worker` sends them: "x" has the picture's channels alone;
            those that callers give, if the network reads any, are "given".
    """
    last = "Sigmoid" if weights.partner is None else "Mul"
    graph = _Graph(np.float16 if half else np.float32, last)
    inputs = {"x": architecture.in_channels}
    x = "x"
    if as_sent and architecture.in_channels > PICTURE.channels:
        inputs = {"x": PICTURE.channels, "given": architecture.in_channels - PICTURE.channels}
        x = graph.add("Concat", *inputs, axis=1)
    if half:
        x = graph.add("Cast", x, to=protobuf.FLOAT16)
    size = {"height": architecture.height, "width": architecture.width}
    alphas: list[str] = []
    for member in weights.members:
        graph.begin(member)
        y = graph.network(x, member.architecture.at_size(**size))
        if half:
            y = graph.add("Cast", y, to=protobuf.FLOAT)
        alphas.append(graph.add("Sigmoid", y))
    if weights.partner is not None:
        half_of = graph.constant("half", [0.5], np.float32)
        graph.add("Mul", graph.add("Add", *alphas), half_of)
    return protobuf.model(
        graph.nodes,
        graph.constants,
        [
            protobuf.value_info(name, (1, channels, *size.values()))
            for name, channels in inputs.items()
        ],
        protobuf.value_info("alpha", (1, 1, *size.values())),
    )


class _Graph:
    """Nodes and constants so far; each method adds some and returns the name of its output.

    The node of the kind `last` writes "alpha".
    """

    def __init__(self, dtype: type[np.floating], last: str) -> None:
        self.nodes: list[bytes] = []
        self.constants: list[bytes] = []
        self._dtype, self._last = dtype, last
        self._layers: Mapping[str, Layer] = {}
        self._prefix = ""

    def begin(self, weights: Weights) -> None:
        """The next layers are of this network."""
        self._prefix = PARTNER if self._layers else ""
        self._layers = weights.layers

    def add(self, kind: str, *inputs: str, **attributes: protobuf.Attribute) -> str:
        output = "alpha" if kind == self._last else f"{kind}{len(self.nodes)}"
        self.nodes.append(protobuf.node(kind, inputs, output, attributes))
        return output

    def constant(
        self, name: str, values: npt.ArrayLike, dtype: type[np.floating] | None = None
    ) -> str:
        name = self._prefix + name
        self.constants.append(protobuf.tensor(name, np.asarray(values, dtype or self._dtype)))
        return name

    def layer(self, kind: str, x: str, name: str, **attributes: protobuf.Attribute) -> str:
        layer = self._layers[name]
        weight = self.constant(f"{name}.weight", layer.weight)
        bias = self.constant(f"{name}.bias", layer.bias)
        return self.add(kind, x, weight, bias, kernel_shape=layer.weight.shape[2:], **attributes)

    def network(self, given: str, architecture: UNetArchitecture) -> str:
        """A whole network up to what the sigmoid reads."""
        levels = architecture.depth + 1
        x = self.block(given, architecture.block_layers("down1", 1, architecture.in_channels))
        skips = [x]
        x = given if architecture.stages else x
        for level in range(2, levels + 1):
            if architecture.stages:
                for block in architecture.mobile_blocks(level):
                    x = self.block(x, block)
            else:
                x = self.add("MaxPool", x, kernel_shape=(2, 2), strides=(2, 2))
                x = self.block(x, architecture.block_layers(f"down{level}", level, 0))
            skips.append(x)
        for join in range(1, levels):
            level = levels - join
            if architecture.up == "transpose":
                x = self.layer("ConvTranspose", x, f"up{join}.transpose", strides=(2, 2))
            else:
                x = self.double(self.layer("Conv", x, f"up{join}.project"))
            x = self.add("Concat", skips[level - 1], x, axis=1)
            x = self.block(x, architecture.block_layers(f"up{join}", level, 0))
        return self.layer("Conv", x, "head")

    def double(self, x: str) -> str:
        scales = self.constant(f"scales{len(self.nodes)}", [1, 1, 2, 2], np.float32)
        how = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
        return self.add("Resize", x, "", scales, **how)

    def block(self, x: str, specs: Sequence[LayerSpec]) -> str:
        """The layers one after the other; of `specs` the channels do not matter."""
        read = x
        for spec in specs:
            channels, *_, kernel = self._layers[spec.name].weight.shape
            before, after = padding_of(kernel, spec.stride)
            pads, strides = (before, before, after, after), (spec.stride, spec.stride)
            group = channels if spec.kind == "depthwise" else 1
            x = self.layer("Conv", x, spec.name, pads=pads, strides=strides, group=group)
            if spec.activation == "relu":
                x = self.add("Relu", x)
            elif spec.activation == "relu6":
                lowest = self.constant(f"{spec.name}.lowest", 0.0)
                highest = self.constant(f"{spec.name}.highest", RELU6_HIGHEST)
                x = self.add("Clip", x, lowest, highest)
            if spec.adds_input:
                x = self.add("Add", x, read)
        return x
