"""What do captioning and games share? One run through the one loop: evaluation, log, checkpoints, early stopping.

The log is a JSON line for each evaluation, with what drift is read from. It is written anew from what the checkpoint
keeps, so a resumed run has the log of one that was never stopped.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from grice.training.averaging import Average
from grice.training.batches import Batches
from grice.training.captioner.config import Config
from grice.training.captioner.evaluation import Players, Sets, by_category, on_sets
from grice.training.captioner.features import Encoder, FeatureTable, encoder, kept, tabulate
from grice.training.captioner.meaning import Meaning
from grice.training.captioner.rows import Rows, pool, watched
from grice.training.captioner.wordlist import WordList, longest_caption, of_grammars
from grice.training.identity import Identity, digest
from grice.training.loop import Curve, Plan, Report, train
from grice.training.stepping import Loss

LOG, CHECKPOINT = "log.jsonl", "checkpoint"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Resources:
    """What stays on the device from run to run: words, features, their meaning, and the pairs that are watched."""

    words: WordList
    longest: int
    meaning: Meaning
    table: FeatureTable
    sets: Sets
    device: str = "cpu"


@dataclass(frozen=True)
class Stage:
    """One run's own part: who learns, by which loss over a batch of rows, at which rates, and who is measured."""

    module: Any
    loss: Loss
    groups: list[dict[str, Any]]
    players: Players
    score: Callable[[Mapping[str, float]], float]
    """What early stopping looks at, of the means over all sets; the higher the better."""
    start: Identity | None = None
    """What identifies the network that the run begins with, if it does not begin anew."""
    logged: Callable[[], Mapping[str, float]] = dict
    """What else the log says, of the time since it was last asked."""


def resources(config: Config, device: str = "cpu", processes: int = 1, by: Encoder | None = None) -> Resources:
    """What a configuration needs, rendered and encoded, or read from its cache."""
    sets = watched(config.training.watched)
    ids = [pool(config.images.pool, config.images.count), ids_of(sets)]
    by = by or encoder(config.features.encoder)
    if config.features.cache:
        table = kept(Path(config.features.cache), by, device)
    else:
        (table,) = tabulate(np.concatenate(ids), [by], device, processes)
    words = of_grammars()
    return Resources(words, longest_caption(), Meaning(words, device), table, sets, device)


def ids_of(sets: Sets) -> Any:
    """Every room of some sets."""
    pairs = [one for of_category in sets.values() for one in of_category.values()]
    return np.unique(np.concatenate([ids for one in pairs for ids in (one.targets, one.distractors)]))


def run(
    config: Config, stage: Stage, rows: Rows, having: Resources, out: Path | None = None, say: Say = print
) -> list[dict[str, Any]]:
    """Train one stage; the module then has the averaged weights. Returns what was measured on the way."""
    settings, curve = config.training, Curve()
    steps = max(1, round(settings.epochs * len(rows) / settings.batch))
    plan = Plan(
        steps=steps,
        warmup=settings.warmup,
        clip=settings.clip,
        decay=settings.decay,
        precision="float32",
        # cuDNN's LSTM is one fused call already, and the shapes of a game's round need no capture to be fast.
        graphs=False,
        report_every=1 / settings.reports,
    )

    def report(now: Report, average: Average) -> bool:
        with average.applied():
            stage.module.eval()
            found, _ = on_sets(stage.players, having.table, having.sets, having.words, having.meaning, having.longest)
        means = by_category(found)
        point = {"step": now.step, "epoch": now.epoch, "progress": round(now.progress, 4), "loss": now.loss}
        point |= stage.logged()
        point |= {"seconds": round(now.seconds, 2), "samples_per_second": now.step * settings.batch / now.seconds}
        curve.points.append(point | {"score": stage.score(means["all"]), "sets": means})
        if out:
            _write_log(out / LOG, curve.points)
        say(_line(config, now, means["all"]))
        return not now.last and _stalled([one["score"] for one in curve.points], settings.patience)

    source: dict[str, NDArray[Any]] = {
        "target": having.table.rows(rows.targets),
        "distractor": having.table.rows(rows.distractors),
        "captions": rows.captions,
        "row": np.arange(len(rows)),
    }
    batches = Batches(lambda _epoch, _progress: [source], settings.batch, config.seed, having.device)
    folder = out / CHECKPOINT if out else None
    kept_beside = {"curve": curve}
    about = identity(config, rows, having) | {"start": stage.start}
    average = train(stage.module, stage.loss, stage.groups, batches, plan, report, folder, about, kept_beside)
    _settle(stage.module, average)
    return curve.points


def identity(config: Config, rows: Rows, having: Resources) -> dict[str, Any]:
    """What identifies a run: to continue it, all of it must be the same."""
    data = digest([rows.targets.tobytes(), rows.distractors.tobytes(), rows.captions.tobytes()])
    return {"config": config.settings(), "rows": data, "features": dict(having.table.about), "device": having.device}


@torch.no_grad()
def _settle(module: Any, average: Average) -> None:
    """Leave the averaged weights in the module."""
    with average.applied():
        means = [parameter.detach().clone() for parameter in module.parameters()]
    for parameter, mean in zip(module.parameters(), means, strict=True):
        parameter.copy_(mean)
    module.eval()


def _stalled(scores: list[float], patience: int) -> bool:
    """Whether the best score lies more evaluations back than patience allows."""
    return bool(patience) and len(scores) - 1 - int(np.argmax(scores)) >= patience


def _write_log(path: Path, points: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    beside.write_text("".join(f"{json.dumps(point)}\n" for point in points), "utf-8")
    beside.replace(path)


def _line(config: Config, now: Report, means: Mapping[str, float]) -> str:
    shown = ("d", "od", "r", "k", "false", "literal", "listener", "parses")
    values = ", ".join(f"{name} {means[name]:.3f}" for name in shown if name in means)
    pace = f"step {now.step}, {now.progress:.0%}, {now.seconds:.0f} s, loss {now.loss:.3f}"
    return f"{config.name}/{config.seed}: {pace}, {values}"
