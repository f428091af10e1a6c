"""What does a description say, and which scenes does it allow? `grice.read`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import overload

import numpy as np

from grice import checks
from grice.errors import InputError
from grice.meaning.prototypes import PROTOTYPES
from grice.meaning.reading import CONTRADICTS, LOOSE, MODES, Clause, Mode, Reading, Weights
from grice.meaning.statements import Prototypes
from grice.readers.quantified.acts import Excepts, Topic, universal
from grice.readers.quantified.discourse import perform
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.segments import Segment, segments
from grice.readers.quantified.settling import Count, agreeing, counted
from grice.readers.quantified.skipping import redundant
from grice.readers.quantified.state import State, start
from grice.readers.quantified.tokens import Token, Vocabulary, vocabulary
from grice.readers.quantified.weighing import balance, expected, weigh
from grice.readers.quantified.weights import COUNTABLE, LEFT, MOST_LEFT
from grice.scenes.quantified import DEFAULT, Domain, Mask, Worlds, check_size
from grice.scenes.space import space
from grice.words.characters import clean

FAMILIAR = 1 / 3
"""The least share of words that must be known for a text to count as English about these things."""
DANGLING = "says what the next words are about, and no words follow"
EMPTY = "nothing could be made of these words here"
SETTLED = "not read; the rest of the text settles every object"


_SILENT = (Topic, Excepts)
"""Acts that may leave nothing to hold: places, what the next words are about, an exception to what is still to come."""


@overload
def read(  # type: ignore[overload-overlap]
    text: str, size: int, reading: Mode = ..., domain: Domain = ..., prototypes: Prototypes = ..., seed: int = ...
) -> Reading: ...
@overload
def read(
    text: Sequence[str],
    size: int | Sequence[int],
    reading: Mode = ...,
    domain: Domain = ...,
    prototypes: Prototypes = ...,
    seed: int = ...,
) -> list[Reading]: ...
def read(
    text: str | Sequence[str],
    size: int | Sequence[int],
    reading: Mode = "pragmatic",
    domain: Domain = DEFAULT,
    prototypes: Prototypes = PROTOTYPES,
    seed: int = 0,
) -> Reading | list[Reading]:
    """Read a quantified description of `size` objects, or a list of them.

    `reading="pragmatic"` takes what people mean: implicatures, typical amounts for vague words, and that what nobody
    mentions is not there. `"literal"` is plain logic. Past the number of worlds that can be enumerated a sample of
    them is read, seeded by `seed`.
    """
    checks.choice(reading, "reading", MODES)
    for name, value, needed in (("domain", domain, Domain), ("prototypes", prototypes, Mapping)):
        if not isinstance(value, needed):
            raise InputError(
                f"{name}={checks.quoted(value)}", f"a {needed.__name__}", f"grice.read(text, size) without {name}"
            )
    if isinstance(text, str):
        if not isinstance(size, int | np.integer):
            raise InputError(f"one text and size {size!r}", "one size for one text")
        return _read(text, size, reading, domain, prototypes, seed)
    if not isinstance(text, Sequence):
        raise InputError(f"a description that is {type(text).__name__}", "text, or a list of texts")
    texts = list(text)
    if not isinstance(size, int | np.integer | Sequence | np.ndarray):
        raise InputError(f"size={checks.quoted(size)}", "one size for all, or one for each text")
    sizes = [size] * len(texts) if isinstance(size, int | np.integer) else list(size)
    if len(sizes) != len(texts):
        raise InputError(f"{len(texts)} texts and {len(sizes)} sizes", "one size for all, or one for each text")
    return [_read(one, its, reading, domain, prototypes, seed) for one, its in zip(texts, sizes, strict=True)]


def _read(text: str, size: int, mode: Mode, domain: Domain, prototypes: Prototypes, seed: int) -> Reading:
    if not isinstance(text, str):
        raise InputError(f"a description that is {type(text).__name__}", "text")
    size = check_size(size)
    cleaned = clean(text)
    words = vocabulary(domain)
    sentences = list(words.sentences(cleaned.text))
    if words.familiar(cleaned.text) < FAMILIAR:
        known = ", ".join([*domain.plural_kinds[:2], "half", "most", "all"])
        raise InputError(
            f"a description with hardly a word that is known here: {text[:60]!r}",
            f"English with words such as {known}, or a domain that has the words you use",
        )
    numbers = {int(token.value) for sentence in sentences for token in sentence if token.name == "NUM"}
    worlds, sampled = space(size, domain, numbers, seed)
    scope = Scope(domain, size, mode == "literal")
    held, state = _Held(worlds, scope.literal, prototypes, np.ones(len(worlds))), start(scope)
    clauses: list[Clause] = []
    read: list[_Read] = []
    for sentence in sentences:
        said = _ordered(segments(sentence, domain))
        state = state.new_sentence()
        for segment in said:
            before = [claim for claim, _, _ in held.claims]
            clause, held, state = _clause(segment, held, state, scope)
            span = cleaned.span(segment.tokens[0].start, segment.tokens[-1].end)
            notes = (*(n for t in segment.tokens for n in _remarks(t, words)), *clause.notes)
            clause = replace(clause, open=held.weights > 0)
            strange = not clause.understood or bool({LOOSE, CONTRADICTS} & {*clause.notes})
            counts = counted(segment.parts, scope)
            found = [claim for claim, _, _ in held.claims if claim not in before] if counts or strange else []
            read.append(_Read(strange, redundant(segment.tokens), counts, found))
            clauses.append(replace(clause, text=text[span[0] : span[1]], span=span, notes=tuple(dict.fromkeys(notes))))
        if clauses and segment.acts and isinstance(segment.acts[-1], Topic):
            clauses[-1] = replace(clauses[-1], understood=False, notes=(*clauses[-1].notes, DANGLING))
            read[-1] = replace(read[-1], strange=True)
    left = _settled(read, held, state, scope)
    if left is not None:
        held = replace(held, weights=left, claims=())
        settled = [replace(c, understood=True, notes=(*c.notes, SETTLED)) for c in clauses]
        clauses = [new if one.strange else old for one, old, new in zip(read, clauses, settled, strict=True)]
    mentioned = _mask(state.mentioned(scope.everything), domain)
    weights, absent = (held.weights, ()) if scope.literal else _closed(held, state, scope)
    kept = weights > 0
    weights = weights[kept] * (1.0 if scope.literal else balance(worlds[kept], mentioned))
    worlds = worlds[kept]
    holds = np.ones(len(worlds), dtype=bool)
    for claim, _, _ in held.claims if not scope.literal else ():
        holds &= expected(claim, worlds, prototypes)
    worlds.flags.writeable = False
    told = tuple(sorted(clauses, key=lambda clause: clause.span))
    return Reading(text, size, mode, worlds, weights / weights.sum(), told, absent, holds, sampled, domain)


def _ordered(said: list[Segment]) -> list[Segment]:
    """The clauses of a sentence, an exception after what it is from: "apart from two squares, all are circles"."""
    if not said:
        return said
    ahead = any(isinstance(act, Excepts) for act in said[0].acts or ())
    rule = next((i for i, one in enumerate(said) if ahead and any(map(universal, one.acts or ()))), 0)
    return [said[rule], *said[:rule], *said[rule + 1 :]]


@dataclass(frozen=True)
class _Read:
    """A clause as far as it was read: whether it is doubtful, whether it may repeat others, its numbers and claims."""

    strange: bool
    redundant: bool
    counts: list[Count]
    claims: list[Claim]


def _settled(read: Sequence[_Read], held: "_Held", state: State, scope: Scope) -> Weights | None:
    """The one world that is left where clauses that were not read as they stand can only repeat it."""
    if not any(one.strange for one in read) or not all(one.redundant for one in read if one.strange):
        return None
    agree = agreeing([count for one in read for count in one.counts], state.mentions, held.worlds, scope)
    # First the clauses that were not read are doubted; where nothing agrees then, all that have numbers.
    for doubted in ([one for one in read if one.strange], read):
        but = [claim for one in doubted for claim in one.claims]
        left = agree & held.exactly(but)
        left = left if left.any() else agree & held.exactly(but, rounded=True)
        if left.sum() == 1:
            return left.astype(np.float64)
    return None


@dataclass(frozen=True)
class _Held:
    """The worlds, the weight of each, and the claims that led there: as made, as held, and what each weighs."""

    worlds: Worlds
    literal: bool
    prototypes: Prototypes
    weights: Weights
    claims: tuple[tuple[Claim, Claim, Weights], ...] = ()

    @property
    def left(self) -> int:
        return int((self.weights > 0).sum())

    def weigh(self, claim: Claim, rounded: bool = True) -> Weights:
        return weigh(claim, self.worlds, self.literal, self.prototypes, rounded)

    def exactly(self, but: Sequence[Claim] = (), rounded: bool = False) -> Mask:
        """The worlds in which what was claimed holds with exact numbers."""
        forms = [form for claim, form, _ in self.claims if claim not in but]
        every: Mask = np.ones(len(self.worlds), dtype=bool)
        return reduce(np.logical_and, [self.weigh(form, rounded) > 0 for form in forms], every)

    def agrees(self, claims: Sequence[Claim]) -> bool:
        return bool((reduce(np.multiply, map(self.weigh, claims), self.weights) > 0).any())

    def holding(self, claim: Claim) -> "tuple[_Held, str]":
        """With one more claim; where it cannot hold, in its looser form, and where that cannot, without it."""
        for form, note in ((claim, ""), (Claim(claim.looser), LOOSE)):
            weights = self.weigh(form) if form.readings else np.zeros(len(self.weights))
            if (self.weights * weights > 0).any():
                claims = (*self.claims, (claim, form, weights))
                return replace(self, weights=self.weights * weights, claims=claims), note
        return self, CONTRADICTS if claim.readings else ""

    def without(self, withdrawn: Sequence[Claim]) -> "_Held":
        """With what an exception has replaced taken back."""
        claims = tuple(held for held in self.claims if held[0] not in withdrawn)
        weights = reduce(np.multiply, (weight for _, _, weight in claims), np.ones(len(self.weights)))
        return replace(self, weights=weights, claims=claims) if withdrawn else self


def _clause(segment: Segment, held: _Held, state: State, scope: Scope) -> tuple[Clause, _Held, State]:
    """What one clause does to the worlds and to the state."""
    lost = Clause("", (0, 0), "", False, 0)
    if segment.acts is None:
        unknown = [token.written for token in segment.tokens if token.name == "UNKNOWN"]
        note = f"unknown: {', '.join(unknown)}" if unknown else "no reading of these words together"
        return replace(lost, notes=(note,)), held, state
    before = held.left
    claims: list[Claim] = []
    notes: list[str] = []
    for act in segment.acts:
        found, state = perform(act, state, replace(scope, agrees=held.agrees))
        held = held.without(state.withdrawn)
        claims = [claim for claim in [*claims, *found] if claim not in state.withdrawn or claim in found]
        state = replace(state, withdrawn=())
    for claim in claims:
        held, note = held.holding(claim)
        notes += [note] if note else []
    if not claims and not scope.literal and not all(isinstance(act, _SILENT) for act in segment.acts):
        return replace(lost, notes=(EMPTY,)), held, state
    meaning = " ".join(claim.words for claim in claims) or "sets what the next words are about"
    if not segment.acts:
        meaning = "says nothing of how many"
    for name, gone in (("left out", segment.dropped), ("unknown", segment.skipped)):
        notes += [f"{name}: {', '.join(token.written for token in gone)}"] if gone else []
    removed = max(before - held.left, 0)
    return Clause("", (0, 0), meaning, not segment.skipped, removed, tuple(notes)), held, state


def _closed(held: _Held, state: State, scope: Scope) -> tuple[Weights, tuple[str, ...]]:
    """What nobody mentions is not there, unless that would contradict what was said."""
    domain, worlds = scope.domain, held.worlds
    outside = ~_mask(state.mentioned(scope.everything), domain)
    if not held.claims or not outside.any() or outside.all():
        return held.weights, ()
    inside = worlds @ outside.astype(worlds.dtype) == 0
    # A kind is not absent by grace of a round number that is off.
    exactly = held.exactly()
    if not (held.weights * inside > 0).any() or (exactly.any() and not (exactly & inside).any()):
        return held.weights, ()
    open_ = union((state.mentioned(scope.everything), *state.implied, *state.left))
    surely = ~_mask(open_, domain) & outside
    few = worlds @ outside.astype(worlds.dtype) <= scope.size // MOST_LEFT
    nearly = few & (worlds @ surely.astype(worlds.dtype) == 0) & (scope.size > COUNTABLE)
    absent = tuple(kind for kind, out in zip(domain.plural_kinds, outside, strict=True) if out)
    return held.weights * np.where(inside, 1.0, LEFT * nearly), absent


def _mask(kinds: int, domain: Domain) -> Mask:
    return np.array([bool(kinds >> i & 1) for i in range(len(domain.kinds))])


def _remarks(token: Token, words: Vocabulary) -> list[str]:
    """A note where a word was read as another."""
    if token.name in ("NUM", "DEF", "SHARE", "UNKNOWN") or not token.written.isalpha() or token.written in words.known:
        return []
    meant = token.value[1] if isinstance(token.value, tuple) else str(token.value)
    return [f"{token.written!r} read as {meant!r}"]
