"""`grice render` and `grice corpora export` as a user runs them."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from grice.scenes import render

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_room_a_sheet_and_a_pair(grice: Run, tmp_path: Path) -> None:
    assert grice("render", 118308, "--out", tmp_path / "room.png").returncode == 0
    assert (np.asarray(Image.open(tmp_path / "room.png")) == render.rooms(118308)).all()
    for arguments, size in (
        ((118308, "--size", 256), (256, 256)),
        ((1, 2, 3, 4), render.sheet([1, 2, 3, 4]).shape[1::-1]),
        ((118308, 235786, "--pair"), render.pair(118308, 235786).shape[1::-1]),
    ):
        done = grice("render", *arguments, "--out", tmp_path / "room.png", "--force")
        assert done.returncode == 0, done.stderr
        assert Image.open(tmp_path / "room.png").size == size


def test_shapes_as_svg_and_png(grice: Run, tmp_path: Path) -> None:
    assert grice("render", "--counts", "2,0,0,2", "--out", tmp_path / "a.svg").returncode == 0
    assert (tmp_path / "a.svg").read_text() == render.counts((2, 0, 0, 2))
    done = grice("render", "--counts", "green stars=3", "--safe", "--size", 200, "--out", tmp_path / "a.png")
    assert done.returncode == 0
    assert Image.open(tmp_path / "a.png").size == (200, 150)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((480000, "--out", "a.png"), "image id 480000"),
        (("ten", "--out", "a.png"), "whole numbers"),
        ((5, "--out", "a.jpg"), ".png"),
        ((5, "--out", "there.png"), "--force"),
        ((5, "--out", "there.png/below.png"), "cannot be written"),
        ((5, "--size", 3, "--out", "a.png"), "picture size"),
        ((5, "--pair", "--out", "a.png"), "two ids"),
        (("--out", "a.png"), "nothing to draw"),
        ((5,), "--out"),
        ((5, "--counts", "1,1,1,1", "--out", "a.png"), "both"),
        (("--counts", "1,1,1,1", "--pair", "--out", "a.png"), "--counts with --pair"),
        (("--counts", "1,1,1,1", "--columns", 2, "--out", "a.png"), "--counts with --columns"),
        (("--counts", "1,2", "--out", "a.svg"), "4 numbers"),
        ((99999999999999999999, "--out", "a.png"), "smaller number"),
        (("9" * 5000, "--out", "a.png"), "smaller number"),
        (("--counts", "blue squares=", "--out", "a.svg"), "whole numbers"),
        (("--counts", "1,1,1,1", "--seed", "-1", "--out", "a.svg"), "seed = -1"),
        ((5, 6, "--columns", 0, "--out", "a.png"), "columns = 0"),
    ],
)
def test_mistakes_end_with_a_message_and_status_2(
    grice: Run, tmp_path: Path, arguments: tuple[object, ...], said: str
) -> None:
    (tmp_path / "there.png").write_text("mine")
    done = grice("render", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there.png"]
    assert (tmp_path / "there.png").read_text() == "mine"


def test_everything_can_be_prepared_beforehand(grice: Run, tmp_path: Path) -> None:
    render.build()
    done = grice("render", "--build", 7, "--out", tmp_path / "a.png")
    assert done.returncode == 0, done.stderr
    assert "0 of 480" in done.stderr
    assert (np.asarray(Image.open(tmp_path / "a.png")) == render.rooms(7)).all()


def test_export_writes_the_chosen_rooms(grice: Run, tmp_path: Path) -> None:
    out = tmp_path / "rooms.npz"
    arguments = ("--format", "npz", "--split", "test", "--fix", "shape=ball", "--fix", "scale=0,1", "--limit", 20)
    done = grice("corpora", "export", "shapes3d", "--out", out, *arguments)
    assert done.returncode == 0, done.stderr
    with np.load(out) as loaded:
        assert loaded["images"].shape == (20, 64, 64, 3)
        assert set(loaded["features"][:, 4]) == {2}
        assert set(loaded["features"][:, 3]) <= {0, 1}
    done = grice("corpora", "export", "shapes3d", "--out", out, *arguments)
    assert done.returncode == 2
    done = grice("corpora", "export", "shapes3d", "--out", tmp_path / "b.npz", "--format", "npz", "--h5", out)
    assert done.returncode == 2
    assert "HDF5" in done.stderr
