"""Are these rows texts that can be compared? A prediction and its references, or what is wrong with the row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.metrics.base import Rows


@dataclass(frozen=True)
class Texts:
    """The rows that can be judged, where they stand among all, and what is wrong with the others."""

    errors: list[str | None]
    rows: list[int]
    predictions: list[str]
    references: list[list[str]]

    def chunks(self, size: int) -> Iterator["Texts"]:
        for start in range(0, len(self.rows), size):
            cut = slice(start, start + size)
            yield Texts(self.errors, self.rows[cut], self.predictions[cut], self.references[cut])


def texts(rows: Rows, with_references: bool = True, errors: Sequence[str | None] | None = None) -> Texts:
    """Read the rows as texts; `errors` are those a metric has found already."""
    problems: list[str | None] = [None] * len(rows) if errors is None else list(errors)
    given = rows.references if with_references and rows.references is not None else [[]] * len(rows)
    found = Texts(problems, [], [], [])
    for row, (prediction, references) in enumerate(zip(rows.predictions, given, strict=True)):
        listed = [references] if isinstance(references, str) else references
        problem = _problem(prediction, "prediction") or (with_references and _problem_of_list(listed)) or None
        if problem or problems[row]:
            problems[row] = problems[row] or problem
            continue
        found.rows.append(row)
        found.predictions.append(prediction)
        found.references.append(list(listed))
    return found


def spread(values: Any, rows: Sequence[int], size: int) -> NDArray[np.float64]:
    """Values of the judged rows at their places, NaN elsewhere."""
    placed = np.full(size, np.nan)
    placed[list(rows)] = values
    return placed


def _problem(text: Any, what: str) -> str | None:
    if not isinstance(text, str):
        return f"{what} is {type(text).__name__}, not text"
    return None if text.strip() else f"{what} is empty"


def _problem_of_list(references: Any) -> str | None:
    if not isinstance(references, Sequence) or isinstance(references, bytes):
        return f"references is {type(references).__name__}, not a list of texts"
    if not references:
        return "references is an empty list"
    return next(filter(None, (_problem(reference, "a reference") for reference in references)), None)
