"""What do the rows of a batch say? As texts, as scene graphs: what a metric compares, or what is wrong with a row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.metrics.base import Measured, Rows
from grice.readers.base import Parser
from grice.readers.graphs.given import Given, given_graphs, left_out
from grice.words import readable


@dataclass(frozen=True)
class Texts:
    """The rows that can be compared, where they stand among all, and what is wrong with the others."""

    rows: list[int]
    predictions: list[str]
    references: list[list[str]]
    unreadable: list[str | None]
    errors: list[str | None]
    left_out: dict[int, str]
    """What the references lack that a row is not judged by, though others of it are good."""

    @property
    def flat(self) -> list[str]:
        """All references, one after another."""
        return [reference for references in self.references for reference in references]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many references each row has."""
        return np.array([len(references) for references in self.references], np.int64)

    def chunks(self, size: int) -> Iterator["Texts"]:
        for start in range(0, len(self.rows), size):
            cut = slice(start, start + size)
            yield replace(self, rows=self.rows[cut], predictions=self.predictions[cut], references=self.references[cut])


def texts(
    rows: Rows,
    with_references: bool = True,
    errors: Sequence[str | None] | None = None,
    silent: bool = False,
    places: Sequence[Sequence[int]] | None = None,
) -> Texts:
    """The rows as texts; `errors` are those found already, `places` those of the references that may be used. `silent`
    keeps unreadable predictions in, as empty texts."""
    found = Texts([], [], [], [None] * len(rows), [None] * len(rows) if errors is None else list(errors), {})
    given = rows.references if with_references and rows.references is not None else [[]] * len(rows)
    for row, (prediction, references) in enumerate(zip(rows.predictions, given, strict=True)):
        listed = [references] if isinstance(references, str) else references
        found.unreadable[row] = problem(prediction, "prediction")
        if with_references and found.errors[row] is None:
            found.errors[row] = _problem_of_list(listed)
        if with_references and found.errors[row] is None:
            wrong = {i: said for i, one in enumerate(listed) if (said := problem(one, "reference"))}
            usable = range(len(listed)) if places is None else places[row]
            good = [listed[i] for i in usable if i not in wrong]
            if not good:
                found.errors[row] = next(iter(wrong.values()))
            elif wrong:
                found.left_out[row] = left_out(wrong, len(listed))
            listed = good
        if found.errors[row] is None and (silent or found.unreadable[row] is None):
            found.rows.append(row)
            found.predictions.append("" if found.unreadable[row] else prediction)
            found.references.append(list(listed))
    return found


def graphs(rows: Rows, parser: str | Path | Parser) -> Given:
    """The graphs of predictions and references; read once per batch and parser, however many metrics ask."""
    key = ("graphs", parser if isinstance(parser, str) else str(parser) if isinstance(parser, Path) else id(parser))
    if key not in rows.shared:
        rows.shared[key] = given_graphs(rows.predictions, rows.references, parser)
    found: Given = rows.shared[key]
    return found


def of_texts(given: Texts, values: Mapping[str, Any]) -> Measured:
    """What a metric found of the rows that can be compared, at their places, with what is known of the others."""
    placed = {name: spread(column, given.rows, len(given.errors)) for name, column in values.items()}
    return Measured(placed, given.errors, given.unreadable, left_out=given.left_out)


def of_graphs(read: Given, values: Mapping[str, NDArray[np.float64]], details: pa.Table | None = None) -> Measured:
    """What a metric found of graphs, with what is known of their rows."""
    return Measured(values, read.errors, read.unreadable, details=details, used=read.used, left_out=read.left_out)


def spread(values: Any, rows: Sequence[int], size: int) -> NDArray[np.float64]:
    """Values of the judged rows at their places, NaN elsewhere."""
    placed = np.full(size, np.nan)
    placed[list(rows)] = values
    return placed


def problem(text: Any, role: str) -> str | None:
    """What is wrong with a text in its role, or None."""
    wrong = readable.problem(text)
    return wrong and f"the {role} {wrong}"


def _problem_of_list(references: Any) -> str | None:
    if not isinstance(references, Sequence) or isinstance(references, bytes):
        return f"the references are a {type(references).__name__}, not a list of texts"
    return None if references else "there is no reference"
