"""Texts that the shipped weights did not learn from are named by their ids: to judge on, and to leave out."""

import json
from pathlib import Path

import pytest

from lab.measure import annotated
from lab.sweep import _without

ROOT = Path(__file__).parents[2]
CAPTIONS = ROOT / "data/captions"
LISTS = sorted((CAPTIONS / "unlearned").glob("*.json"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [{"id": f"a{i}", "caption": f"a dog {i}", "graph": "( dog )"} for i in range(4)]
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "ids.json").write_text('["a1", "a3"]')
    return path


def test_rows_are_chosen_by_their_ids(file: Path) -> None:
    assert [row.caption for row in annotated(f"{file}@{file.parent / 'ids.json'}")] == ["a dog 1", "a dog 3"]
    assert len(annotated(str(file))) == 4


def test_rows_are_left_out_by_their_ids(file: Path, tmp_path: Path) -> None:
    kept = _without(f"{file}*2", [tmp_path / "ids.json"], tmp_path / "out")
    path, _, copies = kept.partition("*")
    assert copies == "2"
    assert [row.id for row in annotated(path)] == ["a0", "a2"]
    assert _without(f"{file}*2", [], tmp_path / "out") == f"{file}*2"


def test_every_listed_id_is_of_a_text_to_learn_from() -> None:
    known = {json.loads(line)["id"] for line in (CAPTIONS / "train.jsonl").read_text("utf-8").splitlines()}
    listed = [one for path in LISTS for one in json.loads(path.read_text("utf-8"))]
    assert LISTS
    assert len(listed) == len(set(listed))
    assert known.issuperset(listed)
