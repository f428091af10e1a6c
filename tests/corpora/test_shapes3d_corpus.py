"""3DShapes in batches: one interface over the renderer and the original file, and files that others can read."""

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from PIL import Image

from grice.corpora import shapes3d as corpus3d
from grice.corpora.cards import Card, card
from grice.corpora.shapes3d_export import export
from grice.errors import InputError
from grice.scenes import render, rooms

h5py = pytest.importorskip("h5py")

IDS = np.array([5, 118308, 235786, 479999])


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file laid out as the original, sparse but for a few pictures that no renderer would give."""
    path = tmp_path_factory.mktemp("h5") / "3dshapes.h5"
    with h5py.File(path, "w") as file:
        images = file.create_dataset("images", (480_000, 64, 64, 3), "u1", chunks=(100, 64, 64, 3))
        for id in IDS:
            images[id] = id % 251
        file.create_dataset("labels", data=rooms.labels(np.arange(480_000)), chunks=(48_000, 6))
    return path


def test_the_three_splits_are_all_rooms_once() -> None:
    parts = [corpus3d.select(split) for split in corpus3d.SPLITS]
    assert [len(part) for part in parts] == [384_000, 48_000, 48_000]
    assert (np.sort(np.concatenate(parts)) == np.arange(480_000)).all()
    assert (parts[2] == corpus3d.select("test")).all()


def test_features_are_fixed_by_index_or_words_one_or_several() -> None:
    chosen = corpus3d.select(fixed={"shape": "ball", "floor_hue": [0, "cyan"], "scale": 3})
    assert len(chosen) == 480_000 // (4 * 8) // 5
    features = rooms.features(chosen)
    assert set(features[:, 4]) == {2}
    assert set(features[:, 0]) == {0, 5}
    assert set(features[:, 3]) == {3}


@pytest.mark.parametrize("fixed", [{"colour": 1}, {"shape": "cone"}, {"scale": 8}])
def test_features_that_are_none_are_refused(fixed: dict[str, object]) -> None:
    with pytest.raises(InputError):
        corpus3d.select(fixed=fixed)  # type: ignore[arg-type]


def test_batches_hold_the_rooms_of_their_ids() -> None:
    ids = np.arange(0, 480_000, 9001)
    some = list(corpus3d.batches(ids=ids, size=20))
    assert [len(batch.ids) for batch in some] == [20, 20, 14]
    assert (np.concatenate([batch.images for batch in some]) == render.rooms(ids)).all()
    assert (some[1].labels == rooms.labels(ids[20:40])).all()
    shuffled = np.concatenate([batch.ids for batch in corpus3d.batches(ids=ids, size=20, shuffle=1)])
    assert (shuffled != ids).any()
    assert (np.sort(shuffled) == ids).all()


def test_the_original_file_gives_its_own_pictures_in_any_order(original: Path) -> None:
    with corpus3d.Original(original) as file:
        asked = IDS[[2, 0, 3, 2]]
        assert file.images(asked)[:, 0, 0, 0].tolist() == (asked % 251).tolist()
        (batch,) = corpus3d.batches(file, ids=IDS)
        assert batch.images[1, 3, 3, 1] == 118308 % 251
        with pytest.raises(InputError):
            file.images([480_000])


def test_a_truncated_file_is_named(original: Path, tmp_path: Path) -> None:
    short = tmp_path / "3dshapes.h5"
    short.write_bytes(original.read_bytes()[:-4096])
    with pytest.raises(InputError, match="truncated"):
        corpus3d.Original(short)
    with pytest.raises(InputError, match="no file"):
        corpus3d.Original(tmp_path / "absent.h5")
    (tmp_path / "text.h5").write_text("not HDF5")
    with pytest.raises(InputError, match="cannot be read as HDF5"):
        corpus3d.Original(tmp_path / "text.h5")


@pytest.mark.parametrize(
    ("images", "labels"),
    [((480_000, 32, 32, 3), (480_000, 6)), ((1000, 64, 64, 3), (1000, 6)), ((480_000, 64, 64, 3), (480_000, 5))],
)
def test_a_file_of_another_shape_is_named(images: tuple[int, ...], labels: tuple[int, ...], tmp_path: Path) -> None:
    path = tmp_path / "other.h5"
    with h5py.File(path, "w") as file:
        file.create_dataset("images", images, "u1", chunks=True)
        file.create_dataset("labels", labels, "f8", chunks=True)
    with pytest.raises(InputError, match=r"holds .* of shape"):
        corpus3d.Original(path)


def test_a_file_with_other_labels_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.h5"
    with h5py.File(path, "w") as file:
        file.create_dataset("images", (480_000, 64, 64, 3), "u1", chunks=True)
        file.create_dataset("labels", (480_000, 6), "f8", chunks=True)
        file["nothing"] = 1
    with pytest.raises(InputError, match="labels"):
        corpus3d.Original(path)
    with h5py.File(path, "a") as file:
        del file["images"]
    with pytest.raises(InputError, match="nothing"):
        corpus3d.Original(path)


def test_a_png_folder_holds_pictures_and_labels(tmp_path: Path) -> None:
    export(tmp_path / "out", "png", IDS)
    assert (np.asarray(Image.open(tmp_path / "out" / "118308.png")) == render.rooms(118308)).all()
    lines = (tmp_path / "out" / "labels.csv").read_text().splitlines()
    assert lines[0].split(",")[:3] == ["id", "floor_hue_idx", "wall_hue_idx"]
    assert lines[2].startswith("118308,2,4,6,3,3,3,0.2,0.4,")
    with pytest.raises(InputError, match="exists"):
        export(tmp_path / "out", "png", IDS)
    export(tmp_path / "out", "png", IDS, force=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


def test_an_npz_is_what_numpy_loads(tmp_path: Path) -> None:
    ids = np.arange(0, 480_000, 300)
    (path,) = export(tmp_path / "rooms.npz", "npz", ids)
    with np.load(path) as loaded:
        assert (loaded["images"] == render.rooms(ids)).all()
        assert (loaded["ids"] == ids).all()
        assert (loaded["labels"] == rooms.labels(ids)).all()
        assert (loaded["features"] == rooms.features(ids)).all()


def test_parquet_holds_encoded_pictures(tmp_path: Path) -> None:
    (path,) = export(tmp_path / "rooms.parquet", "parquet", IDS)
    row = pyarrow.parquet.read_table(path).to_pylist()[1]
    assert (np.asarray(Image.open(io.BytesIO(row["image"]["bytes"]))) == render.rooms(118308)).all()
    assert (row["id"], row["image"]["path"], row["shape_idx"]) == (118308, "118308.png", 3)
    assert row["orientation"] == pytest.approx(-17.142857)


def test_webdataset_shards_pair_each_picture_with_its_labels(tmp_path: Path) -> None:
    paths = export(tmp_path / "shards", "webdataset", IDS, shard=3)
    assert [path.name for path in paths] == ["shapes3d-000000.tar", "shapes3d-000001.tar"]
    with tarfile.open(paths[0]) as archive:
        names = archive.getnames()
        assert names[2:4] == ["118308.png", "118308.json"]
        assert len(names) == 6
        described = json.load(archive.extractfile("118308.json"))  # type: ignore[arg-type]
        assert described["indexes"] == [2, 4, 6, 3, 3, 3]
        picture = archive.extractfile("118308.png")
        assert picture is not None
        assert (np.asarray(Image.open(picture)) == render.rooms(118308)).all()
    before = paths[0].read_bytes()
    export(tmp_path / "shards", "webdataset", IDS, shard=3, force=True)
    assert paths[0].read_bytes() == before


def test_exports_come_from_the_original_too(original: Path, tmp_path: Path) -> None:
    with corpus3d.Original(original) as file:
        export(tmp_path / "a.npz", "npz", IDS, file)
    with np.load(tmp_path / "a.npz") as loaded:
        assert loaded["images"][:, 0, 0, 0].tolist() == (IDS % 251).tolist()


@pytest.mark.parametrize(
    ("out", "format"), [("a.txt", "npz"), ("a", "parquet"), ("a", "gif"), ("file/below", "png"), ("file", "png")]
)
def test_what_cannot_be_written_is_said(out: str, format: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError):
        export(tmp_path / out, format, IDS, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_corpus_has_a_card() -> None:
    assert "480,000" in card("shapes3d").items


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda _: corpus3d.select("dev"), "split 'dev'"),
        (lambda _: corpus3d.select(["test"]), "split "),
        (lambda _: corpus3d.select(fixed="shape"), "features with their values"),
        (lambda _: corpus3d.select(fixed={5: 1}), "no feature is called 5"),
        (lambda _: corpus3d.select(fixed={"shape": None}), "shape None"),
        (lambda _: corpus3d.select(fixed={"shape": True}), "shape True"),
        (lambda _: corpus3d.select(fixed={"shape": 2.0}), "shape 2.0"),
        (lambda _: corpus3d.select(fixed={"shape": "9" * 5000}), "shape '9999"),
        (lambda _: corpus3d.draw(IDS, 0), "a draw of 0"),
        (lambda _: corpus3d.draw(IDS, None), "a draw of None"),
        (lambda _: corpus3d.draw(IDS, 2, seed=-1), "seed = -1"),
        (lambda _: next(corpus3d.batches(ids=IDS, size=0)), "size = 0"),
        (lambda _: next(corpus3d.batches(ids=IDS, size="2")), "size = '2'"),
        (lambda _: next(corpus3d.batches(ids=IDS, shuffle=-1)), "seed = -1"),
        (lambda _: next(corpus3d.batches(ids=None, split=3)), "split 3"),
        (lambda _: next(corpus3d.batches("3dshapes.h5", ids=IDS)), "a source of pictures"),
        (lambda _: next(corpus3d.batches(ids=[1, "a"])), "image ids"),
        (lambda _: corpus3d.Original(5), "the file 5"),
        (lambda out: export(out / "a", None, IDS), "format None"),
        (lambda out: export(out / "a", "png", None), "image ids None"),
        (lambda out: export(out / "a", "png", [0.5]), "image ids"),
        (lambda out: export(out / "a", "webdataset", IDS, shard=0), "shard = 0"),
        (lambda _: card("shapes4d"), "no corpus is called 'shapes4d'"),
        (lambda _: card(None), "no corpus is called None"),
    ],
)
def test_arguments_of_the_wrong_type_are_refused(call: Callable[[Path], object], said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        call(tmp_path)


def test_a_card_is_told_line_by_line_with_its_checksums() -> None:
    told = dict(card("a3ds").rows())
    assert told["name"] == "a3ds"
    assert len(told["sha256 of short, released"]) == 64
    assert "notes" not in dict(Card("a", "b", "c", "d", "e", "f").rows())
