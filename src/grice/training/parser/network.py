"""What maps a caption to its facts? A pretrained encoder, a small decoder, and a gate between writing and copying.

The encoder is MiniLM (6 layers, 384 wide; Wang et al. 2020), the decoder has the same blocks with cross-attention and
starts from the encoder's own layers (Rothe et al. 2020). The output is a pointer-generator (See et al. 2017):
p(w) = g softmax(E h)_w + (1 - g) sum of copy attention over source positions that hold w, with E the tied embedding.
The first V rows of the embedding are the outputs (pieces seen in training targets); V + i is "the other piece at source
position i".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

from grice.networks.pieces import PAD


@dataclass(frozen=True)
class NetworkShape:
    """The sizes of a parser network."""

    pieces: int
    outputs: int
    width: int = 384
    heads: int = 12
    inner: int = 1536
    encoder_layers: int = 6
    decoder_layers: int = 4
    positions: int = 256
    dropout: float = 0.2


Pairs = Sequence[tuple[Any, Any]]
"""Keys and values of each decoder layer, (captions, heads, positions, width of a head)."""


class Encoded(NamedTuple):
    """What the decoder sees of captions: what each place adds to the gate when copied, where there is text, keys to
    copy by, keys and values per layer."""

    gates: Any
    visible: Any
    copy_keys: Any
    pairs: Pairs


class Dropout(nn.Module):
    """Dropout; on a processor a channel is dropped at all places of a caption (Gal & Ghahramani 2016), because random
    numbers for every place would take a quarter of a step."""

    def __init__(self, chance: float) -> None:
        super().__init__()
        self.chance = chance

    def forward(self, x: Any) -> Any:
        if not self.training or self.chance <= 0:
            return x
        if x.is_cuda:
            return F.dropout(x, self.chance)
        kept = torch.rand(x.shape[0], 1, x.shape[-1]) >= self.chance
        return x * (kept.to(x.dtype) / (1.0 - self.chance))


class Attention(nn.Module):
    """Multi-head attention with one projection for the asking side and one for the answering side."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.ask = nn.Linear(width, width)
        self.answer = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def split(self, x: Any) -> Any:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def keys_values(self, x: Any) -> tuple[Any, Any]:
        keys, values = self.answer(x).chunk(2, dim=-1)
        return self.split(keys), self.split(values)

    def forward(self, x: Any, keys: Any, values: Any, visible: Any = None, causal: bool = False) -> Any:
        mixed = F.scaled_dot_product_attention(
            self.split(self.ask(x)),
            keys,
            values,
            attn_mask=visible,
            dropout_p=self.dropout if self.training and x.is_cuda else 0.0,
            is_causal=causal,
        )
        return self.out(mixed.transpose(1, 2).flatten(2))

    def onward(self, x: Any, past: tuple[Any, Any], _: Any) -> tuple[Any, tuple[Any, Any]]:
        """Attention of the piece at a place to itself and those before it, and the keys and values then."""
        keys, values = (torch.cat(both, dim=2) for both in zip(past, self.keys_values(x), strict=True))
        return self(x, keys, values), (keys, values)


class Block(nn.Module):
    """A transformer block, normalised after each sum as in BERT; `cross` adds attention to the encoder."""

    def __init__(self, shape: NetworkShape, cross: bool) -> None:
        super().__init__()
        width, drop = shape.width, shape.dropout
        self.attention = Attention(width, shape.heads, min(drop, 0.1))
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.cross = Attention(width, shape.heads, min(drop, 0.1)) if cross else None
        self.cross_norm = nn.LayerNorm(width, eps=1e-12) if cross else None
        self.grow = nn.Linear(width, shape.inner)
        self.shrink = nn.Linear(shape.inner, width)
        self.last_norm = nn.LayerNorm(width, eps=1e-12)
        self.drop = Dropout(drop)

    def forward(self, x: Any, attended: Any, other: tuple[Any, Any] | None = None, visible: Any = None) -> Any:
        """The block's output, from its input and what its attention makes of that."""
        x = self.norm(x + self.drop(attended))
        if self.cross is not None and self.cross_norm is not None and other is not None:
            x = self.cross_norm(x + self.drop(self.cross(x, *other, visible)))
        return self.last_norm(x + self.drop(self.shrink(self.drop(F.gelu(self.grow(x))))))


