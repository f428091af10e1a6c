"""A metric as one of torchmetrics: `update` with batches, `compute` over all, sums added over processes.

    metric = GriceMetric("spice")
    metric.update(["a dog"], [["a dog runs"]]); metric.compute()

The state is the sums of a metric's statistics, so it is small and its parts add up. A metric that must see the whole
corpus first (CIDEr, unless `idf` is given) or does not add up (diversity) is refused.
"""

from typing import Any

from grice.engines.arguments import check, gathered
from grice.engines.metric_names import resolve
from grice.engines.sums import check_adds_up
from grice.errors import InputError
from grice.extras import require
from grice.metrics.base import Metric
from grice.metrics.tally import Tally

torch: Any = require("torch", "interop", "a metric of torchmetrics")
_Base: Any = require("torchmetrics", "interop", "a metric of torchmetrics").Metric


class GriceMetric(_Base):
    """One value of a metric, or with `value="all"` a dictionary of all of them."""

    is_differentiable = False
    full_state_update = False

    def __init__(self, metric: str | Metric, value: str | None = None, **settings: Any) -> None:
        super().__init__()
        (self.judge,) = resolve(metric, **settings).values()
        values = {one.name: one for one in self.judge.values}
        if value not in (None, "all", *values):
            raise InputError(f"{self.judge.name} has no value {value!r}", f"one of {', '.join(values)}, or all")
        if self.judge.prepares:
            raise InputError(
                f"{self.judge.name}, which must see the whole corpus first, batch by batch",
                "a metric that judges each item by itself",
                "grice.metrics.Cider(idf=REFERENCES)" if self.judge.name == "cider" else "grice.score",
            )
        check_adds_up(self.judge)
        self.value = value or self.judge.values[0].name
        empty = torch.zeros(len(self.judge.summed), dtype=torch.float64)
        self.add_state("sums", default=empty, dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool | None:
        """Which way is better; None where that is no question, or of all values together."""
        return next((one.higher_is_better for one in self.judge.values if one.name == self.value), None)

    def update(
        self, preds: Any, target: Any = None, *, targets: Any = None, distractors: Any = None, images: Any = None
    ) -> None:
        """Add a batch: predictions and the references of each; scenes and images by name, as in `grice.score`."""
        rows = gathered(preds, target, targets, distractors, images)
        check(self.judge, rows)
        tally = Tally(self.judge)
        tally.update(rows)
        total = self.judge.total(tally.judged())
        sums = [float(total[name]) for name in self.judge.summed]
        self.sums += torch.tensor(sums, dtype=torch.float64, device=self.sums.device)

    def compute(self) -> Any:
        """The value over everything seen, as a tensor."""
        sums = dict(zip(self.judge.summed, self.sums.cpu().numpy(), strict=True))
        found = {name: torch.tensor(float(number)) for name, number in self.judge.compute(sums).items()}
        return found if self.value == "all" else found[self.value]
