"""How likely is each world after a claim? Truth, implicatures that weigh, prototypes of vague words, round numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any

import numpy as np

from grice.meaning.reading import CONTRADICTS, LOOSE, Weights
from grice.meaning.statements import Prototypes, Statement, conjunction
from grice.readers.quantified.scope import Claim
from grice.readers.quantified.weights import FIRST, LEAST_MORE, MORE, ROUND, SPREAD, TYPICAL, UNUSUAL
from grice.scenes.quantified import Mask, Worlds

_NEARLY: dict[str, Any] = {  # where a round number is nearly right
    "half": lambda c: (np.abs(2 * c.ab - c.a) <= 2) & (c.a >= 8),
    "fraction": lambda c: (np.abs(c.m * c.ab - c.k * c.a) <= c.m) & (c.a >= 8) & (c.ab >= 1) & (c.ab < c.a),
    "equal": lambda c: (np.abs(c.p - c.q) <= 2) & (c.p + c.q >= 8) & (c.p >= 1) & (c.q >= 1),
    "times": lambda c: (np.abs(c.p - c.k * c.q) <= c.k) & (c.p + c.q >= 8) & (c.q >= 1),
}
_ANY = ("there_are", "all_but", "many", "a_few", "a_couple", "several", "number", "at_most")
# What people do take from a statement where the full implicature asks for a plural: one circle is circles enough.
_INSISTED: dict[str, Any] = {
    **dict.fromkeys(_ANY, lambda c: c.n >= 0),
    **dict.fromkeys(("more", "much_more", "times"), lambda c: c.q >= 1),
    **dict.fromkeys(("equal", "fewer"), lambda c: c.p >= 1),
    **dict.fromkeys(("half", "minority", "under"), lambda c: c.ab >= 1),
    "all": lambda c: c.a >= 1,
    "some": lambda c: c.ab < c.a,
}


@dataclass(frozen=True)
class Held:
    """The worlds, and the claims that were made of them: as made, as held, and what each weighs."""

    worlds: Worlds
    literal: bool
    prototypes: Prototypes
    claims: tuple[tuple[Claim, Claim, Weights], ...] = ()

    @cached_property
    def weights(self) -> Weights:
        """The weight of each world."""
        return reduce(np.multiply, (weight for _, _, weight in self.claims), np.ones(len(self.worlds)))

    def weigh(self, claim: Claim, rounded: bool = True) -> Weights:
        """The weight a claim leaves each world; nothing where it is excluded. Without `rounded`, numbers are exact."""
        best = np.zeros(len(self.worlds))
        for i, reading in enumerate(claim.readings):
            fits = [fit(statement, self.worlds, self.prototypes, rounded) for statement in reading if not self.literal]
            holds = [conjunction(reading, self.worlds, prototypes=self.prototypes)] if self.literal else fits
            best = np.maximum(best, reduce(np.multiply, holds, np.full(len(self.worlds), claim.fading**i)))
        return best

    def exactly(self, but: Sequence[Claim] = ()) -> Mask:
        """The worlds in which what was claimed holds with exact numbers."""
        forms = [form for claim, form, _ in self.claims if claim not in but]
        every: Mask = np.ones(len(self.worlds), dtype=bool)
        return reduce(np.logical_and, [self.weigh(form, rounded=False) > 0 for form in forms], every)

    def expected(self) -> Mask:
        """The worlds in which every claim holds with all that its statements implicate."""
        found: Mask = np.ones(len(self.worlds), dtype=bool)
        for claim, _, _ in self.claims:
            meant = claim.readings[: 1 if claim.fading < 1 else None]
            found &= np.any([conjunction(one, self.worlds, True, self.prototypes) for one in meant], axis=0)
        return found

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
        return replace(self, claims=tuple(c for c in self.claims if c[0] not in withdrawn)) if withdrawn else self


def fit(statement: Statement, worlds: Worlds, prototypes: Prototypes, rounded: bool = True) -> Weights:
    """How well a statement fits each world as people mean it."""
    counts, row = statement.counts(worlds), statement.pattern
    holds = statement.holds_for(counts, prototypes=prototypes) & _INSISTED.get(row.name, row.implicature)(counts)
    weight: Weights = holds * np.where(row.implicature(counts), 1.0, UNUSUAL)
    if rounded and row.name in _NEARLY:
        weight = np.maximum(weight, ROUND * _NEARLY[row.name](counts))
    if row.name in ("more", "fewer"):
        gap = np.abs(counts.p - counts.q) / np.maximum(counts.p + counts.q, 1)
        weight = weight * (LEAST_MORE + (1 - LEAST_MORE) * np.exp(-0.5 * ((gap - MORE) / MORE) ** 2))
    word = prototypes.get(row.name)
    if word is not None:
        # Near what the word typically means is likelier, however wide the word is.
        wide = {"gap": 0.0, "count": max(1.0, word.typical / 3), "share": (word.until - word.full) / 2}
        off = (statement.measured(counts, word.unit) - word.typical) / max(SPREAD, wide[word.unit])
        weight = weight * (TYPICAL + (1 - TYPICAL) * np.exp(-0.5 * off**2))
    return weight


def balance(worlds: Worlds, mentioned: Mask) -> Weights:
    """Without more to go by, even numbers of what was mentioned are the likelier."""
    share, even = worlds / worlds.sum(axis=1, keepdims=True), mentioned / max(mentioned.sum(), 1)
    # Of scenes that are alike in this, the one with more of the kinds that come first.
    first = FIRST * (share @ np.arange(worlds.shape[1], 0, -1))
    found: Weights = np.exp(first - ((share - even) ** 2).sum(axis=1))
    return found
