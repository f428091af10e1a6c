"""Each distinct string is embedded once, and once for all where there is a folder."""

import pickle
from pathlib import Path

import numpy as np

from grice.encoders.memory import VectorMemory
from handmade import Directions

DEGREES = {name: 10.0 * i for i, name in enumerate("abcdefgh")}


def test_a_string_is_asked_for_once_and_comes_back_in_order() -> None:
    encoder = Directions(DEGREES)
    memory = VectorMemory(encoder)
    first = memory.encode(["a", "b", "a"])
    second = memory.encode(["c", "b", "a"])
    assert encoder.asked == ["a", "b", "c"]
    np.testing.assert_array_equal(first, Directions(DEGREES).encode(["a", "b", "a"]))
    np.testing.assert_array_equal(second, Directions(DEGREES).encode(["c", "b", "a"]))
    assert memory.encode([]).shape == (0, 2)


def test_a_folder_serves_the_next_process(tmp_path: Path) -> None:
    VectorMemory(Directions(DEGREES), tmp_path).encode(["a", "b"])
    VectorMemory(Directions(DEGREES), tmp_path).encode(["c", "a"])
    encoder = Directions(DEGREES)
    memory = VectorMemory(encoder, tmp_path)
    found = memory.encode(["d", "c", "b", "a", "e"])
    assert encoder.asked == ["d", "e"]
    np.testing.assert_array_equal(found, Directions(DEGREES).encode(["d", "c", "b", "a", "e"]))


def test_vectors_of_other_weights_are_not_mixed_in(tmp_path: Path) -> None:
    VectorMemory(Directions(DEGREES), tmp_path).encode(["a"])
    other = Directions({"a": 90.0})
    other.fingerprint = "retrained"  # type: ignore[misc]
    np.testing.assert_allclose(VectorMemory(other, tmp_path).encode(["a"]), [[0, 1]], atol=1e-7)


def test_beyond_the_limit_it_forgets_and_still_answers() -> None:
    encoder = Directions(DEGREES)
    memory = VectorMemory(encoder, limit=3)
    for texts in (["a", "b"], ["c", "d", "a"], list("abcdefgh"), ["h", "a"]):
        np.testing.assert_array_equal(memory.encode(texts), Directions(DEGREES).encode(texts))
    assert len(memory) <= 8


def test_token_vectors_are_asked_for_once() -> None:
    encoder = Directions(DEGREES)
    memory = VectorMemory(encoder)
    memory.tokens(["a b", "c"])
    assert [tokens.pieces for tokens in memory.tokens(["c", "a b"])] == [("c",), ("a", "b")]
    assert encoder.asked == ["a", "b", "c"]


def test_it_survives_the_way_to_another_process() -> None:
    memory = VectorMemory(Directions(DEGREES))
    memory.encode(["a"])
    copy = pickle.loads(pickle.dumps(memory))
    np.testing.assert_array_equal(copy.encode(["b"]), memory.encode(["b"]))
