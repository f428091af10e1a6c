"""What does the report say of a user's own descriptions? A summary, distributions, the best and the worst items
explained, and, with a second file, which of the two systems is better."""

from collections.abc import Iterator, Sequence

import numpy as np

from grice.engines.compare import compare
from grice.engines.comparison import Comparison
from grice.engines.score import column_name, summary
from grice.metrics.tally import Score
from grice.readers.graphs.parsing import parse
from grice.report.charts import histogram
from grice.report.file_scores import Judged
from grice.report.graphs import drawn
from grice.report.own_items import explained
from grice.report.page import Answer, Figure, Figures, Fold, Heading, Number, Numbers, Paragraph, Part, Section
from grice.statistics.anova import shown_p
from grice.tables import shown

ITEMS = 3
"""How many of the best, of the worst, and of those on which two systems differ are shown."""
LARGEST = 3
"""Numbers that stand out at the top."""


def sections(own: Judged, other: Judged | None, seed: int) -> list[Section]:
    """The sections of a file, and of a comparison where there is a second one."""
    found = None
    if other is not None:
        results = {one.name: one.result for one in (own, other)}
        found = compare(results, clusters=own.names, names=own.names, seed=seed)
    made = [_summary(own, found)]
    if ranked := order(own):
        made.append(Section("How are the scores distributed?", list(_distributions(own, other)), "spread"))
        made.append(Section("The best and the worst", list(_items(own, ranked)), "items"))
    else:
        made.append(Section("How much do they say?", list(_facts(own)), "facts"))
    if found is not None and other is not None:
        made.append(Section("Which system is better?", list(_compared(found, own, other)), "comparison"))
    return made


def _summary(own: Judged, found: Comparison | None) -> Section:
    main = next(iter(own.result.values()))
    values = main.items[~np.isnan(main.items)]
    words = np.array([len(text.split()) for text in own.texts], float)
    low, high = main.interval()
    name = column_name(main.metric.name, main.name)
    about = next(value.meaning for value in main.metric.values if value.name == main.name)
    lost, bad = len(own.result.errors), len(own.result.unreadable)
    counts = f"All {len(own):,}" if not lost else f"{len(own) - lost:,} of the {len(own):,}"
    counts += f" descriptions of {own.name} were judged"
    counts += f"; {bad:,} could not be read and {'gets' if bad == 1 else 'get'} the worst value." if bad else "."
    if partly := len(own.result.left_out):
        counts += f" {partly:,} {'is' if partly == 1 else 'are'} judged by fewer references than given."
    middle = f"Half of the descriptions have {np.median(words):.0f} words or more."
    if len(values):
        first, third = np.quantile(values, [0.25, 0.75])
        middle = f"Half of the items lie between {shown(float(first))} and {shown(float(third))}."
    numbers = tuple(_number(score) for score in list(own.result.values())[:LARGEST])
    known = f" (95 % from {shown(low)} to {shown(high)})" if low == low else ""
    answer = Answer(
        (counts, f"{name}, {about}: {shown(main.value)}{known}.", middle if found is None else _verdict(found)),
        Figure(_chart(name, {own.name: main}), f"How many items of {own.name} get which {name}.")
        if len(values)
        else Figure(histogram("the number of words", {own.name: words}), "How many descriptions have how many words."),
    )
    table = summary(own.result)
    parts: list[Part] = [
        Numbers(numbers),
        type(table)("Every value", table.columns, table.rows, (), own.result.signature),
    ]
    return Section(f"How good are the descriptions of {own.name}?", parts, "summary", answer)


def _number(score: Score) -> Number:
    meaning = next(value.meaning for value in score.metric.values if value.name == score.name)
    low, high = score.interval()
    beside = f"{shown(low)} to {shown(high)}" if low == low else ""
    return Number(column_name(score.metric.name, score.name), shown(score.value), beside, f"{meaning}.")


