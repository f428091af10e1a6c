"""A table of features has a row for each room, is kept on disk with its encoder's name, and says what is missing."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.scenes import render  # noqa: E402
from grice.training.captioner import features  # noqa: E402
from grice.training.captioner.features import encoder, kept, tabulate  # noqa: E402

IDS = np.array([118308, 228, 118311, 228])
"""Rooms of one size and shape: what rendering must prepare for others takes long."""


def test_rooms_are_looked_up_by_id_whatever_their_order() -> None:
    by = encoder("pixels")
    (table,) = tabulate(IDS, [by])
    assert len(table.ids) == 3
    torch.testing.assert_close(table.of(IDS), by.encode(render.rooms(IDS), "cpu"))


def test_two_processes_give_the_table_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "AT_ONCE", 1)
    one, two = (tabulate(IDS, [encoder("pixels")], processes=count)[0] for count in (1, 2))
    torch.testing.assert_close(one.values, two.values)


def test_the_shipped_encoder_sees_the_same_at_run_time() -> None:
    from grice.encoders.rooms import load

    pictures = render.rooms(IDS[:2])
    ours = encoder("lite0")
    assert ours.fingerprint == load("lite0").fingerprint
    torch.testing.assert_close(
        ours.encode(pictures, "cpu"), torch.from_numpy(load("lite0").encode(pictures)), rtol=1e-3, atol=1e-3
    )


def test_a_kept_table_is_read_back_and_one_of_another_encoder_refused(tmp_path: Path) -> None:
    (table,) = tabulate(IDS, [encoder("pixels")])
    table.save(tmp_path)
    read = kept(tmp_path, encoder("pixels"))
    torch.testing.assert_close(read.values, table.values)
    with pytest.raises(InputError, match="are of the encoder pixels"):
        kept(tmp_path, encoder("lite0"))


def test_a_missing_cache_and_a_missing_room_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"does not exist[\s\S]*leave `cache` out"):
        kept(tmp_path / "none", encoder("pixels"))
    (table,) = tabulate(IDS, [encoder("pixels")])
    with pytest.raises(InputError, match="room 7 among them"):
        table.of(np.array([228, 7]))


@pytest.mark.parametrize("pictures", [np.zeros((2, 32, 32, 3), np.uint8), np.zeros((2, 64, 64, 3), np.float32)])
def test_pictures_of_another_size_or_type_are_refused(pictures: np.ndarray) -> None:
    for name in ("pixels", "lite0"):
        with pytest.raises(InputError, match=r"uint8 of shape \(n, 64, 64, 3\)"):
            encoder(name).encode(pictures, "cpu")


def test_an_unknown_encoder_lists_those_there_are() -> None:
    with pytest.raises(InputError, match="lite0"):
        encoder("vgg")
