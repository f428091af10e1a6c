"""What can be said of a scene? That an object is there, how many, what it is like, how it relates to another.

The slots of FACTUAL-MR (Li et al. 2023, section 4.1) as four kinds of statement. `facts` of a statement are the plain
facts of the conventional graph (section 4.2, read collectively). Spans point into the text a statement was read from;
`implied` marks what the text does not say in so many words; `probability` is how sure a parser was of a statement, None
where none was asked. All three are ignored when statements are compared.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from grice.errors import InputError
from grice.words.split import Span

Fact = tuple[str, ...]
"""A plain fact: (object,), (object, "is", attribute) or (subject, predicate, object)."""

IS = "is"
UNITS = {"gr": "group of", "pr": "pair of", "pa": "part", "sl": "slice"}
NUMBER = re.compile(r"\d+|many")
MOST_INDEX = 10**9
"""The largest index: no text has more objects of one name."""
_INDEXED = re.compile(r"(.*\S):(\d+)")
_CLOCK = re.compile(r"\d+:\d+|.*\b\d{1,2}:\d\d")
"""A score, or a time of the clock: no object and its index."""
_BARRED = re.compile(r"[(),]|^$|^\s|\s$|\s\s|[^\S ]")


class GraphError(InputError):
    """A scene graph that cannot be read; `position` is the offending character where the graph was text."""

    def __init__(self, given: str, needed: str = "", fix: str = "", position: int | None = None) -> None:
        super().__init__(given, needed, fix)
        self.position = position


@dataclass(frozen=True, slots=True)
class Node:
    """An object. Two nodes of one name are told apart by their index: "men watch men" is men and men:1."""

    name: str
    index: int = 0
    span: Span | None = field(default=None, compare=False)
    implied: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        _check(self.name, "object")
        if not 0 <= self.index <= MOST_INDEX:
            raise GraphError(f"the object {self.name!r} with index {self.index}, which is not from 0 to {MOST_INDEX}")

    @property
    def head(self) -> str:
        """The last word of its name."""
        return self.name.split()[-1]

    def __str__(self) -> str:
        return f"{self.name}:{self.index}" if self.index else self.name


def name_and_index(text: str) -> tuple[str, int]:
    """The name and the index that "men:1" is made of; 0 for "men", and for a score or a time of the clock."""
    found = None if _CLOCK.fullmatch(text) else _INDEXED.fullmatch(text)
    if not found:
        return text, 0
    if len(found[2]) > len(str(MOST_INDEX)):
        raise GraphError(f"an index of {len(found[2])} digits, which is not from 0 to {MOST_INDEX}")
    return found[1], int(found[2])


@dataclass(frozen=True, slots=True)
class Exists:
    """The object is there; nothing else is said in this statement."""

    node: Node
    probability: float | None = field(default=None, compare=False)

    @property
    def nodes(self) -> tuple[Node, ...]:
        return (self.node,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return ((self.node.name,),)


@dataclass(frozen=True, slots=True)
class Quantity:
    """How many: a number ("2", "many") with or without a unit (a key of `UNITS`); a unit without a number is one."""

    node: Node
    number: str = ""
    unit: str = ""
    span: Span | None = field(default=None, compare=False)
    implied: bool = field(default=False, compare=False)
    probability: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not (NUMBER.fullmatch(self.number) or (not self.number and self.unit)):
            raise GraphError(f"the quantity {self.number!r} of {self.node.name!r}", 'a whole number or "many"')
        if self.unit and self.unit not in UNITS:
            raise GraphError(f"the unit {self.unit!r} of {self.node.name!r}", f"one of {', '.join(UNITS)}")

    @property
    def nodes(self) -> tuple[Node, ...]:
        return (self.node,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The released graphs drop "1pr", keep the unit alone of one group, part or slice, else give two facts."""
        name = self.node.name
        if not self.unit:
            return ((name, IS, self.number),)
        if self.number == "1" and self.unit == "pr":
            return ()
        unit = (name, IS, UNITS[self.unit])
        return (unit,) if self.number in ("", "1") else ((name, IS, self.number), unit)

    def __str__(self) -> str:
        return f"{self.number or '1'}{self.unit}"


@dataclass(frozen=True, slots=True)
class Attribute:
    """What the object is like, all of it."""

    node: Node
    value: str
    span: Span | None = field(default=None, compare=False)
    implied: bool = field(default=False, compare=False)
    probability: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check(self.value, "attribute")

    @property
    def nodes(self) -> tuple[Node, ...]:
        return (self.node,)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return ((self.node.name, IS, self.value),)


@dataclass(frozen=True, slots=True)
class Relation:
    """How two objects relate: a verb, a preposition or both; `passive` if the verb is in the passive voice."""

    subject: Node
    object: Node
    verb: str = ""
    preposition: str = ""
    passive: bool = False
    span: Span | None = field(default=None, compare=False)
    implied: bool = field(default=False, compare=False)
    probability: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check(self.predicate, "predicate")
        if self.predicate == IS:
            raise GraphError(f"a relation {IS!r} of {self.subject} and {self.object}", "an attribute")
        if self.passive and not self.verb:
            raise GraphError(f"the preposition {self.preposition!r} in the passive voice", "a verb")

    @property
    def predicate(self) -> str:
        return self.facts[0][1]

    @property
    def nodes(self) -> tuple[Node, ...]:
        return (self.subject, self.object)

    @property
    def facts(self) -> tuple[Fact, ...]:
        verb, preposition = self.verb, self.preposition
        predicate = f"{verb} {preposition}" if verb and preposition else verb or preposition
        return ((self.subject.name, predicate, self.object.name),)


Statement = Exists | Quantity | Attribute | Relation
_UNIT_OF = {words: unit for unit, words in UNITS.items()}


def described(node: Node, value: str) -> Quantity | Attribute:
    """What "is" says of an object: a number or a unit is its quantity, any other value an attribute."""
    if NUMBER.fullmatch(value):
        return Quantity(node, value)
    return Quantity(node, unit=_UNIT_OF[value]) if value in _UNIT_OF else Attribute(node, value)


def on_nodes(one: Statement, nodes: Mapping[Node, Node]) -> Statement:
    """A statement on other nodes where `nodes` has them, with its span."""
    match one:
        case Relation(subject, other):
            return replace(one, subject=nodes.get(subject, subject), object=nodes.get(other, other))
        case Exists(node) | Attribute(node) | Quantity(node):
            return replace(one, node=nodes.get(node, node))


def by_node(statements: Iterable[Statement]) -> dict[Node, list[Statement]]:
    """Every object, in the order of first mention, with the statements about it."""
    found: dict[Node, list[Statement]] = {}
    for statement in statements:
        for node in dict.fromkeys(statement.nodes):
            found.setdefault(node, []).append(statement)
    return found


def quantity_in(statements: Iterable[Statement]) -> tuple[str, str] | None:
    """Number and unit that statements about one object give it, or None where they give neither."""
    said = [one for one in statements if isinstance(one, Quantity)]
    number = next((one.number for one in said if one.number), "")
    unit = next((one.unit for one in said if one.unit), "")
    return (number or "1", unit) if said else None


def label(text: str) -> str:
    """Any words as a label that every text form can hold: single spaces, no commas or parentheses; may be empty."""
    return " ".join(re.sub(r"[(),]", " ", text).split())


def _check(text: str, role: str) -> None:
    if not isinstance(text, str) or _BARRED.search(text):
        raise GraphError(
            f"the {role} {text!r}",
            "words with single spaces between them, without commas and parentheses",
            "grice.meaning.graph_statements.label(text)",
        )
