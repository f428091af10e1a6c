"""How is an ONNX model written without the `onnx` package? A graph of named nodes as protocol-buffer bytes.

Only what a feed-forward network needs of the format (onnx.proto3, github.com/onnx/onnx): nodes with attributes that are
numbers or lists of integers, tensor inputs and outputs, and weights that are named here and handed to onnxruntime
beside the graph.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

IR_VERSION = 8
OPSET = 17
CONTRIB = "com.microsoft"
"""The domain of onnxruntime's fused transformer operators."""

FLOAT, UINT8, INT8, INT32 = 1, 2, 3, 6
_KINDS = {"float32": FLOAT, "uint8": UINT8, "int8": INT8, "int32": INT32}

Shape = Sequence[int | str]
"""A dimension is a size, or a name where it is free."""


@dataclass(frozen=True)
class Operation:
    """A node of the graph: what it does, reads (an empty name skips an optional input) and writes; attributes."""

    operator: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: Mapping[str, int | float | tuple[int, ...]] = field(default_factory=dict)
    domain: str = ""


@dataclass(frozen=True)
class Tensor:
    """A named tensor at the edge of the graph."""

    name: str
    kind: int
    shape: Shape


def model(
    operations: Iterable[Operation],
    inputs: Iterable[Tensor],
    outputs: Iterable[Tensor],
    weights: Mapping[str, NDArray[Any]],
) -> bytes:
    """A ModelProto that names its weights and does not hold them: `networks.session` takes both."""
    named = (Tensor(name, _KINDS[array.dtype.name], array.shape) for name, array in weights.items())
    graph = b"".join(
        [
            *(_block(1, _operation(operation)) for operation in operations),
            _text(2, "grice"),
            *(_block(5, _weight(weight)) for weight in named),
            *(_block(11, _edge(tensor)) for tensor in inputs),
            *(_block(12, _edge(tensor)) for tensor in outputs),
        ]
    )
    opsets = ("", OPSET), (CONTRIB, 1)
    return b"".join(
        [
            _integer(1, IR_VERSION),
            _text(2, "grice"),
            _block(7, graph),
            *(_block(8, _text(1, domain) + _integer(2, version)) for domain, version in opsets),
        ]
    )


def _operation(operation: Operation) -> bytes:
    return b"".join(
        [
            *(_text(1, name) for name in operation.inputs),
            *(_text(2, name) for name in operation.outputs),
            _text(3, operation.outputs[0]),
            _text(4, operation.operator),
            *(_block(5, _attribute(name, value)) for name, value in operation.attributes.items()),
            _text(7, operation.domain),
        ]
    )


def _attribute(name: str, value: int | float | tuple[int, ...]) -> bytes:
    if isinstance(value, tuple):
        return _text(1, name) + b"".join(_integer(8, item) for item in value) + _integer(20, 7)
    if isinstance(value, int):
        return _text(1, name) + _integer(3, value) + _integer(20, 2)
    return _text(1, name) + _key(2, 5) + struct.pack("<f", value) + _integer(20, 1)


def _weight(weight: Tensor) -> bytes:
    location = _text(1, "location") + _text(2, weight.name)
    sizes = b"".join(_integer(1, size) for size in weight.shape if isinstance(size, int))
    return sizes + _integer(2, weight.kind) + _text(8, weight.name) + _block(13, location) + _integer(14, 1)


def _edge(tensor: Tensor) -> bytes:
    sizes = (_integer(1, size) if isinstance(size, int) else _text(2, size) for size in tensor.shape)
    shape = b"".join(_block(1, size) for size in sizes)
    return _text(1, tensor.name) + _block(2, _block(1, _integer(1, tensor.kind) + _block(2, shape)))


def _key(number: int, wire: int) -> bytes:
    return _varint(number << 3 | wire)


def _integer(number: int, value: int) -> bytes:
    return _key(number, 0) + _varint(value)


def _block(number: int, content: bytes) -> bytes:
    return _key(number, 2) + _varint(len(content)) + content


def _text(number: int, text: str) -> bytes:
    return _block(number, text.encode())


def _varint(value: int) -> bytes:
    value &= 2**64 - 1
    digits = bytearray()
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    digits.append(value)
    return bytes(digits)
