"""Columns that a verb does not read come along as they are, under names that are free."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from grice.files import JSON, Column, Writer, extended, json_column, open_pair, open_rows, plain_rows

PREDICTION = Column("prediction", aliases=("caption",))
TARGET = Column("target_id", "integer", ("target",), required=False)


def rows(path: Path, keep: bool = True) -> list[dict]:
    return [row for batch in open_rows(path, [PREDICTION, TARGET], keep=keep) for row in plain_rows(batch)]


def test_csv_keeps_texts_letter_by_letter(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(b',caption,land,n,note,note,row\n0,a dog,NA,007,"",x,9\n1,a cat,None,1e3,,caf\xe9,8\n')
    first, second = rows(path)
    assert first == {"prediction": "a dog", "row": 0, "error": None, "": "0", "land": "NA", "n": "007"} | {
        "note": "",
        "note_2": "x",
        "row_2": "9",
    }
    assert [second[name] for name in ("land", "n", "note", "note_2", "row_2")] == ["None", "1e3", None, "caf\\xe9", "8"]
    assert set(rows(path, keep=False)[0]) == {"prediction", "row", "error"}


def test_columns_stay_in_the_order_of_their_file(tmp_path: Path) -> None:
    path, other = tmp_path / "in.csv", tmp_path / "references.csv"
    path.write_text("note,target,id,caption,row\nx,7,1,a dog,9\n", "utf-8")
    other.write_text("id,references\n1,the dog\n", "utf-8")
    (batch,) = open_rows(path, [PREDICTION, TARGET], keep=True)
    assert batch.schema.names == ["note", "target_id", "id", "prediction", "row_2", "row", "error"]
    assert batch.to_pylist()[0]["row_2"] == "9"
    (joined,) = open_pair(path, other, keep=True)
    names = ["note", "target", "id", "prediction", "row_2", "references", "row", "error"]
    assert [name for name in joined.schema.names if name != "unreadable"] == names


def test_json_keeps_values_of_any_kind(tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    given = [
        {"prediction": "a", "system": "x", "rating": 0.5, "tags": ["u", {"v": None}], "error": "old", "flag": True},
        {"caption": "b", "system": None, "rating": "high", "tags": {}, "target": 3, "deep": [[1]]},
    ]
    path.write_text("\n".join(map(json.dumps, given)), "utf-8")
    source = open_rows(path, [PREDICTION, TARGET], keep=True)
    with Writer(out) as writer:
        for batch in source:
            assert batch.schema == source.schema
            writer.write(batch)
    first, second = map(json.loads, out.read_text("utf-8").splitlines())
    assert [first[name] for name in ("system", "rating", "tags", "error_2", "flag")] == [
        "x",
        0.5,
        ["u", {"v": None}],
        "old",
        True,
    ]
    assert [second[name] for name in ("prediction", "target_id", "rating", "tags", "deep")] == [
        "b",
        3,
        "high",
        {},
        [[1]],
    ]
    assert source.schema.field("system").type == pa.string()
    assert source.schema.field("rating").type == JSON


def test_a_second_spelling_is_kept_where_a_row_has_both(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text('{"prediction": "a", "caption": "b"}\n{"caption": "c"}\n', "utf-8")
    assert [(row["prediction"], row["caption"]) for row in rows(path)] == [("a", "b"), ("c", None)]


def test_a_column_that_comes_late_is_named(tmp_path: Path) -> None:
    path = tmp_path / "late.jsonl"
    path.write_text('{"prediction": "a"}\n' * 1500 + '{"prediction": "a", "late": 1}\n', "utf-8")
    source = open_rows(path, [PREDICTION], keep=True)
    assert len(list(source)) == 1
    assert "late" in source.notes[0]
    assert "row 1500" in source.notes[0]


def test_parquet_keeps_its_types(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table(
        {
            "prediction": ["a", "b"],
            "when": pa.array([1, 2], pa.timestamp("ns")),
            "kind": pa.array(["u", "v"]).dictionary_encode(),
            "box": [{"x": 1, "y": [2.5]}, None],
            "blob": [b"\xff\x00", b"text"],
        }
    )
    pq.write_table(table, path)
    with Writer(out) as writer:
        for batch in open_rows(path, [PREDICTION], keep=True, batch_rows=1):
            writer.write(batch)
    again = pq.read_table(out)
    for name in ("when", "box", "blob"):
        assert again.column(name).combine_chunks() == table.column(name).combine_chunks()
    assert again.column("kind").to_pylist() == ["u", "v"]


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_what_parquet_holds_can_be_written_as_text(tmp_path: Path, ending: str) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / f"out{ending}"
    far = pa.array([10**18], pa.int64()).cast(pa.timestamp("us"))
    odd = {
        "far": far,
        "nanos": pa.array([1], pa.timestamp("ns")),
        "blob": [b"\xff"],
        "text": [b"abc"],
        "none": pa.nulls(1),
    }
    odd |= {
        "list": [[1.5, float("nan")]],
        "share": pa.array([1], pa.decimal128(5, 2)),
        "when": pa.array([3], pa.duration("s")),
    }
    pq.write_table(pa.table({"prediction": ["a"], **odd}), path)
    with Writer(out) as writer:
        for batch in open_rows(path, [PREDICTION], keep=True):
            writer.write(batch)
    (row,) = rows(out)
    assert (row["blob"], row["text"], row["none"]) == ("/w==", "abc", None)
    assert row["nanos"] == "1970-01-01 00:00:00.000000001"
    assert row["list"] in ([1.5, None], "[1.5, null]")


def test_made_columns_take_their_names_and_the_others_give_way() -> None:
    batch = pa.record_batch({"text": ["a"], "spice": ["mine"], "spice_2": ["also"], "row": [0], "error": [None]})
    made = extended(batch, {"spice": pa.array([0.5]), "error": pa.array(["x"])})
    assert made.to_pylist() == [
        {"text": "a", "spice_2": "mine", "spice_2_2": "also", "row": 0, "spice": 0.5, "error": "x"}
    ]


def test_json_in_a_column_is_json_in_the_file(tmp_path: Path) -> None:
    values = [[{"a": "é\n"}], "text", 3, None, {"half": "\ud800", "not": float("inf")}]
    batch = pa.record_batch({"prediction": ["x"] * 5, "made": json_column(values)})
    for ending in (".jsonl", ".csv", ".parquet"):
        with Writer(tmp_path / f"out{ending}") as writer:
            writer.write(batch)
    lines = [json.loads(line)["made"] for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert lines == [*values[:4], {"half": "\ud800", "not": None}]
    assert [row["made"] for row in rows(tmp_path / "out.parquet")] == lines
    assert [row["made"] for row in rows(tmp_path / "out.csv")][:3] == ['[{"a": "é\\n"}]', "text", "3"]