class ParserNetwork(nn.Module):
    """The parser: `forward` for training on whole targets, `encode` and `step` for decoding."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.shape = shape
        self.pieces = nn.Embedding(shape.pieces, shape.width)
        self.places = nn.Embedding(shape.positions, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.encoder = nn.ModuleList(Block(shape, cross=False) for _ in range(shape.encoder_layers))
        self.target_places = nn.Embedding(shape.positions, shape.width)
        self.target_norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.decoder = nn.ModuleList(Block(shape, cross=True) for _ in range(shape.decoder_layers))
        self.head = nn.Linear(shape.width, shape.width)
        self.head_norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(shape.outputs))
        self.copy_ask = nn.Linear(shape.width, shape.width)
        self.copy_answer = nn.Linear(shape.width, shape.width)
        self.gate = nn.Linear(2 * shape.width, 1)
        self.drop = Dropout(shape.dropout)
        self.apply(_initialise)

    def encode(self, source: Any) -> Encoded:
        """Encode captions given as rows of piece numbers, padded with 0."""
        return self.encode_embedded(self._look_up(source), (source != PAD)[:, None, None, :])

    def encode_embedded(self, embedded: Any, visible: Any) -> Encoded:
        """Encode captions given as embedded pieces and where there is text."""
        x = self.drop(self.norm(embedded + self.places.weight[: embedded.shape[1]]))
        for block in self.encoder:
            x = block(x, block.attention(x, *block.attention.keys_values(x), visible))
        gates = F.linear(x, self.gate.weight[:, self.shape.width :]).squeeze(-1)
        return Encoded(gates, visible, self.copy_answer(x), [block.cross.keys_values(x) for block in self.decoder])

    def forward(self, source: Any, source_out: Any, target: Any) -> tuple[Any, Any, Any]:
        """At every target position the probabilities of the next output, the logits of the writing part, and how much
        the decoder looks at each place of the source."""
        gate, copied, logits = self.parts(source, target)
        return self._mixed(gate, copied, logits, source_out), logits, copied

    def parts(self, source: Any, target: Any) -> tuple[Any, Any, Any]:
        """At every target position how much is written rather than copied, how much the decoder looks at each place of
        the source, and the logits of the writing part."""
        seen = self.encode(source)
        x = self._begin(self._look_up(target), self.target_places.weight[: target.shape[1]])
        for block, other in zip(self.decoder, seen.pairs, strict=True):
            own = block.attention(x, *block.attention.keys_values(x), causal=True)
            x = block(x, own, other, seen.visible)
        return self._parts(x, seen)

    def step(self, last: Any, place: Any, past: Pairs, seen: Encoded, source_out: Any) -> tuple[Any, Any, Pairs]:
        """Probabilities after one more piece, how much each place of the source is looked at, and the keys and values
        so far with those of that piece."""
        return self.step_embedded(self._look_up(last), place, past, seen, source_out)

    def step_embedded(
        self, embedded: Any, place: Any, past: Pairs, seen: Encoded, source_out: Any
    ) -> tuple[Any, Any, Pairs]:
        """As `step`, for a piece given by its embedding."""
        x = self._begin(embedded[:, None], self.target_places.weight.index_select(0, place))
        grown = []
        for block, before, other in zip(self.decoder, past, seen.pairs, strict=True):
            own, pair = block.attention.onward(x, before, place)
            grown.append(pair)
            x = block(x, own, other, seen.visible)
        gate, looks, logits = self._parts(x, seen)
        return self._mixed(gate, looks, logits, source_out)[:, 0], looks[:, 0], grown

    def nothing_yet(self, batch: int) -> Pairs:
        """The empty keys and values before the first step."""
        s = self.shape
        none = self.pieces.weight.new_zeros((batch, s.heads, 0, s.width // s.heads))
        return [(none, none)] * s.decoder_layers

    def _look_up(self, rows: Any) -> Any:
        """An embedding whose gradient is a plain indexed sum, which a CUDA graph can record."""
        return self.pieces.weight.index_select(0, rows.flatten()).unflatten(0, rows.shape)

    def _begin(self, embedded: Any, places: Any) -> Any:
        return self.drop(self.target_norm(embedded + places))

    def _parts(self, x: Any, seen: Encoded) -> tuple[Any, Any, Any]:
        asked = self.copy_ask(x) @ seen.copy_keys.transpose(1, 2) / self.shape.width**0.5
        asked = asked.float().masked_fill(~seen.visible[:, 0], -1e9)
        copied = asked.softmax(-1)
        # The gate reads x beside the copied states: its share of these is known for each place.
        own = F.linear(x, self.gate.weight[:, : self.shape.width], self.gate.bias).float()
        gate = torch.sigmoid(own + (copied * seen.gates[:, None].float()).sum(-1, keepdim=True))
        hidden = self.head_norm(F.gelu(self.head(x)))
        return gate, copied, F.linear(self.drop(hidden), self.pieces.weight[: self.shape.outputs], self.bias).float()

    @staticmethod
    def _mixed(gate: Any, copied: Any, logits: Any, source_out: Any) -> Any:
        """The probabilities of all outputs."""
        room = F.pad(gate * logits.softmax(-1), (0, source_out.shape[1]))
        where = source_out[:, None, :].expand(-1, logits.shape[1], -1)
        return room.scatter_add(-1, where, (1.0 - gate) * copied)

    def groups(self, encoder_rate: float, decoder_rate: float, weight_decay: float) -> list[dict[str, Any]]:
        """AdamW groups: the pretrained part and the new part, each with and without weight decay."""
        old = ("pieces.", "places.", "norm.", "encoder.")
        found: dict[tuple[float, float], list[Any]] = {}
        for name, parameter in self.named_parameters():
            peak = encoder_rate if name.startswith(old) else decoder_rate
            decay = weight_decay if parameter.ndim == 2 and "pieces" not in name and "places" not in name else 0.0
            found.setdefault((peak, decay), []).append(parameter)
        return [{"params": params, "lr": peak, "weight_decay": decay} for (peak, decay), params in found.items()]


def _initialise(module: Any) -> None:
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear):
        nn.init.zeros_(module.bias)
