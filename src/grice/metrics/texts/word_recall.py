"""How well are the words of references found in a caption, and its words in them? Recall, specificity, what lacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from grice.encoders.base import TokenVectors, Vectors, unit

FAR = 0.4
"""Cosine below which a word is shown as not found. It serves the eye: no score depends on it."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Side:
    """The pieces of one text, their centred vectors and what each weighs."""

    pieces: tuple[str, ...]
    vectors: Vectors
    weights: Floats

    @classmethod
    def of(cls, tokens: TokenVectors, mean: Vectors, weights: Floats) -> "Side":
        return cls(tokens.pieces, unit(tokens.vectors - mean), weights)

    def mean(self, cosines: Floats) -> float:
        total = self.weights.sum()
        return float(cosines @ self.weights / total) if total else 0.0


def matched(
    caption: Side, references: Sequence[Side]
) -> tuple[tuple[float, float], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Recall and specificity by greedy matching of pieces (as BERTScore, Zhang et al. 2020), and what is not found."""
    if not caption.pieces or not all(reference.pieces for reference in references):
        return (0.0, 0.0), ((), ())
    sizes = [len(reference.pieces) for reference in references]
    starts = np.cumsum([0, *sizes[:-1]])
    words = np.concatenate([reference.vectors for reference in references])
    cosines = (words @ caption.vectors.T).astype(np.float64)
    rows = np.maximum.reduceat(cosines, starts)
    columns = np.split(cosines.max(axis=1), starts[1:])
    recall = float(np.mean([side.mean(best) for side, best in zip(references, columns, strict=True)]))
    recall = min(1.0, recall / agreement(references, words, starts))
    best = rows.max(axis=0)
    specific = caption.mean(best) - float(np.mean([caption.mean(row) for row in rows]))
    lacking: dict[str, int] = {}
    for side, cosines in zip(references, columns, strict=True):
        for word in dict.fromkeys(_words_below(side, cosines)):
            lacking[word] = lacking.get(word, 0) + 1
    missing = [
        f"{word} ({count} of {len(references)})"
        for word, count in sorted(lacking.items(), key=lambda entry: -entry[1])
        if 2 * count >= len(references)
    ]
    return (recall, specific), (tuple(dict.fromkeys(_words_below(caption, best))), tuple(missing))


def agreement(references: Sequence[Side], words: Vectors, starts: NDArray[np.int64]) -> float:
    """How well references recall each other, as the length of the centre of vectors that are as alike: 1 if they are
    the same, or there is but one."""
    n = len(references)
    if n == 1:
        return 1.0
    best = np.maximum.reduceat((words @ words.T).astype(np.float64), starts)
    recalls = [
        [side.mean(row) for row in some] for side, some in zip(references, np.split(best, starts[1:], 1), strict=True)
    ]
    mean = (np.sum(recalls) - np.trace(recalls)) / (n * (n - 1))
    return float(np.sqrt((1 + (n - 1) * max(mean, 0.0)) / n))


def _words_below(side: Side, cosines: Floats) -> list[str]:
    """Words whose best piece is not found and that are not among the commonest, their pieces joined."""
    # Plain numbers: an array takes longer to give one of a few than to find the largest of many.
    weights, near = side.weights.tolist(), cosines.tolist()
    common = median(weights) / 2
    starts = [i for i, piece in enumerate(side.pieces) if not piece.startswith("##")] or [0]
    found = []
    for start, end in zip(starts, [*starts[1:], len(side.pieces)], strict=True):
        if max(near[start:end]) < FAR and max(weights[start:end]) > common and side.pieces[start].isalnum():
            found.append("".join(piece.removeprefix("##") for piece in side.pieces[start:end]))
    return found
