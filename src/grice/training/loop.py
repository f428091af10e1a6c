"""The one training loop: batches in, optimiser steps, averaged weights, reports, checkpoints. Nothing is hidden in it.

Nothing here is about a particular model, data set or task. A caller gives a module, a loss over a batch of tensors,
parameter groups and `Batches`; the parser, captioners and games train with this same function.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from grice.training import checkpoints
from grice.training.averaging import Average
from grice.training.batches import Batches
from grice.training.identity import Identity
from grice.training.schedule import Clock, rate
from grice.training.stepping import Loss, Stepper, prime, set_rate


@dataclass(frozen=True)
class Plan:
    """How long and how a run trains. `steps` make it repeatable (to the bit on a CPU), `minutes` end it on time."""

    steps: int | None = None
    minutes: float | None = None
    warmup: int = 400
    clip: float = 1.0
    decay: float = 0.999
    average_every: int = 4
    precision: str = "bfloat16"
    graphs: bool = True
    """Whether steps on a GPU are captured as CUDA graphs; a loss whose shapes or branches vary cannot be."""
    report_every: float = 0.1
    """The share of the run between two reports; each is followed by a checkpoint."""


@dataclass(frozen=True)
class Report:
    """What the loop reports to its caller; `loss` is the mean since the last report."""

    step: int
    epoch: int
    progress: float
    seconds: float
    loss: float
    last: bool


@dataclass
class Curve:
    """What was measured during training; kept in checkpoints (`beside`), so that a resumed run has all of it."""

    points: list[dict[str, Any]] = field(default_factory=list)

    def state_dict(self) -> dict[str, Any]:
        return {"points": self.points}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        self.points = state["points"]


def train(
    module: Any,
    loss: Loss,
    groups: Sequence[Mapping[str, Any]],
    batches: Batches,
    plan: Plan,
    callback: Callable[[Report, Average], bool | None] | None = None,
    folder: Path | None = None,
    identity: Identity | None = None,
    beside: Mapping[str, Any] | None = None,
) -> Average:
    """Train `module` and return the average of its weights.

    `groups` are AdamW parameter groups with a peak `lr` each. With a `folder`, checkpoints are written there, the last
    one at the end, and a run that finds one continues exactly where it stopped. `identity` identifies the run: the
    checkpoint of another is refused. `beside` names further objects whose state checkpoints keep. A `callback` that
    returns True ends the run early.
    """
    parameters = [parameter for group in groups for parameter in group["params"]]
    cuda = parameters[0].is_cuda
    peaks = [float(group["lr"]) for group in groups]
    optimiser = torch.optim.AdamW(
        [
            {**group, "lr": torch.tensor(peak, device=parameters[0].device) if cuda else peak}
            for group, peak in zip(groups, peaks, strict=True)
        ],  # a captured step reads its rate from a tensor
        betas=(0.9, 0.98),
        eps=1e-8,
        fused=cuda,
        capturable=cuda,
    )
    prime(optimiser)
    average = Average(module, plan.decay)
    stepper = Stepper(parameters, loss, optimiser, plan.clip, plan.graphs, plan.precision)
    clock = Clock(plan.steps, plan.minutes)
    parts = {"module": module, "optimiser": optimiser, "average": average, "batches": batches, **(beside or {})}
    step = checkpoints.resume(folder, parts, clock, identity or {}) if folder else 0
    for group in optimiser.param_groups:
        group["lr"] = torch.tensor(float(group["lr"]), device=parameters[0].device) if cuda else float(group["lr"])
    total = torch.zeros((), device=parameters[0].device)
    count = 0
    progress = reported = clock.progress(step)
    module.train()
    while progress < 1.0:
        factor = rate(step, progress, plan.warmup)
        for group, peak in zip(optimiser.param_groups, peaks, strict=True):
            set_rate(group, peak * factor)
        number, rows = batches.next(progress)
        total += stepper.step(number, batches.buckets[number], rows)
        step, count = step + 1, count + 1
        # Read once per step: if time ran out between two readings, the run would end without its last report.
        progress = clock.progress(step)
        last = progress >= 1.0
        if step % plan.average_every == 0 or last:
            average.update(step % plan.average_every or plan.average_every)
        if last or progress - reported >= plan.report_every - 1e-9:
            if callback:
                now = Report(step, batches.epoch, progress, clock.elapsed(), float(total) / count, last)
                last = bool(callback(now, average)) or last
                module.train()
            if folder:
                checkpoints.save(folder, parts, clock, step, identity or {})
            total.zero_()
            count, reported = 0, progress
            if last:
                break
    return average
