"""What must the target be told apart from? Contrastive and redundant features, and samplers of target-distractor pairs.

A feature is contrastive when target and distractor differ in it, redundant when they share it (Tsvilodub & Franke 2023,
section 2.2). The thirteen test sets are pairs that share at least one, two or three given features (section 3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError
from grice.scenes import rooms
from grice.scenes.rooms import FEATURES


@dataclass(frozen=True)
class Shared:
    """Which features a pair must share: these, or `random` many drawn anew for every pair."""

    features: tuple[str, ...] = ()
    random: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.features, tuple | list) or not all(isinstance(f, str) for f in self.features):
            raise InputError(f"features {checks.quoted(self.features)}", "names in a tuple", 'Shared(("shape",))')
        object.__setattr__(self, "features", tuple(self.features))
        unknown = [feature for feature in self.features if feature not in FEATURES]
        if unknown:
            raise InputError(f"no feature is called {', '.join(unknown)}", f"some of {', '.join(FEATURES)}")
        if checks.count(self.random, "random", most=len(FEATURES)) and self.features:
            raise InputError(f"{', '.join(self.features)} and {self.random} random features", "one or the other")
        if self.random == len(FEATURES) or len(set(self.features)) == len(FEATURES):
            raise InputError("pairs that share all six features", "at least one feature in which a pair may differ")


OBJECT = ("object_hue", "scale", "shape")
BACKGROUND = ("floor_hue", "wall_hue", "orientation")

TEST_SETS: Mapping[str, Mapping[str, Shared]] = {
    "one feature": {feature: Shared((feature,)) for feature in FEATURES},
    "two features": {
        "shape+object_hue": Shared(("shape", "object_hue")),
        "scale+object_hue": Shared(("scale", "object_hue")),
        "scale+shape": Shared(("scale", "shape")),
        "random two": Shared(random=2),
    },
    "three features": {
        "object": Shared(OBJECT),
        "background": Shared(BACKGROUND),
        "random three": Shared(random=3),
    },
}
SIMILAR = Shared(random=3)
RANDOM = Shared()


@dataclass(frozen=True)
class Pairs:
    """Targets and their distractors: two arrays of ids of one length."""

    targets: NDArray[np.int64]
    distractors: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.targets)


def contrastive(targets: ArrayLike, distractors: ArrayLike) -> NDArray[np.bool_]:
    """Which features tell target and distractor apart: shape (..., 6)."""
    one, other = rooms.features(targets), rooms.features(distractors)
    try:
        different: NDArray[np.bool_] = np.not_equal(one, other)
    except ValueError:
        raise InputError(
            f"targets of shape {one.shape[:-1]} and distractors of shape {other.shape[:-1]}",
            "as many of one as the other",
        ) from None
    return different


def redundant(targets: ArrayLike, distractors: ArrayLike) -> NDArray[np.bool_]:
    """Which features target and distractor share: shape (..., 6)."""
    return ~contrastive(targets, distractors)


def sample(count: int, matching: Shared = RANDOM, seed: int = 0, pool: ArrayLike | None = None) -> Pairs:
    """Draw pairs: the target uniformly from the pool, the distractor uniformly from all others that share the features.

    `pool` are the ids to draw from, by default all 480,000. A target with no possible distractor is never drawn, nor
    are random features that no two ids of the pool share.
    """
    count, rng = checks.count(count, "count"), checks.generator(seed)
    if not isinstance(matching, Shared):
        raise InputError(f"matching {checks.quoted(matching)}", "which features pairs share", 'Shared(("shape",))')
    ids = None if pool is None else np.unique(rooms.check(pool))
    if not matching.random:
        return _draw(count, matching.features, ids, rng)
    choices = list(combinations(FEATURES, matching.random))
    if ids is not None:
        choices = [features for features in choices if _repeats(ids, features)]
        if not choices:
            raise InputError(f"a pool of {len(ids)} ids", f"at least two that share {matching.random} features")
    chosen = rng.integers(len(choices), size=count)
    targets = np.empty(count, np.int64)
    distractors = np.empty(count, np.int64)
    for i, features in enumerate(choices):
        here = np.flatnonzero(chosen == i)
        drawn = _draw(len(here), features, ids, rng)
        targets[here], distractors[here] = drawn.targets, drawn.distractors
    return Pairs(targets, distractors)


def draw_test_sets(size: int = 7500, seed: int = 0) -> dict[str, dict[str, Pairs]]:
    """The thirteen test sets: category to set name to pairs."""
    seeds = iter(np.random.SeedSequence(checks.seed(seed)).generate_state(13).tolist())
    return {
        category: {name: sample(size, matching, next(seeds)) for name, matching in sets.items()}
        for category, sets in TEST_SETS.items()
    }


def _repeats(ids: NDArray[np.int64], matched: Sequence[str]) -> bool:
    """Whether two of the ids share the features."""
    return len(np.unique(_keys(ids, [FEATURES.index(feature) for feature in matched]))) < len(ids)


def _keys(ids: NDArray[np.int64], columns: Sequence[int]) -> NDArray[np.int64]:
    """A number for each id that is the same where the features are."""
    indexes = rooms.features(ids)
    keys = np.zeros(len(ids), np.int64)
    for column in columns:
        keys = keys * rooms.SIZES[column] + indexes[:, column]
    return keys


def _draw(count: int, matched: Sequence[str], ids: NDArray[np.int64] | None, rng: np.random.Generator) -> Pairs:
    columns = [FEATURES.index(feature) for feature in matched]
    return _from_all(count, columns, rng) if ids is None else _from_pool(count, columns, ids, rng)


def _from_all(count: int, columns: Sequence[int], rng: np.random.Generator) -> Pairs:
    """Every room is there, so each free feature of the distractor is drawn by itself; self-pairs are drawn again."""
    targets = rng.integers(rooms.COUNT, size=count)
    distractors = targets.copy()
    while len(same := np.flatnonzero(distractors == targets)):
        drawn = rng.integers(rooms.SIZES, size=(len(same), len(FEATURES)))
        drawn[:, columns] = rooms.features(targets[same])[:, columns]
        distractors[same] = rooms.ids(drawn)
    return Pairs(targets, distractors)


def _from_pool(count: int, columns: Sequence[int], ids: NDArray[np.int64], rng: np.random.Generator) -> Pairs:
    """Group the pool by the shared features; a pair is two different members of one group."""
    keys = _keys(ids, columns)
    order = np.argsort(keys, kind="stable")
    _, starts, sizes = np.unique(keys[order], return_index=True, return_counts=True)
    start, size = np.repeat(starts, sizes), np.repeat(sizes, sizes)
    able = np.flatnonzero(size > 1)
    if not len(able):
        shared = " and ".join(FEATURES[column] for column in columns)
        raise InputError(f"a pool of {len(ids)} ids", f"at least two{f' that share {shared}' * bool(shared)}")
    position = able[rng.integers(len(able), size=count)]
    # One of the other members: draw among size - 1 places and step over the target's own.
    place = start[position] + (rng.random(count) * (size[position] - 1)).astype(np.int64)
    place += place >= position
    return Pairs(ids[order[position]], ids[order[place]])
