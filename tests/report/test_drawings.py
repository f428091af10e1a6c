"""Charts and graphs are SVG: as long as their values say, the same bytes every time, text as text, named for people."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

import grice
from grice.report.charts import bars
from grice.report.graph_drawing import graph
from grice.report.graph_layout import layout

SVG = "{http://www.w3.org/2000/svg}"


def lengths(drawn: str) -> list[float]:
    found = []
    for group in ElementTree.fromstring(drawn).iter(f"{SVG}g"):
        if group.get("class") == "bar":
            xs = [float(x) for x in re.findall(r"[ML] ([\d.]+)", group.find(f"{SVG}path").get("d"))]
            found.append(max(xs) - min(xs))
    return found


def test_bars_are_as_long_as_their_values_and_gaps_are_left_out() -> None:
    drawn = bars("t", ["a", "b", "c"], {"s": [1.0, 0.25, float("nan")], "<t>": [0.5, 0.5, 0.5]})
    whole, quarter, *halves = lengths(drawn)
    assert quarter == pytest.approx(whole / 4, rel=0.01)
    assert halves == pytest.approx([whole / 2] * 3, rel=0.01)
    assert "<title>s, b: 0.250</title>" in drawn
    assert "&lt;t&gt;" in drawn


def test_a_drawing_is_the_same_every_time_and_says_what_it_is() -> None:
    drawn = [bars("what it shows", ["one group"], {"s": [0.5]}) for _ in range(2)]
    assert drawn[0] == drawn[1]
    root = ElementTree.fromstring(drawn[0])
    assert root.get("role") == "img"
    assert root.get("aria-label") == "what it shows"
    assert root[0].tag == f"{SVG}title"
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert "one group" in texts
    assert "dc:date" not in drawn[0]
    assert "<style" not in drawn[0]


def test_colours_are_those_of_the_page() -> None:
    drawn = bars("t", ["a"], {"s": [0.5], "t": [0.5]})
    assert "var(--c1, #0072b2)" in drawn
    assert "var(--ink, " in drawn
    assert not re.search(r"(fill|stroke): #", drawn)


def test_a_drawn_graph_has_a_box_for_each_object_and_attribute_and_an_arc_for_each_relation() -> None:
    scene = grice.SceneGraph.from_text("( dogs , is , 2 ) , ( dogs , is , <small> ) , ( dogs , chase , ball )")
    drawn = graph("two dogs", scene)
    for kind, count in (("object", 2), ("attribute", 2), ("relation", 1), ("edge", 1)):
        assert len(re.findall(rf'class="[^"]*\b{kind}\b', drawn)) == count
    assert "<title>dogs chase ball</title>" in drawn
    assert "&lt;small&gt;" in drawn
    assert not re.search(r"(fill|stroke): #", drawn)
    assert graph("nothing", grice.SceneGraph()).startswith("<svg")


def test_what_is_denied_is_drawn_as_denied() -> None:
    scene = grice.SceneGraph.from_mr("( dog ) , not ( dog , is , black ) , not ( cars ) , not ( dog , chase , cat )")
    texts = ["".join(text.itertext()) for text in ElementTree.fromstring(graph("t", scene)).iter(f"{SVG}text")]
    assert {"dog", "not black", "no cars", "cat", "not chase"} <= set(texts)


def test_everything_drawn_lies_inside_the_drawing() -> None:
    scene = grice.SceneGraph.from_text(
        "( a very long name , is , extraordinarily colourful ) , ( b , on , a very long name ) , ( c , near , b )"
    )
    root = ElementTree.fromstring(graph("t", scene))
    _, _, width, height = map(float, root.get("viewBox").split())
    for path in root.iter(f"{SVG}path"):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d"))]
        if path.get("class") == "edge":
            assert all(0 <= x <= width for x in numbers[::2])
            assert all(0 <= y <= height for y in numbers[1::2])
    for box in root.iter(f"{SVG}rect"):
        x, y, wide, high = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + high <= height


def test_what_is_joined_goes_from_left_to_right_and_boxes_do_not_overlap() -> None:
    boxes = [(100.0, 40.0), (60.0, 70.0), (80.0, 40.0), (120.0, 40.0), (50.0, 40.0)]
    edges = [(0, 1), (1, 2), (0, 2), (2, 0), (3, 2), (4, 4)]
    found = layout(boxes, edges, [40.0] * len(edges))
    xs = [x for x, _ in found.places]
    assert xs[0] < xs[1] < xs[2]
    assert xs[3] < xs[2]
    assert len(found.bends[2]) == 1  # it skips the column of its neighbour
    for (a, (x, y)), (b, (u, v)) in combinations(zip(boxes, found.places, strict=True), 2):
        assert abs(x - u) >= (a[0] + b[0]) / 2 or abs(y - v) >= (a[1] + b[1]) / 2
