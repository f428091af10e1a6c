"""Predictions and references in two files, in the shapes captioning tools write."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from grice.errors import InputError
from grice.files import open_both, open_pair
from grice.files.columns import Layout

RESULTS = [{"image_id": 42, "caption": "( dog , is , red )"}, {"image_id": 7, "caption": "( cat )"}]
CAPTIONS = {
    "images": [{"id": 7}, {"id": 42}],
    "annotations": [
        {"image_id": 7, "id": 1, "caption": "( cat )"},
        {"image_id": 42, "id": 2, "caption": "( dog , is , red )"},
        {"image_id": 42, "id": 3, "caption": "( hound )"},
    ],
}


def write(path: Path, whole: object) -> Path:
    path.write_text(json.dumps(whole), "utf-8")
    return path


def rows(pair: object) -> list[dict[str, object]]:
    return [row for batch in pair for row in batch.to_pylist()]  # type: ignore[attr-defined]


def test_coco_results_and_captions_are_joined_by_image(tmp_path: Path) -> None:
    pair = open_pair(write(tmp_path / "results.json", RESULTS), write(tmp_path / "captions.json", CAPTIONS))
    found = rows(pair)
    assert [(row["id"], len(row["references"])) for row in found] == [("42", 2), ("7", 1)]  # type: ignore[arg-type]
    assert not any(row["error"] for row in found)


@pytest.mark.parametrize("wrap", [lambda text: text, lambda text: {"caption": text}])
def test_pycocoevalcap_dictionaries(tmp_path: Path, wrap: Callable[[str], object]) -> None:
    gts = {"42": [wrap("( dog )"), wrap("( hound )")], "7": [wrap("( cat )")]}
    res = {"42": [wrap("( dog )")], "7": [wrap("( cat )")]}
    pair = open_pair(write(tmp_path / "res.json", res), write(tmp_path / "gts.json", gts))
    both = open_both(write(tmp_path / "both.json", {"gts": gts, "res": res}))
    assert both is not None
    assert rows(pair) == rows(both)
    assert [row["references"] for row in rows(pair)] == [["( dog )", "( hound )"], ["( cat )"]]


def test_tables_with_and_without_ids(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,prediction\n1,( a )\n2,( b )\n", "utf-8")
    (tmp_path / "r.jsonl").write_text(
        '{"id": 2, "reference": "( b )"}\n{"id": 1, "references": ["( a )", "( c )"]}\n', "utf-8"
    )
    assert [row["references"] for row in rows(open_pair(tmp_path / "p.csv", tmp_path / "r.jsonl"))] == [
        ["( a )", "( c )"],
        ["( b )"],
    ]
    pa.parquet.write_table(pa.table({"prediction": ["( a )"]}), tmp_path / "p.parquet")
    pa.parquet.write_table(pa.table({"references": [["( a )", "( c )"]]}), tmp_path / "r.parquet")
    assert [row["references"] for row in rows(open_pair(tmp_path / "p.parquet", tmp_path / "r.parquet"))] == [
        ["( a )", "( c )"]
    ]


def test_lengths_and_keys_that_do_not_match_are_said(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("prediction\n( a )\n( b )\n", "utf-8")
    (tmp_path / "r.csv").write_text("reference\n( a )\n", "utf-8")
    with pytest.raises(InputError, match=r"2 rows and .* has 1"):
        open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    with pytest.raises(InputError, match="no column image_id or id"):
        open_pair(tmp_path / "p.csv", write(tmp_path / "captions.json", CAPTIONS))
    with pytest.raises(InputError, match="of another kind"):
        open_pair(tmp_path / "p.csv", write(tmp_path / "odd.json", {"info": {}}))


def test_rows_without_ids_are_not_joined_across_a_lost_line(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text('{"prediction": "a"}\n{broken\n{"prediction": "b"}\n', "utf-8")
    (tmp_path / "r.csv").write_text("reference\na\nb\n", "utf-8")
    with pytest.raises(InputError, match=r"line 2 is not JSON.*so rows cannot be joined by their places"):
        open_pair(tmp_path / "p.jsonl", tmp_path / "r.csv")


@pytest.mark.parametrize("kind", ["table", "coco", "dictionary", "both"])
def test_any_batches_and_any_number_of_passes_give_the_same_rows(tmp_path: Path, kind: str) -> None:
    keys = [i * 7 % 23 for i in range(23)]
    said = {str(key): [f"prediction {key}"] for key in keys}
    wanted = {str(key): [f"reference {key} {i}" for i in range(key % 4)] for key in sorted(keys)}
    flat = [{"image_id": key, "caption": text} for key, texts in wanted.items() for text in texts]
    results = write(tmp_path / "p.json", [{"image_id": int(key), "caption": texts[0]} for key, texts in said.items()])
    files = {
        "table": (results, write(tmp_path / "r.json", flat[::-1])),
        "coco": (results, write(tmp_path / "r.json", {"annotations": flat[::-1], "images": [{"id": 1}]})),
        "dictionary": (write(tmp_path / "p.json", said), write(tmp_path / "r.json", wanted)),
    }
    found = []
    for batch_rows in (1, 5, 100):
        if kind == "both":
            pair = open_both(write(tmp_path / "both.json", {"res": said, "gts": wanted}), batch_rows)
            assert pair is not None
        else:
            pair = open_pair(*files[kind], batch_rows)
        assert all(batch.num_rows <= batch_rows for batch in pair)
        found += [rows(pair), rows(pair)]
    assert all(entry == found[0] for entry in found)
    assert [row["id"] for row in found[0]] == list(map(str, keys))
    for row in found[0]:
        expected = wanted[str(row["id"])]
        assert sorted(row["references"] or []) == expected  # type: ignore[arg-type, type-var]
        assert row["error"] == (None if expected else f"no reference for id {row['id']}")


def test_ids_without_a_prediction_are_counted_and_other_columns_kept(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,caption,row,references\n2.0,a,x,mine\n,b,y,\n", "utf-8")
    pa.parquet.write_table(pa.table({"id": [1.0, 2.0, None], "refs": ["r", "s", "t"]}), tmp_path / "r.parquet")
    pair = open_pair(tmp_path / "p.csv", tmp_path / "r.parquet", keep=True)
    first, second = rows(pair)
    assert first == {"id": "2.0", "prediction": "a", "references": ["s"], "row": 0, "error": None} | {
        "unreadable": None,
        "row_2": "x",
        "references_2": "mine",
    }
    assert second["error"] == "has no image_id or id"
    assert pair.notes[-1] == f"1 of 2 ids of {tmp_path / 'r.parquet'} have no prediction"
    assert pair.lost == [f"{tmp_path / 'r.parquet'}, row 2: has no id"]


def test_the_command_line_scores_coco_files_and_one_bad_row_costs_one_row(
    tmp_path: Path, grice: Callable[..., CompletedProcess[str]]
) -> None:
    bad = [{"image_id": 7, "caption": "( cat"}, {"image_id": 7, "caption": ""}, {"image_id": 99, "caption": "( cat )"}]
    write(tmp_path / "results.json", [*RESULTS, *bad])
    write(tmp_path / "captions.json", CAPTIONS)
    out = tmp_path / "items.csv"
    run = grice(
        "score",
        tmp_path / "results.json",
        "--references",
        tmp_path / "captions.json",
        "--metrics",
        "setmatch,spice",
        "--out",
        out,
    )
    assert run.returncode == 0, run.stderr
    summary = {(row["metric"], row["value"]): row["score"] for row in map(json.loads, run.stdout.splitlines())}
    assert summary["setmatch", "setmatch"] == 1 / 4
    # dog, dog-red of dog, dog-red, hound: hound is a synonym of nothing left over, so F is 4/5.
    assert summary["spice", "spice"] == pytest.approx((0.8 + 1) / 4)
    assert "1 row could not be used" in run.stderr
    for message in (
        "row 2: the prediction is not a scene graph",
        "row 3: the prediction is empty",
        "row 4: no reference for id 99",
    ):
        assert message in run.stderr
    table = pa.csv.read_csv(out)
    assert table.column("spice").to_pylist()[:2] == [pytest.approx(0.8), 1]
    assert table.num_rows == 5


def test_the_same_items_come_out_in_every_format(tmp_path: Path, grice: Callable[..., CompletedProcess[str]]) -> None:
    (tmp_path / "items.jsonl").write_text(
        '{"id": "x", "prediction": "( sofa )", "references": ["( couch )"]}\n'
        '{"prediction": "( a )", "references": "( b )"}\n',
        "utf-8",
    )
    values = []
    for ending in ("jsonl", "csv", "parquet"):
        out = tmp_path / f"out.{ending}"
        run = grice("score", tmp_path / "items.jsonl", "-m", "spice", "-o", out, "--no-interval")
        assert run.returncode == 0, run.stderr
        if ending == "jsonl":
            values.append([json.loads(line)["spice"] for line in out.read_text("utf-8").splitlines()])
        else:
            table = pa.csv.read_csv(out) if ending == "csv" else pa.parquet.read_table(out)
            values.append(table.column("spice").to_pylist())
    assert values == [[1, 0]] * 3


@pytest.mark.parametrize("option", ["id=img", "image_id=img", "item=img"])
@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_key_that_the_user_names_joins_the_files(tmp_path: Path, option: str, ending: str) -> None:
    said = pa.table({"img": ["1", "2"], "caption": ["a dog", "a cat"]})
    wanted = pa.table({"img": ["2", "1"], "references": ["a cat", "a dog"]})
    paths = [tmp_path / f"p.{ending}", tmp_path / f"r.{ending}"]
    for path, table in zip(paths, (said, wanted), strict=True):
        if ending == "parquet":
            pa.parquet.write_table(table, path)
        elif ending == "csv":
            pa.csv.write_csv(table, path)
        else:
            path.write_text("\n".join(map(json.dumps, table.to_pylist())))
    pair = open_pair(*paths, layout=Layout.of([option], "prediction"))
    assert [(row["id"], row["references"]) for row in rows(pair)] == [("1", ["a dog"]), ("2", ["a cat"])]
    assert pair.renamed == {"id": "img", "prediction": "caption"}


def test_a_shared_column_in_another_order_is_not_joined_by_places(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("filename,caption\na.jpg,a dog\nb.jpg,a cat\n", "utf-8")
    (tmp_path / "r.csv").write_text("filename,references\nb.jpg,a cat\na.jpg,a dog\n", "utf-8")
    with pytest.raises(InputError, match=r"same values in another order(.|\n)*--column id=filename"):
        open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    (tmp_path / "r.csv").write_text("filename,references\na.jpg,a dog\nb.jpg,a cat\n", "utf-8")
    pair = open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    assert [row["references"] for row in rows(pair)] == [["a dog"], ["a cat"]]
    assert pair.notes == []
    (tmp_path / "r.csv").write_text("filename,references\na.jpg,a dog\nc.jpg,a cat\n", "utf-8")
    pair = open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    assert len(rows(pair)) == 2
    assert "differs in 1 rows; --column id=filename joins by it" in pair.notes[0]


def test_whole_numbers_are_one_id_however_tables_write_them(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,caption\n1.0,a\n2,b\n", "utf-8")
    (tmp_path / "r.csv").write_text("id,references\n2.00,b\n1,a\n", "utf-8")
    pair = open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    assert [(row["id"], row["references"]) for row in rows(pair)] == [("1.0", ["a"]), ("2", ["b"])]
    assert pair.notes == []


def test_ids_that_do_not_fit_are_shown_side_by_side(
    tmp_path: Path, grice: Callable[..., CompletedProcess[str]]
) -> None:
    (tmp_path / "p.csv").write_text("id,caption\n001,a dog\n002,a cat\n", "utf-8")
    (tmp_path / "r.csv").write_text("id,references\n1,a dog\n2,a cat\n", "utf-8")
    run = grice("score", tmp_path / "p.csv", "--references", tmp_path / "r.csv", "-m", "rouge")
    assert run.returncode == 2
    assert (
        f"needed: ids that both files have: {tmp_path / 'p.csv'} has 001, 002, {tmp_path / 'r.csv'} has 1, 2"
        in run.stderr
    )


def test_several_predictions_of_one_id_are_said(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,caption\n1,a\n1,b\n2,c\n", "utf-8")
    (tmp_path / "r.csv").write_text("id,references\n1,a\n2,c\n", "utf-8")
    pair = open_pair(tmp_path / "p.csv", tmp_path / "r.csv")
    assert len(rows(pair)) == 3
    assert pair.notes == ["several predictions for 1 of 2 ids; each counts as an item"]


def test_a_key_that_the_user_names_may_have_an_understood_name_in_the_other_file(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("img,id,caption\n1,x,a\n2,y,b\n", "utf-8")
    (tmp_path / "r.csv").write_text("image_id,references\n2,b\n1,a\n", "utf-8")
    layout = Layout.of(["id=img"], "prediction")
    assert [row["references"] for row in rows(open_pair(tmp_path / "p.csv", tmp_path / "r.csv", layout=layout))] == [
        ["a"],
        ["b"],
    ]
    (tmp_path / "r.csv").write_text("name,references\n2,b\n1,a\n", "utf-8")
    with pytest.raises(InputError, match=r"r.csv has the columns name, references(.|\n)*a column img"):
        open_pair(tmp_path / "p.csv", tmp_path / "r.csv", layout=layout)
