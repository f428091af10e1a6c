"""Which columns does a verb read? Their names, what they hold, and whether a file may lack them."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

Kind = Literal["text", "texts", "integer", "integers", "anything"]
ROW, ERROR, UNREADABLE = "row", "error", "unreadable"
"""The columns that every batch of a source has: where a row stands in its file, and what is wrong with it; and, where
a column is declared `judged`, what is wrong with that cell, which does not cost the row."""


@dataclass(frozen=True)
class Column:
    """A column a verb reads: its name, what it holds, the other names it goes by, whether it may be absent."""

    name: str
    kind: Kind = "text"
    aliases: tuple[str, ...] = ()
    required: bool = True
    meaning: str = ""
    judged: bool = False
    """Whether a cell that cannot be used is itself a result, told in the column `unreadable` and not as an error."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every name under which a file may hold it, the most telling first."""
        return (self.name, *self.aliases)


def free_name(name: str, taken: Container[str]) -> str:
    """The name itself, or, where it is taken, the name with the first number that makes it free: `row_2`."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def extended(batch: pa.RecordBatch, made: Mapping[str, pa.Array]) -> pa.RecordBatch:
    """A batch with the columns made of it, an `error` among them; its own of the same name get a number."""
    columns: dict[str, pa.Array] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name != ERROR or name not in made:
            columns[free_name(name, {*made, *columns})] = column
    return pa.RecordBatch.from_pydict({**columns, **made})
