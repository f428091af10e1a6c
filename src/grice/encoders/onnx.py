"""How is an ONNX model written without the `onnx` package? A graph of named nodes as protocol-buffer bytes.

Only what a feed-forward network needs of the format (onnx.proto3, github.com/onnx/onnx): nodes with integer and float
attributes, tensor inputs and outputs, and weights that are named here and handed to onnxruntime beside the graph.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

IR_VERSION = 8
OPSET = 17
CONTRIB = "com.microsoft"
"""The domain of onnxruntime's fused transformer operators."""

FLOAT, INT32 = 1, 6

Shape = Sequence[int | str]
"""A dimension is a size, or a name where it is free."""


@dataclass(frozen=True)
class Node:
    """One operator: what it reads (an empty name skips an optional input), what it writes, its attributes."""

    operator: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: Mapping[str, int | float] = field(default_factory=dict)
    domain: str = ""


@dataclass(frozen=True)
class Tensor:
    """A named tensor at the edge of the graph."""

    name: str
    kind: int
    shape: Shape


def model(
    nodes: Iterable[Node], inputs: Iterable[Tensor], outputs: Iterable[Tensor], weights: Iterable[Tensor]
) -> bytes:
    """A ModelProto whose weights are external: pass their values with `SessionOptions.add_external_initializers`."""
    graph = b"".join(
        [
            *(_block(1, _node(node)) for node in nodes),
            _text(2, "grice"),
            *(_block(5, _weight(weight)) for weight in weights),
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


def _node(node: Node) -> bytes:
    return b"".join(
        [
            *(_text(1, name) for name in node.inputs),
            *(_text(2, name) for name in node.outputs),
            _text(3, node.outputs[0]),
            _text(4, node.operator),
            *(_block(5, _attribute(name, value)) for name, value in node.attributes.items()),
            _text(7, node.domain),
        ]
    )


def _attribute(name: str, value: int | float) -> bytes:
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
    digits = bytearray()
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    digits.append(value)
    return bytes(digits)
