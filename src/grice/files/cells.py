"""What does this cell hold? One rule for each kind of column, for cells of CSV, JSON and Arrow alike.

A rule returns the value or raises `Unusable`, whose text says what is wrong with the cell, so that one bad cell costs
one row. Bytes that are not UTF-8 arrive as Python's surrogate escapes (U+DC80 to U+DCFF).
"""

import json
import re
from ast import literal_eval
from collections.abc import Callable
from datetime import date
from typing import Any

import pyarrow as pa

from grice.files.columns import Kind

SEVERAL = "||"
"""What separates the references of one cell where the cell is not a JSON list."""
SEPARATORS = r"[\s,;|]+"
"""What separates the numbers of one cell."""
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")
_LIST = re.compile(r"""\s*\[(\s*["'\[{]|[^\[\]]*,[^\[\]]*\]\s*$|[^\]]*$)""")
"""What begins like a list: with a quote, with texts and commas up to a bracket that ends it, or without an end."""
_SIDE_BY_SIDE = re.compile(r"""["']\s+["']""")
_HALF = re.compile("[\ud800-\udfff]")
_SHOWN = {dict: "an object", list: "a list", bool: "a truth value", bytes: "binary"}


MISSING = "is missing"


class Unusable(ValueError):
    """A cell that does not hold what its column declares."""


class Unreadable:
    """A cell of a file that has no Python value, such as a date after the year 9999."""

    def __repr__(self) -> str:
        return "a value out of range"


def text(cell: Any, untyped: bool = False) -> str:
    """`untyped` says that the cell comes from a format without types (CSV), where a number is spelled like a text."""
    if cell is None:
        raise Unusable(MISSING)
    if isinstance(cell, bytes):
        cell = cell.decode("utf-8", "surrogateescape")
    if not isinstance(cell, str):
        raise Unusable(f"is {_shown(cell)}, not text")
    if untyped and _NUMBER.fullmatch(cell):
        raise Unusable(f"is the number {cell.strip()}, not text")
    if half := _HALF.search(cell):
        raise Unusable(_half(half[0]))
    return cell


def integer(cell: Any, _: bool = False) -> int:
    if cell is None:
        raise Unusable(MISSING)
    if isinstance(cell, bytes):
        cell = cell.decode("utf-8", "replace")
    if isinstance(cell, str):
        try:
            cell = float(cell) if not cell.strip().lstrip("-").isdigit() else int(cell)
        except ValueError:
            raise Unusable(f"is {_shown(cell)}, not a whole number") from None
    if isinstance(cell, bool) or not isinstance(cell, int | float) or cell != cell or cell % 1:
        raise Unusable(f"is {_shown(cell)}, not a whole number")
    if abs(cell) >= 2**63:
        raise Unusable(f"is {_shown(cell)}, too large a number")
    return int(cell)


def texts(cell: Any, _: bool = False) -> list[str]:
    """A list, a JSON list in a text, or texts with || between them; any other text is a list of one. A gap among others
    is one text less."""
    listed = _json_list(cell)
    if isinstance(listed, str):
        parts = [part.strip() for part in listed.split(SEVERAL)]
        listed = [part for part in parts if part] if any(parts) and SEVERAL in listed else [listed]
    return [text(entry) for entry in listed if entry is not None] or [text(entry) for entry in listed]


def integers(cell: Any, _: bool = False) -> list[int]:
    """A list, a JSON list in a text, or numbers with blanks, commas, semicolons or bars between them."""
    listed = _json_list(cell)
    if isinstance(listed, str):
        listed = [part for part in re.split(SEPARATORS, listed) if part]
    return [integer(entry) for entry in listed]


def anything(cell: Any, _: bool = False) -> str | None:
    """Any value as text: a key, or what a verb reads by itself. 42.0 is 42, as tables with gaps turn whole numbers."""
    if cell is None:
        return None
    if isinstance(cell, bytes | str):
        return text(cell)
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return text(json.dumps(cell, ensure_ascii=False, default=str))


Rule = Callable[[Any, bool], Any]
RULES: dict[Kind, tuple[Rule, pa.DataType]] = {
    "text": (text, pa.string()),
    "texts": (texts, pa.list_(pa.string())),
    "integer": (integer, pa.int64()),
    "integers": (integers, pa.list_(pa.int64())),
    "anything": (anything, pa.string()),
}


def _json_list(cell: Any) -> Any:
    """The cell as a list, or the text that it is."""
    if cell is None:
        raise Unusable(MISSING)
    if isinstance(cell, bytes):
        cell = cell.decode("utf-8", "surrogateescape")
    if isinstance(cell, str):
        if not cell.lstrip().startswith("["):
            return cell
        try:
            cell = json.loads(cell)
        except RecursionError:
            raise Unusable("is a list nested too deeply") from None
        except ValueError:
            return _python_list(cell)
    return cell if isinstance(cell, list | tuple) else [cell]


def _python_list(cell: str) -> list[Any] | str:
    """The list that Python prints, as pandas writes it into a cell, or the text: "[music] a man plays"."""
    try:
        # Literals side by side are what numpy prints, and Python would take them for one.
        found = None if _SIDE_BY_SIDE.search(cell) else literal_eval(cell.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        found = None
    if isinstance(found, list):
        return found
    if _LIST.match(cell):
        raise Unusable(
            f"is {_shown(cell)}, which starts like a list and is not one: write it as JSON, "
            f'["a dog", "the dog"], or with {SEVERAL} between its texts'
        )
    return cell


def _half(character: str) -> str:
    if not "\udc80" <= character <= "\udcff":
        return "holds half a surrogate pair, which is not text"
    byte = ord(character) - 0xDC00
    known = bytes([byte]).decode("latin-1")
    latin = f", {known} in Latin-1" if known.isprintable() else ""
    return f"is not UTF-8 text (byte 0x{byte:02X}{latin}): save the file as UTF-8"


def _shown(cell: Any) -> str:
    if isinstance(cell, float | int) and not isinstance(cell, bool):
        try:
            return f"the number {cell}"
        except ValueError:
            return "a number of more than 4,300 digits"
    if isinstance(cell, date):
        return f"the date {cell}"
    shown = ascii(cell) if isinstance(cell, str) and _HALF.search(cell) else repr(cell)
    return _SHOWN.get(type(cell), shown if len(shown) <= 40 else shown[:37] + "...")
