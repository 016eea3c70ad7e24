"""A network as an ONNX graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import RELU6_HIGHEST, LayerSpec, UNetArchitecture, padding_of
from gpu_unet.network_input import PICTURE
from gpu_unet.onnx import protobuf
from gpu_unet.weights import Weights


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
    graph = _Graph(weights, np.float16 if half else np.float32)
    levels = architecture.depth + 1
    inputs = {"x": architecture.in_channels}
    x = "x"
    if as_sent and architecture.in_channels > PICTURE.channels:
        inputs = {"x": PICTURE.channels, "given": architecture.in_channels - PICTURE.channels}
        x = graph.add("Concat", *inputs, axis=1)
    if half:
        x = graph.add("Cast", x, to=protobuf.FLOAT16)
    given_x = x
    x = graph.block(x, architecture.block_layers("down1", 1, architecture.in_channels))
    skips = [x]
    x = given_x if architecture.stages else x
    for level in range(2, levels + 1):
        if architecture.stages:
            for block in architecture.mobile_blocks(level):
                x = graph.block(x, block)
        else:
            x = graph.add("MaxPool", x, kernel_shape=(2, 2), strides=(2, 2))
            x = graph.block(x, architecture.block_layers(f"down{level}", level, 0))
        skips.append(x)
    for join in range(1, levels):
        level = levels - join
        if architecture.up == "transpose":
            x = graph.layer("ConvTranspose", x, f"up{join}.transpose", strides=(2, 2))
        else:
            x = graph.double(graph.layer("Conv", x, f"up{join}.project"))
        x = graph.add("Concat", skips[level - 1], x, axis=1)
        x = graph.block(x, architecture.block_layers(f"up{join}", level, 0))
    x = graph.layer("Conv", x, "head")
    if half:
        x = graph.add("Cast", x, to=protobuf.FLOAT)
    graph.add("Sigmoid", x)  # the last one
    size = (architecture.height, architecture.width)
    return protobuf.model(
        graph.nodes,
        graph.constants,
        [protobuf.value_info(name, (1, channels, *size)) for name, channels in inputs.items()],
        protobuf.value_info("alpha", (1, 1, *size)),
    )


class _Graph:
    """Nodes and constants so far; each method adds some and returns the name of its output."""

    def __init__(self, weights: Weights, dtype: type[np.floating]) -> None:
        self.nodes: list[bytes] = []
        self.constants: list[bytes] = []
        self._weights = weights
        self._dtype = dtype

    def add(self, kind: str, *inputs: str, **attributes: protobuf.Attribute) -> str:
        output = "alpha" if kind == "Sigmoid" else f"{kind}{len(self.nodes)}"
        self.nodes.append(protobuf.node(kind, inputs, output, attributes))
        return output

    def constant(self, name: str, values: npt.ArrayLike) -> str:
        self.constants.append(protobuf.tensor(name, np.asarray(values, self._dtype)))
        return name

    def layer(self, kind: str, x: str, name: str, **attributes: protobuf.Attribute) -> str:
        layer = self._weights.layers[name]
        weight = self.constant(f"{name}.weight", layer.weight)
        bias = self.constant(f"{name}.bias", layer.bias)
        return self.add(kind, x, weight, bias, kernel_shape=layer.weight.shape[2:], **attributes)

    def double(self, x: str) -> str:
        scales = f"scales{len(self.nodes)}"  # float32, whatever the network's
        self.constants.append(protobuf.tensor(scales, np.array([1, 1, 2, 2], np.float32)))
        return self.add(
            "Resize", x, "", scales, mode="linear", coordinate_transformation_mode="half_pixel"
        )

    def block(self, x: str, specs: Sequence[LayerSpec]) -> str:
        """The layers one after the other; of `specs` the channels do not matter."""
        read = x
        for spec in specs:
            channels, *_, kernel = self._weights.layers[spec.name].weight.shape
            before, after = padding_of(kernel, spec.stride)
            pads, strides = (before, before, after, after), (spec.stride, spec.stride)
            group = channels if spec.kind == "depthwise" else 1
            x = self.layer("Conv", x, spec.name, pads=pads, strides=strides, group=group)
            if spec.activation == "relu":
                x = self.add("Relu", x)
            elif spec.activation == "relu6":
                limits = {"lowest": 0.0, "highest": RELU6_HIGHEST}
                names = [
                    self.constant(f"{spec.name}.{key}", value) for key, value in limits.items()
                ]
                x = self.add("Clip", x, *names)
            if spec.adds_input:
                x = self.add("Add", x, read)
        return x
