"""Files as people have them: plain lines, packed, other delimiters, references in several columns, names declared."""

import csv
import gzip
import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from grice import InputError
from grice.engines.score_files import open_items
from grice.files import Column, open_pair, open_rows
from grice.files.columns import Layout
from grice.metrics import METRICS

TEXT = Column("text", "text", ("caption",))
REFERENCES = Column("references", "texts", ("reference",))
PREDICTION = Column("prediction", "text", ("caption", "text"))


def rows(source: Any) -> list[dict[str, Any]]:
    return [row for batch in source for row in batch.to_pylist()]


def column(source: Any, name: str) -> list[Any]:
    return [row[name] for row in rows(source)]


def test_a_text_file_has_a_row_on_each_line_and_keeps_blank_ones_between(tmp_path: Path) -> None:
    path = tmp_path / "captions.txt"
    path.write_bytes(b'\xef\xbb\xbfa dog, running\r\n\r\n"a" cat\nun \xe9l\xe9phant\n\n\n')
    source = open_rows(path, [TEXT])
    found = rows(source)
    assert [row["text"] for row in found] == ["a dog, running", "", '"a" cat', None]
    assert "0xE9" in found[3]["error"]
    assert source.total in (4, 5)  # blank lines at the end may be counted


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.csv.gz", b"caption\na dog\n"),
        ("x.jsonl.gz", b'{"caption": "a dog"}\n'),
        ("x.json.gz", b'[{"caption": "a dog"}]'),
        ("x.txt.gz", b"a dog\n"),
        ("x.gz", b"caption\tn\na dog\t1\n"),
    ],
)
def test_packed_files_are_unpacked_and_called_by_their_own_name(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(content))
    source = open_rows(path, [TEXT])
    assert column(source, "text") == ["a dog"]
    assert str(source.path) == str(path)
    assert source.total == 1
    with pytest.raises(InputError) as refused:
        open_rows(path, [Column("target_id", "integer")])
    assert str(path) in str(refused.value)
    path.write_bytes(gzip.compress(content * 100)[:-20])
    with pytest.raises(InputError, match="cannot be unpacked"):
        list(open_rows(path, [TEXT]))


def test_parquet_can_be_packed_too(tmp_path: Path) -> None:
    pq.write_table(pa.table({"caption": ["a dog"]}), tmp_path / "x.parquet")
    (tmp_path / "x.parquet.gz").write_bytes(gzip.compress((tmp_path / "x.parquet").read_bytes()))
    assert column(open_rows(tmp_path / "x.parquet.gz", [TEXT]), "text") == ["a dog"]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("a dog runs\na cat, asleep\n", ["a dog runs", "a cat, asleep"]),
        ("caption,n\na dog,1\n", ["a dog"]),
        ("caption;n\na dog, a cat;1\n", ["a dog, a cat"]),
    ],
)
def test_a_pipe_may_hold_lines_or_a_table(monkeypatch: pytest.MonkeyPatch, content: str, texts: list[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    assert column(open_rows("-", [TEXT]), "text") == texts


def test_a_pipe_with_other_columns_is_called_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"words,n\na dog,1\n")))
    with pytest.raises(InputError, match="standard input has the columns words, n"):
        open_rows("-", [TEXT])


def test_an_object_of_captions_comes_through_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "res.json").write_text('{"7": ["a cat"]}')
    for content in (b'{"7": ["a hound", "a dog"]}\n', b'{\n "annotations": [{"image_id": 7, "caption": "a dog"}]}'):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert column(open_pair(tmp_path / "res.json", "-"), "references")[0][-1] == "a dog"


def test_the_input_of_the_original_spice_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "input.json"
    path.write_text('[{"image_id": 1, "test": "a dog", "refs": ["the dog", "a hound"]}]', "utf-8")
    (batch,) = open_items(path, None, [METRICS.make("rouge")])
    row = batch.to_pylist()[0]
    assert (row["prediction"], row["references"], row["error"]) == ("a dog", ["the dog", "a hound"], None)


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_a_csv_with_another_delimiter_is_read_and_said(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f"prediction{delimiter}reference\na dog, a cat{delimiter}a dog\n")
    source = open_rows(path, [PREDICTION, REFERENCES])
    assert rows(source)[0]["prediction"] == "a dog, a cat"
    assert any("between its cells" in note for note in source.notes)


