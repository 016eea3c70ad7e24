"""The few messages of the ONNX format that a network needs, as bytes.

A message is a sequence of fields, each a key, (number << 3 | kind), and its value: kind 0 is an
integer of seven bits a byte, lowest first; kind 2 a length and that many bytes, which hold a text,
an array or another message. Numbers of fields: https://github.com/onnx/onnx, onnx/onnx.proto.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

_OPSET, _IR_VERSION = 13, 8  # of 2021: every runtime reads them
FLOAT, FLOAT16 = 1, 10  # TensorProto.DataType
_DATA_TYPES = {"f4": FLOAT, "f2": FLOAT16}
_INT, _STRING, _INTS = 2, 3, 7  # AttributeProto.AttributeType

Attribute = int | str | Sequence[int]


def _integer(value: int) -> bytes:
    digits = bytearray()
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    digits.append(value)
    return bytes(digits)


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _integer(number << 3) + _integer(value)
    content = value.encode() if isinstance(value, str) else value
    return _integer(number << 3 | 2) + _integer(len(content)) + content


def _fields(number: int, values: Iterable[int | str | bytes]) -> bytes:
    return b"".join(_field(number, value) for value in values)


def node(kind: str, inputs: Sequence[str], output: str, attributes: dict[str, Attribute]) -> bytes:
    """A NodeProto of one output."""
    return (
        _fields(1, inputs)
        + _field(2, output)
        + _field(3, output)
        + _field(4, kind)
        + _fields(5, [_attribute(name, value) for name, value in attributes.items()])
    )


def _attribute(name: str, value: Attribute) -> bytes:
    if isinstance(value, int):
        return _field(1, name) + _field(3, value) + _field(20, _INT)
    if isinstance(value, str):
        return _field(1, name) + _field(4, value) + _field(20, _STRING)
    return _field(1, name) + _fields(8, value) + _field(20, _INTS)


def tensor(name: str, values: npt.NDArray[np.floating]) -> bytes:
    """A TensorProto of a float32 or float16 array."""
    little = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    return (
        _fields(1, little.shape)
        + _field(2, _DATA_TYPES[values.dtype.str[1:]])
        + _field(8, name)
        + _field(9, little.tobytes())
    )


def value_info(name: str, shape: Sequence[int]) -> bytes:
    """A ValueInfoProto of float32."""
    dimensions = _fields(1, [_field(1, size) for size in shape])
    return _field(1, name) + _field(2, _field(1, _field(1, FLOAT) + _field(2, dimensions)))


def model(
    nodes: Sequence[bytes], constants: Sequence[bytes], given: Sequence[bytes], returned: bytes
) -> bytes:
    """A ModelProto of one graph with one output.

    Args:
        nodes: From `node`, in the order in which they run.
        constants: From `tensor`.
        given, returned: From `value_info`.
    """
    graph = (
        _fields(1, nodes)
        + _field(2, "unet")
        + _fields(5, constants)
        + _fields(11, given)
        + _field(12, returned)
    )
    return (
        _field(1, _IR_VERSION)
        + _field(2, "gpu_unet")
        + _field(7, graph)
        + _field(8, _field(2, _OPSET))
    )
