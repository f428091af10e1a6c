"""What must the target be told apart from? Distractors, contrastive and redundant features, and samplers of pairs.

A feature is contrastive when target and distractor differ in it, redundant when they share it (Tsvilodub & Franke 2023,
section 2.2). The thirteen test sets are pairs that share at least one, two or three given features (section 3).
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError
from grice.scenes import rooms
from grice.scenes.rooms import FEATURES


@dataclass(frozen=True)
class Shared:
    """Which features a pair must share: these, or `random` many, drawn anew for every pair."""

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
            raise InputError("pairs that share all six features", "at least one feature in which the two may differ")


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


@dataclass(frozen=True)
class Contexts:
    """Targets with any number of distractors each: the next `sizes[i]` distractors are those of target i."""

    targets: NDArray[np.int64]
    distractors: NDArray[np.int64]
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.targets)

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """Where the distractors of each target end."""
        return np.cumsum(self.sizes)

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """The place of the target that each distractor belongs to."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def differs(self) -> NDArray[np.bool_]:
        """Which features tell each distractor from its target: shape (distractors, 6)."""
        return contrastive(self.targets[self.owner], self.distractors)

    def contrastive(self) -> NDArray[np.bool_]:
        """Which features tell each target from any distractor or, where it has none, from any room: (targets, 6)."""
        return self._any(self.differs, np.ones(len(FEATURES), bool))

    def sufficient(self) -> NDArray[np.bool_]:
        """Which sets of features rule out every distractor or, where there is none, every other room.

        Shape (targets, 64): column s is the set of features whose bits s has, so feature i alone is column 1 << i.
        """
        return self._sufficient(self.differs)

    def fewest(self, differs: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The smallest number of features that rules out all distractors of each target, if these tell them apart."""
        if (self.sizes == 1).all():
            return np.ones(len(self), np.int64)
        sizes = np.array([features.bit_count() for features in range(1 << len(FEATURES))])
        found: NDArray[np.int64] = np.where(self._sufficient(differs), sizes, len(FEATURES)).min(1)
        return found

    def _sufficient(self, differs: NDArray[np.bool_]) -> NDArray[np.bool_]:
        sets = np.arange(1 << len(FEATURES))
        missing = sets[:, None] & sets == 0
        return ~self._any(missing[differs @ (1 << np.arange(len(FEATURES)))], sets != sets[-1])

    def _any(self, rows: NDArray[np.bool_], without: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows of distractors, joined by "or" for each target; `without` for a target that has none."""
        found = np.tile(without, (len(self), 1))
        some = self.sizes > 0
        if some.any():
            found[some] = np.logical_or.reduceat(rows, (self.ends - self.sizes)[some])
        return found


def contexts(targets: Any, distractors: Any = None) -> Contexts:
    """Targets and their distractors by id: one target or a list; for each a distractor, a list of them, or None."""
    ids = room_ids(targets, "target")
    if distractors is None:
        return Contexts(ids, np.zeros(0, np.int64), np.zeros(len(ids), np.int64))
    flat, sizes = _grouped(distractors, len(ids), lone=not _is_many(targets))
    found = Contexts(ids, room_ids(flat, "distractor"), sizes)
    same = np.flatnonzero(found.targets[found.owner] == found.distractors)
    if len(same):
        raise InputError(f"target {found.distractors[same[0]]} is its own distractor", "distractors other than it")
    return found


def room_ids(given: Any, what: str = "room") -> NDArray[np.int64]:
    """One id or a list of ids as an array, or an error that names what is not an id."""
    one, needed = f"a whole number from 0 to {rooms.COUNT - 1}", f"a list of {what} ids"
    if isinstance(given, str | bytes | Mapping | Set):
        raise InputError(f"{what}s as a {type(given).__name__}", needed)
    try:
        array = np.asarray(list(given) if _is_many(given) and not isinstance(given, np.ndarray) else given)
    except ValueError:
        raise InputError(f"{what}s as lists of different lengths", needed) from None
    if array.ndim > 1:
        shown = "as images" if array.ndim > 2 else f"of shape {array.shape}"
        raise InputError(f"{what}s {shown}", needed + (", not pictures" if array.ndim > 2 else ""))
    if array.size and array.dtype.kind not in "iu":
        values = array.reshape(-1).tolist()
        raise InputError(f"{what} {next((v for v in values if not _is_whole(v)), values[0])!r}", one)
    return rooms.check(np.atleast_1d(array).astype(np.int64) if not array.size else np.atleast_1d(array))


def _grouped(given: Any, count: int, lone: bool) -> tuple[Any, NDArray[np.int64]]:
    """The distractors of all targets in a row, and how many each target has."""
    if isinstance(given, str | bytes | Mapping):
        raise InputError(f"distractors as a {type(given).__name__}", "a list of ids for each target")
    # Usually every target has the same number, and an array is faster than lists.
    with suppress(ValueError, OverflowError):
        array = np.asarray(given)
        if array.dtype.kind in "iu" and array.ndim in (1, 2) and len(array) == count:
            return array.reshape(-1), np.full(count, array.size // max(count, 1))
    listed = list(given) if _is_many(given) else [given]
    if lone and not any(map(_is_many, listed)):
        listed = [listed]
    if len(listed) != count or (isinstance(given, Set) and not lone):
        raise InputError(f"{count} targets and {len(listed)} lists of distractors", "one list per target, in order")
    lists = [list(entry) if _is_many(entry) else [] if entry is None else [entry] for entry in listed]
    return [i for entry in lists for i in entry], np.array([len(entry) for entry in lists], np.int64)


def _is_many(given: Any) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, str | bytes) and getattr(given, "ndim", 1) > 0


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value % 1 == 0


def contrastive(targets: ArrayLike, distractors: ArrayLike) -> NDArray[np.bool_]:
    """Which features tell target and distractor apart: shape (..., 6)."""
    one, other = rooms.features(targets), rooms.features(distractors)
    try:
        different: NDArray[np.bool_] = np.not_equal(one, other)
    except ValueError:
        raise InputError(
            f"targets of shape {one.shape[:-1]} and distractors of shape {other.shape[:-1]}",
            "as many distractors as targets",
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
    """Every room exists, so each free feature of the distractor is drawn independently; self-pairs are drawn again."""
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
    # One of the other members: draw among size - 1 places and skip the target's own.
    place = start[position] + (rng.random(count) * (size[position] - 1)).astype(np.int64)
    place += place >= position
    return Pairs(ids[order[position]], ids[order[place]])
