"""How does a trained parser leave torch? As two ONNX graphs, a reader and a single decoding step, checked against it.

`reader.onnx` runs once per batch of captions, `step.onnx` once per output piece with the keys and values so far. Both
take pieces as vectors: the embedding of all pieces lies beside them once, in `pieces.npz`. Weights are stored as 8-bit
integers with a scale per output column (activations quantised as they come) or as float16.
"""

import hashlib
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from grice.errors import InputError
from grice.extras import require
from grice.training.parser.network import Memory, Network
from grice.training.parser.vocabulary import PAD, START, Vocabulary

OPSET = 18
STATES = ("states", "keys", "values", "copy_keys")


class _Reader(nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, embedded: Any, visible: Any) -> Any:
        states, _, keys, values, copy_keys = self.network.encode(embedded, visible[:, None, None, :])
        return states, keys, values, copy_keys


class _Step(nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, embedded: Any, place: Any, past: Any, source_out: Any, visible: Any, states: Any, *memory: Any
    ) -> Any:
        seen = Memory(states, visible[:, None, None, :], *memory)
        return self.network.advance(embedded, place, past, seen, source_out)


def export(network: Network, vocabulary: Vocabulary, folder: Path, form: str = "int8") -> dict[str, Any]:
    """Write reader.onnx, step.onnx, vocabulary.json and tokenizer.json; returns sizes and checksums."""
    if form not in ("float32", "float16", "int8"):
        raise InputError(f"no export form is called {form!r}", "float32, float16 or int8")
    folder.mkdir(parents=True, exist_ok=True)
    network = deepcopy(network).eval().float().cpu()
    table = network.pieces.weight.detach()
    source = torch.tensor([[START, 5, 6, 3], [START, 7, 3, PAD]])
    visible, embedded = source != PAD, table[source]
    states, _, *memory = network.encode(embedded, visible[:, None, None, :])
    past = torch.zeros((2, *memory[0].shape[:3], 2, memory[0].shape[-1]))
    network.pieces = nn.Embedding.from_pretrained(table[: network.shape.outputs].clone())
    axes = {
        "embedded": {0: "batch", 1: "length"},
        "visible": {0: "batch", 1: "length"},
        "states": {0: "batch", 1: "length"},
        "keys": {1: "batch", 3: "length"},
        "values": {1: "batch", 3: "length"},
        "copy_keys": {0: "batch", 1: "length"},
    }
    step_axes = {
        **axes,
        "embedded": {0: "batch"},
        "past": {2: "batch", 4: "time"},
        "source_out": {0: "batch", 1: "length"},
        "chances": {0: "batch", 1: "outputs"},
        "grown": {2: "batch", 4: "longer"},
    }
    _write(_Reader(network), (embedded, visible), folder / "reader.onnx", ["embedded", "visible"], list(STATES), axes)
    _write(
        _Step(network),
        (embedded[:, 0], torch.tensor([2]), past, source, visible, states, *memory),
        folder / "step.onnx",
        ["embedded", "place", "past", "source_out", "visible", *STATES],
        ["chances", "grown"],
        step_axes,
    )
    _write_table(table.numpy(), folder / "pieces.npz", form)
    for name in ("reader.onnx", "step.onnx"):
        _FORMS[form](folder / name)
    about = {"pieces": list(vocabulary.pieces), "outputs": vocabulary.outputs, "form": form}
    about |= {"layers": network.shape.decoder_layers, "heads": network.shape.heads, "width": network.shape.width}
    (folder / "vocabulary.json").write_text(json.dumps(about, ensure_ascii=False), "utf-8")
    vocabulary.tokenizer.save(str(folder / "tokenizer.json"))
    files = sorted(path for path in folder.iterdir() if path.suffix in (".onnx", ".json", ".npz"))
    return {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in files
    }


def _write(module: Any, inputs: tuple[Any, ...], path: Path, names: list[str], outputs: list[str], axes: Any) -> None:
    require("onnx", "train", "exporting a parser")
    with torch.no_grad(), torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        torch.onnx.export(
            module,
            inputs,
            str(path),
            input_names=names,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def _write_table(table: Any, path: Path, form: str) -> None:
    """The embedding: numbers and a scale per piece, so that numbers * scale is the vector."""
    if form == "int8":
        scale = np.abs(table).max(1, keepdims=True) / 127.0 + 1e-12
        np.savez(path, numbers=np.rint(table / scale).astype(np.int8), scale=scale.astype(np.float32))
    else:
        kind = np.float16 if form == "float16" else np.float32
        np.savez(path, numbers=table.astype(kind), scale=np.ones((len(table), 1), np.float32))


def _as_float16(path: Path) -> None:
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


def _as_int8(path: Path) -> None:
    """Matrix products and embeddings with 8-bit weights, one scale per column."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(path),
        str(path),
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gemm"],
        extra_options={"MatMulConstBOnly": True},
    )


_FORMS: dict[str, Callable[[Path], None]] = {
    "float32": lambda _path: None,
    "float16": _as_float16,
    "int8": _as_int8,
}
