"""Search finds the likeliest row that its constraint allows, for any network with a step and any constraint.

The network is a table of chances by what was written, and the constraint one that a parser does not have: letters, of
which none may come twice in a row, and no more than five.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np
import pytest

from grice.networks.pieces import END, START
from grice.networks.search import End, Found, _settled, beam, greedy

LETTERS = 3
FIRST = 5
OUTPUTS = FIRST + LETTERS
LONGEST = 5
PLACES = 4


@dataclass(frozen=True)
class Written:
    """What a network remembers here: which input, what was written, and at what the last step looked."""

    of: tuple[int, ...]
    pieces: tuple[tuple[int, ...], ...]
    looks: np.ndarray = field(default_factory=lambda: np.empty((0, PLACES), np.float32))

    def keep(self, rows: Sequence[int], seen: Sequence[int]) -> "Written":
        return Written(tuple(self.of[i] for i in seen), tuple(self.pieces[i] for i in rows))


class Table:
    """Chances and looks drawn once for every input and everything that may have been written."""

    def __init__(self, seed: int) -> None:
        self.seed, self.steps = seed, 0

    def chances(self, of: int, pieces: tuple[int, ...]) -> np.ndarray:
        rng = np.random.default_rng([self.seed, of, *pieces])
        found = np.zeros(OUTPUTS, np.float32)
        found[[END, *range(FIRST, OUTPUTS)]] = rng.dirichlet(np.full(LETTERS + 1, 0.7))
        return found

    def looks(self, of: int, pieces: tuple[int, ...]) -> np.ndarray:
        rng = np.random.default_rng([self.seed, 1, of, *pieces])
        return rng.dirichlet(np.ones(PLACES)).astype(np.float32)

    def step(self, last: np.ndarray, place: int, memory: Written) -> tuple[np.ndarray, Written]:
        self.steps += len(last)
        pieces = tuple(
            (*before, int(piece)) if place else () for before, piece in zip(memory.pieces, last, strict=True)
        )
        chances, looks = (
            np.stack([drawn(of, p) for of, p in zip(memory.of, pieces, strict=True)])
            for drawn in (self.chances, self.looks)
        )
        return chances, Written(memory.of, pieces, looks)


@dataclass(frozen=True)
class Word:
    of: int
    letters: tuple[int, ...] = ()
    end: End | None = None

    @property
    def whole(self) -> int:
        return len(self.letters)


class Letters:
    """No letter twice in a row; a word of more than five letters goes on for ever; END is not part of it."""

    def __init__(self, count: int) -> None:
        self.count = count

    def begin(self) -> list[Word]:
        return [Word(i) for i in range(self.count)]

    def restrict(self, chances: np.ndarray, rows: Sequence[Word]) -> None:
        for i, row in enumerate(rows):
            if row.letters:
                chances[i, row.letters[-1]] = 0.0
            else:
                chances[i, END] = 0.0

    def pieces(self, outputs: np.ndarray, rows: Sequence[Word]) -> np.ndarray:
        assert len(outputs) == len(rows)
        return outputs

    def places(self, looks: np.ndarray, pieces: np.ndarray, rows: Sequence[Word]) -> np.ndarray:
        assert len(looks) == len(pieces) == len(rows)
        return found_at(looks, pieces)

    def grown(self, row: Word, piece: int) -> Word:
        if piece == END:
            return Word(row.of, row.letters, End.FINISHED)
        return Word(row.of, (*row.letters, piece), End.ENDLESS if len(row.letters) == LONGEST else None)


def found_at(looks: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """A place that follows from the look and the piece, so that neither can be another row's."""
    return (looks.argmax(-1) + pieces) % PLACES


def start(*of: int) -> Written:
    return Written(of, ((),) * len(of))


def score(table: Table, of: int, word: tuple[int, ...]) -> float:
    """The log-probability of a word, its end included, computed letter by letter."""
    total = 0.0
    for i, piece in enumerate((*word, END)):
        total += float(np.log(np.float64(table.chances(of, word[:i])[piece])))
    return total


