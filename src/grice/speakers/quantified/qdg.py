"""How do QDG-IA and QDG-GREEDY describe a scene? The two algorithms of Chen, van Deemter & Lin (2019) and Pel (2020).

Both choose among fourteen patterns and keep two sets of distractors. A statement is worth saying if plain logic removes
a distractor (the reason set); once said, what it implicates removes distractors as well (the left set). IA tries the
patterns once, in order of preference; GREEDY takes whatever removes most. The truth tables of a size are made once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.quantifiers import ORIGINAL, PATTERNS, Count, Counts
from grice.meaning.statements import Statement
from grice.scenes.quantified import Domain, Mask, rank, size_of_space, worlds
from grice.speakers.quantified.description import Counted, Description
from grice.speakers.quantified.fillers import KINDS, fillers, orders
from grice.speakers.quantified.released import uses

LONGEST = 5
"""The most statements in a description."""
LARGEST = 500_000
"""The most scenes of a size for which truth tables are made: some 300 MB with four kinds."""
MOST_STATEMENTS = 25_000
"""The most statements in a table: some five seconds, once per size."""
MOST_CELLS = 300_000_000
"""The most truth values in a table, statements times scenes; there are three tables, one byte per value."""
Promotion = Literal["released", "thesis"]
Variant = Literal["fixed", "released"]

_KINDS_ONLY = frozenset({"only_one"})
_WHOLE = ("everything", "only")
_PAIRS = ("half_rest", "minority", "fewer", "some_1")


@dataclass(frozen=True)
class Layout:
    """Every statement of the fourteen patterns over every world of one size: tables (statements, worlds)."""

    statements: tuple[Statement, ...]
    templates: tuple[tuple[str, ...], ...]
    """The ways to say each."""
    pattern: NDArray[np.int64]
    rows: Mapping[tuple[str, tuple[Any, ...]], tuple[int, ...]]
    logic: Mask
    understood: Mask
    """Logic and implicature together."""
    sayable: Mask
    """Where the speaker may use it; other than `understood` in the released variant only."""
    sizes: NDArray[np.int64]


@lru_cache(maxsize=8)
def layout(size: int, domain: Domain, released: str = "") -> Layout:
    """The tables of a size, built once; `released` names the algorithm whose conditions in the authors' code to use."""
    _check_space(size, domain)
    count = counter(worlds(size, domain))
    said: list[Statement] = []
    templates: list[tuple[str, ...]] = []
    tables: tuple[list[Mask], list[Mask], list[Mask]] = ([], [], [])
    rows: dict[tuple[str, tuple[Any, ...]], tuple[int, ...]] = {}
    for name, filling in _fillings(domain):
        pattern = PATTERNS[name]
        one = Statement(pattern, filling, (), domain)
        given = Counts(count, len(domain.kinds), one.masks)
        logic = one.holds_for(given)
        for use in uses(pattern, released):
            rows[name, filling] = (*rows.get((name, filling), ()), len(said))
            said.append(one)
            templates.append(use.templates)
            for table, found in zip(tables, (True, use.fits(given), use.sayable(given)), strict=True):
                table.append(logic & found)
    logic, understood, sayable = (np.stack(table) for table in tables)
    found = np.array([ORIGINAL.index(one.name) for one in said])
    return Layout(
        tuple(said), tuple(templates), found, rows, logic, understood, understood & sayable, logic.sum(axis=1)
    )


