"""What a speaker of quantified scenes hands over: its words, its statements, and what they leave open."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from grice.meaning.statements import Statement, conjunction
from grice.scenes.quantified import Domain, Worlds, named, rank, worlds


@dataclass(frozen=True)
class Description:
    """A text about a scene.

    `complete` says whether, with what the statements implicate, no other scene of this size is left; for the QDG
    algorithms it is their own claim. `complete_logically` asks the same of plain logic. `proven` says whether the
    search was exhaustive, so that no description in that style has fewer statements; None where there was no search.
    """

    text: str
    statements: tuple[Statement, ...]
    scene: tuple[int, ...]
    domain: Domain
    speaker: str
    seed: int | None
    complete: bool
    complete_logically: bool
    proven: bool | None = None

    @property
    def size(self) -> int:
        return sum(self.scene)

    @cached_property
    def left_open(self) -> Worlds:
        """The other scenes that plain logic allows, one a row."""
        return self._left(pragmatic=False)

    @cached_property
    def left_open_pragmatically(self) -> Worlds:
        """The other scenes that the statements and their implicatures allow."""
        return self._left(pragmatic=True)

    def to_json(self) -> dict[str, Any]:
        """Everything but the scenes left open, which may be many: their number."""
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
        }

    def __str__(self) -> str:
        return self.text

    def _left(self, pragmatic: bool) -> Worlds:
        every = worlds(self.size, self.domain)
        allowed = conjunction(self.statements, every, pragmatic)
        allowed[rank(self.scene)] = False
        left: Worlds = np.ascontiguousarray(every[allowed])
        return left
