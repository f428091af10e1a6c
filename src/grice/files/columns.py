"""What a column must hold, and what to say of a cell that does not hold it.

Cells arrive as CSV text, JSON values or Arrow scalars. `convert` turns a column into one Arrow type; a cell that
cannot be converted becomes null and a message on its row, so that one bad cell costs one row.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa

Kind = Literal["text", "texts", "integer", "integers", "anything"]

_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")


@dataclass(frozen=True)
class Column:
    """A column a verb reads: its name, what it holds, the other names it goes by, whether it may be absent."""

    name: str
    kind: Kind = "text"
    aliases: tuple[str, ...] = ()
    required: bool = True
    meaning: str = ""


class _Bad(ValueError):
    pass


def convert(column: Column, cells: Sequence[Any], errors: list[str | None], from_text: bool) -> pa.Array:
    """One column as Arrow; `from_text` says that the cells come from a format without types (CSV)."""
    read, kind = _KINDS[column.kind]
    values: list[Any] = []
    for row, cell in enumerate(cells):
        try:
            values.append(read(cell, from_text))
        except _Bad as bad:
            values.append(None)
            if errors[row] is None:
                errors[row] = f"{column.name} {bad}"
    return pa.array(values, type=kind)


def _text(cell: Any, from_text: bool) -> str:
    if cell is None:
        raise _Bad("is missing")
    if isinstance(cell, bytes):
        try:
            cell = cell.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _Bad(f"is not UTF-8 text (byte {error.start})") from None
    if not isinstance(cell, str):
        raise _Bad(f"is {_shown(cell)}, not text")
    if from_text and _NUMBER.fullmatch(cell):
        raise _Bad(f"is the number {cell.strip()}, not text")
    try:
        cell.encode("utf-8")
    except UnicodeEncodeError:
        raise _Bad("holds half a surrogate pair, which is not text") from None
    return cell


def _integer(cell: Any, _: bool) -> int:
    if cell is None:
        raise _Bad("is missing")
    if isinstance(cell, bytes):
        cell = cell.decode("utf-8", "replace")
    if isinstance(cell, str):
        try:
            cell = float(cell) if not cell.strip().lstrip("-").isdigit() else int(cell)
        except ValueError:
            raise _Bad(f"is {_shown(cell)}, not a whole number") from None
    if isinstance(cell, bool) or not isinstance(cell, int | float) or cell != cell or cell % 1:
        raise _Bad(f"is {_shown(cell)}, not a whole number")
    if abs(cell) >= 2**63:
        raise _Bad(f"is {_shown(cell)}, too large a number")
    return int(cell)


def _list(item: Callable[[Any, bool], Any], separators: str) -> Callable[[Any, bool], list[Any]]:
    def read(cell: Any, from_text: bool) -> list[Any]:
        if cell is None:
            raise _Bad("is missing")
        if isinstance(cell, bytes):
            cell = cell.decode("utf-8", "replace")
        if isinstance(cell, str):
            if cell.lstrip().startswith("["):
                try:
                    cell = json.loads(cell)
                except ValueError:
                    raise _Bad(f"is {_shown(cell)}, which starts like a list and is none") from None
            else:
                cell = [part for part in re.split(separators, cell) if part] if separators else [cell]
        if not isinstance(cell, list | tuple):
            cell = [cell]
        return [item(entry, from_text and bool(separators)) for entry in cell]

    return read


def _shown(cell: Any) -> str:
    names = {dict: "an object", list: "a list", bool: "a truth value", bytes: "binary"}
    if isinstance(cell, float | int) and not isinstance(cell, bool):
        return f"the number {cell}"
    shown = repr(cell)
    return names.get(type(cell), shown if len(shown) <= 40 else shown[:37] + "...")


_KINDS: dict[Kind, tuple[Callable[[Any, bool], Any], pa.DataType]] = {
    "text": (_text, pa.string()),
    "texts": (_list(_text, ""), pa.list_(pa.string())),
    "integer": (_integer, pa.int64()),
    "integers": (_list(_integer, r"[\s,;|]+"), pa.list_(pa.int64())),
    "anything": (lambda cell, _: _plain(cell), pa.string()),
}


def _plain(cell: Any) -> str | None:
    if isinstance(cell, bytes):
        return cell.decode("utf-8", "replace")
    return cell if cell is None or isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, default=str)
