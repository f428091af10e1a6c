"""How do the weights of an ONNX graph become small and fast, with answers that do not depend on the batch?

Each matrix product with constant weights becomes an integer product: weights with one scale per output column,
activations with one scale per row, found as they come. A scale per row, not per tensor as the usual dynamic
quantisation has it, keeps the captions of a batch apart. Weights use 7 of 8 bits: then no processor, also one without
integer dot products, overflows the 16 bits in which it adds two of them, and all give the same numbers.
"""

from pathlib import Path
from typing import Any

import numpy as np

from grice.extras import require

LEVELS = 64
NARROW = 16
"""Products with fewer output columns stay as they are: they cost nothing, and the copy gate is one."""


def as_float16(path: Path) -> None:
    """Store weights in half precision, cast back at the start of a session; the arithmetic stays in single."""
    onnx = require("onnx", "train", "exporting a parser")
    model = onnx.load(str(path))
    casts = []
    for tensor in list(model.graph.initializer):
        if tensor.data_type != onnx.TensorProto.FLOAT or len(tensor.raw_data) < 4096:
            continue
        half = onnx.numpy_helper.from_array(
            onnx.numpy_helper.to_array(tensor).astype(np.float16), tensor.name + ".half"
        )
        casts.append(onnx.helper.make_node("Cast", [half.name], [tensor.name], to=onnx.TensorProto.FLOAT))
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(half)
    for node in reversed(casts):
        model.graph.node.insert(0, node)
    onnx.save(model, str(path))


def as_int8(path: Path) -> None:
    """Integer products in place of those with constant weights; what is left of large tensors in half precision."""
    onnx = require("onnx", "train", "exporting a parser")
    model = onnx.load(str(path))
    graph = model.graph
    weights = _constants(graph, onnx)
    made = {
        "one.step": np.float32(1 / 127),
        "least.scale": np.float32(1e-12),
        "middle": np.float32(128.5),  # rounds to the nearest when the fraction is cut off
        "zero": np.array(128, np.uint8),
        "last.axis": np.array([-1], np.int64),
    }
    nodes: list[Any] = []
    quantised: set[str] = set()
    for node in graph.node:
        matrix = weights.get(node.input[1]) if node.op_type == "MatMul" else None
        if matrix is None or matrix.ndim != 2 or matrix.shape[1] < NARROW:
            nodes.append(node)
            continue
        given, out = node.input[0], node.output[0]
        if given not in quantised:
            quantised.add(given)
            nodes += _rows_to_bytes(given, onnx)
        scale = np.abs(matrix).max(0) / LEVELS + 1e-12
        made[f"{out}.weight"] = np.rint(matrix / scale).astype(np.int8)
        made[f"{out}.columns"] = scale.astype(np.float32)
        nodes += [
            onnx.helper.make_node("MatMulInteger", [f"{given}.bytes", f"{out}.weight", "zero"], [f"{out}.sum"]),
            onnx.helper.make_node("Cast", [f"{out}.sum"], [f"{out}.float"], to=onnx.TensorProto.FLOAT),
            onnx.helper.make_node("Mul", [f"{out}.float", f"{given}.scale"], [f"{out}.by.row"]),
            onnx.helper.make_node("Mul", [f"{out}.by.row", f"{out}.columns"], [out]),
        ]
    _replace(graph, nodes, made, onnx)
    onnx.save(model, str(path))
    as_float16(path)


def _rows_to_bytes(given: str, onnx: Any) -> list[Any]:
    node = onnx.helper.make_node
    return [
        node("Abs", [given], [f"{given}.size"]),
        node("ReduceMax", [f"{given}.size", "last.axis"], [f"{given}.most"], keepdims=1),
        node("Mul", [f"{given}.most", "one.step"], [f"{given}.unit"]),
        node("Add", [f"{given}.unit", "least.scale"], [f"{given}.scale"]),
        node("Div", [given, f"{given}.scale"], [f"{given}.steps"]),
        node("Add", [f"{given}.steps", "middle"], [f"{given}.shifted"]),
        node("Cast", [f"{given}.shifted"], [f"{given}.bytes"], to=onnx.TensorProto.UINT8),
    ]


def _constants(graph: Any, onnx: Any) -> dict[str, Any]:
    """Every constant tensor by name; equal ones that the exporter stores once included."""
    found = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in found:
            found[node.output[0]] = found[node.input[0]]
    return found


def _replace(graph: Any, nodes: list[Any], made: dict[str, Any], onnx: Any) -> None:
    """Put in new nodes and constants, and leave out the constants and copies that nothing uses any more."""
    outputs = {output.name for output in graph.output}
    used = {name for node in nodes for name in node.input} | outputs
    nodes = [node for node in nodes if node.op_type != "Identity" or node.output[0] in used]
    used = {name for node in nodes for name in node.input} | outputs
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    kept += [onnx.numpy_helper.from_array(np.asarray(value), name) for name, value in made.items()]
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.initializer[:]
    graph.initializer.extend(kept)
