"""`grice compare` as a user runs it: items paired by id, what does not pair refused, tables in every form."""

import csv
import gzip
import json
from pathlib import Path

import pytest

from grice.cli.compare import named_files
from grice.errors import InputError

CAPTIONS = {7: ["a dog runs", "a hound"], 8: ["a red bus"], 9: ["two cups on a table"]}
OURS = {7: "a dog runs", 8: "a bus", 9: "two cups"}
THEIRS = {9: "two cups on a table", 7: "a cat", 8: "a red bus"}


def coco(path: Path, captions: dict[int, str]) -> Path:
    path.write_text(json.dumps([{"image_id": one, "caption": said} for one, said in captions.items()]))
    return path


@pytest.fixture
def references(tmp_path: Path) -> Path:
    path = tmp_path / "captions.json"
    listed = [{"image_id": one, "caption": said} for one, several in CAPTIONS.items() for said in several]
    path.write_text(json.dumps({"annotations": listed}))
    return path


def test_files_are_joined_by_id_whatever_their_order(tmp_path: Path, references: Path, grice) -> None:
    ours = coco(tmp_path / "ours.json", OURS)
    theirs = tmp_path / "theirs.jsonl.gz"
    lines = [json.dumps({"image_id": one, "caption": said}) for one, said in THEIRS.items()]
    theirs.write_bytes(gzip.compress("\n".join(lines).encode()))
    done = grice("compare", ours, theirs, "-r", references, "-m", "ROUGE-L", "-o", tmp_path / "out.csv")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    scores = {row["system"]: row["score"] for row in rows if "items" in row}
    alone = [
        json.loads(grice("score", f, "-r", references, "-m", "rouge").stdout.splitlines()[0]) for f in (ours, theirs)
    ]
    assert scores == {"ours": pytest.approx(alone[0]["score"]), "theirs": pytest.approx(alone[1]["score"])}
    (test,) = [row for row in rows if "p (Holm)" in row]
    assert test["difference"] == pytest.approx(scores["ours"] - scores["theirs"])
    assert test["p"] == 1.0 if test["difference"] == 0 else 0 < test["p"] <= 1
    shown = [row for row in rows if row.get("why")]
    assert {row["prediction"] for row in shown if row["item"] == "7"} == {"a dog runs", "a cat"}
    with (tmp_path / "out-1.csv").open() as file:
        assert [row["system"] for row in csv.DictReader(file)] == ["ours", "theirs"]
    assert len(list(tmp_path.glob("out-*.csv"))) == 3


def test_files_of_other_items_are_refused_and_what_is_common_compared(tmp_path: Path, references: Path, grice) -> None:
    ours = coco(tmp_path / "ours.json", OURS)
    theirs = coco(tmp_path / "theirs.json", {7: "a cat", 8: "a red bus"})
    refused = grice("compare", ours, theirs, "-r", references, "-m", "rouge")
    assert refused.returncode == 2
    assert "ours has 1 of its 3 items alone" in refused.stderr
    assert "id 9" in refused.stderr
    assert "--common" in refused.stderr
    done = grice("compare", ours, theirs, "-r", references, "-m", "rouge", "--common", "-o", tmp_path / "out.md")
    assert done.returncode == 0, done.stderr
    assert "1 items of ours are left out" in done.stderr
    assert "**2 systems on the same 2 items**" in (tmp_path / "out.md").read_text()


def test_files_with_references_are_joined_by_image_id_too(tmp_path: Path, grice) -> None:
    """Also where one of them has ids of its own, and where numbers have become fractions on their way."""
    ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.jsonl"
    listed = [f"{100 + one},{one}.0,{said},{CAPTIONS[one][0]}" for one, said in OURS.items()]
    ours.write_text("\n".join(["id,image_id,prediction,references", *listed]))
    theirs.write_text(
        "".join(
            json.dumps({"image_id": one, "prediction": said, "references": CAPTIONS[one][:1]}) + "\n"
            for one, said in THEIRS.items()
        )
    )
    done = grice("compare", ours, theirs, "-m", "rouge")
    assert done.returncode == 0, done.stderr
    shown = [row for row in map(json.loads, done.stdout.splitlines()) if row.get("why")]
    assert {row["prediction"] for row in shown if row["item"] == "7"} == {"a dog runs", "a cat"}
    with theirs.open("a") as file:
        file.write('{"image_id": 10, "prediction": "a cow", "references": ["a cow"]}\n')
    done = grice("compare", ours, theirs, "-m", "rouge", "--common")
    assert "1 items of theirs are left out" in done.stderr
    with theirs.open("a") as file:
        file.write('{"prediction": "a cow", "references": ["a cow"]}\n')
    done = grice("compare", ours, theirs, "-m", "rouge", "--common")
    assert done.returncode == 2
    assert "not every row of theirs has an id" in done.stderr
    assert "--column id=NAME" in done.stderr


def test_rows_without_ids_must_have_the_same_references(tmp_path: Path, grice) -> None:
    (tmp_path / "a.csv").write_text("prediction,reference\na dog,a dog\na cat,a cat\n")
    (tmp_path / "b.csv").write_text("prediction,reference\na cat,a cat\na dog,a dog\n")
    refused = grice("compare", tmp_path / "a.csv", tmp_path / "b.csv", "-m", "rouge")
    assert refused.returncode == 2
    assert "item 0 has other references" in refused.stderr


def test_a_metric_without_a_value_is_left_out_and_one_alone_is_refused(tmp_path: Path, grice) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text("prediction,references\na dog runs,a brown dog is running\n")
    done = grice("compare", tmp_path / "a.csv", tmp_path / "b.csv", "-m", "cider,rouge")
    assert done.returncode == 0
    assert {row["value"] for row in map(json.loads, done.stdout.splitlines())} == {"rouge"}
    assert "cider is left out, as it could judge no item: one item alone" in done.stderr
    done = grice("compare", tmp_path / "a.csv", tmp_path / "b.csv", "-m", "cider")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no item that every system was judged on: one item alone" in done.stderr


def test_captions_of_one_image_are_tested_together(tmp_path: Path, grice) -> None:
    for name, said in (("a", "a dog"), ("b", "a cat")):
        rows = [f"{i // 2},{said if i % 3 else 'a bus'},a dog" for i in range(12)]
        (tmp_path / f"{name}.csv").write_text("id,prediction,reference\n" + "\n".join(rows))
    done = grice("compare", tmp_path / "a.csv", tmp_path / "b.csv", "-m", "rouge", "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    assert "items of each of 6 groups together" in (tmp_path / "out.txt").read_text()


def test_an_output_that_is_an_input_is_refused(tmp_path: Path, references: Path, grice) -> None:
    ours, theirs = coco(tmp_path / "ours.json", OURS), coco(tmp_path / "theirs.json", THEIRS)
    done = grice("compare", ours, theirs, "-r", references, "-m", "rouge", "-o", theirs, "--force")
    assert done.returncode == 2
    assert json.loads(theirs.read_text())[0]["image_id"] == 9


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (["a.json", "b.csv.gz"], ["a", "b"]),
        (["run1/res.json", "run2/res.json"], ["run1/res", "run2/res"]),
        (["ours=x.json", "theirs=y.json"], ["ours", "theirs"]),
    ],
)
def test_systems_go_by_the_shortest_name_that_tells_them_apart(given: list[str], names: list[str]) -> None:
    assert list(named_files(given)) == names


@pytest.mark.parametrize("given", [["a.json"], ["a.json", "a.json"], ["x=a.json", "x=b.json"]])
def test_a_system_needs_another(given: list[str]) -> None:
    with pytest.raises(InputError):
        named_files(given)
