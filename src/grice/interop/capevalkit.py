"""A metric as a callable of capevalkit, which measures how metrics agree with people.

    capevalkit.evaluate_metric(benchmark="flickr8k-ex", metric=metric("grice"), metric_name="grice")

It is called with samples (id, image, references, prediction) and gives {name: {"score", "per_item"}}.
"""

from collections.abc import Callable, Sequence
from typing import Any

from grice.engines.score import score
from grice.metrics.base import Metric

Output = dict[str, dict[str, Any]]


def metric(name: str | Metric, **settings: Any) -> Callable[[Sequence[Any]], Output]:
    """What judges samples; `settings` are those of `grice.score`."""

    def judge(samples: Sequence[Any]) -> Output:
        images = [sample.image for sample in samples]
        result = score(
            [sample.prediction for sample in samples],
            [sample.references for sample in samples],
            images=images if all(images) else None,
            metrics=name,
            **settings,
        )
        ids = [str(sample.id) for sample in samples]
        return {
            known: {"score": one.value, "per_item": dict(zip(ids, map(float, one.items), strict=True))}
            for known, one in result.items()
        }

    return judge