def _fillings(domain: Domain) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every pattern with everything that can fill it."""
    kinds = frozenset(domain.kinds)
    for name in ORIGINAL:
        for filling in fillers(PATTERNS[name].arguments, orders(domain)):
            if name not in _KINDS_ONLY or filling[0] in kinds:
                yield name, filling


def _check_space(size: int, domain: Domain) -> None:
    scenes = size_of_space(size, domain)
    statements = sum(1 for _ in islice(_fillings(domain), MOST_STATEMENTS + 1)) if scenes <= LARGEST else 0
    if scenes > LARGEST or statements > MOST_STATEMENTS or scenes * statements > MOST_CELLS:
        over = "more than " * (statements > MOST_STATEMENTS)
        more = f" and {over}{min(statements, MOST_STATEMENTS):,} statements" if statements else ""
        raise InputError(
            f"size {size} with {len(domain.kinds)} kinds allows {scenes:,} scenes{more}",
            f"at most {LARGEST:,} scenes, {MOST_STATEMENTS:,} statements and {MOST_CELLS:,} truth values: the QDG "
            "algorithms tabulate every statement over every scene",
            "speaker complete, which counts the kinds one by one beyond its own limit",
        )


def counter(every: NDArray[Any]) -> Callable[[Mask], Count]:
    """Counts of kinds over worlds, each sum made once."""
    seen: dict[bytes, Count] = {}

    def count(mask: Mask) -> Count:
        key = mask.tobytes()
        if key not in seen:
            seen[key] = every[:, mask].sum(axis=1, dtype=np.int32)
        return seen[key]

    return count


def ia(
    scene: Counted,
    domain: Domain,
    seed: int,
    promotion: Promotion = "released",
    variant: Variant = "fixed",
    distractors: Sequence[Counted] = (),
) -> Description:
    """QDG-IA: go through the patterns in order and say every filling that is true and removes a distractor."""
    check(variant, promotion)
    rng = np.random.default_rng(seed)
    table, target = layout(sum(scene), domain, "qdg-ia" if variant == "released" else ""), rank(scene)
    alive = rivals = _rivals(table, target, distractors)
    said: list[int] = []
    sayable = table.sayable[:, target].tolist()
    names = {table.statements[row].name for row, fits in enumerate(sayable) if fits}
    preferred = [name for name in preferences(rng, promotion) if name in names]
    for row in _walk(table, domain, preferred, rng):
        if not sayable[row] or table.logic[row, alive].all():
            continue
        said.append(row)
        alive = alive[table.understood[row, alive]]
        if not len(alive) or len(said) == LONGEST:
            break
    text, statements, logically = _worded(table, said, rivals, rng)
    return Description(
        text, statements, scene, domain, "qdg-ia", seed, not len(alive), logically, None, tuple(distractors)
    )


def greedy(
    scene: Counted,
    domain: Domain,
    seed: int,
    variant: Variant = "fixed",
    distractors: Sequence[Counted] = (),
) -> Description:
    """QDG-GREEDY: repeatedly say what removes most distractors, one pattern at random among the best."""
    check(variant)
    rng = np.random.default_rng(seed)
    table, target = layout(sum(scene), domain, "qdg-greedy" if variant == "released" else ""), rank(scene)
    longest = LONGEST if variant == "fixed" else len(table.statements)
    rows = np.flatnonzero(table.sayable[:, target])
    alive = rivals = _rivals(table, target, distractors)
    if distractors:
        reason = table.logic[np.ix_(rows, alive)]
        sizes = reason.sum(axis=1, dtype=np.int64)
    else:
        reason, sizes = np.delete(table.logic[rows], target, axis=1), table.sizes[rows] - 1
    said: list[int] = []
    while len(alive) and len(said) < longest:
        best = np.flatnonzero(sizes == sizes.min())
        if sizes[best[0]] == len(alive):
            break
        patterns = np.unique(table.pattern[rows[best]])
        chosen = rng.choice(patterns)
        row = _first_of(rows[best][table.pattern[rows[best]] == chosen], table, domain, rng)
        said.append(row)
        kept = table.understood[row, alive]
        alive, reason = alive[kept], reason[:, kept]
        sizes = reason.sum(axis=1, dtype=np.int64)
    text, statements, logically = _worded(table, said, rivals, rng)
    return Description(
        text, statements, scene, domain, "qdg-greedy", seed, not len(alive), logically, None, tuple(distractors)
    )


def preferences(rng: np.random.Generator, promotion: Promotion = "released") -> list[str]:
    """The order in which IA tries patterns, with those promoted this time.

    "released" is the authors' code: each alternative stands before its default with a chance of its own, or is left
    out. "thesis" is Pel's text: with a chance of 0.1 one of the last seven of the base order moves up.
    """
    if promotion == "thesis":
        names = list(ORIGINAL)
        if rng.random() < 0.1:
            place = int(rng.integers(7, len(names)))
            names.insert(int(rng.integers(place)), names.pop(place))
        return names
    whole = [str(rng.choice(_WHOLE))] if rng.random() < 0.5 else []
    half, most, more, some = ([name] if rng.random() < 0.4 else [] for name in _PAIRS)
    halves = [*half, "half", "equal"] if rng.random() < 0.5 else ["equal", *half, "half"]
    majorities = [*most, "most", *more, "more"] if rng.random() < 0.5 else [*more, "more", *most, "most"]
    return ["all_comb", *whole, "all", *halves, *majorities, *some, "some", "only_one"]


def check(variant: Variant, promotion: Promotion = "released") -> None:
    """Refuse options that the algorithms do not have."""
    if variant not in ("fixed", "released"):
        raise InputError(f"variant {variant!r}", "fixed or released")
    if promotion not in ("released", "thesis"):
        raise InputError(f"promotion {promotion!r}", "released or thesis")


def _rivals(table: Layout, target: int, distractors: Sequence[Counted]) -> NDArray[np.int64]:
    """The columns of the scenes to rule out: those given, or all but the target."""
    if distractors:
        return np.unique([rank(one) for one in distractors])
    return np.delete(np.arange(table.logic.shape[1]), target)


def _walk(table: Layout, domain: Domain, names: Sequence[str], rng: np.random.Generator) -> Iterator[int]:
    order = orders(domain)
    for name in names:
        arguments = PATTERNS[name].arguments
        if len(arguments) > 1:
            order = _shuffled(domain, rng)
        for filling in fillers(arguments, order if name not in _KINDS_ONLY else {KINDS: order[KINDS]}):
            yield from table.rows.get((name, filling), ())


def _shuffled(domain: Domain, rng: np.random.Generator) -> dict[str, tuple[str, ...]]:
    order = orders(domain)
    draws = iter(rng.random(sum(map(len, order.values()))).tolist())
    return {key: tuple(sorted(values, key=lambda _: next(draws))) for key, values in order.items()}


def _first_of(rows: NDArray[np.int64], table: Layout, domain: Domain, rng: np.random.Generator) -> int:
    """Of equally good fillings, the one that comes first in a freshly shuffled order."""
    if len(rows) == 1:
        return int(rows[0])
    order = _shuffled(domain, rng)
    where = {value: place for values in order.values() for place, value in enumerate(values)}
    groups = {value: group for group, values in enumerate(order.values()) for value in values}

    def met(row: int) -> tuple[tuple[int, ...], ...]:
        filling = [str(value) for value in table.statements[row].arguments]
        return (
            tuple(groups.get(value, -1) for value in filling),
            tuple(where.get(value, 0) for value in filling),
        )

    return int(min(rows.tolist(), key=met))


def _worded(
    table: Layout, said: Sequence[int], rivals: NDArray[np.int64], rng: np.random.Generator
) -> tuple[str, tuple[Statement, ...], bool]:
    """The text, a template at random for each statement; the statements; whether plain logic leaves no rival."""
    statements = tuple(table.statements[row] for row in said)
    ways = [table.templates[row][int(rng.integers(len(table.templates[row])))] for row in said]
    text = " ".join(way.format_map(one.words) for way, one in zip(ways, statements, strict=True))
    left: Mask = np.logical_and.reduce(table.logic[list(said)], axis=0)
    return text, statements, not left[rivals].any()
