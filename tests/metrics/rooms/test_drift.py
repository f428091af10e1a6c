"""Drift says what has become of a speaker's language, and reads it from the log of a run."""

import json

import numpy as np
import pytest

from grice.errors import InputError
from grice.metrics.rooms.drift import drift, likelihood, over_time, plot
from grice.readers.rooms.trained_listener import TrainedListener
from grice.scenes.context import sample
from grice.speakers.base import load
from grice.speakers.rooms.captioner import TrainedSpeaker
from grice.speakers.rooms.decoding import log_probabilities
from untrained_agents import write_agent


def test_a_speaker_of_the_grammars_has_not_drifted() -> None:
    pairs = sample(200, seed=1)
    rivals = pairs.distractors[:, None].tolist()
    said = load("exhaustive")(pairs.targets, rivals)
    found = drift(said, pairs.targets.tolist(), rivals, before=said)
    assert (found.parses, found.true, found.false, found.more_true, found.more_false) == (1, 6, 0, 0, 0)
    assert found.literal == 1.0
    assert (found.trained, found.gap, found.likelihood) == (None, None, None)


def test_a_private_code_shows_in_every_kind(tmp_path) -> None:
    # Of one size and shape, so that few geometries are traced.
    targets, rivals = [118300, 118308, 142308], [[118308], [22301], [118300]]
    before = load("exhaustive")(targets, rivals)
    speaker = TrainedSpeaker("tiny", agent=write_agent(tmp_path / "speaker"))
    listener = TrainedListener("tiny", agent=write_agent(tmp_path / "listener", "listener"))
    found = drift(["a a floor floor"] * 3, targets, rivals, before, speaker, listener)
    assert (found.parses, found.true, found.more_true, found.literal) == (0, 0, -6, 0)
    assert found.gap == found.trained
    assert found.likelihood is not None
    assert found.likelihood < 0


def test_likelihood_is_the_mean_log_probability_of_a_word(tmp_path) -> None:
    speaker = TrainedSpeaker("tiny", agent=write_agent(tmp_path / "speaker"))
    texts, targets = ["a red ball", "huge"], [118300, 118308]
    found = likelihood(speaker, texts, targets)
    for text, target, value in zip(texts, targets, found, strict=True):
        seen = speaker.alone(speaker.sight.rooms(np.array([target]))[0])
        numbers = np.array([[*speaker.loaded.numbers(text), 1]])
        alone = log_probabilities(speaker.network, seen, numbers)[0]
        assert value == pytest.approx(alone / (len(text.split()) + 1), abs=1e-4)


def test_the_log_of_a_run_becomes_a_table_and_a_plot(tmp_path) -> None:
    log = tmp_path / "rp" / "log.jsonl"
    log.parent.mkdir()
    values = {"parses": 0.9, "k": 3.0, "false": 0.2, "literal": 0.8, "listener": 0.95}
    lines = [{"step": step, "sets": {"all": values | {"parses": 1 - step / 100}}} for step in (0, 50)]
    log.write_text("\n".join(map(json.dumps, lines)))
    records = over_time(log).records()
    assert [record["parses"] for record in records] == [1.0, 0.5]
    assert records[1]["gap"] == pytest.approx(0.15)
    plot({"rp": log}, tmp_path / "drift.svg")
    assert "pragmatic" in (tmp_path / "drift.svg").read_text()


def test_what_is_no_log_is_refused(tmp_path) -> None:
    (tmp_path / "log.jsonl").write_text("{}\n")
    for name, message in (("log.jsonl", "no log of a training run"), ("none.jsonl", "does not exist")):
        with pytest.raises(InputError, match=message):
            over_time(tmp_path / name)
