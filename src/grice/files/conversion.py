"""How does a column of a file become one Arrow type, with a message on each row whose cell does not fit?

Whole columns are converted at once where their type allows it; only cells that look wrong, and columns of mixed types,
are taken cell by cell.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from grice.files.cells import RULES, SEPARATORS, SEVERAL, Unreadable, Unusable
from grice.files.columns import Column, Kind

Cells: TypeAlias = "pa.Array | Sequence[Any]"
JSON = pa.json_(pa.string())
"""The type of a column whose cells are JSON: the text of a value, written as that value where JSON is written."""
_NUMBER = r"\A\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*\z"


def convert(column: Column, cells: Cells, errors: list[str | None], untyped: bool = False) -> pa.Array:
    """A column as Arrow; a cell that cannot be used becomes null, and what is wrong with it the error of its row."""
    if isinstance(cells, pa.Array):
        cells = _plain(cells)
    if column.separator:
        listed = python_cells(cells) if isinstance(cells, pa.Array) else cells
        cells = [_parted(cell, column.separator) for cell in listed]
    made = _at_once(column.kind, cells, untyped)
    array, wrong = _one_by_one(column.kind, cells, untyped) if made is None else made
    for row, message in wrong.items():
        errors[row] = errors[row] or f"{column.name} {message}"
    return array


def _at_once(kind: Kind, cells: Cells, untyped: bool) -> tuple[pa.Array, dict[int, str]] | None:
    """The column and what is wrong with some of its cells, if all others can be taken as they are."""
    array = _WHOLE[kind](cells)
    if array is None:
        return None
    rule, _ = RULES[kind]
    wrong: dict[int, str] = {}
    suspects = _suspects(kind, array, untyped)
    for row in suspects:
        try:
            rule(array[row].as_py(), untyped)
        except Unusable as unusable:
            wrong[row] = str(unusable)
        else:
            return None
    if not wrong:
        return array, wrong
    return array.take(pa.array([None if row in wrong else row for row in range(len(array))], pa.int64())), wrong


def _one_by_one(kind: Kind, cells: Cells, untyped: bool) -> tuple[pa.Array, dict[int, str]]:
    rule, type_ = RULES[kind]
    values: list[Any] = []
    wrong: dict[int, str] = {}
    for row, cell in enumerate(python_cells(cells) if isinstance(cells, pa.Array) else cells):
        try:
            values.append(rule(cell, untyped))
        except Unusable as unusable:
            values.append(None)
            wrong[row] = str(unusable)
    return pa.array(values, type_), wrong


def python_cells(array: pa.Array) -> list[Any]:
    """The values of a column, those of JSON decoded; one that Python cannot hold is `Unreadable`, a text that is not
    UTF-8 its bytes."""
    if array.type == JSON:
        return [None if cell is None else json.loads(cell) for cell in array.storage.to_pylist()]
    try:
        return list(array.to_pylist())
    except (ValueError, OverflowError, pa.ArrowException):
        return [_python_cell(scalar) for scalar in array]


def _python_cell(scalar: pa.Scalar) -> Any:
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        return scalar.as_buffer().to_pybytes() if hasattr(scalar, "as_buffer") else Unreadable()
    except (ValueError, OverflowError, pa.ArrowException):
        return Unreadable()


def _plain(array: pa.Array) -> Cells:
    """Without the types that only say how values are stored."""
    if array.type == JSON:
        return python_cells(array)
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array


def _suspects(kind: Kind, array: pa.Array, untyped: bool) -> list[int]:
    """Rows whose cell may not be usable."""
    if kind == "anything":
        return []
    wrong = pc.is_null(array)
    if untyped and kind == "text":
        wrong = pc.or_(wrong, pc.match_substring_regex(array, _NUMBER).fill_null(True))
    return [int(i) for i in pc.indices_nonzero(wrong).to_pylist()]


def _whole_text(cells: Cells) -> pa.Array | None:
    if isinstance(cells, pa.Array):
        return _cast(cells, pa.string()) if _is_text(cells.type) else None
    return _made(cells, pa.string())


def _whole_texts(cells: Cells) -> pa.Array | None:
    if not isinstance(cells, pa.Array):
        # Arrow would take a text for a list of its letters.
        made = _made(cells, pa.list_(pa.string())) if set(map(type, cells)) <= {list, type(None)} else None
    elif _is_text(cells.type):
        return _whole_texts([_listed(cell) for cell in python_cells(cells)])
    else:
        made = _cast(cells, pa.list_(pa.string())) if _is_list(cells.type) and _is_text(cells.type.value_type) else None
    return _without_gaps(made)


def _whole_integer(cells: Cells) -> pa.Array | None:
    if isinstance(cells, pa.Array):
        return _cast(cells, pa.int64()) if _is_numeric(cells) else None
    return _made(cells, pa.int64()) if set(map(type, cells)) <= {int} else None


def _whole_integers(cells: Cells) -> pa.Array | None:
    if not isinstance(cells, pa.Array):
        return None
    if (texts := _whole_text(cells)) is not None:
        cells = pc.split_pattern_regex(texts, SEPARATORS)
    fits = _is_list(cells.type) and _is_numeric(cells.flatten())
    return _without_gaps(_cast(cells, pa.list_(pa.int64()))) if fits else None


def _whole_anything(cells: Cells) -> pa.Array | None:
    if isinstance(cells, pa.Array):
        direct = _is_text(cells.type) or pa.types.is_integer(cells.type) or pa.types.is_temporal(cells.type)
        return _cast(cells, pa.string()) if direct else None
    numbers = _whole_integer(cells)
    return _made(cells, pa.string()) if numbers is None else numbers.cast(pa.string())


_WHOLE: dict[Kind, Callable[[Cells], pa.Array | None]] = {
    "text": _whole_text,
    "texts": _whole_texts,
    "integer": _whole_integer,
    "integers": _whole_integers,
    "anything": _whole_anything,
}


def _listed(cell: Any) -> Any:
    """The list that a cell of text stands for, or the cell where that takes a closer look."""
    if not isinstance(cell, str) or SEVERAL in cell:
        return cell
    if not cell.lstrip().startswith("["):
        return [cell]
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _parted(cell: Any, separator: str) -> Any:
    """The texts of a cell with a declared separator between them."""
    if isinstance(cell, bytes):
        cell = cell.decode("utf-8", "surrogateescape")
    if not isinstance(cell, str):
        return cell
    return [part.strip() for part in cell.split(separator) if part.strip()] or [cell]


def _without_gaps(lists: pa.Array | None) -> pa.Array | None:
    return None if lists is None or lists.flatten().null_count else lists


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _is_numeric(cells: pa.Array) -> bool:
    """Whether Arrow reads whole numbers of these cells as Python does: it takes 0x10 for sixteen."""
    if not _is_text(cells.type):
        return bool(pa.types.is_integer(cells.type))
    return not pc.any(pc.match_substring(cells, "x", ignore_case=True)).as_py()


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _cast(array: pa.Array, kind: pa.DataType) -> pa.Array | None:
    try:
        made = array.cast(kind)
        made.validate(full=True)  # a Parquet file may declare UTF-8 and hold something else
    except pa.ArrowException:
        return None
    return made


def _made(cells: Sequence[Any], kind: pa.DataType) -> pa.Array | None:
    try:
        return pa.array(cells, kind)
    except (pa.ArrowException, UnicodeError, OverflowError, TypeError, ValueError):
        return None
