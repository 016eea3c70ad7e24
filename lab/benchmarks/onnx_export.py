"""A network as an ONNX graph, so that other runtimes can be measured on the same weights."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.weights import Weights


def to_onnx(weights: Weights, architecture: UNetArchitecture) -> bytes:
    """The network at one size, batch 1, NCHW float32: "x" (1, 3, H, W) to "alpha" (1, 1, H, W).

    BatchNorm is folded, as in our own engines, so that every runtime has the same work.
    """
    graph = _Graph(weights)
    levels = architecture.depth + 1
    x = "x"
    skips = []
    for level in range(1, levels + 1):
        if level > 1:
            x = graph.add("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
        x = graph.block(x, f"down{level}", architecture, level)
        skips.append(x)
    for join in range(1, levels):
        level = levels - join
        if architecture.up == "transpose":
            x = graph.layer("ConvTranspose", x, f"up{join}.transpose", strides=[2, 2])
        else:
            x = graph.layer("Conv", x, f"up{join}.project")
            x = graph.double(x)
        x = graph.add("Concat", skips[level - 1], x, axis=1)
        x = graph.block(x, f"up{join}", architecture, level)
    x = graph.layer("Conv", x, "head")
    graph.nodes.append(helper.make_node("Sigmoid", [x], ["alpha"]))
    size = (architecture.height, architecture.width)
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "unet",
            [
                helper.make_tensor_value_info(
                    "x", TensorProto.FLOAT, [1, architecture.in_channels, *size]
                )
            ],
            [helper.make_tensor_value_info("alpha", TensorProto.FLOAT, [1, 1, *size])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", 13)],
        ir_version=8,
    )
    onnx.checker.check_model(model)
    return model.SerializeToString()


class _Graph:
    def __init__(self, weights: Weights) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._weights = weights

    def constant(self, name: str, values: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def add(self, kind: str, *inputs: str, **attributes: object) -> str:
        output = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def layer(self, kind: str, x: str, name: str, **attributes: object) -> str:
        layer = self._weights.layers[name]
        kernel = list(layer.weight.shape[2:])
        return self.add(
            kind,
            x,
            self.constant(f"{name}.weight", np.array(layer.weight)),
            self.constant(f"{name}.bias", np.array(layer.bias)),
            kernel_shape=kernel,
            **attributes,
        )

    def double(self, x: str) -> str:
        scales = self.constant(f"scales{len(self.nodes)}", np.array([1, 1, 2, 2], np.float32))
        return self.add(
            "Resize",
            x,
            "",
            scales,
            mode="linear",
            coordinate_transformation_mode="half_pixel",
        )

    def block(self, x: str, name: str, architecture: UNetArchitecture, level: int) -> str:
        for index in range(1, architecture.convs[level - 1] + 1):
            if architecture.blocks[level - 1] == "plain":
                x = self.layer("Conv", x, f"{name}.conv{index}", pads=[1, 1, 1, 1])
            else:
                depthwise = f"{name}.depthwise{index}"
                group = self._weights.layers[depthwise].spec.in_channels
                x = self.layer("Conv", x, depthwise, pads=[1, 1, 1, 1], group=group)
                x = self.add("Relu", x)
                x = self.layer("Conv", x, f"{name}.pointwise{index}")
            x = self.add("Relu", x)
        return x
