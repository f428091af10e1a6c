"""The network in 8-bit integers stays near the one in 32 bits, and depends on nothing but the text."""

import numpy as np
import pytest

from grice.encoders.minilm import MiniLM
from grice.networks import int8

TEXTS = [
    "",
    "dog",
    "red ball",
    "dogs chase ball",
    "man wear striped polo shirt",
    "café Ünïcode 漢字",
    "Two small dogs chase a red ball over the wet lawn behind the house.",
    "!!!",
    "dog " * 200,
]


@pytest.fixture(scope="module")
def exact() -> np.ndarray:
    return MiniLM(threads=1).encode(TEXTS)


@pytest.fixture(scope="module")
def fast() -> MiniLM:
    return MiniLM(threads=1, integers=True)


def test_vectors_are_near_those_of_32_bits(fast: MiniLM, exact: np.ndarray) -> None:
    found = fast.encode(TEXTS)
    # Plain 8-bit arithmetic, one scale per tensor, has 0.994 on average.
    assert (found * exact).sum(axis=1).min() > 0.9985
    np.testing.assert_allclose(found @ found.T, exact @ exact.T, atol=0.012)


def test_a_vector_does_not_depend_on_its_neighbours(fast: MiniLM) -> None:
    together = fast.encode(TEXTS)
    alone = np.concatenate([fast.encode([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_unsigned_weights_give_the_same_numbers(fast: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    # What a processor gets whose byte products would be cut at 16 bits.
    monkeypatch.setattr(int8, "integers_add_up", lambda: False)
    np.testing.assert_allclose(MiniLM(threads=1, integers=True).encode(TEXTS), fast.encode(TEXTS), atol=1e-6)


def test_it_is_made_the_same_each_time(fast: MiniLM) -> None:
    np.testing.assert_array_equal(MiniLM(threads=1, integers=True).encode(TEXTS), fast.encode(TEXTS))
    assert fast.name == "all-MiniLM-L6-v2-int8"
