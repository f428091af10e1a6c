"""`grice benchmark discourse`: paragraphs against their graphs, corrections against what they correct."""

import json
from pathlib import Path

import pytest

from grice import InputError
from grice.benchmarks import discourse

PARAGRAPHS = [
    ("A man rides a horse. He wears a hat.", "( man , ride , horse ) , ( man , wear , hat )"),
    ("A red ball is on a table. It is small.", "( ball , is , red ) , ( ball , on , table ) , ( ball , is , small )"),
]
PAIR = {
    "image": "1",
    "reference": "A brown dog sits on a red sofa. A lamp stands next to the sofa.",
    "hallucinated": "A brown dog sits on a red sofa. A cat eats a fish.",
    "corrected": "A brown dog sits on a red sofa. A lamp stands next to the sofa.",
    "what": "a cat eats a fish",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Both corpora, small, as they lie in a folder of data sets."""
    inside = tmp_path / "discosg"
    inside.mkdir()
    rows = [json.dumps({"caption": caption, "scene_graph": graph}) for caption, graph in PARAGRAPHS]
    (inside / "train.jsonl").write_text("\n".join(rows), "utf-8")
    same = PAIR | {"corrected": PAIR["hallucinated"]}
    (inside / "discourse_foil.jsonl").write_text("\n".join(map(json.dumps, [PAIR, same])), "utf-8")
    return tmp_path


def test_paragraphs_and_pairs_of_a_folder_give_a_table_each(folder: Path) -> None:
    graphs, foil = discourse.run(data=folder, parser="rules", metrics=["spice", "faithfulness"])
    found = {row[0]: row for row in graphs.rows}
    # The rules do not know what "he" and "it" mean.
    assert 60 < found["the parser"][1] < 90
    assert found["the parser"][-1] == 2.5
    assert [row[:2] for row in foil.rows] == [("spice", 100), ("faithfulness", 100)]
    assert "1 pairs" in foil.notes[0]
    assert "1 more" in foil.notes[0]
    assert "rules@" in graphs.signature


def test_one_file_gives_its_table_alone(folder: Path) -> None:
    (table,) = discourse.run(data=folder / "discosg" / "discourse_foil.jsonl", parser="rules", metrics=["rouge"])
    assert table.rows[0][0] == "rouge"


def test_a_folder_without_either_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds neither"):
        discourse.run(data=tmp_path)
    with pytest.raises(InputError, match="without --data"):
        discourse.run()
