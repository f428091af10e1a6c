"""What does a caption say, and is it what its references say? Graphs to draw, tuples that match or do not, metrics."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from grice.engines.metric_names import resolve
from grice.engines.score import score
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT, plain
from grice.metrics import METRICS
from grice.metrics.base import Metric
from grice.metrics.graphs.spice import Spice
from grice.readers.base import PARSERS
from grice.readers.graphs.given import is_graph
from grice.readers.graphs.parsing import parse
from grice.report.graph_drawing import graph as draw
from grice.report.marks import marked, of_graph

MOST_CAPTIONS = 8
MATCHED, WRONG, MISSED = "matched", "wrong", "missed"
_STYLE = re.compile(r' style="[^"]*"')
"""How wide a drawing is, which the policy of our pages does not let it say; it comes first."""


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
class Drawing:
    """A caption as HTML, its words tied to their places in the drawing, which is SVG; or why there is none."""

    text: str
    caption: str = ""
    drawing: str = ""
    facts: str = ""
    problems: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class Verdict:
    """A tuple of the caption or its references: its words, what became of it, and the other side's words for it."""

    words: tuple[str, ...]
    verdict: str
    denied: bool
    other: tuple[str, ...]


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
    _known(given.parser)
    return tuple(_drawing(text, given.parser) for text in given.captions)


def compared(given: Compared) -> Comparison:
    """The tuples of a caption against those of its references, and every metric that compares the two."""
    references = [one for one in given.references if one.strip()]
    if not references or len(references) > MOST_CAPTIONS:
        raise InputError(f"{len(references)} references", f"from 1 to {MOST_CAPTIONS}")
    spice = Spice(parser=_known(given.parser))
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


def _drawing(text: str, parser: str) -> Drawing:
    try:
        graph = _graph(text, parser)
    except InputError as error:
        return Drawing(text, error=error.given)
    drawn = draw(f"Scene graph of: {text}", graph) if graph.statements or graph.denied else ""
    drawn = _STYLE.sub("", drawn, count=1)
    return Drawing(text, str(marked(text, of_graph(graph))), drawn, str(graph), graph.problems)


def _graph(text: str, parser: str) -> SceneGraph:
    if is_graph(text):
        return SceneGraph.from_text(text)
    return parse(text, parser)


def _verdicts(spice: Spice, graph: SceneGraph, references: Sequence[SceneGraph]) -> Iterator[Verdict]:
    found = spice.match(graph, tuple(references))
    groups: tuple[tuple[str, dict[Fact, Fact]], ...] = (
        (MATCHED, dict.fromkeys(found.exact, ()) | found.synonym),
        (WRONG, dict.fromkeys(found.extra, ())),
        (MISSED, dict.fromkeys(found.missing, ())),
    )
    for verdict, facts in groups:
        for fact in sorted(facts, key=lambda one: (len(plain(one)), one)):
            other = facts[fact]
            yield Verdict(plain(fact), verdict, fact[:1] == (NOT,), plain(other) if other else ())


def _known(parser: str) -> str:
    """The parser of a name; neither a folder nor a hub id, which a page has no business to name."""
    if parser not in PARSERS:
        raise InputError(f"no parser is called {parser!r}", f"one of {', '.join(PARSERS)}")
    return parser


@cache
def _metrics(parser: str) -> list[Metric]:
    """Every metric that compares one caption with its references; diversity is a matter of many captions."""
    names = [name for family in ("graphs", "texts") for name in METRICS.of(family)]
    chosen = resolve(names, parser=parser).values()
    return [one for one in chosen if one.needs == ("references",)]
