"""How likely is each world after a claim? Truth, implicatures that weigh, prototypes of vague words, round numbers.

In a literal reading a claim is true or false. In a pragmatic one a world keeps a weight: less where an implicature
fails that people do not insist on, more where a vague word fits better, a little where a round number is nearly right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any

import numpy as np

from grice.meaning.prototypes import PROTOTYPES, Prototype
from grice.meaning.quantifiers import Counts
from grice.meaning.reading import CONTRADICTS, LOOSE, Weights
from grice.meaning.statements import Prototypes, Statement
from grice.readers.quantified.scope import WEAKER, Claim
from grice.readers.quantified.weights import FIRST, LEAST_MORE, MORE, ROUND, SPREAD, TYPICAL, UNUSUAL
from grice.scenes.quantified import Mask, Worlds

_NEARLY: dict[str, Any] = {
    "half": lambda c: (np.abs(2 * c.ab - c.a) <= 2) & (c.a >= 8),
    "fraction": lambda c: (np.abs(c.m * c.ab - c.k * c.a) <= c.m) & (c.a >= 8) & (c.ab >= 1) & (c.ab < c.a),
    "equal": lambda c: (np.abs(c.p - c.q) <= 2) & (c.p + c.q >= 8) & (c.p >= 1) & (c.q >= 1),
    "times": lambda c: (np.abs(c.p - c.k * c.q) <= c.k) & (c.p + c.q >= 8) & (c.q >= 1),
}


def weigh(
    claim: Claim, worlds: Worlds, literal: bool, prototypes: Prototypes = PROTOTYPES, rounded: bool = True
) -> Weights:
    """The weight a claim leaves each world; nothing where it is excluded. Without `rounded`, numbers are exact."""
    best = np.zeros(len(worlds))
    for place, reading in enumerate(claim.readings):
        weight = np.ones(len(worlds))
        for statement in reading:
            holds = statement.holds(worlds, prototypes=prototypes) if literal else None
            weight *= fit(statement, worlds, prototypes, rounded) if holds is None else holds
        best = np.maximum(best, weight * claim.fading**place)
    return best


@dataclass(frozen=True)
class Held:
    """The worlds, and the claims that were made of them: as made, as held, and what each weighs."""

    worlds: Worlds
    literal: bool
    prototypes: Prototypes
    start: Weights | float = 1.0
    claims: tuple[tuple[Claim, Claim, Weights], ...] = ()

    @cached_property
    def weights(self) -> Weights:
        """The weight of each world."""
        return reduce(np.multiply, (weight for _, _, weight in self.claims), np.ones(len(self.worlds)) * self.start)

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
        """Whether claims are compatible with all that was said before."""
        return bool((reduce(np.multiply, map(self.weigh, claims), self.weights) > 0).any())

    def holding(self, claim: Claim) -> "tuple[Held, str]":
        """With one more claim; where it cannot hold, in its looser form, and where that cannot, without it."""
        for form, note in ((claim, ""), (Claim(claim.looser), LOOSE)):
            weights = self.weigh(form)
            if (self.weights * weights > 0).any():
                return replace(self, claims=(*self.claims, (claim, form, weights))), note
        return self, CONTRADICTS if claim.readings else ""

    def without(self, withdrawn: Sequence[Claim]) -> "Held":
        """With what an exception has replaced taken back."""
        kept = tuple(held for held in self.claims if held[0] not in withdrawn)
        return replace(self, claims=kept) if withdrawn else self


def expected(claim: Claim, worlds: Worlds, prototypes: Prototypes = PROTOTYPES) -> Mask:
    """The worlds in which a claim holds with all that its statements implicate."""
    found = np.zeros(len(worlds), dtype=bool)
    for reading in claim.readings[: 1 if claim.fading < 1 else None]:
        whole = np.ones(len(worlds), dtype=bool)
        for statement in reading:
            whole &= statement.holds(worlds, pragmatic=True, prototypes=prototypes)
        found |= whole
    return found


def fit(statement: Statement, worlds: Worlds, prototypes: Prototypes = PROTOTYPES, rounded: bool = True) -> Weights:
    """How well a statement fits each world as people mean it."""
    counts = _counts(statement, worlds)
    row = statement.pattern
    holds = statement.holds(worlds, prototypes=prototypes)
    insisted = np.asarray(WEAKER.get(row.name, row.implicature)(counts), dtype=bool)
    expected = np.asarray(row.implicature(counts), dtype=bool)
    weight = (holds & insisted) * np.where(expected, 1.0, UNUSUAL)
    if rounded and row.name in _NEARLY:
        weight = np.maximum(weight, ROUND * _NEARLY[row.name](counts))
    if row.name in ("more", "fewer"):
        gap = np.abs(counts.p - counts.q) / np.maximum(counts.p + counts.q, 1)
        weight = weight * (LEAST_MORE + (1 - LEAST_MORE) * np.exp(-0.5 * ((gap - MORE) / MORE) ** 2))
    prototype = prototypes.get(row.name)
    fitting: Weights = weight if prototype is None else weight * _typicality(prototype, statement, counts)
    return fitting


def balance(worlds: Worlds, mentioned: Mask) -> Weights:
    """Without more to go by, even numbers of what was mentioned are the likelier."""
    share = worlds / worlds.sum(axis=1, keepdims=True)
    even = mentioned / max(mentioned.sum(), 1)
    # Of scenes that are alike in this, the one with more of the kinds that come first.
    first = FIRST * (share @ np.arange(worlds.shape[1], 0, -1))
    found: Weights = np.exp(first - ((share - even) ** 2).sum(axis=1))
    return found


def _typicality(prototype: Prototype, statement: Statement, counts: Counts) -> Weights:
    """Near what the word typically means is likelier, however wide the word is."""
    pair = "P" in statement.masks
    part, whole = (counts.p, counts.n) if pair else (counts.ab, counts.a)
    if prototype.unit == "gap":
        values, width = (counts.p - counts.q) / np.maximum(counts.p + counts.q, 1), SPREAD
    elif prototype.unit == "count":
        values, width = part.astype(np.float64), max(1.0, prototype.typical / 3)
    else:
        values, width = part / np.maximum(whole, 1), max(SPREAD, (prototype.until - prototype.full) / 2)
    typical: Weights = TYPICAL + (1 - TYPICAL) * np.exp(-0.5 * ((values - prototype.typical) / width) ** 2)
    return typical


def _counts(statement: Statement, worlds: Worlds) -> Counts:
    return Counts(lambda mask: worlds @ mask.astype(worlds.dtype), worlds.shape[1], statement.masks, statement.numbers)
