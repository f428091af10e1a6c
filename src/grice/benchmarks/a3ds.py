"""Who singles out the target? Table 1 of Tsvilodub & Franke (2023), every captioner on the thirteen test sets.

The score of a category is the unweighted mean over its sets, as in the paper. The published models B, RP and SP are
beside ours; their captions were not released, so their rows are the printed ones. `--agents` adds those trained here
(`a3ds_agents`), `--predictions` judges the captions of a file (`a3ds_predictions`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from warnings import catch_warnings, simplefilter

import numpy as np
import typer
from numpy.typing import NDArray

from grice.benchmarks.options import Seed
from grice.checks import named
from grice.engines.score import score
from grice.errors import InputError
from grice.metrics.rooms.pragmatics import formulas
from grice.metrics.rooms.profile import mention_order, redundancy_profile, size_before_colour
from grice.metrics.tally import Score
from grice.progress import step
from grice.readers.rooms.listener import listen
from grice.scenes.context import TEST_SETS, Pairs, draw_test_sets
from grice.scenes.rooms import FEATURES
from grice.speakers.base import SPEAKERS, TRAINED, load
from grice.tables import Table

VALUES = ("d", "e", "e(z)", "r", "od", "k", "false", "chance", "listener")
MEANINGS = {
    "c": "contrastive features that the caption mentions: those that tell target and distractor apart",
    "k": "features that the caption truly mentions, contrastive or not",
    "z": "contrastive features that there are to mention",
    "d": "discriminative: the share of captions that rule the distractor out (c > 0)",
    "e": "efficient: 1 - (c - 1) / (k - 1), the paper's formula, over discriminative captions alone",
    "e(z)": "efficient: 1 - (c - 1) / (z - 1), which is what the paper's Table 1 shows",
    "r": "relevant: 1 - (k - c) / (6 - z), the share of redundant features that are left out",
    "od": "optimally discriminative: the share of captions with exactly one contrastive feature (c = 1)",
    "false": "features of which the caption says something false, on average",
    "chance": "d of a speaker that mentions as many features, drawn at random",
    "listener": "the share of pairs in which a literal listener picks the target (paper: its trained listener)",
}
"""What the letters of the tables stand for."""
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
_RULES = tuple(name for name in SPEAKERS.of("rooms") if name not in TRAINED)
NOTES = (
    "e: efficiency over k - 1, the paper's formula; e(z): over z - 1, which is what its Table 1 shows. Both over "
    "discriminative captions only.",
    "chance: d of a speaker that mentions as many features, drawn at random. listener: share of pairs in which the "
    "literal listener picks the target (paper: the trained listener).",
    "Paper rows: as printed; false is the average over all sets; k was counted by a detector that carries mentions "
    "over from row to row, so it may be up to 1 too high.",
)


@dataclass(frozen=True)
class Shares:
    """A share for each feature, and over how many captions, so that the shares of several sets can be pooled."""

    shares: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def pooled(cls, parts: Iterable["Shares"]) -> "Shares":
        listed = list(parts)
        counts = np.sum([part.counts for part in listed], axis=0)
        # Back to whole numbers, so that pooling gives exactly what one division over all would give.
        sums = np.sum([np.rint(np.nan_to_num(part.shares) * part.counts) for part in listed], axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return cls(sums / counts, counts)


@dataclass(frozen=True)
class SetResult:
    """One captioner on one test set: the values of Table 1, its redundant mentions, and the order of its mentions."""

    captioner: str
    category: str
    set: str
    values: tuple[float, ...]
    redundant: Shares
    places: Shares
    size_first: Shares
    signature: str
    captions: tuple[str, ...]

    @property
    def d(self) -> float:
        return self.values[VALUES.index("d")]


def run(
    pairs: Annotated[int, typer.Option(min=1, help="Pairs per test set; 7500 in the paper.")] = 7500,
    seed: Seed = 0,
    captioners: Annotated[
        list[str] | None, typer.Option(help="Which captioners, comma-separated; by default all rules. Repeatable.")
    ] = None,
    agents: Annotated[
        bool, typer.Option("--agents", help="The trained agents: what they say, their listeners, their drift.")
    ] = False,
    predictions: Annotated[
        Path | None,
        typer.Option(
            help="Judge these captions: columns set, target, distractor, prediction; or in order of --pairs-out."
        ),
    ] = None,
    pairs_out: Annotated[
        Path | None, typer.Option(help="Write the pairs of the thirteen sets here, to be captioned, and stop.")
    ] = None,
) -> list[Table]:
    """The tables of the evaluation, for the captioners named (default: every one that follows rules)."""
    from grice.benchmarks import a3ds_agents, a3ds_predictions

    captioners = named(captioners or ())
    sets = draw_test_sets(pairs, seed)
    if pairs_out is not None:
        return [a3ds_predictions.write_pairs(sets, pairs_out)]
    if agents and (captioners or predictions):
        raise InputError("--agents with other captioners", "one or the other")
    if predictions is not None:
        given = a3ds_predictions.read_predictions(predictions, sets)
        speaking: dict[str, Said] = {predictions.stem: lambda category, name, _drawn, _seed: given[category, name]}
        speaking |= {name: spoken(name) for name in captioners}
    else:
        chosen = [SPEAKERS.name(name) for name in captioners or a3ds_agents.AGENTS if agents or captioners]
        speaking = {name: spoken(name) for name in chosen or _RULES}
    results = evaluate_sets(sets, seed, speaking)
    signature = f"pairs:{pairs}|seed:{seed}|{results[0].signature}"
    makers = (table_1, by_set, profile, orders)
    tables = [table for make in makers for table in make(results, signature)]
    return tables + (a3ds_agents.tables(results, sets, seed, signature) if agents else [])


Said = Callable[[str, str, Pairs, int], Sequence[str]]
"""Captions of the pairs of a set: from its category, its name, the pairs and a seed."""


def spoken(captioner: str, **options: Any) -> Said:
    """What a speaker says of a set."""
    speak = load(captioner, **options)

    def say(_category: str, _name: str, drawn: Pairs, seed: int) -> Sequence[str]:
        return speak(drawn.targets, drawn.distractors[:, None].tolist(), seed=seed)

    return say


def evaluate(pairs: int, seed: int, captioners: Sequence[str]) -> list[SetResult]:
    """Every speaker named on every set."""
    return evaluate_sets(draw_test_sets(pairs, seed), seed, {name: spoken(name) for name in captioners})


def evaluate_sets(sets: Mapping[str, Mapping[str, Pairs]], seed: int, speaking: Mapping[str, Said]) -> list[SetResult]:
    """Every captioner on every set; each set has its own seed for captioners that draw at random.

    All captioners see a set before the next one begins: those that look at pictures share what was seen.
    """
    results = []
    seeds = iter(np.random.SeedSequence([seed, 1]).generate_state(13).tolist())
    for category, of_category in sets.items():
        for name, drawn in of_category.items():
            of_set, rivals = next(seeds), drawn.distractors[:, None].tolist()
            for captioner, say in speaking.items():
                captions = say(category, name, drawn, of_set)
                found = score(captions, targets=drawn.targets.tolist(), distractors=rivals, metrics="pragmatics")
                heard = _listened(captions, drawn)
                results.append(_result(captioner, category, name, found["pragmatics"], heard, captions))
                step()
    return results


def _result(
    captioner: str, category: str, name: str, found: Score, listener: float, captions: Sequence[str]
) -> SetResult:
    values = found.values
    ours = (values["d"], values["e"], _over_z(found), *(values[value] for value in ("r", "od", "k", "false")))
    redundant, order = redundancy_profile(found), mention_order(found)
    share, pairs = size_before_colour(found)
    return SetResult(
        captioner,
        category,
        name,
        (*ours, found.null["d"], listener),
        Shares(redundant["mentioned"].to_numpy(), redundant["redundant"].to_numpy()),
        Shares(order["mean place"].to_numpy(), order["captions"].to_numpy()),
        Shares(np.array([share]), np.array([pairs])),
        found.signature,
        tuple(captions),
    )


def _over_z(found: Score) -> float:
    """Efficiency over z - 1, from the counts that efficiency over k - 1 was taken from."""
    d, c, k, z = (found[name].items.astype(np.int64) for name in ("d", "c", "k", "z"))
    e = formulas(d == 1, c, k, z, np.ones(len(d), np.int64), "table")["e"]
    return float(np.nanmean(e)) if d.any() else float("nan")


def _listened(captions: Sequence[str], pairs: Pairs) -> float:
    choices = listen(captions, np.stack([pairs.targets, pairs.distractors], axis=1).tolist())
    return float(np.mean([choice.place == 0 for choice in choices]))


def table_1(results: Sequence[SetResult], signature: str = "") -> list[Table]:
    """The paper's Table 1, a table for each category: every captioner, then the published models."""
    tables = []
    for category in TEST_SETS:
        rows: list[list[object]] = []
        for captioner in _captioners(results):
            rows.append([captioner, *means(_of(results, captioner, category)).values()])
        rows += [[name, *published[category]] for name, published in PAPER.items()]
        title = f"Pragmatic evaluation, pairs matched on {category} (Tsvilodub & Franke 2023, Table 1)"
        notes = NOTES if category == _LAST else ()
        tables.append(Table(title, ("captioner", *VALUES), rows, notes, signature, MEANINGS))
    return tables


