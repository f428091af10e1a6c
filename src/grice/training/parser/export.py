"""How does a trained parser leave torch? As two ONNX graphs, a reader and a single decoding step, checked against it.

`reader.onnx` runs once per batch of captions, `step.onnx` once per output piece with the keys and values so far. Both
take pieces as vectors: the embedding of all pieces lies beside them once, in `pieces.npz`. Weights are stored as small
integers (`quantise`) or as float16. A manifest has the sha256 of every file, a card says what the parser is.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from grice.errors import InputError
from grice.extras import require
from grice.networks.manifest import sha256
from grice.readers.graphs.network.model import FILES, MANIFEST
from grice.readers.graphs.pieces import END, PAD, SPECIAL, START, Vocabulary
from grice.training.parser.card import card
from grice.training.parser.network import Memory, Network
from grice.training.parser.quantise import as_float16, as_int8, channels
from grice.training.parser.weights import Encoder, load, widened

OPSET = 18
FORMS = ("int8", "float16", "float32")
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


def require_form(form: str) -> None:
    """Refuse a form of weights that there is not."""
    if form not in FORMS:
        raise InputError(f"no export form is called {form!r}", f"one of {', '.join(FORMS)}")


def export(
    network: Network,
    vocabulary: Vocabulary,
    folder: Path,
    form: str = "int8",
    about: Mapping[str, Any] | None = None,
    beams: int = 1,
) -> dict[str, Any]:
    """Write an exported parser; returns sizes and checksums. `about` is the training's record (parser.json)."""
    require_form(form)
    trained = dict(about or {})
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
    if form == "int8":
        feeds = _trial(folder, table.numpy(), vocabulary.outputs)
        sizes = {name: channels(folder / name, runs) for name, runs in feeds.items()}
        for name, largest in sizes.items():
            as_int8(folder / name, largest)
    elif form == "float16":
        for name in ("reader.onnx", "step.onnx"):
            as_float16(folder / name)
    shape = network.shape
    facts = {"name": trained.get("name", "untrained"), "identifiers": trained.get("identifiers", True), "form": form}
    facts |= {"beams": beams, "layers": shape.decoder_layers, "heads": shape.heads, "width": shape.width}
    facts |= {"positions": shape.positions, "outputs": vocabulary.outputs, "pieces": list(vocabulary.pieces)}
    facts["words"] = list(vocabulary.words)
    (folder / "vocabulary.json").write_text(json.dumps(facts, ensure_ascii=False), "utf-8")
    vocabulary.tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "CARD.md").write_text(card(trained, facts), "utf-8")
    files = {name: folder / name for name in (*FILES, "CARD.md")}
    checksums = {name: sha256(path) for name, path in files.items()}
    (folder / MANIFEST).write_text(json.dumps({"sha256": checksums}, indent=1) + "\n", "utf-8")
    return {name: {"bytes": path.stat().st_size, "sha256": checksums[name]} for name, path in sorted(files.items())}


def export_folder(folder: Path, out: Path, encoder: Encoder, form: str = "int8", beams: int = 1) -> dict[str, Any]:
    """Export a trained folder, able to read every piece that the pretrained table knows."""
    network, vocabulary, about = load(folder)
    network, vocabulary = widened(network, vocabulary, encoder)
    return export(network, vocabulary, out, form, about, beams)


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


def _trial(folder: Path, table: Any, outputs: int) -> dict[str, list[dict[str, Any]]]:
    """Inputs of both graphs for captions of random pieces, the step fed with what the network itself writes."""
    import onnxruntime

    reader, step = (
        onnxruntime.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"])
        for name in ("reader.onnx", "step.onnx")
    )
    rng = np.random.default_rng(0)
    feeds: dict[str, list[dict[str, Any]]] = {"reader.onnx": [], "step.onnx": []}
    layers, _, heads, _, size = reader.get_outputs()[1].shape
    for length in (4, 8, 16, 24) * 3:
        source = np.concatenate([[START], rng.integers(len(SPECIAL), outputs, length - 2), [END]])[None]
        read = {"embedded": table[source], "visible": source != PAD}
        memory = dict(zip(STATES, reader.run(None, read), strict=True))
        past = np.zeros((2, layers, 1, heads, 0, size), np.float32)
        last = np.array([START])
        feeds["reader.onnx"].append(read)
        for place in range(6):
            given = {"embedded": table[last], "place": np.array([place]), "past": past, "source_out": source, **memory}
            feeds["step.onnx"].append(given | {"visible": read["visible"]})
            chances, past = step.run(None, feeds["step.onnx"][-1])
            last = chances[:, :outputs].argmax(1)
    return feeds
