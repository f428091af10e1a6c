"""Where does one clause end and the next begin? The cheapest cover of a sentence by clauses the grammar knows.

A cut may fall beside a joining word or before a word that opens a clause; a dynamic programme over the cuts finds the
cover of least cost. Words may be left out: light words (prepositions without their noun) at a small cost, words that
nobody knows at a larger one; where nothing fits, a stretch is left out altogether.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grice.readers.quantified.acts import Act, Balances, Says
from grice.readers.quantified.clauses import made
from grice.readers.quantified.rules import Part, chunked, letters, match
from grice.readers.quantified.skipping import remark, role
from grice.readers.quantified.tokens import Token
from grice.scenes.quantified import Domain

_JOINING = frozenset({"COMMA", "SEMICOLON", "AND", "BUT", "WITH", "JOIN", "LEFTBRACKET", "RIGHTBRACKET", "OR", "COLON"})
_OPENING = frozenset(
    {"WHICH", "OFWHICH", "r", "ALL", "EACH", "p", "h", "there", "EXCEPT", "g", "EVERYTHING", "CONSIST", "BEING", "t"}
    | {"SAMEFOR", "NOTWO", "ELSE", "x", "y", "FOLLOWED", "THEONLY", "ONLY", "onlythere"}
)
_NAMING = frozenset({"n", "a", "o", "i", "ONLY", "KIND"})
_COUNTING = frozenset({"c", "A", "BOTH", "f", "d", "e"})
"""Beside a noun, a quantity opens a clause even where the comma is missing."""
_LIGHT = frozenset(
    {"IN", "FOR", "TO", "BY", "AS", "WHICH", "AUX", "COMMA", "THERE", "SEER", "SEE", "SHOW", "COLOURED", "FOLLOWED"}
)
_BEFORE_THE = frozenset({"ADJ", "NOUN", "OBJECT", "SHAPE", "COMMA"})
"""After one of these "the" begins another clause: "a square, the square is red"."""
_DEFINITE = {"NUM": "DEF", "ONLY": "THEONLY"}
"""What a number and "only" are after "the"."""
_NEAR = 16
"""How many characters around a stretch the words left out still belong to it."""
_LONGEST = 32
"""The most chunks of one clause; longer ones are cut, so that time grows with the length of a text."""
_COSTS = {
    "clause": 1.0,  # every clause: the fewest are taken
    "weak": 0.6,  # more for one that only names things: "the reds are" is half a clause
    "bare": 0.3,  # more for one that only counts: "two of them"
    "run on": 1.1,  # more where a comma and a definite noun go on to a verb: "a square, the square is red" is two
    "light": 1.5,  # a light word left out costs more than a clause
    "unknown": 2.5,  # so does a word that nobody knows
    "lost": 6.0,  # a word that no clause takes in costs as much as six clauses
}


@dataclass(frozen=True)
class Segment:
    """A stretch of a sentence, its acts, and the words left out of it that may matter; no acts where nothing fits."""

    parts: tuple[Part, ...]
    acts: tuple[Act, ...] | None
    skipped: tuple[Token, ...] = ()
    dropped: tuple[Token, ...] = ()
    """Words left out of it that cannot matter."""

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(token for part in self.parts for token in part.tokens)


@dataclass(frozen=True)
class _Step:
    """The cheapest way to a cut: its cost, the cut before it and the acts between."""

    cost: float
    before: int
    acts: tuple[Act, ...] | None = None
    skipped: tuple[Token, ...] = ()


def segments(sentence: Sequence[Token], domain: Domain) -> list[Segment]:
    """The clauses of a sentence, in order, with what was not understood between them."""
    kept, dropped = prepared(sentence)
    parts = chunked(kept)
    ends = [0, *(i for i in range(1, len(parts)) if _may_cut(parts[i - 1], parts[i])), len(parts)]
    if not parts:
        return []
    best = _cover(parts, ends, domain)
    return [_remarked(segment, dropped) for segment in _gathered(parts, ends, best)]


def prepared(sentence: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """A sentence without articles and without the words that cannot matter; and those words."""
    found: list[Token] = []
    dropped: list[Token] = []
    definite = False
    for i, token in enumerate(sentence):
        if token.name == "THE":
            definite = True
            if found and found[-1].name in _BEFORE_THE:
                found.append(token)
            continue
        if token.name == "UNKNOWN":
            name = role(token, sentence, i)
            if name == "FILLER":
                dropped.append(token)
                continue
            token = replace(token, name=name, value="things" if name == "OBJECT" else token.value)
        name = _DEFINITE.get(token.name, token.name) if definite else token.name
        found.append(replace(token, name=name))
        definite = False
    return found, dropped


def _remarked(segment: Segment, dropped: Sequence[Token]) -> Segment:
    """A stretch that nothing fits, as one that says nothing of how many where that is so."""
    tokens = segment.tokens
    near = [t for t in dropped if tokens[0].start - _NEAR <= t.start <= tokens[-1].end + _NEAR]
    if (segment.acts is None or segment.skipped) and remark(tokens, near):
        return replace(segment, acts=(), skipped=())
    if segment.acts is None:
        parts = sorted((*segment.parts, *near), key=lambda part: part.tokens[0].start)
        return replace(segment, parts=tuple(parts))
    inside = tuple(t for t in near if tokens[0].start <= t.start <= tokens[-1].end)
    return replace(segment, dropped=inside)


def _cover(parts: Sequence[Part], ends: Sequence[int], domain: Domain) -> list[_Step]:
    """The cheapest way to every cut."""
    best = [_Step(0.0, 0)]
    known: dict[tuple[int, int], _Step | None] = {}
    first = 0
    for j in range(1, len(ends)):
        content = sum(part.name not in _JOINING for part in parts[ends[j - 1] : ends[j]])
        options = [_Step(best[j - 1].cost + _COSTS["lost"] * content, j - 1)]
        while ends[j] - ends[first] > _LONGEST:
            first += 1
        for i in range(first, j):
            span = _trimmed(parts, ends[i], ends[j])
            if span not in known:
                known[span] = _clause(parts[span[0] : span[1]], domain)
            clause = known[span]
            options += [replace(clause, cost=best[i].cost + clause.cost, before=i)] if clause is not None else []
        best.append(min(options, key=lambda option: option.cost))
    return best


def _clause(stretch: Sequence[Part], domain: Domain) -> _Step | None:
    """The cost and the acts of a stretch as one clause, and the words left out that may matter."""
    unknown = tuple(t for p in stretch if p.name == "UNKNOWN" for t in p.tokens)
    known = [p for p in stretch if p.name != "UNKNOWN"]
    start, end = _trimmed(known, 0, len(known))
    for parts, light in _variants(known[start:end]) if end > start else ():
        found = match(letters(parts))
        if found is not None:
            acts = made(found[0], parts, found[1], domain)
            bare = any(isinstance(act, Says) and act.predicate.kind == "themselves" for act in acts)
            bare = bare or (len(parts) > 2 and parts[-1].name == "i" and parts[-2].name in ("AND", "COMMA"))
            cost = _COSTS["clause"] + _COSTS["unknown"] * len(unknown) + _COSTS["light"] * light
            cost += _COSTS["weak"] * (found[0].acts[0][0] == "exists" or any(map(_halved, acts)))
            cost += _COSTS["bare"] * bare
            return _Step(cost, 0, acts, unknown)
    return None


def _variants(parts: Sequence[Part]) -> list[tuple[Sequence[Part], int]]:
    """A stretch as it is, and without its light words, of which there are so many."""
    without = [p for p in parts if p.name not in _LIGHT]
    return [(parts, 0), (without, len(parts) - len(without))]


def _halved(act: Act) -> bool:
    """Half a clause: "equal numbers of blue circles", of which the other side is missing."""
    phrase = act.phrase if isinstance(act, Balances) and act.even else None
    return phrase is not None and bool(phrase.attributes) and not phrase.several and not phrase.groups[0].across


def _gathered(parts: Sequence[Part], ends: Sequence[int], best: Sequence[_Step]) -> list[Segment]:
    found: list[Segment] = []
    j = len(ends) - 1
    while j > 0:
        step = best[j]
        stretch = tuple(parts[ends[step.before] : ends[j]])
        if step.acts is None and found and found[0].acts is None:
            found[0] = Segment(stretch + found[0].parts, None)
        else:
            found.insert(0, Segment(stretch, step.acts, step.skipped))
        j = step.before
    return [s for s in found if s.acts is not None or any(part.name not in _JOINING for part in s.parts)]


def _may_cut(before: Part, after: Part) -> bool:
    one, other = before.name, after.name
    run_on = (one in _NAMING and other in _COUNTING) or other == "THE"
    return one in _JOINING or one == "JOIN" or other in _JOINING or other in _OPENING or run_on


def _trimmed(parts: Sequence[Part], start: int, end: int) -> tuple[int, int]:
    """A stretch without joining words at its ends; "but" may matter to the clause and stays at its start."""
    while end > start and parts[end - 1].name in _JOINING - {"RIGHTBRACKET"} | {"OF"}:
        end -= 1
    while start < end and parts[start].name in _JOINING - {"BUT"} | {"THE"}:
        start += 1
    return start, end
