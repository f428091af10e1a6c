"""What does a sentence say is there? A scene graph: objects with identity, their number, attributes and relations.

The representation of FACTUAL (Li et al., Findings of ACL 2023, section 4.1): an object is a collective ("dogs") with a
quantity, attributes hold of every member, a relation has a verb, a preposition and a voice. A `SceneGraph` is the
statements a text makes, in its order; neither the order nor the spans carry meaning, so graphs that make the same
statements and denials are equal. `denied` is what the text says is absent or not so; it is never among the statements
and the facts. Text forms are in `grice.meaning.forms`; the conventional graph of section 4.2 is `facts`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from grice.meaning.graph_statements import (
    Attribute,
    Exists,
    Fact,
    Node,
    Quantity,
    Relation,
    Statement,
    by_node,
    quantity_in,
)
from grice.words.split import Span


@dataclass(frozen=True, eq=False)
class SceneGraph:
    """The statements of a text, in its order. `text` is what spans point into; `problems` what could not be read;
    `denied` the statements that the text says are not so: "no cars" denies that cars exist; `unread` the spans of words
    that say something and that no statement came from, where the parser can tell."""

    statements: tuple[Statement, ...] = ()
    text: str | None = None
    problems: tuple[str, ...] = ()
    denied: tuple[Statement, ...] = ()
    unread: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "statements", tuple(dict.fromkeys(self.statements)))
        object.__setattr__(self, "denied", tuple(dict.fromkeys(self.denied)))

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The plain facts of the conventional graph, each once: (object,), (object, "is", attribute), (s, p, o)."""
        return tuple(dict.fromkeys(fact for statement in self.statements for fact in self.facts_of(statement)))

    @cached_property
    def probabilities(self) -> tuple[float | None, ...]:
        """For each of `facts`, how sure the parser was of it; None where it did not say."""
        found: dict[Fact, float | None] = {}
        for statement in self.statements:
            for fact in self.facts_of(statement):
                given = [one for one in (found.get(fact), statement.probability) if one is not None]
                found[fact] = max(given, default=None)
        return tuple(found.values())

    @cached_property
    def denied_facts(self) -> tuple[Fact, ...]:
        """The plain facts of the denied statements, each once."""
        return SceneGraph(self.denied).facts if self.denied else ()

    def facts_of(self, statement: Statement) -> tuple[Fact, ...]:
        """The plain facts of one statement; "1pr" has none, and leaves the object if nothing else is said of it."""
        node = statement.nodes[0]
        if statement.facts or any(other.facts for other in self.about.get(node, ())):
            return statement.facts
        return ((node.name,),)

    @cached_property
    def about(self) -> Mapping[Node, Sequence[Statement]]:
        """Every object that is there, in the order of first mention, with the statements about it; no denials."""
        return by_node(self.statements)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every object that is there, in the order of first mention."""
        return tuple(self.about)

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        return tuple(s for s in self.statements if isinstance(s, Quantity))

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        return tuple(s for s in self.statements if isinstance(s, Attribute))

    @property
    def relations(self) -> tuple[Relation, ...]:
        return tuple(s for s in self.statements if isinstance(s, Relation))

    def quantity(self, node: Node) -> tuple[str, str] | None:
        """Number and unit of an object, or None where nothing is said; ("2", "pr") is two pairs."""
        return self._quantity.get(node)

    def canonical(self) -> "SceneGraph":
        """The same statements in an order that depends on them alone: object by object, then relations."""
        rank = {Exists: 0, Quantity: 1, Attribute: 2, Relation: 3}

        def key(statement: Statement) -> tuple[Any, ...]:
            related = isinstance(statement, Relation)
            names = tuple((node.name, node.index) for node in statement.nodes)
            return (related, names, rank[type(statement)], statement.facts, repr(_content(statement)))

        denied = tuple(sorted(self.denied, key=key))
        return replace(self, statements=tuple(sorted(self.statements, key=key)), denied=denied)

    def distributed(self) -> "SceneGraph":
        """The distributive reading of section 4.2: n subjects and n objects pair off, one relation each."""
        from grice.meaning.distribution import distributed

        return distributed(self)

    @classmethod
    def from_facts(cls, facts: Iterable[Sequence[str]]) -> "SceneGraph":
        """A graph of plain facts: (object,), (object, "is", attribute) or (subject, predicate, object)."""
        from grice.meaning.forms.text import from_facts

        return from_facts(facts)

    @classmethod
    def from_text(cls, text: str, lenient: bool = False, identifiers: bool = False) -> "SceneGraph":
        """Read "( s , p , o ) , ( x )". `lenient` keeps the well-formed facts and lists the rest in `problems`.

        `identifiers` reads the marks "v:", "pv:" and ":1" as verb, passive verb and second object of that name;
        without it they are part of the label, as they are for the published evaluator.
        """
        from grice.meaning.forms.text import from_text

        return from_text(text, lenient, identifiers)

    def to_text(self, identifiers: bool = False) -> str:
        """The FACTUAL text form; with `identifiers`, marked with "v:", "pv:" and ":1". It leaves denials out."""
        from grice.meaning.forms.text import to_text

        return to_text(self, identifiers)

    @classmethod
    def from_mr(cls, text: str, lenient: bool = False) -> "SceneGraph":
        """Read FACTUAL-MR: "( 2 , dogs , sit , on , grass )"; "not ( cars )" is a denial, which is our extension."""
        from grice.meaning.forms.mr import from_mr

        return from_mr(text, lenient)

    def to_mr(self) -> str:
        """FACTUAL-MR; denials follow as "not ( cars )", which is our extension."""
        from grice.meaning.forms.mr import to_mr

        return to_mr(self)

    @classmethod
    def from_json(cls, json: str | Mapping[str, Any]) -> "SceneGraph":
        """Read what `to_json` wrote, as text or already decoded."""
        from grice.meaning.forms.json import from_json

        return from_json(json)

    def to_json(self) -> str:
        """Everything the graph holds, spans and marks included, as JSON text."""
        from grice.meaning.forms.json import to_json

        return to_json(self)

    def to_dot(self) -> str:
        """A GraphViz digraph."""
        from grice.meaning.forms.graphviz import to_dot

        return to_dot(self)

    def to_networkx(self) -> Any:
        """A networkx MultiDiGraph: objects are nodes, relations are edges."""
        from grice.meaning.forms.networkx import to_networkx

        return to_networkx(self)

    @classmethod
    def from_networkx(cls, network: Any) -> "SceneGraph":
        """Read what `to_networkx` made."""
        from grice.meaning.forms.networkx import from_networkx

        return from_networkx(network)

    @cached_property
    def _quantity(self) -> Mapping[Node, tuple[str, str] | None]:
        return {node: quantity_in(statements) for node, statements in self.about.items()}

    @cached_property
    def _key(self) -> tuple[frozenset[Statement], frozenset[Statement]]:
        return frozenset(self.statements), frozenset(self.denied)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, SceneGraph) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        denied = SceneGraph(self.denied).to_text(identifiers=True)
        return f"SceneGraph({self.to_text(identifiers=True)!r}{f', denied={denied!r}' if denied else ''})"


def _content(statement: Statement) -> tuple[Any, ...]:
    match statement:
        case Quantity(_, number, unit):
            return (number, unit)
        case Relation(_, _, verb, preposition, passive):
            return (verb, preposition, passive)
        case _:
            return ()
