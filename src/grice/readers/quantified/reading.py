"""What does a description say, and which scenes does it allow? `grice.read`."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log2
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.prototypes import PROTOTYPES
from grice.meaning.statements import Prototypes
from grice.readers.quantified.acts import Act, Closes, Excepts, Nothing, Topic
from grice.readers.quantified.cleaning import Clean, clean
from grice.readers.quantified.comparing import COUNTABLE
from grice.readers.quantified.discourse import Discourse
from grice.readers.quantified.quantities import Claim
from grice.readers.quantified.segments import segments
from grice.readers.quantified.space import space
from grice.readers.quantified.weighing import Weights, balance, expected, weigh
from grice.readers.quantified.tokens import Token, vocabulary
from grice.scenes.quantified import DEFAULT, Domain, Mask, Scene, Worlds, check_size, counts, named, swaps

Mode = Literal["pragmatic", "literal"]
MODES = ("pragmatic", "literal")
FAMILIAR = 1 / 3
"""The least share of words that must be known for a text to count as English about these things."""
LOOSE = "cannot hold exactly; read loosely"
DANGLING = "says what the next words are about, and no words follow"
EMPTY = "nothing could be made of these words here"
LEFT = 0.04
"""The weight of a world with a kind nobody mentions among the few that "most" or "few" leave open."""
MOST_LEFT = 4
"""Of so many things, at most one may be of a kind that nobody mentions."""
CONTRADICTS = "contradicts what was said before; left out"


_SILENT = (Nothing, Topic, Excepts, Closes)
"""Acts that may leave nothing to hold: places, what the next words are about, an exception to what is still to come."""


@dataclass(frozen=True)
class Clause:
    """One clause of a text: where it stands, what it means, and what it did."""

    text: str
    span: tuple[int, int]
    meaning: str
    understood: bool
    removed: int
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "span": list(self.span),
            "meaning": self.meaning,
            "understood": self.understood,
            "removed": self.removed,
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class Reading:
    """The scenes a text allows: `worlds`, their `weights` (which sum to one), and the clauses that led there."""

    text: str
    size: int
    mode: Mode
    worlds: Worlds
    weights: Weights
    clauses: tuple[Clause, ...]
    absent: tuple[str, ...] = ()
    """Kinds taken to be absent because nothing was said of them."""
    expected: Mask = field(default_factory=lambda: np.ones(0, dtype=bool), repr=False)
    """Of each world, whether all that the words implicate holds in it; a plural, for one, means two or more."""
    sampled: bool = False
    domain: Domain = field(default=DEFAULT, repr=False)

    @property
    def understood(self) -> bool:
        """Whether every clause was understood."""
        return bool(self.clauses) and all(clause.understood for clause in self.clauses)

    @property
    def consistent(self) -> bool:
        """Whether nothing had to be read loosely or left out."""
        return not any(note in (LOOSE, CONTRADICTS) for clause in self.clauses for note in clause.notes)

    @cached_property
    def guess(self) -> tuple[int, ...]:
        """The one scene a sensible reader would answer: the weightiest."""
        return tuple(int(count) for count in self.worlds[int(np.argmax(self.weights))])

    @property
    def bits(self) -> float:
        """The information left to ask for: the entropy of the weights."""
        positive = self.weights[self.weights > 0]
        return float(-(positive * np.log2(positive)).sum()) + 0.0

    @property
    def bits_of_worlds(self) -> float:
        """The information left if the worlds were equally likely."""
        return log2(len(self.worlds))

    def allows(self, scene: Scene) -> bool:
        """Whether a scene is among the worlds."""
        wanted = np.array(counts(scene, self.domain))
        return bool((self.worlds == wanted).all(axis=1).any())

    def distances(self, truth: Scene) -> NDArray[np.int64]:
        """Swaps from each world to the truth."""
        found: NDArray[np.int64] = swaps(self.worlds, np.array(counts(truth, self.domain, self.size)))
        return found

    def swaps(self, truth: Scene) -> float:
        """Expected swaps of a reader who answers each world as often as its weight says."""
        return float(self.weights @ self.distances(truth))

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "size": self.size,
            "reading": self.mode,
            "understood": self.understood,
            "worlds": len(self.worlds),
            "bits": round(self.bits, 4),
            "guess": named(self.guess, self.domain),
            "absent": list(self.absent),
            "sampled": self.sampled,
            "clauses": [clause.to_json() for clause in self.clauses],
        }


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
    if reading not in MODES:
        raise InputError(f"reading={reading!r}", f"one of {', '.join(MODES)}")
    if isinstance(text, str):
        if not isinstance(size, int | np.integer):
            raise InputError(f"one text and size {size!r}", "one size for one text")
        return _read(text, size, reading, domain, prototypes, seed)
    if not isinstance(text, Sequence):
        raise InputError(f"a description that is {type(text).__name__}", "text, or a list of texts")
    texts = list(text)
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
    numbers = {int(t.value) for sentence in sentences for t in sentence if t.cls == "NUM"}
    worlds, sampled = space(size, domain, numbers, seed)
    return _Reader(text, cleaned, size, mode, domain, prototypes, worlds, sampled).run(sentences)


class _Reader:
    """Goes through a text clause by clause, keeping the weight of every world."""

    def __init__(
        self,
        text: str,
        cleaned: Clean,
        size: int,
        mode: Mode,
        domain: Domain,
        prototypes: Prototypes,
        worlds: Worlds,
        sampled: bool,
    ) -> None:
        self.text, self.cleaned, self.size, self.mode = text, cleaned, size, mode
        self.domain, self.prototypes, self.worlds, self.sampled = domain, prototypes, worlds, sampled
        self.literal = mode == "literal"
        self.discourse = Discourse(domain, size, self.literal)
        self.held: list[tuple[Claim, Weights]] = []
        self.forms: dict[int, Claim] = {}
        self.weights: Weights = np.ones(len(worlds))

    def run(self, sentences: Sequence[Sequence[Token]]) -> Reading:
        clauses: list[Clause] = []
        for sentence in sentences:
            self.discourse.new_sentence()
            found = segments(sentence, self.domain)
            for place, segment in enumerate(found):
                clause = self._clause(segment.tokens, segment.acts)
                if segment.skipped:
                    clause = replace(clause, understood=False, notes=(*clause.notes, "skipped: " + ", ".join(t.written for t in segment.skipped)))
                if segment.acts is not None and place == len(found) - 1 and isinstance(segment.acts[-1], Topic):
                    clause = replace(clause, understood=False, notes=(*clause.notes, DANGLING))
                clauses.append(clause)
        absent = () if self.literal else self._close()
        kept = self.weights > 0
        weights = self.weights[kept] * (1.0 if self.literal else balance(self.worlds[kept], self.discourse.mentioned))
        worlds = self.worlds[kept]
        expected_ = np.ones(len(worlds), dtype=bool)
        for claim, _ in self.held if not self.literal else ():
            expected_ &= expected(claim, worlds, self.prototypes)
        worlds.flags.writeable = False
        return Reading(
            self.text,
            self.size,
            self.mode,
            worlds,
            weights / weights.sum(),
            tuple(clauses),
            absent,
            expected_,
            self.sampled,
            self.domain,
        )

    def _clause(self, tokens: Sequence[Token], acts: tuple[Act, ...] | None) -> Clause:
        span = self.cleaned.span(tokens[0].start, tokens[-1].end)
        said = self.text[span[0] : span[1]]
        if acts is None:
            unknown = [token.written for token in tokens if token.cls == "UNKNOWN"]
            note = f"unknown: {', '.join(unknown)}" if unknown else "no reading of these words together"
            return Clause(said, span, "", False, 0, (note,))
        before = int((self.weights > 0).sum())
        notes: list[str] = [note for token in tokens for note in _remarks(token, self.domain)]
        claims: list[Claim] = []
        for act in acts:
            found = self.discourse.claims(act, self._agrees)
            if not self.literal and not self._agrees(found):
                found = self.discourse.exception(act) or found
            gone = self._withdraw()
            claims = [claim for claim in [*claims, *found] if id(claim) not in gone]
        for claim in claims:
            notes += self._hold(claim)
        if not claims and not self.literal and not all(isinstance(act, _SILENT) for act in acts):
            return Clause(said, span, "", False, 0, (EMPTY,))
        if all(isinstance(act, Nothing) for act in acts):
            meaning = "says nothing of how many"
        else:
            meaning = " ".join(claim.words for claim in claims) or "sets what the next words are about"
        return Clause(
            said, span, meaning, True, max(before - int((self.weights > 0).sum()), 0), tuple(dict.fromkeys(notes))
        )

    def _agrees(self, claims: Sequence[Claim]) -> bool:
        weights = self.weights
        for claim in claims:
            weights = weights * weigh(claim, self.worlds, self.literal, self.prototypes)
        return bool((weights > 0).any())

    def _hold(self, claim: Claim) -> list[str]:
        for form, notes in ((claim, []), (Claim(claim.looser), [LOOSE])):
            if form.readings:
                weight = weigh(form, self.worlds, self.literal, self.prototypes)
                if (self.weights * weight > 0).any():
                    self.held.append((claim, weight))
                    self.forms[id(claim)] = form
                    self.weights = self.weights * weight
                    return list(notes)
        return [CONTRADICTS] if claim.readings else []

    def _withdraw(self) -> set[int]:
        """Take back what an exception has replaced."""
        gone = {id(claim) for claim in self.discourse.withdrawn}
        if gone:
            self.held = [(claim, weight) for claim, weight in self.held if id(claim) not in gone]
            self.weights = np.ones(len(self.worlds))
            for _, weight in self.held:
                self.weights = self.weights * weight
            self.discourse.withdrawn.clear()
        return gone

    def _close(self) -> tuple[str, ...]:
        """What nobody mentions is not there, unless that would contradict what was said."""
        outside: Mask = ~self.discourse.mentioned
        if not self.held or not outside.any() or outside.all():
            return ()
        inside = self.worlds @ outside.astype(self.worlds.dtype) == 0
        exactly = self._exactly()
        if not (self.weights * inside > 0).any() or (exactly.any() and not (exactly & inside).any()):
            return ()
        self.weights = self.weights * np.where(inside, 1.0, LEFT * self._nearly_closed(outside))
        return tuple(kind for kind, out in zip(self.domain.plural_kinds, outside, strict=True) if out)

    def _nearly_closed(self, outside: Mask) -> Mask:
        """Worlds with a few things that nobody mentions among those a vague word leaves open."""
        few = self.worlds @ outside.astype(self.worlds.dtype) <= self.size // MOST_LEFT
        surely = (~self.discourse.mentioned_or_left & outside).astype(self.worlds.dtype)
        found: Mask = few & (self.worlds @ surely == 0) & (self.size > COUNTABLE)
        return found

    def _exactly(self) -> Mask:
        """The worlds in which every round number is exact: a kind is not absent by grace of a number that is off."""
        found = np.ones(len(self.worlds), dtype=bool)
        for claim, _ in self.held:
            found &= weigh(self.forms[id(claim)], self.worlds, self.literal, self.prototypes, rounded=False) > 0
        return found


def _remarks(token: Token, domain: Domain) -> list[str]:
    """A note where a word was read as another."""
    known = vocabulary(domain).known
    if token.cls in ("NUM", "DEF", "SHARE", "UNKNOWN") or not token.written.isalpha() or token.written in known:
        return []
    meant = token.value[1] if isinstance(token.value, tuple) else str(token.value)
    return [f"{token.written!r} read as {meant!r}"]
