"""Is another architecture less sensitive to the length of captions? A transformer speaker of about the LSTM's size.

The images are two vectors before the caption, and every word attends to them and to the words before it. Two layers of
width 512 with the norm first (Vaswani et al. 2017; Xiong et al. 2020).
"""

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from grice.training.captioner.networks import WIDTH, Captioner, shifted

LAYERS, HEADS, LONGEST = 2, 8, 40
"""`LONGEST` is the most places: two images, the start, and words."""


class Layer(nn.Module):
    """Attention to what came before, then a feed-forward network."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attend, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.widen, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x: Any) -> Any:
        n, length, width = x.shape
        parts = self.attend(self.before(x)).view(n, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = parts
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.merge(mixed.transpose(1, 2).reshape(n, length, width))
        return x + self.narrow(functional.gelu(self.widen(self.between(x))))


class TransformerSpeaker(Captioner):
    """A speaker with the interface of the LSTM's."""

    architecture = "transformer"

    def __init__(self, words: int, size: int, width: int = WIDTH, layers: int = LAYERS, heads: int = HEADS) -> None:
        super().__init__(words, size, width)
        self.places = nn.Embedding(LONGEST, width)
        nn.init.uniform_(self.places.weight, -0.1, 0.1)
        self.layers = nn.ModuleList([Layer(width, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)

    def forward(self, seen: Any, captions: Any) -> Any:
        return self._logits(seen, shifted(captions))[:, 2:]

    def begin(self, seen: Any) -> Any:
        return seen, torch.zeros(len(seen), 0, dtype=torch.long, device=seen.device)

    def step(self, state: Any, word: Any) -> tuple[Any, Any]:
        seen, before = state
        before = torch.cat([before, word[:, None]], 1)
        return self._logits(seen, before)[:, -1], (seen, before)

    def _logits(self, seen: Any, words: Any) -> Any:
        x = torch.cat([seen.unflatten(1, (2, -1)), self.words(words)], 1)
        x = x + self.places.weight[: x.shape[1]]
        for layer in self.layers:
            x = layer(x)
        return self.out(self.norm(x))
