"""Every form gives back the graph it was written from; the released corpora agree with the rules between forms."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice.corpora import factual
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import UNITS, Attribute, Exists, Node, Quantity, Relation, Statement
from grice.words.prepositions import PREPOSITIONS, split

WORD = st.text("abcdefghijklmnopqrstuvwxyzABCé'-", min_size=1, max_size=6).filter(lambda w: w not in ("is", "many"))
LABEL = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
# A verb that ends in a preposition cannot be told from a verb with one.
VERB = st.just("") | LABEL.filter(lambda v: split(v) == (v, "") and v not in PREPOSITIONS)
PREPOSITION = st.just("") | st.sampled_from(sorted(PREPOSITIONS))
SPAN = st.none() | st.tuples(st.integers(0, 9), st.integers(9, 20))
NUMBER = st.integers(1, 40).map(str) | st.just("many")


@st.composite
def graphs(draw: st.DrawFn, units: bool = True) -> SceneGraph:
    """Graphs in which an object has at most one quantity and is alone only if nothing else is said of it; denials are
    any statements at all."""
    nodes = [
        Node(name, index, draw(SPAN), draw(st.booleans()))
        for name in draw(st.lists(LABEL, min_size=1, max_size=3, unique=True))
        for index in range(draw(st.integers(1, 2)))
    ]
    statements: list[Statement] = []
    for node in draw(st.lists(st.sampled_from(nodes), unique=True)):
        unit = draw(st.sampled_from(["", *UNITS])) if units else ""
        statements.append(Quantity(node, draw(NUMBER), unit, draw(SPAN)))
    for node in draw(st.lists(st.sampled_from(nodes), max_size=4)):
        value = draw(LABEL.filter(lambda v: v not in UNITS.values()))
        statements.append(Attribute(node, value, draw(SPAN), draw(st.booleans())))
    for _ in range(draw(st.integers(0, 3))):
        verb, preposition = draw(VERB), draw(PREPOSITION)
        if verb or preposition:
            ends = draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))
            passive = bool(verb) and draw(st.booleans())
            statements.append(Relation(*ends, verb, preposition, passive, draw(SPAN), draw(st.booleans())))
    said = {node for statement in statements for node in statement.nodes}
    statements += [Exists(node) for node in nodes if node not in said]
    denied = [draw(_denials(Node(draw(LABEL)), draw(st.sampled_from(nodes)))) for _ in range(draw(st.integers(0, 3)))]
    text = draw(st.none() | st.text(max_size=20))
    return SceneGraph(tuple(draw(st.permutations(statements))), text, denied=tuple(denied))


@st.composite
def _denials(draw: st.DrawFn, absent: Node, present: Node) -> Statement:
    node = draw(st.sampled_from([absent, present]))
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return Exists(node)
    if kind == 1:
        return Quantity(node, draw(NUMBER), draw(st.sampled_from(["", *UNITS])), draw(SPAN))
    if kind == 2:
        return Attribute(node, draw(LABEL), draw(SPAN), draw(st.booleans()))
    verb = draw(VERB)
    return Relation(present, node, verb, draw(PREPOSITION) if verb else "on", bool(verb) and draw(st.booleans()))


@given(graphs())
@settings(max_examples=150, deadline=None)
def test_plain_text_keeps_the_facts(graph: SceneGraph) -> None:
    again = SceneGraph.from_text(str(graph))
    assert again.facts == graph.facts
    assert str(again) == str(graph)


@given(graphs(units=False))
@settings(max_examples=150, deadline=None)
def test_text_with_identifiers_gives_the_graph_back(graph: SceneGraph) -> None:
    again = SceneGraph.from_text(graph.to_text(identifiers=True), identifiers=True)
    assert again == SceneGraph(graph.statements)


@pytest.mark.parametrize("name", ["3:15", "7:05", "21:9", "the 7:05", "train 10:30"])
def test_a_time_or_score_is_no_index(name: str) -> None:
    graph = SceneGraph.from_text(f"( clock , show , {name} ) , ( man:1 , near , page 16:2 )", identifiers=True)
    assert [str(node) for node in graph.nodes] == ["clock", name, "man:1", "page 16:2"]
    assert [node.index for node in graph.nodes] == [0, 0, 1, 2]
    assert graph.facts == (("clock", "show", name), ("man", "near", "page 16"))
    assert SceneGraph.from_text(graph.to_text(identifiers=True), identifiers=True) == graph


@given(graphs())
@settings(max_examples=150, deadline=None)
def test_meaning_representation_gives_the_graph_back(graph: SceneGraph) -> None:
    assert SceneGraph.from_mr(graph.to_mr()) == graph


@given(graphs())
@settings(max_examples=100, deadline=None)
def test_json_gives_everything_back(graph: SceneGraph) -> None:
    again = SceneGraph.from_json(graph.to_json())
    assert again == graph
    assert again.text == graph.text
    assert [(n, n.span, n.implied) for n in again.nodes] == [(n, n.span, n.implied) for n in graph.nodes]
    assert [getattr(s, "span", None) for s in again.statements] == [getattr(s, "span", None) for s in graph.statements]
    assert [getattr(s, "span", None) for s in again.denied] == [getattr(s, "span", None) for s in graph.denied]


@given(graphs())
@settings(max_examples=100, deadline=None)
def test_networkx_gives_the_graph_back(graph: SceneGraph) -> None:
    network = graph.to_networkx()
    asserted = [node for node, denied in network.nodes(data="denied") if not denied]
    assert asserted == list(map(str, graph.nodes))
    assert sum(not denied for *_, denied in network.edges(data="denied")) == len(graph.relations)
    assert SceneGraph.from_networkx(network) == graph


@given(st.text("( ),ab:1", max_size=30))
@settings(max_examples=300, deadline=None)
def test_lenient_reading_never_fails_and_strict_reading_agrees_where_it_succeeds(text: str) -> None:
    lenient = SceneGraph.from_text(text, lenient=True)
    if not lenient.problems:
        assert SceneGraph.from_text(text) == lenient


def _by_caption(path: Path) -> dict[tuple[str | None, str | None, str], factual.Item]:
    return {(item.image_id, item.region_id, item.caption): item for item in factual.load(path)}


@pytest.mark.long
def test_meaning_representations_give_the_released_graphs(corpus: Callable[[str], Path]) -> None:
    representations = _by_caption(corpus("factual/mr_random_train_dev.csv"))
    plain = _by_caption(corpus("factual/random_train.csv")) | _by_caption(corpus("factual/random_dev.csv"))
    assert len(representations) == 38861
    equal = sum(
        item.error is None and set(item.graph.facts) == set(plain[key].graph.facts)
        for key, item in representations.items()
    )
    assert equal / len(representations) >= 0.998
    assert sum(item.error is not None for item in representations.values()) == 3


def test_dropping_identifiers_gives_the_released_plain_graphs(corpus: Callable[[str], Path]) -> None:
    marked = _by_caption(corpus("factual/random_dev_id.csv"))
    plain = _by_caption(corpus("factual/random_dev.csv"))
    equal = sum(set(item.graph.facts) == set(plain[key].graph.facts) for key, item in marked.items())
    assert equal >= 998
    rewritten = [
        SceneGraph.from_text(item.graph.to_text(identifiers=True), identifiers=True) for item in marked.values()
    ]
    assert rewritten == [item.graph for item in marked.values()]
