"""A run that was stopped ends where it would have ended; a run that was begun otherwise is refused; nothing is left."""

import os
import signal
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.training import checkpoints  # noqa: E402
from grice.training.parser.augment import Mixture  # noqa: E402
from grice.training.parser.editions import Editions, EditionsAhead  # noqa: E402
from grice.training.parser.fitting import ParserRun, fit  # noqa: E402
from grice.training.parser.pretrained import load_encoder  # noqa: E402
from grice.training.parser.rows import Row  # noqa: E402
from grice.training.parser.trained import load_parser  # noqa: E402
from tiny_runs import CALM, TINY, small_data, words  # noqa: E402

RECIPE = replace(TINY, dropout=0.2, batch=4, mixture=Mixture(join=0.5, substitute=0.5, calm=0.6))
RUN = ParserRun("r", RECIPE, seed=3, steps=30)


class Stop(Exception):
    pass


def stop_at(text: str):
    """A listener that ends the run when it hears of something."""

    def say(line: str) -> None:
        if text in line:
            raise Stop

    return say


def quiet(_line: str) -> None:
    pass


def same(one: Path, other: Path) -> None:
    """Both folders hold the same weights and the same record, but for the time it took."""
    (first, _, about), (second, _, again) = load_parser(one), load_parser(other)
    assert all(torch.equal(a, b) for a, b in zip(first.parameters(), second.parameters(), strict=True))
    curves = [[{**point, "seconds": 0} for point in record["measured"]["curve"]] for record in (about, again)]
    assert curves[0] == curves[1]
    assert about["measured"]["steps"] == again["measured"]["steps"]


@pytest.fixture
def encoder(tiny_encoder):
    return load_encoder(tiny_encoder(words(small_data())))


@pytest.mark.long
def test_two_halves_of_a_run_end_exactly_where_one_run_does(encoder, tmp_path: Path) -> None:
    """Weights and curve after 30 steps are the same, stopped half-way or not, with editions ahead of time or not."""
    data, whole, halves = small_data(), tmp_path / "whole", tmp_path / "halves"
    fit(RUN, data, encoder, whole, quiet)
    with pytest.raises(Stop):
        fit(replace(RUN, ahead=True), data, encoder, halves, stop_at("step 18"))
    assert not active_children(), "the process that makes editions ends with the run"
    assert not (halves / "parser.json").exists()
    fit(RUN, data, encoder, halves, quiet)
    same(whole, halves)
    before = (halves / "parser.json").read_bytes()
    said: list[str] = []
    fit(RUN, data, encoder, halves, said.append)
    assert not said, "a finished run is not trained again"
    assert (halves / "parser.json").read_bytes() == before


OTHER = [
    ("seed was 3 and is 4", {"seed": 4}),
    ("steps was 30 and is 60", {"steps": 60}),
    ("recipe changed", {"recipe": replace(RECIPE, smoothing=0.0)}),
]


def test_a_run_begun_with_other_options_is_refused(encoder, tmp_path: Path) -> None:
    data = small_data()
    fewer = replace(data, rows=data.rows[1:])
    short = replace(RUN, steps=30)
    with pytest.raises(Stop):
        fit(short, data, encoder, tmp_path, stop_at("step 12"))
    for finished in (False, True):
        if finished:
            fit(short, data, encoder, tmp_path, quiet)
        for message, change in OTHER:
            with pytest.raises(InputError, match=message) as refused:
                fit(replace(short, **change), data, encoder, tmp_path, stop_at("step"))
            assert "--out" in str(refused.value)
        with pytest.raises(InputError, match="training rows changed"):
            fit(short, fewer, encoder, tmp_path, stop_at("step"))


@pytest.mark.parametrize("length", [{}, {"steps": 0}, {"steps": -1}, {"minutes": 0.0}, {"steps": 3, "minutes": 1.0}])
def test_a_run_has_one_length(length: dict[str, float]) -> None:
    with pytest.raises(InputError, match="--steps and --minutes"):
        ParserRun("r", RECIPE, **length)


def test_a_disk_that_is_full_costs_neither_the_last_checkpoint_nor_room(encoder, tmp_path: Path, monkeypatch) -> None:
    import safetensors.torch

    data, out = small_data(), tmp_path / "run"
    with pytest.raises(Stop):
        fit(RUN, data, encoder, out, stop_at("step 12"))
    file = out / "checkpoint" / checkpoints.NAME
    before = file.read_bytes()

    def full(_tensors, path: str, **_metadata: object) -> None:
        Path(path).write_bytes(before[:1000])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(safetensors.torch, "save_file", full)
        with pytest.raises(OSError, match="No space"):
            fit(RUN, data, encoder, out, quiet)
    assert [path.name for path in file.parent.iterdir()] == [checkpoints.NAME]
    assert file.read_bytes() == before
    for broken in (before[:1000], b"something else"):
        file.write_bytes(broken)
        with pytest.raises(InputError, match="is not a checkpoint of grice"):
            fit(RUN, data, encoder, out, quiet)


def test_editions_ahead_of_time_are_the_same_editions(encoder) -> None:
    data = small_data()
    editions = Editions(data.rows, data.vocabulary(encoder.tokenizer), Mixture(join=0.5, substitute=0.5), 1)
    ahead = EditionsAhead(editions)
    try:
        for epoch in range(3):
            for ours, theirs in zip(ahead(epoch, 0.0), editions(epoch, 0.0), strict=True):
                assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
    finally:
        ahead.close()


def test_the_end_of_the_process_that_makes_editions_is_noticed(encoder) -> None:
    data, others = small_data(), active_children()
    editions = Editions(data.rows, data.vocabulary(encoder.tokenizer), Mixture(join=0.5), 1)
    ahead = EditionsAhead(editions, processes=1)
    try:
        ahead(0, 0.0)
        (child,) = [one for one in active_children() if one not in others]
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        with pytest.raises(InputError, match="a process that makes epochs ahead of time ended"):
            ahead(2, 0.0)
    finally:
        ahead.close()


def test_captions_too_long_to_learn_from_are_counted(encoder, tmp_path: Path) -> None:
    """Longer than any bucket, and than the encoder has positions."""
    data = small_data()
    endless = Row(("ball",) * 300, (("ball",),), (("ball",),))
    said: list[str] = []
    fit(
        ParserRun("r", CALM, steps=1),
        replace(data, rows=[*data.rows, endless], dev=[endless]),
        encoder,
        tmp_path,
        said.append,
    )
    assert said[0] == "left out: 1 of 7 rows, with more than 136 pieces in a caption or 256 in a graph"
