"""Two judgements as one number: the harmonic mean, item by item (FACTUAL, Li et al. 2023, Table 6)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from grice import checks
from grice.errors import InputError
from grice.metrics import METRICS
from grice.metrics.base import Measured, Metric, Rows, Value, harmonic_mean


class Harmonic(Metric):
    """Harmonic mean of two metrics' headline values: `Harmonic("refclipscore", "softspice-img", ...)`.

    Metrics are names or objects. Settings go to whichever of the named metrics takes them.
    """

    name = "harmonic"

    def __init__(self, first: str | Metric = "", second: str | Metric = "", **settings: Any) -> None:
        taken: set[str] = set()
        self.parts = tuple(_made(part, settings, taken) for part in (first, second))
        unused = [name for name in settings if name not in taken]
        if unused:
            raise InputError(f"harmonic with {', '.join(unused)}", "settings that one of the two metrics takes")
        self.needs = tuple(dict.fromkeys(need for part in self.parts for need in part.needs))
        heads = [part.values[0] for part in self.parts]
        self.values = (
            Value("harmonic", f"harmonic mean of {' and '.join(self.names)}", 0.0, max(h.highest for h in heads)),
            *(replace(head, name=name) for head, name in zip(heads, self.names, strict=True)),
        )

    @property
    def names(self) -> tuple[str, ...]:
        first, second = (part.name for part in self.parts)
        return (first, second) if first != second else (f"{first}#1", f"{second}#2")

    def settings(self) -> Mapping[str, str]:
        return {
            name: ",".join([part.name, *(f"{key}={value}" for key, value in part.settings().items())])
            for name, part in zip(("first", "second"), self.parts, strict=True)
        }

    @property
    def prepares(self) -> bool:
        return any(part.prepares for part in self.parts)

    def prepare(self, batches: Iterable[Rows]) -> Any:
        listed = list(batches)
        return [part.prepare(listed) for part in self.parts]

    def unite(self, one: Any, other: Any) -> Any:
        return [part.unite(here, there) for part, here, there in zip(self.parts, one, other, strict=True)]

    def judge(self, rows: Rows, prepared: Any) -> Measured:
        known = prepared or [None] * len(self.parts)
        found = [part.measure(rows, one) for part, one in zip(self.parts, known, strict=True)]
        first, second = (m.values[part.values[0].name] for m, part in zip(found, self.parts, strict=True))
        errors = [one or other for one, other in zip(found[0].errors, found[1].errors, strict=True)]
        values = {"harmonic": harmonic_mean(first, second), self.names[0]: first, self.names[1]: second}
        unreadable = [one or other for one, other in zip(found[0].unreadable, found[1].unreadable, strict=True)]
        left_out = {**found[1].left_out, **found[0].left_out}
        return Measured(values, errors, unreadable, used=found[0].used | found[1].used, left_out=left_out)

    def explain(self, rows: Rows, prepared: Any = None) -> str:
        known = prepared or [None] * len(self.parts)
        parts = [
            f"{name}:\n{part.explain(rows, one)}" for name, part, one in zip(self.names, self.parts, known, strict=True)
        ]
        return "\n".join([super().explain(rows, prepared), *parts])


def _made(part: str | Metric, settings: Mapping[str, Any], taken: set[str]) -> Metric:
    if isinstance(part, Metric):
        return part
    if not isinstance(part, str) or not part or METRICS.name(part) == Harmonic.name:
        others = ", ".join(name for name in METRICS if name != Harmonic.name)
        raise InputError(
            f"the harmonic mean with {checks.quoted(part)}",
            f"two metrics out of {others}",
            "harmonic:first=softspice:second=sentence at a command line, Harmonic('softspice', 'sentence') in Python",
        )
    taken |= {name for name in settings if METRICS.takes(part, name)}
    metric: Metric = METRICS.make(part, settings)
    return metric
