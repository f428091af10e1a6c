"""What does a speaker of quantified scenes return? Its words, its statements, and what they leave open."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from grice.meaning.statements import Statement, conjunction
from grice.scenes.quantified import Domain, Worlds, named, rank, worlds

Counted: TypeAlias = tuple[int, ...]
"""A scene as counts."""


@dataclass(frozen=True)
class Description:
    """A text that tells a scene apart from `distractors` or, where there are none, from all others of its size.

    `complete` says whether, with what the statements implicate, none of those is left; for the QDG algorithms it is
    their own claim. `complete_logically` asks the same of plain logic. `proven` says whether the search was exhaustive,
    so that no description in that style has fewer statements; None where there was no search.
    """

    text: str
    statements: tuple[Statement, ...]
    scene: Counted
    domain: Domain
    speaker: str
    seed: int | None
    complete: bool
    complete_logically: bool
    proven: bool | None = None
    distractors: tuple[Counted, ...] = ()

    @property
    def size(self) -> int:
        return sum(self.scene)

    @cached_property
    def left_open(self) -> Worlds:
        """The scenes not ruled out by plain logic, one a row."""
        every = np.array(self.distractors, np.int32) if self.distractors else worlds(self.size, self.domain)
        allowed = conjunction(self.statements, every)
        if not self.distractors:
            allowed[rank(self.scene)] = False
        left: Worlds = np.ascontiguousarray(every[allowed])
        return left

    def to_json(self) -> dict[str, Any]:
        """Everything, with the number of scenes left open instead of the scenes, which may be many."""
        return {
            "text": self.text,
            "statements": [said.to_json() for said in self.statements],
            "scene": named(self.scene, self.domain),
            "size": self.size,
            "speaker": self.speaker,
            "seed": self.seed,
            "complete": self.complete,
            "complete_logically": self.complete_logically,
            "left_open": 0 if self.complete_logically else len(self.left_open),
        } | ({"distractors": [named(one, self.domain) for one in self.distractors]} if self.distractors else {})

    def __str__(self) -> str:
        return self.text
