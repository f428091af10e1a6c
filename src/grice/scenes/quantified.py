"""How many of each kind? Scenes of coloured shapes as counts, and all the scenes a size allows (Pel 2020, section 3).

A scene is its counts, kinds in the order of `Domain.kinds`: by default blue squares, red squares, blue circles, red
circles.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError
from grice.scenes.domain import DEFAULT as DEFAULT
from grice.scenes.domain import OBJECT as OBJECT
from grice.scenes.domain import Domain as Domain
from grice.scenes.domain import Mask as Mask
from grice.scenes.domain import domain_of as domain_of

LIMIT = 4_000_000
"""The most worlds that `worlds` builds; an array of more would take hundreds of megabytes."""
LEAST = 2
"""The fewest objects a scene has: with one object there is nothing to quantify."""
MOST = 10_000_000
"""The most objects a scene has: counts are 32-bit, and a hundred times one must still fit, for percentages."""

Scene: TypeAlias = "Mapping[str, Any] | Sequence[int] | NDArray[np.integer[Any]] | str"
Worlds: TypeAlias = NDArray[np.int32]


def size_of_space(size: int, domain: Domain = DEFAULT) -> int:
    """How many scenes have this size: C(size + kinds - 1, kinds - 1)."""
    return comb(size + len(domain.kinds) - 1, len(domain.kinds) - 1)


def worlds(size: int, domain: Domain = DEFAULT) -> Worlds:
    """Every scene of a size, in lexicographic order: a read-only array of shape (worlds, kinds)."""
    size = check_size(size)
    count = size_of_space(size, domain)
    if count > LIMIT:
        raise InputError(
            f"size {size} with {len(domain.kinds)} kinds allows {count:,} scenes, "
            f"about {count * len(domain.kinds) * 4 / 1e6:,.0f} MB to enumerate",
            f"at most {LIMIT:,} scenes (size {largest_size(domain)} with these kinds)",
        )
    return _worlds(size, len(domain.kinds))


def check_size(size: Any) -> int:
    """A size as a whole number of at least two objects."""
    if isinstance(size, bool) or not isinstance(size, int | np.integer):
        raise InputError(f"size {checks.quoted(size)}", f"a whole number of objects, at least {LEAST}")
    if size < LEAST:
        raise InputError(
            f"a scene of size {checks.quoted(size)}",
            f"at least {LEAST} objects: with fewer there is nothing to quantify",
        )
    if size > MOST:
        raise InputError(f"a scene of size {checks.quoted(size)}", f"at most {MOST:,} objects")
    return int(size)


def largest_size(domain: Domain = DEFAULT) -> int:
    """The largest size whose scenes can all be enumerated."""
    size = LEAST
    while size_of_space(size + 1, domain) <= LIMIT:
        size += 1
    return size


def rank(scene: Sequence[int]) -> int:
    """The row of a scene in `worlds`."""
    row, left = 0, sum(scene)
    for i, count in enumerate(scene[:-1]):
        kinds = len(scene) - i - 1
        row += comb(left + kinds, kinds) - comb(left - count + kinds, kinds)
        left -= count
    return row


@lru_cache(maxsize=32)
def _worlds(size: int, kinds: int) -> Worlds:
    columns: list[NDArray[np.int32]] = []
    left = np.array([size], dtype=np.int32)
    for _ in range(kinds - 1):
        repeats = left + 1
        starts = np.cumsum(repeats) - repeats
        chosen = (np.arange(repeats.sum()) - np.repeat(starts, repeats)).astype(np.int32)
        columns = [np.repeat(column, repeats) for column in columns] + [chosen]
        left = np.repeat(left, repeats) - chosen
    array = np.stack([*columns, left], axis=1)
    array.flags.writeable = False
    return array


def counts(scene: Scene, domain: Domain = DEFAULT, size: int | None = None) -> tuple[int, ...]:
    """A scene as counts: from {"blue squares": 2, ...} (others 0), a sequence, "2,0,0,2", "blue squares=2,..." or JSON.

    With `size`, the counts must sum to it.
    """
    if not isinstance(domain, Domain):
        raise InputError(f"domain={checks.quoted(domain)}", "a Domain", 'Domain(colour=("blue", "red"))')
    if isinstance(scene, str):
        scene = _parsed(scene)
    if isinstance(scene, Set):
        raise InputError(f"a scene as a {type(scene).__name__}, which has no order", _shape_of(domain))
    if isinstance(scene, Mapping):
        given = _named(scene, domain)
    else:
        try:
            given = list(scene)
        except TypeError:
            raise InputError(f"a scene {checks.quoted(scene)}", _shape_of(domain)) from None
    if len(given) != len(domain.kinds):
        raise InputError(f"{len(given)} counts", _shape_of(domain))
    found = tuple(_count(value, kind) for value, kind in zip(given, domain.plural_kinds, strict=True))
    check_size(sum(found))
    if size is not None and sum(found) != check_size(size):
        raise InputError(f"counts {','.join(map(str, found))}, which sum to {sum(found)}", f"a sum of {size}, the size")
    return found


def is_one(scene: Any) -> bool:
    """Whether this is one scene and not a list of them."""
    if isinstance(scene, str | Mapping):
        return True
    if isinstance(scene, np.ndarray):
        return bool(scene.ndim < 2)
    if not isinstance(scene, Sequence):
        return True
    return bool(scene) and not isinstance(scene[0], str | Mapping | Sequence | Set | np.ndarray)


def named(scene: Sequence[int], domain: Domain = DEFAULT) -> dict[str, int]:
    """Counts by the plural names of their kinds."""
    return dict(zip(domain.plural_kinds, map(int, scene), strict=True))


def swaps(a: ArrayLike, b: ArrayLike) -> Any:
    """How many objects must change to make one scene the other: half the L1 distance, over the last axis."""
    first, second = (_whole_counts(scenes) for scenes in (a, b))
    if first.shape[-1] != second.shape[-1]:
        raise InputError(f"scenes of {first.shape[-1]} and {second.shape[-1]} kinds", "the same kinds in both")
    try:
        np.broadcast_shapes(first.shape, second.shape)
    except ValueError:
        raise InputError(
            f"{len(first)} and {len(second)} scenes", "the same number in both, or a single scene in one of them"
        ) from None
    if (first.sum(-1) != second.sum(-1)).any():
        raise InputError(
            "scenes of different sizes", "the same number of objects in both, because a swap does not change it"
        )
    distance = np.abs(first - second).sum(-1) // 2
    return int(distance) if distance.ndim == 0 else distance


def _whole_counts(scenes: ArrayLike) -> NDArray[np.int64]:
    if isinstance(scenes, np.ndarray) and scenes.ndim and scenes.dtype.kind == "i":
        return scenes.astype(np.int64, copy=False)
    found = checks.numbers(scenes, "counts")
    if not found.ndim or not (np.isfinite(found) & (found == np.rint(found)) & (np.abs(found) <= MOST)).all():
        raise InputError(f"counts {checks.quoted(scenes)}", f"whole numbers up to {MOST:,}, kinds on the last axis")
    return found.astype(np.int64)


def _parsed(text: str) -> Mapping[str, Any] | list[Any]:
    if text.lstrip()[:1] in ("[", "{"):
        try:
            found: Mapping[str, Any] | list[Any] = json.loads(text)
        except (ValueError, RecursionError):
            raise InputError(f"counts {checks.quoted(text)}", "a list of counts, or names with counts") from None
        return found
    parts = [part.strip() for part in re.split(r"[,;]", text)]
    if not any("=" in part or ":" in part for part in parts):
        return [_number(part) for part in (parts if len(parts) > 1 else text.split())]
    return _Pairs(tuple(re.split(r"\s*[=:]\s*", part, maxsplit=1)) for part in parts)


class _Pairs(dict[str, Any]):
    """Names and counts from text, where a name that comes twice is refused."""

    def __init__(self, pairs: Iterator[tuple[str, ...]]) -> None:
        for pair in pairs:
            if len(pair) != 2 or pair[0] in self:
                raise InputError(f"{'='.join(pair)!r}", 'each kind once with its count, as in "blue squares=2"')
            self[pair[0]] = _number(pair[1])


def _number(text: str) -> Any:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


def _named(scene: Mapping[str, Any], domain: Domain) -> list[Any]:
    given: list[Any] = [None] * len(domain.kinds)
    for name, value in scene.items():
        try:
            where = domain.kinds.index(domain.normal(str(name)))
        except (InputError, ValueError):
            raise InputError(
                f"{checks.quoted(name)} is not a kind of this domain", f"one of {', '.join(domain.plural_kinds)}"
            ) from None
        if given[where] is not None:
            raise InputError(f"{domain.plural_kinds[where]} twice", "each kind once")
        given[where] = value
    return [0 if value is None else value for value in given]


def _count(value: Any, kind: str) -> int:
    if isinstance(value, float | np.floating) and float(value).is_integer():
        value = int(value)
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or value < 0:
        raise InputError(f"{checks.quoted(value)} {kind}", "a whole number, 0 or more")
    return int(value)


def _shape_of(domain: Domain) -> str:
    kinds = domain.plural_kinds
    example = ",".join(["2"] + ["0"] * (len(kinds) - 2) + ["2"])
    return f"one count for each of {', '.join(kinds)}, as in {example!r}, or names as in '{kinds[0]}=2,{kinds[-1]}=2'"
