"""A trained speaker says the same without torch, from ids and from pictures, alone and in company; and says what is
wrong with a folder."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grice.encoders import rooms as encoders
from grice.errors import InputError
from grice.networks import manifest
from grice.networks.rowwise import restore, store
from grice.networks.tensors import read_tensors, write_tensors
from grice.scenes.render import rooms
from grice.speakers.rooms.agent_folder import END, PAD, START, WEIGHTS
from grice.speakers.rooms.captioner import TrainedSpeaker
from grice.speakers.rooms.decoding import likeliest, log_probabilities
from untrained_agents import LONGEST, WIDTH, words, write_agent

# Of one size and shape, so that few geometries are traced.
TARGETS = [118300, 118308, 142308, 22301]
RIVALS = [[118308], [], [22301, 118300, 70303], [142308]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return write_agent(tmp_path_factory.mktemp("agents") / "tiny")


@pytest.fixture(scope="module")
def speaker(folder) -> TrainedSpeaker:
    return TrainedSpeaker("tiny", agent=folder)


def features(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).random((count, encoders.load("lite0").size), np.float32)


def test_greedy_captions_are_those_of_a_torch_lstm(folder, speaker) -> None:
    torch = pytest.importorskip("torch")
    held = {name: torch.from_numpy(array) for name, array in restore(read_tensors(folder / WEIGHTS)).items()}
    lstm = torch.nn.LSTM(3 * WIDTH, WIDTH, batch_first=True)
    lstm.load_state_dict(
        {
            "weight_ih_l0": held["lstm.weight_ih"],
            "weight_hh_l0": held["lstm.weight_hh"],
            "bias_ih_l0": held["lstm.bias"],
            "bias_hh_l0": torch.zeros(4 * WIDTH),
        }
    )
    target, rival = features(300), features(300, 1)

    def project(images):
        standard = (torch.from_numpy(images) - held["features.mean"]) / held["features.scale"]
        return torch.nn.functional.linear(standard, held["project.weight"], held["project.bias"])

    with torch.no_grad():
        seen, state = torch.cat([project(target), project(rival)], 1), None
        word, found = torch.full((300,), START), []
        for _ in range(LONGEST + 1):
            given = torch.cat([seen, held["words.weight"][word]], 1)[:, None]
            out, state = lstm(given, state)
            word = torch.nn.functional.linear(out[:, 0], held["out.weight"], held["out.bias"]).argmax(1)
            found.append(word)
    numbers = torch.stack(found, 1).tolist()
    expected = [" ".join(words()[n] for n in row[: row.index(END) if END in row else None]) for row in numbers]
    said = speaker.from_features(target, rival)
    assert len(set(said)) > 20
    assert np.mean([one == other for one, other in zip(said, expected, strict=True)]) > 0.995


@pytest.mark.parametrize("architecture", ["lstm", "transformer"])
def test_what_training_writes_speaks_as_it_did_in_training(tmp_path, architecture) -> None:
    torch = pytest.importorskip("torch")
    from grice.training.captioner.agents import new_speaker, rounded, save_agent
    from grice.training.captioner.decoding import decode
    from grice.training.captioner.wordlist import longest_caption, of_grammars

    torch.manual_seed(0)
    size, known = encoders.load("lite0").size, of_grammars()
    module = new_speaker(architecture, len(known), size, 64).eval()
    with torch.no_grad():
        for matrix in (module.out.weight, module.words.weight):
            matrix.mul_(12)
    rounded(module)
    about = {
        "kind": "speaker",
        "architecture": architecture,
        "width": 64,
        "features": {"encoder": "lite0", "fingerprint": encoders.load("lite0").fingerprint, "size": size},
        "vocabulary": list(known.words),
        "longest": longest_caption(),
    }
    save_agent(module, tmp_path / "agent", about)
    target, rival = features(200), features(200, 1)
    with torch.no_grad():
        seen = module.seen(torch.from_numpy(target), torch.from_numpy(rival))
        expected = known.texts(decode(module, seen, longest_caption()).numpy())
    said = TrainedSpeaker("tiny", agent=tmp_path / "agent").from_features(target, rival)
    assert len(set(said)) > 15
    assert np.mean([one == other for one, other in zip(said, expected, strict=True)]) > 0.99


def test_ids_and_pictures_give_the_same_captions(speaker) -> None:
    by_id = speaker(TARGETS, RIVALS)
    pictures = [rooms(rivals) for rivals in RIVALS]
    assert speaker(rooms(TARGETS), pictures) == by_id
    assert speaker(list(rooms(TARGETS)), [list(some) for some in pictures]) == by_id
    assert speaker(rooms(TARGETS[0]), rooms(RIVALS[0]))[0] == by_id[0]
    assert speaker(rooms(TARGETS)) == speaker(TARGETS)


def test_a_caption_depends_on_its_own_rooms_alone(speaker) -> None:
    together = speaker(TARGETS, RIVALS)
    assert [speaker(target, rivals)[0] for target, rivals in zip(TARGETS, RIVALS, strict=True)] == together
    assert speaker(TARGETS[::-1], RIVALS[::-1]) == together[::-1]
    # The order of distractors does not matter: they are averaged.
    assert speaker(TARGETS[2], RIVALS[2][::-1])[0] == together[2]


def test_without_distractors_the_target_stands_in_both_places(speaker) -> None:
    shown = features(3)
    assert speaker.from_features(shown) == speaker.from_features(shown, shown)


def test_a_speaker_that_learned_from_single_rooms_is_shown_no_distractors(tmp_path, speaker) -> None:
    alone = TrainedSpeaker("tiny", agent=write_agent(tmp_path / "agent", context="alone"))
    target, rival = features(50), features(50, 1)
    assert alone.from_features(target, rival) == speaker.from_features(target)
    assert alone.from_features(target, rival) != speaker.from_features(target, rival)


@pytest.mark.parametrize("decoding", ["sampling", "nucleus"])
def test_what_is_drawn_follows_from_the_seed_and_the_row(speaker, decoding) -> None:
    drawing = replace(speaker, decoding=decoding)
    target, rival = features(300), features(300, 1)
    first = drawing.from_features(target, rival, seed=1)
    assert first == drawing.from_features(target, rival, seed=1)
    assert first != drawing.from_features(target, rival, seed=2)
    assert first[:5] == drawing.from_features(target[:5], rival[:5], seed=1)


def test_a_small_nucleus_and_a_low_temperature_are_greedy(speaker) -> None:
    target, rival = features(50), features(50, 1)
    greedy = speaker.from_features(target, rival)
    assert replace(speaker, decoding="nucleus", top=1e-6).from_features(target, rival) == greedy
    assert replace(speaker, decoding="sampling", temperature=1e-4).from_features(target, rival) == greedy
    assert replace(speaker, decoding="beam", beams=1).from_features(target, rival) == greedy


def test_words_are_drawn_as_often_as_their_probability_says(speaker) -> None:
    target, rival = (np.repeat(features(1, seed), 4000, 0) for seed in (0, 1))
    said = replace(speaker, decoding="sampling").from_features(target, rival)
    first = [(text.split() or [words()[END]])[0] for text in said]
    seen = np.concatenate([speaker.loaded.project(some[:1]) for some in (target, rival)], 1)
    logits, _ = speaker.network.step(speaker.network.begin(seen), np.array([START]))
    shares = np.exp(logits[0] - logits.max()) / np.exp(logits[0] - logits.max()).sum()
    for word in np.argsort(-shares)[:3]:
        assert first.count(words()[word]) / 4000 == pytest.approx(shares[word], abs=0.035)


def test_beam_search_finds_likelier_captions_and_their_probability(speaker) -> None:
    seen = np.concatenate([speaker.loaded.project(features(40)), speaker.loaded.project(features(40, 1))], 1)
    found, scores = likeliest(speaker.network, seen, 6)
    assert (np.diff(scores, axis=1) <= 0).all()
    for rank in range(6):
        again = log_probabilities(speaker.network, seen, found[:, rank])
        np.testing.assert_allclose(scores[:, rank], again, atol=1e-3)
    greedy = likeliest(speaker.network, seen, 1)[1][:, 0]
    assert (scores[:, 0] >= greedy - 1e-4).mean() > 0.9
    assert scores[:, 0].mean() > greedy.mean()
    assert all(len({tuple(row) for row in rows}) == 6 for rows in found.tolist())
    assert set(found[found != PAD].tolist()) & {END}


def test_integers_restore_to_a_hundredth_of_their_row() -> None:
    matrix = np.random.default_rng(0).normal(size=(7, 30)).astype(np.float32)
    matrix[3] = 0
    restored = restore(store({"m": matrix, "v": matrix[0]}))
    assert (np.abs(restored["m"] - matrix).max(1) <= np.abs(matrix).max(1) / 254 + 1e-7).all()
    np.testing.assert_array_equal(restored["v"], matrix[0])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"kind": "listener"}, "holds a listener"),
        ({"width": 48}, "has the shape"),
        ({"vocabulary": ["red"]}, "vocabulary of"),
        ({"features": {"encoder": "lite0"}}, "lacks 'fingerprint'"),
        ({"architecture": "perceptron"}, "architecture 'perceptron'"),
    ],
)
def test_a_folder_of_another_shape_is_refused(tmp_path, changed, message) -> None:
    with pytest.raises(InputError, match=message):
        TrainedSpeaker("tiny", agent=write_agent(tmp_path / "agent", **changed))


def test_another_encoder_than_it_learned_with_is_refused(tmp_path) -> None:
    seen = {"encoder": "lite0", "fingerprint": "00000000", "size": 2048}
    speaker = TrainedSpeaker("tiny", agent=write_agent(tmp_path / "agent", features=seen))
    with pytest.raises(InputError, match="learned with the encoder lite0@00000000"):
        speaker(TARGETS)


def test_damaged_and_missing_weights_are_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="no agent in"):
        TrainedSpeaker("tiny", agent=tmp_path / "none")
    folder = write_agent(tmp_path / "agent")
    tensors = {name: np.array(held) for name, held in read_tensors(folder / WEIGHTS).items()}
    del tensors["out.bias"]
    write_tensors(folder / WEIGHTS, tensors)
    with pytest.raises(InputError, match="sha256"):
        TrainedSpeaker("tiny", agent=folder)
    manifest.write(folder, [WEIGHTS], manifest.about(folder))
    with pytest.raises(InputError, match=r"lacks the weights out\.bias"):
        TrainedSpeaker("tiny", agent=folder)


def test_pictures_of_another_kind_are_refused(speaker) -> None:
    with pytest.raises(InputError, match="shape"):
        speaker(np.zeros((2, 32, 32, 3), np.uint8))
    with pytest.raises(InputError, match="type float64"):
        speaker(np.zeros((2, 64, 64, 3)))
    with pytest.raises(InputError, match="2 targets and 1 lists"):
        speaker(np.zeros((2, 64, 64, 3), np.uint8), [[]])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decoding": "loud"}, "decoding 'loud'"),
        ({"beams": 0}, "beams"),
        ({"top": 2}, "top"),
        ({"temperature": 0}, "temp"),
    ],
)
def test_settings_are_checked(folder, options, message) -> None:
    with pytest.raises(InputError, match=message):
        TrainedSpeaker("tiny", agent=folder, **options)
