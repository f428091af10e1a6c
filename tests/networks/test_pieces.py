"""The table of pieces: outputs first, what is only copied behind them, words put together again."""

import numpy as np
import pytest

from grice.networks.pieces import END, PAD, SPECIAL, START, UNKNOWN, PieceTable, joined, pointed
from tiny_networks import word_pieces

SIGNS = ("<stop>",)


@pytest.fixture(scope="module")
def table() -> PieceTable:
    tokenizer = word_pieces(["dog", "runs", "zebra", "well", "known"])
    return PieceTable.laid_out(tokenizer, SIGNS, ["dog", "well-known", "<stop>"], ["dog", "zebra"])


def test_outputs_are_the_pieces_of_targets_and_come_first(table: PieceTable) -> None:
    assert list(table.pieces[: table.outputs]) == [*SPECIAL, *SIGNS, "dog", "well", "-", "known"]
    assert list(table.pieces[table.outputs :]) == ["zebra"]
    assert table.words == [[table.row["dog"]], [table.row["well"]], [table.row["-"]], [table.row["known"]]]


def test_rows_and_words_are_two_sides_of_one_thing(table: PieceTable) -> None:
    words = ["dog", "<stop>", "well-known", "zebra"]
    assert table.spelled([START, *table.rows(words), END, table.row["dog"], PAD]) == words
    assert table.rows(["\u4e00"]) == [UNKNOWN]


def test_a_piece_that_is_no_output_is_copied_from_its_first_place(table: PieceTable) -> None:
    source = table.source(["zebra", "dog", "zebra"])
    outputs = table.source_outputs(source)
    assert outputs == [START, table.outputs + 1, table.row["dog"], table.outputs + 1, END]
    rows = pointed(np.array([outputs]), np.array([source]), table.outputs)
    assert rows.tolist() == [source]


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        (["well", "-", "known", "dog"], ["well-known", "dog"]),
        (["ze", "##bra", "<stop>", "##s"], ["zebra", "<stop>", "s"]),
        (["woman", "'", "s", "hat"], ["woman's", "hat"]),
        (["show", "3", ":", "15"], ["show", "3:15"]),
        (["two", ":", "a", "man"], ["two", ":", "a", "man"]),
        (["$", "1", ".", "99", "a", "pound"], ["$1.99", "a", "pound"]),
        ([], []),
    ],
)
def test_pieces_are_joined_as_they_were_split(pieces: list[str], words: list[str]) -> None:
    assert joined(pieces, SIGNS) == words
