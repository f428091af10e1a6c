"""What does a caption mention of a room? Features by their words: one mention to look at, or many as flat arrays.

A mention is a phrase, the values it can stand for and its head noun; whether it is true is another question
(`grice.readers.rooms.truth`). Mentions under one negation are denied together: "not a red block" is false of a red
block, and true of a blue block as of a red ball.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

KINDS = ("hue", "scale", "shape", "orientation")
"""What can be mentioned; a hue belongs to floor, wall or object."""
HEADS = ("floor", "wall", "object")
NO_HEAD = -1


@dataclass(frozen=True)
class Mention:
    """One mention: its place in the caption, what it can mean, its head, and its status.

    `feature` and `status` are None where no target was given; `feature` is None too for a colour that the target does
    not have, or that several of its features share without a head noun to tell which.
    """

    text: str
    start: int
    end: int
    kind: str
    values: tuple[str, ...]
    head: str | None
    feature: str | None = None
    status: str | None = None
    denied: bool = False


@dataclass(frozen=True)
class Mentions:
    """Flat arrays with an entry per mention, in the order of the captions and of their words."""

    captions: int
    item: NDArray[np.int64]
    kind: NDArray[np.int8]
    """The class of the vocabulary: hue, scale, shape or orientation."""
    values: NDArray[np.int32]
    """A bit for every value the mention can stand for."""
    of_label: NDArray[np.bool_]
    """Whether the words are the grammar's own for a label, so that labels decide what is contrastive."""
    words: pa.Array
    """The phrase, as the vocabulary writes it."""
    head: NDArray[np.int8]
    """Its head: an index into HEADS, or NO_HEAD."""
    noun: NDArray[np.int64]
    """Mentions directly before one and the same noun share this number; -1 elsewhere."""
    denial: NDArray[np.int64]
    """Mentions that are denied together share this number; -1 for those that are asserted."""
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    unplaced_item: NDArray[np.int64]
    unplaced: pa.Array
    """The words that are in no phrase of the vocabulary."""

    def __len__(self) -> int:
        return len(self.item)

    @property
    def denied(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.denial >= 0
        return found

    def crossed(self, counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Every mention with every scene of its caption, where caption i has the next `counts[i]` of a run of scenes:
        the mention's number and the scene's number, pair by pair."""
        times = counts[self.item]
        begins = np.cumsum(counts) - counts
        mention = np.repeat(np.arange(len(self)), times)
        within = np.arange(int(times.sum())) - np.repeat(np.cumsum(times) - times, times)
        return mention, np.repeat(begins[self.item], times) + within
