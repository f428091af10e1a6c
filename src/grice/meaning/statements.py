"""What was said? A quantified statement as one object: when it holds, how well it fits, and its words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grice.errors import InputError
from grice.meaning.prototypes import PROTOTYPES, Prototype, Unit
from grice.meaning.quantifiers import PATTERNS, Counts, Pattern
from grice.scenes.quantified import DEFAULT, Domain, Mask
from grice.words.numbers import fraction, numeral, times, with_article

Property: TypeAlias = str | tuple[bool, ...]
"""A property by name, as `Domain` writes it, or as a truth value for every kind."""
Prototypes: TypeAlias = Mapping[str, Prototype]


@dataclass(frozen=True)
class Statement:
    """A pattern with its arguments: `statement("half", "object", "red circle")`."""

    pattern: Pattern
    arguments: tuple[Property, ...] = ()
    numbers: tuple[int, ...] = ()
    domain: Domain = DEFAULT

    def __post_init__(self) -> None:
        row = self.pattern
        if len(self.arguments) != len(row.arguments) or len(self.numbers) != len(row.numbers):
            raise InputError(
                f"{row.name} of {self.arguments + self.numbers}",
                f"{len(row.arguments)} properties ({row.arguments or 'none'}), "
                f"{len(row.numbers)} numbers ({row.numbers or 'none'})",
            )

    @property
    def name(self) -> str:
        return self.pattern.name

    @cached_property
    def masks(self) -> dict[str, Mask]:
        """The letter of each argument, and the kinds it covers."""
        return {
            letter: self.domain.members(given) if isinstance(given, str) else np.array(given, dtype=bool)
            for letter, given in zip(self.pattern.arguments, self.arguments, strict=True)
        }

    @property
    def tells_apart(self) -> bool:
        """Whether it is of some kinds and not of all objects alike, as "there are four objects" is."""
        return not self.arguments or any(mask.any() and not mask.all() for mask in self.masks.values())

    def holds(self, worlds: ArrayLike, pragmatic: bool = False, prototypes: Prototypes = PROTOTYPES) -> Mask:
        """In which worlds it is true: by plain logic, or with what it implicates as well."""
        return self.holds_for(self.counts(worlds), pragmatic, prototypes)

    def holds_for(self, given: Counts, pragmatic: bool = False, prototypes: Prototypes = PROTOTYPES) -> Mask:
        found: Mask = np.asarray(self.pattern.truth(given), dtype=bool)
        if self.pattern.vague:
            found = found & (self._fit(given, prototypes) > 0)
        return found & self.pattern.implicature(given) if pragmatic else found

    def membership(self, worlds: ArrayLike, prototypes: Prototypes = PROTOTYPES) -> NDArray[np.float64]:
        """How well it fits each world, 0 to 1: the prototype of a vague word, otherwise plain truth."""
        given = self.counts(worlds)
        fit: NDArray[np.float64] = self.pattern.truth(given) * self._fit(given, prototypes)
        return fit

    @property
    def text(self) -> str:
        """The plainest way to say it."""
        return self.say()

    def say(self, way: int = 0) -> str:
        """One of the ways to say it, by number."""
        row = self.pattern
        templates = row.singular if row.singular and self.numbers[:1] == (1,) else row.templates
        return templates[way % len(templates)].format_map(self.words)

    @cached_property
    def words(self) -> dict[str, str]:
        """What fills the templates: X a noun for one, Xs for many; as predicates, Xp of many, Xi of one, Xb bare."""
        found: dict[str, str] = {}
        for letter, given in zip(self.pattern.arguments, self.arguments, strict=True):
            one, many, adjective = self._noun(given)
            found |= {letter: one, f"{letter}s": many, f"{letter}p": adjective or many}
            found |= {f"{letter}i": adjective or with_article(one), f"{letter}b": adjective or one}
        if "E" in self.pattern.arguments:
            found["each"] = self._each(self.arguments[0])
        if self.numbers:
            k, m = (*self.numbers, 1)[:2]
            part = fraction(k, m)
            found |= {"k": numeral(k), "m": numeral(m), "times": times(k), "digits": str(k), "fraction": part}
            found["Fraction"] = part[:1].upper() + part[1:]
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "pattern": self.name,
            "arguments": [given if isinstance(given, str) else list(given) for given in self.arguments],
            "numbers": list(self.numbers),
            "text": self.text,
        }

    def __str__(self) -> str:
        return self.text

    def _noun(self, given: Property) -> tuple[str, str, str]:
        """Singular, plural, and the bare adjective where it is one."""
        domain = self.domain
        if not isinstance(given, str):
            named = next((p for p in domain.properties if tuple(domain.members(p).tolist()) == tuple(given)), None)
            if named is None:
                return self._unnamed(given)
            given = named
        name = domain.normal(given)
        return domain.singular(name), domain.plural(name), name if domain.is_adjective(name) else ""

    def _unnamed(self, given: tuple[bool, ...]) -> tuple[str, str, str]:
        """Kinds that share no property: all but those that do, else one by one."""
        domain = self.domain
        outside = np.logical_not(given)
        but = next((p for p in domain.properties if (domain.members(p) == outside).all()), None)
        if but is not None:
            return (
                f"object other than {with_article(domain.singular(but))}",
                f"objects other than {domain.plural(but)}",
                "",
            )
        kinds = [kind for kind, inside in zip(domain.kinds, given, strict=True) if inside]
        return " or ".join(kinds), " and ".join(map(domain.plural, kinds)), ""

    def _each(self, given: Property) -> str:
        """What tells the kinds of a property apart: "colour" for circles, else "kind"."""
        said = self.domain.values(given) if isinstance(given, str) else {}
        free = [attribute for attribute, _ in self.domain.attributes if attribute not in said]
        return free[0] if len(free) == 1 else "kind"

    def counts(self, worlds: ArrayLike) -> Counts:
        """What its predicates count in each world."""
        array = np.asarray(worlds)
        return Counts(lambda mask: array @ mask.astype(array.dtype), array.shape[-1], self.masks, self.numbers)

    def measured(self, given: Counts, unit: Unit) -> NDArray[np.float64]:
        """How much there is of what a vague word is said, in the unit of its prototype."""
        part, whole = (given.p, given.n) if "P" in self.masks else (given.ab, given.a)
        if unit == "gap":
            part, whole = given.p - given.q, given.p + given.q
        found: NDArray[np.float64] = part / (np.ones(part.shape) if unit == "count" else np.maximum(whole, 1))
        return found

    def _fit(self, given: Counts, prototypes: Prototypes) -> NDArray[np.float64]:
        prototype = prototypes.get(self.name)
        if prototype is None:
            return np.ones(given.n.shape)
        fit = prototype.membership(self.measured(given, prototype.unit))
        if prototype.unit == "gap":
            # A difference of one is the smallest there is, however few there are.
            fit = np.maximum(fit, np.where(given.p - given.q == 1, 0.5, 0.0))
        return fit


def statement(name: str, *given: Property | int, domain: Domain = DEFAULT) -> Statement:
    """A statement from the name of its pattern, its properties and its numbers, in that order."""
    if name not in PATTERNS:
        raise InputError(f"no pattern is called {name!r}", f"one of {', '.join(PATTERNS)}")
    properties = tuple(g if isinstance(g, tuple) else domain.normal(g) for g in given if isinstance(g, str | tuple))
    numbers = tuple(int(g) for g in given if not isinstance(g, str | tuple))
    return Statement(PATTERNS[name], properties, numbers, domain)


def conjunction(
    said: Sequence[Statement], worlds: ArrayLike, pragmatic: bool = False, prototypes: Prototypes = PROTOTYPES
) -> Mask:
    """The worlds in which all of several statements hold."""
    found = np.ones(len(np.asarray(worlds)), dtype=bool)
    for one in said:
        found &= one.holds(worlds, pragmatic, prototypes)
    return found