def assert_tells_how_it_was_written(found: Found, table: Table, of: int) -> None:
    """Each piece with its own log-probability, and found where the network looked while it wrote it."""
    before = [found.rows[:i] for i in range(len(found.rows))]
    logs = [np.log(table.chances(of, word)[piece]) for word, piece in zip(before, found.rows, strict=True)]
    places = [found_at(table.looks(of, word), piece) for word, piece in zip(before, found.rows, strict=True)]
    assert found.logs == pytest.approx(logs, abs=1e-5)
    assert found.places == tuple(places)


def allowed() -> list[tuple[int, ...]]:
    words = [word for n in range(1, LONGEST + 1) for word in product(range(FIRST, OUTPUTS), repeat=n)]
    return [word for word in words if all(a != b for a, b in pairwise(word))]


@pytest.mark.parametrize("seed", range(12))
def test_a_wide_beam_finds_the_likeliest_row_of_all(seed: int) -> None:
    table = Table(seed)
    (found,) = beam(table, Letters(1), start(0), LONGEST + 2, beams=64)
    best = max(allowed(), key=lambda word: score(table, 0, word))
    first = max(found.finished, key=lambda one: one.score)
    assert first.rows == best
    assert first.score == pytest.approx(score(table, 0, best), abs=1e-5)
    assert first.end is End.FINISHED
    for one in (*found.finished, found.left):
        assert_tells_how_it_was_written(one, table, 0)


@pytest.mark.parametrize("seed", range(12))
def test_greedy_takes_the_likeliest_piece_that_may_follow(seed: int) -> None:
    table = Table(seed)
    (found,) = greedy(table, Letters(1), start(0), LONGEST + 2)
    word: tuple[int, ...] = ()
    while len(word) <= LONGEST:
        chances = table.chances(0, word)
        chances[word[-1] if word else END] = 0.0
        piece = int(chances.argmax())
        if piece == END:
            break
        word = (*word, piece)
    assert found.rows == word
    assert found.end is (End.ENDLESS if len(word) > LONGEST else End.FINISHED)
    assert_tells_how_it_was_written(found, table, 0)


@pytest.mark.parametrize("seed", range(4))
def test_a_row_does_not_depend_on_its_neighbours(seed: int) -> None:
    table = Table(seed)
    together = greedy(table, Letters(7), start(*range(7)), LONGEST + 2)
    beams = beam(table, Letters(7), start(*range(7)), LONGEST + 2, beams=3)
    for of in range(7):
        (alone,) = greedy(table, Letters(1), start(of), LONGEST + 2)
        assert together[of] == alone
        (alone_beams,) = beam(table, Letters(1), start(of), LONGEST + 2, beams=3)
        assert beams[of] == alone_beams
        for one in (alone, *alone_beams.finished):
            assert_tells_how_it_was_written(one, table, of)


def test_rows_that_have_ended_leave_the_batch() -> None:
    table = Table(1)
    greedy(table, Letters(40), start(*range(40)), LONGEST + 2)
    lengths = [len(one.rows) + 1 for one in greedy(Table(1), Letters(40), start(*range(40)), LONGEST + 2)]
    assert table.steps < 40 * max(lengths)


def test_a_row_that_finds_no_end_in_time_says_so() -> None:
    table = Table(0)
    (found,) = greedy(table, Letters(1), start(0), 1)
    assert (found.end, len(found.rows)) == (None, 1)
    (beams,) = beam(table, Letters(1), start(0), 1, beams=2)
    assert beams.finished == []
    assert isinstance(beams.left, Found)
    assert START not in beams.left.rows


@pytest.mark.parametrize("parents", [[0, 1, 2], [1, 2], [2, 2, 2], [3, 0, 0, 1], [5, 4, 0, 0, 0, 0]])
def test_rows_stay_in_their_parents_place_where_they_can(parents: list[int]) -> None:
    order = _settled(parents)
    assert sorted(order) == list(range(len(parents)))
    placed = [parents[i] for i in order]
    assert all(placed[k] == k for k in set(parents) if k < len(parents))
