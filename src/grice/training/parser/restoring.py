"""How does an exported parser return to torch? Its matrices from their integers, so that training can go on.

An export keeps a matrix as integers with a scale for each output column, and lends a part of it to the channels that it
reads (`training.quantise`). All of that is undone here; what rounding took is gone. Names of the layers are those of
their biases, which an export keeps.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from grice.errors import InputError
from grice.extras import require
from grice.networks import manifest
from grice.networks.pieces import load_tokenizer
from grice.readers.graphs.network.model import FILES
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.network import NetworkShape, ParserNetwork

READER, STEP, TABLE, FACTS = FILES[:4]
OWN = "network."
LEVELS = 127
RAREST = 0.1


def restored(folder: Path, dropout: float = 0.2) -> tuple[ParserNetwork, GraphPieces, dict[str, Any]]:
    """The network of an exported folder, its pieces, and what the folder says of itself (`vocabulary.json`)."""
    manifest.check(folder, FILES, "an exported parser")
    about: dict[str, Any] = json.loads((folder / FACTS).read_text("utf-8"))
    with np.load(folder / TABLE) as stored:
        table = stored["numbers"].astype(np.float32) * stored["scale"]
    state = _state(folder / READER, "reads") | _state(folder / STEP, "writes")
    gate = np.concatenate([state.pop("writes"), state.pop("reads")])
    state |= {"gate.weight": gate.T, "pieces.weight": table}
    shape = NetworkShape(
        pieces=len(table),
        outputs=about["outputs"],
        width=about["width"],
        heads=about["heads"],
        inner=len(state["encoder.0.grow.bias"]),
        encoder_layers=sum(name.startswith("encoder.") and name.endswith("shrink.bias") for name in state),
        decoder_layers=about["layers"],
        positions=about["positions"],
        dropout=dropout,
    )
    network = ParserNetwork(shape)
    lacking = sorted(set(network.state_dict()) ^ set(state))
    if lacking:
        raise InputError(f"{folder} cannot be trained on: {', '.join(lacking[:3])}", "a parser that Grice exported")
    network.load_state_dict({name: torch.tensor(array) for name, array in state.items()})
    pieces = GraphPieces(about["pieces"], about["outputs"], load_tokenizer(folder), about["words"])
    return network.eval(), pieces, about


@torch.no_grad()
def rebased(network: ParserNetwork, pieces: GraphPieces, vocabulary: GraphPieces) -> ParserNetwork:
    """The network with the pieces of another vocabulary, which its table must hold. Pieces that it could not write so
    far begin as unlikely as the rarest of those that it could."""
    lacking = [piece for piece in vocabulary.pieces if piece not in pieces.row]
    if lacking:
        raise InputError(f"pieces that the parser does not know: {', '.join(lacking[:5])}", "its own tokenizer")
    rows = [pieces.row[piece] for piece in vocabulary.pieces]
    shape = replace(network.shape, pieces=len(rows), outputs=vocabulary.outputs)
    state = dict(network.state_dict())
    old = state["bias"]
    bias = torch.full((vocabulary.outputs,), float(old.quantile(RAREST)))
    for i, row in enumerate(rows[: vocabulary.outputs]):
        if row < len(old):
            bias[i] = old[row]
    made = ParserNetwork(shape)
    made.load_state_dict(state | {"bias": bias, "pieces.weight": state["pieces.weight"][rows]})
    return made


def _state(file: Path, gate: str) -> dict[str, Any]:
    """The weights of one graph by torch's names; the part of the copy gate that it holds is called `gate`."""
    onnx = require("onnx", "train", "restoring a parser")
    graph = onnx.load(str(file)).graph
    constants = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in constants:
            constants[node.output[0]] = constants[node.input[0]].astype(np.float32)
    state = {
        name.removeprefix(OWN): array
        for name, array in constants.items()
        if name.startswith(OWN) and not name.endswith(".half")
    }
    for product, matrix in _products(graph, constants).items():
        for node in graph.node:
            named = [name for name in node.input if name.startswith(OWN)]
            if node.op_type == "Add" and product in node.input and named and named[0] != f"{OWN}bias":
                state[named[0].removeprefix(OWN).removesuffix("bias") + "weight"] = matrix.T
        if matrix.shape[1] == 1:
            state[gate] = matrix
    # The writing part has the vectors of the pieces themselves.
    return {name: array for name, array in state.items() if name != "pieces.weight"}


def _products(graph: Any, constants: Mapping[str, Any]) -> dict[str, Any]:
    """The matrix of each product of a graph, by the name of its output."""
    found: dict[str, Any] = {}
    for node in graph.node:
        if node.op_type == "MatMulIntegerToFloat":
            out, given = node.output[0].removesuffix(".sum"), node.input[0].removesuffix(".bytes")
            scale = constants[f"{out}.columns"] * LEVELS
            found[out] = constants[f"{out}.weight"] * scale * constants[f"{given}.balance"][:, None]
        elif node.op_type == "MatMul" and node.input[1] in constants:
            found[node.output[0]] = constants[node.input[1]]
    return found
