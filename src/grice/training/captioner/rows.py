"""Which rooms and captions does a speaker learn from? Pools of images that no test sees, and lessons drawn from them.

A lesson is a number of rows of one kind: a room alone or beside a distractor that shares some features, and a caption
of a grammar. The minimal grammar names one feature that tells the two apart; the others name what they name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.scenes import rooms
from grice.scenes.context import TEST_SETS, Pairs, Shared, draw_test_sets, sample
from grice.scenes.rooms import FEATURES
from grice.speakers.rooms.grammar import templates
from grice.training.captioner.wordlist import WordList

ALONE = "alone"
POOLS = ("captions", "games")
WATCHED = 20_000
"""Rooms whose pairs are evaluated during training."""
_SPLIT, _WATCH = 14, 15
"""Seeds of the split: it is the same for every run."""


@dataclass(frozen=True)
class Lesson:
    """Rows of one kind. `sharing` features are the same in target and distractor at least, or the room is alone."""

    grammar: str = "exhaustive"
    rows: int = 150_000
    sharing: str | int = ALONE
    captions: int = 5
    """Captions of each room that is alone."""


@dataclass(frozen=True)
class Rows:
    """Targets and distractors by id, and their captions as word numbers."""

    targets: NDArray[np.int64]
    distractors: NDArray[np.int64]
    captions: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.targets)

    @classmethod
    def joined(cls, parts: Sequence["Rows"]) -> "Rows":
        columns = zip(*((part.targets, part.distractors, part.captions) for part in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))


@cache
def test_ids() -> NDArray[np.int64]:
    """Every room of the thirteen test sets."""
    pairs = [pairs for sets in draw_test_sets(7500, 0).values() for pairs in sets.values()]
    return np.unique(np.concatenate([ids for one in pairs for ids in (one.targets, one.distractors)]))


def pool(name: str, count: int) -> NDArray[np.int64]:
    """Rooms to learn captions from, or to play with: disjoint from each other, from tests and from what is watched."""
    order = _others()
    free = (len(order) - WATCHED) // len(POOLS)
    if name not in POOLS or not 0 < count <= free:
        raise InputError(f"{count} images of the pool {name!r}", f"1 to {free} of {' or '.join(POOLS)}")
    start = POOLS.index(name) * free
    return order[start : start + count]


def watched(size: int) -> dict[str, dict[str, Pairs]]:
    """Pairs as in the thirteen test sets, of rooms that neither training nor tests see."""
    ids, seeds = _others()[-WATCHED:], iter(range(_WATCH, _WATCH + 13))
    return {
        category: {name: sample(size, matching, next(seeds), ids) for name, matching in sets.items()}
        for category, sets in TEST_SETS.items()
    }


@cache
def _others() -> NDArray[np.int64]:
    free = np.setdiff1d(np.arange(rooms.COUNT), test_ids())
    return np.random.default_rng(_SPLIT).permutation(free)


def rows(lessons: Sequence[Lesson], ids: NDArray[np.int64], words: WordList, longest: int, seed: int) -> Rows:
    """The rows of all lessons, drawn from the rooms of a pool."""
    rng = np.random.default_rng([seed, 1])
    return Rows.joined([_taught(lesson, ids, words, longest, rng) for lesson in lessons])


def _taught(lesson: Lesson, ids: NDArray[np.int64], words: WordList, longest: int, rng: np.random.Generator) -> Rows:
    if lesson.sharing == ALONE:
        return _alone(lesson, ids, words, longest, rng)
    pairs = sample(lesson.rows, Shared(random=int(lesson.sharing)), int(rng.integers(1 << 31)), ids)
    if lesson.grammar == "minimal":
        chosen = _telling(pairs, rng)
    else:
        chosen = rng.integers(len(templates(lesson.grammar)), size=len(pairs))
    captions = words.captions(pairs.targets, chosen, lesson.grammar, longest)
    return Rows(pairs.targets, pairs.distractors, captions)


def _alone(lesson: Lesson, ids: NDArray[np.int64], words: WordList, longest: int, rng: np.random.Generator) -> Rows:
    """The same number of captions of each room, all different."""
    kinds = len(templates(lesson.grammar))
    each = min(lesson.captions, kinds)
    images = np.resize(rng.permutation(ids), -(-lesson.rows // each))
    chosen = rng.permuted(np.tile(np.arange(kinds), (len(images), 1)), axis=1)[:, :each].reshape(-1)[: lesson.rows]
    targets = np.repeat(images, each)[: lesson.rows]
    return Rows(targets, targets, words.captions(targets, chosen, lesson.grammar, longest))


def _telling(pairs: Pairs, rng: np.random.Generator) -> NDArray[np.int64]:
    """For each pair, the template that names one feature whose words differ, each such feature as likely."""
    differ = rooms.phrases(pairs.targets) != rooms.phrases(pairs.distractors)
    keys = np.where(differ, rng.random(differ.shape), -1.0)
    found: NDArray[np.int64] = _naming()[keys.argmax(1)]
    return found


@cache
def _naming() -> NDArray[np.int64]:
    """For each feature, the minimal template that names it alone."""
    named: Mapping[frozenset[str], int] = {t.features: i for i, t in reversed(list(enumerate(templates("minimal"))))}
    return np.array([named[frozenset([feature])] for feature in FEATURES])
