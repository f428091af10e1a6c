"""What can one clause do? Typed acts, before anaphora and ellipsis are resolved against the rest of the text."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

Degree = Literal["", "slightly", "much", "roughly"]


@dataclass(frozen=True)
class Group:
    """A description of things: the values it names by attribute; none for "objects"."""

    values: tuple[tuple[str, frozenset[str]], ...] = ()
    across: bool = False
    """Every value of the attributes it does not name is meant: "circles in both colours"."""
    each: bool = False
    """A number is meant of each of them: "two circles of each colour"."""
    others: bool = False
    """What it describes is left out: "the ones that are not round"."""
    things: bool = False
    """It says "objects", so that it takes no noun from its neighbours."""
    late: bool = False
    """Its colour stands after the noun, and may be meant of the nouns before too: "squares and circles in red"."""

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

    def narrowed(self, other: "Phrase") -> "Phrase":
        """The same things with what another phrase says of them."""
        more = other.groups[0].values if len(other.groups) == 1 else ()
        return Phrase(
            tuple(
                replace(g, values=tuple(sorted((*g.values, *(v for v in more if v[0] not in g.named())))))
                for g in self.groups
            )
        )


@dataclass(frozen=True)
class Whole:
    """What is quantified over: a phrase, or a reference to what was spoken of before."""

    kind: Literal["phrase", "pronoun", "rest", "topic", "members"] = "topic"
    phrase: Phrase | None = None
    number: int | None = None
    """How many there are of it, where it says so: "all three squares"."""
    nearest: bool = False
    """Of a pronoun, that it is of what was named last of all: "of which"."""
    attribute: str = ""
    """Of "members", what was named one by one ("both", "each"), the attribute whose values are meant: "each shape"."""


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
    attribute: str = ""
    """Of "uniform", the attribute in which all are alike: "of the same colour"."""


@dataclass(frozen=True)
class Says:
    """A quantity of a whole has a predicate: "half of them are red"."""

    quantity: Quantity
    whole: Whole
    predicate: Predicate
    singular: bool = False
    """It says "is": one is meant, if that can be."""


@dataclass(frozen=True)
class Item:
    quantity: Quantity | None
    phrase: Phrase | None
    follows: bool = False
    rest: Literal["", "all", "each"] = ""
    """It is of what was not named yet: "a few others", "one of every other kind"."""


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
    loosely: bool = False
    """ "An even mix" may be less even than "equally many"."""
    members: bool = False
    """Over what was named one by one before, if anything was: "in equal numbers"."""


@dataclass(frozen=True)
class EveryKind:
    """All kinds occur, or every value of an attribute: at least once, or so many of each."""

    quantity: Quantity | None = None
    attribute: str | None = None
    members: bool = False
    """Of what was named one by one before, if anything was: "two of each"."""


@dataclass(frozen=True)
class Closes:
    """There is nothing else."""


@dataclass(frozen=True)
class Same:
    """All of a set are of one kind."""

    whole: Whole


@dataclass(frozen=True)
class Mentions:
    """Kinds that are spoken of without being counted."""

    phrase: Phrase


@dataclass(frozen=True)
class Excepts:
    """What was said of all does not hold of these; without items, of one."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Extra:
    """Of one kind there are so many more than was said of each: "two of each, but one more red circle"."""

    quantity: Quantity
    phrase: Phrase


@dataclass(frozen=True)
class Matched:
    """As many of the left as of the right in every value of an attribute: "for every red one a blue one alike"."""

    left: Phrase
    right: Phrase
    attribute: str


@dataclass(frozen=True)
class Topic:
    """The next quantities are of this: "Of the squares, ..."; `each`: of each of its groups, or of each value."""

    whole: Whole
    each: bool = False


@dataclass(frozen=True)
class Nothing:
    """The clause speaks of places or of the picture, not of how many."""


Act = (
    Says
    | Lists
    | Closes
    | Compares
    | Balances
    | EveryKind
    | Same
    | Excepts
    | Extra
    | Matched
    | Topic
    | Mentions
    | Nothing
)

ALL = Quantity("all")
EVERYTHING = Whole("phrase", Phrase((Group(),)))
LAST = Whole("pronoun")
NEAREST = Whole("pronoun", nearest=True)
MEMBERS = Whole("members")
TOPIC = Whole("topic")
