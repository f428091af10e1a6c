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
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.reading import MODES, Mode
from grice.metrics.base import Measured, Metric, Rows, Value, checked_choice
from grice.metrics.inputs import problem
from grice.readers.quantified.reading import read
from grice.readers.quantified.reconstruction import check, outcome
from grice.scenes.quantified import DEFAULT, Domain, counts, size_of_space

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
        checked_choice(self.name, "reading", reading, MODES)
        checked_choice(self.name, "divide", divide, DIVISORS)
        check(pick, error)
        self.reading, self.pick, self.error, self.divide, self.domain = reading, pick, error, divide, domain

    def settings(self) -> Mapping[str, str]:
        kinds = "" if self.domain == DEFAULT else ",".join(self.domain.kinds)
        said = {"reading": self.reading, "pick": self.pick, "error": f"{self.error:g}", "divide": self.divide}
        return said | ({"kinds": kinds} if kinds else {})

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        assert rows.targets is not None
        found: list[dict[str, float]] = []
        details: list[dict[str, Any]] = []
        errors: list[str | None] = [None] * len(rows)
        unreadable = [problem(text, "prediction") for text in rows.predictions]
        for row, (text, target) in enumerate(zip(rows.predictions, rows.targets, strict=True)):
            values = dict.fromkeys((value.name for value in self.values), np.nan)
            detail: dict[str, Any] = {}
            try:
                scene = counts(target, self.domain)
            except InputError as error:
                errors[row] = error.line
            if errors[row] is None and unreadable[row] is None:
                try:
                    values, detail = self._one(text, scene)
                except InputError as error:
                    unreadable[row] = error.line
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
        return Measured(columns, errors, unreadable, details=table)

    def worst(self, rows: Rows, which: NDArray[np.bool_]) -> Mapping[str, float | NDArray[np.float64]]:
        """As if the reader had answered the scene that is farthest off, and nothing had been ruled out."""
        assert rows.targets is not None
        scenes = [counts(rows.targets[row], self.domain) for row in np.flatnonzero(which).tolist()]
        sizes = np.array([sum(scene) for scene in scenes], np.float64)
        swaps = np.array([sum(scene) - min(scene) for scene in scenes], np.float64)
        rate = swaps / np.where((most := sizes if self.divide == "size" else swaps) > 0, most, 1)
        bits = np.log2([size_of_space(sum(scene), self.domain) for scene in scenes])
        none = np.zeros(len(scenes))
        return {
            "swap_rate": rate,
            "expected": rate,
            "worst": rate,
            "swaps": swaps,
            "bits": bits,
            "exact": none,
            "allowed": none,
            "understood": none,
        }

    def reasons(self, rows: Rows, measured: Measured) -> str:
        assert rows.targets is not None
        scene = counts(rows.targets[0], self.domain)
        said = read(rows.predictions[0], sum(scene), self.reading, self.domain)
        lines = [f"the scene: {_shown(scene, self.domain)}", f"the guess: {_shown(said.guess, self.domain)}"]
        for clause in said.clauses:
            notes = f" ({'; '.join(clause.notes)})" if clause.notes else ""
            meaning = clause.meaning if clause.understood else "not understood"
            lines.append(f"{clause.text.strip()!r}: {meaning} removed {clause.removed}{notes}")
        if said.absent:
            lines.append(f"not mentioned, so taken to be absent: {', '.join(said.absent)}")
        return "\n".join(
            [
                *lines,
                f"{len(said.worlds)} world{'s' * (len(said.worlds) != 1)} left, {said.bits:.2f} bits",
                super().reasons(rows, measured),
            ]
        )

    def _one(self, text: str, scene: tuple[int, ...]) -> tuple[dict[str, float], dict[str, Any]]:
        said = read(text, sum(scene), self.reading, self.domain)
        if said.silent:
            raise InputError(
                f"a description that says nothing of the scene: {text[:60]!r}", "how many there are of what"
            )
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


def _shown(scene: tuple[int, ...], domain: Domain) -> str:
    names = zip(scene, domain.kinds, domain.plural_kinds, strict=True)
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in names if count)
