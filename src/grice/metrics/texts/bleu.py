"""How many of the prediction's word runs does a reference have? BLEU (Papineni et al., ACL 2002), 1 to 4 words.

Precision of n-grams, each counted at most as often as in the reference that has most of it, in the geometric mean over
n, times exp(1 - r / c) where the prediction (c words) is shorter than the reference of the nearest length (r words).
Over a corpus, counts are added up first, as the paper has it. Of a single item a missing n-gram would make a zero of
everything, so there 1e-15 is added to the matches and 1e-9 to the totals, the constants of the COCO caption tools.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.inputs import spread, texts
from grice.words.ngrams import LONGEST, Ngram, ngrams, words

_TINY, _SMALL = 1e-15, 1e-9
COUNTS = (*(f"{what}{n}" for what in ("matched", "said") for n in range(1, LONGEST + 1)), "length", "nearest")
"""What adds up: n-grams matched and said, words said, words of the reference nearest in length."""


class Bleu(Metric):
    """BLEU-4 in front, BLEU-1 to BLEU-3 behind."""

    name = "bleu"
    values = tuple(Value(f"bleu{n}", f"BLEU over runs of up to {n} words") for n in (4, 1, 2, 3))

    def settings(self) -> Mapping[str, str]:
        return {"words": "regex-lower", "length": "nearest", "items": "tiny"}

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        # A prediction that cannot be read is one without words: the shorter for it is the corpus, not the fewer.
        given = texts(rows, silent=True)
        counts = [count(p, refs) for p, refs in zip(given.predictions, given.references, strict=True)]
        table = np.array(counts, np.float64).reshape(-1, len(COUNTS))
        scores = _bleu(table, _TINY, _SMALL)
        columns = {name: spread(column, given.rows, len(rows)) for name, column in zip(COUNTS, table.T, strict=True)}
        return Measured(
            {v.name: spread(scores[v.name], given.rows, len(rows)) for v in self.values},
            given.errors,
            given.unreadable,
            {name: np.nan_to_num(column) for name, column in columns.items()},
            pa.table({name: pa.array(column, from_pandas=True) for name, column in columns.items()}),
            left_out=given.left_out,
        )

    @property
    def summed(self) -> tuple[str, ...]:
        return COUNTS

    def compute(self, sums: Mapping[str, Any]) -> dict[str, Any]:
        """BLEU of the counts of all items together."""
        return _bleu(np.stack([np.asarray(sums[name], np.float64) for name in COUNTS], axis=-1), 0.0, 0.0)


def count(prediction: str, references: Sequence[str]) -> list[int]:
    """Matches for n = 1 to 4, n-grams said for n = 1 to 4, words said, words of the reference nearest in length."""
    said = words(prediction)
    listed = [words(reference) for reference in references]
    most: Counter[Ngram] = Counter()
    for reference in listed:
        most |= ngrams(reference)
    matched = [0] * LONGEST
    for ngram, often in ngrams(said).items():
        matched[len(ngram) - 1] += min(often, most[ngram])
    total = [max(0, len(said) - n + 1) for n in range(1, LONGEST + 1)]
    nearest = min((abs(len(reference) - len(said)), len(reference)) for reference in listed)[1]
    return [*matched, *total, len(said), nearest]


def _bleu(counts: NDArray[np.float64], tiny: float, small: float) -> dict[str, NDArray[np.float64]]:
    matched, said = counts[..., :LONGEST], counts[..., LONGEST : 2 * LONGEST]
    length, nearest = counts[..., -2], counts[..., -1]
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.cumsum(np.log((matched + tiny) / (said + small)), axis=-1) / np.arange(1, LONGEST + 1)
        short = np.exp(np.minimum(0, 1 - (nearest + tiny) / (length + small)))
        scores = np.exp(logs) * short[..., None]
    if not tiny:
        # Predictions too short for any run of n words have none right.
        scores = np.where((said == 0) & (length[..., None] > 0), 0.0, scores)
    return {f"bleu{n}": scores[..., n - 1] for n in range(1, LONGEST + 1)}
