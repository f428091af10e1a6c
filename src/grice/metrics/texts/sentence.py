"""Does the prediction mean what a reference means? The cosine of their sentence vectors.

No parser and no alignment: the baseline that a metric over scene graphs with the same encoder has to beat.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.encoders.base import TextEncoder, settings_of
from grice.encoders.loading import MINILM, load
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.metrics.inputs import of_texts, texts

OVER_REFERENCES: dict[str, np.ufunc] = {"max": np.maximum, "mean": np.add}


class Sentence(Metric):
    """Cosine with the nearest reference (`references="max"`) or on average (`"mean"`)."""

    name = "sentence"
    values = (Value("sentence", "cosine of prediction and reference", lowest=-1.0),)

    def __init__(self, references: str = "max", encoder: str | TextEncoder = MINILM) -> None:
        self.references = over_references(references)
        self.encoder = load(encoder)

    def settings(self) -> Mapping[str, str]:
        return {"references": self.references} | settings_of(self.encoder)

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        given = texts(rows)
        counts = given.counts
        vectors = self.encoder.encode(given.predictions + given.flat)
        predicted = np.repeat(vectors[: len(counts)], counts, axis=0)
        cosines = np.einsum("rd,rd->r", predicted, vectors[len(counts) :]).astype(np.float64).clip(-1, 1)
        return of_texts(given, {"sentence": pooled(cosines, counts, self.references)})

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        given = texts(rows)
        vectors = self.encoder.encode([*given.predictions, *given.references[0]])
        lines = [
            f"{cosine:.4f}  {reference}"
            for cosine, reference in zip(vectors[1:] @ vectors[0], given.references[0], strict=True)
        ]
        return "\n".join([f"{self.references} of the cosines of {given.predictions[0]!r} with", *lines])


def over_references(name: str) -> str:
    """One of the ways to make one number of several references."""
    found: str = checks.choice(name, "references", OVER_REFERENCES)
    return found


def pooled(values: NDArray[np.float64], counts: NDArray[np.int64], how: str) -> NDArray[np.float64]:
    """One number per item of the numbers of its references, which stand one after another."""
    if not len(counts):
        return np.zeros(0)
    reduced: NDArray[np.float64] = OVER_REFERENCES[how].reduceat(values, np.cumsum(counts) - counts)
    return reduced / counts if how == "mean" else reduced
