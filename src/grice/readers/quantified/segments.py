"""Where does one clause end and the next begin? The fewest clauses the grammar accepts, leaving out the fewest words.

A cut may fall beside a joining word or before a word that opens a clause; a dynamic programme over the cuts of a
sentence finds the cheapest cover.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from grice.readers.quantified.acts import Act, Balances, Mentions, Nothing, Says
from grice.readers.quantified.figures import Token
from grice.readers.quantified.lexicon import table
from grice.readers.quantified.syntax import parse
from grice.scenes.quantified import Domain

_JOINING = frozenset({"COMMA", "SEMICOLON", "AND", "BUT", "WITH", "JOIN", "LEFTBRACKET", "RIGHTBRACKET", "OR"})
_OPENING = frozenset(
    {
        "WHICH",
        "OFWHICH",
        "REST",
        "OTHERHALF",
        "HALF",
        "ALL",
        "MOST",
        "THERE",
        "EXCEPT",
        "MOSTLY",
        "MORE",
        "EVERYTHING",
        "CONSIST",
        "BEING",
        "PRONOUN",
        "THEONLY",
        "NEITHER",
        "WHATEVER",
        "ELSE",
        "SAMEFOR",
        "NOTWO",
    }
)
_NAMING = frozenset({"ADJ", "NOUN", "OBJECT", "ONLY"})
_COUNTING = frozenset(
    {"NUM", "COUPLE", "AFEW", "MANY", "SOME", "SEVERAL", "FEW", "LESS", "NO", "SHARE", "MINORITY", "A", "THE", "BOTH"}
    | {"TWICE", "THRICE"}
)
"""Beside a noun, a quantity opens a clause even where the comma is missing."""
_CLAUSE = 1.0
_WEAK = 0.6
"""More for a clause that only names things: "the reds are" is half a clause."""
_BARE = 0.3
"""Less for a clause that only counts: "two of them"."""
_RUN_ON = 1.1
"""More for a clause that goes on over a comma and a definite noun to a verb: "a square, the square is red" is two."""
_SKIPPED = 6.0
"""A word that no clause takes in costs as much as six clauses."""


_Step = tuple[float, int, tuple[Act, ...] | None]


@dataclass(frozen=True)
class Segment:
    """A stretch of tokens, and its acts; without acts it was not understood."""

    tokens: tuple[Token, ...]
    acts: tuple[Act, ...] | None


def segments(sentence: Sequence[Token], domain: Domain) -> list[Segment]:
    """The clauses of a sentence, in order, with what was not understood between them."""
    cuts = [i for i in range(1, len(sentence)) if _may_cut(sentence[i - 1], sentence[i])]
    ends = [0, *cuts, len(sentence)]
    best = _cover(sentence, ends, domain, skipping=False)
    if best[-1] is None:
        best = _cover(sentence, ends, domain, skipping=True)
    return _gathered(sentence, ends, best)


def _cover(sentence: Sequence[Token], ends: Sequence[int], domain: Domain, skipping: bool) -> list[_Step | None]:
    """The cheapest way to every cut: its cost, the cut before it and the acts between; None where there is no way."""
    best: list[_Step | None] = [(0.0, 0, None)]
    longest = [len(sentence)] * len(ends)
    for j in range(1, len(ends)):
        options: list[_Step] = []
        for i, step in enumerate(best):
            tokens = _trimmed(sentence[ends[i] : ends[j]])
            acts = parse(tokens, domain) if step is not None and 0 < len(tokens) <= longest[i] else None
            if isinstance(acts, int):
                # No clause that begins here gets past this word.
                longest[i] = acts
            elif step is not None and acts is not None:
                weak = all(isinstance(act, Mentions) or _halved(act) for act in acts)
                bare = any(isinstance(act, Says) and act.predicate.kind == "themselves" for act in acts)
                cost = _CLAUSE + _WEAK * weak + _BARE * bare + _RUN_ON * _runs_on(tokens)
                options.append((step[0] + cost, i, acts))
        last = best[j - 1]
        content = sum(not token.roles & _JOINING for token in sentence[ends[j - 1] : ends[j]])
        if last is not None and (skipping or not content):
            options.append((last[0] + _SKIPPED * content, j - 1, None))
        best.append(min(options, key=lambda option: option[0]) if options else None)
    return best


def _runs_on(tokens: Sequence[Token]) -> bool:
    pairs = pairwise(tokens)
    places = [i for i, (a, b) in enumerate(pairs) if "COMMA" in a.roles and b.roles == {"THE"}]
    return bool(places) and any("BE" in token.roles for token in tokens[places[-1] :])


def _halved(act: Act) -> bool:
    """Half a clause: "equal numbers of blue circles", of which the other side is missing."""
    phrase = act.phrase if isinstance(act, Balances) and act.even else None
    named = [len(v) for group in phrase.groups for _, v in group.values] if phrase else []
    return phrase is not None and len(phrase.groups) == 1 and max(named, default=2) < 2 and not phrase.groups[0].across


def _gathered(sentence: Sequence[Token], ends: Sequence[int], best: Sequence[_Step | None]) -> list[Segment]:
    found: list[Segment] = []
    j = len(ends) - 1
    while j > 0:
        step = best[j]
        assert step is not None
        _, i, acts = step
        tokens = tuple(sentence[ends[i] : ends[j]])
        if acts is None and found and found[0].acts is None:
            found[0] = Segment(tokens + found[0].tokens, None)
        else:
            found.insert(0, Segment(tokens, acts))
        j = i
    return [
        Segment(s.tokens, (Nothing(),)) if s.acts is None and _is_layout(s.tokens) else s
        for s in found
        if s.acts is not None or any(not token.roles & _JOINING for token in s.tokens)
    ]


def _may_cut(before: Token, after: Token) -> bool:
    run_on = before.roles & _NAMING and after.roles & _COUNTING
    return bool(before.roles & _JOINING or after.roles & (_JOINING | _OPENING) or run_on)


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without joining words at the ends; a bracket or "but" may matter to the clause and stays at its start."""
    start, end = 0, len(tokens)
    while end > start and tokens[end - 1].roles & _JOINING:
        end -= 1
    while start < end and tokens[start].roles & (_JOINING - {"BUT"}):
        start += 1
    return tokens[start:end]


def _is_layout(tokens: Sequence[Token]) -> bool:
    """Whether a stretch speaks of places or of the task: every word is of that field, and one of them only of it."""
    said = [word for token in tokens for word in token.written.split()]
    plain = all(any(word in _field(name) or not word.isalpha() for name in ("layout", "remarks")) for word in said)
    return bool(said) and plain and any(token.terminal == "UNKNOWN" for token in tokens)


@lru_cache(maxsize=2)
def _field(name: str) -> frozenset[str]:
    return frozenset(table()[name]["words"])
