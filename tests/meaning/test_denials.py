"""What a text says is not so is kept apart from what it says is so, in every form of the graph."""

import json
from collections.abc import Sequence

import pytest

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, GraphError, Node, Quantity, Relation, Statement
from grice.readers.base import Parsed, PassageParser
from grice.readers.graphs.cache import Cache
from grice.readers.graphs.refusals import unread
from grice.words.split import Passage

MAN, SHIRT, CARS = Node("man", span=(2, 5)), Node("shirt", span=(16, 21)), Node("cars")
WEAR = Relation(MAN, SHIRT, "wear", span=(6, 13))


def shirtless() -> SceneGraph:
    """a man without a shirt"""
    return SceneGraph((Exists(MAN),), "a man without a shirt", denied=(WEAR,))


def test_a_denial_is_no_fact_and_its_objects_are_not_there() -> None:
    graph = shirtless()
    assert graph.facts == (("man",),)
    assert graph.denied_facts == (("man", "wear", "shirt"),)
    assert str(graph) == graph.to_text(identifiers=True) == "( man )"
    assert graph.nodes == (MAN,)
    assert list(graph.about) == [MAN]
    assert graph.relations == ()
    assert repr(graph) == "SceneGraph('( man )', denied='( man , v:wear , shirt )')"
    assert repr(SceneGraph((Exists(MAN),))) == "SceneGraph('( man )')"


def test_graphs_that_differ_in_what_they_deny_differ() -> None:
    assert shirtless() != SceneGraph((Exists(MAN),))
    assert shirtless() != SceneGraph((Exists(MAN), WEAR))
    again = SceneGraph((Exists(MAN),), denied=(WEAR, WEAR))
    assert again == shirtless()
    assert hash(again) == hash(shirtless())
    assert again.denied == (WEAR,)


def test_the_order_of_denials_does_not_matter_and_readings_keep_them() -> None:
    denied: tuple[Statement, ...] = (WEAR, Exists(CARS), Attribute(MAN, "tall"))
    one, other = SceneGraph(denied=denied), SceneGraph(denied=denied[::-1])
    assert one == other
    assert one.canonical().denied == other.canonical().denied
    two, three = Node("men"), Node("books")
    pairs = SceneGraph((Quantity(two, "2"), Quantity(three, "2"), Relation(two, three, "read")), denied=denied)
    assert pairs.distributed().denied == denied
    assert len(pairs.distributed().relations) == 2


def test_json_without_denials_is_what_it_was() -> None:
    assert SceneGraph((Exists(CARS),)).to_json() == (
        '{"nodes": [{"name": "cars"}], "statements": [{"kind": "exists", "node": 0}]}'
    )
    whole = json.loads(shirtless().to_json())
    assert [node["name"] for node in whole["nodes"]] == ["man", "shirt"]
    assert whole["denied"] == [{"kind": "relation", "subject": 0, "object": 1, "verb": "wear", "span": [6, 13]}]
    with pytest.raises(GraphError, match=r"denied\[0\].subject"):
        SceneGraph.from_json(whole | {"denied": [{"kind": "relation", "subject": 7, "object": 1}]})


def test_meaning_representations_mark_denials_and_plain_text_refuses_the_mark() -> None:
    graph = SceneGraph(
        (Quantity(Node("dogs"), "2"),),
        denied=(Relation(Node("dogs"), Node("ball"), "chase"), Quantity(Node("dogs"), "3"), Exists(CARS)),
    )
    written = "( 2 , dogs ) , not ( dogs , chase , ball ) , not ( 3 , dogs ) , not ( cars )"
    assert graph.to_mr() == written
    assert SceneGraph.from_mr(written) == graph
    assert SceneGraph.from_mr("not(cars)").denied == (Exists(CARS),)
    with pytest.raises(GraphError, match="outside any fact"):
        SceneGraph.from_text("( dog ) , not ( cars )")
    lenient = SceneGraph.from_mr("not ( cars , ) , not ( dog )", lenient=True)
    assert lenient.denied == (Exists(Node("dog")),)
    assert len(lenient.problems) == 1


def test_networks_and_drawings_mark_denials() -> None:
    network = SceneGraph((Exists(MAN),), denied=(WEAR, Exists(CARS))).to_networkx()
    assert dict(network.nodes(data="denied")) == {"man": False, "shirt": True, "cars": True}
    assert [data["denied"] for *_, data in network.edges(data=True)] == [True]
    dot = SceneGraph((Exists(MAN),), denied=(WEAR, Exists(CARS), Attribute(MAN, "old"))).to_dot()
    assert 'label="not wear", style=dashed' in dot
    assert 'label="no cars", style=dashed' in dot
    assert 'label="not old", style=dashed' in dot
    assert '[shape=box, label="man"];' in dot


class ByHand(PassageParser):
    """Reads the sentences it is told to."""

    name, fingerprint, language, most_words = "by hand", "1", "en", 40

    def __init__(self, **readings: Parsed) -> None:
        self.readings = list(readings.values())

    def read(self, sentences: Sequence[Passage], content: str = "all") -> list[Parsed]:  # noqa: ARG002
        return self.readings[: len(sentences)]


def test_a_text_that_only_denies_has_been_read() -> None:
    graph = SceneGraph(problems=("nothing",), denied=(Exists(CARS),))
    assert unread(graph) is None
    sentence = ByHand(only=Parsed(denied=(Exists(CARS),)))
    assert sentence(["no cars"]) == [SceneGraph(denied=(Exists(CARS),))]


def test_the_cache_keeps_denials(tmp_path: object) -> None:
    with Cache(f"{tmp_path}/parses.sqlite", "parser") as cache:
        cache.put({"a man without a shirt": shirtless()})
        found = cache.get(["a man without a shirt"])["a man without a shirt"]
    assert found == shirtless()
    assert found.denied[0].span == (6, 13)  # type: ignore[union-attr]
