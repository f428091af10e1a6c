"""How do QDG-IA and QDG-GREEDY describe a scene? The two algorithms of Chen, van Deemter & Lin (2019) and Pel (2020).

Both walk fourteen patterns and keep two sets of distractors. A statement is worth saying if plain logic removes a
distractor (the reason set); once said, what it implicates removes distractors as well (the left set). IA walks a list
of preferences once; GREEDY takes whatever removes most. Each scene size is laid out once as truth tables.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.quantifiers import ORIGINAL, PATTERNS, Count, Counts
from grice.meaning.statements import Statement
from grice.scenes.quantified import Domain, Mask, rank, size_of_space, worlds
from grice.speakers.quantified.description import Description
from grice.speakers.quantified.fillers import KINDS, fillers, orders
from grice.speakers.quantified.released import uses

LONGEST = 5
"""The most statements in a description."""
LARGEST = 500_000
"""The most scenes of a size the algorithms lay out: some 300 MB with four kinds."""
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
    if size_of_space(size, domain) > LARGEST:
        raise InputError(
            f"size {size} with {len(domain.kinds)} kinds allows {size_of_space(size, domain):,} scenes",
            f"at most {LARGEST:,} for the QDG algorithms, which lay out every statement over every scene",
            "speaker complete, which counts the kinds one by one beyond its own limit",
        )
    count = counter(worlds(size, domain))
    said: list[Statement] = []
    templates: list[tuple[str, ...]] = []
    tables: tuple[list[Mask], list[Mask], list[Mask]] = ([], [], [])
    rows: dict[tuple[str, tuple[Any, ...]], tuple[int, ...]] = {}
    for name in ORIGINAL:
        pattern = PATTERNS[name]
        for filling in fillers(pattern.arguments, orders(domain)):
            if name in _KINDS_ONLY and filling[0] not in domain.kinds:
                continue
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
    scene: tuple[int, ...], domain: Domain, seed: int, promotion: Promotion = "released", variant: Variant = "fixed"
) -> Description:
    """QDG-IA: walk the preferences, say every filling that is true and removes a distractor."""
    rng = np.random.default_rng(seed)
    table, target = layout(sum(scene), domain, _released(variant, "qdg-ia")), rank(scene)
    alive = np.delete(np.arange(table.logic.shape[1]), target)
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
    return _described(table, said, scene, domain, "qdg-ia", seed, rng, complete=not len(alive))


def greedy(scene: tuple[int, ...], domain: Domain, seed: int, variant: Variant = "fixed") -> Description:
    """QDG-GREEDY: again and again say what removes most distractors; one pattern at random among the best."""
    rng = np.random.default_rng(seed)
    table, target = layout(sum(scene), domain, _released(variant, "qdg-greedy")), rank(scene)
    longest = LONGEST if variant == "fixed" else len(table.statements)
    rows = np.flatnonzero(table.sayable[:, target])
    alive = np.delete(np.arange(table.logic.shape[1]), target)
    reason, sizes = table.logic[rows], table.sizes[rows] - 1
    reason = np.delete(reason, target, axis=1)
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
    return _described(table, said, scene, domain, "qdg-greedy", seed, rng, complete=not len(alive))


def preferences(rng: np.random.Generator, promotion: Promotion = "released") -> list[str]:
    """The order in which IA tries patterns, with whatever is promoted this time.

    "released" is the authors' code: each alternative stands before its default with a chance of its own, or is left
    out. "thesis" is Pel's text: with a chance of 0.1 one of the last seven of the base order moves up.
    """
    if promotion == "thesis":
        names = list(ORIGINAL)
        if rng.random() < 0.1:
            place = int(rng.integers(7, len(names)))
            names.insert(int(rng.integers(place)), names.pop(place))
        return names
    if promotion != "released":
        raise InputError(f"promotion {promotion!r}", "released or thesis")
    whole = [str(rng.choice(_WHOLE))] if rng.random() < 0.5 else []
    half, most, more, some = ([name] if rng.random() < 0.4 else [] for name in _PAIRS)
    halves = [*half, "half", "equal"] if rng.random() < 0.5 else ["equal", *half, "half"]
    majorities = [*most, "most", *more, "more"] if rng.random() < 0.5 else [*more, "more", *most, "most"]
    return ["all_comb", *whole, "all", *halves, *majorities, *some, "some", "only_one"]


def _released(variant: Variant, speaker: str) -> str:
    if variant not in ("fixed", "released"):
        raise InputError(f"variant {variant!r}", "fixed or released")
    return speaker if variant == "released" else ""


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
    """Of fillings that are equally good, the one a freshly shuffled walk would meet first."""
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


def _described(
    table: Layout,
    said: Sequence[int],
    scene: tuple[int, ...],
    domain: Domain,
    speaker: str,
    seed: int,
    rng: np.random.Generator,
    complete: bool,
) -> Description:
    statements = tuple(table.statements[row] for row in said)
    ways = [table.templates[row][int(rng.integers(len(table.templates[row])))] for row in said]
    text = " ".join(way.format_map(one.words) for way, one in zip(ways, statements, strict=True))
    logically = int(table.logic[list(said)].all(axis=0).sum()) == 1
    return Description(text, statements, scene, domain, speaker, seed, complete, logically)
