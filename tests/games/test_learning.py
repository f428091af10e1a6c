"""Captioning and games learn something; a run that was killed goes on to the very same weights."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.games.play import ROUNDS, play  # noqa: E402
from grice.games.runs import train_one  # noqa: E402
from grice.training.captioner.agents import Agent, tensors_of  # noqa: E402
from grice.training.captioner.fitting import fit  # noqa: E402
from grice.training.captioner.running import LOG  # noqa: E402
from tiny_agents import CAPTIONER, GAME, seen  # noqa: E402


def silent(_line: str) -> None:
    pass


@cache
def captioner() -> tuple[Agent, list[dict]]:
    return fit(CAPTIONER, seen(), say=silent)


class Killed(Exception):
    pass


def killed_at(report: int):
    """A listener of reports that ends the run at one of them, before its checkpoint."""
    heard = []

    def say(line: str) -> None:
        heard.append(line)
        if len(heard) == report:
            raise Killed

    return say


def test_a_captioner_learns_to_tell_rooms_apart() -> None:
    _, points = captioner()
    assert points[-1]["loss"] < 0.5 * points[0]["loss"]
    first, last = (point["sets"]["one feature"] for point in (points[0], points[-1]))
    assert last["literal"] > first["literal"] + 0.2
    assert last["parses"] > 0.9


@pytest.mark.parametrize("method", ["reinforce", "expert"])
def test_a_game_raises_the_reward_and_its_listener_beats_chance(method: str) -> None:
    config = replace(GAME, game=replace(GAME.game, method=method, draws=3))
    if method == "expert":
        config = replace(config, training=replace(config.training, epochs=2.5))
    _, _, points = play(config, captioner()[0], seen(), say=silent)
    rewards = [point["reward"] for point in points]
    assert rewards[-1] > rewards[0] + 0.2
    assert points[-1]["sets"]["one feature"]["listener"] > 0.75
    assert points[-1]["sets"]["all"]["literal"] > captioner()[1][-1]["sets"]["all"]["literal"] - 0.05
    assert {"likelihood", "parses", "k", "false"} <= points[-1]["sets"]["all"].keys()


def test_a_transformer_learns_too() -> None:
    config = replace(CAPTIONER, speaker=replace(CAPTIONER.speaker, architecture="transformer"))
    config = replace(config, training=replace(config.training, epochs=3, rate=3e-3))
    _, points = fit(config, seen(), say=silent)
    assert points[-1]["loss"] < 0.6 * points[0]["loss"]


def test_a_killed_game_goes_on_to_the_very_same_weights(tmp_path: Path) -> None:
    config = replace(GAME, training=replace(GAME.training, epochs=1.0), game=replace(GAME.game, baseline="mean"))
    speaker, listener, points = play(config, captioner()[0], seen(), tmp_path / "whole", silent)
    with pytest.raises(Killed):
        play(config, captioner()[0], seen(), tmp_path / "killed", killed_at(3))
    again, hears, resumed = play(config, captioner()[0], seen(), tmp_path / "killed", silent)
    for one, other in ((speaker, again), (listener, hears)):
        ours, theirs = tensors_of(one.module), tensors_of(other.module)
        assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
    logs = [[json.loads(line) for line in (tmp_path / run / LOG).open()] for run in ("whole", "killed")]
    assert [line["loss"] for line in logs[0]] == [line["loss"] for line in logs[1]]
    assert [point["reward"] for point in points] == [point["reward"] for point in resumed]


def test_another_start_is_another_run(tmp_path: Path) -> None:
    config = replace(GAME, training=replace(GAME.training, epochs=0.1, reports=1))
    play(config, captioner()[0], seen(), tmp_path, silent)
    other, _ = fit(replace(CAPTIONER, seed=1, training=replace(CAPTIONER.training, epochs=0.1)), seen(), say=silent)
    with pytest.raises(InputError, match="belongs to another run"):
        play(config, other, seen(), tmp_path, silent)


def test_a_run_that_no_longer_improves_ends_early() -> None:
    training = replace(CAPTIONER.training, rate=0.0, reports=8, patience=2, epochs=2)
    _, points = fit(replace(CAPTIONER, training=training), seen(), say=silent)
    assert len(points) == 3


def test_rounds_are_written_with_rooms_captions_and_rewards(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    config = replace(GAME, training=replace(GAME.training, epochs=0.2, reports=1))
    play(config, captioner()[0], seen(), tmp_path, silent, dumped=2)
    table = pq.read_table(tmp_path / ROUNDS).to_pydict()
    assert len(table["target"]) == 2 * config.training.batch
    assert set(table["place"]) == {0, 1}
    assert set(table["target"]) <= set(seen().table.ids.tolist())
    assert all(value <= 0 for value in table["log_probability"])
    right = np.array(table["choice"]) == np.array(table["place"])
    # The rules pay 1 for the trained listener and 1 for the literal one.
    assert np.all(np.array(table["reward"])[~right] <= 0)


def test_a_start_of_another_encoder_or_width_is_refused() -> None:
    start, _ = captioner()
    other = Agent(start.module, start.words, start.longest, {**start.about, "features": {"encoder": "lite0"}})
    with pytest.raises(InputError, match=r"features.encoder"):
        train_one(GAME, seen(), other, None)
    with pytest.raises(InputError, match=r"speaker.width = 64"):
        train_one(replace(GAME, speaker=replace(GAME.speaker, width=64)), seen(), start, None)
