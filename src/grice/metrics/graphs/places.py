"""Where in a text is what a graph says? The spans of SPICE's tuples, so that a judgement of one can show its words."""

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Fact, Quantity, Relation, Statement
from grice.meaning.tuples import NOT, tuples_of
from grice.words.split import Span

CLOSE = 80
"""Within how many characters a predicate and its object are one piece of text."""


def spans_of(graph: SceneGraph, lemmatise: bool = True) -> dict[Fact, tuple[Span, ...]]:
    """Every tuple that a graph says in so many words, with the characters that say it, in the order of the graph.

    An object is where it is first named; an attribute or a number is its own words; a relation is from its predicate to
    its second object, where they are close.
    """
    found: dict[Fact, dict[Span, None]] = {}
    for one in graph.statements:
        for node in one.nodes:
            (name,) = tuples_of(((node.name,),), lemmatise)
            if node.span:
                found.setdefault(name, {})[node.span] = None
        span = _said(one)
        for fact in one.facts:
            whole = max(tuples_of((fact,), lemmatise), key=len)
            if span and len(whole) > 1:
                found.setdefault(whole, {})[span] = None
    for one in graph.denied:
        span = _said(one) or one.nodes[0].span
        for fact in one.facts:
            if span:
                found.setdefault((NOT, *max(tuples_of((fact,), lemmatise), key=len)), {})[span] = None
    return {fact: tuple(spans) for fact, spans in found.items()}


def _said(one: Statement) -> Span | None:
    """The characters of what a statement says beyond naming its first object."""
    match one:
        case Exists():
            return None
        case Attribute(span=span) | Quantity(span=span):
            return span
        case Relation(_, other, span=span):
            if span is None or other.span is None:
                return span or other.span
            near = 0 <= other.span[0] - span[1] <= CLOSE
            return (span[0], other.span[1]) if near else span
    raise AssertionError(one)
