"""A network as an ONNX graph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import NodeProto, TensorProto, helper, numpy_helper

from gpu_unet.architecture import (
    NEAREST,
    OVERSHOOT,
    RELU6_HIGHEST,
    LayerSpec,
    UNetArchitecture,
    Unit,
    padding_of,
)
from gpu_unet.model_card import PARTNER
from gpu_unet.weights import Weights

OPSET, IR_VERSION = 13, 8  # of 2021: every runtime reads them
BILINEAR = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}


def to_onnx(weights: Weights, architecture: UNetArchitecture, *, half: bool = False) -> bytes:
    """The content of an .onnx file: the network at one size, for one picture.

    BatchNorm is folded, as in our own engines. The input "x" is float32 (1, in_channels, height,
    width), see `gpu_unet.network_input`; the output "alpha" is float32 (1, 1, height, width) in
    [0, 1]. A partner of another size is part of the graph, see `reference.unet.model_alpha`.

    Args:
        architecture: `weights.architecture` at the wanted size.
        half: Store and compute in float16; the sigmoid, input and output stay float32.
    """
    size = (architecture.height, architecture.width)
    graph = _Graph(np.float16 if half else np.float32)
    x = graph.add("Cast", "x", to=TensorProto.FLOAT16) if half else "x"
    own = graph.logits(x, weights, "")
    partner = weights.partner
    if partner is None:
        graph.add("Sigmoid", own)
    else:
        fitted = partner.architecture_in(*size)
        small = (fitted.height, fitted.width)
        if small == size:
            theirs = graph.logits(x, partner, PARTNER)
            graph.mean(own, theirs, fault_of=theirs)
        else:
            smaller = graph.resized(x, "smaller", architecture.in_channels, *small)
            alpha = graph.add("Sigmoid", graph.logits(smaller, partner, PARTNER))
            alpha = graph.resized(alpha, "enlarged", 1, *size)
            graph.mean(own, graph.logit(alpha), fault_of=alpha)
    graph.nodes[-1].output[:] = ["alpha"]

    def planes(name: str, channels: int) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, channels, *size))

    given, made = [planes("x", architecture.in_channels)], [planes("alpha", 1)]
    whole = helper.make_graph(graph.nodes, "unet", given, made, graph.constants)
    opsets = [helper.make_opsetid("", OPSET)]
    return helper.make_model(whole, ir_version=IR_VERSION, opset_imports=opsets).SerializeToString()


class _Graph:
    """Nodes and constants so far; each method adds some and returns the name of its output."""

    def __init__(self, dtype: npt.DTypeLike) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self._dtype = dtype

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        output = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, name: str, values: Any, dtype: npt.DTypeLike | None = None) -> str:
        array = np.asarray(values, dtype or self._dtype)
        self.constants.append(numpy_helper.from_array(array, self._prefix + name))
        return self._prefix + name

    def number(self, name: str, value: float) -> str:
        """A float32 constant, also in a network of float16."""
        return self.constant(name, value, np.float32)

    def layer(self, kind: str, x: str, name: str, **attributes: Any) -> str:
        layer = self._layers[name]
        weight = self.constant(f"{name}.weight", layer.weight)
        bias = self.constant(f"{name}.bias", layer.bias)
        return self.add(kind, x, weight, bias, kernel_shape=layer.weight.shape[2:], **attributes)

    def resized(self, x: str, name: str, channels: int, height: int, width: int) -> str:
        """`reference.layers.resample_bilinear` of (1, channels, h, w); `name` is the sizes'."""
        # By sizes: a runtime may round a product of scales down to a size that is one pixel short.
        sizes = self.constant(f"{name}.sizes", [1, channels, height, width], np.int64)
        return self.add("Resize", x, "", "", sizes, **BILINEAR)

    def logits(self, given: str, weights: Weights, prefix: str) -> str:
        """What the network's sigmoid would read, float32; see `network`."""
        y = self.network(given, weights, prefix)
        is_half = self._dtype == np.float16
        return self.add("Cast", y, to=TensorProto.FLOAT) if is_half else y

    def network(self, given: str, weights: Weights, prefix: str) -> str:
        """A whole network up to what the sigmoid reads; the prefix is of its constants' names."""
        self._layers, self._prefix = weights.layers, prefix
        architecture = weights.architecture
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

    def logit(self, alpha: str) -> str:
        """What a sigmoid would have read to say this alpha, float32; finite for 0 and 1.

        The limits are here too, not in `mean` alone: cards differ in the logarithm of 0.
        """
        ends = self.number("logit.lowest", NEAREST), self.number("logit.highest", 1 - NEAREST)
        limited = self.add("Clip", alpha, *ends)
        rest = self.add("Sub", self.number("logit.one", 1.0), limited)
        return self.add("Sub", self.add("Log", limited), self.add("Log", rest))

    def mean(self, first: str, second: str, *, fault_of: str) -> str:
        """Alpha of two networks from what their sigmoids would read, both float32.

        It is `reference.unet.mean_by_logits`; a NaN of `first` or of `fault_of`, from which
        `second` is computed, stays one.
        """

        def number(name: str, value: float) -> str:
            return self.number(f"mean.{name}", value)

        most = math.log((1 - NEAREST) / NEAREST)
        ends = number("lowest", -most), number("highest", most)
        limited = [self.add("Clip", logit, *ends) for logit in (first, second)]
        mean = self.add("Sigmoid", self.add("Mul", self.add("Add", *limited), number("half", 0.5)))
        stretched = self.add("Mul", mean, number("stretch", 1 + 2 * OVERSHOOT))
        stretched = self.add("Sub", stretched, number("overshoot", OVERSHOOT))
        alpha = self.add("Clip", stretched, zero := number("zero", 0.0), number("one", 1.0))
        # ONNX leaves open what Clip makes of NaN, and cards differ. NaN times 0 is NaN.
        fault = self.add("Mul", self.add("Add", first, fault_of), zero)
        return self.add("Add", alpha, fault)

    def units(self, x: str, units: Sequence[Unit]) -> str:
        """Their layers one after the other."""
        for unit in units:
            read = x
            for spec in unit:
                x = self.convolution(x, spec)
                if spec.adds_input:
                    x = self.add("Add", x, read)
        return x

    def convolution(self, x: str, spec: LayerSpec) -> str:
        """The layer with what it is followed by, but for the addition."""
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
        return x
