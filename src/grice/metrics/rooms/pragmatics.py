"""Does a caption single out its target without saying too much? The pragmatic metrics of A3DS.

Tsvilodub & Franke (2023), section 2.2. With c contrastive features mentioned, k features truly mentioned and z
features that tell target and distractor apart: discriminativity d = [c > 0]; contrastive efficiency
e = 1 - (c - 1)/(k - 1), over discriminative captions only; relevance r = 1 - (k - c)/(6 - z); optimal
discriminativity od = [c = 1].

What a caption denies is judged the other way round, and counts where it is true: "not a red block" singles nothing out
as red; where the target is another colour, it rules out red blocks.

With several distractors, d asks that every one be ruled out, and the 1 in e and od becomes the fewest features that
can do it.
"""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.meaning.mentions import Mentions
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.inputs import problem
from grice.metrics.rooms import chance, profile
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.truth import STATUS, Contrast, Judgement, Rule, judge
from grice.readers.rooms.vocabulary import Vocabulary
from grice.scenes import rooms
from grice.scenes.context import Contexts
from grice.scenes.rooms import FEATURES

Efficiency = Literal["paper", "table", "script"]
CHANCE = "chance"
"""The statistic that holds what a random speaker would get."""
_CHOICES = {
    "rule": ("paper", "strict"),
    "efficiency": ("paper", "table", "script"),
    "contrast": ("label", "phrase"),
    "mentions": ("true", "all"),
}


class Pragmatics(Metric):
    """Discriminativity, efficiency, relevance and optimality of captions of 3DShapes rooms.

    rule        "paper": a colour only one feature has counts wherever it stands; "strict": it belongs to its head
    efficiency  "paper": k - 1 below the line; "table": z - 1, which is what the paper's Table 1 shows; "script": z - 1
                and 0 for captions that do not discriminate, as the released script stores it
    contrast    "label": features differ if their labels do; "phrase": only if their words do
    mentions    "true": k counts the features truly mentioned; "all": false ones as well
    vocabulary  "released", "fixed", or a Vocabulary of your own
    """

    name = "pragmatics"
    needs = ("targets", "distractors")
    values = (
        Value("d", "discriminativity: is every distractor ruled out?"),
        Value("e", "contrastive efficiency, over discriminative captions", undefined=True),
        Value("r", "relevance: are redundant features left out?"),
        Value("od", "optimal discriminativity: no contrastive feature too many"),
        Value("k", "features truly mentioned", 0, 6, None),
        Value("c", "contrastive features mentioned", 0, 6, None),
        Value("z", "contrastive features there are", 0, 6, None),
        Value("false", "features of which something false is said", 0, float("inf"), False),
    )

    def __init__(
        self,
        rule: Rule = "paper",
        efficiency: Efficiency = "paper",
        contrast: Contrast = "label",
        mentions: Literal["true", "all"] = "true",
        vocabulary: str | Vocabulary = "released",
    ) -> None:
        for name, value in (("rule", rule), ("efficiency", efficiency), ("contrast", contrast), ("mentions", mentions)):
            checked_choice(self.name, name, value, _CHOICES[name])
        self.rule, self.efficiency, self.contrast, self.mentions = rule, efficiency, contrast, mentions
        self.vocabulary = vocabulary if isinstance(vocabulary, Vocabulary) else Vocabulary.load(vocabulary)  # type: ignore[arg-type]

    def settings(self) -> Mapping[str, str]:
        return {
            "rule": self.rule,
            "efficiency": self.efficiency,
            "contrast": self.contrast,
            "mentions": self.mentions,
            "vocabulary": self.vocabulary.name,
        }

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        errors, context = _checked(rows)
        owner = context.owner
        unreadable = [problem(text, "prediction") for text in rows.predictions]
        texts = ["" if unread else text for text, unread in zip(rows.predictions, unreadable, strict=True)]
        mentions = read_mentions(texts, self.vocabulary)
        targets, distractors = rooms.features(context.targets), rooms.features(context.distractors)
        judged = judge(mentions, targets, distractors, owner, self.rule, self.contrast)
        needed = context.fewest(judged.apart)
        blocked = np.zeros(len(rows), bool)
        blocked[owner[judged.open]] = True
        good = np.array([error is None for error in errors], bool)
        counts = {
            "k": judged.said.sum(1) + (judged.false if self.mentions == "all" else 0),
            "c": judged.telling.sum(1),
            "z": judged.differs.sum(1),
            "false": judged.false,
        }
        d = ~blocked & (counts["c"] > 0)
        values = {**formulas(d, counts["c"], counts["k"], counts["z"], needed, self.efficiency), **counts}
        if self.mentions == "true":
            # A feature in which the two differ may be mentioned truly and yet rule nothing out, as by "not red" of a
            # blue block beside a green one: more is mentioned in vain than there is redundant.
            values["r"] = np.maximum(values["r"], 0.0)
        guessed = chance.expected(judged.apart, owner, np.minimum(counts["k"], 6), needed, self.efficiency, good)
        return Measured(
            values={v.name: values[v.name].astype(np.float64) for v in self.values},
            errors=errors,
            unreadable=unreadable,
            statistics={CHANCE: guessed, **profile.statistics(mentions, judged)},
            details=details(mentions, judged, owner),
        )

    def worst(self, rows: Rows, which: NDArray[np.bool_]) -> Mapping[str, float | NDArray[np.float64]]:
        """Nothing is said, so nothing is ruled out and nothing false: efficiency is undefined, counts are counts."""
        worst = super().worst(rows, which)
        return {name: worst[name] for name in ("d", "e", "r", "od")}

    def null(self, sums: Mapping[str, Any]) -> dict[str, float]:
        """A speaker that mentions as many features, drawn at random, all true."""
        return chance.values(sums[CHANCE])

    def reasons(self, rows: Rows, measured: Measured) -> str:
        assert measured.details is not None
        row = measured.details.to_pylist()[0]
        text = rows.predictions[0]
        lines = [repr(text)]
        for m in row["mentions"]:
            said = "denied, " if m["denied"] else ""
            lines.append(f"  {text[m['start'] : m['end']]!r}: {said}{m['feature'] or 'no feature'}, {m['status']}")
        lines += [f"  not placed: {', '.join(row['unplaced'])}"] if row["unplaced"] else []
        lines += [f"  distractors still open: {len(row['open'])}"] if row["open"] else []
        lines.append("  " + "  ".join(f"{name} {values[0]:.3g}" for name, values in measured.values.items()))
        return "\n".join(lines)


