"""What is written holds whole words only: those of the source, and those that training targets hold."""

from dataclasses import dataclass

import numpy as np
import pytest

import grice
from grice.networks.pieces import SPECIAL, PieceTable, joined
from grice.networks.wholeness import Wholeness

SIGNS = ("<next>", "<is>")
PIECES = [*SPECIAL, *SIGNS, "mis", "##sp", "##ell", "cat", "##s", "##sha", "##pen", "tres", "##sle"]
OUTPUTS = len(SPECIAL) + len(SIGNS) + 6
ROW = {piece: i for i, piece in enumerate(PIECES)}


@dataclass
class Asked:
    """One step: the pieces so far, the caption, and which pieces are left with a chance."""

    run: tuple[str, ...]
    caption: tuple[str, ...]
    left: set[str]
    closes: bool


@pytest.mark.parametrize(
    "asked",
    [
        Asked(("mis",), (), {"##sp"}, closes=False),
        Asked(("mis",), ("mis", "##sha", "##pen"), {"##sp", "##sha"}, closes=False),
        Asked(("mis", "##sha"), ("mis", "##sha", "##pen"), {"##pen"}, closes=False),
        Asked(("mis", "##sha", "##pen"), ("mis", "##sha", "##pen"), set(), closes=True),
        Asked(("cat",), (), {"##s"}, closes=True),
        Asked(("cat", "##s"), (), set(), closes=True),
        Asked(("tres",), ("tres", "##sle"), {"##sle"}, closes=False),
        Asked((), ("tres", "##sle"), set(), closes=True),
    ],
    ids=lambda asked: f"{asked.run} of {asked.caption}",
)
def test_a_word_goes_on_to_a_known_word_and_ends_only_there(asked: Asked) -> None:
    known = [("mis", "##sp", "##ell"), ("cat",), ("cat", "##s")]
    table = PieceTable(PIECES, OUTPUTS, None, [[ROW[piece] for piece in word] for word in known], SIGNS)
    wholeness = Wholeness(table)
    source = np.array([[ROW[piece] for piece in asked.caption] or [0]])
    copies = np.array([table.source_outputs(source[0].tolist())])
    chances = np.full((1, OUTPUTS + source.shape[1]), 0.5, np.float32)
    run = tuple(ROW[piece] for piece in asked.run)
    words = wholeness.words_in(source[0], [tuple(word) for word in table.words])
    wholeness.restrict(chances, [run], source, copies, [words])
    rows = [i if i < OUTPUTS else int(source[0, i - OUTPUTS]) for i in np.flatnonzero(chances[0])]
    assert {PIECES[row] for row in rows if PIECES[row].startswith("##")} == asked.left
    assert (ROW["<next>"] in rows) == asked.closes
    assert (ROW["mis"] in rows) == asked.closes, "a new word begins only where the last one is whole"


def test_a_piece_that_continues_no_word_stands_by_itself() -> None:
    assert joined(["cat", "<is>", "##s"], SIGNS) == ["cat", "<is>", "s"]


@pytest.mark.parametrize(
    ("caption", "word"),
    [("a cat looking at a misshapen carrot", "misshapen"), ("an unattractive pitcher", "unattractive")],
)
def test_rare_words_of_the_caption_come_out_whole(caption: str, word: str) -> None:
    graph = grice.parse(caption)
    words = {part for fact in graph.facts for field in fact for part in field.split()}
    assert word in words
