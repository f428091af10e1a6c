"""What can one clause do? Typed acts, before anaphora and ellipsis are resolved against the rest of the text."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

Degree = Literal["", "slightly", "much", "roughly"]


@dataclass(frozen=True)
class Group:
    """A description of things: the values it names by attribute; none for "objects"."""

    values: tuple[tuple[str, frozenset[str]], ...] = ()
    across: bool = False  # every value of the attributes it does not name is meant: "circles in both colours"
    each: bool = False  # a number is meant of each of them: "two circles of each colour"
    others: bool = False  # what it describes is left out: "the ones that are not round"
    things: bool = False  # it says "objects", so that it takes no noun from its neighbours
    late: bool = False  # its colour stands after the noun, and may be meant of the nouns before too

    back: bool = False  # it says "one", and takes its noun from what stands before: "a blue one"

    def named(self) -> dict[str, frozenset[str]]:
        return dict(self.values)


@dataclass(frozen=True)
class Phrase:
    """Groups joined by "and": "red circles and blue squares"."""

    groups: tuple[Group, ...]

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes it names."""
        return frozenset(attribute for group in self.groups for attribute in group.named())

    @property
    def sole(self) -> bool:
        """Whether it names one kind of thing, by one value of each attribute it names."""
        only = self.groups[0] if len(self.groups) == 1 else Group()
        return bool(only.values) and not only.across and all(len(values) == 1 for _, values in only.values)

    @property
    def several(self) -> bool:
        """Whether it names several things."""
        return len(self.groups) > 1 or any(len(values) > 1 for _, values in self.groups[0].values)

    def told(self, more: tuple[tuple[str, frozenset[str]], ...]) -> "Phrase":
        """The same things, with more said of each."""
        values = [tuple(sorted((dict(group.values) | dict(more)).items())) for group in self.groups]
        return Phrase(tuple(replace(g, values=v) for g, v in zip(self.groups, values, strict=True)))


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
    """How many: the name of a quantifier and its number, where it has one."""

    name: str
    value: Fraction | None = None
    and_: "Quantity | None" = None


@dataclass(frozen=True)
class Predicate:
    """What is said of things: values; a mixture of them; the opposite of what others have; what was said before."""

    kind: Literal["values", "mixture", "opposite", "again", "elided", "denied", "uniform", "themselves"] = "values"
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
    """So many of what a phrase names; `follows` the item before in number; `rest`, of what was not named yet."""

    quantity: Quantity | None
    phrase: Phrase | None
    follows: bool = False
    rest: Literal["", "all", "each"] = ""


@dataclass(frozen=True)
class Lists:
    """There are these: "two red squares and a blue circle"; `only` these."""

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
    """An even split, or a mix where `even` is false, over the members of a phrase or the values of attributes."""

    even: bool
    phrase: Phrase | None = None
    attributes: tuple[str, ...] = ()
    whole: Whole | None = None
    roughly: bool = False
    loosely: bool = False  # "an even mix" may be less even than "equally many"
    members: bool = False  # over what was named one by one before, if anything was: "in equal numbers"


@dataclass(frozen=True)
class EveryKind:
    """All kinds occur, or every value of an attribute: at least once, or so many of each."""

    quantity: Quantity | None = None
    attribute: str | None = None
    members: bool = False  # of what was named one by one before, if anything was: "two of each"


@dataclass(frozen=True)
class Excepts:
    """What was said of all does not hold of these; without items, of one."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Topic:
    """The next quantities are of this: "Of the squares, ..."; `each`: of each of its groups, or of each value."""

    whole: Whole
    each: bool = False


@dataclass(frozen=True)
class Mentions:
    """Kinds that are spoken of without being counted."""

    phrase: Phrase


@dataclass(frozen=True)
class Closes:
    """There is nothing else."""


@dataclass(frozen=True)
class Nothing:
    """The clause speaks of places or of the picture, not of how many."""


Act = Says | Lists | Closes | Compares | Balances | EveryKind | Excepts | Topic | Mentions | Nothing


def universal(act: Act) -> bool:
    """Whether it says something of all."""
    return (isinstance(act, Says) and act.quantity.name in UNIVERSAL) or (isinstance(act, Lists) and act.only)


UNIVERSAL = frozenset({"all", "only"})
ALL = Quantity("all")
NO = Quantity("no")
ONE = Quantity("number", Fraction(1))
ANYTHING = Phrase((Group(),))
ACROSS = Phrase((Group(across=True),))
EVERYTHING = Whole("phrase", ANYTHING)
LAST = Whole("pronoun")
NEAREST = Whole("pronoun", nearest=True)
TOPIC = Whole("topic")
