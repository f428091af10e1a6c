"""What a network remembers of captions moves with their rows, and a copy is its own."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grice.readers.graphs.network.model import ROOM, CaptionMemory

ROWS = 4


def memory(room: int = ROWS) -> CaptionMemory:
    """Row i holds the number i, and has written nothing."""
    seen = np.arange(ROWS, dtype=np.float32)[:, None]
    return CaptionMemory({"seen": seen}, {"past": np.empty((ROWS, 1, 0, 1), np.float32)}, ROWS).take(range(ROWS), room)


def written(one: CaptionMemory, pieces: list[int]) -> CaptionMemory:
    """The memory after each row wrote a piece."""
    grown = one.grown()
    grown.given()["past"][:, 0, grown.pieces - 1, 0] = pieces
    return grown


@given(st.lists(st.lists(st.integers(0, ROWS - 1), min_size=1, max_size=2 * ROWS), min_size=1, max_size=ROOM + 2))
def test_rows_carry_what_they_saw_and_wrote(choices: list[list[int]]) -> None:
    one = memory(2 * ROWS)
    expected: list[tuple[int, tuple[int, ...]]] = [(i, ()) for i in range(ROWS)]
    for step, choice in enumerate(choices):
        pieces = [10 * step + k for k in range(len(expected))]
        one = written(one, pieces)
        rows = [k % len(expected) for k in choice]
        expected = [(expected[k][0], (*expected[k][1], pieces[k])) for k in rows]
        one = one.keep(rows, rows)
    found = one.given()
    assert found["seen"][:, 0].tolist() == [of for of, _ in expected]
    assert found["past"][:, 0, : one.pieces, 0].tolist() == [list(pieces) for _, pieces in expected]


def test_a_copy_leaves_the_original_as_it_was() -> None:
    original = memory()
    copy = original.take([3, 1], 4)
    copy.keep([1, 1], [1, 1])
    assert original.given()["seen"][:, 0].tolist() == [0, 1, 2, 3]
    assert copy.given()["seen"][:, 0].tolist() == [1, 1]


def test_rows_that_stay_are_not_copied() -> None:
    one = memory()
    before = one.seen["seen"]
    kept = one.keep([0, 1, 3], [0, 1, 3])
    assert kept.given()["seen"].base is before
