"""Which records does a JSONL file of a published set hold? Each line an object with the fields its reader names."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grice.errors import InputError

Kinds = Mapping[str, type | tuple[type, ...]]
"""Field to the JSON type it must have."""


def records(path: str | Path, fields: Kinds, how: str) -> list[dict[str, Any]]:
    """Every line of the file, checked; the first that lacks a field is named with its number."""
    path = Path(path)
    needed = f"lines of JSON, each with {', '.join(fields)}"
    if not path.is_file():
        raise InputError(f"{path} is not a file", needed, how)
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except (UnicodeDecodeError, OSError) as error:
        raise InputError(f"{path} cannot be read as text ({type(error).__name__})", needed, how) from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}, line {number} is not JSON ({error})", needed, how) from None
        wrong = problem(record, fields)
        if wrong:
            raise InputError(f"{path}, line {number}: {wrong}", needed, how)
        found.append(record)
    if not found:
        raise InputError(f"{path} holds no line", needed, how)
    return found


def problem(record: Any, fields: Kinds) -> str:
    """What is wrong with a record; empty where nothing is."""
    if not isinstance(record, dict):
        return f"a {type(record).__name__}, not an object"
    for name, kind in fields.items():
        value = record.get(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            return f"{name} is {'missing' if name not in record else type(value).__name__}"
        texts = name in ("references", "predictions")
        if texts and (not value or not all(isinstance(text, str) for text in value)):
            return f"{name} is not a list of texts"
    return ""
