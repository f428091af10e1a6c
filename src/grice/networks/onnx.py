"""How is an ONNX model written without the `onnx` package? A graph of named nodes as protocol-buffer bytes.

Only what a feed-forward network needs of the format (onnx.proto3, github.com/onnx/onnx): nodes with attributes that are
numbers or lists of integers, tensor inputs and outputs, and weights that are named here and handed to onnxruntime
beside the graph.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
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
class Node:
    """One operator: what it reads (an empty name skips an optional input), what it writes, its attributes."""

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


def session(
    nodes: Sequence[Node],
    inputs: Iterable[Tensor],
    outputs: Iterable[Tensor],
    weights: Mapping[str, NDArray[Any]],
    threads: int,
) -> Any:
    """An onnxruntime session of a graph, with the weights as they lie in memory; `threads` 0 leaves that to it."""
    import onnxruntime

    named = [Tensor(name, _KINDS[array.dtype.name], array.shape) for name, array in weights.items()]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # Threads that wait in a loop take the processor from other work: on a busy machine two were slower than one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Graphs here are fused by hand; what the optimiser would still do makes them a tenth slower.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(np.asarray(array)) for array in weights.values()]
    options.add_external_initializers(list(weights), values)
    written = model(nodes, inputs, outputs, named)
    return onnxruntime.InferenceSession(written, options, providers=["CPUExecutionProvider"]), values


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
