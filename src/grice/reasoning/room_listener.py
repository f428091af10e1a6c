"""Which room is meant, given what else the speaker could have said? A rational listener over rooms.

L1(w | u) is proportional to S1(u | w), the chance that a speaker who knows the candidates would say this caption of
that room (Frank & Goodman 2012). What the speaker could have said instead: any one or two features of a candidate, each
with its head noun. So "a pill" points at the pill that has no better name, where a literal listener sees two pills.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from grice.readers.base import Choice, Listener, check_candidates
from grice.readers.rooms.listener import LiteralListener
from grice.readers.rooms.reading import read_mentions
from grice.reasoning.speech_acts import ALPHA, COST, among, check, heard
from grice.scenes.context import room_ids
from grice.scenes.rooms import FEATURES
from grice.speakers.rooms.oracles import say

MOST_FEATURES = 2
"""How many features an alternative mentions at most: more would be true of one room alone, and never be preferred."""


@dataclass(frozen=True)
class RationalRoomListener(Listener):
    """Chooses the room of which a speaker would likeliest have said this and nothing else."""

    name: str = "rsa"
    alpha: float = ALPHA
    cost: float = COST
    family = "rooms"

    def __post_init__(self) -> None:
        check(self.alpha, self.cost)

    def listen(self, descriptions: Sequence[str], candidates: Sequence[Sequence[int]]) -> list[Choice]:
        """For every caption, the choice among its candidates (ids of rooms)."""
        check_candidates(descriptions, candidates)
        return [self._choice(text, list(ids)) for text, ids in zip(descriptions, candidates, strict=True)]

    def _choice(self, caption: str, candidates: list[int]) -> Choice:
        texts = [caption, *(one for one in alternatives(candidates) if one != caption)]
        said = LiteralListener().listen(texts, [candidates] * len(texts))
        if not said[0].fitting or not len(read_mentions([caption])):
            return Choice(None, said[0].reason, (), (0.0,) * len(candidates), said[0].false)
        weights = heard(among(np.array([one.weights for one in said])), texts, self.alpha, self.cost)
        best = np.flatnonzero(np.isclose(weights, weights.max())).tolist()
        shares, fitting, false = tuple(weights.tolist()), said[0].fitting, said[0].false
        if len(best) > 1:
            return Choice(None, f"{len(best)} images are equally likely", fitting, shares, false)
        return Choice(best[0], "a speaker is likeliest to say it of this image", fitting, shares, false)


def alternatives(candidates: Sequence[int]) -> list[str]:
    """What a speaker could say of the candidates: each of their features alone, and any two of them."""
    chosen = [set_ for many in range(1, MOST_FEATURES + 1) for set_ in combinations(range(len(FEATURES)), many)]
    marks: NDArray[np.bool_] = np.zeros((len(chosen), len(FEATURES)), bool)
    for row, places in enumerate(chosen):
        marks[row, list(places)] = True
    ids = room_ids(list(candidates), "candidate")
    return list(dict.fromkeys(say(np.repeat(ids, len(marks)), np.tile(marks, (len(ids), 1)))))