def by_set(results: Sequence[SetResult], signature: str = "") -> list[Table]:
    """Discriminativity on each of the thirteen sets, a table for each category."""
    ours = {(one.captioner, one.set): one.d for one in results}
    tables = []
    for category, sets in TEST_SETS.items():
        rows: list[list[object]] = [
            [captioner, *(ours[captioner, name] for name in sets)] for captioner in _captioners(results)
        ]
        for model, published in PAPER_SETS.items():
            if any(name in published for name in sets):
                rows.append([model, *(published.get(name) for name in sets)])
        title = f"Discriminativity by set, matched on {category}"
        tables.append(Table(title, ("captioner", *sets), rows, (), signature))
    return tables


def profile(results: Sequence[SetResult], signature: str = "") -> list[Table]:
    """Figure 2 of the paper as data, a table for each category."""
    tables = []
    for category in TEST_SETS:
        rows = [
            [captioner, *Shares.pooled(one.redundant for one in _of(results, captioner, category)).shares.tolist()]
            for captioner in _captioners(results)
        ]
        note = "The share of captions that mention a feature among those where it does not tell the images apart."
        title = f"Mentioned although redundant (Figure 2), matched on {category}"
        tables.append(Table(title, ("captioner", *FEATURES), rows, (note,) if category == _LAST else (), signature))
    return tables


