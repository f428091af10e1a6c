"""Who does what, and which is which colour? The bonds between words of a graph, and where two graphs bind otherwise.

A bond joins a thing with what is said of it: an attribute, a number, a verb that it does or suffers, another thing that
it stands in a relation to; and an attribute with what its bearer does. Two texts of the same words may differ in their
bonds alone: "a red car and a blue bus". A bond *clashes* with a graph that has both its words and gives the second to
others than the first; or has the thing in another colour; or has the same relation the other way round. Things in the
plural and in the singular that have changed places clash as well.
"""

from collections.abc import Iterator, Sequence
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
    """Of which kind, who, what; for a relation also by which predicate."""

    kind: str
    who: str
    what: str
    by: str = ""

    def __str__(self) -> str:
        if self.kind in ("attribute", "number"):
            return f"{self.what} {self.who}"
        return f"{self.who} {self.by} {self.what}" if self.by else f"{self.who} {self.what}"


@dataclass(frozen=True)
class Bindings:
    """The bonds of a graph, its words, and which things are named in the plural and which in the singular."""

    bonds: frozenset[Bond]
    words: frozenset[str]
    plural: frozenset[str]
    single: frozenset[str]

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


@dataclass(frozen=True)
class Clashes:
    """How often a caption and its references bind otherwise, per reference: properties, and roles; and which."""

    properties: float
    roles: float
    shown: tuple[str, ...]


def bindings(graph: SceneGraph) -> Bindings:
    """The bonds of a graph; what it denies binds nothing."""
    return _bindings(graph)


def clashes(caption: Bindings, references: Sequence[Bindings]) -> Clashes:
    """Bonds of the caption that no reference has and some bind otherwise, and the other way round."""
    properties = roles = 0.0
    shown: dict[str, None] = {}
    for bond in sorted(caption.bonds):
        if any(bond in reference.bonds for reference in references):
            continue
        share = sum(reference.clashes(bond) for reference in references) / len(references)
        if share and not bond.kind.endswith(" of"):  # what follows from the attributes is not said again
            shown[str(bond)] = None
        properties, roles = _added(bond, share, properties, roles)
    for reference in references:
        for bond in reference.bonds - caption.bonds:
            if caption.clashes(bond):
                properties, roles = _added(bond, 1 / len(references), properties, roles)
        properties += 2 * crossed(caption, reference) / len(references)
    return Clashes(properties, roles, tuple(shown))


def crossed(one: Bindings, other: Bindings) -> int:
    """Pairs of things of which one became several and the other single: "two dogs and a cat", "a dog and two cats"."""
    return min(len(one.plural & other.single), len(one.single & other.plural))


def _added(bond: Bond, share: float, properties: float, roles: float) -> tuple[float, float]:
    return (properties + share, roles) if bond.kind in PROPERTIES else (properties, roles + share)


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
    ends = [node.name.split()[-1] for node in graph.nodes]
    plural = frozenset(singular(word) for word in ends if singular(word) != word)
    single = frozenset(word for word in ends if singular(word) == word)
    return Bindings(frozenset(bonds), frozenset(words - {""}), plural - single, single - plural)


def _of_relation(one: Relation, said: dict[Node, set[str]]) -> Iterator[Bond]:
    who, whom = _head(one.subject), _head(one.object)
    if one.verb:
        yield Bond("does", who, one.verb)
        yield Bond("suffers", whom, one.verb)
        yield from (Bond("does of", word, one.verb) for word in said[one.subject])
        yield from (Bond("suffers of", word, one.verb) for word in said[one.object])
    predicate = f"{one.verb} {one.preposition}".strip()
    if predicate not in SYMMETRIC and who != whom:
        yield Bond("relation", who, whom, predicate)
    yield from (Bond("beside of", word, whom) for word in said[one.subject])


def _head(node: Node) -> str:
    """The last word of a thing's name, in the singular."""
    return singular(node.name.split()[-1])
