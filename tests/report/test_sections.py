"""The report's sections say what the library and its benchmarks say, draw it, and need nothing from elsewhere."""

import re
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from markupsafe import Markup

import grice
from grice.benchmarks.a3ds import evaluate, table_1
from grice.benchmarks.pel2020 import THESIS
from grice.corpora.qtuna import SCENES
from grice.registry import Entry, Registry
from grice.report import SECTIONS, graphs, made, quantified, room_pictures, rooms
from grice.report.page import Figure, Figures, Fold, Line, Lines, Panel, Part, Quote, Section, page
from grice.report.quantified_scenes import counted
from grice.report.settings import Settings
from grice.speakers.base import SPEAKERS, load
from grice.tables import Table

SMALL = Settings(pairs=20, studies=1, scenes=3)
"""As in conftest.py."""


def parts(given: Sequence[Part]) -> list[Part]:
    """Every part, those on cards and in folds too."""
    inside = [part.parts if isinstance(part, Panel | Fold) else () for part in given]
    return [*given, *(one for some in inside for one in parts(some))]


def figures(section: Section) -> list[Figure]:
    listed = parts(section.parts)
    groups = [part.figures for part in listed if isinstance(part, Figures)]
    return [*(part for part in listed if isinstance(part, Figure)), *(one for group in groups for one in group)]


def lines(section: Section) -> list[Line]:
    return [line for part in parts(section.parts) if isinstance(part, Lines) for line in part.lines]


def test_sections_are_the_families_and_each_has_an_answer_of_three_sentences_and_a_picture(
    pairs: Section, shapes: Section, photographs: Section
) -> None:
    assert list(SECTIONS) == [entry.family for entry in SECTIONS.values()] == ["rooms", "quantified", "graphs"]
    for section in (pairs, shapes, photographs):
        assert section.answer is not None
        assert len(section.answer.sentences) == 3
        assert 'role="img"' in section.answer.figure.markup


def test_every_speaker_that_is_registered_stands_in_table_1_with_the_numbers_of_the_benchmark(pairs: Section) -> None:
    names = SPEAKERS.of("rooms")
    expected = table_1(evaluate(SMALL.pairs, SMALL.seed, names))[-1]
    (table,) = (one for one in pairs.tables if one.title == expected.title)
    assert table.rows == expected.rows
    assert [row[0] for row in table.rows] == [*names, "B (paper)", "RP (paper)", "SP (paper)"]
    assert table.signature.startswith("pairs:20|seed:0|pragmatics|")
    assert pairs.answer is not None
    three = table.records()[names.index("oracle-three")]["d"]
    assert f"{100 * three:.0f} of 100" in pairs.answer.sentences[0]


def test_speakers_that_look_at_pictures_are_run_on_fewer_pairs_and_those_without_a_network_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = {name: SPEAKERS[name] for name in ("exhaustive", "minimal", "oracle-three")}
    entries = known | {
        "seeing": Entry("grice.speakers.rooms:Seeing", "", "rooms"),
        "absent": Entry("grice.speakers.rooms:Absent", "", "rooms"),
    }

    def loaded(name: str) -> object:
        if name == "absent":
            raise grice.InputError("no agent", "a folder")
        return load("minimal" if name == "seeing" else name)

    monkeypatch.setattr(rooms, "SPEAKERS", Registry("speaker", entries))
    monkeypatch.setattr(rooms, "load", loaded)
    monkeypatch.setattr("grice.benchmarks.a3ds.load", loaded)
    monkeypatch.setattr(room_pictures, "parts", lambda _: [])
    monkeypatch.setattr(rooms, "_examples", lambda *_: [])
    html = page("t", [rooms.section(replace(SMALL, looked=4))])
    assert "seeing looks at pictures and is run on 4 pairs of each set" in html
    assert "no trained network is there: absent" in html
    assert html.count("<td>seeing</td>") > 3


@pytest.mark.usefixtures("pairs", "shapes", "photographs")
def test_a_section_says_in_how_many_steps_it_is_made(heard: dict[str, int]) -> None:
    assert heard == {name: import_module(f"grice.report.{name}").steps(SMALL) for name in SECTIONS}


def test_every_letter_of_a_table_is_explained_under_the_pointer(pairs: Section) -> None:
    html = pairs.tables[0].to_html()
    for letter in ("d", "e", "e(z)", "r", "od", "k", "chance", "listener"):
        assert re.search(rf'<abbr title="[^"]+">{re.escape(letter)}</abbr>', html)


def test_captions_of_pairs_are_marked_by_what_their_words_do(pairs: Section) -> None:
    shown = lines(pairs)
    assert {line.who for line in shown} >= {"minimal", "exhaustive", "short", "made up"}
    assert all('class="m good"' in line.words for line in shown if line.who == "minimal")
    (made_up,) = (line for line in shown if line.who == "made up")
    for kind in ("good", "spare", "bad", "unknown"):
        assert f'class="m {kind}"' in made_up.words
    assert Markup(made_up.words).striptags() == re.sub(r"<[^>]+>", "", made_up.words)


