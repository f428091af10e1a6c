"""Does the prediction say what the references agree on, in their rarer words? CIDEr-D (Vedantam et al., CVPR 2015).

For n = 1 to 4, prediction and reference are vectors of n-gram counts times log(N / df), df the number of items whose
references hold the n-gram, N the items. Each count of the prediction is cut to the reference's; the cosine is damped by
exp(-(difference of lengths)² / 2 sigma²), sigma = 6; the mean over n and references times 10 is the score.

Rarities come from a corpus: `idf`, a list of items' references. Without it they come from the rows that are judged
together (up to 8192 of a `grice.score` call), as the COCO caption tools do: then a score is one of these rows together.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

import numpy as np

from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.inputs import spread, texts
from grice.words.ngrams import LONGEST, Ngram, ngrams, words

SIGMA = 6.0
Weights = list[dict[Ngram, float]]
"""The weighted counts of a text, one table for each n."""


class Cider(Metric):
    """CIDEr-D from 0 to 10; reports usually multiply it by 100."""

    name = "cider"
    values = (Value("cider", "likeness of weighted n-grams, 10 times", highest=10.0),)

    def __init__(self, idf: Sequence[Sequence[str]] | None = None) -> None:
        self._rarity = None if idf is None else Rarity(idf)
        self._corpus = "rows" if idf is None else f"{len(idf)}@{_digest(idf)}"

    def settings(self) -> Mapping[str, str]:
        return {"form": "D", "sigma": f"{SIGMA:g}", "idf": self._corpus, "words": "regex-lower"}

    def measure(self, rows: Rows) -> Measured:
        given = texts(rows)
        if self._rarity is None and len(given.rows) < 2:
            for row in given.rows:
                given.errors[row] = "one item alone has no rare words: give Cider(idf=[references of a corpus])"
            return Measured({"cider": np.full(len(rows), np.nan)}, given.errors)
        rarity = self._rarity or Rarity(given.references)
        known: dict[str, tuple[Weights, int]] = {}

        def weighed(text: str) -> tuple[Weights, int]:
            if text not in known:
                known[text] = rarity.weigh(text)
            return known[text]

        scores = [
            10 * float(np.mean([likeness(*weighed(prediction), *weighed(reference)) for reference in references]))
            for prediction, references in zip(given.predictions, given.references, strict=True)
        ]
        return Measured({"cider": spread(scores, given.rows, len(rows))}, given.errors)


class Rarity:
    """How rare n-grams are among the references of many items."""

    def __init__(self, references: Sequence[Sequence[str]]) -> None:
        self.items = len(references)
        self.held: Counter[Ngram] = Counter()
        seen: dict[tuple[str, ...], set[Ngram]] = {}
        for texts_of_item in references:
            key = tuple(texts_of_item)
            if key not in seen:
                seen[key] = {ngram for text in key for ngram in ngrams(words(text))}
            self.held.update(seen[key])

    def weigh(self, text: str) -> tuple[Weights, int]:
        """Counts times log(N / df), and the number of words."""
        said = words(text)
        weights: Weights = [{} for _ in range(LONGEST)]
        for ngram, often in ngrams(said).items():
            weights[len(ngram) - 1][ngram] = often * (log(self.items) - log(max(1, self.held[ngram])))
        return weights, len(said)


def likeness(one: Weights, length: int, other: Weights, other_length: int) -> float:
    """The damped and clipped cosine, in the mean over n."""
    total = 0.0
    for said, meant in zip(one, other, strict=True):
        sizes = sqrt(sum(w * w for w in said.values())) * sqrt(sum(w * w for w in meant.values()))
        if sizes:
            total += sum(min(w, meant[ngram]) * meant[ngram] for ngram, w in said.items() if ngram in meant) / sizes
    return total / LONGEST * exp(-((length - other_length) ** 2) / (2 * SIGMA**2))


def _digest(corpus: Sequence[Sequence[str]]) -> str:
    listed = sorted("\t".join(references) for references in corpus)
    return hashlib.sha256("\n".join(listed).encode()).hexdigest()[:8]
