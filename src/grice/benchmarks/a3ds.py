"""Table 1 of Tsvilodub & Franke (2023), recomputed: every captioner at hand on the thirteen test sets.

A score of a category is the unweighted mean over its sets, as in the paper. The published models B, RP and SP stand
beside ours; their captions were not released, so their rows are the printed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from grice.metrics.base import Rows
from grice.metrics.rooms.pragmatics import Pragmatics, formulas
from grice.metrics.rooms.profile import mention_order, redundancy_profile, size_before_colour
from grice.metrics.tally import Score, Tally
from grice.scenes.context import TEST_SETS, Pairs, draw_test_sets
from grice.scenes.rooms import FEATURES
from grice.speakers.base import SPEAKERS, load
from grice.tables import Table

VALUES = ("d", "e", "e(z)", "r", "od", "k", "false", "chance", "listener")
PAPER: dict[str, dict[str, tuple[float | None, ...]]] = {
    "B (paper)": {
        "one feature": (0.999, None, 0.198, 0.150, 0.014, 5.880, 0.720, None, None),
        "two features": (0.997, None, 0.203, 0.162, 0.039, 5.871, 0.720, None, None),
        "three features": (0.984, None, 0.251, 0.149, 0.148, 5.876, 0.720, None, None),
    },
    "RP (paper)": {
        "one feature": (0.822, None, 0.879, 0.668, 0.457, 2.944, 0.139, None, 0.919),
        "two features": (0.576, None, 0.963, 0.522, 0.485, 2.950, 0.139, None, 0.887),
        "three features": (0.527, None, 0.856, 0.684, 0.335, 2.955, 0.139, None, 0.862),
    },
    "SP (paper)": {
        "one feature": (0.824, None, 0.875, 0.640, 0.452, 3.125, 0.316, None, 0.895),
        "two features": (0.586, None, 0.955, 0.521, 0.476, 3.133, 0.316, None, 0.900),
        "three features": (0.541, None, 0.875, 0.665, 0.367, 3.135, 0.316, None, 0.860),
    },
}
# Discriminativity on single sets, as section 3 of the paper gives it in the text.
PAPER_SETS: dict[str, dict[str, float]] = {
    "RP (paper)": {"object": 0.087, "background": 0.875, "random three": 0.618},
    "SP (paper)": {
        "shape+object_hue": 0.501,
        "scale+object_hue": 0.750,
        "random two": 0.724,
        "object": 0.164,
        "background": 0.605,
        "random three": 0.854,
    },
}
_LAST = list(TEST_SETS)[-1]
NOTES = (
    "e: efficiency over k - 1, the paper's formula; e(z): over z - 1, which is what its Table 1 shows. Both over "
    "discriminative captions only.",
    "chance: d of a speaker that mentions as many features, drawn at random. listener: share of pairs in which the "
    "literal listener picks the target (paper: the trained listener).",
    "Paper rows: as printed; false is its average over all sets; k was counted by a detector that leaks from row to "
    "row, so it may be up to 1 too high.",
)


@dataclass(frozen=True)
class Run:
    """One captioner on one test set."""

    captioner: str
    category: str
    set: str
    score: Score
    listener: float

    @property
    def values(self) -> tuple[float, ...]:
        values, items = self.score.values, {n: self.score[n].items for n in ("d", "c", "k", "z")}
        counts = {name: array.astype(np.int64) for name, array in items.items()}
        one = np.ones(len(counts["d"]), np.int64)
        over_z = formulas(counts["d"] == 1, counts["c"], counts["k"], counts["z"], one, "table")["e"]
        e_table = float(np.nanmean(over_z)) if counts["d"].any() else float("nan")
        return (
            values["d"],
            values["e"],
            e_table,
            values["r"],
            values["od"],
            values["k"],
            values["false"],
            self.score.null["d"],
            self.listener,
        )


def run(
    pairs: Annotated[int, "Pairs per test set; 7500 in the paper."] = 7500,
    seed: int = 0,
    captioners: Annotated[Sequence[str] | None, "Which captioners, comma-separated; default all."] = None,
    step: Callable[..., object] = lambda *_: None,
) -> list[Table]:
    """The tables of the evaluation, for the captioners named (default: all there are)."""
    runs = evaluate(pairs, seed, captioners or SPEAKERS.of("rooms"), step)
    signature = f"pairs:{pairs}|seed:{seed}|{runs[0].score.signature}"
    return [*table_1(runs, signature), *by_set(runs, signature), *profile(runs, signature), orders(runs, signature)]


def evaluate(
    pairs: int, seed: int, captioners: Sequence[str], step: Callable[..., object] = lambda *_: None
) -> list[Run]:
    """Every captioner on every set; each set has a seed of its own for captioners that draw."""
    metric = Pragmatics()
    runs = []
    for captioner in captioners:
        speak = load(captioner)
        seeds = iter(np.random.SeedSequence([seed, 1]).generate_state(13).tolist())
        for category, sets in draw_test_sets(pairs, seed).items():
            for name, drawn in sets.items():
                rivals = drawn.distractors[:, None].tolist()
                captions = speak(drawn.targets, rivals, seed=next(seeds))
                tally = Tally(metric)
                tally.update(Rows(captions, targets=drawn.targets.tolist(), distractors=rivals))
                runs.append(Run(captioner, category, name, tally.compute(), _listened(captions, drawn)))
                step()
    return runs


def table_1(runs: Sequence[Run], signature: str = "") -> list[Table]:
    """The paper's Table 1, a table for each category: every captioner, then the published models."""
    tables = []
    for category in TEST_SETS:
        rows: list[list[object]] = []
        for captioner in _captioners(runs):
            chosen = [run.values for run in runs if (run.captioner, run.category) == (captioner, category)]
            rows.append([captioner, *np.nanmean(chosen, axis=0).tolist()])
        rows += [[name, *published[category]] for name, published in PAPER.items()]
        title = f"Pragmatic evaluation, pairs matched on {category} (Tsvilodub & Franke 2023, Table 1)"
        tables.append(Table(title, ("captioner", *VALUES), rows, NOTES if category == _LAST else (), signature))
    return tables


