"""The report's sections say what the library says, draw it, and need nothing from elsewhere."""

import re

import pytest

import grice
from grice.report import SECTIONS, captions, quantified
from grice.report.figures import graph
from grice.report.page import Section, page


@pytest.fixture(scope="module")
def shapes() -> Section:
    part = Section("Quantified descriptions")
    quantified.section(part, seed=0)
    return part


@pytest.fixture(scope="module")
def photographs() -> Section:
    part = Section("Captions")
    captions.section(part, seed=0)
    return part


def test_what_is_said_of_a_scene_is_what_the_speaker_says(shapes: Section) -> None:
    shown = {table.title: table.records() for table in shapes.tables}
    (row,) = (row for row in shown["What is said of 4 objects"] if row["speaker"] == "qdg-greedy")
    assert row["says"] == grice.describe((2, 0, 0, 2), speaker="qdg-greedy", seed=0).text
    assert row["read as"] == "(2, 0, 0, 2)"
    assert sum(part.count("<svg") for part in shapes.parts) == 3 + 3  # scenes and bars


def test_complete_descriptions_are_complete_at_every_size(shapes: Section) -> None:
    rows = shapes.tables[-1].records()
    assert {row["objects"] for row in rows} == set(quantified.SIZES)
    for row in rows:
        assert row["statements"] <= quantified.MOST_STATEMENTS
        assert 0 <= row["read back"] <= 1
        if row["speaker"] == "complete":
            assert row["complete"] == 1
        if row["objects"] <= 6:
            assert row["read back"] == 1


def test_captions_are_ordered_from_right_to_wrong_and_explained(photographs: Section) -> None:
    (table,) = photographs.tables
    judged = [row["grice"] for row in table.records()]
    assert judged == sorted(judged, reverse=True)
    assert table.records()[0]["faithfulness"] == 1
    whole = "\n".join(photographs.parts)
    assert "contradicted: (dog, white) ~ (dog, brown)" in whole
    assert "missing: " in whole


def test_a_drawn_graph_has_a_box_for_each_object_and_attribute_and_an_arc_for_each_relation() -> None:
    scene = grice.SceneGraph.from_text("( dogs , is , 2 ) , ( dogs , is , <small> ) , ( dogs , chase , ball )")
    drawn = graph("two dogs", scene)
    assert drawn.count("<rect") == 2 + 2
    assert drawn.count("marker-end") == 1
    assert "&lt;small&gt;" in drawn
    assert graph("nothing", grice.SceneGraph()).startswith("<svg")


def test_the_page_is_whole_in_itself(shapes: Section, photographs: Section) -> None:
    html = page("Report", [shapes, photographs])
    assert not re.search(r'(src|href)="(?!data:)', html)
    assert "<script" not in html
    assert len(SECTIONS) >= 4
