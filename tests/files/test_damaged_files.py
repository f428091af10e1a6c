"""What is damaged in a file is named: on its row where it is a cell, with the file where nothing can be read."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import CompletedProcess

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from grice import InputError
from grice.files import Column, open_pair, open_rows, plain_rows

PREDICTION = Column("prediction")
COLUMNS = [PREDICTION, Column("references", "texts"), Column("id", "anything", required=False)]


def rows(path: Path, columns: list[Column] = COLUMNS, **options: bool) -> list[dict]:
    return [row for batch in open_rows(path, columns, **options) for row in plain_rows(batch)]


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'prediction,references\ncaf\xe9,x\na cat,caf\xe9\na cat,"[""a"", ""caf\xe9""]"\na cat,a cat\n'),
        (
            "a.jsonl",
            '{"prediction": "caf\xe9", "references": "x"}\n{"prediction": "a cat", "references": "caf\xe9"}\n'
            '{"prediction": "a cat", "references": ["a", "caf\xe9"]}\n{"prediction": "a cat", "references": "a cat"}\n',
        ),
        (
            "a.json",
            '[{"prediction": "caf\xe9", "references": "x"},\n{"prediction": "a cat", "references": "caf\xe9"},'
            '{"prediction": "a cat", "references": ["a", "caf\xe9"]}, {"prediction": "a cat", "references": "a cat"}]',
        ),
    ],
)
def test_latin_1_is_named_on_its_row_and_never_scored_as_another_letter(
    tmp_path: Path, name: str, content: str
) -> None:
    path = written(tmp_path / name, content.encode("latin-1"))
    found = rows(path)
    assert [row["error"] and row["error"].split()[0] for row in found] == [
        "prediction",
        "references",
        "references",
        None,
    ]
    assert all("not UTF-8 text (byte 0xE9, é in Latin-1)" in row["error"] for row in found[:3])
    assert found[1]["references"] is None
    assert "\ufffd" not in str(found)


def test_coco_references_in_latin_1_cost_one_reference(tmp_path: Path) -> None:
    predictions = written(tmp_path / "p.json", '[{"image_id": 1, "caption": "a cafe"}]')
    annotations = [{"image_id": 1, "caption": "caf\xe9"}, {"image_id": 1, "caption": "a bar"}]
    content = json.dumps({"annotations": annotations}, ensure_ascii=False).encode("latin-1")
    joined = open_pair(predictions, written(tmp_path / "r.json", content))
    (batch,) = joined
    assert batch.column("references").to_pylist() == [["a bar"]]
    assert "row 0: references is not UTF-8" in joined.lost[0]


def test_a_row_that_is_too_wide_and_not_utf_8_is_lost_and_named(
    tmp_path: Path, grice: Callable[..., CompletedProcess[str]]
) -> None:
    path = written(tmp_path / "wide.csv", b"prediction,references\na cat,b,\xff\na dog,a dog\n")
    source = open_rows(path, COLUMNS)
    assert [row["prediction"] for batch in source for row in batch.to_pylist()] == ["a dog"]
    assert source.lost == ["row 0 has 3 cells, the header has 2: 'a cat,b,\\\\xff'"]
    run = grice("score", path, "--metrics", "bleu", "--no-interval")
    assert run.returncode == 0, run.stderr
    assert "1 line could not be used" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("key", ["\\ud800", "\\udce9"])
def test_half_a_surrogate_pair_in_an_id_costs_its_row(tmp_path: Path, key: str) -> None:
    path = written(
        tmp_path / "ids.jsonl",
        f'{{"id": "{key}", "prediction": "a", "references": "a"}}\n{{"id": 2, "prediction": "a", "references": "a"}}\n',
    )
    bad, good = rows(path)
    assert bad["id"] is None
    assert bad["error"].startswith("id ")
    assert (good["id"], good["error"]) == ("2", None)
    dictionary = written(tmp_path / "res.json", f'{{"{key}": ["a"], "2": ["b"]}}')
    references = written(tmp_path / "gts.json", '{"2": ["b"]}')
    first, second = [row for batch in open_pair(dictionary, references) for row in batch.to_pylist()]
    assert first["error"].startswith("image_id ")
    assert second["error"] is None
    assert len(open_pair(references, dictionary).references.unusable) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"annotations": [null]}', "is not a JSON object"),
        ('{"annotations": [3, {"caption": "x"}]}', "has no image_id"),
        ('{"annotations": [{"image_id": 1}]}', "references is missing"),
        ('{"1": [null]}', "references is missing"),
        ('{"1": [{"text": "a"}]}', "references is missing"),
    ],
)
def test_an_annotation_that_is_none_costs_a_reference(tmp_path: Path, content: str, message: str) -> None:
    predictions = written(tmp_path / "p.json", '[{"image_id": 1, "caption": "a"}]')
    joined = open_pair(predictions, written(tmp_path / "r.json", content))
    (row,) = [row for batch in joined for row in batch.to_pylist()]
    assert row["error"] == "no reference for id 1"
    assert any(message in lost for lost in joined.lost)


@pytest.mark.parametrize("content", ["[" * 100_000, '{"annotations": ' + "[" * 100_000, '{"1": ' + '{"a":' * 100_000])
def test_json_nested_without_end_is_refused(tmp_path: Path, content: str) -> None:
    path = written(tmp_path / "deep.json", content)
    predictions = written(tmp_path / "p.json", '[{"image_id": 1, "caption": "a"}]')
    for opened in (lambda: open_pair(predictions, path), lambda: list(open_pair(path, predictions))):
        with pytest.raises(InputError, match=r"deep\.json is not JSON that can be read: it is nested too deeply"):
            opened()


def test_a_list_nested_without_end_in_a_cell_costs_its_row(tmp_path: Path) -> None:
    path = written(tmp_path / "deep.csv", f"prediction,references\na,{'[' * 100_000}\na,b\n")
    bad, good = rows(path)
    assert bad["error"] == "references is a list nested too deeply"
    assert good["error"] is None


def test_a_header_without_an_end_is_refused_and_a_long_one_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "long.csv", "prediction," + "x" * 200_000 + "\na,b\n")
    with pytest.raises(InputError, match="a header that cannot be read: field larger than field limit"):
        open_rows(path, [PREDICTION])
    many = written(
        tmp_path / "many.csv", "prediction," + ",".join(f"c{i}" for i in range(40_000)) + "\na" + "," * 40_000
    )
    assert rows(many, [PREDICTION])[0]["prediction"] == "a"


def test_a_header_of_several_lines_and_one_without_rows(tmp_path: Path) -> None:
    path = written(tmp_path / "lines.csv", '\n"a\nnote",prediction\nx,a dog\n')
    assert rows(path, [PREDICTION], keep=True) == [{"prediction": "a dog", "row": 0, "error": None, "a\nnote": "x"}]
    for content in ("prediction", "prediction\n", "prediction\n\n\n"):
        assert rows(written(tmp_path / "none.csv", content), [PREDICTION]) == []


def test_utf_16_is_named_with_what_to_type(tmp_path: Path) -> None:
    path = written(tmp_path / "wide.csv", "prediction\na dog\n".encode("utf-16"))
    with pytest.raises(InputError, match=r"UTF-16 text[\s\S]*iconv"):
        open_rows(path, [PREDICTION])


def test_dates_that_python_cannot_hold_are_read_where_they_are_not_needed(tmp_path: Path) -> None:
    path = tmp_path / "dates.parquet"
    far = pa.array([10**18, 0], pa.int64())
    table = {"prediction": ["a", "b"], "references": [["a"], ["b"]], "id": far.cast(pa.timestamp("us"))}
    pq.write_table(
        pa.table(table | {"day": far.cast(pa.timestamp("us")), "nanos": pa.array([1, 2], pa.timestamp("ns"))}), path
    )
    found = rows(path, keep=True)
    assert [row["error"] for row in found] == [None, None]
    assert found[1]["id"].startswith("1970-01-01")
    text = tmp_path / "text.parquet"
    pq.write_table(pa.table({"prediction": far.cast(pa.timestamp("us"))}), text)
    assert [row["error"] for row in rows(text, [PREDICTION])] == [
        "prediction is a value out of range, not text",
        "prediction is the date 1970-01-01 00:00:00, not text",
    ]


@pytest.mark.parametrize("seed", range(40))
def test_a_parquet_file_with_any_byte_changed_is_read_or_refused(tmp_path: Path, seed: int) -> None:
    chosen = random.Random(seed)
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"prediction": ["a", "é"] * 9, "références": [["a"], ["b"]] * 9, "id": [1, 2] * 9}), path)
    data = bytearray(path.read_bytes())
    for _ in range(chosen.choice([1, 3, 10])):
        data[chosen.randrange(4, len(data) - 4)] = chosen.randrange(256)
    path.write_bytes(data)
    with suppress(InputError):
        rows(path, [PREDICTION, Column("id", "anything")], keep=True)


def test_a_parquet_schema_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "schema.parquet"
    pq.write_table(pa.table({"prediction": ["a"], "références": ["b"]}), path, store_schema=False)
    path.write_bytes(path.read_bytes().replace("références".encode(), b"r\xff\xfef" + b"\xff" * 8))
    with pytest.raises(InputError, match=r"schema\.parquet cannot be read as Parquet"):
        open_rows(path, [PREDICTION])


def test_a_text_column_of_parquet_that_is_not_utf_8_costs_its_rows(tmp_path: Path) -> None:
    raw = pa.array([b"caf\xe9", b"cafe"], pa.binary())
    bad = pa.Array.from_buffers(pa.string(), 2, raw.buffers())
    path = tmp_path / "bytes.parquet"
    pq.write_table(pa.table({"prediction": bad, "note": bad}), path)
    first, second = rows(path, [PREDICTION], keep=True)
    assert "not UTF-8 text (byte 0xE9" in first["error"]
    assert (first["note"], second["prediction"], second["error"]) == ("caf\\xe9", "cafe", None)


def test_several_references_in_a_cell(tmp_path: Path) -> None:
    path = written(tmp_path / "r.csv", 'prediction,references\na,x || y\na,"[""x"", ""y""]"\na,"x\ny"\na,[x\n')
    found = rows(path)
    assert [row["references"] for row in found] == [["x", "y"], ["x", "y"], ["x\ny"], None]
    assert found[3]["error"].startswith("references is '[x', which starts like a list and is not one: write it as JSON")


def test_numbers_are_read_alike_whole_or_one_by_one(tmp_path: Path) -> None:
    columns = [Column("n", "integer"), Column("ns", "integers")]
    cells = [("7", "1 2"), ("-3", "4"), ("0x10", "0x10"), ("7.0", "[1, 2]"), ("9" * 30, "1,,2 "), ("1.5", "a")]
    together = written(tmp_path / "all.csv", "n,ns\n" + "".join(f'{a},"{b}"\n' for a, b in cells))
    alone = []
    for a, b in cells:
        alone += rows(written(tmp_path / "one.csv", f'n,ns\n{a},"{b}"\n'), columns)
    found = rows(together, columns)
    assert [(r["n"], r["ns"], r["error"]) for r in found] == [(r["n"], r["ns"], r["error"]) for r in alone]
    assert [r["n"] for r in found] == [7, -3, None, 7, None, None]
    assert [r["ns"] for r in found] == [[1, 2], [4], None, [1, 2], [1, 2], None]


@pytest.mark.parametrize("batch_rows", [1, 2, 100])
@pytest.mark.parametrize(
    ("name", "content", "lost"),
    [
        (
            "x.csv",
            'text,n\nzero,0\n\n"one\nmore",1\ntwo,2,2\nthree,3\nfour\nfive,5,5\nsix,6\n',
            ["row 2 has 3", "row 4 has 1", "row 5 has 3"],
        ),
        (
            "x.jsonl",
            '{"text": "zero"}\n\n{"text": "one\\nmore"}\n{broken\n{"text": "three"}\n[]\n7\n{"text": "six"}\n',
            ["line 4 is", "line 6 is", "line 7 is"],
        ),
        (
            "x.json",
            '[{"text": "zero"}, {"text": "one\\nmore"}, 2, {"text": "three"}, 4, [], {"text": "six"}]',
            ["entry 3 is", "entry 5 is", "entry 6 is"],
        ),
    ],
)
def test_rows_are_counted_as_they_stand_in_the_file_beside_lines_that_are_none(
    tmp_path: Path, name: str, content: str, lost: list[str], batch_rows: int
) -> None:
    source = open_rows(written(tmp_path / name, content), [Column("text")], batch_rows)
    found = [(row["row"], row["text"]) for batch in source for row in batch.to_pylist()]
    assert found == [(0, "zero"), (1, "one\nmore"), (3, "three"), (6, "six")]
    assert [line[: len(said)] for line, said in zip(source.lost, lost, strict=True)] == lost
