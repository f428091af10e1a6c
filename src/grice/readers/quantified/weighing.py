"""How likely is each world after a claim? Truth, implicatures that weigh, prototypes of vague words, round numbers.

In a literal reading a claim is true or false. In a pragmatic one a world keeps a weight: less where an implicature
fails that people do not insist on, more where a vague word fits better, a little where a round number is nearly right.
"""

from typing import Any

import numpy as np

from grice.meaning.prototypes import PROTOTYPES, Prototype
from grice.meaning.quantifiers import Counts
from grice.meaning.reading import Weights
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
