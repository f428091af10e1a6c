"""The report's sections say what the library says, draw it, and need nothing from elsewhere."""

import re
from collections.abc import Sequence

import pytest

import grice
from grice.report import SECTIONS, graphs, quantified, rooms
from grice.report.page import Figure, Figures, Part, Quote, Section, page
from grice.tables import Table


@pytest.fixture(scope="module")
def shapes() -> Sequence[Part]:
    return quantified.parts(seed=0)


@pytest.fixture(scope="module")
def photographs() -> Sequence[Part]:
    return graphs.parts(seed=0)


def tables(parts: Sequence[Part]) -> list[Table]:
    return [part for part in parts if isinstance(part, Table)]


def figures(parts: Sequence[Part]) -> list[Figure]:
    groups = [part.figures for part in parts if isinstance(part, Figures)]
    return [*(part for part in parts if isinstance(part, Figure)), *(one for group in groups for one in group)]


def test_sections_are_the_families() -> None:
    assert list(SECTIONS) == [entry.family for entry in SECTIONS.values()] == ["rooms", "quantified", "graphs"]
    assert all(callable(SECTIONS.load(name)) for name in SECTIONS)


def test_what_is_said_of_a_scene_is_what_the_speaker_says(shapes: Sequence[Part]) -> None:
    shown = {table.title: table.records() for table in tables(shapes)}
    (row,) = (row for row in shown["What is said of 4 objects"] if row["speaker"] == "qdg-greedy")
    assert row["says"] == grice.describe((2, 0, 0, 2), speaker="qdg-greedy", seed=0).text
    assert row["read as"] == "(2, 0, 0, 2)"
    assert len(figures(shapes)) == 3 + 3  # scenes and bars


def test_complete_descriptions_are_complete_at_every_size(shapes: Sequence[Part]) -> None:
    rows = tables(shapes)[-1].records()
    assert {row["objects"] for row in rows} == set(quantified.SIZES)
    for row in rows:
        assert row["statements"] <= quantified.MOST_STATEMENTS
        assert 0 <= row["read back"] <= 1
        if row["speaker"] == "complete":
            assert row["complete"] == 1
        if row["objects"] <= 6:
            assert row["read back"] == 1


def test_captions_are_ordered_from_right_to_wrong_and_explained(photographs: Sequence[Part]) -> None:
    (table,) = tables(photographs)
    judged = [row["grice"] for row in table.records()]
    assert judged == sorted(judged, reverse=True)
    assert table.records()[0]["faithfulness"] == 1
    whole = "\n".join(part.text for part in photographs if isinstance(part, Quote))
    assert "contradicted: (dog, white) ~ (dog, brown)" in whole
    assert "missing: " in whole


def test_rooms_show_every_captioner_and_a_chart_for_each_category() -> None:
    parts = list(rooms.captions(seed=0, pairs=30))
    assert len(tables(parts)) == 3 + 3 + 1
    assert [row[0] for row in tables(parts)[0].rows][: len(rooms.CAPTIONERS)] == list(rooms.CAPTIONERS)
    assert "pairs:30|seed:0" in tables(parts)[0].signature
    charts = figures(parts)
    assert len(charts) == 3
    assert all(chart.markup.count('class="bar"') == 4 * 6 for chart in charts)


def test_the_page_is_whole_in_itself(shapes: Sequence[Part], photographs: Sequence[Part]) -> None:
    html = page("Report", [Section("Shapes", shapes, "shapes"), Section("Captions", photographs, "captions")])
    assert not re.search(r'(src|href)="(?!data:|#)', html)
    assert "<script" not in html


def test_all_metrics_are_asked_in_one_call_so_that_captions_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    def counted(*given: object, metrics: Sequence[str]) -> object:
        asked.append(metrics)
        return grice.score(*given, metrics=metrics)

    monkeypatch.setattr(graphs, "score", counted)
    graphs.parts()
    assert asked == [graphs.METRICS]
