"""Is this TOML file what a dataclass asks for? Tables to frozen records, with errors that name the place.

A record is a frozen dataclass whose fields are text, numbers, true or false, choices, lists of these, tables of any
kind and other records. An unknown name, a missing one or a wrong type is refused with its place in the file.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from grice.checks import quoted
from grice.errors import InputError

Record = TypeVar("Record")
_PLAIN: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "a text in quotes"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    bool: ((bool,), "true or false"),
}


def record(kind: type[Record], table: Any, where: str = "") -> Record:
    """A record of a kind from a table of a TOML file; `where` is what the error calls the table."""
    place = where or "the file"
    if not isinstance(table, Mapping):
        raise InputError(f"{place} is {quoted(table)}", "a table")
    hints, known = get_type_hints(kind), {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    for name in table:
        if name not in known:
            near = get_close_matches(str(name), known, n=1)
            raise InputError(f"{place} has {name!r}", f"one of {', '.join(known)}", near[0] if near else "")
    for name, field in known.items():
        if name not in table and field.default is MISSING and field.default_factory is MISSING:
            raise InputError(f"{place} has no {name!r}", _wanted(hints[name]), f"{name} = ...")
    made = {name: _value(hints[name], value, f"{where}.{name}" if where else name) for name, value in table.items()}
    return kind(**made)


def _value(kind: Any, given: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _either(get_args(kind), given, where)
    if origin is Literal:
        if given not in get_args(kind):
            raise InputError(f"{where} = {quoted(given)}", f"one of {', '.join(map(str, get_args(kind)))}")
        return given
    if origin is tuple:
        if not isinstance(given, list):
            raise InputError(f"{where} = {quoted(given)}", "a list in brackets")
        return tuple(_value(get_args(kind)[0], one, f"{where}[{i}]") for i, one in enumerate(given))
    if origin is dict:
        if not isinstance(given, dict):
            raise InputError(f"{where} = {quoted(given)}", "a table")
        return given
    if is_dataclass(kind):
        return record(kind, given, where)  # type: ignore[arg-type]
    if kind is Any:
        return given
    types, needed = _PLAIN[kind]
    if not isinstance(given, types) or (isinstance(given, bool) and kind is not bool):
        raise InputError(f"{where} = {quoted(given)}", needed)
    return given


def _either(kinds: tuple[Any, ...], given: Any, where: str) -> Any:
    for kind in kinds:
        try:
            return _value(kind, given, where)
        except InputError:
            continue
    raise InputError(f"{where} = {quoted(given)}", " or ".join(map(_wanted, kinds)))


def _wanted(kind: Any) -> str:
    if kind in _PLAIN:
        return _PLAIN[kind][1]
    return "a list" if get_origin(kind) is tuple else "a table" if is_dataclass(kind) else "a value"