def test_all_thirty_scenes_are_drawn_with_what_every_speaker_says_of_them(shapes: Section) -> None:
    html = page("t", [shapes])
    assert len([one for one in figures(shapes) if "onwhite" in one.markup]) == 30 + 3
    for speaker in SPEAKERS.of("quantified"):
        said = grice.describe(SCENES[9, 4], speaker=speaker, seed=SMALL.seed).text
        assert re.search(rf'<span class="who">[^<]*{speaker}[^<]*</span> <q>{re.escape(said)}</q>', html)
    assert {counted((1, 0, 0, 2)), counted((0, 1, 1, 0))} == {
        "1 blue square, 2 red circles",
        "1 red square, 1 blue circle",
    }
    assert not re.search(r"\b1 (blue|red) (squares|circles)\b", html)


def test_clauses_shrink_the_scenes_to_those_that_the_reader_leaves(shapes: Section) -> None:
    (panel,) = (
        p for p in shapes.parts if isinstance(p, Panel) and p.title == "4 objects, scene 4" and len(p.parts) > 8
    )
    first = next(part for part in panel.parts if isinstance(part, Lines))
    left = [line.remark for line in first.lines]
    reading = grice.read(grice.describe(SCENES[4, 4], speaker="qdg-ia", seed=0).text, size=4)
    assert left[0].startswith("35 scenes → ")
    assert left[-1].endswith(f"→ {len(reading.worlds)}")
    grid = next(one.markup for one in parts(panel.parts) if isinstance(one, Figure) and "worlds" in one.markup)
    assert grid.count("<i") == 35
    assert grid.count('class="on') == len(reading.worlds)


def test_swap_tables_have_the_thesis_beside_the_simulated_readers(shapes: Section) -> None:
    tables = {table.title: table.records() for table in shapes.tables}
    for number, sizes in ((2, (4, 9, 20)), (3, (6, 10, 16)), (6, (4, 6, 9, 10, 16, 20))):
        (rows,) = (rows for title, rows in tables.items() if title.endswith(f"Table {number})"))
        printed = {row["speaker"]: row for row in rows}
        for name in ("qdg-ia", "qdg-greedy"):
            assert [printed[f"{name} (paper)"][f"n = {n}"] for n in sizes] == [THESIS[name][n] for n in sizes]
            assert all(0 <= printed[name][f"n = {n}"] <= 100 for n in sizes)


def test_the_tests_of_the_thesis_come_out_of_its_printed_tables(shapes: Section) -> None:
    (table,) = (one for one in shapes.tables if "ANOVA" in one.title)
    found = {(row["experiment"][:12], row["test"]): (row["statistic"], row["p, recomputed"]) for row in table.records()}
    assert found["experiment A", "ANOVA"] == ("F(2, 27) = 21.92", "2.22e-06")
    assert found["experiment B", "ANOVA"] == ("F(2, 33) = 8.90", "0.00081")
    assert found["experiment A", "Tukey, 4 and 9"][1] == "0.456"
    assert found["experiment B", "Tukey, 6 and 10"][1] == "0.954"


def test_complete_descriptions_are_complete_at_every_size(shapes: Section) -> None:
    (table,) = (one for one in shapes.tables if one.title == "Speakers by the size of the scene")
    rows = table.records()
    assert {row["n"] for row in rows} == set(quantified.SIZES)
    for row in rows:
        assert 0 <= row["read back"] <= 1
        if row["speaker"] == "complete":
            assert row["complete"] == 1


def test_captions_are_ordered_from_right_to_wrong_and_explained(photographs: Section) -> None:
    (table,) = photographs.tables
    judged = [row["grice"] for row in table.records()]
    assert judged == sorted(judged, reverse=True)
    assert table.records()[0]["faithfulness"] == 1
    whole = "\n".join(part.text for part in photographs.parts if isinstance(part, Quote))
    assert "contradicted: (dog, white) ~ (dog, brown)" in whole
    assert "missing: " in whole


def test_an_object_of_a_graph_and_its_words_share_their_number(photographs: Section) -> None:
    first = next(part for part in photographs.parts if isinstance(part, Panel))
    html = page("t", [Section("s", [first])])
    (word,) = re.findall(r'<span class="m tie (o\d+ k\d)" title="snowboard">snowboard</span>', html)
    assert re.search(rf'<g class="{word}"><rect class="node object"[^>]*/><text[^>]*>snowboard<', html)


def test_the_last_section_says_what_was_run_and_on_what(pairs: Section) -> None:
    section = made.section(SMALL.rows(), [pairs], {"rooms": 1.25})
    text = page("t", [section])
    for said in ("20 (7,500 in the paper)", "grice", grice.__version__, "numpy", "processor", "1.2"):
        assert said in text


def test_the_page_is_whole_in_itself(pairs: Section, shapes: Section, photographs: Section) -> None:
    html = page("Report", [pairs, shapes, photographs])
    assert not re.search(r'(src|href)="(?!data:|#)', html)
    assert "<script" not in html
    for anchor in re.findall(r'href="#([^"]+)"', html):
        assert f'id="{anchor}"' in html
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_all_metrics_are_asked_in_one_call_so_that_captions_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    def counted(*given: object, metrics: Sequence[str]) -> object:
        asked.append(metrics)
        return grice.score(*given, metrics=metrics)

    monkeypatch.setattr(graphs, "score", counted)
    graphs.section(SMALL)
    assert asked == [graphs.METRICS]


def test_benchmarks_are_run_where_their_corpora_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "factual").mkdir()
    table = Table("published", ("a",), [["1 (paper)"]])
    monkeypatch.setattr(graphs, "_run", lambda name, *_: [table, replace(table, title=f"more of {name}")])
    section = graphs.section(replace(SMALL, data=tmp_path))
    assert [table.title for table in section.tables][-2:] == ["published", "more of factual"]
