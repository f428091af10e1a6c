"""Files are read as declared, whatever writes them, and a file that is not what it says is named."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from grice import InputError
from grice.files import Column, Writer, open_rows, plain_rows

COLUMNS = [
    Column("prediction"),
    Column("target_id", "integer", ("target",)),
    Column("distractor_ids", "integers", ("distractor_id",)),
]


def rows(path: Path, **options: int) -> list[dict]:
    return [row for batch in open_rows(path, COLUMNS, **options) for row in batch.to_pylist()]


def test_the_same_rows_come_out_of_every_format(tmp_path: Path) -> None:
    table = pa.table({"prediction": ["a red ball", 'x, "y"\nz'], "target_id": [1, 2], "distractor_ids": [[3], [4, 5]]})
    for ending in (".jsonl", ".csv", ".parquet"):
        with Writer(tmp_path / f"rows{ending}") as writer:
            writer.write(table.to_batches()[0])
    (tmp_path / "rows.json").write_text(json.dumps(table.to_pylist()))
    found = [rows(path) for path in sorted(tmp_path.iterdir())]
    assert len(found) == 4
    assert all(entry == found[0] for entry in found)
    assert found[0][1] == {"prediction": 'x, "y"\nz', "target_id": 2, "distractor_ids": [4, 5], "row": 1, "error": None}


def test_the_layout_of_the_published_csv_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "theirs.csv"
    path.write_text(',target_id,distractor_id,prediction,relevance\n0,5,6,A red ball,0.5\n1,7.0,8,"",0.1\n')
    source = open_rows(path, COLUMNS)
    assert source.ignored == ["relevance"]
    assert [(r["prediction"], r["target_id"], r["distractor_ids"]) for b in source for r in b.to_pylist()] == [
        ("A red ball", 5, [6]),
        ("", 7, [8]),
    ]


def test_bad_cells_cost_their_row(tmp_path: Path) -> None:
    csv = tmp_path / "bad.csv"
    csv.write_bytes(
        b"prediction,target_id,distractor_id\n,1,2\n42,1,2\nok,x,2\nok,1,\nok,1,2\n\xff\xfe,1,2\nok,1.5,2\nnan,1,2\n"
    )
    errors = [row["error"] for row in rows(csv)]
    expected = ["missing", "number 42", "whole number", "missing", None, "UTF-8", "whole number", None]
    assert len(errors) == len(expected)
    for error, part in zip(errors, expected, strict=True):
        assert (error is None) if part is None else part in error
    jsonl = tmp_path / "bad.jsonl"
    lines = ['{"prediction": 3, "target_id": 1, "distractor_id": 2}', '{"target_id": 1, "distractor_id": 2}',
             "nonsense", '[1]', '{"prediction": ["a"], "target_id": true, "distractor_id": [2]}',
             '{"prediction": "\\ud800", "target_id": 1, "distractor_id": 2}']  # fmt: skip
    jsonl.write_text("\n".join(lines))
    source = open_rows(jsonl, COLUMNS)
    errors = [row["error"] for batch in source for row in batch.to_pylist()]
    for error, part in zip(errors, ["the number 3", "missing", "a list", "surrogate"], strict=True):
        assert part in error
    assert len(source.lost) == 2
    assert "line 3" in source.lost[0]


def test_rows_of_the_wrong_width_are_lost_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "ragged.csv"
    path.write_text("prediction,target_id,distractor_id\na,1,2\na,1\na,1,2,3\nb,1,2\n")
    source = open_rows(path, COLUMNS)
    assert [row["prediction"] for batch in source for row in batch.to_pylist()] == ["a", "b"]
    assert len(source.lost) == 2


def test_batches_hold_at_most_the_rows_asked_for_and_count_on(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text('{"prediction": "a", "target_id": 1, "distractor_id": 2}\n' * 25)
    batches = list(open_rows(path, COLUMNS, batch_rows=10))
    assert [batch.num_rows for batch in batches] == [10, 10, 5]
    assert [r for batch in batches for r in batch.column("row").to_pylist()] == list(range(25))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.csv", b"", "is empty"),
        ("blank.jsonl", b"\n \n", "is empty"),
        ("not.parquet", b"prediction,target\n", "not a Parquet file"),
        ("really.csv", b"PAR1....", "is a Parquet file"),
        ("picture.csv", b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
        ("list.jsonl", b"prediction,target\n", "JSON object on each line"),
        ("json.csv", b'{"a": 1}\n', "holds JSON"),
        ("notes.docx", b"hello", "ending .docx"),
        ("other.csv", b"text_a,text_b\n1,2\n", "text_a, text_b"),
        ("cut.parquet", b"PAR1abc", "complete Parquet file"),
        ("cut.json", b'[{"prediction": ', "not JSON"),
    ],
)
def test_a_file_that_is_not_what_it_says_is_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        open_rows(path, COLUMNS)
    assert name in str(caught.value)


def test_absent_files_and_folders_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.csv", tmp_path):
        with pytest.raises(InputError, match=str(path)):
            open_rows(path, COLUMNS)


def _write_and_fail(path: Path, batch: pa.RecordBatch) -> None:
    with Writer(path, force=True) as writer:
        writer.write(batch)
        raise RuntimeError


def test_nothing_is_overwritten_or_left_half_written(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    batch = pa.record_batch([pa.array([1.5, float("nan")])], names=["x"])
    with Writer(path) as writer:
        writer.write(batch)
    assert [json.loads(line)["x"] for line in path.read_text().splitlines()] == [1.5, None]
    with pytest.raises(InputError, match="--force"):
        Writer(path)
    before = path.read_bytes()
    with pytest.raises(RuntimeError):
        _write_and_fail(path, batch)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(InputError, match="csv"):
        Writer(tmp_path / "out.xlsx")


def test_a_typed_parquet_column_is_converted(tmp_path: Path) -> None:
    path = tmp_path / "typed.parquet"
    pq.write_table(pa.table({"prediction": ["a", None], "target": [1.0, 2.0], "distractor_id": ["7", "8 9"]}), path)
    found = rows(path)
    assert found[0]["distractor_ids"] == [7]
    assert found[1]["distractor_ids"] == [8, 9]
    assert found[1]["error"] == "prediction is missing"


@pytest.mark.parametrize("rest", [3, 200_000, 600_000])
@pytest.mark.parametrize("where", ["only column", "last column", "first column"])
def test_a_quote_without_an_end_is_an_error_and_not_the_end_of_the_file(tmp_path: Path, rest: int, where: str) -> None:
    path = tmp_path / "open.csv"
    before, after = {"only column": ("", ""), "last column": ("1,", ""), "first column": ("", ",1")}[where]
    lines = [f"{before}{cell}{after}" for cell in ("prediction", "a", '"b', *["c"] * rest)]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=r"(?s)open\.csv cannot be read after its first \d+ rows.*every quote"):
        list(open_rows(path, COLUMNS[:1]))
    lines[2] = f'{before}"b\n"{after}'
    path.write_text("\n".join(lines[:3]) + "\n")
    (batch,) = open_rows(path, COLUMNS[:1])
    assert batch.column("prediction").to_pylist() == ["a", "b\n"]


def test_a_parquet_file_that_is_broken_inside_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.parquet"
    pq.write_table(pa.table({"prediction": ["a dog"] * 500, "target": [1] * 500, "distractor_id": [2] * 500}), path)
    whole = bytearray(path.read_bytes())
    whole[4:60] = b"\x55" * 56
    path.write_bytes(whole)
    with pytest.raises(InputError, match=r"broken\.parquet cannot be read as Parquet"):
        rows(path)


def test_two_columns_of_one_name_are_refused_where_it_matters(tmp_path: Path) -> None:
    csv, parquet = tmp_path / "twice.csv", tmp_path / "twice.parquet"
    csv.write_text("prediction,target,distractor_id,prediction\na,1,2,b\n")
    names = ["prediction", "prediction", "target", "distractor_id"]
    pq.write_table(
        pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"]), pa.array([1]), pa.array([2])], names), parquet
    )
    for path in (csv, parquet):
        with pytest.raises(InputError, match="2 columns called prediction"):
            open_rows(path, COLUMNS)
    other = tmp_path / "other.csv"
    other.write_text("prediction,note,note,target,distractor_id\na,x,y,1,2\n")
    assert rows(other)[0]["prediction"] == "a"


def test_a_second_name_of_a_column_that_is_read_counts_as_not_used(tmp_path: Path) -> None:
    path = tmp_path / "both.csv"
    path.write_text("prediction,target_id,target,distractor_id\na,1,9,2\n")
    source = open_rows(path, COLUMNS)
    assert source.ignored == ["target"]
    assert next(iter(source)).column("target_id").to_pylist() == [1]


def test_json_that_is_nested_without_end_costs_its_line(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    good = '{"prediction": "a", "target_id": 1, "distractor_id": 2}\n'
    path.write_text(good + '{"prediction": ' + "[" * 100_000 + "]" * 100_000 + "}\n" + good)
    source = open_rows(path, COLUMNS)
    assert sum(batch.num_rows for batch in source) == 2
    assert "line 2 is not JSON" in source.lost[0]


def test_json_of_captions_and_of_texts_has_rows_too(tmp_path: Path) -> None:
    text = Column("text", "text", ("caption",))
    coco = {"images": [], "annotations": [{"image_id": 7, "caption": "a dog"}, {"image_id": 8, "caption": "a cat"}]}
    for whole, ids in ((coco, [7, 8]), ({"7": ["a dog"], "8": "a cat"}, ["7", "8"]), (["a dog", "a cat"], None)):
        path = tmp_path / "x.json"
        path.write_text(json.dumps(whole))
        source = open_rows(path, [text], keep=True)
        found = [row for batch in source for row in plain_rows(batch)]
        assert [row["text"] for row in found] == ["a dog", "a cat"]
        assert source.total == 2
        assert ids is None or [row["image_id"] for row in found] == ids


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "is an empty list"),
        ("[1, 2]", "is a list without an object or a text"),
        ('{"7": ["a dog"]}', "is one JSON object(.|\n)*--references REFERENCES"),
    ],
)
def test_json_that_holds_no_rows_is_called_what_it_is(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        open_rows(path, [Column("text", "text", ("caption",)), Column("target_id", "integer")])
