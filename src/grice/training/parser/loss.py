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
    looking: float = 0.2

    def __call__(self, batch: Mapping[str, Any]) -> Any:
        twice = 2 if self.agreement > 0 else 1
        seen = {name: tensor.repeat(twice, *([1] * (tensor.ndim - 1))) for name, tensor in batch.items()}
        source = self._hidden(seen["source"], self.hide_source)
        given = seen["given"].float()
        count = given.sum()
        loss: Any = 0.0
        if twice == 2:
            chances, logits, looks = self.network(source, seen["source_out"], seen["target"])
            logs = (chances + TINY).log()
            wanted = -logs.gather(-1, seen["output"][..., None])[..., 0]
            total = logits.logsumexp(-1)
            (p, q), (log_p, log_q) = chances.chunk(2), logs.chunk(2)
            apart = ((p - q) * (log_p - log_q)).sum(-1)
            loss = self.agreement * (apart * given.chunk(2)[0]).sum() / count
        else:
            # Only what is wanted is looked at: on a processor, all probabilities take as long as all the rest.
            gate, looks, logits = self.network.parts(source, seen["target"])
            total = logits.logsumexp(-1)
            wanted = _surprise(gate[..., 0], looks, logits, total, seen["source_out"], seen["output"])
        flat = total - logits.mean(-1)
        value = (1.0 - self.smoothing) * wanted + self.smoothing * flat
        if self.looking > 0:
            known = (seen["look"] >= 0).float()
            at = looks.gather(-1, seen["look"].clamp(min=0)[..., None])[..., 0]
            value = value - self.looking * known * (at + TINY).log()
        return loss + (value * given).sum() / count

    def _hidden(self, rows: Any, chance: float) -> Any:
        if chance <= 0:
            return rows
        kept = (rows == PAD) | (rows == START) | (rows == END)
        hide = (torch.rand(rows.shape, device=rows.device) < chance) & ~kept
        return rows.masked_fill(hide, MASK)


def _surprise(gate: Any, looks: Any, logits: Any, total: Any, source_out: Any, output: Any) -> Any:
    """Minus the logarithm of the probability of each wanted output."""
    inside = output.clamp(max=logits.shape[-1] - 1)
    written = (logits.gather(-1, inside[..., None])[..., 0] - total).exp() * (output == inside)
    copied = (looks * (source_out[:, None, :] == output[..., None])).sum(-1)
    return -(gate * written + (1.0 - gate) * copied + TINY).log()
