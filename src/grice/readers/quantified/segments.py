"""Where does one clause end and the next begin? The cheapest cover of a sentence by clauses the grammar knows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from grice.readers.quantified.acts import Act, Balances, Lists, Says
from grice.readers.quantified.clauses import made
from grice.readers.quantified.rules import Part, chunked, letters, match
from grice.readers.quantified.skipping import remark, role
from grice.readers.quantified.tokens import Token, classes
from grice.scenes.quantified import Domain

_DEFINITE = {"NUM": "DEF", "ONLY": "THEONLY"}  # what a number and "only" are after "the"
_NEAR = 16  # how many characters around a stretch the words left out still belong to it
_LONGEST = 32  # the most chunks of one clause; longer ones are cut, so that time grows with the length of a text
_COSTS = {
    "clause": 1.0,  # every clause: the fewest are taken
    "weak": 0.6,  # more for one that only names things: "the reds are" is half a clause
    "bare": 0.3,  # more for one that only counts: "two of them"
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
    dropped: tuple[Token, ...] = ()  # words left out of it that cannot matter

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(token for part in self.parts for token in part.tokens)

    @property
    def partly(self) -> bool:
        """Whether words of it were left out, or it names things and says nothing of how many."""
        acts = [act for act in self.acts or () if not isinstance(act, Says) or act.predicate.kind != "mixture"]
        lists = [isinstance(act, Lists) and not (act.only or any(i.quantity for i in act.items)) for act in acts]
        return bool(self.skipped or self.dropped) or all(lists)


def segments(sentence: Sequence[Token], domain: Domain) -> list[Segment]:
    """The clauses of a sentence, in order, with what was not understood between them."""
    kept, dropped = prepared(sentence)
    parts, cuts = chunked(kept), [0]
    for i, (one, other) in enumerate(pairwise(part.name for part in parts), 1):
        run_on = one in classes("naming") and other in classes("counting")
        if run_on or {one, other} & classes("joining") or other in classes("opening"):
            cuts.append(i)
    found = _cover(parts, [*cuts, len(parts)], domain) if parts else []
    starts = [0, *(segment.tokens[0].start for segment in found[1:]), sentence[-1].end if sentence else 0]
    return [_remarked(segment, dropped, *span) for segment, span in zip(found, pairwise(starts), strict=False)]


def prepared(sentence: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """A sentence without articles and without the words that cannot matter; and those words."""
    found, dropped, definite = list[Token](), list[Token](), False
    for i, token in enumerate(sentence):
        name = role(token, sentence, i) if token.name == "UNKNOWN" else token.name
        if name == "FILLER":
            dropped.append(token)
        elif name != "THE":
            value = "things" if token.name == "UNKNOWN" and name == "OBJECT" else token.value
            found.append(replace(token, name=_DEFINITE.get(name, name) if definite else name, value=value))
        elif found and found[-1].name in classes("before_the"):
            found.append(token)
        definite = name == "THE" or (definite and name == "FILLER")
    return found, dropped


def _remarked(segment: Segment, dropped: Sequence[Token], start: int, end: int) -> Segment:
    """A stretch that nothing fits, as one that says nothing of how many where that is so."""
    first, last = segment.tokens[0].start, segment.tokens[-1].end
    near = [token for token in dropped if first - _NEAR <= token.start <= last + _NEAR]
    if (segment.acts is None or segment.skipped) and remark(segment.tokens, near):
        return replace(segment, acts=(), skipped=())
    if segment.acts is None:
        return replace(segment, parts=tuple(sorted((*segment.parts, *near), key=lambda part: part.tokens[0].start)))
    return replace(segment, dropped=tuple(token for token in dropped if start <= token.start < end))


def _cover(parts: Sequence[Part], ends: Sequence[int], domain: Domain) -> list[Segment]:
    """The cheapest way to the end: at each cut its cost, the cut before, and the stretch between.

    Stretches that nothing fits are one.
    """
    best: list[tuple[float, int, Segment]] = [(0.0, 0, Segment((), None))]
    clause = cache(lambda start, end: _clause(parts[start:end], domain))
    first = 0
    for j in range(1, len(ends)):
        lost = Segment(tuple(parts[ends[j - 1] : ends[j]]), None)
        content = sum(part.name not in classes("joining") for part in lost.parts)
        options = [(best[j - 1][0] + _COSTS["lost"] * content, j - 1, lost)]
        while ends[j] - ends[first] > _LONGEST:
            first += 1
        for i in range(first, j):
            found = clause(*_trimmed(parts, ends[i], ends[j]))
            if found is not None:
                options.append((best[i][0] + found[0], i, replace(found[1], parts=tuple(parts[ends[i] : ends[j]]))))
        best.append(min(options, key=lambda option: option[0]))
    taken, j = list[Segment](), len(best) - 1
    while j > 0:
        _, j, segment = best[j]
        if segment.acts is None and taken and taken[0].acts is None:
            taken[0] = Segment(segment.parts + taken[0].parts, None)
        else:
            taken.insert(0, segment)
    return [s for s in taken if s.acts is not None or any(part.name not in classes("joining") for part in s.parts)]


def _clause(stretch: Sequence[Part], domain: Domain) -> tuple[float, Segment] | None:
    """The cost and the acts of a stretch as one clause, as it is or without its light words."""
    unknown = tuple(token for part in stretch if part.name == "UNKNOWN" for token in part.tokens)
    known = [part for part in stretch if part.name != "UNKNOWN"]
    known = known[slice(*_trimmed(known, 0, len(known)))]
    for parts in (known, [part for part in known if part.name not in classes("light")]) if known else ():
        found = match(letters(parts))
        if found is not None:
            acts = made(found[0], parts, found[1], domain)
            bare = any(isinstance(act, Says) and act.predicate.kind == "themselves" for act in acts)
            # "Equal numbers of blue circles", of which the other side is missing, is half a clause.
            split = [act.phrase for act in acts if isinstance(act, Balances) and act.phrase]
            halved = any(over.attributes and not over.several and not over.groups[0].across for over in split)
            weak = found[0][0][0] == "exists" or halved
            cost = _COSTS["clause"] + _COSTS["weak"] * weak + _COSTS["bare"] * bare
            cost += _COSTS["unknown"] * len(unknown) + _COSTS["light"] * (len(known) - len(parts))
            return cost, Segment((), acts, unknown)
    return None


def _trimmed(parts: Sequence[Part], start: int, end: int) -> tuple[int, int]:
    """A stretch without joining words at its ends; "but" may matter to the clause and stays at its start."""
    while end > start and parts[end - 1].name in classes("joining") - {"RIGHTBRACKET"} | {"OF"}:
        end -= 1
    while start < end and parts[start].name in classes("joining") - {"BUT"} | {"THE"}:
        start += 1
    return start, end
