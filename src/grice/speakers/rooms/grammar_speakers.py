"""Which caption of its grammar does a speaker choose? Any, or the least that rules out the distractors."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.scenes.context import Contexts, contexts
from grice.scenes.rooms import FEATURES, Variant, features, reads_apart
from grice.speakers.base import Speaker
from grice.speakers.rooms.realisation import fill, templates


@dataclass(frozen=True)
class GrammarSpeaker(Speaker[str]):
    """Draws a caption of its grammar, all equally likely, whatever the distractors."""

    name: str
    variant: Variant = "released"
    family = "rooms"

    def __post_init__(self) -> None:
        templates(self.name, self.variant)

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[str]:
        context = contexts(targets, distractors)
        rng = checks.generator(seed)
        return self._filled(context.targets, rng.integers(len(templates(self.name, self.variant)), size=len(context)))

    def _filled(self, ids: NDArray[np.int64], chosen: NDArray[np.int64]) -> list[str]:
        captions = np.empty(len(ids), object)
        for number, template in enumerate(templates(self.name, self.variant)):
            here = chosen == number
            if here.any():
                captions[here] = fill(ids[here], template, self.variant).to_pylist()
        found: list[str] = captions.tolist()
        return found


@dataclass(frozen=True)
class MinimalSpeaker(GrammarSpeaker):
    """Says the least of its grammar that rules out every distractor: fewest features first, then at random.

    A feature rules a distractor out if its words are false of it. Where no caption rules out all distractors, one that
    rules out most of them, then one with labels that differ ("in the middle" is three orientations, and two rooms may
    differ in nothing else); without distractors, any caption.
    """

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[str]:
        context = contexts(targets, distractors)
        rng = checks.generator(seed)
        uses = _uses(self.name, self.variant)
        words = reads_apart(features(context.targets)[context.owner], features(context.distractors), self.variant)
        cost = uses.sum(1)
        for apart in (context.differs, words):  # the last counts most
            cost = _left(context, apart @ uses.T) * (cost.max(initial=0) + 1) + cost
        best = (cost == cost.min(1, keepdims=True)) | (context.sizes == 0)[:, None]
        drawn = rng.integers(0, best.sum(1))
        return self._filled(context.targets, (best.cumsum(1) == drawn[:, None] + 1).argmax(1))


def _left(context: Contexts, ruled_out: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Of the distractors of each target, how many each template leaves: shape (targets, templates)."""
    before = np.concatenate((np.zeros((1, ruled_out.shape[1]), np.int64), (~ruled_out).cumsum(0)))
    left: NDArray[np.int64] = before[context.ends] - before[context.ends - context.sizes]
    return left


@cache
def _uses(kind: str, variant: Variant) -> NDArray[np.bool_]:
    """Which features each template of a grammar mentions: shape (templates, 6)."""
    return np.array([[feature in template.features for feature in FEATURES] for template in templates(kind, variant)])
