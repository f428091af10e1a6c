"""How long a thread do prediction and reference share? ROUGE-L (Lin, 2004), from their longest common subsequence.

Precision is its length over the prediction's, recall over the reference's; with several references the best of each.
F weighs recall by beta = 1.2, as the COCO caption tools do: (1 + b²) P R / (R + b² P).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.inputs import of_texts, texts
from grice.words.ngrams import words

BETA = 1.2


class Rouge(Metric):
    """ROUGE-L with its precision and recall."""

    name = "rouge"
    values = (
        Value("rouge", "F of the longest common subsequence of words"),
        Value("precision", "its share of the prediction, with the best reference"),
        Value("recall", "its share of the reference, with the best reference"),
    )

    def settings(self) -> Mapping[str, str]:
        return {"form": "L", "beta": str(BETA), "words": "regex-lower"}

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        given = texts(rows)
        found = [rouge_l(p, refs) for p, refs in zip(given.predictions, given.references, strict=True)]
        table = np.array(found, np.float64).reshape(-1, 3)
        return of_texts(given, {v.name: column for v, column in zip(self.values, table.T, strict=True)})


def rouge_l(prediction: str, references: Sequence[str]) -> tuple[float, float, float]:
    """F, precision and recall."""
    said = words(prediction)
    listed = [words(reference) for reference in references]
    common = [subsequence(said, reference) for reference in listed]
    precision = max(common) / max(1, len(said))
    recall = max(length / max(1, len(reference)) for length, reference in zip(common, listed, strict=True))
    if not precision or not recall:
        return 0.0, precision, recall
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision), precision, recall


def subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    best = [0] * (len(other) + 1)
    for word in one:
        before = 0
        for j, against in enumerate(other, start=1):
            before, best[j] = best[j], before + 1 if word == against else max(best[j], best[j - 1])
    return best[-1]
