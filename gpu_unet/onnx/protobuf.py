"""The few messages of the ONNX format that a network needs, as bytes.

A message is a sequence of fields, each a key, (number << 3 | kind), and its value: kind 0 is an
integer of seven bits a byte, lowest first; kind 2 a length and that many bytes, which hold a text,
an array or another message. Numbers of fields: https://github.com/onnx/onnx, onnx/onnx.proto.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

_OPSET, _IR_VERSION = 13, 8  # of 2021: every runtime reads them
FLOAT, FLOAT16 = 1, 10  # TensorProto.DataType
_DATA_TYPES = {"f4": FLOAT, "f2": FLOAT16}
# Where an AttributeProto has its value, and its AttributeProto.AttributeType.
_INT, _STRING, _INTS = (3, 2), (4, 3), (8, 7)

Attribute = int | str | Sequence[int]
# Fields by number. A sequence is a field that repeats, a message stands in its bytes.
Message = Mapping[int, int | str | bytes | Sequence[int | str | bytes]]


def message(fields: Message) -> bytes:
    """A message, in the order of its fields."""
    parts: list[bytes] = []
    for number, values in fields.items():
        for value in [values] if isinstance(values, int | str | bytes) else values:
            if isinstance(value, int):
                parts += _integer(number << 3), _integer(value)
            else:
                content = value.encode() if isinstance(value, str) else value
                parts += _integer(number << 3 | 2), _integer(len(content)), content
    return b"".join(parts)


def _integer(value: int) -> bytes:
    digits = bytearray()
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    digits.append(value)
    return bytes(digits)


def node(kind: str, inputs: Sequence[str], output: str, attributes: dict[str, Attribute]) -> bytes:
    """A NodeProto of one output."""
    described = [_attribute(name, value) for name, value in attributes.items()]
    return message({1: inputs, 2: output, 3: output, 4: kind, 5: described})


def _attribute(name: str, value: Attribute) -> bytes:
    number, kind = {int: _INT, str: _STRING}.get(type(value), _INTS)
    return message({1: name, number: value, 20: kind})


def tensor(name: str, values: npt.NDArray[np.floating]) -> bytes:
    """A TensorProto of a float32 or float16 array."""
    little = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    kind = _DATA_TYPES[values.dtype.str[1:]]
    return message({1: little.shape, 2: kind, 8: name, 9: little.tobytes()})


def value_info(name: str, shape: Sequence[int]) -> bytes:
    """A ValueInfoProto of float32."""
    dimensions = message({1: [message({1: size}) for size in shape]})
    return message({1: name, 2: message({1: message({1: FLOAT, 2: dimensions})})})


def model(
    nodes: Sequence[bytes], constants: Sequence[bytes], given: Sequence[bytes], returned: bytes
) -> bytes:
    """A ModelProto of one graph with one output.

    Args:
        nodes: From `node`, in the order in which they run.
        constants: From `tensor`.
        given, returned: From `value_info`.
    """
    graph = message({1: nodes, 2: "unet", 5: constants, 11: given, 12: returned})
    return message({1: _IR_VERSION, 2: "gpu_unet", 7: graph, 8: message({2: _OPSET})})
