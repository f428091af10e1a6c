"""How does a parser learn a user's own captions, in minutes on a processor, without forgetting what it knew?

Training goes on from an exported parser (`restoring`). Every batch holds as many rows that Grice comes with
(`replay.jsonl`, captions of many kinds with the graphs that its parser learned) as rows of the user: a network that
sees the old beside the new keeps it (rehearsal, Robins 1995). Some of the user's rows are held out, so that the parser
can be judged before and after on captions that it did not learn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import torch

from grice.errors import InputError
from grice.networks.manifest import MANIFEST
from grice.readers.graphs.network.parser import NetworkParser
from grice.readers.graphs.pieces import GraphPieces
from grice.training.averaging import Average
from grice.training.batches import Batches
from grice.training.loop import Plan, Report, train
from grice.training.parser.augment import Mixture
from grice.training.parser.captions import marks_in, read_captions
from grice.training.parser.editions import Editions, buckets_of
from grice.training.parser.export import export_parser
from grice.training.parser.fitting import prepared
from grice.training.parser.judge import GraphScores, judge
from grice.training.parser.loss import ParserLoss
from grice.training.parser.network import ParserNetwork
from grice.training.parser.restoring import restored
from grice.training.parser.rows import Row
from grice.training.parser.splits import Say

REPLAY = Path(str(files("grice.training.parser") / "replay.jsonl"))
FEWEST = 10
"""Captions from which a parser is adapted: fewer teach it their words."""
BATCH = 32
YOURS, GRICES = "yours, held out", "Grice's, not replayed"


@dataclass(frozen=True)
class Adapting:
    """How a parser is adapted: how often it sees each of the user's rows, how fast it changes."""

    passes: int = 12
    """How often each row of the user is learned from."""
    encoder_rate: float = 5e-5
    decoder_rate: float = 1e-4
    held_out: float = 0.1
    """The share of the user's rows that are not learned from."""
    seed: int = 0


def adapt(
    start: Path, given: Path, out: Path, settings: Adapting | None = None, say: Say = print
) -> list[dict[str, Any]]:
    """Fit the parser of the folder `start` to the captions of a file and export it to `out`; returns how it reads the
    captions held out, and as many of those replayed, before and after."""
    settings = settings or Adapting()
    if not (start / MANIFEST).is_file():
        raise InputError(f"{start} holds no exported parser", "a folder that grice train parser, export or adapt wrote")
    replayed = read_captions(REPLAY, {}, copies=1.0)
    own, held = _split(read_captions(given, marks_in(replayed), copies=1.0), settings)
    old, kept = replayed[len(held) :], replayed[: len(held)]
    network, pieces, about = restored(start, dropout=0.1)
    learned = _learnable(own, pieces, say)
    say(f"{len(learned)} captions to learn from, {len(held)} held out, {_steps(learned, settings)} steps of {BATCH}")
    average = _fit(network, pieces, learned, old, settings, say)
    adapted = {"from": about["name"], "captions": len(learned), "passes": settings.passes}
    record = {"name": out.name, "identifiers": about["identifiers"], "adapted": adapted}
    with average.applied():
        export_parser(network, pieces, out, about["form"], record, about["beams"], about.get("calibration"))
    parsers = {"before": NetworkParser(start), "after": NetworkParser(out)}
    return [_compared(name, rows, parsers) for name, rows in ((YOURS, held), (GRICES, kept)) if rows]


def _split(given: Sequence[Row], settings: Adapting) -> tuple[list[Row], list[Row]]:
    """The captions to learn from and those held out."""
    order = np.random.default_rng([settings.seed, 11]).permutation(len(given))
    count = round(settings.held_out * len(given))
    learned, held = [given[i] for i in order[count:]], [given[i] for i in order[:count]]
    if len(learned) < FEWEST:
        raise InputError(f"{len(learned)} captions to learn from", f"at least {FEWEST}, better 50 to 500")
    return learned, held


def _learnable(rows: Sequence[Row], pieces: GraphPieces, say: Say) -> list[Row]:
    """The rows that fit into the network."""
    fits = [bucket is not None for bucket in buckets_of(pieces, rows)]
    if not all(fits):
        say(f"left out: {fits.count(False)} captions that are too long")
    return [row for row, fit in zip(rows, fits, strict=True) if fit]


def _steps(rows: Sequence[Row], settings: Adapting) -> int:
    return max(1, 2 * settings.passes * len(rows) // BATCH)


def _fit(
    network: ParserNetwork, pieces: GraphPieces, own: Sequence[Row], old: Sequence[Row], settings: Adapting, say: Say
) -> Average:
    """Train the network on rows of the user and as many old ones; the average of its last weights."""
    torch.manual_seed(settings.seed)
    precision = prepared("cpu")
    share = min(1.0, len(own) / len(old))
    rows = [*own, *(replace(row, copies=share) for row in old)]
    steps = _steps(own, settings)
    batches = Batches(Editions(rows, pieces, Mixture(), settings.seed), BATCH, settings.seed)
    groups = network.groups(settings.encoder_rate, settings.decoder_rate, weight_decay=0.0)
    loss = ParserLoss(network, smoothing=0.05, agreement=0.0, hide_source=0.03)
    plan = Plan(steps=steps, warmup=max(1, steps // 10), decay=0.98, precision=precision)

    def report(now: Report, _: Average) -> None:
        say(f"step {now.step} of {steps}, {now.seconds:.0f} s, loss {now.loss:.3f}")

    return train(network, loss, groups, batches, plan, report)


def _compared(name: str, given: Sequence[Row], parsers: Mapping[str, NetworkParser]) -> dict[str, Any]:
    """How each of the parsers reads the same captions."""
    found: dict[str, Any] = {"captions": name, "rows": len(given)}
    for when, parser in parsers.items():
        graphs = parser([row.text for row in given])
        scores: GraphScores = judge([graph.facts for graph in graphs], [row.gold for row in given])
        found |= {f"spice_{when}": scores.spice / 100, f"right_{when}": scores.set_match / 100}
    return found