def orders(results: Sequence[SetResult], signature: str = "") -> list[Table]:
    """At which position features are mentioned, and whether size comes before colour as people prefer."""
    rows = []
    for captioner in _captioners(results):
        chosen = list(_of(results, captioner))
        places = Shares.pooled(one.places for one in chosen)
        sizes = Shares.pooled(one.size_first for one in chosen)
        rows.append([captioner, *places.shares.tolist(), float(sizes.shares[0]), int(sizes.counts[0])])
    return [
        Table(
            "Order of mention",
            ("captioner", "floor", "wall", "hue", "scale", "shape", "place", "size 1st", "pairs"),
            rows,
            (
                "Mean place among the features a caption mentions, 1 = first. size 1st: the share of tiny red balls "
                "among these and red tiny balls; people put the size first (Scontras, Degen & Goodman 2017).",
            ),
            signature,
        )
    ]


def means(results: Iterable[SetResult]) -> dict[str, float]:
    """The unweighted mean over sets of each of `VALUES`, where it is defined; NaN where it is nowhere."""
    with catch_warnings():
        simplefilter("ignore", RuntimeWarning)
        found = np.nanmean([one.values for one in results], axis=0)
    return dict(zip(VALUES, found.tolist(), strict=True))


def _captioners(results: Sequence[SetResult]) -> list[str]:
    return list(dict.fromkeys(one.captioner for one in results))


def _of(results: Sequence[SetResult], captioner: str, category: str | None = None) -> Iterable[SetResult]:
    return (one for one in results if one.captioner == captioner and category in (None, one.category))
