"""Where in a text is what a graph says? The spans of SPICE's tuples, so that a judgement of one can show its words."""

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Fact, Quantity, Relation, Statement
from grice.meaning.tuples import tuples_of
from grice.words.split import Span


def spans_of(graph: SceneGraph, lemmatise: bool = True) -> dict[Fact, tuple[Span, ...]]:
    """Every tuple that a graph says in so many words, with the characters that say it, first mention first.

    An object is where it is first named; an attribute or a number is its own word; a relation is its predicate and its
    second object, or its two ends where no word says the predicate.
    """
    found: dict[Fact, list[Span]] = {}
    for one in graph.statements:
        for node in one.nodes:
            (name,) = tuples_of(((node.name,),), lemmatise)
            found.setdefault(name, []).extend([node.span] if node.span else [])
        for fact in one.facts:
            whole = max(tuples_of((fact,), lemmatise), key=len)
            if len(whole) > 1:
                found.setdefault(whole, []).extend(_said(one))
    return {fact: tuple(dict.fromkeys(spans)) for fact, spans in found.items() if spans}


def _said(one: Statement) -> list[Span]:
    """The characters of what a statement says beyond naming its first object."""
    match one:
        case Exists():
            return []
        case Attribute(span=span) | Quantity(span=span):
            return [span] if span else []
        case Relation(subject, other, span=span):
            ends = [span, other.span] if span else [subject.span, other.span]
            return [end for end in ends if end]
    raise AssertionError(one)
