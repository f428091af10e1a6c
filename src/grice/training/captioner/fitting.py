"""How does a speaker learn to caption? Cross-entropy of the captions of its lessons, through the one loop."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from grice.speakers.rooms.agent_folder import PAD
from grice.training.captioner.agents import Agent, new_speaker, rounded
from grice.training.captioner.config import Config
from grice.training.captioner.evaluation import Players
from grice.training.captioner.networks import Captioner, parameter_groups
from grice.training.captioner.rows import pool, rows
from grice.training.captioner.running import Resources, Say, Stage, run


def caption_loss(speaker: Captioner, seen: Any, captions: Any) -> Any:
    """The mean cross-entropy of a word, the end included."""
    logits = speaker(seen, captions).float()
    return functional.cross_entropy(logits.flatten(0, 1), captions.long().flatten(), ignore_index=PAD)


def fit(
    config: Config, having: Resources, out: Path | None = None, say: Say = print
) -> tuple[Agent, list[dict[str, Any]]]:
    """Train the captioner of a configuration; what was measured on the way beside it."""
    torch.manual_seed(config.seed)
    table = having.table
    ids = pool(config.images.pool, config.images.count)
    taught = rows(config.lessons, ids, having.words, having.longest, config.seed)
    network = config.speaker
    speaker = new_speaker(network.architecture, len(having.words), table.values.shape[1], network.width)
    speaker.images.standardise(table.of(ids).cpu())
    speaker.to(having.device)

    def loss(batch: Mapping[str, Any]) -> Any:
        seen = speaker.seen(table.values[batch["target"]], table.values[batch["distractor"]])
        return caption_loss(speaker, seen, batch["captions"])

    groups = parameter_groups(speaker, config.training.rate, config.training.weight_decay)
    stage = Stage(
        speaker, loss, groups, Players(speaker, alone=config.alone), lambda means: means["d"] - means["false"]
    )
    points = run(config, stage, taught, having, out, say)
    rounded(speaker)
    return Agent(speaker, having.words, having.longest, about(config, having, "speaker")), points


def about(config: Config, having: Resources, kind: str) -> dict[str, Any]:
    """What the manifest of a trained speaker or listener says."""
    return {
        "kind": kind,
        "architecture": config.speaker.architecture if kind == "speaker" else "lstm",
        "width": config.speaker.width,
        "context": "alone" if config.alone else "pair",
        "features": dict(having.table.about),
        "vocabulary": list(having.words.words),
        "longest": having.longest,
        "name": config.name,
        "recipe": config.settings(),
        "seed": config.seed,
        "trained": _trained(config),
    }


def _trained(config: Config) -> str:
    kinds = "; ".join(
        f"{lesson.rows:,} {lesson.grammar} captions of "
        + ("rooms alone" if lesson.sharing == "alone" else f"pairs that share at least {lesson.sharing} features")
        for lesson in config.lessons
    )
    what = f"reference games from {config.start} on" if config.stage == "game" else "captioning of"
    return f"{what} {config.images.count:,} rendered rooms, {config.training.epochs:g} epochs: {kinds}"
