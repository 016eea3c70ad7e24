"""Robust Video Matting's ONNX graph run by PyTorch, so that a GPU labels whole batches.

ONNX Runtime takes one picture at a time there, on a processor. Only the operations of that graph
are here; another graph's fail with their name.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
import torch.nn.functional as F

SIDE_STEP_PX = 32  # sides of pictures: with multiples of it no plane is padded or cropped
_NUMPY_TYPES = {1: np.float32, 6: np.int32, 7: np.int64}
Attributes = dict[str, Any]


class StillMatting:
    """Alpha of stills: the recurrent state is zero.

    Args:
        path: `rvm_mobilenetv3_8bit_ratio1.onnx`.
        device: Where tensors lie and are computed.
    """

    def __init__(self, path: Path, device: torch.device | str) -> None:
        graph = onnx.load(str(path)).graph
        self._device = device
        self._constants: dict[str, Any] = {}
        for initializer in graph.initializer:
            array = onnx.numpy_helper.to_array(initializer)
            is_float = array.dtype == np.float32 and array.size > 0
            self._constants[initializer.name] = (
                torch.from_numpy(array.copy()).to(device) if is_float else array
            )
        maker = {output: node for node in graph.node for output in node.output}
        needed: set[int] = set()
        waiting = ["pha"]
        while waiting:
            node = maker.get(waiting.pop())
            if node is not None and id(node) not in needed:
                needed.add(id(node))
                waiting += node.input
        self._nodes = [
            (
                _OPERATIONS[node.op_type],
                list(node.input),
                list(node.output),
                {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute},
            )
            for node in graph.node
            if id(node) in needed
        ]
        self._last_use = {
            name: index for index, (_, inputs, _, _) in enumerate(self._nodes) for name in inputs
        }

    @torch.no_grad()
    def __call__(self, pixels: torch.Tensor) -> torch.Tensor:
        """Alpha of pictures.

        Args:
            pixels: float32 (N, H, W, 3), RGB in [0, 1], H and W multiples of `SIDE_STEP_PX`.

        Returns:
            float32 (N, H, W) in [0, 1], on the same device.
        """
        values = dict(self._constants)
        values["src"] = pixels
        values["downsample_ratio:0"] = np.float32(1)
        for level in "1234":
            values[f"r{level}i:0"] = torch.zeros((1, 1, 1, 1), device=self._device)
        for index, (operation, inputs, outputs, attributes) in enumerate(self._nodes):
            found = operation([values.get(name) for name in inputs], attributes)
            if not isinstance(found, (list, tuple)):
                found = [found]
            values.update(zip(outputs, found, strict=False))
            for name in inputs:
                if self._last_use[name] == index and name not in self._constants:
                    values.pop(name, None)
        return values["pha"][..., 0]


def _both(function: Callable[[Any, Any], Any]) -> Callable[[list[Any], Attributes], Any]:
    """Of tensors, or of the sizes that the graph computes with on the host."""

    def operation(x: list[Any], _: Attributes) -> Any:
        first, second = x
        if isinstance(first, torch.Tensor) and not isinstance(second, torch.Tensor):
            second = float(second)
        elif isinstance(second, torch.Tensor) and not isinstance(first, torch.Tensor):
            first = float(first)
        return function(first, second)

    return operation


def _cast(x: list[Any], attributes: Attributes) -> Any:
    if isinstance(x[0], torch.Tensor):
        return x[0]
    return np.asarray(x[0]).astype(_NUMPY_TYPES[attributes["to"]])


def _concat(x: list[Any], attributes: Attributes) -> Any:
    if isinstance(x[0], torch.Tensor):
        return torch.cat(x, attributes["axis"])
    return np.concatenate([np.atleast_1d(part) for part in x], attributes["axis"])


def _conv(x: list[Any], attributes: Attributes) -> torch.Tensor:
    planes, weight = x[0].contiguous(), x[1]  # channels first: depthwise is ten times faster so
    stride, dilation = attributes.get("strides", [1, 1]), attributes.get("dilations", [1, 1])
    pads = attributes.get("pads")
    if attributes.get("auto_pad", b"NOTSET") == b"SAME_UPPER":
        around = []
        for side, kernel, step, spread in zip(
            planes.shape[:1:-1], weight.shape[:1:-1], stride[::-1], dilation[::-1], strict=True
        ):
            total = max(0, (-(-side // step) - 1) * step + (kernel - 1) * spread + 1 - side)
            around += [total // 2, total - total // 2]
        planes = F.pad(planes, around)
    elif pads:
        planes = F.pad(planes, [pads[1], pads[3], pads[0], pads[2]])
    bias = x[2] if len(x) > 2 else None
    return F.conv2d(planes, weight, bias, stride, 0, dilation, attributes.get("group", 1))


def _pad(x: list[Any], _: Attributes) -> torch.Tensor:
    ends = np.asarray(x[1]).ravel().tolist()
    half = len(ends) // 2
    return F.pad(x[0], [ends[k + at] for k in reversed(range(half)) for at in (0, half)])


def _reshape(x: list[Any], _: Attributes) -> Any:
    shape = [int(side) for side in np.asarray(x[1])]
    if isinstance(x[0], torch.Tensor):
        return x[0].reshape([len(x[0]), *shape[1:]])  # the graph is made for one picture
    return np.asarray(x[0]).reshape(shape)


def _slice(x: list[Any], _: Attributes) -> Any:
    if isinstance(x[0], torch.Tensor):
        return x[0]  # a crop to the picture's size, which padding has not changed
    starts, ends = np.atleast_1d(x[1]), np.atleast_1d(x[2])
    return x[0][int(starts[0]) : int(ends[0])]


def _split(x: list[Any], attributes: Attributes) -> tuple[torch.Tensor, ...]:
    axis = attributes["axis"]
    sizes = [int(n) for n in x[1]] if len(x) > 1 else x[0].shape[axis] // 2
    return torch.split(x[0], sizes, axis)


def _transpose(x: list[Any], attributes: Attributes) -> Any:
    permuted = x[0].permute if isinstance(x[0], torch.Tensor) else x[0].transpose
    return permuted(*attributes["perm"])


_OPERATIONS: dict[str, Callable[[list[Any], Attributes], Any]] = {
    "Add": _both(lambda a, b: a + b),
    "AveragePool": lambda x, _: F.avg_pool2d(x[0], 2, ceil_mode=True, count_include_pad=False),
    "Cast": _cast,
    "Clip": lambda x, _: x[0].clamp(float(x[1]), float(x[2])),
    "Concat": _concat,
    "Conv": _conv,
    "Equal": lambda x, _: True,  # whether the ratio is 1
    "Expand": lambda x, _: x[0].expand([int(side) for side in x[1]]),
    "Gather": lambda x, a: np.take(x[0], x[1], axis=a.get("axis", 0)),
    "GlobalAveragePool": lambda x, _: x[0].mean((2, 3), keepdim=True),
    "Identity": lambda x, _: x[0],
    "Max": _both(lambda a, b: a.clamp_min(b) if isinstance(a, torch.Tensor) else max(a, b)),
    "Min": _both(lambda a, b: a.clamp_max(b) if isinstance(a, torch.Tensor) else min(a, b)),
    "Mul": _both(lambda a, b: a * b),
    "Pad": _pad,
    "Relu": lambda x, _: F.relu(x[0]),
    "Reshape": _reshape,
    "Resize": lambda x, _: F.interpolate(x[0], [int(n) for n in x[3][2:]], mode="bilinear"),
    "Shape": lambda x, _: np.array(x[0].shape, np.int64),
    "Sigmoid": lambda x, _: torch.sigmoid(x[0]),
    "Slice": _slice,
    "Split": _split,
    "Squeeze": lambda x, _: x[0],
    "Sub": _both(lambda a, b: a - b),
    "Tanh": lambda x, _: torch.tanh(x[0]),
    "Transpose": _transpose,
}
