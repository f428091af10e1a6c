"""The corpus streams every caption of every image, in order, and files appear whole or not at all."""

import hashlib
from typing import Any

import pyarrow.parquet as pq
import pytest

from grice import GriceError, InputError
from grice.corpora import a3ds
from grice.speakers.rooms import realisation as speaker


def test_the_counts_are_the_published_ones() -> None:
    assert a3ds.count(["exhaustive"]) == 9_600_000
    assert a3ds.count(["short"]) == 12_960_000


def test_a_stream_holds_each_image_with_its_captions_in_grammar_order() -> None:
    ids = [5, 118308, 479_999]
    batches = list(a3ds.batches("short", ids=ids, images_per_batch=2))
    assert [batch.num_rows for batch in batches] == [54, 27]
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert [row["caption"] for row in rows] == [c for i in ids for c in speaker.captions(i, kind="short")]
    assert [row["id"] for row in rows] == [i for i in ids for _ in range(27)]
    assert [row["template"] for row in rows[:27]] == list(range(27))


def test_building_writes_parquet_and_refuses_to_overwrite(tmp_path, grice) -> None:
    built = grice("corpora", "build", "a3ds", "--out", tmp_path / "out", "--kind", "minimal")
    assert built.returncode == 0, built.stderr
    (path,) = (tmp_path / "out").iterdir()
    table = pq.ParquetFile(path)
    assert table.metadata.num_rows == 480_000 * 21
    assert table.read_row_group(0, ["caption"]).column(0)[0].as_py() == "a block"
    again = grice("corpora", "build", "a3ds", "--out", tmp_path / "out", "--kind", "minimal")
    assert again.returncode == 2
    assert "--force" in again.stderr


def test_the_captions_are_those_of_the_card(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(a3ds.rooms, "COUNT", 100)  # of so few rooms the captions are others
    with pytest.raises(GriceError, match=f"needed: {a3ds.CARD.sha256['short, fixed']}"):
        a3ds.build(tmp_path, ["short"], variant="fixed")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("part", a3ds.CARD.sha256)
def test_all_captions_have_the_checksum_of_the_card(part: str) -> None:
    digest, (kind, variant) = hashlib.sha256(), part.split(", ")
    for batch in a3ds.batches(kind, variant):  # type: ignore[arg-type]
        digest.update(a3ds.text_of(batch))
    assert digest.hexdigest() == a3ds.CARD.sha256[part]


def test_the_text_of_a_batch_is_its_captions() -> None:
    (batch,) = a3ds.batches("short", ids=[5, 7])
    assert bytes(a3ds.text_of(batch)).decode() == "".join(batch.column("caption").to_pylist())
    assert bytes(a3ds.text_of(batch.slice(3, 4))).decode() == "".join(batch.column("caption").to_pylist()[3:7])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda out: a3ds.build(out, "short"), "a list of grammars"),
        (lambda out: a3ds.build(out, None), "a list of grammars"),
        (lambda out: a3ds.build(out, []), "a list of grammars"),
        (lambda out: a3ds.write_pairs(out, size=0), "size = 0"),
        (lambda out: a3ds.write_pairs(out, size=2.5), "size = 2.5"),
        (lambda out: a3ds.write_pairs(out, seed=-1), "seed = -1"),
        (lambda out: a3ds.write_pairs(out, sets=None), "pair sets None"),
        (lambda _: list(a3ds.batches(images_per_batch=0)), "images_per_batch = 0"),
        (lambda _: list(a3ds.batches(ids=["a"])), "image ids"),
        (lambda _: list(a3ds.batches(variant="new")), "released, fixed"),
    ],
)
def test_arguments_of_the_wrong_type_are_refused(call: Any, said: str, tmp_path) -> None:
    with pytest.raises(InputError, match=said):
        call(tmp_path)


def test_pairs_are_written_and_repeat_with_their_seed(tmp_path, grice) -> None:
    for folder in ("a", "b"):
        done = grice("corpora", "pairs", "--out", tmp_path / folder, "--size", 20, "--seed", 4)
        assert done.returncode == 0, done.stderr
    first, second = (sorted((tmp_path / folder).glob("*.csv")) for folder in ("a", "b"))
    assert len(first) == 13
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in second]
    header, *rows = first[0].read_text().splitlines()
    assert header == '"set","target_id","distractor_id"'
    assert len(rows) == 20


def test_a_file_in_the_way_of_the_folder_is_named(tmp_path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(InputError, match="is a file"):
        a3ds.build(tmp_path / "taken", ["short"])
    with pytest.raises(InputError, match="test, random or similar"):
        a3ds.write_pairs(tmp_path, "hard")
