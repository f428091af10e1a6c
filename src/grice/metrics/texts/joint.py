"""What do two texts, read together, say for and against each other, word by word? Readings of pairs as evidence.

A word of the caption is as well borne out as its least piece, by the reference that bears it out best; a word of a
reference is as well said as its least piece. Chances are those of the reader (`grice.encoders.pairs`), which learned
them from words that an edit made false.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice.encoders.pairs import PairReading
from grice.words.english import closed
from grice.words.morphology import noun_lemma
from grice.words.split import Span, is_symbol, words_of_text

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Word:
    """A word of a text, where it stands, and the chance that the other side bears it out."""

    text: str
    span: Span
    chance: float


def chances(logits: NDArray[np.float32]) -> Floats:
    found: Floats = 1 / (1 + np.exp(-logits.astype(np.float64)))
    return found


def precision(readings: Sequence[PairReading]) -> float:
    """Over the caption's pieces, the mean chance that some reference bears one out."""
    best = np.max([reading.caption for reading in readings], axis=0)
    return float(chances(best).mean()) if len(best) else 0.0


def recall(readings: Sequence[PairReading]) -> float:
    """Over the pieces of a reference, the mean chance that the caption says one; in the mean over references."""
    return float(np.mean([chances(r.reference).mean() if len(r.reference) else 0.0 for r in readings]))


def words(text: str, spans: Sequence[Span], found: Floats) -> list[Word]:
    """The words of a text from the chances of its pieces and where those stand: the least of each word's."""
    made = []
    seen = words_of_text(text)
    for word, (start, end) in zip(seen.words, seen.spans, strict=True):
        inside = [chance for (first, last), chance in zip(spans, found, strict=True) if first < end and last > start]
        if inside and not is_symbol(word):
            made.append(Word(word, (start, end), float(min(inside))))
    return made


def caption_words(text: str, spans: Sequence[Span], readings: Sequence[PairReading]) -> list[Word]:
    """The words of a caption, each with the best chance any reference gives it."""
    return words(text, spans, chances(np.max([reading.caption for reading in readings], axis=0)))


def missing(
    references: Sequence[str], spans: Sequence[Sequence[Span]], readings: Sequence[PairReading], unlikely: float
) -> list[str]:
    """Words that at least half of the references have and the caption does not say, the most frequent first."""
    unsaid: dict[str, list[str]] = {}
    for text, places, reading in zip(references, spans, readings, strict=True):
        found = words(text, places, chances(reading.reference))
        left = {noun_lemma(w.text): w.text for w in found if w.chance < unlikely and w.text not in closed()}
        for lemma, shown in left.items():
            unsaid.setdefault(lemma, []).append(shown)
    wanted = (len(references) + 1) // 2
    ordered = sorted(unsaid.values(), key=lambda shown: -len(shown))
    return [f"{shown[0]} ({len(shown)} of {len(references)})" for shown in ordered if len(shown) >= wanted]
