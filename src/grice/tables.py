"""What a benchmark gives: a table with the paper's numbers beside ours, and the signature that made it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """Rows under named columns. `notes` say where published numbers come from and what to keep in mind."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    notes: Sequence[str] = ()
    signature: str = ""

    def records(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def shown(value: Any) -> str:
    """A value as a table shows it: three decimals, four where three would say nothing, a dash where there is none."""
    if value is None or (isinstance(value, float) and value != value):
        return "–"
    return f"{value:.{4 if 0 < abs(value) < 0.001 else 3}f}" if isinstance(value, float) else str(value)


def is_numeric(values: Sequence[Any]) -> bool:
    """Whether a column holds numbers and gaps only, and so is set to the right."""
    return all(isinstance(value, int | float) or value in (None, "", "–") for value in values)
