"""Which columns does a verb read? Their names, what they hold, and whether a file may lack them."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import pyarrow as pa

from grice.errors import InputError

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

    chosen: tuple[str, ...] = ()
    """The names that the user says it has; several hold it together."""
    separator: str = ""
    """What the user says stands between the texts of one cell."""

    @property
    def joins(self) -> bool:
        """Whether several columns, or several texts of a cell, may hold it together."""
        return self.kind == "texts"

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every name under which a file may hold it, the most telling first."""
        return self.chosen or (self.name, *self.aliases)

    def nearly(self, names: Iterable[str]) -> str | None:
        """The name in a file that is one of its own but for capitals and the spaces around it."""
        own = {spelling.strip().casefold() for spelling in self.spellings}
        return next((name for name in names if name.strip().casefold() in own), None)


@dataclass(frozen=True)
class Layout:
    """What the user says of a file: which of its columns hold what, and what separates the references of a cell."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    separator: str = ""

    @classmethod
    def of(cls, entries: Iterable[str], main: str, separator: str = "") -> "Layout":
        """`caption`, which is the `main` column, or `references=ref1,ref2`; a separator may be spelled \\n or \\t."""
        names: dict[str, tuple[str, ...]] = {}
        for entry in entries:
            role, equals, listed = entry.partition("=")
            given = listed if equals else role
            found = tuple(name.strip() for name in given.split(",") if name.strip())
            if not found:
                raise InputError(
                    f"--column {entry!r}", "a name, or what it holds and its name", "--column references=a,b"
                )
            called = role.strip() if equals else main
            names[called] = names.get(called, ()) + found
        return cls(names, separator.replace("\\n", "\n").replace("\\t", "\t"))

    def applied(self, columns: Sequence[Column]) -> list[Column]:
        """The columns as the user says they are; a name for a column that nobody reads is refused."""
        known = {spelling: column for column in columns for spelling in reversed((column.name, *column.aliases))}
        known |= {column.name: column for column in columns}
        chosen: dict[str, tuple[str, ...]] = {}
        for role, names in self.names.items():
            if role not in known:
                raise InputError(
                    f"--column {role}={','.join(names)}", f"one of {', '.join(column.name for column in columns)}"
                )
            called = known[role].name
            chosen[called] = chosen.get(called, ()) + names
            if len(chosen[called]) > 1 and not known[role].joins:
                raise InputError(
                    f"{len(chosen[called])} columns for {role}", "one; only references may stand in several"
                )
        return [
            replace(
                column,
                chosen=chosen.get(column.name, ()),
                required=column.required or column.name in chosen,
                separator=self.separator if column.joins else "",
            )
            for column in columns
        ]

    def only(self, *columns: Column) -> "Layout":
        """What it says of some columns alone."""
        roles = {spelling for column in columns for spelling in (column.name, *column.aliases)}
        return replace(self, names={role: names for role, names in self.names.items() if role in roles})


PLAIN = Layout()
"""A file of which nothing is said: its columns go by the names that are understood."""


def free_name(name: str, taken: Container[str]) -> str:
    """The name itself, or, where it is taken, the name with the first number that makes it free: `row_2`."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def restored(batch: pa.RecordBatch, renamed: Mapping[str, str]) -> pa.RecordBatch:
    """A batch whose columns have the names again that they have in their file."""
    if not renamed:
        return batch
    names = batch.schema.names
    taken = {name for name in names if name not in renamed}
    return batch.rename_columns([free_name(renamed[name], taken) if name in renamed else name for name in names])


def extended(batch: pa.RecordBatch, made: Mapping[str, pa.Array]) -> pa.RecordBatch:
    """A batch with the columns made of it, an `error` among them; its own of the same name get a number."""
    columns: dict[str, pa.Array] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name != ERROR or name not in made:
            columns[free_name(name, {*made, *columns})] = column
    return pa.RecordBatch.from_pydict({**columns, **made})
