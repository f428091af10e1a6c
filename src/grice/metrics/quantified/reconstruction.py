"""Can the scene be rebuilt from the description? Swaps between what a reader answers and what was there (Pel 2020).

swaps = half the L1 distance of the counts. The thesis divides by the size n; the true maximum for a scene is n less its
smallest count (`divide="maximum"`). The answer is that of a pick rule of `grice.readers.quantified.reconstruction`;
`expected` weighs every world the description allows, `worst` is the farthest of them, `bits` what is left to ask. Where
worlds are too many to count out, these are of a sample, and the row says so.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from grice.errors import InputError
from grice.metrics.base import Measured, Metric, Rows, Value
from grice.readers.quantified.reading import MODES, Mode, read
from grice.readers.quantified.reconstruction import check, outcome
from grice.scenes.quantified import DEFAULT, Domain, counts, named

DIVISORS = ("size", "maximum")


class Reconstruction(Metric):
    """How far a simulated reader's scene is from the true one."""

    name = "reconstruction"
    needs: tuple[str, ...] = ("targets",)
    target: str = "counts"
    values: tuple[Value, ...] = (
        Value("swap_rate", "swaps of the answer over the size (or the maximum)", higher_is_better=False),
        Value("swaps", "objects of the answer that would have to change", highest=float("inf"), higher_is_better=False),
        Value("exact", "the answer is the scene"),
        Value("expected", "swap rate over all worlds, by their weights", higher_is_better=False),
        Value("worst", "swap rate of the farthest world", higher_is_better=False),
        Value("bits", "information left to ask for", highest=float("inf"), higher_is_better=False),
        Value("allowed", "the scene is among the worlds"),
        Value("understood", "every clause was understood"),
    )

    def __init__(
        self,
        reading: Mode = "pragmatic",
        pick: str = "prototype",
        error: float = 0.0,
        divide: str = "size",
        domain: Domain = DEFAULT,
    ) -> None:
        if reading not in MODES:
            raise InputError(f"reading={reading!r}", f"one of {', '.join(MODES)}")
        if divide not in DIVISORS:
            raise InputError(f"divide={divide!r}", f"one of {', '.join(DIVISORS)}")
        check(pick, error)
        self.reading, self.pick, self.error, self.divide, self.domain = reading, pick, error, divide, domain

    def settings(self) -> Mapping[str, str]:
        kinds = "" if self.domain == DEFAULT else ",".join(self.domain.kinds)
        said = {"reading": self.reading, "pick": self.pick, "error": f"{self.error:g}", "divide": self.divide}
        return said | ({"kinds": kinds} if kinds else {})

    def measure(self, rows: Rows) -> Measured:
        assert rows.targets is not None
        found: list[dict[str, float]] = []
        details: list[dict[str, Any]] = []
        errors: list[str | None] = []
        for text, target in zip(rows.predictions, rows.targets, strict=True):
            try:
                values, detail = self._one(text, target)
                errors.append(None)
            except InputError as error:
                values, detail = dict.fromkeys((value.name for value in self.values), np.nan), {}
                errors.append(" ".join(str(error).splitlines()))
            found.append(values)
            details.append(detail)
        table = pa.table(
            {
                "answer": pa.array([d.get("answer") for d in details], pa.list_(pa.int64())),
                "worlds": pa.array([d.get("worlds") for d in details], pa.int64()),
                "sampled": pa.array([d.get("sampled") for d in details], pa.bool_()),
            }
        )
        columns = {v.name: np.array([row[v.name] for row in found], dtype=np.float64) for v in self.values}
        return Measured(columns, errors, table)

    def explain(self, rows: Rows) -> str:
        assert rows.targets is not None
        try:
            scene = counts(rows.targets[0], self.domain)
            said = read(_text(rows.predictions[0]), sum(scene), self.reading, self.domain)
        except InputError as error:
            return f"error: {error}"
        lines = [f"the scene: {_shown(scene, self.domain)}", f"the guess: {_shown(said.guess, self.domain)}"]
        for clause in said.clauses:
            notes = f" ({'; '.join(clause.notes)})" if clause.notes else ""
            meaning = clause.meaning if clause.understood else "not understood"
            lines.append(f"{clause.text.strip()!r}: {meaning} removed {clause.removed}{notes}")
        if said.absent:
            lines.append(f"not mentioned, so taken to be absent: {', '.join(said.absent)}")
        return "\n".join([*lines, f"{len(said.worlds)} worlds left, {said.bits:.2f} bits", super().explain(rows)])

    def _one(self, text: Any, target: Any) -> tuple[dict[str, float], dict[str, Any]]:
        scene = counts(target, self.domain)
        said = read(_text(text), sum(scene), self.reading, self.domain)
        result = outcome(said, scene, self.pick, self.error)
        most = result.size if self.divide == "size" else result.most
        values = {
            "swap_rate": result.swaps / most,
            "swaps": result.swaps,
            "exact": result.exact,
            "expected": said.swaps(scene) / most,
            "worst": result.worst / most,
            "bits": said.bits,
            # A sample that lacks the scene does not say whether the text allows it.
            "allowed": np.nan if said.sampled and not said.allows(scene) else float(said.allows(scene)),
            "understood": float(said.understood),
        }
        return values, {"answer": result.answer, "worlds": len(said.worlds), "sampled": said.sampled}


def _text(prediction: Any) -> str:
    if not isinstance(prediction, str):
        raise InputError(f"a prediction that is {type(prediction).__name__}", "text")
    return prediction


def _shown(scene: tuple[int, ...], domain: Domain) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in named(scene, domain).items() if count)
