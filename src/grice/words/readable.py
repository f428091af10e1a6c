"""Is this a text that can be read at all? If not, what is wrong with it."""

import re
from typing import Any

_WORD = re.compile(r"\w")
_HALF = re.compile("[\ud800-\udfff]")


def problem(text: Any) -> str | None:
    """What is wrong with a text, as in "the prediction {is empty}", or None."""
    if text is None or (isinstance(text, float) and text != text):
        return "is missing"
    if not isinstance(text, str):
        return f"is of type {type(text).__name__}, not text"
    if not text.strip():
        return "is empty"
    if _HALF.search(text):
        return "contains a lone surrogate, which is not text"
    return None if _WORD.search(text) else f"{text[:40]!r} holds no word"
