"""Rooms from ids: what the pictures show, how fast, and that the cache can be trusted."""

import colorsys
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from grice.errors import InputError
from grice.files.blobs import cache_folder
from grice.scenes import render, rooms
from grice.scenes.render.layers import build, planes, shard
from grice.scenes.render.measures import ROOM
from grice.scenes.render.trace import FLOOR, OBJECT, WALL, trace

BLUE_ON_GREEN = {"floor_hue": 3, "wall_hue": 0, "object_hue": 7}


def room(**features: int) -> int:
    return rooms.scene(**({"floor_hue": 0, "wall_hue": 0, "object_hue": 0, "scale": 0, "shape": 0} | features)).id


def test_the_sum_of_layers_is_the_picture_that_direct_tracing_and_another_lanczos_give() -> None:
    for id in (118308, 175440, 292170, 5121, 0, 479999):
        view = trace(id % 480)
        hues = rooms.labels(id)[:3]
        source = np.empty((192, 192, 3))
        source[:] = ROOM.sky
        for surface, hue in zip((FLOOR, WALL, OBJECT), hues, strict=True):
            seen = view.surface == surface
            lit = view.intensity[seen, None] * np.array(colorsys.hsv_to_rgb(hue, 1, 1)) + view.white[seen, None]
            source[seen] = 255 * np.minimum(1, lit)
        shrunk = [
            np.asarray(Image.fromarray(source[..., c].astype(np.float32)).resize((64, 64), Image.Resampling.LANCZOS))
            for c in range(3)
        ]
        expected = np.clip(np.rint(np.stack(shrunk, axis=-1)), 0, 255)
        gap = np.abs(render.rooms(id).astype(int) - expected)
        assert gap.max() <= 1
        assert (gap == 0).mean() > 0.95


@pytest.mark.parametrize(
    ("shape", "scale", "box"),
    [  # columns and rows of the object, measured on real pictures
        (2, 0, (24, 39, 35, 52)),
        (2, 5, (19, 45, 27, 52)),
        (2, 7, (17, 46, 24, 52)),
        (3, 0, (26, 37, 26, 52)),
        (3, 3, (23, 40, 18, 52)),
        (1, 0, (25, 39, 37, 54)),
        (1, 5, (21, 42, 29, 56)),
        (1, 7, (19, 44, 26, 56)),
    ],
)
def test_the_object_fills_the_box_it_fills_in_real_pictures(
    shape: int, scale: int, box: tuple[int, int, int, int]
) -> None:
    red, cyan = (
        render.rooms(room(shape=shape, scale=scale, object_hue=hue, orientation=7)).astype(int) for hue in (0, 5)
    )
    rows, columns = np.nonzero(np.abs(red - cyan).sum(axis=-1) > 250)
    found = (columns.min(), columns.max(), rows.min(), rows.max())
    assert np.abs(np.array(found) - box).max() <= 1


@pytest.mark.parametrize(("orientation", "column"), [(0, 44), (1, 48), (2, 51), (3, 55), (10, 5), (12, 13), (14, 20)])
def test_the_corner_of_the_room_stands_where_real_pictures_have_it(orientation: int, column: int) -> None:
    wall = render.rooms(room(wall_hue=0, orientation=orientation))[24, :, 0].astype(int)
    edge = int(np.abs(np.diff(wall)).argmax())
    assert abs(edge + 1 - column) <= 1


def test_sky_and_hues_are_exact_where_nothing_is_near() -> None:
    picture = render.rooms(room(floor_hue=0, wall_hue=7, orientation=0))
    assert picture[2:12].reshape(-1, 3).tolist() == [[153, 226, 249]] * 640
    assert picture[58:, :12, 1:].max() == 0  # a red floor has no green and no blue
    wall = picture[30, 56].astype(float)  # the side wall, which no light drives over the top
    assert wall[1] == 0
    assert wall[0] / wall[2] == pytest.approx(0.2, abs=0.01)  # hue .7 is (51, 0, 255)


def test_the_shadow_keeps_about_a_third_of_the_floor_colour_and_falls_to_the_right() -> None:
    picture = render.rooms(room(floor_hue=5, object_hue=0, shape=2, scale=5, orientation=7))[..., 1].astype(float)
    assert picture[54, 26:44].mean() / 255 == pytest.approx(0.34, abs=0.02)
    dark = np.flatnonzero(picture[54] < 120)
    assert dark.mean() > 32.5
    assert picture[54, 10] > 200


def test_one_id_many_ids_and_any_order_give_the_same_pictures() -> None:
    ids = np.array([[118308, 5], [479999, 0]])
    many = render.rooms(ids)
    assert many.shape == (2, 2, 64, 64, 3)
    assert many.dtype == np.uint8
    assert (many[0, 0] == render.rooms(118308)).all()
    assert (render.rooms(ids.reshape(-1)[::-1])[::-1] == many.reshape(4, 64, 64, 3)).all()
    assert render.rooms(np.array([], dtype=np.int64)).shape == (0, 64, 64, 3)


@pytest.mark.parametrize("ids", [[480_000], [-1], [1.5], ["118308"], [True], None])
def test_ids_that_are_none_are_refused(ids: object) -> None:
    with pytest.raises(InputError):
        render.rooms(ids)


