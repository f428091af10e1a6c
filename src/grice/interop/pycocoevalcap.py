"""A metric as a scorer of pycocoevalcap: `compute_score(gts, res)`, both dictionaries by id, gives (corpus, per item).

    score, scores = scorer("cider").compute_score({42: ["a dog runs"]}, {42: ["a dog"]})

Items come in the order of `gts`. BLEU gives four numbers and four lists, for runs of one to four words; SPICE gives for
each item what the original does, {"All": {"f", "pr", "re"}, "Object": {"f"}, ...}.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grice.engines.metric_names import resolve
from grice.engines.score import score
from grice.errors import InputError
from grice.metrics.base import Metric
from grice.metrics.tally import Score

METHODS = {"bleu": "Bleu", "rouge": "Rouge", "cider": "CIDEr", "spice": "SPICE"}
"""What pycocoevalcap calls its own; others go by their names here."""
BLEU = ("bleu1", "bleu2", "bleu3", "bleu4")
KINDS = {
    "Object": "object",
    "Attribute": "attribute",
    "Relation": "relation",
    "Color": "color",
    "Cardinality": "count",
    "Size": "size",
}
Captions = Mapping[Any, Sequence[Any]]


@dataclass(frozen=True)
class Scorer:
    """What an evaluation loop of the COCO tools calls."""

    metric: Metric

    def compute_score(self, gts: Captions, res: Captions, verbose: int = 0) -> tuple[Any, Any]:  # noqa: ARG002
        """The value over the corpus, and one for each item in the order of `gts`."""
        if not isinstance(gts, Mapping) or not isinstance(res, Mapping) or set(gts) != set(res):
            raise InputError("references and predictions of different ids", "dictionaries with the same keys")
        result = score({one: res[one] for one in gts}, dict(gts), metrics=self.metric)[self.metric.name]
        shape: Callable[[Score], tuple[Any, Any]] = SHAPES.get(self.metric.name, _plain)
        return shape(result)

    def method(self) -> str:
        return METHODS.get(self.metric.name, self.metric.name)


def scorer(metric: str | Metric, **settings: Any) -> Scorer:
    """A scorer of a metric by name, with its settings, or of a metric object."""
    from grice.metrics import METRICS

    made = metric if isinstance(metric, Metric) else METRICS.make(metric, {}, **settings)
    (one,) = resolve(made).values()
    if "references" not in one.needs or len(one.needs) > 1:
        raise InputError(f"{one.name} as a scorer", "a metric that needs references and nothing else")
    return Scorer(one)


def _plain(one: Score) -> tuple[float, Any]:
    return one.value, one.items


def _bleu(one: Score) -> tuple[list[float], list[list[float]]]:
    return [one.values[name] for name in BLEU], [one[name].items.tolist() for name in BLEU]


def _spice(one: Score) -> tuple[float, list[dict[str, dict[str, float]]]]:
    whole = np.stack([one[name].items for name in ("spice", "precision", "recall")], axis=1)
    kinds = {called: one[kind].items for called, kind in KINDS.items()}
    return one.value, [
        {"All": dict(zip(("f", "pr", "re"), map(float, row), strict=True))}
        | {called: {"f": float(items[i])} for called, items in kinds.items()}
        for i, row in enumerate(whole)
    ]


SHAPES: Mapping[str, Callable[[Score], tuple[Any, Any]]] = {"bleu": _bleu, "spice": _spice}
"""Metrics whose scorers give something else than a number and an array."""
