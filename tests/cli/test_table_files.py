"""Tables of a benchmark in the form that the ending of a file asks for."""

import json
from pathlib import Path

import pytest

from grice import InputError
from grice.cli.table_files import FORMS, check_destination, write_tables
from grice.tables import Table

TABLES = (
    Table("First & last", ("name", "x"), [("a", 1 / 3)], ("a note",), "sig|1"),
    Table("Second", ("name", "y"), [("b", None)]),
)


@pytest.mark.parametrize("ending", FORMS)
def test_every_form_holds_every_table(ending: str, tmp_path: Path) -> None:
    written = write_tables(tmp_path / f"out{ending}", "made-up", TABLES)
    texts = [path.read_text("utf-8") for path in written]
    if ending == ".csv":
        assert [path.name for path in written] == ["out-1.csv", "out-2.csv"]
        assert texts == [table.to_csv() for table in TABLES]
    else:
        assert [path.name for path in written] == [f"out{ending}"]
        assert "Second" in texts[0]
        assert "sig|1" in texts[0]


def test_one_table_is_one_file(tmp_path: Path) -> None:
    assert write_tables(tmp_path / "out.csv", "made-up", TABLES[:1]) == [tmp_path / "out.csv"]


def test_json_has_the_benchmark_and_its_signatures(tmp_path: Path) -> None:
    (path,) = write_tables(tmp_path / "out.json", "made-up", TABLES)
    written = json.loads(path.read_text("utf-8"))
    assert written["benchmark"] == "made-up"
    assert written["tables"][0] == {
        "title": "First & last", "columns": ["name", "x"], "rows": [["a", 1 / 3]], "notes": ["a note"],
        "signature": "sig|1",
    }  # fmt: skip


def test_a_form_that_is_not_known_or_a_file_that_is_there_is_refused_before_the_work(grice, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"out\.docx"):
        check_destination(tmp_path / "out.docx", force=False)
    (tmp_path / "out.md").write_text("kept", "utf-8")
    with pytest.raises(InputError, match="exists"):
        check_destination(tmp_path / "out.md", force=False)
    check_destination(tmp_path / "out.md", force=True)
    (tmp_path / "many-1.csv").write_text("kept", "utf-8")
    with pytest.raises(InputError, match=r"many-1\.csv already exists"):
        check_destination(tmp_path / "many.csv", force=False)
    done = grice("benchmark", "a3ds", "--out", tmp_path / "out.docx")
    assert done.returncode == 2
    assert ".json" in done.stderr
