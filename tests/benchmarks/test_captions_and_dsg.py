"""Graphs beside people's and beside DSG's tuples, on small files whose figures can be counted by hand."""

import json
from pathlib import Path

import pytest

from grice.benchmarks import captions, denials, dsg
from grice.corpora.dsg import load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph

ROWS = [
    {"annotations": [{"graph": "( dog , is , black )"}, {"graph": "( dog , is , black )"}], "caption": "a black dog"},
    {
        "annotations": [
            {"graph": "( street )", "denied": "( cars , on , street )"},
            {"graph": "( street )", "denied": "( cars , on , street )"},
        ],
        "caption": "no cars on the street",
        "kind": "denial",
    },
]
PROMPT = {
    "id": "1",
    "text": "a red ball on a table",
    "tuples": [
        {"kind": "entity", "detail": "whole", "arguments": ["ball"]},
        {"kind": "entity", "detail": "whole", "arguments": ["lamp"]},
        {"kind": "attribute", "detail": "color", "arguments": ["the ball", "red"]},
        {"kind": "attribute", "detail": "state", "arguments": ["ball", "round"]},
        {"kind": "relation", "detail": "spatial", "arguments": ["table", "ball", "under"]},
        {"kind": "relation", "detail": "action", "arguments": ["ball", "roll"]},
    ],
}


def _write(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_graphs_are_compared_with_both_annotators_and_by_kind(tmp_path: Path) -> None:
    for name in ("held_out.jsonl", "hard.jsonl"):
        _write(tmp_path / name, *ROWS)
    (table,) = captions.run(data=tmp_path, parser="rules")
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["captions"], row["kind"], row["n"]) for row in rows] == [
        ("held_out", "all", 2),
        ("held_out", "denial", 1),
        ("hard", "all", 2),
        ("hard", "denial", 1),
    ]
    assert rows[0]["wholly right"] == pytest.approx(100.0)
    assert (rows[1]["denied facts"], rows[1]["asserted"], rows[1]["found"]) == (1, 0, 1)


def test_what_is_denied_and_what_is_asserted_is_counted_by_words_that_stand_together(tmp_path: Path) -> None:
    for name in ("held_out.jsonl", "hard.jsonl"):
        _write(tmp_path / name, *ROWS)
    row = {"part": "one", "caption": "no cars on the wet street", "denied": ["car street"], "asserted": ["street wet"]}
    _write(tmp_path / "denials.jsonl", row, row | {"denied": ["street wet"], "asserted": ["car street"]})
    _, table = captions.run(data=tmp_path, parser="rules")
    assert table.rows == (("one", 2, 2, 1, 1, 2, 1, 1),)


def test_a_fact_with_the_word_that_qualifies_it_asserts_nothing_that_is_denied() -> None:
    assert denials.judged(["diver jump"], [], [("diver", "is", "about to jump")], []) == (1, 1, 0, 0, 0, 0)
    assert denials.judged(["diver jump"], [], [("diver", "is", "jumping")], []) == (1, 0, 1, 0, 0, 0)


def test_tuples_are_found_by_heads_and_pairs_in_either_direction(tmp_path: Path) -> None:
    (prompt,) = load(_write(tmp_path / "tuples.jsonl", PROMPT))
    graph = SceneGraph.from_text("( ball , is , red ) , ( ball , on , table )")
    assert dsg.recall([prompt], [graph]) == [50.0, 100.0, 100.0]
    assert dsg.recall([prompt], [SceneGraph()]) == [0.0, 0.0, 0.0]


def test_people_and_parser_stand_side_by_side(tmp_path: Path) -> None:
    tuples = _write(tmp_path / "tuples.jsonl", PROMPT)
    drawn = _write(tmp_path / "train.jsonl", {"caption": PROMPT["text"], "graph": "( ball , is , red )"})
    (table,) = dsg.run(data=tuples, captions=drawn, parser="rules")
    assert [row[0] for row in table.rows] == ["rules, all", "rules, as by default", "people"]
    assert list(table.rows[-1][2:]) == [50.0, 100.0, 0.0]


@pytest.mark.parametrize("run", [captions.run, dsg.run])
def test_without_data_it_says_what_is_needed(run) -> None:
    with pytest.raises(InputError, match="--data"):
        run()
