"""What is written is read back, whatever it is: three formats, odd texts."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice.files import Column, Writer, json_column, open_rows, plain_rows
from grice.files.json_stream import Cursor

ODD = ["", " ", "NA", "None", "nan", '"', "a,b", "a\nb", "\r\n", "\r", "\t", "[", "{", "\ufeff", "\u2028", "\x85",
       "\x00", "é", "e\u0301", "😀", "\U0010fe90", "'", "\\", "\\ud800", "PAR1", "42", "1e3", "null"]  # fmt: skip
TEXTS = st.one_of(st.sampled_from(ODD), st.text(max_size=20))
COLUMNS = [
    Column("prediction"),
    Column("references", "texts"),
    Column("target_id", "integer"),
    Column("distractor_ids", "integers"),
    Column("id", "anything"),
]
NUMBERS = st.integers(-(2**62), 2**62)
ROWS = st.lists(
    st.tuples(TEXTS, st.lists(TEXTS, max_size=3), NUMBERS, st.lists(NUMBERS, max_size=3), *[st.none() | TEXTS] * 2),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
@settings(max_examples=150, deadline=None)
@given(rows=ROWS, batch_rows=st.integers(1, 4))
def test_what_is_written_is_read_back(ending: str, rows: list[tuple], batch_rows: int) -> None:
    kinds = [pa.string(), pa.list_(pa.string()), pa.int64(), pa.list_(pa.int64()), pa.string(), pa.string()]
    names = [*(column.name for column in COLUMNS), "other"]
    made = [pa.array(cells, kind) for cells, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    batch = pa.record_batch(made, names=names)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"rows{ending}"
        with Writer(path) as writer:
            for start in range(0, len(rows), batch_rows):
                writer.write(batch.slice(start, batch_rows))
        source = open_rows(path, COLUMNS, batch_rows, keep=True)
        found = [row for part in source for row in part.to_pylist()]
        assert found == [row for part in source for row in part.to_pylist()]
    assert not source.lost
    assert [row["row"] for row in found] == list(range(len(rows)))
    for row, given_row in zip(found, rows, strict=True):
        expected = dict(zip(names, given_row, strict=True))
        number = ending == ".csv" and re.fullmatch(
            r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", expected["prediction"], re.A
        )
        if number:  # what is spelled like a number in a format without types is taken for one
            assert "not text" in row["error"]
            expected["prediction"] = None
        else:
            assert row["error"] is None
        assert {name: row[name] for name in names} == expected


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(values=st.lists(VALUES, min_size=1, max_size=5))
def test_any_value_survives_as_a_column_that_is_kept(values: list) -> None:
    batch = pa.record_batch({"prediction": pa.array(["x"] * len(values)), "value": json_column(values)})
    with TemporaryDirectory() as folder:
        for ending in (".jsonl", ".parquet"):
            with Writer(Path(folder) / f"rows{ending}") as writer:
                writer.write(batch)
            (found,) = open_rows(Path(folder) / f"rows{ending}", COLUMNS[:1], keep=True)
            column = found.column("value") if "value" in found.schema.names else pa.nulls(len(values))
            kept = [row["value"] for row in plain_rows(found)]
            if column.type == pa.string():
                assert kept == [
                    value if value is None or isinstance(value, str) else json.dumps(value) for value in values
                ]
            else:
                assert kept == values


@settings(max_examples=150, deadline=None)
@given(value=VALUES, chunk=st.integers(1, 7), indent=st.sampled_from([None, 1]))
def test_json_is_decoded_alike_in_pieces_of_any_size(value: object, chunk: int, indent: int | None) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("grice.files.json_stream._CHUNK", chunk)
        path = Path(folder) / "value.json"
        path.write_text(json.dumps(value, indent=indent, ensure_ascii=False), "utf-8")
        with Cursor(path) as cursor:
            assert cursor.value() == value
            cursor.end()
        if isinstance(value, list):
            with Cursor(path) as cursor:
                assert list(cursor.elements()) == value
                cursor.end()
        if isinstance(value, dict):
            with Cursor(path) as cursor:
                assert {name: cursor.value() for name in cursor.members()} == value
            with Cursor(path) as cursor:
                cursor.skip()
                cursor.end()
