"""Real pictures are the judge: fidelity, and whether a model of ours reads them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grice.benchmarks import rooms as benchmark
from grice.benchmarks.picture_reader import learn
from grice.corpora.shapes3d_export import export
from grice.errors import InputError
from grice.report import room_pictures as report
from grice.report.page import Section, page
from grice.report.settings import Settings
from grice.scenes import render, rooms

Corpus = Callable[[str], Path]


def test_rooms_are_as_faithful_as_promised(corpus: Corpus) -> None:
    table = benchmark.fidelity(benchmark.real_pictures(corpus("shapes3d")))
    rows = {row["id"]: row["all"] for row in table.records()}
    assert rows["118308"] < 2.0
    assert rows["mean"] < 0.75
    assert rows["worst"] < 1.0


@pytest.mark.long
def test_a_reader_that_saw_rendered_rooms_alone_reads_every_feature_of_real_ones(corpus: Corpus) -> None:
    pictures = benchmark.real_pictures(corpus("shapes3d"))
    reader = learn()
    accuracy = dict(zip(rooms.FEATURES, reader.accuracy(pictures.images, pictures.ids), strict=True))
    assert min(accuracy.values()) == 1.0, accuracy
    others = np.random.default_rng(1).choice(rooms.COUNT, 1000, replace=False)
    assert reader.accuracy(render.rooms(others), others).min() > 0.995
    assert (reader.read(pictures.images) == learn().read(pictures.images)).all()


def test_pictures_of_ours_differ_from_themselves_by_nothing(tmp_path: Path) -> None:
    ids = np.array([3, 118308])
    export(tmp_path / "real", "png", ids)
    pictures = benchmark.real_pictures(tmp_path / "real")
    assert pictures.ids.tolist() == ids.tolist()
    rows = benchmark.fidelity(pictures).records()
    assert [row["all"] for row in rows] == [0.0] * 4
    assert (report.compare(pictures)[:, 128:192] == 128).all()


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        benchmark.real_pictures(tmp_path)
    (tmp_path / "labels.csv").write_text("id\n7\n")
    with pytest.raises(InputError, match="cannot be read"):
        benchmark.real_pictures(tmp_path)
    (tmp_path / "7.png").write_bytes(b"no picture")
    with pytest.raises(InputError, match="cannot be read"):
        benchmark.real_pictures(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("given", [True, False])
def test_the_report_compares_where_it_can(given: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "learn", lambda seed: learn(pictures=256, seed=seed))
    monkeypatch.setenv("GRICE_DATA", str(tmp_path))
    if given:
        export(tmp_path / "shapes3d", "png", np.array([3, 118308, 7]))
    html = page("t", [Section("Rooms", list(report.parts(Settings(seed=1))))])
    assert ("real | ours | difference" in html) == given
    assert html.count("data:image/png;base64,") == (2 if given else 1)


@pytest.mark.long
def test_all_geometries_build_within_a_minute_and_pictures_are_fast() -> None:
    rows = {row["what"]: row["measured"] for row in benchmark.speed(0).records()}
    build, *rates = rows.values()
    assert build < 60
    # 25,000 and more on a core of its own; a fifth of that still tells a table look-up from drawing.
    assert min(rates) > 5_000