def test_references_in_numbered_columns_are_one_list(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("prediction,ref1,ref2,ref3\na,one,two,three\na,one,,\na,,,\n")
    found = rows(open_rows(path, [PREDICTION, REFERENCES]))
    assert [row["references"] for row in found] == [["one", "two", "three"], ["one"], None]
    assert [row["error"] for row in found] == [None, None, "references is missing"]


def test_columns_are_what_the_user_says_they_are(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"ours": "a", "gold": "b", "more": ["c", "d"], "caption": "not this"}\n')
    layout = Layout.of(["ours", "references=gold,more"], "prediction")
    source = open_rows(path, [PREDICTION, REFERENCES], keep=True, layout=layout)
    (row,) = rows(source)
    assert (row["prediction"], row["references"]) == ("a", ["b", "c", "d"])
    assert row["caption"] == "not this"
    assert source.renamed == {"prediction": "ours"}
    for entries, message in (
        (["nobody"], "a column nobody"),
        (["references=gold,silver"], "gold or silver"),
        (["colour=gold"], "one of prediction, references"),
        (["prediction=ours,gold"], "only references"),
        (["="], "a name"),
    ):
        with pytest.raises(InputError, match=message):
            open_rows(path, [PREDICTION, REFERENCES], layout=Layout.of(entries, "prediction"))


@pytest.mark.parametrize(("separator", "cell"), [("##", "one ## two"), ("\\n", '"one\ntwo"'), (";", "one;two")])
def test_a_declared_separator_parts_references(tmp_path: Path, separator: str, cell: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f"prediction,reference\na,{cell}\n")
    layout = Layout.of([], "prediction", separator)
    assert column(open_rows(path, [PREDICTION, REFERENCES], layout=layout), "references") == [["one", "two"]]


def test_line_breaks_in_references_are_pointed_out(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('prediction,reference\na,"one\ntwo"\n')
    source = open_rows(path, [PREDICTION, REFERENCES])
    assert column(source, "references") == [["one\ntwo"]]
    assert any("--separator" in note for note in source.notes)


def test_references_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_bytes("id,reference\n1,un éléphant\n2,a dog\n".encode("latin-1"))
    (tmp_path / "p.csv").write_text("id,prediction\n1,a cat\n2,a cat\n")
    pair = open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    assert [row["error"] for row in rows(pair)] == ["no reference for id 1", None]
    assert any("0xE9, é in Latin-1" in line and "r.csv" in line for line in pair.lost)


@pytest.mark.parametrize(
    ("name", "content", "total"),
    [
        ("x.csv", 'text,n\n"a\nb",1\nc,2\n', 2),
        ("x.csv", "text,n\na,1\nb,2", 2),
        ("x.csv", 'text,n\ra,1\r"b\rc",2\r', 2),
        ("x.csv", 'text,n\r\na,1\r\n"b",2\r\n', 2),
        ("x.jsonl", '{"text": "a"}\n\n{"text": "b"}\n', 2),
        ("x.json", '[{"text": "a"}, {"text": "b"}, {"text": "c"}]', 3),
        ("x.txt", "a\nb", 2),
    ],
)
def test_the_number_of_rows_is_known_before_they_are_read(tmp_path: Path, name: str, content: str, total: int) -> None:
    (tmp_path / name).write_bytes(content.encode())
    source = open_rows(tmp_path / name, [TEXT])
    assert source.total == total == len(rows(source))


@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_line_breaks_are_counted_alike_wherever_the_file_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("grice.files.counting._CHUNK", chunk)
    for mark in ("\n", "\r\n", "\r"):
        (tmp_path / "x.csv").write_bytes(mark.join(("text,n", '"a', 'b",1', "c,2", "")).encode())
        assert open_rows(tmp_path / "x.csv", [TEXT]).total == 2


def test_quotes_that_do_not_pair_leave_the_number_of_rows_unknown(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text('text,n\n5" tall,1\nc,2\n')
    source = open_rows(tmp_path / "x.csv", [TEXT])
    assert source.total is None
    assert len(rows(source)) == 2


@pytest.mark.parametrize("name", ["x.csv", "x.tsv.gz", "x.CSV.GZ"])
def test_json_in_a_table_by_its_name_is_told_with_the_name_it_should_have(tmp_path: Path, name: str) -> None:
    content = b'{"text": "a"}\n'
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.lower().endswith(".gz") else content)
    better = tmp_path / ("x.jsonl" + ("" if name == "x.csv" else name[-3:]))
    with pytest.raises(InputError, match=f"try: mv {path} {better}$"):
        open_rows(path, [TEXT])
    path.rename(better)
    assert [row["text"] for row in rows(open_rows(better, [TEXT]))] == ["a"]


def test_a_gap_among_references_is_one_reference_less(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('prediction,reference\na,one||\na,||one||two\na,"[""one"", null]"\na,||\n')
    found = rows(open_rows(path, [PREDICTION, REFERENCES]))
    assert [row["references"] for row in found[:3]] == [["one"], ["one", "two"], ["one"]]
    (tmp_path / "x.jsonl").write_text(
        '{"prediction": "a", "reference": ["one", null]}\n{"prediction": "a", "reference": [null]}'
    )
    found = rows(open_rows(tmp_path / "x.jsonl", [PREDICTION, REFERENCES]))
    assert [row["references"] for row in found] == [["one"], None]
    assert [row["error"] for row in found] == [None, "references is missing"]


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        ("[music] a man plays", ["[music] a man plays"]),
        ("[music]", ["[music]"]),
        ("[a] man plays, [a] dog", ["[a] man plays, [a] dog"]),
        ("['a dog', 'the dog']", ["a dog", "the dog"]),
        ("['a dog', \"the dog's bone\"]", ["a dog", "the dog's bone"]),
        ('["a dog", "the dog"]', ["a dog", "the dog"]),
        ("['a dog' 'the dog']", None),
        ("[a dog, the dog]", None),
        ('["a dog", "the', None),
        ("[", None),
    ],
)
def test_a_cell_that_opens_with_a_bracket_is_a_list_or_a_text(
    tmp_path: Path, cell: str, texts: list[str] | None
) -> None:
    path = tmp_path / "x.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["prediction", "reference"], ["a", cell]])
    (row,) = rows(open_rows(path, [PREDICTION, REFERENCES]))
    assert row["references"] == texts
    if texts is None:
        assert 'write it as JSON, ["a dog", "the dog"], or with || between its texts' in row["error"]


@pytest.mark.parametrize("word", ["None", "NA", "nan", "null"])
def test_words_for_missing_cells_are_words_where_a_text_or_an_id_stands(tmp_path: Path, word: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f"id,prediction,ref1,ref2,n\n{word},{word},a dog,{word},{word}\n")
    columns = [Column("id", "anything"), PREDICTION, REFERENCES, Column("n", "integer")]
    source = open_rows(path, columns)
    (row,) = rows(source)
    assert (row["id"], row["prediction"], row["references"], row["n"]) == (word, word, ["a dog"], None)
    assert row["error"] == "n is missing"
    assert source.notes == [f"2 cells of {path} say None, NA, nan or null and count as missing"]
