"""How do the weights of an ONNX graph become small and fast, with answers that do not depend on the batch?

Each matrix product with constant weights becomes an integer product: weights with one scale per output column,
activations with one scale per row, computed at run time. A scale per row, not per tensor as in the usual dynamic
quantisation, keeps the captions of a batch independent. Weights use 7 of 8 bits, so that no processor, even one without
integer dot products, overflows the 16 bits in which it adds two products, and all give the same numbers. Channels with
large activations are scaled down and their weights up (SmoothQuant, Xiao et al. 2023, with alpha = 0.5).
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grice.extras import require
from grice.networks.onnx import CONTRIB

LEVELS = 64
NARROW = 16
"""Products with fewer output columns stay as they are: they cost nothing, and the copy gate is one of them."""


def as_float16(path: Path) -> None:
    """Store weights in half precision, cast back at the start of a session; the arithmetic stays in single."""
    onnx = require("onnx", "train", "exporting a network")
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


def channels(path: Path, feeds: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """How large each channel of the input of every product becomes over some runs of a graph."""
    import onnxruntime

    onnx = require("onnx", "train", "exporting a network")
    model = onnx.load(str(path))
    _as_products(model.graph, onnx)
    weights = _constants(model.graph, onnx)
    asked = sorted({node.input[0] for node in model.graph.node if _matrix(node, weights) is not None})
    for name in asked:
        model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    largest: dict[str, Any] = {}
    for feed in feeds if asked else ():
        for name, array in zip(asked, session.run(asked, dict(feed)), strict=True):
            size = np.abs(array).reshape(-1, array.shape[-1]).max(0)
            largest[name] = np.maximum(largest.get(name, 0.0), size)
    return largest


def as_int8(path: Path, largest: Mapping[str, Any] | None = None) -> None:
    """Integer products in place of those with constant weights; what is left of large tensors in half precision.

    `largest` is what `channels` found; without it, no channel is rescaled.
    """
    onnx = require("onnx", "train", "exporting a network")
    model = onnx.load(str(path))
    graph = model.graph
    _as_products(graph, onnx)
    weights = _constants(graph, onnx)
    made = {
        "one": np.float32(1),
        "levels": np.float32(127),
        "least": np.float32(1e-12),
        "zero": np.array(128, np.uint8),
        "last.axis": np.array([-1], np.int64),
    }
    balance = _balance(graph, weights, largest or {})
    nodes: list[Any] = []
    quantised: set[str] = set()
    for node in graph.node:
        matrix = _matrix(node, weights)
        if matrix is None:
            nodes.append(node)
            continue
        given, out = node.input[0], node.output[0]
        if given not in quantised:
            quantised.add(given)
            made[f"{given}.balance"] = (1.0 / balance[given]).astype(np.float32)
            nodes += _rows_to_bytes(given, onnx)
        matrix = matrix * balance[given][:, None]
        scale = np.abs(matrix).max(0) / LEVELS + 1e-12
        made[f"{out}.weight"] = np.rint(matrix / scale).astype(np.int8)
        # The scale of a row is its largest value; the levels it is divided into are part of the column's.
        made[f"{out}.columns"] = (scale / made["levels"]).astype(np.float32)
        integers = [f"{given}.bytes", f"{out}.weight", "one", f"{out}.columns", "zero"]
        nodes += [
            onnx.helper.make_node("MatMulIntegerToFloat", integers, [f"{out}.sum"], domain=CONTRIB),
            onnx.helper.make_node("Mul", [f"{out}.sum", f"{given}.scale"], [out]),
        ]
    _replace(graph, nodes, made, onnx)
    if CONTRIB not in {opset.domain for opset in model.opset_import}:
        model.opset_import.append(onnx.helper.make_opsetid(CONTRIB, 1))
    onnx.save(model, str(path))
    as_float16(path)


def _as_products(graph: Any, onnx: Any) -> None:
    """Linear layers of matrices, which torch exports as one operator, as a product and a sum."""
    weights = _constants(graph, onnx)
    nodes: list[Any] = []
    for node in graph.node:
        settings = {setting.name: onnx.helper.get_attribute_value(setting) for setting in node.attribute}
        factors = {settings.get("alpha", 1.0), settings.get("beta", 1.0), 1.0}
        if node.op_type != "Gemm" or node.input[1] not in weights or settings.get("transA") or len(factors) > 1:
            nodes.append(node)
            continue
        matrix, out = weights[node.input[1]], node.output[0]
        name, bias = f"{out}.matrix", list(node.input[2:])
        graph.initializer.append(
            onnx.numpy_helper.from_array(np.ascontiguousarray(matrix.T) if settings.get("transB") else matrix, name)
        )
        product = f"{out}.product" if bias else out
        nodes.append(onnx.helper.make_node("MatMul", [node.input[0], name], [product]))
        nodes += [onnx.helper.make_node("Add", [product, *bias], [out])] if bias else []
    del graph.node[:]
    graph.node.extend(nodes)


def _rows_to_bytes(given: str, onnx: Any) -> list[Any]:
    node = onnx.helper.make_node
    return [
        node("Mul", [given, f"{given}.balance"], [f"{given}.even"]),
        node("Abs", [f"{given}.even"], [f"{given}.size"]),
        node("ReduceMax", [f"{given}.size", "last.axis"], [f"{given}.most"], keepdims=1),
        node("Add", [f"{given}.most", "least"], [f"{given}.scale"]),
        node("Div", ["levels", f"{given}.scale"], [f"{given}.steps"]),
        node("Mul", [f"{given}.even", f"{given}.steps"], [f"{given}.level"]),
        node("QuantizeLinear", [f"{given}.level", "one", "zero"], [f"{given}.bytes"]),
    ]


def _matrix(node: Any, weights: Mapping[str, Any]) -> Any:
    """The constant weights of a product that is worth an integer product, or None."""
    found = weights.get(node.input[1]) if node.op_type == "MatMul" else None
    return found if found is not None and found.ndim == 2 and found.shape[1] >= NARROW else None


def _balance(graph: Any, weights: Mapping[str, Any], largest: Mapping[str, Any]) -> dict[str, Any]:
    """The factor by which each channel of an input is scaled down and its weights up: 1 on (geometric) average."""
    sizes: dict[str, Any] = {}
    for node in graph.node:
        matrix = _matrix(node, weights)
        if matrix is not None:
            sizes[node.input[0]] = np.maximum(sizes.get(node.input[0], 0.0), np.abs(matrix).max(1))
    balance = {}
    for name, size in sizes.items():
        factor = np.sqrt((largest.get(name, size) + 1e-5) / (size + 1e-5))
        balance[name] = (factor / np.exp(np.log(factor).mean())).astype(np.float32)
    return balance


def _constants(graph: Any, onnx: Any) -> dict[str, Any]:
    """Every constant tensor by name; equal ones that the exporter stores once included."""
    found = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in found:
            found[node.output[0]] = found[node.input[0]]
    return found


def _replace(graph: Any, nodes: list[Any], made: dict[str, Any], onnx: Any) -> None:
    """Insert new nodes and constants, and remove the constants and copies that nothing uses."""
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