@pytest.mark.parametrize("size", [0, 7, 4096, 64.0, True])
def test_sizes_that_are_none_are_refused(size: object) -> None:
    with pytest.raises(InputError):
        render.rooms(0, size=size)  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", range(4))
def test_a_large_picture_shows_the_same_scene(shape: int) -> None:
    id = room(**BLUE_ON_GREEN, shape=shape, scale=5, orientation=2)
    large = render.rooms(id, size=256).reshape(64, 4, 64, 4, 3).mean(axis=(1, 3))
    gap = np.abs(large - render.rooms(id))
    assert np.median(gap) < 2
    assert gap.mean() < 5


def test_a_large_picture_has_smooth_edges() -> None:
    picture = render.rooms(room(**BLUE_ON_GREEN, shape=2, scale=7, orientation=7), size=256).astype(int)
    row = picture[180, :, 1]  # green floor, then the blue ball
    between = ((row > 20) & (row < row.max() - 20)).sum()
    assert between >= 2
    assert (render.rooms(118308, size=100).shape) == (100, 100, 3)


@pytest.mark.long
def test_once_built_a_core_gives_twenty_thousand_pictures_a_second() -> None:
    ids = np.random.default_rng(0).choice(rooms.COUNT, 2000, replace=False)
    render.rooms(ids)
    spent = []
    for _ in range(5):
        start = time.process_time()
        render.rooms(ids)
        spent.append(time.process_time() - start)
    assert len(ids) / min(spent) > 20_000


def test_a_batch_takes_no_memory_beside_its_pictures() -> None:
    ids = np.arange(960)
    render.rooms(ids)
    tracemalloc.start()
    pictures = render.rooms(ids)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak - pictures.nbytes < 1_000_000


def test_a_broken_or_stale_cache_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path))
    monkeypatch.setattr("grice.scenes.render.layers._VIEWS", 2)
    made = shard(3)
    kept = tmp_path / "rooms" / "03"
    whole = kept.read_bytes()
    for broken in (whole[:-100], b"", b"{}\n" + whole, whole[:-1] + bytes([whole[-1] ^ 1]), b"\xff" * 50):
        kept.write_bytes(broken)
        assert (shard(3) == made).all()
        assert kept.read_bytes() == whole
    monkeypatch.setattr("grice.scenes.render.layers.version", lambda: "another")
    assert (shard(3) == made).all()
    assert kept.read_bytes() != whole
    assert [path.name for path in kept.parent.iterdir()] == ["03"]


def test_without_a_folder_to_write_to_rooms_are_rendered_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setattr("grice.scenes.render.layers._VIEWS", 1)
    assert (shard(5)[0] == planes(5)).all()


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    code = (
        "import grice.scenes.render.layers as layers; layers._VIEWS = 4; print(int(layers.shard(31).astype(int).sum()))"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code], env={"GRICE_CACHE": str(tmp_path)}, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    sums = {process.communicate(timeout=120)[0] for process in running}
    assert len(sums) == 1
    assert [path.name for path in (tmp_path / "rooms").iterdir()] == ["31"]


def test_building_makes_what_is_missing_and_no_more() -> None:
    build()
    assert build() == 0
    (cache_folder() / "rooms" / "07").unlink()
    steps: list[int] = []
    assert build(workers=2, step=steps.append) == 15
    assert steps == [15]


def test_a_sheet_shows_every_room_and_a_pair_shows_target_left() -> None:
    ids = [118308, 5, 479999]
    sheet = render.sheet(ids, columns=3)
    assert (sheet[4:68, 4:68] == render.rooms(118308)).all()
    assert (sheet[4:68, 140:204] == render.rooms(479999)).all()
    pair = render.pair(118308, 5, size=64)
    assert (pair[4:68, 4:68] == render.rooms(118308)).all()
    assert (pair[4:68, 72:136] == render.rooms(5)).all()
    assert pair[70:].min() < 100  # there are words below
    with pytest.raises(InputError):
        render.sheet([])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: render.rooms(5, "big"), "a picture size of 'big'"),
        (lambda: render.rooms(5, 64.0), "a picture size of 64.0"),
        (lambda: render.rooms(5, None), "a picture size of None"),
        (lambda: render.rooms(5, True), "a picture size of True"),
        (lambda: render.rooms(5, 10**5000), "a picture size of"),
        (lambda: render.rooms([[1, 2], [3]]), "image ids"),
        (lambda: render.pair(True, 5), "image id True"),
        (lambda: render.pair([1, 2], 5), "image id "),
        (lambda: render.sheet([]), "a contact sheet of 0 rooms"),
        (lambda: render.sheet(None), "image ids None"),
        (lambda: render.sheet([1, 2], columns=0), "columns = 0"),
        (lambda: render.sheet([1, 2], columns="two"), "columns = 'two'"),
        (lambda: render.png([1, 2]), "one picture"),
        (lambda: render.png(np.zeros((4, 4, 3))), "type float64"),
        (lambda: render.png(np.zeros((2, 4, 4, 3), np.uint8)), "one picture"),
        (lambda: render.build(workers=0), "workers = 0"),
    ],
)
def test_arguments_of_the_wrong_type_are_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_no_ids_make_no_pictures() -> None:
    assert render.rooms([]).shape == (0, 64, 64, 3)
