"""How does a trained parser leave torch? As two ONNX graphs, a reader and a single decoding step, and its vocabulary.

`reader.onnx` runs once per batch of captions, `step.onnx` once per output piece. Keys and values of the pieces so far
lie layer by layer in tensors with room for more, which a step fills in place. Both take pieces as vectors: those of
all pieces are stored once, in `pieces.npz`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from grice.networks.pieces import END, PAD, SPECIAL, START
from grice.networks.session import session
from grice.readers.graphs.network.model import FILES
from grice.readers.graphs.pieces import GraphPieces
from grice.training.export import (
    Feed,
    OnnxGraph,
    apart,
    pin,
    require_form,
    require_near,
    shrink,
    write_graph,
    write_table,
)
from grice.training.parser.card import card
from grice.training.parser.fused import fuse
from grice.training.parser.network import Encoded, Pairs, ParserNetwork
from grice.training.parser.pretrained import Pretrained, widened
from grice.training.parser.trained import load_parser

READER, STEP = FILES[:2]
STEPS = 6
"""Steps of a trial, for which the keys and values have room."""


class _CaptionReader(nn.Module):
    def __init__(self, network: ParserNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, embedded: Any, visible: Any) -> Any:
        gates, _, copy_keys, pairs = self.network.encode_embedded(embedded, visible[:, None, None, :])
        return gates, copy_keys, *_flat(pairs)


class _DecodingStep(nn.Module):
    def __init__(self, network: ParserNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, embedded: Any, place: Any, source_out: Any, visible: Any, gates: Any, copy_keys: Any, *layers: Any
    ) -> Any:
        pairs = list(zip(layers[::2], layers[1::2], strict=True))
        count = len(pairs) // 2
        seen = Encoded(gates, visible[:, None, None, :], copy_keys, pairs[:count])
        chances, looks, grown = self.network.step_embedded(embedded, place, pairs[count:], seen, source_out)
        return chances, looks, *_flat(grown)


def export_folder(folder: Path, out: Path, encoder: Pretrained, form: str = "int8", beams: int = 1) -> dict[str, Any]:
    """Export a trained folder, able to read every piece that the pretrained table knows."""
    network, vocabulary, record = load_parser(folder)
    network, vocabulary = widened(network, vocabulary, encoder)
    return export_parser(network, vocabulary, out, form, record, beams)


def export_parser(
    network: ParserNetwork,
    vocabulary: GraphPieces,
    folder: Path,
    form: str = "int8",
    record: Mapping[str, Any] | None = None,
    beams: int = 1,
    calibration: Sequence[float] | None = None,
) -> dict[str, Any]:
    """Write an exported parser, checked against torch; returns sizes and checksums. `record` is parser.json, and
    `calibration` that of the parser that training went on from."""
    require_form(form)
    record = record or {}
    folder.mkdir(parents=True, exist_ok=True)
    network = fuse(deepcopy(network).eval().float().cpu())
    table = network.pieces.weight.detach()
    # A step writes with the first rows of the table only.
    network.pieces = nn.Embedding.from_pretrained(table[: network.shape.outputs].clone())
    graphs = _graphs(network, table)
    for graph in graphs:
        write_graph(graph, folder)
    feeds = _trial(graphs, folder, table.numpy(), vocabulary.outputs)
    for graph in graphs:
        shrink(folder / graph.file, form, feeds[graph.file])
    distance = apart(graphs[1], folder, feeds[STEP], "chances")
    require_near(distance, form, "the parser")
    write_table(table.numpy(), folder / "pieces.npz", form)
    shape = network.shape
    facts = {"name": record.get("name", "untrained"), "identifiers": record.get("identifiers", True), "form": form}
    facts |= {"beams": beams, "layers": shape.decoder_layers, "heads": shape.heads, "width": shape.width}
    facts |= {"positions": shape.positions, "outputs": vocabulary.outputs, "pieces": list(vocabulary.pieces)}
    facts["words"] = list(vocabulary.words)
    if calibration is not None:
        facts["calibration"] = list(calibration)
    (folder / "vocabulary.json").write_text(json.dumps(facts, ensure_ascii=False), "utf-8")
    vocabulary.tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "CARD.md").write_text(card(record, facts), "utf-8")
    about = {"network": "scene graph parser", "form": form, "apart from torch": round(distance, 6)}
    return pin(folder, (*FILES, "CARD.md"), about)


def _graphs(network: ParserNetwork, table: Any) -> tuple[OnnxGraph, OnnxGraph]:
    """Both graphs, with two captions to trace them by."""
    layers = network.shape.decoder_layers
    source = torch.tensor([[START, 5, 6, 3], [START, 7, 3, PAD]])
    read = {"embedded": table[source], "visible": source != PAD}
    seen, past, grown = (_names(stem, layers) for stem in ("", "past_", "grown_"))
    memory = ("gates", "copy_keys", *seen)
    reader = _CaptionReader(network)
    with torch.no_grad():
        found = dict(zip(memory, reader(*read.values()), strict=True))
    width = network.shape.width // network.shape.heads
    before = {name: torch.zeros((len(source), network.shape.heads, STEPS, width)) for name in past}
    step = {"embedded": read["embedded"][:, 0], "place": torch.tensor([2]), "source_out": source}
    free = {name: {0: "batch", 1: "length"} for name in ("embedded", "visible", "gates", "copy_keys", "source_out")}
    free |= {name: {0: "batch", 2: "length"} for name in seen}
    now = {name: {0: "batch", 2: "room"} for name in (*past, *grown)}
    now |= {
        "embedded": {0: "batch"},
        "chances": {0: "batch", 1: "outputs"},
        "looks": {0: "batch", 1: "length"},
    }
    return (
        OnnxGraph(READER, reader, read, memory, {name: free[name] for name in (*read, *memory)}),
        OnnxGraph(
            STEP,
            _DecodingStep(network),
            step | {"visible": read["visible"]} | found | before,
            ("chances", "looks", *grown),
            free | now,
        ),
    )


def _trial(graphs: Sequence[OnnxGraph], folder: Path, table: Any, outputs: int) -> dict[str, list[Feed]]:
    """Inputs of both graphs for captions of random pieces, the step fed with what the network itself writes."""
    reader, step = (session(folder / graph.file) for graph in graphs)
    memory, past = graphs[0].outputs, [name for name in graphs[1].inputs if name.startswith("past_")]
    empty = graphs[1].inputs[past[0]][:1].numpy()
    rng = np.random.default_rng(0)
    feeds: dict[str, list[Feed]] = {READER: [], STEP: []}
    for length in (4, 8, 16, 24) * 3:
        source = np.concatenate([[START], rng.integers(len(SPECIAL), outputs, length - 2), [END]])[None]
        read = {"embedded": table[source], "visible": source != PAD}
        seen = dict(zip(memory, reader.run(None, read), strict=True)) | {
            "source_out": source,
            "visible": read["visible"],
        }
        feeds[READER].append(read)
        last, before = np.array([START]), dict.fromkeys(past, empty)
        for place in range(STEPS):
            feeds[STEP].append({"embedded": table[last], "place": np.array([place])} | seen | before)
            chances, _, *grown = step.run(None, feeds[STEP][-1])
            last, before = chances[:, :outputs].argmax(1), dict(zip(past, grown, strict=True))
    return feeds


def _names(stem: str, layers: int) -> list[str]:
    return [f"{stem}{kind}_{i}" for i in range(layers) for kind in ("keys", "values")]


def _flat(pairs: Pairs) -> Iterator[Any]:
    return (tensor for pair in pairs for tensor in pair)
