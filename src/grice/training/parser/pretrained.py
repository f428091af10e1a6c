"""What does a parser start from? MiniLM's layers and its table of pieces (as the decoders of Rothe et al. 2020).

The encoder is the one that Grice ships, or a folder with `model.safetensors` (BERT's names) and `tokenizer.json`. A
trained parser is `widened` by the pieces that were not in its training data, so that it reads all the encoder knows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from grice.errors import InputError
from grice.extras import require
from grice.networks.pieces import load_tokenizer
from grice.readers.graphs.pieces import SIGNS, GraphPieces
from grice.training.identity import digest
from grice.training.parser.network import NetworkShape, ParserNetwork

TABLE = "embeddings.word_embeddings.weight"
_STAND_IN = {marker: f"[unused{i}]" for i, marker in enumerate(SIGNS, start=1)}


@dataclass(frozen=True)
class Pretrained:
    """Pretrained weights by BERT's names and their tokenizer."""

    tokenizer: Any
    weights: Mapping[str, Any]

    def table(self, pieces: Iterable[str]) -> Any:
        """The embedding of pieces in a vocabulary's order; markers begin as BERT's unused pieces."""
        row = self.tokenizer.get_vocab()
        return self.weights[TABLE][[row[_STAND_IN.get(piece, piece)] for piece in pieces]]

    def first(self, layers: int) -> "Pretrained":
        """The same with the first layers alone (dropping the last ones costs least, Sajjad et al. 2023)."""
        kept = tuple(f"encoder.layer.{i}." for i in range(layers))
        named = self.weights.items()
        return replace(self, weights={n: w for n, w in named if n.startswith(kept) or not n.startswith("encoder.")})

    def digest(self) -> dict[str, str]:
        """A checksum of all weights."""
        return digest(self.weights[name].numpy() for name in sorted(self.weights))


def load_encoder(path: Path | None = None, layers: int | None = None) -> Pretrained:
    """MiniLM as Grice ships it, or from a folder (or its `model.safetensors`); all layers, or the first ones."""
    whole = shipped_encoder() if path is None else _from_folder(path)
    return whole if layers is None else whole.first(layers)


def _from_folder(path: Path) -> Pretrained:
    folder = path.parent if path.suffix == ".safetensors" else path
    file = path if path.suffix == ".safetensors" else path / "model.safetensors"
    for needed in (file, folder / "tokenizer.json"):
        if not needed.is_file():
            raise InputError(f"{folder} holds no {needed.name}", "a folder with MiniLM's weights and tokenizer.json")
    tensors = require("safetensors.torch", "train", "training the parser").load_file(str(file))
    return Pretrained(load_tokenizer(folder), {name: tensor.float() for name, tensor in tensors.items()})


def shipped_encoder() -> Pretrained:
    """MiniLM as every parser of Grice starts from it."""
    from grice.encoders import minilm

    return Pretrained(minilm.tokenizer(), {name: torch.from_numpy(a) for name, a in minilm.tensors().items()})


def new_network(vocabulary: GraphPieces, encoder: Pretrained, decoder_layers: int, dropout: float) -> ParserNetwork:
    """A network whose encoder and decoder start from the encoder's layers."""
    places, width = encoder.weights["embeddings.position_embeddings.weight"].shape
    layers = 1 + max(int(name.split(".")[2]) for name in encoder.weights if name.startswith("encoder.layer."))
    shape = NetworkShape(
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
    network = ParserNetwork(shape)
    _start_from(network, {**encoder.weights, TABLE: encoder.table(vocabulary.pieces)})
    return network


@torch.no_grad()
def widened(network: ParserNetwork, vocabulary: GraphPieces, encoder: Pretrained) -> tuple[ParserNetwork, GraphPieces]:
    """The parser with every piece of the pretrained table; pieces that training did not touch keep their vectors."""
    known = set(vocabulary.pieces) | set(_STAND_IN.values())
    others: Sequence[str] = [piece for piece in sorted(encoder.tokenizer.get_vocab()) if piece not in known]
    pieces = [*vocabulary.pieces, *others]
    rest = encoder.table(others)
    if rest.shape[1] != network.shape.width:
        given = f"an encoder {rest.shape[1]} wide for a parser {network.shape.width} wide"
        raise InputError(given, "the encoder that the parser was trained from", "--encoder FOLDER")
    whole = ParserNetwork(NetworkShape(**{**asdict(network.shape), "pieces": len(pieces)}))
    state = dict(network.state_dict())
    state["pieces.weight"] = torch.cat([state["pieces.weight"].cpu(), rest])
    whole.load_state_dict(state)
    return whole.eval(), replace(vocabulary, pieces=pieces)


@torch.no_grad()
def _start_from(network: ParserNetwork, weights: Mapping[str, Any]) -> None:
    """Load MiniLM's weights (BERT's names) into the encoder, and its layers, evenly spaced, into the decoder."""
    network.pieces.weight.copy_(weights["embeddings.word_embeddings.weight"])
    places = weights["embeddings.position_embeddings.weight"][: network.shape.positions]
    network.places.weight.copy_(places + weights["embeddings.token_type_embeddings.weight"][0])
    network.target_places.weight.copy_(network.places.weight)
    for norm in (network.norm, network.target_norm):
        _norm(norm, weights, "embeddings.LayerNorm")
    for i, block in enumerate(network.encoder):
        _block(block, weights, i)
    last, count = len(network.encoder) - 1, len(network.decoder)
    for i, block in enumerate(network.decoder):
        taken = round(i * last / max(1, count - 1))
        _block(block, weights, taken)
        block.cross.load_state_dict(block.attention.state_dict())


def _block(block: Any, weights: Mapping[str, Any], i: int) -> None:
    stem = f"encoder.layer.{i}."
    attention = {name: f"{stem}attention.self.{name}." for name in ("query", "key", "value")}
    for part in ("weight", "bias"):
        getattr(block.attention.ask, part).copy_(weights[attention["query"] + part])
        answer = torch.cat([weights[attention["key"] + part], weights[attention["value"] + part]])
        getattr(block.attention.answer, part).copy_(answer)
        getattr(block.attention.out, part).copy_(weights[f"{stem}attention.output.dense.{part}"])
        getattr(block.grow, part).copy_(weights[f"{stem}intermediate.dense.{part}"])
        getattr(block.shrink, part).copy_(weights[f"{stem}output.dense.{part}"])
    _norm(block.norm, weights, f"{stem}attention.output.LayerNorm")
    _norm(block.last_norm, weights, f"{stem}output.LayerNorm")


def _norm(norm: Any, weights: Mapping[str, Any], name: str) -> None:
    norm.weight.copy_(weights[f"{name}.weight"])
    norm.bias.copy_(weights[f"{name}.bias"])
