"""Does the prediction say what the references agree on, in their rarer words? CIDEr-D (Vedantam et al., CVPR 2015).

For n = 1 to 4, prediction and reference are vectors of n-gram counts times log(N / df), df the number of items whose
references hold the n-gram, N the items. Each count of the prediction is cut to the reference's; the cosine is damped by
exp(-(difference of lengths)² / 2 sigma²), sigma = 6; the mean over n and references times 10 is the score.

Rarities come from a corpus: `idf`, a list of items' references. Without it they come from the references of all rows
that are judged together, as the COCO caption tools do, found in a first pass over them.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np

from grice import checks
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.inputs import of_texts, texts
from grice.words.ngrams import LONGEST, Ngram, ngrams, words

SIGMA = 6.0
Weights = list[dict[Ngram, float]]
"""The weighted counts of a text, one table for each n."""


class Cider(Metric):
    """CIDEr-D from 0 to 10; reports usually multiply it by 100."""

    name = "cider"
    values = (Value("cider", "likeness of weighted n-grams, 10 times", highest=10.0),)

    def __init__(self, idf: Sequence[Sequence[str]] | None = None) -> None:
        lists = None if idf is None else _lists(idf)
        self._rarity = None if lists is None else Rarity.of(lists)
        self._corpus = "corpus" if lists is None else f"{len(lists)}@{_digest(lists)}"

    def settings(self) -> Mapping[str, str]:
        return {"form": "D", "sigma": f"{SIGMA:g}", "idf": self._corpus, "words": "regex-lower"}

    @property
    def prepares(self) -> bool:
        return self._rarity is None

    def prepare(self, batches: Iterable[Rows]) -> "Rarity":
        """How rare n-grams are among the references of the whole corpus."""
        return Rarity.of(references for rows in batches for references in texts(rows, silent=True).references)

    def unite(self, one: "Rarity", other: "Rarity") -> "Rarity":
        one.held.update(other.held)
        return Rarity(one.items + other.items, one.held)

    def judge(self, rows: Rows, prepared: Any) -> Measured:
        given = texts(rows)
        rarity: Rarity = self._rarity or prepared
        if rarity.items < 2:
            for row in given.rows:
                given.errors[row] = "one item alone has no rare words: give Cider(idf=[references of a corpus])"
            return Measured({"cider": np.full(len(rows), np.nan)}, given.errors, given.unreadable)
        known: dict[str, tuple[Weights, int]] = {}

        def weighed(text: str) -> tuple[Weights, int]:
            if text not in known:
                known[text] = rarity.weigh(text)
            return known[text]

        scores = [
            10 * float(np.mean([likeness(*weighed(prediction), *weighed(reference)) for reference in references]))
            for prediction, references in zip(given.predictions, given.references, strict=True)
        ]
        return of_texts(given, {"cider": scores})


@dataclass(frozen=True)
class Rarity:
    """How rare n-grams are among the references of many items: in how many of them each occurs."""

    items: int
    held: Counter[Ngram]

    @classmethod
    def of(cls, references: Iterable[Sequence[str]]) -> "Rarity":
        often = Counter(map(tuple, references))
        held: Counter[Ngram] = Counter()
        for texts_of_item, times in often.items():
            for ngram in {ngram for text in texts_of_item for ngram in ngrams(words(text))}:
                held[ngram] += times
        return cls(often.total(), held)

    def weigh(self, text: str) -> tuple[Weights, int]:
        """Counts times log(N / df), and the number of words."""
        said = words(text)
        weights: Weights = [{} for _ in range(LONGEST)]
        for ngram, often in ngrams(said).items():
            weights[len(ngram) - 1][ngram] = often * (log(self.items) - log(max(1, self.held.get(ngram, 0))))
        return weights, len(said)


def likeness(one: Weights, length: int, other: Weights, other_length: int) -> float:
    """The damped and clipped cosine, in the mean over n."""
    total = 0.0
    for said, meant in zip(one, other, strict=True):
        sizes = sqrt(sum(w * w for w in said.values())) * sqrt(sum(w * w for w in meant.values()))
        if sizes:
            total += sum(min(w, meant[ngram]) * meant[ngram] for ngram, w in said.items() if ngram in meant) / sizes
    return total / LONGEST * exp(-((length - other_length) ** 2) / (2 * SIGMA**2))


def _lists(idf: Any) -> list[list[str]]:
    what, needed = "cider with idf =", 'the references of each item of a corpus, [["a dog", "a dog runs"], ["a cat"]]'
    return [checks.texts(references, what, needed) for references in checks.entries(idf, what, needed)]


def _digest(corpus: Sequence[Sequence[str]]) -> str:
    listed = sorted("\t".join(references) for references in corpus)
    return hashlib.sha256("\n".join(listed).encode("utf-8", "surrogatepass")).hexdigest()[:8]