def formulas(
    d: NDArray[np.bool_],
    c: NDArray[np.int64],
    k: NDArray[np.int64],
    z: NDArray[np.int64],
    needed: NDArray[np.int64],
    efficiency: Efficiency,
) -> dict[str, NDArray[np.float64]]:
    """d, e, r and od from the counts; NaN where a value is undefined."""
    below = (k if efficiency == "paper" else z) - needed
    with np.errstate(divide="ignore", invalid="ignore"):
        e = np.where(below > 0, 1 - (c - needed) / below, 1.0)
        r = np.where(z < len(FEATURES), 1 - (k - c) / (len(FEATURES) - z), np.nan)
    return {
        "d": d.astype(np.float64),
        "e": np.where(d, e, 0.0 if efficiency == "script" else np.nan),
        "r": r,
        "od": (d & (c == needed)).astype(np.float64),
    }


def details(mentions: Mentions, judged: Judgement, owner: NDArray[np.int64]) -> pa.Table:
    """Per caption: its mentions with spans, the words that were not placed, the distractors left open (by place)."""
    names = pa.array([*FEATURES, None])
    rows = pa.StructArray.from_arrays(
        [
            names.take(pa.array(judged.feature.astype(np.int64) % len(names))),
            mentions.words,
            pa.array(mentions.start),
            pa.array(mentions.end),
            pa.array(STATUS).take(pa.array(judged.status)),
            pa.array(mentions.denied),
        ],
        names=["feature", "words", "start", "end", "status", "denied"],
    )
    place = np.arange(len(owner)) - np.searchsorted(owner, owner)
    return pa.table(
        {
            "mentions": _lists(mentions.item, rows, mentions.captions),
            "unplaced": _lists(mentions.unplaced_item, mentions.unplaced.cast(pa.string()), mentions.captions),
            "open": _lists(owner[judged.open], pa.array(place[judged.open]), mentions.captions),
        }
    )


def _lists(item: NDArray[np.int64], values: pa.Array, captions: int) -> pa.Array:
    ends = np.cumsum(np.bincount(item, minlength=captions))
    return pa.ListArray.from_arrays(pa.array(np.concatenate(([0], ends)), pa.int32()), values)


def _checked(rows: Rows) -> tuple[list[str | None], Contexts]:
    """Errors per row, and its target and distractors by id (0 and 1 where a row has an error)."""
    assert rows.targets is not None
    assert rows.distractors is not None
    rivals = [list(given) if checks.has_entries(given) else [given] for given in rows.distractors]
    errors = [_problem(*row) for row in zip(rows.targets, rivals, strict=True)]
    targets = [0 if error else int(target) for target, error in zip(rows.targets, errors, strict=True)]
    lists = [[1] if error else given for given, error in zip(rivals, errors, strict=True)]
    flat, sizes = [rival for given in lists for rival in given], [len(given) for given in lists]
    return errors, Contexts(*(np.array(column, np.int64) for column in (targets, flat, sizes)))


def _problem(target: Any, rivals: list[Any]) -> str | None:
    for name, value in (("target", target), *(("distractor", rival) for rival in rivals)):
        if not _is_id(value):
            return f"{name} {value!r} is not an image id"
        if not 0 <= value < rooms.COUNT:
            return f"{name} {value} is not an image id (0 to {rooms.COUNT - 1})"
    if not rivals:
        return "no distractor"
    return f"target {target} is its own distractor" if target in rivals else None


def _is_id(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
