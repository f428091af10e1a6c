"""Graphs of any size and shape: time in proportion, limits by name, and no traceback for what is no graph."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import grice
from grice.meaning.distribution import MOST_STATEMENTS
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import MOST_INDEX, GraphError
from timing import growth

LINEAR = 3.0
"""Twice as much may take this much longer."""


def star(size: int) -> SceneGraph:
    """One object of which much is said, and as many others with a number each."""
    facts = [("men", "on", f"x{i}") for i in range(size)] + [("men", "is", f"y{i}") for i in range(size)]
    return SceneGraph.from_facts([*facts, *((f"z{i}", "is", "2") for i in range(size))])


def pairs(size: int) -> SceneGraph:
    """A pair of each thing: quantities without a fact of their own."""
    return SceneGraph.from_mr(" , ".join(f"( 1pr , socks:{i} )" for i in range(size)))


def couples(size: int) -> SceneGraph:
    return SceneGraph.from_mr(" , ".join(f"( 2 , men:{i} , hold , 2 , cups:{i} )" for i in range(size // 4)))


def fresh(work: Callable[[SceneGraph], object]) -> Callable[[SceneGraph], object]:
    """On a graph that has computed nothing yet."""
    return lambda graph: work(SceneGraph(graph.statements))


@pytest.mark.parametrize(
    ("work", "make"),
    [
        (SceneGraph.to_mr, star),
        (SceneGraph.to_networkx, star),
        (SceneGraph.distributed, star),
        (SceneGraph.distributed, couples),
        (SceneGraph.to_text, pairs),
        (lambda graph: [graph.facts_of(one) for one in graph.statements], pairs),
        (lambda graph: [graph.quantity(node) for node in graph.nodes], star),
        (lambda graph: graph.to_text(identifiers=True), star),
        (SceneGraph.to_dot, star),
        (lambda graph: SceneGraph.from_json(graph.to_json()), star),
    ],
)
def test_twice_the_graph_takes_twice_the_time(work: Callable, make: Callable[[int], SceneGraph]) -> None:
    assert growth(fresh(work), make, 2000) < LINEAR


@pytest.mark.parametrize(
    "make",
    [
        lambda size: "(" * size,
        lambda size: "( a ) " * size,
        lambda size: "( " + " , ".join(["a"] * size) + " )",
        lambda size: "( a , b , " * size,
    ],
    ids=["open", "no commas", "one fact", "unclosed"],
)
@pytest.mark.parametrize("read", [SceneGraph.from_text, SceneGraph.from_mr])
def test_twice_the_text_takes_twice_the_time(read: Callable, make: Callable[[int], str]) -> None:
    assert growth(lambda text: read(text, lenient=True), make, 10_000) < LINEAR


def test_an_index_of_very_many_digits_is_refused_where_it_stands() -> None:
    text = "( sky ) , ( men:" + "9" * 5000 + " )"
    with pytest.raises(GraphError, match=r"character 10: an index of 5000 digits"):
        SceneGraph.from_text(text, identifiers=True)
    with pytest.raises(GraphError, match=r"character 10: an index of 5000 digits"):
        SceneGraph.from_mr(text)
    assert SceneGraph.from_mr(text, lenient=True).facts == (("sky",),)
    with pytest.raises(GraphError, match=f"from 0 to {MOST_INDEX}"):
        SceneGraph.from_text(f"( men:{MOST_INDEX + 1} )", identifiers=True)
    assert SceneGraph.from_text(text).facts[1] == ("men:" + "9" * 5000,), "without identifiers it is a label"


def test_a_number_of_very_many_digits_is_kept_as_it_is_written() -> None:
    many = "9" * 5000
    graph = SceneGraph.from_mr(f"( {many} , men , hold , 1{many} , cups )")
    assert graph.facts[0] == ("men", "is", many)
    assert graph.distributed() == graph, "numbers that differ leave it collective, whatever their size"
    assert SceneGraph.from_mr(graph.to_mr()) == graph


@pytest.mark.parametrize("count", ["3000000", "9" * 5000, str(MOST_STATEMENTS + 1)])
def test_a_distributive_reading_too_large_to_be_one_is_refused_with_its_limit(count: str) -> None:
    graph = SceneGraph.from_mr(f"( {count} , men , hold , {count} , cups )")
    with pytest.raises(grice.InputError, match=f"at most {MOST_STATEMENTS}"):
        graph.distributed()


def test_a_large_distributive_reading_is_made() -> None:
    graph = SceneGraph.from_mr("( 5000 , men , hold , 5000 , cups ) , ( 5000 , men , is , tall )").distributed()
    assert (len(graph.nodes), len(graph.statements)) == (10_000, 10_000)


NODE = {"name": "a"}


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"nodes": ["a"], "statements": []}, r"nodes\[0\] is 'a'"),
        ({"nodes": [{"name": 5}], "statements": []}, r"nodes\[0\]\.name is 5"),
        ({"nodes": [{}], "statements": []}, r"nodes\[0\] has only nothing"),
        ({"nodes": [NODE | {"index": 1.5}], "statements": []}, r"nodes\[0\]\.index is 1\.5"),
        ({"nodes": [NODE | {"index": -1}], "statements": []}, r"nodes\[0\]: the object 'a' with index -1"),
        ({"nodes": [NODE | {"index": True}], "statements": []}, r"nodes\[0\]\.index is True"),
        ({"nodes": [NODE | {"span": [1, "2"]}], "statements": []}, r"nodes\[0\]\.span is \[1, '2'\]"),
        ({"nodes": [NODE | {"span": [1]}], "statements": []}, r"nodes\[0\]\.span is \[1\]"),
        ({"nodes": [NODE | {"span": [3, 1]}], "statements": []}, r"nodes\[0\]\.span"),
        ({"nodes": [NODE | {"colour": "red"}], "statements": []}, r"nodes\[0\]\.colour"),
        ({"nodes": [{"name": "a,b"}], "statements": []}, r"nodes\[0\]: the object 'a,b'"),
        ({"nodes": {"a": 1}, "statements": []}, r"nodes is \{'a': 1\}"),
        ({"nodes": [NODE], "statements": [{"kind": "exists", "node": -1}]}, r"statements\[0\]\.node is -1"),
        ({"nodes": [NODE], "statements": [{"kind": "exists", "node": 1}]}, r"statements\[0\]\.node is 1"),
        ({"nodes": [NODE], "statements": [{"kind": "exists", "node": 0.0}]}, r"statements\[0\]\.node is 0\.0"),
        ({"nodes": [NODE], "statements": [{"kind": "exists"}]}, r"statements\[0\] has only nothing"),
        ({"nodes": [NODE], "statements": [{"kind": ["exists"], "node": 0}]}, r"statements\[0\]\.kind"),
        ({"nodes": [NODE], "statements": [{"kind": "is", "node": 0}]}, r"statements\[0\]\.kind is 'is'"),
        ({"nodes": [NODE], "statements": [5]}, r"statements\[0\] is 5"),
        ({"nodes": [], "statements": [], "text": 5}, "text is 5"),
        ({"nodes": [], "statements": [], "problems": [5]}, r"problems\[0\] is 5"),
        ({"nodes": [], "statements": [], "problems": "none"}, "problems is 'none'"),
        ({"nodes": []}, 'it has no "statements"'),
        ([], r"it is \[\]"),
        (None, "it is None"),
        (5, "it is 5"),
    ],
    ids=str,
)
def test_json_of_another_shape_says_where_it_does_not_fit(given: Any, where: str) -> None:
    for form in [given, json.dumps(given)] if given is not None else [given]:
        with pytest.raises(GraphError, match=where):
            SceneGraph.from_json(form)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"nodes":[{"name":"a","span":[1e999,2]}],"statements":[]}', r"nodes\[0\]\.span is \[inf, 2\]"),
        ('{"nodes":[{"name":"a","index":' + "9" * 5000 + '}],"statements":[]}', "not the JSON of a scene graph"),
        ("", "not the JSON of a scene graph"),
        ("{nodes}", "not the JSON of a scene graph"),
    ],
    ids=["deep", "infinite", "digits", "empty", "no JSON"],
)
def test_text_that_is_no_json_of_a_graph_is_refused(text: str, why: str) -> None:
    with pytest.raises(GraphError, match=why):
        SceneGraph.from_json(text)


@pytest.mark.parametrize("given", [None, 5, 1.5, b"( sky )", ["( sky )"]], ids=str)
@pytest.mark.parametrize("read", [SceneGraph.from_text, SceneGraph.from_mr, SceneGraph.from_json])
def test_what_is_no_text_is_refused(read: Callable, given: object) -> None:
    with pytest.raises(grice.InputError):
        read(given)


@pytest.mark.parametrize("given", [None, 5, "man", ["man"], [5], [None]], ids=str)
def test_what_are_no_facts_is_refused(given: Any) -> None:
    with pytest.raises(grice.InputError, match="for a fact"):
        SceneGraph.from_facts(given)


def test_what_is_no_network_of_a_graph_is_refused() -> None:
    networkx = pytest.importorskip("networkx")
    for given in (None, 5, networkx.path_graph(3)):
        with pytest.raises(grice.InputError, match="not a network of a scene graph"):
            SceneGraph.from_networkx(given)


def test_half_a_surrogate_pair_survives_every_form() -> None:
    graph = SceneGraph.from_text("( a\ud800 , v:see , \udfff ) , ( a\ud800 , is , 2 )", identifiers=True)
    assert SceneGraph.from_json(graph.to_json()) == graph
    assert graph.to_json().encode("utf-8")
    assert SceneGraph.from_mr(graph.to_mr()) == graph
    assert SceneGraph.from_networkx(graph.to_networkx()) == graph
    assert graph.to_dot()
    assert graph.distributed() == graph