def by_set(runs: Sequence[Run], signature: str = "") -> list[Table]:
    """Discriminativity on each of the thirteen sets, a table for each category."""
    ours = {(run.captioner, run.set): run.score.values["d"] for run in runs}
    tables = []
    for category, sets in TEST_SETS.items():
        rows: list[list[object]] = [
            [captioner, *(ours[captioner, name] for name in sets)] for captioner in _captioners(runs)
        ]
        for model, published in PAPER_SETS.items():
            if any(name in published for name in sets):
                rows.append([model, *(published.get(name) for name in sets)])
        tables.append(
            Table(f"Discriminativity by set, matched on {category}", ("captioner", *sets), rows, (), signature)
        )
    return tables


def profile(runs: Sequence[Run], signature: str = "") -> list[Table]:
    """Figure 2 of the paper as data, a table for each category."""
    tables = []
    for category in TEST_SETS:
        rows = [
            [captioner, *redundancy_profile(_merged(runs, captioner, category)).column("mentioned").to_pylist()]
            for captioner in _captioners(runs)
        ]
        note = "The share of captions that mention a feature among those where it does not tell the images apart."
        title = f"Mentioned although redundant (Figure 2), matched on {category}"
        tables.append(Table(title, ("captioner", *FEATURES), rows, (note,) if category == _LAST else (), signature))
    return tables


def orders(runs: Sequence[Run], signature: str = "") -> Table:
    """In which place features are mentioned, and whether size comes before colour as people prefer."""
    rows = []
    for captioner in _captioners(runs):
        score = _merged(runs, captioner, None)
        share, pairs = size_before_colour(score)
        rows.append([captioner, *mention_order(score).column("mean place").to_pylist(), share, pairs])
    return Table(
        "Order of mention",
        ("captioner", "floor", "wall", "hue", "scale", "shape", "place", "size 1st", "pairs"),
        rows,
        (
            "Mean place among the features a caption mentions, 1 = first. size 1st: the share of tiny red balls among "
            "these and red tiny balls; people put the size first (Scontras, Degen & Goodman 2017).",
        ),
        signature,
    )


def _captioners(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(run.captioner for run in runs))


def _merged(runs: Sequence[Run], captioner: str, category: str | None) -> Score:
    tally = Tally(Pragmatics())
    for run in runs:
        if run.captioner == captioner and category in (None, run.category):
            tally.extend(run.score.tally)
    return tally.compute()


def _listened(captions: Sequence[str], pairs: Pairs) -> float:
    from grice.readers.rooms.listener import listen

    choices = listen(captions, np.stack([pairs.targets, pairs.distractors], axis=1).tolist())
    return float(np.mean([choice.place == 0 for choice in choices]))
