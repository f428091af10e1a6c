"""Where do the objects of a scene graph stand? In columns from subjects to objects, with few crossings.

The layered drawing of Sugiyama, Tagawa & Toda (1981): a relation points from one column to a later one; one that skips
columns goes by a point in each; the order inside a column follows the mean place of its neighbours. Components that do
not hang together stand below each other.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

Box: TypeAlias = tuple[float, float]
"""Width and height."""
Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[int, int]
SWEEPS = 6
"""How often the order of the columns is improved; more changes nothing for graphs of captions."""


@dataclass(frozen=True)
class Layout:
    """The middle of every box, the points that every edge goes by, and the size of the whole."""

    places: tuple[Point, ...]
    bends: tuple[tuple[Point, ...], ...]
    width: float
    height: float


def layout(boxes: Sequence[Box], edges: Sequence[Edge], labels: Sequence[float], gap: float = 18) -> Layout:
    """Places for boxes and bends for edges; `labels` are the widths that the words of the edges need."""
    ranks = _ranks(len(boxes), edges)
    chains = [_chain(edge, ranks, i) for i, edge in enumerate(edges)]
    columns: list[list[Hashable]] = [[] for _ in range(max(ranks, default=0) + 1)]
    for part in _components(len(boxes), edges):
        for i in part:
            columns[ranks[i]].append(i)
    for edge, chain in zip(edges, chains, strict=True):
        for step, point in enumerate(chain[1:-1], 1):
            columns[min(ranks[i] for i in edge) + step].append(point)
    return _placed(_ordered(columns, chains), boxes, edges, labels, chains, ranks, gap)


def _ranks(count: int, edges: Sequence[Edge]) -> list[int]:
    """The longest way to each box from the boxes nothing points at; an edge that would close a circle is left out."""
    later: dict[int, set[int]] = {i: set() for i in range(count)}
    for start, end in edges:
        if start != end and not _reaches(later, end, start):
            later[start].add(end)
    ranks = [0] * count
    for _ in range(count):
        for start, ends in later.items():
            for end in ends:
                ranks[end] = max(ranks[end], ranks[start] + 1)
    pointed = {end for ends in later.values() for end in ends}
    for start, ends in later.items():
        if ends and start not in pointed:  # as near as can be to what it points at
            ranks[start] = min(ranks[end] for end in ends) - 1
    return ranks


def _reaches(later: Mapping[int, set[int]], start: int, end: int) -> bool:
    seen, waiting = set(), [start]
    while waiting:
        one = waiting.pop()
        if one == end:
            return True
        if one not in seen:
            seen.add(one)
            waiting += later[one]
    return False


def _components(count: int, edges: Sequence[Edge]) -> list[list[int]]:
    group = list(range(count))
    for start, end in edges:
        old, new = group[end], group[start]
        group = [new if one == old else one for one in group]
    return [[i for i in range(count) if group[i] == one] for one in dict.fromkeys(group)]


def _chain(edge: Edge, ranks: Sequence[int], number: int) -> list[Hashable]:
    """The boxes of an edge and a point for each column between them, from left to right."""
    start, end = sorted(edge, key=lambda i: ranks[i])
    return [start, *((number, rank) for rank in range(ranks[start] + 1, ranks[end])), end]


def _ordered(columns: list[list[Hashable]], chains: Sequence[Sequence[Hashable]]) -> list[list[Hashable]]:
    """Columns in which what is joined stands at about the same height."""
    near: dict[Hashable, list[Hashable]] = {}
    for chain in chains:
        for a, b in pairwise(chain):
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        for at in range(1, len(columns)) if forward else range(len(columns) - 2, -1, -1):
            there = {one: i for i, one in enumerate(columns[at - 1 if forward else at + 1])}
            here = {one: i for i, one in enumerate(columns[at])}

            def height(one: Hashable, there: dict[Hashable, int] = there, here: dict[Hashable, int] = here) -> float:
                joined = [there[other] for other in near.get(one, ()) if other in there]
                return sum(joined) / len(joined) if joined else float(here[one])

            columns[at] = sorted(columns[at], key=height)
    return columns


def _placed(
    columns: list[list[Hashable]],
    boxes: Sequence[Box],
    edges: Sequence[Edge],
    labels: Sequence[float],
    chains: Sequence[Sequence[Hashable]],
    ranks: Sequence[int],
    gap: float,
) -> Layout:
    def size(one: Hashable) -> Box:
        return boxes[one] if isinstance(one, int) else (0.0, 22.0)

    widths = [max((size(one)[0] for one in column), default=0.0) for column in columns]
    between = [56.0] * len(columns)
    for (a, b), label in zip(edges, labels, strict=True):
        at = min(ranks[a], ranks[b])
        between[at] = max(between[at], label + 44)
    heights = [sum(size(one)[1] + gap for one in column) - gap for column in columns]
    tall = max(heights, default=0.0)
    places: dict[Hashable, Point] = {}
    left = 0.0
    for at, column in enumerate(columns):
        top = (tall - heights[at]) / 2
        for one in column:
            places[one] = (left + widths[at] / 2, top + size(one)[1] / 2)
            top += size(one)[1] + gap
        left += widths[at] + (between[at] if at < len(columns) - 1 else 0.0)
    bends = [
        tuple(places[one] for one in (chain if chain[0] == start else chain[::-1])[1:-1])
        for (start, _), chain in zip(edges, chains, strict=True)
    ]
    return Layout(tuple(places[i] for i in range(len(boxes))), tuple(bends), left, tall)
