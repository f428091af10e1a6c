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
_COUNTS = tuple(f"{what}{n}" for what in ("matched", "said") for n in range(1, LONGEST + 1))
_LENGTHS = ("length", "nearest")


class Bleu(Metric):
    """BLEU-4 in front, BLEU-1 to BLEU-3 behind."""

    name = "bleu"
    values = tuple(Value(f"bleu{n}", f"BLEU over runs of up to {n} words") for n in (4, 1, 2, 3))

    def settings(self) -> Mapping[str, str]:
        return {"words": "regex-lower", "length": "nearest", "items": "tiny"}

    def measure(self, rows: Rows) -> Measured:
        given = texts(rows)
        counts = [count(p, refs) for p, refs in zip(given.predictions, given.references, strict=True)]
        table = np.array(counts, np.float64).reshape(-1, len(_COUNTS) + 2)
        scores = _bleu(table, _TINY, _SMALL)
        columns = {
            name: spread(column, given.rows, len(rows))
            for name, column in zip((*_COUNTS, *_LENGTHS), table.T, strict=True)
        }
        values = {v.name: spread(scores[v.name], given.rows, len(rows)) for v in self.values}
        details = pa.table({name: pa.array(column, from_pandas=True) for name, column in columns.items()})
        return Measured(values, given.errors, details)

    def statistics(self, measured: Measured) -> NDArray[np.float64]:
        """Besides what every metric adds up, the counts of which BLEU over a corpus is made."""
        assert measured.details is not None
        names = (*_COUNTS, *_LENGTHS)
        counts: list[Any] = [measured.details.column(name).to_numpy(zero_copy_only=False) for name in names]
        return np.concatenate([super().statistics(measured), np.nan_to_num(np.stack(counts, axis=-1))], axis=1)

    def compute(self, sums: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        return _bleu(sums[..., 2 * len(self.values) :], 0.0, 0.0)


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
