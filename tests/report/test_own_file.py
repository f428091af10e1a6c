"""A report of a user's own file: its numbers are those of grice.score, its items are explained, its text never runs."""

import csv
import json
import re
from pathlib import Path

import pytest

import grice
from grice.cli.main import main
from grice.engines.metric_names import resolve
from grice.readers.graphs.cache import parses_in
from grice.report.file_scores import Judged, fitting, judge, read
from grice.report.own_file import order, sections
from grice.report.page import Section, page

EVIL = "A man <script>alert(1)</script> rides a brown horse on a beach ."
CAPTIONS = (
    ("A dog catches a red frisbee on the grass .", ["A brown dog leaps for a red frisbee .", "A dog on the grass ."]),
    (EVIL, ["A man rides a brown horse on a beach ."]),
    ("A man rides a blue horse on the moon .", ["A man rides a brown horse on a beach ."]),
    ("", ["A bus stops in the street ."]),
)


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def found(files: list[Path], *metrics: str) -> list[Judged]:
    chosen = resolve(metrics)
    return judge(read(files, None, chosen), chosen)


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [{"prediction": said, "references": json.dumps(refs)} for said, refs in CAPTIONS]
    return written(tmp_path_factory.mktemp("own") / "mine.csv", rows)


@pytest.fixture(scope="module")
def judged(mine: Path) -> Judged:
    return found([mine], "grice", "faithfulness")[0]


@pytest.fixture(scope="module")
def made(judged: Judged) -> list[Section]:
    return sections(judged, None, seed=0)


def test_the_values_are_those_of_score(judged: Judged, made: list[Section]) -> None:
    found = grice.score([s for s, _ in CAPTIONS], [r for _, r in CAPTIONS], metrics=["grice", "faithfulness"])
    (table,) = made[0].tables
    for row in table.records():
        assert row["score"] == pytest.approx(found[row["metric"]].values[row["value"]], nan_ok=True)
    assert judged.result.signature == found.signature == table.signature


def test_items_go_from_worst_to_best(judged: Judged) -> None:
    values = judged.result["grice"].items
    ranked = order(judged)
    assert values[ranked].tolist() == sorted(values.tolist())
    assert ranked[0] == 3


def test_text_of_a_user_never_becomes_markup(made: list[Section]) -> None:
    html = page("t", made)
    assert "<script" not in html
    assert re.search(r"&lt;(<span[^>]*>)?script", html)
    assert "nothing was said" in html


def test_a_file_is_judged_by_what_its_columns_allow(tmp_path: Path, mine: Path) -> None:
    rooms = written(tmp_path / "r.csv", [{"prediction": "a red ball", "target_id": 118308, "distractor_id": 235786}])
    shapes = written(tmp_path / "s.csv", [{"prediction": "Half are red circles.", "counts": "2,0,0,2"}])
    alone = written(tmp_path / "a.csv", [{"prediction": "a dog"}, {"prediction": "two cats"}])
    assert fitting(rooms, None) == ["pragmatics"]
    assert fitting(shapes, None) == ["reconstruction"]
    assert fitting(alone, None) == ["diversity"]
    assert "spice" in fitting(mine, None)
    for file, shown in ((rooms, "target 118308"), (shapes, "35 scenes"), (alone, "two")):
        (own,) = found([file], *fitting(file, None))
        assert shown in page("t", sections(own, None, 0)).replace('<span class="m ', "")


def test_two_systems_are_compared_item_by_item(tmp_path: Path, mine: Path) -> None:
    rows = [{"prediction": refs[0], "references": json.dumps(refs)} for _, refs in CAPTIONS]
    files = [mine, written(tmp_path / "other.csv", rows)]
    judged, other = found(files, "grice", "faithfulness")
    *_, comparison = sections(judged, other, seed=0)
    assert comparison.anchor == "comparison"
    expected = grice.compare({"mine.csv": judged.result, "other.csv": other.result}, seed=0)
    assert [table.rows for table in comparison.tables] == [expected.table().rows, expected.test_table().rows]


def test_the_command_writes_the_page_and_its_tables(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, cache = tmp_path / "report.html", tmp_path / "parses.sqlite"
    options = ["--metrics", "diversity", "--out", str(out), "--cache", str(cache)]
    monkeypatch.setattr("sys.argv", ["grice", "report", str(mine), *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code, capsys.readouterr().err
    assert "How good are the descriptions of mine.csv?" in out.read_text("utf-8")
    made = sorted(path.name for path in (tmp_path / "report-tables").iterdir())
    assert any(name.startswith("summary-01") and name.endswith(".csv") for name in made)
    assert any(name.endswith(".tex") for name in made)
    assert parses_in(cache) >= len({said for said, _ in CAPTIONS if said})


@pytest.mark.parametrize(
    "arguments", [["--against", "x.csv"], ["nothing.csv"], ["--data", "nowhere"], ["mine.csv", "--data", "."]]
)
def test_mistakes_are_told_in_words(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["grice", "report", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_what_is_judged_by_fewer_references_is_said(tmp_path: Path) -> None:
    rows = [{"prediction": "a dog", "references": json.dumps(["a dog", ""])}]
    (one,) = found([written(tmp_path / "mine.csv", rows)], "bleu")
    assert "1 is judged by fewer references than given" in page("mine", sections(one, None, 0))
