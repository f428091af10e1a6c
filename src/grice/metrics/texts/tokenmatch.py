"""Has each word a like word on the other side? Greedy matching of token vectors.

BERTScore (Zhang et al., ICLR 2020): precision is the mean over the prediction's tokens of the largest cosine with a
token of the reference, recall the same the other way, F their harmonic mean. With `idf` a token weighs the logarithm
of how rare it is in a corpus of references, (N + 1) / (df + 1) (their section 3). The vectors are those of the text
encoder's last layer; tokens that mark beginning and end take no part.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.encoders.base import TextEncoder, TokenVectors, settings_of
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.metrics.base import Measured, Metric, Rows, Value, harmonic_mean
from grice.metrics.inputs import Texts, texts
from grice.metrics.texts.sentence import over_references, pooled

AT_ONCE = 256
"""Rows whose token vectors are in memory together."""


class TokenMatch(Metric):
    """Precision, recall and F of greedy token matching; the best or the mean over references, each for itself.

    `idf` is the corpus whose rarities count: a list of texts, or a file with one text per line.
    """

    name = "tokens"
    values = (
        Value("f", "harmonic mean of p and r"),
        Value("p", "how well the prediction's words are found in the reference", lowest=-1.0),
        Value("r", "how well the reference's words are found in the prediction", lowest=-1.0),
    )

    def __init__(
        self,
        references: str = "max",
        idf: Sequence[str] | str | Path | None = None,
        encoder: str | TextEncoder = MINILM,
    ) -> None:
        self.references = over_references(references)
        self.encoder = load(encoder)
        corpus = None if idf is None else _corpus(idf)
        self._idf = None if corpus is None else rarity(self.encoder.pieces(corpus))
        self._unseen = 1.0 if corpus is None else log(len(corpus) + 1)
        self._corpus = "no" if corpus is None else f"{len(corpus)}@{_digest(corpus)}"

    def settings(self) -> Mapping[str, str]:
        return {"references": self.references, "idf": self._corpus} | settings_of(self.encoder)

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        given = texts(rows)
        values = np.full((len(rows), 3), np.nan)
        for chunk in given.chunks(AT_ONCE):
            values[chunk.rows] = self._measure(chunk)
        for row in given.rows:
            if np.isnan(values[row]).any():
                given.errors[row] = "prediction or reference holds no word that weighs anything"
        return Measured(
            {value.name: values[:, i] for i, value in enumerate(self.values)},
            given.errors,
            given.unreadable,
            left_out=given.left_out,
        )

    def _measure(self, chunk: Texts) -> NDArray[np.float64]:
        counts = chunk.counts
        tokens = self.encoder.tokens(chunk.predictions + chunk.flat)
        predicted = [tokens[item] for item in np.repeat(np.arange(len(counts)), counts)]
        found = np.array([self._match(*pair) for pair in zip(predicted, tokens[len(counts) :], strict=True)])
        return np.stack([pooled(found[:, i], counts, self.references) for i in range(3)], axis=1)

    def _match(self, prediction: TokenVectors, reference: TokenVectors) -> tuple[float, float, float]:
        if not prediction.pieces or not reference.pieces:
            return (np.nan,) * 3
        cosines = (prediction.vectors @ reference.vectors.T).clip(-1, 1)
        p = _mean(cosines.max(axis=1), self._weights(prediction))
        r = _mean(cosines.max(axis=0), self._weights(reference))
        return float(harmonic_mean(p, r)), p, r

    def _weights(self, tokens: TokenVectors) -> NDArray[np.float64] | None:
        if self._idf is None:
            return None
        return np.array([self._idf.get(piece, self._unseen) for piece in tokens.pieces])

    def reasons(self, rows: Rows, measured: Measured) -> str:  # noqa: ARG002
        given = texts(rows)
        tokens = self.encoder.tokens([given.predictions[0], *given.references[0]])
        lines = []
        for text, reference in zip(given.references[0], tokens[1:], strict=True):
            f, p, r = self._match(tokens[0], reference)
            lines.append(f"f {f:.4f}  p {p:.4f}  r {r:.4f}  {text}")
            if tokens[0].pieces and reference.pieces:
                lines += _matches(tokens[0], reference)
        return "\n".join(lines)


def rarity(pieces: Sequence[Sequence[str]]) -> dict[str, float]:
    """Word piece to log((N + 1) / (df + 1)) over N texts."""
    df = Counter(piece for text in pieces for piece in set(text))
    return {piece: log((len(pieces) + 1) / (count + 1)) for piece, count in df.items()}


def _matches(prediction: TokenVectors, reference: TokenVectors) -> list[str]:
    cosines = prediction.vectors @ reference.vectors.T
    return [
        f"  {piece} → {reference.pieces[row.argmax()]} {row.max():.3f}"
        for piece, row in zip(prediction.pieces, cosines, strict=True)
    ]


def _mean(values: NDArray[np.float32], weights: NDArray[np.float64] | None) -> float:
    if weights is None:
        return float(values.mean(dtype=np.float64))
    return float(values @ weights / weights.sum()) if weights.sum() else np.nan


def _corpus(idf: Sequence[str] | str | Path) -> list[str]:
    needed = "a list of texts, or a file with one text per line"
    if not isinstance(idf, str | Path):
        listed = checks.texts(idf, "tokens with idf =", needed)
    elif isfile(idf):
        try:
            listed = Path(idf).read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{idf} cannot be read: {error}", "a file of text in UTF-8, one on each line") from None
    else:
        raise InputError(f"idf={checks.quoted(str(idf))}", needed)
    if not listed:
        raise InputError("idf from no texts", "the references of the corpus, or other texts of its kind")
    return listed


def _digest(corpus: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(sorted(corpus)).encode("utf-8", "surrogatepass")).hexdigest()[:8]
