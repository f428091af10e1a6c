"""Which features does a speaker mention that knows the distractors? Decided by rule, and every mention is true.

Baselines for any learned captioner: all six features, all contrastive ones, the fewest that rule out
every distractor, three or one at random, the shape alone. Without distractors, a room is told apart from all others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.scenes import rooms
from grice.scenes.context import Contexts, contexts
from grice.scenes.rooms import FEATURES
from grice.speakers.base import Speaker

Selection = Callable[[Contexts, np.random.Generator], NDArray[np.bool_]]
"""Which features to mention of each target, one row of six for each."""

_SETS = np.arange(1 << len(FEATURES))[:, None] >> np.arange(len(FEATURES)) & 1 == 1
"""Every set of features, a row for each column of `Contexts.sufficient`."""


@dataclass(frozen=True)
class Oracle(Speaker[str]):
    """The oracle of a name out of `ORACLES`."""

    name: str
    family = "rooms"

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[str]:
        context = contexts(targets, distractors)
        return say(context.targets, ORACLES[self.name](context, checks.generator(seed)))


def say(ids: ArrayLike, mentioned: NDArray[np.bool_]) -> list[str]:
    """A caption for every id that mentions exactly the features marked in its row of six, each with its head noun."""
    words = rooms.phrases(ids).tolist()
    return [_sentence(row, marks) for row, marks in zip(words, mentioned.tolist(), strict=True)]


def _sentence(words: Sequence[str], marks: Sequence[bool]) -> str:
    """The caption of a room whose six features have these words, in the order of `FEATURES`."""
    floor, wall, hue, scale, shape, place = (word if marked else "" for word, marked in zip(words, marks, strict=True))
    thing = " ".join(filter(None, (scale, hue, shape or "object"))) if scale or hue or shape else ""
    parts = [f"a {thing}"] if thing else []
    if place:
        parts.append(place if parts else f"something {place}")
    if wall:
        parts.append(f"in front of a {wall} wall" if parts else f"a {wall} wall")
    if floor:
        parts.append(f"on {floor} floor" if parts else f"{floor} floor")
    return " ".join(parts)


def _some(count: int) -> Selection:
    def select(context: Contexts, rng: np.random.Generator) -> NDArray[np.bool_]:
        ranks = rng.random((len(context), len(FEATURES))).argsort(1).argsort(1)
        drawn: NDArray[np.bool_] = ranks < count
        return drawn

    return select


def _fewest(context: Contexts, rng: np.random.Generator) -> NDArray[np.bool_]:
    """The smallest sets of features that rule out every distractor; of several, each as likely."""
    sizes, enough = _SETS.sum(1), context.sufficient()
    least = np.where(enough, sizes, len(FEATURES) + 1).min(1, keepdims=True)
    keys = np.zeros(enough.shape)
    keys[:, 1 << np.arange(len(FEATURES))] = rng.random((len(context), len(FEATURES)))
    if (least > 1).any():
        keys[:, sizes > 1] = rng.random((len(context), int((sizes > 1).sum())))
    found: NDArray[np.bool_] = _SETS[np.where(enough & (sizes == least), keys, np.inf).argmin(1)]
    return found


ORACLES: dict[str, Selection] = {
    "oracle-six": lambda context, _: np.ones((len(context), len(FEATURES)), bool),
    "oracle-every": lambda context, _: context.contrastive(),
    "oracle-best": _fewest,
    "oracle-three": _some(3),
    "oracle-one": _some(1),
    "oracle-shape": lambda context, _: np.tile(np.array(FEATURES) == "shape", (len(context), 1)),
}
