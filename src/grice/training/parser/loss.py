"""What is minimised? Cross-entropy of the copy mixture, smoothed, with R-Drop, and of where the decoder looks.

R-Drop (Wu et al. 2021): every caption goes through twice with different dropout and the two distributions are pulled
together by their symmetric Kullback-Leibler divergence. Label smoothing acts on the writing part alone, where every
output has a logit. Word dropout hides source words behind the mask piece; they can still be copied. For each piece of a
word the decoder is taught which place of the source it comes from (`training.parser.looking`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from grice.networks.pieces import END, MASK, PAD, START
from grice.training.parser.network import ParserNetwork

TINY = 1e-9


@dataclass(frozen=True)
class ParserLoss:
    """The loss of a batch of captions; call it with the batch's tensors."""

    network: ParserNetwork
    smoothing: float = 0.1
    agreement: float = 1.0
    hide_source: float = 0.06
    hide_target: float = 0.0
    looking: float = 0.2

    def __call__(self, batch: Mapping[str, Any]) -> Any:
        twice = 2 if self.agreement > 0 else 1
        seen = {name: tensor.repeat(twice, *([1] * (tensor.ndim - 1))) for name, tensor in batch.items()}
        source = self._hidden(seen["source"], self.hide_source)
        target = self._hidden(seen["target"], self.hide_target)
        chances, logits, looks = self.network(source, seen["source_out"], target)
        logs = (chances + TINY).log()
        given = seen["given"].float()
        count = given.sum()
        wanted = -logs.gather(-1, seen["output"][..., None])[..., 0]
        flat = logits.logsumexp(-1) - logits.mean(-1)
        value = (1.0 - self.smoothing) * wanted + self.smoothing * flat
        if self.looking > 0:
            known = (seen["look"] >= 0).float()
            at = looks.gather(-1, seen["look"].clamp(min=0)[..., None])[..., 0]
            value = value - self.looking * known * (at + TINY).log()
        loss = (value * given).sum() / count
        if twice == 2:
            (p, q), (log_p, log_q) = chances.chunk(2), logs.chunk(2)
            apart = ((p - q) * (log_p - log_q)).sum(-1)
            loss = loss + self.agreement * (apart * given.chunk(2)[0]).sum() / count
        return loss

    def _hidden(self, rows: Any, chance: float) -> Any:
        if chance <= 0:
            return rows
        kept = (rows == PAD) | (rows == START) | (rows == END)
        hide = (torch.rand(rows.shape, device=rows.device) < chance) & ~kept
        return rows.masked_fill(hide, MASK)