def _verdict(found: Comparison) -> str:
    """What the first test comes to, in words."""
    test = found.tests[0]
    gap, p = test.found.difference, test.adjusted
    if p != p or p >= 0.05:
        return f"{test.first} and {test.second} do not differ reliably in {test.value} ({gap:+.3f}, p {shown_p(p)})."
    ahead = found.best.get(test.value, test.first if gap > 0 else test.second)
    behind = test.second if ahead == test.first else test.first
    return f"{ahead} is ahead of {behind} in {test.value} by {abs(gap):.3f} (p {shown_p(p)})."


def _distributions(own: Judged, other: Judged | None) -> Iterator[Part]:
    charts: list[Figure] = []
    others: list[Figure] = []
    for name, score in own.result.items():
        for value in score.metric.values:
            one = {own.name: score[value.name]}
            if other is not None:
                one[other.name] = other.result[name][value.name]
            if any(len(set(s.items[~np.isnan(s.items)].tolist())) > 1 for s in one.values()):
                label = column_name(name, value.name)
                chosen = charts if value.name == score.name else others
                chosen.append(Figure(_chart(label, one), f"{value.meaning}.", label))
    yield Paragraph("How many items get which value. Items for which a value is undefined are left out.")
    yield Figures(tuple(charts))
    if others:
        yield Fold(f"{len(others)} more value{'s' * (len(others) > 1)}", [Figures(tuple(others))])


def _chart(name: str, scores: dict[str, Score]) -> str:
    return histogram(name, {who: score.items[~np.isnan(score.items)] for who, score in scores.items()})


def _facts(own: Judged) -> Iterator[Part]:
    """How many facts descriptions state, where there is nothing to judge each of them by."""
    graphs = parse([text or "-" for text in own.texts])
    facts = np.array([len(scene.facts) for scene in graphs], float)
    yield Paragraph("Without references or scenes, descriptions are not judged one by one; this is what they state.")
    yield Figure(histogram("the number of facts", {own.name: facts}), "How many descriptions state how many facts.")
    ranked = np.argsort(facts, kind="stable").tolist()
    few = max(1, min(ITEMS, len(ranked) // 2))
    for title, chosen in (("Those that say most", ranked[::-1][:few]), ("Those that say least", ranked[:few])):
        yield Heading(title)
        for item in chosen:
            yield drawn(graphs[item], f"{own.name}, {own.called(item)}")


def _items(own: Judged, ranked: Sequence[int]) -> Iterator[Part]:
    """The first and last few of the items, which are in the order of the first value."""
    main = next(iter(own.result.values()))
    name = column_name(main.metric.name, main.name)
    few = min(ITEMS, len(ranked) // 2)
    for title, chosen in (("The worst", ranked[:few]), ("The best", ranked[::-1][:few] if few else ranked[:ITEMS])):
        if chosen:
            yield Heading(f"{title} by {name}")
            for item in chosen:
                yield explained(own, item)


def order(own: Judged) -> list[int]:
    """The items from worst to best: by the first value that has a better end, ties by the mean of all the others."""
    columns = []
    for score in own.result.values():
        for value in score.metric.values:
            if value.higher_is_better is not None:
                columns.append(score[value.name].items * (1 if value.higher_is_better else -1))
    if not columns:
        return []
    first = columns[0]
    rest = np.nanmean(np.nan_to_num(np.stack(columns), nan=0.0), axis=0)
    known = np.flatnonzero(~np.isnan(first))
    return [int(known[i]) for i in np.lexsort((rest[known], first[known]))]


def _compared(found: Comparison, own: Judged, other: Judged) -> Iterator[Part]:
    yield Paragraph(_verdict(found))
    yield found.table()
    yield found.test_table()
    value = found.values[0]
    yield Heading(f"Where they differ most in {value}")
    for one in found.differing(value, ITEMS):
        scores: Sequence[str] = [f"{who} {shown(float(number))}" for who, number in one.scores.items()]
        yield Paragraph(f"Of {own.called(one.item)}: {', '.join(scores)}.")
        yield explained(own, one.item)
        yield explained(other, one.item)
