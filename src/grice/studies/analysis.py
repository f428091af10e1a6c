"""What do the answers show? Tables of a study, and for reconstruction the thesis's research question in words.

Reconstruction (Pel 2020, sections 3.4 to 5): swaps by producer and size; how far readers of one description differ (the
standard deviation of each kind over its readers, summed, as the thesis printed, and as a mean); tests of these; with
expert scores, regressions of swaps on them and the four hypotheses (`hypotheses`). Answers nest in participants and
descriptions, so the permutation test shuffles inside participants, and the mixed model has both.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from grice.errors import GriceError, InputError
from grice.statistics.anova import Test, anova, kruskal, levene, permutation, tukey, welch
from grice.statistics.bootstrap import interval
from grice.statistics.mixed import mixed
from grice.statistics.regression import Line, line
from grice.studies import export
from grice.studies.rater_agreement import agreement
from grice.studies.store import Store
from grice.tables import Table

Rows = Sequence[Mapping[str, Any]]
ANSWERS = ("answer_blue_squares", "answer_red_squares", "answer_blue_circles", "answer_red_circles")
HUMAN = "human"
SCORES = ("informativity", "correctness")


def tables(store: Store, scores: Rows = (), pairs: bool = False) -> list[Table]:
    """Every table of a study: those of its task where it has any, and agreement; with `pairs`, one of every pair."""
    make = TASKS.get(store.design.task)
    agreed = [[one.scale, one.kind, one.alpha, one.units, one.raters] for one in agreement(store)]
    heads = ("on", "scale", "Krippendorff's alpha", "units with two raters", "raters")
    rows = export.table(store).records()
    made = make(rows, scores, store.design.seed) if make else []
    made += [pair_table(usable(rows))] if make and pairs else []
    return [*made, Table("agreement", heads, agreed)]


def read_scores(path: str | Path) -> list[Mapping[str, Any]]:
    """Expert scores: a row for each expert and pair, or for each pair."""
    from grice.files import Column, open_rows

    columns = [Column("pair", "text"), *(Column(name, "anything", required=False) for name in SCORES)]
    return [row for batch in open_rows(path, columns) for row in batch.to_pylist()]


def draw(store: Store, scores: Rows, folder: str | Path) -> list[Path]:
    """The plots of a study as files, SVG and PNG."""
    from grice.studies import plots

    if store.design.task not in TASKS:
        raise InputError(f"the task {store.design.task!r} has no plots", f"one of {', '.join(TASKS)}")
    rows, found = export.table(store).records(), []
    makers: dict[str, Callable[[str], bytes]] = {"swaps-by-size": partial(plots.swaps_by_size, rows)}
    for name in SCORES if scores else ():
        makers[f"swaps-by-{name}"] = partial(plots.scores_against_swaps, rows, scores, name)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, make in makers.items():
        for form in ("svg", "png"):
            path = Path(folder) / f"{name}.{form}"
            path.write_bytes(make(form))
            found.append(path)
    return found


def reconstruction(rows: Rows, scores: Rows = (), seed: int = 0) -> list[Table]:
    """Every table of a reconstruction study; `scores` are expert scores by pair."""
    from grice.studies.hypotheses import hypotheses

    used = usable(rows)
    if not used:
        return [Table("answers", ("what",), [["no answers yet"]])]
    return [
        swaps_by_producer(used, seed),
        spread_table(used),
        *compared(used, seed),
        *([regressions(used, scores)] if scores else []),
        hypotheses(used, scores),
    ]


def usable(rows: Rows) -> list[Mapping[str, Any]]:
    """Answers to analyse: with counts, of items without a known answer, of people who did not fail the check."""
    return [row for row in rows if row["swaps"] is not None and not row["gold"] and row["status"] != "failed"]


def swaps_by_producer(rows: Rows, seed: int = 0) -> Table:
    """Swap percentages of every producer and size with totals (the thesis's Tables 2, 3 and 6)."""
    sizes = sorted({row["size"] for row in rows})
    lines: list[list[Any]] = []
    for producer in (*producers(rows), "total"):
        mine = [row for row in rows if producer in (row["producer"], "total")]
        shares = [row["swap_share"] for row in mine]
        cells = [mean([row["swap_share"] for row in mine if row["size"] == size], 100) for size in sizes]
        low, high = interval(shares, seed=seed)
        exact = mean([row["swaps"] == 0 for row in mine], 100)
        lines.append(
            [
                producer,
                *cells,
                mean(shares, 100),
                100 * low,
                100 * high,
                exact,
                sum(row["swaps"] for row in mine),
                len(mine),
            ]
        )
    heads = ("producer", *(f"n = {size}" for size in sizes), "all", "95 % from", "to", "exact %", "swaps", "answers")
    notes = ("swaps in per cent of the size, mean over answers; intervals by bootstrap over answers",)
    return Table("swap percentages by producer and size", heads, lines, notes)


def spreads(rows: Rows) -> dict[str, tuple[int, str, float, float]]:
    """For every pair with two readers or more: size, producer, and the sum and mean over kinds of the deviations."""
    by_pair: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        by_pair[row["pair"]].append(row)
    found = {}
    for pair, answers in by_pair.items():
        if len(answers) > 1:
            deviations = np.array([[row[kind] for kind in ANSWERS] for row in answers], float).std(axis=0, ddof=1)
            found[pair] = (
                answers[0]["size"],
                answers[0]["producer"],
                float(deviations.sum()),
                float(deviations.mean()),
            )
    return found


def pair_table(rows: Rows) -> Table:
    """Every pair: its readers, their mean swaps, and how far they differ."""
    found = spreads(rows)
    lines = []
    for pair in sorted({row["pair"] for row in rows}):
        mine = [row for row in rows if row["pair"] == pair]
        off = mean([row["swaps"] for row in mine])
        deviations = found[pair][2:] if pair in found else (None, None)
        lines.append([pair, mine[0]["size"], len(mine), off, 100 * off / mine[0]["size"], *deviations])
    heads = ("pair", "size", "readers", "mean swaps", "% of the size", "deviations: sum", "mean")
    return Table("every pair", heads, lines)


def spread_table(rows: Rows) -> Table:
    """How far readers of one description differ, by size (the thesis's Tables 4 and 5)."""
    found = spreads(rows).values()
    lines = [
        [size, len(of_size), mean([one[2] for one in of_size]), mean([one[3] for one in of_size])]
        for size in sorted({one[0] for one in found})
        for of_size in [[one for one in found if one[0] == size]]
    ]
    notes = ("of each pair with two readers or more; the thesis's tables say mean and print the sum",)
    return Table(
        "standard deviation of the answers to one description",
        ("size", "pairs", "sum over kinds", "mean"),
        lines,
        notes,
    )


def compared(rows: Rows, seed: int = 0) -> list[Table]:
    """Tests of sizes (on the deviations of pairs) and of producers (on swap shares)."""
    by_size: dict[object, list[float]] = defaultdict(list)
    for size, _, total, _ in spreads(rows).values():
        by_size[size].append(total)
    by_producer = {name: [row["swap_share"] for row in rows if row["producer"] == name] for name in producers(rows)}
    people = {name: [row["participant"] for row in rows if row["producer"] == name] for name in producers(rows)}
    notes = ["the permutation test of producers shuffles inside participants"]
    # Everything would be shuffled onto itself, and p be 1 whatever they answered.
    if len({row["participant"] for row in rows}) == len({(row["participant"], row["producer"]) for row in rows}):
        notes = ["no permutation test of producers inside participants: nobody read two producers"]
        people = {}
    lines: list[list[Any]] = []
    pairs: list[list[Any]] = []
    for what, groups, blocks in (("deviation by size", by_size, None), ("swap share by producer", by_producer, people)):
        kept = {
            name: values
            for name, values in sorted(groups.items(), key=lambda pair: str(pair[0]).zfill(9))
            if len(values) > 1
        }
        if len(kept) < 2:
            continue
        lines += [[what, test, *cells] for test, *cells in _tests(kept, blocks, seed)]
        pairs += [[what, f"{c.groups[0]} and {c.groups[1]}", c.difference, c.low, c.high, c.p] for c in _tukey(kept)]
    if not lines:
        return []
    names = ("what", "test", "statistic", "df", "p", "effect")
    by_pairs = Table("pairs of groups: Tukey's HSD", ("what", "groups", "difference", "95 % from", "to", "p"), pairs)
    return [Table("tests", names, lines, tuple(notes)), *([by_pairs] if pairs else []), *_mixed(rows)]


def regressions(rows: Rows, scores: Rows) -> Table:
    """Swap share of a pair on its expert scores: slope, R squared and Cohen's word (the thesis's Figures 2 and 3)."""
    lines = [
        [name, found.slope, found.intercept, found.r_squared, found.band, found.error, found.p, found.points]
        for name in SCORES
        if (found := regression(rows, scores, name)) is not None
    ]
    heads = ("score", "slope", "intercept", "R²", "in words (Cohen)", "standard error", "p", "pairs")
    return Table("swap share on expert scores", heads, lines, ("mean over the answers and the experts of a pair",))


def regression(rows: Rows, scores: Rows, name: str) -> Line | None:
    """The line of swap share on one score, over pairs that have both; None with fewer than three."""
    points = scored(rows, scores, name)
    return line([x for x, _ in points], [y for _, y in points]) if len(points) > 2 else None


def scored(rows: Rows, scores: Rows, name: str) -> list[tuple[float, float]]:
    """For every pair with expert scores: the mean score and the mean swap share."""
    given: dict[str, list[float]] = defaultdict(list)
    for row in scores:
        if row.get(name) not in (None, ""):
            try:
                given[str(row["pair"])].append(float(row[name]))
            except (KeyError, ValueError):
                raise InputError(f"expert score {row}", f"columns pair, {', '.join(SCORES)} with numbers") from None
    shares: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        shares[row["pair"]].append(row["swap_share"])
    return [(float(np.mean(given[pair])), float(np.mean(shares[pair]))) for pair in shares if pair in given]


def _tests(groups: Mapping[Any, Sequence[float]], blocks: Mapping[Any, Any] | None, seed: int) -> list[list[Any]]:
    """Every test of groups; labels are permuted inside `blocks`, or not at all where these are empty."""
    found = [
        ("one-way ANOVA", anova(groups)),
        ("Levene, about medians", levene(groups)),
        ("Kruskal–Wallis", kruskal(groups)),
    ]
    if blocks is None or blocks:
        within = None if blocks is None else {name: blocks[name] for name in groups}
        found.append(("permutation", permutation(groups, samples=1999, seed=seed, within=within)))
    if len(groups) == 2:
        found.append(("Welch's t", welch(*groups.values())))
    return [[name, one.statistic, ", ".join(f"{d:.4g}" for d in one.df), one.p, _effect(one)] for name, one in found]


def _effect(test: Test) -> str:
    return f"{test.effect_name} = {test.effect:.3f}" if test.effect_name else ""


def _tukey(groups: Mapping[Any, Sequence[float]]) -> list[Any]:
    return tukey(groups) if any(len(set(values)) > 1 for values in groups.values()) else []


def _mixed(rows: Rows) -> list[Table]:
    """The mixed-effects model of swap shares, where the extra is installed and the data allow one."""
    try:
        columns = ([row[name] for row in rows] for name in ("swap_share", "producer", "participant", "pair"))
        found = mixed(*columns)
    except (GriceError, ValueError, np.linalg.LinAlgError):
        return []
    lines = [[one.name, 100 * one.estimate, 100 * one.error, one.z, one.p] for one in found.effects]
    deviations = (
        f"participants {100 * found.participants:.2f}, pairs {100 * found.items:.2f}, rest {100 * found.residual:.2f}"
    )
    notes = [f"standard deviations in points: {deviations}", *(["the fit did not converge"] * (not found.converged))]
    return [Table("mixed model of swap percentages", ("effect", "points", "standard error", "z", "p"), lines, notes)]


def producers(rows: Rows) -> list[str]:
    return sorted({row["producer"] for row in rows}, key=lambda name: (name != HUMAN, name))


def mean(values: Sequence[Any], times: float = 1.0) -> float:
    return times * float(np.mean(values)) if len(values) else float("nan")


TASKS = {"reconstruction": reconstruction}
"""Tasks that have tables of their own; every task has agreement and the long table."""
