"""Which metrics judge a caption by its references? One list for every benchmark of captions, and one pass over rows.

What a metric cannot be run for is left out and said: an extra that is not installed, weights that are not there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice.encoders.loading import load
from grice.encoders.memory import Memory
from grice.errors import GriceError
from grice.metrics.base import Metric, Rows
from grice.metrics.bleu import Bleu
from grice.metrics.cider import Cider
from grice.metrics.faithfulness import Faithfulness
from grice.metrics.grice import Grice
from grice.metrics.harmonic import Harmonic
from grice.metrics.rouge import Rouge
from grice.metrics.sentence import Sentence
from grice.metrics.setmatch import SetMatch
from grice.metrics.softspice import SoftSpice
from grice.metrics.spice import Spice
from grice.metrics.tokens import TokenMatch

Floats = NDArray[np.float64]

Made = tuple[Metric, Mapping[str, str]]
"""A metric, and its values by the name of their row in a table."""


def _plain() -> list[Made]:
    return [
        (Bleu(), {"BLEU-1": "bleu1", "BLEU-4": "bleu4"}),
        (Rouge(), {"ROUGE-L": "rouge"}),
        (Cider(), {"CIDEr-D": "cider"}),
        (SetMatch(), {"setmatch": "setmatch"}),
        (Spice(), {"spice": "spice"}),
    ]


def _with_vectors(encoder: Memory) -> list[Made]:
    softspice = SoftSpice(encoder=encoder)
    return [
        (Sentence("max", encoder), {"sentence, max": "sentence"}),
        (Sentence("mean", encoder), {"sentence, mean": "sentence"}),
        (TokenMatch("max", encoder=encoder), {"tokens f, max": "f"}),
        (TokenMatch("mean", encoder=encoder), {"tokens p, mean": "p", "tokens f, mean": "f"}),
        (softspice, {"softspice": "softspice"}),
        (SoftSpice(bidirectional=True, encoder=encoder), {"softspice, bidirectional": "softspice"}),
        (Harmonic(Sentence("mean", encoder), softspice), {"harmonic of sentence, softspice": "harmonic"}),
        (Faithfulness(encoder=encoder), {"faithfulness": "faithfulness"}),
        (Grice(encoder=encoder), {"grice": "grice"}),
    ]


NOT_HERE = (
    "softspice-img, clipscore and refclipscore need images and an image encoder; pragmatics and reconstruction need "
    "scenes; diversity is of a corpus, not of an item."
)


@dataclass(frozen=True)
class Judged:
    """Scores per row of a table and item; what was left out and why; the signatures of what was run."""

    scores: dict[str, Floats]
    left_out: tuple[str, ...]
    signature: str


def judge(rows: Rows, step: Callable[..., object] = lambda *_: None) -> Judged:
    """The rows under every metric that can be run here; a step for every metric."""
    scores: dict[str, Floats] = {}
    left_out: list[str] = []
    signatures = []
    made = _plain()
    try:
        made += _with_vectors(load())
    except GriceError as error:
        left_out.append(f"metrics over vectors: {error}".replace("\n", "; "))
    for metric, values in made:
        try:
            found = _measure(metric, rows, step)
        except GriceError as error:
            left_out.append(f"{', '.join(values)}: {error}".replace("\n", "; "))
            continue
        signatures.append(str(metric.signature))
        for label, value in values.items():
            wrong = int(np.isnan(found[value]).sum())
            if wrong == len(rows):
                left_out.append(f"{label}: no row could be judged")
            else:
                scores[label] = np.nan_to_num(found[value], nan=0.0)
                left_out += [f"{label}: {wrong} rows without a score count as 0"] if wrong else []
    return Judged(scores, tuple(left_out), " + ".join(signatures))


def _measure(metric: Metric, rows: Rows, step: Callable[..., object]) -> dict[str, Floats]:
    """CIDEr's rarities are those of all rows together, so rows are judged at once; graphs are made once for all."""
    measured = metric.measure(rows)
    step()
    if all(measured.errors):
        raise GriceError(str(measured.errors[0]))
    return {name: np.asarray(values) for name, values in measured.values.items()}
