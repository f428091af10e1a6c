"""What does a quantified description mean? The scenes it allows, their weights, and the clauses that led there."""

from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from grice.scenes.quantified import DEFAULT, Domain, Mask, Scene, Worlds, counts, named, swaps

Mode = Literal["pragmatic", "literal"]
MODES = ("pragmatic", "literal")
Weights = NDArray[np.float64]
LOOSE = "cannot hold exactly; read loosely"
CONTRADICTS = "contradicts what was said before; left out"
NOTHING = "nothing was said of the scene"


@dataclass(frozen=True)
class Clause:
    """One clause of a text: where it stands, what it means, and what it did."""

    text: str
    span: tuple[int, int]
    meaning: str
    understood: bool
    removed: int
    notes: tuple[str, ...] = ()
    open: Mask = field(default_factory=lambda: np.ones(0, dtype=bool), repr=False, compare=False)
    """Of every scene of the size (`space.space`), whether it is still allowed after this clause."""

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
    def silent(self) -> bool:
        """Whether nothing was said of the scene, so that any scene of the size is as good an answer as another."""
        return all(NOTHING in clause.notes for clause in self.clauses)

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
