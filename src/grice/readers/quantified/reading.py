"""What does a description say, and which scenes does it allow? `grice.read`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, overload

import numpy as np

from grice import checks
from grice.errors import InputError
from grice.meaning.prototypes import PROTOTYPES
from grice.meaning.reading import MODES, NOTHING, Clause, Mode, Reading, Weights
from grice.meaning.statements import Prototypes
from grice.readers.quantified.acts import Excepts, Topic, universal
from grice.readers.quantified.discourse import perform
from grice.readers.quantified.scope import Claim, Scope
from grice.readers.quantified.segments import Segment, segments
from grice.readers.quantified.settling import Said, settled, strange
from grice.readers.quantified.state import State
from grice.readers.quantified.tokens import Token, Vocabulary, vocabulary
from grice.readers.quantified.weighing import Held, balance
from grice.scenes.quantified import DEFAULT, Domain, check_size
from grice.scenes.space import space
from grice.words.characters import clean

Texts: TypeAlias = Sequence[str]
Sentences: TypeAlias = Sequence[Sequence[Segment]]
Performed: TypeAlias = tuple[list[Said], Held, State]
Sizes: TypeAlias = int | Sequence[int]
FAMILIAR = 1 / 3  # the least share of words that must be known for a text to count as English about these things
DANGLING = "says what the next words are about, and no words follow"
SETTLED = "not read; the rest of the text settles every object"


@overload
def read(  # type: ignore[overload-overlap]
    text: str, size: int, reading: Mode = ..., domain: Domain = ..., prototypes: Prototypes = ..., seed: int = ...
) -> Reading: ...
@overload
def read(
    text: Texts, size: Sizes, reading: Mode = ..., domain: Domain = ..., prototypes: Prototypes = ..., seed: int = ...
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
            raise InputError(f"{name}={checks.quoted(value)}", f"a {needed.__name__}", f"grice.read without {name}")
    if not isinstance(text, Sequence) or (isinstance(text, str) and not checks.has_entries(size)):
        return _read(text, size, reading, domain, prototypes, seed)
    given: Any = size
    sizes = list(given) if checks.has_entries(size) else [check_size(given)] * len(text)
    if isinstance(text, str) or len(sizes) != len(text):
        raise InputError(f"{checks.quoted(text)} and size={checks.quoted(size)}", "one size, or one for each text")
    return [_read(one, its, reading, domain, prototypes, seed) for one, its in zip(text, sizes, strict=True)]


def _read(text: Any, size: Any, mode: Mode, domain: Domain, prototypes: Prototypes, seed: int) -> Reading:
    if not isinstance(text, str):
        raise InputError(f"a description that is {type(text).__name__}", "a text, or a list of texts")
    size, cleaned, words = check_size(size), clean(text), vocabulary(domain)
    sentences = words.sentences(cleaned.text)
    if words.familiar(cleaned.text) < FAMILIAR:
        known = ", ".join([*domain.plural_kinds[:2], "half", "most", "all"])
        needed = f"English with words such as {known}, or a domain that has the words you use"
        raise InputError(f"a description with hardly a word that is known here: {text[:60]!r}", needed)
    numbers = {int(token.value) for sentence in sentences for token in sentence if token.name == "NUM"}
    worlds, sampled = space(size, domain, numbers, seed)
    scope = Scope(domain, size, mode == "literal")
    told = [_ordered(segments(sentence, domain)) for sentence in sentences]
    said, held, state = _agreed(told, Held(worlds, scope.literal, prototypes), scope)
    for i, (segment, clause, claims) in enumerate(said):
        span = cleaned.span(segment.tokens[0].start, segment.tokens[-1].end)
        notes = dict.fromkeys([*(note for token in segment.tokens for note in _remarks(token, words)), *clause.notes])
        said[i] = (segment, replace(clause, text=text[slice(*span)], span=span, notes=tuple(notes)), claims)
    left = settled(said, held, state.mentions, scope)
    clauses = sorted((clause for _, clause, _ in said), key=lambda clause: clause.span)
    weights, absent = (held.weights, ()) if scope.literal else _closed(held, state, scope)
    if left is not None:
        held, weights, absent = replace(held, claims=()), left, ()
        clauses = [replace(c, understood=True, notes=(*c.notes, SETTLED)) if strange(c) else c for c in clauses]
    elif not any(one.tells_apart for *_, claims in said for claim in claims for form in claim.readings for one in form):
        clauses = [replace(c, understood=False, notes=(*c.notes, NOTHING)) for c in clauses]
    worlds, weights = worlds[weights > 0], weights[weights > 0]
    if not scope.literal:
        weights = weights * balance(worlds, scope.mask(state.mentioned(scope.everything)))
    holds = np.ones(len(worlds), dtype=bool) if scope.literal else replace(held, worlds=worlds).expected()
    worlds.flags.writeable = False
    return Reading(text, size, mode, worlds, weights / weights.sum(), tuple(clauses), absent, holds, sampled, domain)


def _ordered(said: list[Segment]) -> list[Segment]:
    """The clauses of a sentence, an exception after what it is from: "apart from two squares, all are circles"."""
    ahead = bool(said) and any(isinstance(act, Excepts) for act in said[0].acts or ())
    rule = next((i for i, one in enumerate(said) if ahead and any(map(universal, one.acts or ()))), 0)
    return [*said[rule : rule + 1], *said[:rule], *said[rule + 1 :]]


def _agreed(told: Sentences, start: Held, scope: Scope) -> Performed:
    """Every clause; where some contradict, those read in part give way to those read whole, wherever they stand."""
    first = _performed(told, start, scope)
    weak = [(segment, claims) for segment, _, claims in first[0] if segment.partly]
    if not weak or not any(strange(clause) for _, clause, _ in first[0]):
        return first
    _, firm, _ = _performed(told, start, scope, [segment for segment, _ in weak])
    again = _performed(told, start, scope, [segment for segment, claims in weak if not firm.agrees(claims)])
    return min(first, again, key=lambda one: sum(strange(c) for segment, c, _ in one[0] if not segment.partly))


def _performed(told: Sentences, held: Held, scope: Scope, doubted: Sequence[Segment] = ()) -> Performed:
    """What the clauses claim, one after the other; those that are doubted are not read."""
    said, state = list[Said](), State(scope.everything, scope.everything, scope.everything)
    for sentence in told:
        state = state.new_sentence()
        for segment in sentence:
            one = replace(segment, acts=None) if segment in doubted else segment
            clause, claims, held, state = _clause(one, held, state, scope)
            if segment is sentence[-1] and segment.acts and isinstance(segment.acts[-1], Topic):
                clause = replace(clause, understood=False, notes=(*clause.notes, DANGLING))
            said.append((segment, replace(clause, open=held.weights > 0), claims))
    return said, held, state


def _clause(segment: Segment, held: Held, state: State, scope: Scope) -> tuple[Clause, list[Claim], Held, State]:
    """What one clause does to the worlds and to the state."""
    if segment.acts is None:
        unknown = [token.written for token in segment.tokens if token.name == "UNKNOWN"]
        note = f"unknown: {', '.join(unknown)}" if unknown else "no reading of these words together"
        return Clause("", (0, 0), "", False, 0, (note,)), [], held, state
    before, claims, notes = (held.weights > 0).sum(), list[Claim](), list[str]()
    for act in segment.acts:
        found, state = perform(act, state, replace(scope, agrees=held.agrees))
        held = held.without(state.withdrawn)
        claims = [claim for claim in [*claims, *found] if claim not in state.withdrawn or claim in found]
        state = replace(state, withdrawn=())
    for claim in claims:
        held, note = held.holding(claim)
        notes += [note] if note else []
    empty = not claims and not scope.literal and not all(isinstance(act, Topic | Excepts) for act in segment.acts)
    notes += ["nothing could be made of these words here"] if empty else []
    said = [statement.text for claim in claims for statement in next(iter(claim.readings), ())]
    for name, gone in (("left out", segment.dropped), ("unknown", segment.skipped)):
        notes += [f"{name}: {', '.join(token.written for token in gone)}"] if gone else []
    meaning = " ".join(said) or "sets what the next words are about"
    meaning = "" if empty else meaning if segment.acts else "says nothing of how many"
    removed = max(int(before - (held.weights > 0).sum()), 0)
    return Clause("", (0, 0), meaning, not segment.skipped and not empty, removed, tuple(notes)), claims, held, state


def _closed(held: Held, state: State, scope: Scope) -> tuple[Weights, tuple[str, ...]]:
    """What nobody mentions is not there, unless that would contradict what was said."""
    outside = ~scope.mask(state.mentioned(scope.everything))
    # A kind is not absent by grace of a round number that is off.
    exactly, inside = held.exactly(), held.worlds @ outside.astype(held.worlds.dtype) == 0
    impossible = not (held.weights * inside > 0).any() or (exactly.any() and not (exactly & inside).any())
    if not held.claims or not outside.any() or outside.all() or impossible:
        return held.weights, ()
    named = zip(scope.domain.plural_kinds, outside, strict=True)
    return held.weights * inside, tuple(kind for kind, out in named if out)


def _remarks(token: Token, words: Vocabulary) -> list[str]:
    """A note where a word was read as another."""
    if token.name in ("NUM", "DEF", "SHARE", "UNKNOWN") or not token.written.isalpha() or token.written in words.known:
        return []
    meant = token.value[1] if isinstance(token.value, tuple) else str(token.value)
    return [f"{token.written!r} read as {meant!r}"]
