"""Why did an item get its score? Its words marked, its scene or graph drawn, and the metric's own explanation."""

from collections.abc import Callable, Iterator

from markupsafe import Markup, escape

from grice.errors import GriceError
from grice.meaning.graph import SceneGraph
from grice.metrics.base import Rows
from grice.readers.graphs.parsing import parse
from grice.readers.quantified import read
from grice.report.file_scores import Judged
from grice.report.graph_drawing import graph
from grice.report.marks import marked, of_graph, of_room
from grice.report.page import Figure, Panel, Paragraph, Part, Quote, Words, picture
from grice.report.quantified_scenes import clause_by_clause, drawn
from grice.scenes import render
from grice.scenes.quantified import counts
from grice.tables import shown

EXPLAINING = ("grice", "faithfulness", "spice", "pragmatics", "reconstruction")
"""Metrics whose explanations are worth reading; of others, the first."""


def explained(own: Judged, item: int) -> Panel:
    """One item on a card: what was said, of what, and why it got its values."""
    row = own.row(item)
    family = next(iter(own.result.values())).metric.name
    shows = SHOWN.get(family, _captioned) if row.predictions[0] not in (None, "") else _nothing
    try:
        parts = list(shows(row))
    except GriceError as error:
        parts = [Words(escape(str(row.predictions[0]))), Paragraph(str(error))]
    scores = [(name, score.items[item]) for name, score in own.result.items() if score.items[item] == score.items[item]]
    said = ", ".join(f"{name} {shown(float(value))}" for name, value in scores)
    names = [name for name in EXPLAINING if name in own.result] or list(own.result)[:1]
    quotes = [Quote(own.result[name].explain(item)) for name in names[:2]]
    values = Paragraph(Markup('<span class="soft">{}</span>').format(said))
    return Panel(f"{own.name}, {own.called(item)}", (*parts, values, *quotes))


def _nothing(row: Rows) -> Iterator[Part]:  # noqa: ARG001
    yield Words(Markup("<i>nothing was said</i>"))


def _captioned(row: Rows) -> Iterator[Part]:
    """A caption with its graph, and the references it was judged against."""
    said = row.predictions[0]
    scene = said if isinstance(said, SceneGraph) else parse(str(said))
    text = scene.text or str(scene)
    yield Words(marked(text, of_graph(scene)))
    facts = "; ".join(" ".join(fact) for fact in scene.facts)
    if scene.nodes or scene.denied:
        yield Figure(graph(facts or text, scene), "The graph that was read.", wide=True)
    if row.references is not None:
        given = row.references[0]
        listed = given if isinstance(given, list | tuple) else [given]
        lines = Markup("").join(Markup("<li>{}</li>").format(str(one)) for one in listed)
        yield Paragraph(Markup('<span class="soft">References</span>'))
        yield Figure(Markup("<ul>{}</ul>").format(lines), "")


def _room(row: Rows) -> Iterator[Part]:
    """A caption of a room, its words by what they do, under target and first distractor."""
    assert row.targets is not None
    assert row.distractors is not None
    target, text, given = int(row.targets[0]), str(row.predictions[0]), row.distractors[0]
    rivals = [int(one) for one in (given if isinstance(given, list | tuple) else [given])]
    if rivals:
        words = f"target {target} and distractor {rivals[0]}"
        yield Figure(picture(render.pair(target, rivals[0], 256), words), "")
    yield Words(marked(text, of_room(text, target, rivals)))


def _quantified(row: Rows) -> Iterator[Part]:
    """A description with its scene, clause by clause."""
    assert row.targets is not None
    scene, text = counts(row.targets[0]), str(row.predictions[0])
    yield drawn(scene, 0)
    yield Words(Markup("<q>{}</q>").format(text))
    yield from clause_by_clause(read(text, size=sum(scene)), scene)


SHOWN: dict[str, Callable[[Rows], Iterator[Part]]] = {"pragmatics": _room, "reconstruction": _quantified}
"""How an item is shown, by the first metric it was judged by."""
