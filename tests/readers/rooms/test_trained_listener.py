"""A trained listener chooses as its network says: the same without torch, from ids and from pictures."""

from pathlib import Path

import numpy as np
import pytest

from grice.errors import InputError
from grice.networks.rowwise import restore
from grice.networks.tensors import read_tensors
from grice.readers.rooms.trained_listener import TrainedListener, read
from grice.scenes.render import rooms
from grice.speakers.rooms.agent_folder import END, WEIGHTS
from untrained_agents import WIDTH, words, write_agent

CANDIDATES = [[118300, 118308], [142308, 22301, 118300], [118308]]
TEXTS = ["a red object on green floor", "something nearly in the middle", "a huge pill"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return write_agent(tmp_path_factory.mktemp("agents") / "tiny", "listener")


@pytest.fixture(scope="module")
def listener(folder) -> TrainedListener:
    return TrainedListener("tiny", agent=folder)


def test_a_caption_is_read_as_a_torch_lstm_reads_it(folder, listener) -> None:
    torch = pytest.importorskip("torch")
    held = {name: torch.from_numpy(array) for name, array in restore(read_tensors(folder / WEIGHTS)).items()}
    lstm = torch.nn.LSTM(WIDTH, WIDTH, batch_first=True)
    names = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0")
    state = dict(zip(names, (held[f"lstm.{name}"] for name in ("weight_ih", "weight_hh", "bias")), strict=True))
    lstm.load_state_dict(state | {"bias_hh_l0": torch.zeros(4 * WIDTH)})
    rng = np.random.default_rng(0)
    captions = [rng.integers(4, len(words()), size=length).tolist() for length in rng.integers(0, 20, size=300)]
    found = read(listener.loaded, captions)
    with torch.no_grad():
        for caption, understood in zip(captions[:40], found, strict=False):
            expected = lstm(held["words.weight"][[*caption, END]][None])[1][0][0, 0]
            np.testing.assert_allclose(understood, expected.numpy(), atol=1e-5)


def test_ids_and_pictures_give_the_same_choices(listener) -> None:
    choices = listener.listen(TEXTS, CANDIDATES)
    shown = listener.listen(TEXTS, [list(rooms(ids)) for ids in CANDIDATES])
    assert [choice.place for choice in shown] == [choice.place for choice in choices]
    for one, other in zip(shown, choices, strict=True):
        assert one.weights == pytest.approx(other.weights, abs=1e-5)
    assert [sum(choice.weights) for choice in choices] == pytest.approx([1, 1, 1])
    assert choices[2].place == 0


def test_the_order_of_candidates_does_not_matter(listener) -> None:
    (one,) = listener.listen(TEXTS[:1], [[118300, 118308, 22301]])
    (other,) = listener.listen(TEXTS[:1], [[22301, 118308, 118300]])
    assert one.weights == pytest.approx(other.weights[::-1], abs=1e-6)


def test_what_it_never_learned_is_said(listener) -> None:
    unheard, partly, wrong = listener.listen(["quidditch", "a zebra", ""], [[0, 60]] * 3)
    assert (unheard.place, wrong.place) == (None, None)
    assert partly.place is not None
    assert "1 words were never learned" in partly.reason


def test_a_speaker_is_no_listener(tmp_path) -> None:
    with pytest.raises(InputError, match="holds a speaker"):
        TrainedListener("tiny", agent=write_agent(tmp_path / "speaker"))
