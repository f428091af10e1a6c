"""What does the judge compute? The text encoder with low-rank changes, reading caption and reference together.

    [CLS] caption [SEP] reference [SEP]

Each matrix W of the encoder becomes W + B A with B A of rank `rank` (Hu et al. 2022), so that what is shipped is a small
addition to weights that are there. From the last states come a number for the pair (its first token), one for each
piece of the caption (does the reference bear it out?) and one for each piece of the reference (does the caption say
it?). The score of a pair is the pair's number plus the weighted means of the other two.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

HEADS, LAYERS, WIDTH, EPSILON = 12, 6, 384, 1e-12
MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


@dataclass(frozen=True)
class Read:
    """Of each pair its number, and of each token (pairs, length) the number of its side; which tokens are on which."""

    pair: Tensor
    tokens: Tensor
    caption: Tensor
    reference: Tensor
    score: Tensor


class Judge(nn.Module):
    """`weights` by the names of a Hugging Face `BertModel`; they stay as they are."""

    def __init__(self, weights: Mapping[str, NDArray[Any]], rank: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.rank, self.dropout = rank, dropout
        self.frozen = {name: torch.tensor(np.asarray(array, np.float32)) for name, array in weights.items()}
        made: dict[str, nn.Parameter] = {}
        for layer in range(LAYERS):
            for name in MATRICES:
                out, given = self.frozen[f"encoder.layer.{layer}.{name}.weight"].shape
                made[f"{layer}.{name}.A"] = nn.Parameter(torch.randn(rank, given) / given**0.5)
                made[f"{layer}.{name}.B"] = nn.Parameter(torch.zeros(out, rank))
            for name in (*MATRICES, *NORMS):
                bias = self.frozen.pop(f"encoder.layer.{layer}.{name}.bias")
                made[f"{layer}.{name}.bias"] = nn.Parameter(bias)
        types = self.frozen["embeddings.token_type_embeddings.weight"]
        made["segment"] = nn.Parameter(types[1] - types[0])
        made["heads"] = nn.Parameter(torch.randn(3, WIDTH) * 0.02)
        made["mix"] = nn.Parameter(torch.tensor([1.0, 1.0, 1.0]))
        made["shift"] = nn.Parameter(torch.zeros(3))
        made["cosine"] = nn.Parameter(torch.tensor(8.0))
        self.learned = nn.ParameterDict({name.replace(".", "/"): value for name, value in made.items()})

    def to_device(self, device: str) -> "Judge":
        self.to(device)
        self.frozen = {name: array.to(device) for name, array in self.frozen.items()}
        return self

    def one(self, name: str) -> Tensor:
        found: Tensor = self.learned[name.replace(".", "/")]
        return found

    def forward(self, ids: Tensor, caption: Tensor, reference: Tensor) -> Read:
        """Ids of shape (pairs, length); which tokens are the caption's, which the reference's."""
        there = caption | reference
        first = torch.zeros_like(there)
        first[:, 0] = True
        # The marks are seen by all: the first, and one after each text.
        marks = torch.zeros_like(there)
        marks[:, 1:] = (there[:, :-1] | first[:, :-1]) & ~there[:, 1:]
        states = self._states(ids, there | first | marks, reference, adapted=True)
        heads, shift, mix = self.one("heads"), self.one("shift"), self.one("mix")
        pair = states[:, 0] @ heads[0] + shift[0]
        tokens = torch.where(caption, states @ heads[1] + shift[1], states @ heads[2] + shift[2])
        said = (tokens * caption).sum(1) / caption.sum(1).clamp(min=1)
        covered = (tokens * reference).sum(1) / reference.sum(1).clamp(min=1)
        return Read(pair, tokens, caption, reference, mix[0] * pair + mix[1] * said + mix[2] * covered)

    @torch.no_grad()
    def vectors(self, ids: Tensor, there: Tensor) -> Tensor:
        """The unchanged encoder's vectors of texts with their marks."""
        states = self._states(ids, there, torch.zeros_like(there), adapted=False) * there[..., None]
        return functional.normalize(states.sum(1), dim=-1)

    def _states(self, ids: Tensor, seen: Tensor, second: Tensor, adapted: bool) -> Tensor:
        w = self.frozen
        places = torch.arange(ids.shape[1], device=ids.device)
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][places]
        x = x + w["embeddings.token_type_embeddings.weight"][0]
        if adapted:
            x = x + second[..., None] * self.one("segment")
        norm = "embeddings.LayerNorm"
        x = functional.layer_norm(x, (WIDTH,), w[f"{norm}.weight"], w[f"{norm}.bias"], EPSILON)
        mask = seen[:, None, None, :]
        for layer in range(LAYERS):
            x = self._layer(x, layer, mask, adapted)
        return x

    def _layer(self, x: Tensor, layer: int, mask: Tensor, adapted: bool) -> Tensor:
        q, k, v = (self._linear(x, layer, f"attention.self.{name}", adapted) for name in ("query", "key", "value"))
        q, k, v = (part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in (q, k, v))
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).flatten(2)
        x = self._norm(x + self._linear(mixed, layer, "attention.output.dense", adapted), layer, NORMS[0])
        wide = functional.gelu(self._linear(x, layer, "intermediate.dense", adapted))
        return self._norm(x + self._linear(wide, layer, "output.dense", adapted), layer, NORMS[1])

    def _linear(self, x: Tensor, layer: int, name: str, adapted: bool) -> Tensor:
        made = functional.linear(
            x, self.frozen[f"encoder.layer.{layer}.{name}.weight"], self.one(f"{layer}.{name}.bias")
        )
        if adapted:
            small = functional.linear(functional.dropout(x, self.dropout, self.training), self.one(f"{layer}.{name}.A"))
            made = made + functional.linear(small, self.one(f"{layer}.{name}.B"))
        return made

    def _norm(self, x: Tensor, layer: int, name: str) -> Tensor:
        scale = self.frozen[f"encoder.layer.{layer}.{name}.weight"]
        return functional.layer_norm(x, (WIDTH,), scale, self.one(f"{layer}.{name}.bias"), EPSILON)
