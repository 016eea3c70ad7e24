"""A network as an ONNX graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import NodeProto, TensorProto, helper, numpy_helper

from gpu_unet.architecture import RELU6_HIGHEST, UNetArchitecture, Unit, padding_of
from gpu_unet.network_input import inputs_of
from gpu_unet.weights import Layer, Weights

OPSET, IR_VERSION = 13, 8  # of 2021: every runtime reads them
BILINEAR = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}


def to_onnx(
    weights: Weights, architecture: UNetArchitecture, *, half: bool = False, apart: bool = False
) -> bytes:
    """The content of an .onnx file: the network at one size, for one picture.

    BatchNorm is folded, as in our own engines. The input "x" is float32 (1, in_channels, height,
    width), see `gpu_unet.network_input`; the output "alpha" is float32 (1, 1, height, width) in
    [0, 1].

    Args:
        architecture: `weights.architecture` at the wanted size.
        half: Store and compute in float16; the sigmoid, input and output stay float32.
        apart: Give each row of `gpu_unet.network_input` an input by its name, in place of "x".
    """
    size = (architecture.height, architecture.width)
    graph = _Graph(weights.layers, np.float16 if half else np.float32)
    inputs = {"x": architecture.in_channels}
    if apart:
        inputs = {row.name: row.channels for row in inputs_of(architecture.in_channels)}
    x = graph.add("Concat", *inputs, axis=1) if len(inputs) > 1 else next(iter(inputs))
    y = graph.network(graph.add("Cast", x, to=TensorProto.FLOAT16) if half else x, architecture)
    graph.add("Sigmoid", graph.add("Cast", y, to=TensorProto.FLOAT) if half else y)
    graph.nodes[-1].output[:] = ["alpha"]

    def planes(name: str, channels: int) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, channels, *size))

    given, made = [planes(*one) for one in inputs.items()], [planes("alpha", 1)]
    whole = helper.make_graph(graph.nodes, "unet", given, made, graph.constants)
    opsets = [helper.make_opsetid("", OPSET)]
    return helper.make_model(whole, ir_version=IR_VERSION, opset_imports=opsets).SerializeToString()


class _Graph:
    """Nodes and constants so far; each method adds some and returns the name of its output."""

    def __init__(self, layers: Mapping[str, Layer], dtype: npt.DTypeLike) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self._layers, self._dtype = layers, dtype

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        output = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, name: str, values: Any, dtype: npt.DTypeLike | None = None) -> str:
        array = np.asarray(values, dtype or self._dtype)
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def layer(self, kind: str, x: str, name: str, **attributes: Any) -> str:
        layer = self._layers[name]
        weight = self.constant(f"{name}.weight", layer.weight)
        bias = self.constant(f"{name}.bias", layer.bias)
        return self.add(kind, x, weight, bias, kernel_shape=layer.weight.shape[2:], **attributes)

    def network(self, given: str, architecture: UNetArchitecture) -> str:
        """The whole network up to what the sigmoid reads."""
        levels = architecture.depth + 1
        doubled = self.constant("scales", [1, 1, 2, 2], np.float32)
        x, skips = given, []
        for level in range(1, levels + 1):
            if level == 2 and architecture.stages:
                x = given
            elif level > 1 and not architecture.stages:
                x = self.add("MaxPool", x, kernel_shape=(2, 2), strides=(2, 2))
            x = self.units(x, architecture.encoder(level))
            skips.append(x)
        for join in range(1, levels):
            up, units = architecture.decoder(join)
            if up.kind == "transpose":
                x = self.layer("ConvTranspose", x, up.name, strides=(2, 2))
            else:
                x = self.layer("Conv", x, up.name)
                x = self.add("Resize", x, "", doubled, **BILINEAR)
            x = self.add("Concat", skips[levels - join - 1], x, axis=1)
            x = self.units(x, units)
        return self.layer("Conv", x, "head")

    def units(self, x: str, units: Sequence[Unit]) -> str:
        """Their layers one after the other."""
        for unit in units:
            read = x
            for spec in unit:
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
