"""Which room is that? The 480,000 scenes of 3DShapes (Burgess & Kim 2018): id, six features, labels, words.

Every function takes one id or many; the last axis of an array is the six features, in the order of `FEATURES`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError

FEATURES = ("floor_hue", "wall_hue", "object_hue", "scale", "shape", "orientation")
SIZES = (10, 10, 10, 8, 4, 15)
COUNT = 480_000
HUES = (0, 1, 2)

_RADIX = np.array([48_000, 4_800, 480, 60, 15, 1], dtype=np.int64)

Variant = Literal["released", "fixed"]
VARIANTS: tuple[Variant, ...] = ("released", "fixed")


@dataclass(frozen=True)
class Scene:
    """One room: six feature indexes, with their names, labels and words."""

    id: int
    floor_hue: int
    wall_hue: int
    object_hue: int
    scale: int
    shape: int
    orientation: int

    @property
    def indexes(self) -> tuple[int, ...]:
        return (self.floor_hue, self.wall_hue, self.object_hue, self.scale, self.shape, self.orientation)

    @property
    def labels(self) -> dict[str, float]:
        """The values the original label file stores."""
        return dict(zip(FEATURES, labels(self.id).tolist(), strict=True))

    @property
    def phrases(self) -> dict[str, str]:
        """The words of the released captions."""
        return self.words("released")

    def words(self, variant: Variant = "released") -> dict[str, str]:
        return {feature: vocabulary(variant)[feature][i] for feature, i in zip(FEATURES, self.indexes, strict=True)}


def scene(id: int | None = None, **names: int | str) -> Scene:
    """The scene of an id, or of six features by name: `scene(shape="ball", object_hue="red", ...)`.

    A feature is given by its index, by its words, or for hues and shapes by any word that only one value has.
    """
    if id is not None:
        if names:
            raise InputError(f"an id and the features {', '.join(names)}", "either an id or six features by name")
        one = checks.whole(id, "image id", 0, COUNT - 1)
        return Scene(one, *(int(i) for i in features(one)))
    unknown = [name for name in names if name not in FEATURES]
    absent = [name for name in FEATURES if name not in names]
    if unknown or absent:
        problem = [f"no feature is called {', '.join(unknown)}"] if unknown else []
        problem += [f"{', '.join(absent)} not given"] if absent else []
        raise InputError("; ".join(problem), f"the six features {', '.join(FEATURES)}")
    indexes = [_index(feature, names[feature]) for feature in FEATURES]
    return Scene(int(np.array(indexes) @ _RADIX), *indexes)


def features(ids: ArrayLike) -> NDArray[np.int8]:
    """Feature indexes of ids: shape (..., 6)."""
    checked = check(ids)
    indexes: NDArray[np.int8] = (checked[..., None] // _RADIX % np.array(SIZES)).astype(np.int8)
    return indexes


def ids(features: ArrayLike) -> NDArray[np.int64]:
    """Ids of feature indexes of shape (..., 6)."""
    wide = _integers(features, "feature indexes", "whole numbers, the six features on the last axis")
    if wide.ndim == 0 or wide.shape[-1] != len(FEATURES):
        raise InputError(f"feature indexes of shape {wide.shape}", "the six features on the last axis")
    if ((wide < 0) | (wide >= np.array(SIZES))).any():
        raise InputError(
            "a feature index out of range",
            ", ".join(f"{f} 0..{n - 1}" for f, n in zip(FEATURES, SIZES, strict=True)),
        )
    found: NDArray[np.int64] = wide @ _RADIX
    return found


def labels(ids: ArrayLike) -> NDArray[np.float64]:
    """Label values of ids, as the original label file stores them: shape (..., 6)."""
    indexes = features(ids)
    return np.stack([_labels()[f][indexes[..., i]] for i, f in enumerate(FEATURES)], axis=-1)


def phrases(ids: ArrayLike, variant: Variant = "released") -> NDArray[np.object_]:
    """The words for every feature of every id: shape (..., 6)."""
    indexes = features(ids)
    words = vocabulary(variant)
    return np.stack([np.array(words[f], dtype=object)[indexes[..., i]] for i, f in enumerate(FEATURES)], axis=-1)


def check(ids: ArrayLike) -> NDArray[np.int64]:
    """Ids as integers, or a clear error: whole numbers from 0 to 479,999."""
    array = _integers(ids, "image ids", f"whole numbers from 0 to {COUNT - 1}")
    outside = array[(array < 0) | (array >= COUNT)]
    if outside.size:
        raise InputError(f"image id {outside.flat[0]}", f"a whole number from 0 to {COUNT - 1}")
    return array


def vocabulary(variant: Variant = "released") -> Mapping[str, Sequence[str]]:
    """Feature to the words of its values, in index order."""
    if variant not in VARIANTS:
        raise InputError(f"variant {checks.quoted(variant)}", f"one of {', '.join(VARIANTS)}")
    return _vocabulary(variant)


def reads_apart(one: NDArray[np.int8], other: NDArray[np.int8], variant: Variant = "released") -> NDArray[np.bool_]:
    """Of feature indexes of shape (..., 6), which have different words: labels that differ may read the same."""
    numbers, columns = _wordings(variant), np.arange(len(FEATURES))
    apart: NDArray[np.bool_] = numbers[columns, one] != numbers[columns, other]
    return apart


@cache
def _wordings(variant: Variant) -> NDArray[np.int8]:
    """For every feature and value, the number of its words: the same number, the same words."""
    table = np.zeros((len(FEATURES), max(SIZES)), np.int8)
    for row, words in enumerate(vocabulary(variant).values()):
        table[row, : len(words)] = [words.index(word) for word in words]
    return table


@cache
def _vocabulary(variant: Variant) -> Mapping[str, Sequence[str]]:
    return {f: tuple(row.get(variant, row["released"])) for f, row in _table().items()}


def _integers(values: ArrayLike, what: str, needed: str) -> NDArray[np.int64]:
    """An array of whole numbers; bool, text, floating-point numbers and rows of unequal length are refused."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        array = np.asarray(None)
    too_large = array.dtype == np.uint64 and array.max(initial=0) > np.iinfo(np.int64).max
    if array.size and (array.dtype.kind not in "iu" or too_large):
        raise InputError(f"{what} {checks.quoted(values)}", needed)
    return array.astype(np.int64)


@cache
def _table() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("grice.scenes").joinpath("rooms.toml").read_text("utf-8"))


@cache
def _labels() -> dict[str, NDArray[np.float64]]:
    table, sizes = _table(), dict(zip(FEATURES, SIZES, strict=True))
    return {
        f: np.array(table[f]["labels"])
        if "labels" in table[f]
        else np.linspace(table[f]["range"][0], table[f]["range"][1], sizes[f])
        for f in FEATURES
    }


def _index(feature: str, value: int | str) -> int:
    size = SIZES[FEATURES.index(feature)]
    if isinstance(value, str):
        for variant in reversed(VARIANTS):  # the fixed words name one value each, so "in the middle" is the very middle
            found = [i for i, words in enumerate(vocabulary(variant)[feature]) if words == value]
            if len(found) == 1:
                return found[0]
            if found:
                raise InputError(f"{feature} {value!r} is the wording of several values", f"an index out of {found}")
    elif isinstance(value, int | np.integer) and not isinstance(value, bool) and 0 <= value < size:
        return int(value)
    known = ", ".join(dict.fromkeys(vocabulary("fixed")[feature]))
    raise InputError(f"{feature} {checks.quoted(value)}", f"an index from 0 to {size - 1} or one of: {known}")
