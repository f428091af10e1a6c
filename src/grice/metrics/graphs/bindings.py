"""Who does what, and which is which colour? The bonds between words of a graph, and where two graphs bind otherwise.

A bond joins a thing with what is said of it: an attribute, a number, a verb that it does or suffers, another thing that
it stands in a relation to; and an attribute with what its bearer does. Two texts of the same words may differ in their
bonds alone: "a red car and a blue bus". A bond *clashes* with a graph that has both its words and gives the second to
others than the first; or has the thing in another colour; or has the relation *turned*: the same verb, or the same
preposition, the other way round ("a couch placed on bears", "bears sit on a couch"). Things in the plural and in the
singular that have changed places clash as well.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Node, Quantity, Relation
from grice.words.english import words as listed
from grice.words.morphology import singular

SYMMETRIC = frozenset(
    ["and", "with", "near", "next to", "beside", "by", "close to", "alongside", "among", "around", "of", "have"]
)
"""Predicates of which both orders may be true."""
COLOURS = listed("colours")
PROPERTIES = frozenset(["attribute", "number", "does of", "suffers of", "beside of"])
"""Kinds of bonds that an attribute is part of; the others say who does what to whom."""


class Bond(NamedTuple):
    """Of which kind, who, what; for a relation also by which verb, preposition, or both."""

    kind: str
    who: str
    what: str
    by: str = ""

    def __str__(self) -> str:
        if self.kind in ("attribute", "number"):
            return f"{self.what} {self.who}"
        return f"{self.who} {self.by} {self.what}" if self.by else f"{self.who} {self.what}"


@dataclass(frozen=True, eq=False)
class Bindings:
    """The bonds of a graph, its words, which things are named in the plural and which in the singular, whom each
    attribute belongs to, and of which name there is more than one thing."""

    bonds: frozenset[Bond]
    words: frozenset[str]
    plural: frozenset[str]
    single: frozenset[str]
    bearers: Mapping[str, frozenset[str]]
    repeated: frozenset[str]

    @cached_property
    def holders(self) -> dict[tuple[str, str], set[str]]:
        """Who has what, by kind."""
        found: dict[tuple[str, str], set[str]] = {}
        for bond in self.bonds:
            found.setdefault((bond.kind, bond.what), set()).add(bond.who)
        return found

    @cached_property
    def colours(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for bond in self.bonds:
            if bond.kind == "attribute" and bond.what in COLOURS:
                found.setdefault(bond.who, set()).add(bond.what)
        return found

    def clashes(self, bond: Bond) -> bool:
        """Whether this graph has the words of a bond bound otherwise."""
        if bond.kind == "relation":
            return Bond("relation", bond.what, bond.who, bond.by) in self.bonds
        if bond.who in self.words and bond.what in self.words:
            held = self.holders.get((bond.kind, bond.what))
            if held and bond.who not in held:
                return True
        seen = self.colours.get(bond.who) if bond.kind == "attribute" and bond.what in COLOURS else None
        return bool(seen) and bond.what not in (seen or ())

    def bears(self, other: "Bindings", word: str) -> bool:
        """Whether both graphs give an attribute to the same thing, and there is but one of that name: then what its
        bearer does says nothing of the attribute."""
        shared = self.bearers.get(word, frozenset()) & other.bearers.get(word, frozenset())
        return bool(shared) and not shared & (self.repeated | other.repeated)


@dataclass(frozen=True)
class Clashes:
    """How often a caption and its references bind otherwise, per reference: properties, roles, relations turned round;
    and which."""

    properties: float
    roles: float
    turned: float
    shown: tuple[str, ...]


def bindings(graph: SceneGraph) -> Bindings:
    """The bonds of a graph; what it denies binds nothing."""
    return _bindings(graph)


def clashes(caption: Bindings, references: Sequence[Bindings]) -> Clashes:
    """Bonds of the caption that no reference has and some bind otherwise, and the other way round."""
    found = dict.fromkeys(("properties", "roles", "turned"), 0.0)
    share = 1 / len(references)
    shown: dict[str, None] = {}
    for bond in sorted(caption.bonds):
        if any(bond in reference.bonds for reference in references):
            continue
        for reference in references:
            if reference.clashes(bond) and (group := _group(bond, caption, reference)):
                found[group] += share
                if not bond.kind.endswith(" of"):  # what follows from the attributes is not said again
                    shown[str(bond)] = None
    for reference in references:
        for bond in reference.bonds - caption.bonds:
            if caption.clashes(bond) and (group := _group(bond, reference, caption)):
                found[group] += share
        found["properties"] += 2 * share * crossed(caption, reference)
    return Clashes(**found, shown=tuple(shown))


def crossed(one: Bindings, other: Bindings) -> int:
    """Pairs of things of which one became several and the other single: "two dogs and a cat", "a dog and two cats"."""
    return min(len(one.plural & other.single), len(one.single & other.plural))


def _group(bond: Bond, said: Bindings, other: Bindings) -> str:
    """What a clash is counted as; nothing where it follows from an attribute that is where it belongs."""
    if bond.kind.endswith(" of") and said.bears(other, bond.who):
        return ""
    return "turned" if bond.kind == "relation" else "properties" if bond.kind in PROPERTIES else "roles"


@lru_cache(maxsize=1 << 14)
def _bindings(graph: SceneGraph) -> Bindings:
    said: dict[Node, set[str]] = {node: set(node.name.split()[:-1]) for node in graph.nodes}
    bonds = {Bond("attribute", _head(node), word) for node, words in said.items() for word in words}
    for one in graph.statements:
        if isinstance(one, Attribute):
            said[one.node] |= set(one.value.split())
            bonds |= {Bond("attribute", _head(one.node), word) for word in one.value.split()}
        elif isinstance(one, Quantity) and one.number:
            said[one.node].add(one.number)
            bonds.add(Bond("number", _head(one.node), one.number))
    words = {word for node in said for word in (*node.name.split(), _head(node))}.union(*said.values())
    for one in graph.statements:
        if isinstance(one, Relation):
            words |= {one.verb, one.preposition}
            bonds.update(_of_relation(one, said))
    ends = [node.head for node in graph.nodes]
    plural = frozenset(singular(word) for word in ends if singular(word) != word)
    single = frozenset(word for word in ends if singular(word) == word)
    bearers: dict[str, frozenset[str]] = {}
    for node, values in said.items():
        for value in values:
            bearers[value] = bearers.get(value, frozenset()) | {_head(node)}
    heads = Counter(map(_head, graph.nodes))
    repeated = frozenset(head for head, count in heads.items() if count > 1)
    return Bindings(frozenset(bonds), frozenset(words - {""}), plural - single, single - plural, bearers, repeated)


def _of_relation(one: Relation, said: dict[Node, set[str]]) -> Iterator[Bond]:
    who, whom = _head(one.subject), _head(one.object)
    if one.verb:
        yield Bond("does", who, one.verb)
        yield Bond("suffers", whom, one.verb)
        yield from (Bond("does of", word, one.verb) for word in said[one.subject])
        yield from (Bond("suffers of", word, one.verb) for word in said[one.object])
    predicates = {one.verb, one.preposition, f"{one.verb} {one.preposition}".strip()} - SYMMETRIC - {""}
    yield from (Bond("relation", who, whom, predicate) for predicate in predicates if who != whom)
    yield from (Bond("beside of", word, whom) for word in said[one.subject])


def _head(node: Node) -> str:
    """The last word of a thing's name, in the singular."""
    return singular(node.head)
