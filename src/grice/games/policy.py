"""How does a reward change what a speaker says? REINFORCE (Williams 1992), with what keeps it steady and honest.

The gradient of the expected reward is E[(R - b) grad log p(caption)], with log p the sum over its words up to and
including the end, and a baseline b that does not depend on the caption. To it come an entropy term, the caption loss on
the same pairs ("structural", Lazaridou et al. 2020), and a leash: the divergence from the speaker at the start.
"""

from typing import Any

import torch
from torch import nn


class Baseline(nn.Module):
    """What is subtracted from a reward: nothing, the mean of all so far, or the mean of the others in the batch."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.register_buffer("mean", torch.zeros(()))
        self.register_buffer("count", torch.zeros(()))

    @torch.no_grad()
    def forward(self, rewards: Any) -> Any:
        """The baseline of each reward; the running mean takes these rewards in afterwards."""
        if self.kind == "none":
            return torch.zeros_like(rewards)
        if self.kind == "leave-one-out":
            return (rewards.sum() - rewards) / max(1, len(rewards) - 1)
        before = torch.where(self.count > 0, self.mean, rewards.mean()).expand_as(rewards).clone()
        self.count += 1
        # The mean of the last hundred batches or so: rewards rise, and old ones would hold the baseline down.
        self.mean += (rewards.mean() - self.mean) / self.count.clamp(max=100)
        return before


def reinforce(log_probabilities: Any, rewards: Any, baselines: Any) -> Any:
    """The loss whose gradient is minus that of the expected reward; log-probabilities (n, words), 0 after the end."""
    return -((rewards - baselines).detach() * log_probabilities.sum(1)).mean()


def as_released(log_probabilities: Any, spoken: Any) -> Any:
    """log(1 - p) of each word, which the released code of Tsvilodub & Franke (2023) gathers where log p belongs."""
    likely = torch.where(spoken, log_probabilities, float("-inf")).exp()
    return torch.log1p(-likely.clamp(max=1 - 1e-6))


def entropies(everything: Any, spoken: Any) -> Any:
    """The entropy of each word's distribution (n, words), 0 after the end; `everything` are log-probabilities."""
    return -(everything.exp() * everything).sum(-1) * spoken


def divergence(everything: Any, began_as: Any, spoken: Any) -> Any:
    """The mean over words of KL(speaker || speaker at the start), exact over the vocabulary."""
    apart = (everything.exp() * (everything - began_as)).sum(-1) * spoken
    return apart.sum() / spoken.sum()


def chosen_best(rewards: Any) -> tuple[Any, Any]:
    """Of rewards (n, draws): the place of the best of each row, and whether it beats the row's mean."""
    best = rewards.max(1)
    return best.indices, best.values > rewards.mean(1) + 1e-6
