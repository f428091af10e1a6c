"""How many of each kind? Scenes of coloured shapes as counts, and all the scenes a size allows (Pel 2020, section 3).

A domain is a set of attributes with values; a kind is one value of each. A scene is its counts, kinds in the order of
`Domain.kinds`: the first attribute varies fastest, so by default blue squares, red squares, blue circles, red circles.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice import checks
from grice.errors import InputError

LIMIT = 4_000_000
"""The most worlds that `worlds` builds; an array of more would take hundreds of megabytes."""
LEAST = 2
"""The fewest objects a scene has: with one object there is nothing to quantify."""
MOST = 10_000_000
"""The most objects a scene has: counts are 32-bit, and a hundred times one must still fit, for percentages."""
MOST_KINDS = 256
"""The most kinds a domain has: descriptions compare kinds pair by pair."""
OBJECT = "object"
ADJECTIVES = frozenset({"colour", "color", "size", "material", "texture", "pattern"})
"""Attributes that are never nouns; any other attribute that comes last is one."""

Scene: TypeAlias = "Mapping[str, Any] | Sequence[int] | NDArray[np.integer[Any]] | str"
Worlds: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, init=False)
class Domain:
    """Attributes and their values: `Domain(colour=("blue", "red"), shape=("square", "circle"))`.

    The last attribute gives the nouns, unless it is one of `ADJECTIVES`; then things are called objects. A value with
    an irregular plural is written with it: "mouse/mice".

    A property is written in the singular: "red", "circle", "red circle", or "object" for everything.
    """

    attributes: tuple[tuple[str, tuple[str, ...]], ...]
    plurals: tuple[tuple[str, str], ...]

    def __init__(self, /, **attributes: Sequence[str]) -> None:
        for name, values in attributes.items():
            listed = isinstance(values, Sequence | np.ndarray) and checks.has_entries(values)
            if not listed or not all(isinstance(value, str) for value in values):
                raise InputError(f"{name} = {checks.quoted(values)}", "a list of words", f'{name}=("blue", "red")')
        split = {name: [value.partition("/") for value in values] for name, values in attributes.items()}
        values = [singular for entries in split.values() for singular, _, _ in entries]
        if not attributes or any(len(entries) < 1 for entries in split.values()) or len(values) < 2:
            raise InputError(
                "a domain without values to tell apart",
                "two values or more in all, as in colour=blue,red; shape=square",
            )
        if len(set(values)) < len(values) or OBJECT in values or not all(v.strip() for v in values):
            raise InputError(f"the values {', '.join(values)}", f"different, non-empty values, none of them {OBJECT!r}")
        if not all(name.strip() for name in attributes):
            raise InputError("an attribute without a name", "a name for each, as in colour=blue,red")
        kinds = prod(len(entries) for entries in split.values())
        if kinds > MOST_KINDS:
            raise InputError(f"a domain of {kinds:,} kinds", f"at most {MOST_KINDS}, a kind being one value of each")
        object.__setattr__(self, "attributes", tuple((n, tuple(v for v, _, _ in e)) for n, e in split.items()))
        irregular = {singular: plural for entries in split.values() for singular, _, plural in entries if plural}
        object.__setattr__(self, "plurals", tuple(irregular.items()))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The singular name of every kind, in the order of the counts."""
        values = [values for _, values in reversed(self.attributes)]
        return tuple(self.name(*reversed(chosen)) for chosen in product(*values))

    @cached_property
    def plural_kinds(self) -> tuple[str, ...]:
        return tuple(self.plural(kind) for kind in self.kinds)

    @cached_property
    def properties(self) -> tuple[str, ...]:
        """Every property, from "object" over single values to kinds, attributes in their order."""
        options = [(None, *values) for _, values in self.attributes]
        chosen = sorted(product(*options), key=lambda values: sum(value is not None for value in values))
        return tuple(self.name(*(value for value in values if value)) for values in chosen)

    @cached_property
    def noun(self) -> str | None:
        """The attribute whose values are nouns."""
        name = self.attributes[-1][0]
        return None if name in ADJECTIVES else name

    def name(self, *values: str) -> str:
        """The property that has all these values, whatever order they come in."""
        found = [v for _, known in self.attributes for v in known if v in values]
        return " ".join(found) or OBJECT

    def values(self, property: str) -> dict[str, str]:
        """Attribute to value for what a property says; nothing for "object"."""
        found = self._values.get(self.normal(property))
        assert found is not None
        return found

    def normal(self, property: str) -> str:
        """A property as it is written here, from singular or plural, `blue_squares`, any case, "red objects"."""
        if isinstance(property, str) and property in self._values:
            return property
        words = re.sub(r"[\s_]+", " ", property.strip().lower()) if isinstance(property, str) else ""
        if words in self._spellings:
            return self._spellings[words]
        raise InputError(
            f"{checks.quoted(property)} is not a property of this domain", f"one of {', '.join(self.properties)}"
        )

    def members(self, property: str = OBJECT, /, **values: str) -> Mask:
        """Which kinds have a property: `members("red")`, `members("red circle")`, `members(colour="red")`."""
        if values:
            known = dict(self.attributes)
            wrong = [f"{a}={v}" for a, v in values.items() if v not in known.get(a, ())]
            if wrong:
                raise InputError(
                    f"no kind has {', '.join(wrong)}", "; ".join(f"{a}: {', '.join(v)}" for a, v in known.items())
                )
            property = self.name(*self.values(property).values(), *values.values())
        return self._members[self.normal(property)]

    def attribute(self, value: str) -> str:
        """The attribute a value belongs to."""
        return next(iter(self.values(value)))

    def is_adjective(self, property: str) -> bool:
        """Whether a property has no noun of its own, as "red" has none."""
        said = self.values(property)
        return bool(said) and self.noun not in said

    def singular(self, property: str) -> str:
        """A noun phrase for one: "red object", "circle", "red circle"."""
        property = self.normal(property)
        return f"{property} {OBJECT}" if self.is_adjective(property) else property

    def plural(self, property: str) -> str:
        """A noun phrase for many: "red objects", "circles", "red circles"."""
        words = self.singular(property).split(" ")
        return " ".join([*words[:-1], self._plural(words[-1])])

    def _plural(self, noun: str) -> str:
        given = dict(self.plurals)
        if noun in given:
            return given[noun]
        if re.search(r"(s|x|z|ch|sh)$", noun):
            return noun + "es"
        return noun[:-1] + "ies" if re.search(r"[^aeiou]y$", noun) else noun + "s"

    @cached_property
    def _values(self) -> dict[str, dict[str, str]]:
        owner = {value: attribute for attribute, values in self.attributes for value in values}
        options = [(None, *values) for _, values in self.attributes]
        return {
            self.name(*(v for v in chosen if v)): {owner[v]: v for v in chosen if v} for chosen in product(*options)
        }

    @cached_property
    def _members(self) -> dict[str, Mask]:
        kinds = [self._values[kind].items() for kind in self.kinds]
        masks = {p: np.array([said.items() <= kind for kind in kinds]) for p, said in self._values.items()}
        for mask in masks.values():
            mask.flags.writeable = False
        return masks

    @cached_property
    def _spellings(self) -> dict[str, str]:
        forms: dict[str, str] = {}
        for p in self._values:
            forms |= dict.fromkeys((p.lower(), self.singular(p).lower(), self.plural(p).lower()), p)
        return forms


DEFAULT = Domain(colour=("blue", "red"), shape=("square", "circle"))


def domain_of(text: str) -> Domain:
    """`colour=blue,red; shape=square,circle` as a domain."""
    if not text.strip():
        return DEFAULT
    attributes: dict[str, list[str]] = {}
    for part in filter(str.strip, text.split(";")):
        name, equals, values = part.partition("=")
        listed = [value.strip() for value in values.split(",") if value.strip()]
        if not equals or not listed or name.strip() in attributes:
            raise InputError(
                f"the domain {part.strip()!r}",
                "attribute=value,value",
                "'colour=blue,red; shape=square,circle'",
            )
        attributes[name.strip()] = listed
    return Domain(**attributes)


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
