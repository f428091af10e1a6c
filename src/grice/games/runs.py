"""How does a configuration become an agent? Captioning or a game, trained, measured, written to a folder.

`train_one` is what a run and a sweep share; `produce` is a whole run: features, training, agents with their cards, and
the record that says the run is finished.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.games.play import play
from grice.training.captioner.agents import Agent, load_agent, save_agent
from grice.training.captioner.config import Config
from grice.training.captioner.evaluation import Players, by_category, on_sets
from grice.training.captioner.features import encoder
from grice.training.captioner.fitting import fit
from grice.training.captioner.running import CHECKPOINT, Resources, Say, resources
from grice.training.checkpoints import header
from grice.training.records import read_record, write_record

SPEAKER, LISTENER, RECORD = "speaker", "listener", "run.json"
WRITTEN_BY = "grice train captioner or grice train game"


@dataclass(frozen=True)
class Outcome:
    """What a run has made: the speaker, in a game also its listener and the speaker it began as, and its curve."""

    speaker: Agent
    listener: Agent | None
    start: Agent | None
    points: list[dict[str, Any]]
    seconds: float

    @property
    def players(self) -> Players:
        listener, start = (agent.module if agent else None for agent in (self.listener, self.start))
        return Players(self.speaker.module, listener, start, self.speaker.about["context"] == "alone")

    def save(self, folder: Path) -> list[Path]:
        """Write the agents to folders of their own; these folders."""
        agents = {SPEAKER: self.speaker, LISTENER: self.listener}
        written = {folder / name: agent for name, agent in agents.items() if agent}
        for place, agent in written.items():
            save_agent(agent.module, place, agent.about)
        return list(written)


def train_one(
    config: Config, having: Resources, start: Agent | None, out: Path | None, say: Say = print, rounds: int = 0
) -> Outcome:
    """Train the speaker of a configuration, from `start` on if it is a game's."""
    began = time.monotonic()
    if config.stage != "game":
        speaker, points = fit(config, having, out, say)
        return Outcome(speaker, None, None, points, time.monotonic() - began)
    if start is None:
        raise InputError(f"{config.name}: no speaker to begin with", "one", f"train {config.start} first")
    require_fitting(start, config, having.table.about)
    speaker, listener, points = play(config, start, having, out, say, rounds)
    return Outcome(speaker, listener, start, points, time.monotonic() - began)


def require_fitting(start: Agent, config: Config, sees: Mapping[str, Any]) -> None:
    """Refuse to begin with a speaker that sees other features, or is of another width, than the configuration says."""
    seen = start.about["features"]
    if dict(seen) != dict(sees):
        raise InputError(
            f"features.encoder: {config.start} sees {' '.join(map(str, seen.values()))}",
            f"what {config.name} sees: {' '.join(map(str, sees.values()))}",
            "a start that was trained with the same encoder",
        )
    if start.about["width"] != config.speaker.width:
        raise InputError(
            f"speaker.width = {config.speaker.width}, and {config.start} has {start.about['width']}", "the same width"
        )


def start_of(config: Config, device: str = "cpu") -> Agent | None:
    """The agent that a configuration begins with: a folder of a run, of an agent, or the name of a shipped one."""
    if config.stage != "game":
        return None
    given = Path(config.start)
    shipped = Path(__file__).parent.parent / "speakers" / "rooms" / "agents" / config.start
    for folder in (given / SPEAKER, given, shipped):
        if folder.is_dir():
            return load_agent(folder, device)
    raise InputError(
        f"start = {config.start!r}: no such agent",
        f"a folder written by {WRITTEN_BY}, or the name of a shipped speaker",
        f'grice train captioner --config {config.start} --out b, then start = "b"',
    )


def produce(
    config: Config,
    out: Path,
    device: str = "cpu",
    processes: int = 1,
    say: Say = print,
    rounds: int = 0,
    keep_features: Path | None = None,
) -> dict[str, float]:
    """Train a configuration into a folder and measure it; called again, a run continues, or is found finished."""
    start = start_of(config, device)
    if (out / RECORD).exists():
        return _finished(config, out)
    by = encoder(config.features.encoder)
    if start:
        # Before the rooms are encoded, which takes minutes.
        require_fitting(start, config, by.about())
    having = resources(config, device, processes, by)
    if keep_features:
        having.table.save(keep_features)
    say(f"{len(having.table.ids):,} rooms seen through {config.features.encoder}, {device}")
    outcome = train_one(config, having, start, out, say, rounds)
    rows, _ = on_sets(outcome.players, having.table, having.sets, having.words, having.meaning, having.longest)
    record = record_of(config, outcome, rows)
    from grice.training.captioner.card import write_card

    for folder in outcome.save(out):
        write_card(folder, record)
    facts = header(out / CHECKPOINT, None) or {}
    write_record(out / RECORD, record | {"run": facts.get("about", {})})
    measured: dict[str, float] = record["measured"]
    return measured


def _finished(config: Config, out: Path) -> dict[str, float]:
    """What a finished run measured; the folder of another configuration is refused."""
    from grice.training.identity import require_same

    facts = read_record(out / RECORD, WRITTEN_BY)
    require_same(out / RECORD, {"config": facts["recipe"]}, {"config": config.settings()})
    measured: dict[str, float] = facts["measured"]
    return measured


def record_of(config: Config, outcome: Outcome, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The record of a run: what it was, what it learned from, what was measured (values of `on_sets`)."""
    means = by_category(rows)
    last = outcome.points[-1]
    return {
        "name": config.name,
        "recipe": config.settings(),
        "rows": {f"of {lesson.grammar} captions": lesson.rows for lesson in config.lessons},
        "measured": flat(means) | {"steps": last["step"], "samples_per_second": last["samples_per_second"]},
    }


def flat(means: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Values by category as one level: "d, one feature"."""
    return {f"{name}, {category}": value for category, values in means.items() for name, value in values.items()}
