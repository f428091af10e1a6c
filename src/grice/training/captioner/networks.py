"""Who speaks and who listens? The speaker and the listener of Tsvilodub & Franke (2023), as plain modules.

They know nothing of how they are trained. Images come as the numbers of a frozen encoder, captions as word numbers.

The speaker projects target and distractor with one linear layer and feeds an LSTM with [target; distractor; word] at
every step. The listener reads the caption with an LSTM of its own; the score of an image is the dot product of its
projection with the last state.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from grice.speakers.rooms.agent_folder import END, START

WIDTH = 512


class Images(nn.Module):
    """The numbers of an encoder, standardised and projected."""

    def __init__(self, size: int, width: int = WIDTH) -> None:
        super().__init__()
        self.project = nn.Linear(size, width)
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))

    def standardise(self, features: Any) -> None:
        """Take mean and spread from the features that the network will learn from."""
        self.mean.copy_(features.mean(0))
        self.scale.copy_(features.std(0).clamp(min=1e-4))

    def forward(self, features: Any) -> Any:
        return self.project((features - self.mean) / self.scale)


class Captioner(nn.Module):
    """What every speaker has: an image projection, `forward` for whole captions, `begin` and `step` word by word."""

    def __init__(self, words: int, size: int, width: int = WIDTH) -> None:
        super().__init__()
        self.images = Images(size, width)
        self.words = nn.Embedding(words, width)
        self.out = nn.Linear(width, words)
        for matrix in (self.words.weight, self.out.weight):
            nn.init.uniform_(matrix, -0.1, 0.1)
        nn.init.zeros_(self.out.bias)

    def seen(self, target: Any, distractors: Any | None = None) -> Any:
        """Target (n, F) and distractors (n, F) or (n, many, F) as one vector [target; mean of the distractors]."""
        own = self.images(target)
        if distractors is None:
            return torch.cat([own, own], -1)
        others = self.images(distractors)
        return torch.cat([own, others.mean(1) if others.ndim == 3 else others], -1)

    def forward(self, seen: Any, captions: Any) -> Any:
        """Logits (n, words, vocabulary): of each word of the captions, given those before it."""
        raise NotImplementedError

    def begin(self, seen: Any) -> Any:
        """The state before the first word."""
        raise NotImplementedError

    def step(self, state: Any, word: Any) -> tuple[Any, Any]:
        """Logits of the word after `word` (n), and the state after it."""
        raise NotImplementedError


class Speaker(Captioner):
    """The LSTM speaker."""

    architecture = "lstm"

    def __init__(self, words: int, size: int, width: int = WIDTH) -> None:
        super().__init__(words, size, width)
        self.lstm = nn.LSTM(3 * width, width, batch_first=True)

    def forward(self, seen: Any, captions: Any) -> Any:
        words = self.words(shifted(captions))
        seen = seen[:, None].expand(-1, words.shape[1], -1)
        return self.out(self.lstm(torch.cat([seen, words], -1))[0])

    def begin(self, seen: Any) -> Any:
        """The images' share of the gates, the words' share by word, and empty memory: a step is then one product."""
        weights, width = self.lstm.weight_ih_l0, self.lstm.hidden_size
        images = seen @ weights[:, : 2 * width].T + self.lstm.bias_ih_l0 + self.lstm.bias_hh_l0
        words = self.words.weight @ weights[:, 2 * width :].T
        empty = seen.new_zeros(len(seen), width)
        return images, words, empty, empty

    def step(self, state: Any, word: Any) -> tuple[Any, Any]:
        images, words, hidden, cell = state
        gates = torch.addmm(images + words[word], hidden, self.lstm.weight_hh_l0.T)
        entry, forget, content, exit_ = gates.chunk(4, 1)
        cell = torch.sigmoid(forget) * cell + torch.sigmoid(entry) * torch.tanh(content)
        hidden = torch.sigmoid(exit_) * torch.tanh(cell)
        return self.out(hidden), (images, words, hidden, cell)


class Listener(nn.Module):
    """Chooses among images by a caption."""

    architecture = "lstm"

    def __init__(self, words: int, size: int, width: int = WIDTH) -> None:
        super().__init__()
        self.images = Images(size, width)
        self.words = nn.Embedding(words, width)
        nn.init.uniform_(self.words.weight, -0.1, 0.1)
        self.lstm = nn.LSTM(width, width, batch_first=True)

    def forward(self, captions: Any, candidates: Any) -> Any:
        """Scores (n, candidates) of images (n, candidates, F) for captions (n, words), read up to their end."""
        read = self.lstm(self.words(captions.long()))[0]
        last = read[torch.arange(len(captions), device=captions.device), lengths(captions) - 1]
        return (self.images(candidates) @ last[..., None]).squeeze(-1)


def shifted(captions: Any) -> Any:
    """What a speaker has said before each word of its caption: `<start>`, then all words but the last."""
    words = captions.long()
    return torch.cat([torch.full_like(words[:, :1], START), words[:, :-1]], 1)


def lengths(captions: Any) -> Any:
    """The number of words of each caption, its end included; a caption without end is as long as it is wide."""
    ended = captions == END
    return torch.where(ended.any(1), ended.int().argmax(1) + 1, captions.shape[1])


def said(captions: Any) -> Any:
    """Which words belong to their caption, its end included: booleans (n, words)."""
    places = torch.arange(captions.shape[1], device=captions.device)
    return places < lengths(captions)[:, None]


def parameter_groups(module: nn.Module, rate: float, weight_decay: float) -> list[dict[str, Any]]:
    """Matrices with weight decay, vectors without."""
    kinds: Sequence[list[nn.Parameter]] = ([], [])
    for parameter in module.parameters():
        if parameter.requires_grad:
            kinds[parameter.ndim < 2].append(parameter)
    return [
        {"params": list(parameters), "lr": rate, "weight_decay": decay}
        for parameters, decay in zip(kinds, (weight_decay, 0.0), strict=True)
        if parameters
    ]
