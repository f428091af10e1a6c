"""What are the weights, averaged over the last steps? An exponential moving average, kept alongside the model.

The decay grows with the number of updates, min(decay, (1 + n) / (10 + n)), so that early averages are not dragged down
by the random start.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch


class Average:
    """A moving average of a module's floating-point parameters."""

    def __init__(self, module: Any, decay: float) -> None:
        self.decay, self.updates = decay, 0
        self._live = list(module.parameters())
        self._mean = [parameter.detach().clone() for parameter in self._live]

    @torch.no_grad()
    def update(self, steps: int = 1) -> None:
        """Add the present weights; `steps` is the number of optimiser steps since the last update."""
        self.updates += steps
        kept = min(self.decay, (1 + self.updates) / (10 + self.updates)) ** steps
        torch._foreach_lerp_(self._mean, self._live, 1.0 - kept)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Run a block with the averaged weights in the module, then put the live ones back."""
        self._swap()
        try:
            yield
        finally:
            self._swap()

    @torch.no_grad()
    def _swap(self) -> None:
        for live, mean in zip(self._live, self._mean, strict=True):
            kept = live.detach().clone()
            live.copy_(mean)
            mean.copy_(kept)

    def state_dict(self) -> dict[str, Any]:
        return {"updates": self.updates, "mean": [mean.clone() for mean in self._mean]}

    @torch.no_grad()
    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.updates = int(state["updates"])
        for mean, saved in zip(self._mean, state["mean"], strict=True):
            mean.copy_(saved)
