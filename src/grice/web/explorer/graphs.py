"""What does a caption say, and is it what its references say? Graphs to draw, tuples that match or do not, metrics."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from grice.encoders.loading import load as load_encoder
from grice.engines.score import resolve, score
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import UNITS, Attribute, Exists, Fact, Node, Quantity, Relation, by_node
from grice.meaning.tuples import NOT, plain
from grice.metrics import METRICS
from grice.metrics.base import Metric
from grice.metrics.graphs.places import spans_of
from grice.metrics.graphs.spice import Spice
from grice.readers.base import PARSERS, SentenceParser
from grice.readers.graphs.given import is_graph
from grice.readers.graphs.parsing import load, parse
from grice.readers.graphs.remembered import RememberingParser
from grice.words.split import Span

MOST_CAPTIONS = 8
MATCHED, SYNONYM, WRONG, MISSED = "matched", "synonym", "wrong", "missed"


@dataclass(frozen=True)
class Captions:
    """Captions, or graphs as text, to be drawn."""

    captions: tuple[str, ...]
    parser: str = "default"


@dataclass(frozen=True)
class Compared:
    """A caption, and the references it is judged against."""

    caption: str
    references: tuple[str, ...]
    parser: str = "default"


@dataclass(frozen=True)
class Thing:
    """A node of the drawing: an object, or what is said of one (its number, an attribute)."""

    id: str
    label: str
    kind: str
    denied: bool
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Edge:
    """From an object to another, or to what is said of it, which needs no label."""

    source: str
    target: str
    label: str
    denied: bool
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Drawing:
    text: str
    things: tuple[Thing, ...] = ()
    edges: tuple[Edge, ...] = ()
    facts: str = ""
    problems: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class Verdict:
    """A tuple of the caption or its references: its words, what became of it, and where the caption says it."""

    words: tuple[str, ...]
    verdict: str
    denied: bool
    other: tuple[str, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Number:
    name: str
    meaning: str
    value: float


@dataclass(frozen=True)
class Judgement:
    metric: str
    about: str
    values: tuple[Number, ...]
    explanation: str


@dataclass(frozen=True)
class Comparison:
    tuples: tuple[Verdict, ...]
    contradictions: tuple[str, ...]
    judgements: tuple[Judgement, ...]
    signature: str


def drawings(given: Captions) -> tuple[Drawing, ...]:
    """The graph of each caption, as nodes and edges with their places in its words."""
    if not 0 < len(given.captions) <= MOST_CAPTIONS:
        raise InputError(f"{len(given.captions)} captions", f"from 1 to {MOST_CAPTIONS}")
    return tuple(_drawing(text, given.parser) for text in given.captions)


def compared(given: Compared) -> Comparison:
    """The tuples of a caption against those of its references, and every metric that compares the two."""
    references = [one for one in given.references if one.strip()]
    if not references or len(references) > MOST_CAPTIONS:
        raise InputError(f"{len(references)} references", f"from 1 to {MOST_CAPTIONS}")
    spice = Spice(parser=_parser(given.parser))
    graph, wanted = _graph(given.caption, given.parser), tuple(_graph(one, given.parser) for one in references)
    tuples = tuple(_verdicts(spice, graph, wanted))
    against = tuple(str(one) for one in spice.contradictions(graph, wanted))
    result = score([given.caption], [references], metrics=_metrics(given.parser))
    judgements = tuple(
        Judgement(
            name,
            METRICS[name].about,
            tuple(Number(one.name, one.meaning, found[one.name].value) for one in found.metric.values),
            found.explain(0),
        )
        for name, found in result.items()
    )
    return Comparison(tuples, against, judgements, result.signature)


def menus() -> dict[str, object]:
    """What the tab offers: the parsers."""
    return {"parsers": {name: entry.about for name, entry in PARSERS.items()}, "most": MOST_CAPTIONS}


def drawn(graph: SceneGraph) -> tuple[tuple[Thing, ...], tuple[Edge, ...]]:
    """A graph as nodes and edges: objects, what is said of each, and how they relate."""
    things: dict[str, Thing] = {}
    edges: list[Edge] = []
    nodes = [*dict.fromkeys([*graph.nodes, *by_node(graph.denied)])]
    places = {node: f"n{i}" for i, node in enumerate(nodes)}
    absent = {one.node for one in graph.denied if isinstance(one, Exists)}
    for node, id in places.items():
        things[id] = Thing(id, node.name, "object", node in absent, _spans(*_mentions(graph, node)))
    said = [*((one, False) for one in graph.statements), *((one, True) for one in graph.denied)]
    for i, (one, denied) in enumerate(said):
        match one:
            case Relation(subject, other, span=span):
                edges.append(Edge(places[subject], places[other], one.predicate, denied, _spans(span)))
            case Attribute(node, span=span) | Quantity(node, span=span):
                label = one.value if isinstance(one, Attribute) else _amount(one)
                kind = "attribute" if isinstance(one, Attribute) else "quantity"
                things[f"s{i}"] = Thing(f"s{i}", label, kind, denied, _spans(span))
                edges.append(Edge(places[node], f"s{i}", "", denied, ()))
    return tuple(things.values()), tuple(edges)


def _drawing(text: str, parser: str) -> Drawing:
    try:
        graph = _graph(text, parser)
    except InputError as error:
        return Drawing(text, error=error.given)
    return Drawing(text, *drawn(graph), str(graph), graph.problems)


def _graph(text: str, parser: str) -> SceneGraph:
    if is_graph(text):
        return SceneGraph.from_text(text)
    return parse(text, _parser(parser))


def _mentions(graph: SceneGraph, node: Node) -> Iterator[Span | None]:
    """Every place where an object is named."""
    for one in (*graph.statements, *graph.denied):
        yield from (other.span for other in one.nodes if other == node)


def _spans(*spans: Span | None) -> tuple[Span, ...]:
    return tuple(sorted({span for span in spans if span is not None}))


def _amount(one: Quantity) -> str:
    return " ".join(filter(None, (one.number, UNITS.get(one.unit, ""))))


def _verdicts(spice: Spice, graph: SceneGraph, references: Sequence[SceneGraph]) -> Iterator[Verdict]:
    places, found = spans_of(graph), spice.match(graph, tuple(references))
    groups: list[tuple[str, dict[Fact, Fact]]] = [
        (MATCHED, {fact: () for fact in found.exact}),
        (SYNONYM, dict(found.synonym)),
        (WRONG, {fact: () for fact in found.extra}),
        (MISSED, {fact: () for fact in found.missing}),
    ]
    for verdict, facts in groups:
        for fact in sorted(facts, key=lambda one: (len(plain(one)), one)):
            spans = () if verdict == MISSED else places.get(fact, ())
            other = facts[fact]
            yield Verdict(plain(fact), verdict, fact[:1] == (NOT,), plain(other) if other else (), spans)


@cache
def _parser(name: str) -> Any:
    """The parser of a name, with a memory: somebody who types asks for the same references again and again."""
    if name not in PARSERS:
        raise InputError(f"no parser is called {name!r}", f"one of {', '.join(PARSERS)}")
    found = load(name)
    return RememberingParser(found) if isinstance(found, SentenceParser) else found


@cache
def _metrics(parser: str) -> list[Metric]:
    """Every metric that compares one caption with its references; diversity is a matter of many captions."""
    names = [name for family in ("graphs", "texts") for name in METRICS.of(family)]
    chosen = resolve(names, parser=_parser(parser), encoder=load_encoder()).values()
    return [one for one in chosen if one.needs == ("references",)]


