"""A metric as a module of Hugging Face's evaluate: `compute(predictions=, references=)` gives a dictionary.

    GriceModule("spice").compute(predictions=["a dog"], references=[["a dog runs"]])

`add`, `add_batch` and `evaluate.combine` work as with any other module.
"""

from typing import Any

from grice.engines.metric_names import resolve
from grice.engines.score import score
from grice.errors import InputError
from grice.extras import require
from grice.metrics import METRICS
from grice.metrics.base import Metric

evaluate: Any = require("evaluate", "interop", "a module of evaluate")
datasets: Any = require("datasets", "interop", "a module of evaluate")
_Base: Any = evaluate.Metric


class GriceModule(_Base):
    """A metric that compares captions with references; its values by name, the headline under the metric's own."""

    def __init__(self, metric: str | Metric, **settings: Any) -> None:
        ((self.judge_name, self.judge),) = resolve(metric, **settings).items()
        if any(need != "references" for need in self.judge.needs):
            raise InputError(f"{self.judge.name} in evaluate", "a metric that needs references and nothing else")
        super().__init__(config_name=self.judge_name)

    def _info(self) -> Any:
        text = datasets.Value("string")
        many = {"predictions": text, "references": datasets.Sequence(text)}
        one = {"predictions": text, "references": text}
        known = METRICS.get(self.judge.name)
        return evaluate.MetricInfo(
            description=known.about if known else self.judge.name,
            citation="",
            inputs_description="predictions: texts; references: a list of texts for each, or one",
            features=[datasets.Features(many), datasets.Features(one)],
        )

    def _compute(self, predictions: Any, references: Any) -> dict[str, float]:
        found = score(predictions, references, metrics=self.judge)[self.judge.name]
        return {self.judge.name if i == 0 else name: found.values[name] for i, name in enumerate(found.names)}

    def _download_and_prepare(self, dl_manager: Any) -> None:
        """Nothing is downloaded."""
