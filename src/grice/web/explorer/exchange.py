"""What did the page ask, and how is it answered? JSON to a frozen dataclass and back, checked field by field."""

import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from grice.errors import InputError

Asked = TypeVar("Asked")
MOST_TEXT = 4000
"""The most characters of one text: a long paragraph, not a book."""
MOST_LISTED = 64
"""The most entries of a list."""
_WORDS = {str: "text", int: "a whole number", bool: "true or false"}


def asked(kind: type[Asked], body: bytes) -> Asked:
    """The request that a JSON object describes; unknown, missing and wrong fields are named."""
    try:
        given = json.loads(body or b"{}", parse_constant=_refused)
        # A lone surrogate is no text that could be shown again.
        json.dumps(given, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise InputError("a request that is not JSON", "a JSON object") from None
    if not isinstance(given, dict):
        raise InputError("a request that is not an object", "a JSON object")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    hints = get_type_hints(kind)
    if unknown := [name for name in given if name not in known]:
        raise InputError(f"the field {unknown[0][:40]!r}", f"some of {', '.join(known)}")
    needed = [one.name for one in known.values() if one.default is MISSING]
    if lacking := [name for name in needed if name not in given]:
        raise InputError(f"no field {lacking[0]!r}", f"the fields {', '.join(needed)}")
    return kind(**{name: _checked(name, value, hints[name]) for name, value in given.items()})


def plain(answer: Any) -> Any:
    """An answer as JSON can hold it: dataclasses as objects, what is undefined as null."""
    if isinstance(answer, Mapping):
        return {name: plain(value) for name, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    if isinstance(answer, float):
        return answer if math.isfinite(answer) else None
    return plain(asdict(answer)) if hasattr(answer, "__dataclass_fields__") else answer


def _checked(name: str, value: Any, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or len(value) > MOST_LISTED:
            raise InputError(f"{name} is no list, or too long", f"a list of at most {MOST_LISTED}")
        return tuple(_checked(name, one, get_args(hint)[0]) for one in value)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise InputError(f"{name} {str(value)[:40]!r}", _WORDS[hint])
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise InputError(f"{name} of {len(value):,} characters", f"at most {MOST_TEXT:,}")
    return value


def _refused(constant: str) -> Any:
    raise ValueError(constant)
