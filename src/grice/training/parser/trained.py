"""What is in the folder of a trained parser? Weights as float16 shards, tokenizer.json, and its record, parser.json.

Shards are small enough to be copied one by one where files are limited in size.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from grice.extras import require
from grice.networks.pieces import load_tokenizer
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.network import NetworkShape, ParserNetwork
from grice.training.records import read_record, write_record

SHARD = 16_500_000
RECORD = "parser.json"
WRITTEN_BY = "grice train parser"


def save_parser(network: ParserNetwork, vocabulary: GraphPieces, folder: Path, facts: Mapping[str, Any]) -> None:
    """Write a trained parser and its record, which contains these facts."""
    safetensors = require("safetensors.torch", "train", "saving a parser")
    folder.mkdir(parents=True, exist_ok=True)
    shards: list[dict[str, Any]] = [{}]
    room = SHARD
    for name, tensor in network.state_dict().items():
        half = tensor.detach().half().cpu().contiguous()
        size = half.numel() * 2
        if size > room and shards[-1]:
            shards.append({})
            room = SHARD
        shards[-1][name] = half
        room -= size
    for i, shard in enumerate(shards):
        safetensors.save_file(shard, str(folder / f"weights-{i}.safetensors"))
    vocabulary.tokenizer.save(str(folder / "tokenizer.json"))
    about = {
        "shape": asdict(network.shape),
        "pieces": list(vocabulary.pieces),
        "outputs": vocabulary.outputs,
        "words": vocabulary.words,
        "shards": len(shards),
    }
    write_record(folder / RECORD, about | dict(facts))


def load_parser(folder: Path) -> tuple[ParserNetwork, GraphPieces, dict[str, Any]]:
    """A trained parser and its record."""
    about = read_record(folder / RECORD, WRITTEN_BY)
    safetensors = require("safetensors.torch", "train", "loading a parser")
    network = ParserNetwork(NetworkShape(**about["shape"]))
    state: dict[str, Any] = {}
    for i in range(about["shards"]):
        state |= safetensors.load_file(str(folder / f"weights-{i}.safetensors"))
    network.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    vocabulary = GraphPieces(about["pieces"], about["outputs"], load_tokenizer(folder), about["words"])
    return network.eval(), vocabulary, about
