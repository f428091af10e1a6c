"""Where are the words? A batch of texts as one flat array of lower-case words with their places, all at once.

Hyphens, apostrophes and dashes separate words ("medium-sized" is two), punctuation leaves a gap that readers can use.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

NO_GAP, COMMA, STOP = 0, 1, 2

_WORD = np.zeros(256, bool)
_WORD[[*range(ord("a"), ord("z") + 1), *range(ord("A"), ord("Z") + 1), *range(ord("0"), ord("9") + 1)]] = True
_WORD[128:] = True
_LOWER = np.arange(256, dtype=np.uint8)
_LOWER[ord("A") : ord("Z") + 1] += 32
_STOPS = np.isin(np.arange(256), np.frombuffer(b".;:!?\n", np.uint8))
_COMMAS = np.isin(np.arange(256), np.frombuffer(b",()/", np.uint8))


@dataclass(frozen=True)
class Tokens:
    """Flat arrays with an entry per word: which text it is in, its character span, and the punctuation before it."""

    item: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    gap: NDArray[np.int8]
    words: pa.Array

    def __len__(self) -> int:
        return len(self.item)


def tokenise(texts: pa.Array) -> Tokens:
    """The words of every text of an Arrow string array without nulls."""
    texts = pa.concat_arrays([texts]).cast(pa.large_string())
    offsets = np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]
    first, last = (int(offsets[0]), int(offsets[-1])) if len(texts) else (0, 0)
    data = np.frombuffer(texts.buffers()[2] or b"", np.uint8)[first:last]
    offsets = offsets - first
    in_word = _WORD[data]
    _part_at_dashes(data, in_word)
    new_item = np.zeros(len(data) + 1, bool)
    new_item[offsets] = True
    before = np.concatenate(([False], in_word[:-1])) & ~new_item[: len(data)]
    after = np.concatenate((in_word[1:], [False])) & ~new_item[1:]
    starts, ends = np.flatnonzero(in_word & ~before), np.flatnonzero(in_word & ~after) + 1
    item = np.searchsorted(offsets, starts, side="right") - 1
    letters = _LOWER[data[in_word]]
    word_offsets = np.concatenate(([0], np.cumsum(ends - starts))).astype(np.int64)
    words = pa.LargeStringArray.from_buffers(len(starts), pa.py_buffer(word_offsets), pa.py_buffer(letters.tobytes()))
    character = np.concatenate(([0], np.cumsum((data & 0xC0) != 0x80)))
    origin = character[offsets[item]] if len(item) else np.zeros(0, np.int64)
    return Tokens(item, character[starts] - origin, character[ends] - origin, _gaps(data, starts, ends), words)


def _part_at_dashes(data: NDArray[np.uint8], in_word: NDArray[np.bool_]) -> None:
    """Characters beyond ASCII that are not letters: U+0080 to U+00BF (no-break space, guillemets) and U+2010 to U+2026
    (typographic dashes, quotes, dots), in UTF-8 C2 and one byte, or E2 80 and one byte."""
    signs = np.flatnonzero(data[:-1] == 0xC2)
    dashes = np.flatnonzero((data[:-2] == 0xE2) & (data[1:-1] == 0x80) & (data[2:] >= 0x90) & (data[2:] <= 0xA6))
    for lead, length in ((signs, 2), (dashes, 3)):
        for byte in range(length):
            in_word[lead + byte] = False


def _gaps(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int8]:
    """The strongest punctuation between a word and the one before it."""
    gap = np.zeros(len(starts), np.int8)
    if len(starts) > 1:
        for kind, members in ((COMMA, _COMMAS), (STOP, _STOPS)):
            seen = np.concatenate(([0], np.cumsum(members[data])))
            gap[1:][seen[starts[1:]] > seen[ends[:-1]]] = kind
    return gap
