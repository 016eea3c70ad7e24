"""A network as an ONNX graph."""

from __future__ import annotations

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.onnx import protobuf
from gpu_unet.weights import Weights

PADS = (1, 1, 1, 1)
PICTURE_CHANNELS = 3


def to_onnx(
    weights: Weights,
    architecture: UNetArchitecture,
    *,
    half: bool = False,
    as_sent: bool = False,
) -> bytes:
    """The content of an .onnx file: the network at one size, for one picture.

    BatchNorm is folded, as in our own engines. The input "x" is float32 (1, in_channels, height,
    width), RGB in [0, 1] and a clean plate if the network reads one; the output "alpha" is float32
    (1, 1, height, width) in [0, 1].

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        half: Store and compute in float16; the sigmoid, input and output stay float32.
        as_sent: Inputs as `OnnxNetwork` sends them, float16 with `half`: "x" has the picture's
            three channels alone; the plate, if the network reads one, is "plate".
    """
    graph = _Graph(weights, np.float16 if half else np.float32)
    levels = architecture.depth + 1
    given = {"x": architecture.in_channels}
    x = "x"
    if as_sent and architecture.in_channels > PICTURE_CHANNELS:
        given = {"x": PICTURE_CHANNELS, "plate": architecture.in_channels - PICTURE_CHANNELS}
        x = graph.add("Concat", *given, axis=1)
    if half and not as_sent:
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
            x = graph.double(graph.layer("Conv", x, f"up{join}.project"))
        x = graph.add("Concat", skips[level - 1], x, axis=1)
        x = graph.block(x, f"up{join}", architecture, level)
    x = graph.layer("Conv", x, "head")
    if half:
        x = graph.add("Cast", x, to=protobuf.FLOAT)
    graph.add("Sigmoid", x)  # the last one
    size = (architecture.height, architecture.width)
    taken = protobuf.FLOAT16 if half and as_sent else protobuf.FLOAT
    return protobuf.model(
        graph.nodes,
        graph.constants,
        [protobuf.value_info(name, (1, n, *size), taken) for name, n in given.items()],
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

    def layer(self, kind: str, x: str, name: str, **attributes: protobuf.Attribute) -> str:
        layer = self._weights.layers[name]
        tensors = {f"{name}.weight": layer.weight, f"{name}.bias": layer.bias}
        for constant, values in tensors.items():
            self.constants.append(protobuf.tensor(constant, values.astype(self._dtype)))
        kernel = layer.weight.shape[2:]
        return self.add(kind, x, *tensors, kernel_shape=kernel, **attributes)

    def double(self, x: str) -> str:
        scales = f"scales{len(self.nodes)}"
        self.constants.append(protobuf.tensor(scales, np.array([1, 1, 2, 2], np.float32)))
        return self.add(
            "Resize", x, "", scales, mode="linear", coordinate_transformation_mode="half_pixel"
        )

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
