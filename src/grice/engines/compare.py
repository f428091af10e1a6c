"""`grice.compare`: which of several systems is better, on the same items, and where do they differ?

Every value is computed over the items that all systems have, with its bootstrap interval. Every two systems are tested
item by item (`statistics.paired`): by permutation, which asks how often the difference would be as large had the two
been swapped at random within each item, or by the paired bootstrap. All p of a comparison are corrected together
(Holm 1979, `statistics.several`). Items that belong together, such as captions of one image, are `clusters`.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from grice import checks
from grice.engines.comparison import Comparison, Tested
from grice.engines.same_items import check_pairs
from grice.engines.score import Result, column_name, score
from grice.errors import InputError
from grice.metrics.tally import Score
from grice.readers.graphs.cache import remembering_parses
from grice.statistics.bootstrap import UNKNOWN
from grice.statistics.paired import Paired, bootstrap, randomisation
from grice.statistics.several import holm

TESTS = ("permutation", "bootstrap")
ALL = "all"


def compare(
    systems: Mapping[str, Any],
    references: Any = None,
    targets: Any = None,
    distractors: Any = None,
    images: Any = None,
    metrics: Any = (),
    *,
    test: str = "permutation",
    values: str | Sequence[str] = (),
    clusters: Sequence[Any] | None = None,
    names: Sequence[Any] | None = None,
    samples: int = 1000,
    seed: int = 0,
    level: float = 0.95,
    **settings: Any,
) -> Comparison:
    """Compare systems by name: results of `grice.score`, or with `metrics` the predictions of each.

    `values` are what is compared, such as "spice.recall": by default the first value of every metric, "all" for all.
    `clusters[i]` is what item i belongs to, such as its image; `names[i]` what it is called. `test` is "permutation" or
    "bootstrap". Further `settings` are those of `grice.score`.
    """
    if not isinstance(systems, Mapping) or len(systems) < 2:
        raise InputError(
            f"{len(systems)} to compare" if isinstance(systems, Mapping) else f"systems as {checks.quoted(systems)}",
            "two or more results by name",
            'grice.compare({"ours": ours, "theirs": theirs})',
        )
    check_test(test)
    given = {"references": references, "targets": targets, "distractors": distractors, "images": images}
    if metrics:
        # References that all systems share are parsed once.
        with remembering_parses():
            systems = {name: score(said, metrics=metrics, **given, **settings) for name, said in systems.items()}
    else:
        unused = [*(name for name, column in given.items() if column is not None), *settings]
        if unused:
            raise InputError(f"{unused[0]} without metrics", "metrics=, where predictions are compared and not results")
    results = {str(name): _result(name, one) for name, one in systems.items()}
    check_pairs(results)
    return _compared(results, _values(results, values), clusters, names, test, samples, seed, level)


def check_test(test: str) -> None:
    checks.choice(test, "test", TESTS)


def named(names: Sequence[str], results: Sequence[Result]) -> dict[str, Result]:
    """Results under their names, which must be as many and differ."""
    needed = f"{len(results)} different names"
    given = [str(name) for name in checks.entries(names, "names =", needed)]
    if len(given) != len(results) or len(set(given)) != len(results):
        raise InputError(f"names = {checks.quoted(names)}", needed, 'names=("ours", "theirs")')
    return dict(zip(given, results, strict=True))


def _result(name: Any, given: Any) -> Result:
    if not isinstance(given, Result):
        raise InputError(
            f"{name} is a {type(given).__name__}",
            "a result of grice.score; or predictions, with metrics=",
            'grice.compare({"ours": [...], "theirs": [...]}, references=[...], metrics=["spice"])',
        )
    return given


def _compared(
    results: Mapping[str, Result],
    values: Sequence[str],
    clusters: Sequence[Any] | None,
    names: Sequence[Any] | None,
    test: str,
    samples: int,
    seed: int,
    level: float,
) -> Comparison:
    blank = {
        name: next(iter(one.errors.values()), "")
        for result in results.values()
        for name, one in result.items()
        if not one.tally.usable.any()
    }
    judged = [one.tally.usable for result in results.values() for name, one in result.items() if name not in blank]
    usable = np.logical_and.reduce(judged) if judged else np.zeros(0, bool)
    count, rows = len(usable), np.flatnonzero(usable)
    values = [value for value in values if value.partition(".")[0] not in blank]
    if not len(rows) or not values:
        why = next((f": {reason}" for reason in blank.values()), "")
        raise InputError(f"no item that every system was judged on{why}", "at least one item")
    clusters, names = (
        None if column is None else _per_item(what, column, count)
        for what, column in (("clusters", clusters), ("names", names))
    )
    own = None if clusters is None else [clusters[int(i)] for i in rows]
    scores: dict[str, dict[str, Score]] = {}
    for value in values:
        metric, _, part = value.partition(".")
        scores[value] = {
            system: (result[metric][part] if part else result[metric]).over(usable)
            for system, result in results.items()
        }
    found = [
        (value, first, second, _tested(by[first], by[second], own, test, samples, seed, level))
        for value, by in scores.items()
        for first, second in combinations(by, 2)
    ]
    adjusted = holm([paired.p for *_, paired in found])
    tests = tuple(Tested(*one, float(p)) for one, p in zip(found, adjusted, strict=True))
    intervals = {v: {s: one.interval(level, samples, seed) for s, one in by.items()} for v, by in scores.items()}
    notes = [f"intervals: {100 * level:g} %, {samples} bootstrap samples; tests: paired {test}, seed {seed}"]
    notes += [f"{name} is left out, as it could judge no item: {reason}" for name, reason in blank.items()]
    if own is not None and len(set(own)) < len(own):
        notes.append(f"tests keep the items of each of {len(set(own))} groups together")
    if len(rows) < count:
        notes.append(
            f"{count - len(rows)} of {count} items are left out: a metric could not judge them for some system"
        )
    if partly := {row for result in results.values() for row in result.left_out}.intersection(rows.tolist()):
        notes.append(
            f"{len(partly)} of {count} items are judged by fewer references than given: the others cannot be read"
        )
    return Comparison(results, tuple(values), scores, intervals, tests, rows, names, tuple(notes))


def _per_item(what: str, column: Any, count: int) -> list[Any]:
    needed = f"one of the {what} per item"
    found = checks.entries(column, what, needed)
    if len(found) != count:
        raise InputError(f"{len(found)} {what} for {count} items", needed)
    return found


def _tested(
    one: Score, other: Score, clusters: Sequence[Any] | None, test: str, samples: int, seed: int, level: float
) -> Paired:
    try:
        (first, compute), (second, _) = one.summable(), other.summable()
    except InputError:
        note = "has no paired test: it is no sum over items"
        return Paired(one.value - other.value, UNKNOWN, float("nan"), note)
    found = bootstrap(first, second, compute, clusters, samples, seed, level)
    if test == "bootstrap" or found.note:
        return found
    p = randomisation(first, second, compute, clusters, samples, seed)
    return Paired(found.difference, found.interval, p, found.note)


def _values(results: Mapping[str, Result], asked: str | Sequence[str]) -> list[str]:
    """The values to compare: those asked for, or the first of every metric."""
    first = next(iter(results.values()))
    every = {column_name(name, value): None for name, one in first.items() for value in one.names}
    if isinstance(asked, str) and asked == ALL:
        return list(every)
    wanted = [asked] if isinstance(asked, str) else checks.texts(asked, "values =", f"some of {', '.join(every)}")
    unknown = [value for value in wanted if value not in every]
    if unknown:
        raise InputError(f"no value is called {unknown[0]!r}", f"one of {', '.join(every)}, or all")
    return list(dict.fromkeys(wanted)) or [column_name(name, one.names[0]) for name, one in first.items()]
