"""What kinds of things may a scene hold? Attributes with their values, and how kinds and properties are called.

A kind is one value of each attribute: the first attribute varies fastest, so by default blue squares, red squares, blue
circles, red circles.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError

MOST_KINDS = 256
"""The most kinds a domain has: descriptions compare kinds pair by pair."""
OBJECT = "object"
ADJECTIVES = frozenset({"colour", "color", "size", "material", "texture", "pattern"})
"""Attributes that are never nouns; any other attribute that comes last is one."""

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
