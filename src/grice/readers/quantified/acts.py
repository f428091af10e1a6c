"""What can one clause do? Typed acts, before anaphora and ellipsis are resolved against the rest of the text."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

Degree = Literal["", "slightly", "much", "roughly", "loosely"]


@dataclass(frozen=True)
class Group:
    """A description of things: the values it names by attribute; none for "objects"."""

    named: Mapping[str, frozenset[str]] = field(default_factory=dict)
    across: bool = False  # every value of the attributes it does not name is meant: "circles in both colours"
    others: bool = False  # what it describes is left out: "the ones that are not round"
    things: bool = False  # it says "objects", so that it takes no noun from its neighbours
    each: bool = False  # a number is meant of each of them: "two circles of each colour"
    late: bool = False  # its colour stands after the noun, and may be meant of the nouns before too

    def lent(self, source: "Group", only: str | None = None) -> "Group":
        """The same things, with what another says of them ("more red circles than blue"), or `only` one attribute."""
        alike = only is not None or self.named.keys() & source.named.keys()
        if self.things or self.across or self.others or source.things or not self.named or not alike:
            return self
        more = {attribute: values for attribute, values in source.named.items() if only in (None, attribute)}
        return replace(self, named={**more, **self.named}, across=source.across and only is None)


@dataclass(frozen=True)
class Phrase:
    """Groups joined by "and": "red circles and blue squares"."""

    groups: tuple[Group, ...]

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes it names."""
        return frozenset(attribute for group in self.groups for attribute in group.named)

    @property
    def several(self) -> bool:
        """Whether it names several things."""
        return len(self.groups) > 1 or any(len(values) > 1 for values in self.groups[0].named.values())

    def lent(self, source: "Phrase | None", only: str | None = None) -> "Phrase":
        """One group with what another one says of it."""
        if source is None or len(self.groups) != 1 or len(source.groups) != 1:
            return self
        return Phrase((self.groups[0].lent(source.groups[0], only),))


@dataclass(frozen=True)
class Whole:
    """What is quantified over: a phrase, or a reference to what was spoken of before."""

    kind: Literal["phrase", "pronoun", "rest", "topic", "members"] = "topic"
    phrase: Phrase | None = None
    number: int | None = None  # how many there are of it, where it says so: "all three squares"
    nearest: bool = False  # of a pronoun, that it is of what was named last of all: "of which"
    attribute: str = ""  # of "members" ("both", "each"), the attribute whose values are meant: "each shape"


@dataclass(frozen=True)
class Quantity:
    """How many: the name of a quantifier and its numbers, where it has any."""

    name: str
    values: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Predicate:
    """What is said of things: values; a mixture of them; the opposite of what others have; what was said before."""

    kind: Literal["values", "mixture", "opposite", "again", "denied", "uniform", "themselves"] = "values"
    phrase: Phrase | None = None
    attribute: str = ""  # of "uniform" and "mixture", the attribute that is meant: "of the same colour"


@dataclass(frozen=True)
class Says:
    """A quantity of a whole has a predicate: "half of them are red"; `singular` where it says "is"."""

    quantity: Quantity
    whole: Whole
    predicate: Predicate
    singular: bool = False


@dataclass(frozen=True)
class Item:
    """So many of what a phrase names."""

    quantity: Quantity | None
    phrase: Phrase

    @property
    def number(self) -> int:
        """How many it says there are; none where it does not say it exactly."""
        exact = self.quantity is not None and self.quantity.name in ("number", "one")
        return int(self.quantity.values[0]) if self.quantity and exact else 0


@dataclass(frozen=True)
class Lists:
    """There are these: "two red squares and a blue circle"; `only` these, or what was mentioned before."""

    items: tuple[Item, ...]
    only: bool = False


@dataclass(frozen=True)
class Compares:
    """Left against right: more, fewer or equally many; by a factor, by a number, or loosely ("roughly", "slightly")."""

    relation: Literal["more", "fewer", "equal"]
    left: Phrase
    right: Phrase | None = None
    whole: Whole | None = None
    factor: Fraction | None = None
    difference: int | None = None
    degree: Degree = ""


@dataclass(frozen=True)
class Balances:
    """As many of each, or so many: of what a phrase names, of values, or of what was named one by one (`members`)."""

    phrase: Phrase | None = None
    attributes: tuple[str, ...] = ()
    whole: Whole | None = None
    degree: Degree = ""
    quantity: Quantity | None = None
    members: bool = False


@dataclass(frozen=True)
class Excepts:
    """What was said of all does not hold of these."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Topic:
    """The next quantities are of this: "Of the squares, ..."; `each`: of each of its groups, or of each value."""

    whole: Whole
    each: bool = False


Act = Says | Lists | Compares | Balances | Excepts | Topic


def universal(act: Act) -> bool:
    """Whether it says something of all, and not of the rest alone."""
    every = isinstance(act, Says) and act.quantity.name in UNIVERSAL and act.whole.kind != "rest"
    return every or (isinstance(act, Lists) and act.only)


UNIVERSAL = frozenset({"all", "only"})
ALL = Quantity("all")
NO = Quantity("no")
ONE = Quantity("one", (Fraction(1),))
ANYTHING = Phrase((Group(),))
ACROSS = Phrase((Group(across=True),))
EVERYTHING = Whole("phrase", ANYTHING)
LAST = Whole("pronoun")
NEAREST = Whole("pronoun", nearest=True)
TOPIC = Whole("topic")
