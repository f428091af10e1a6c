"""Where are the facts of a text form? Parentheses and commas to fields with their place in the text.

Both FACTUAL forms are "( a , b , c ) , ( d )"; in a form that has denials, "not ( e )" is one. What does not fit is
reported with the character it starts at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grice.meaning.graph_statements import GraphError
from grice.words.split import Span

_SHOWN = 60
_BRACKET = re.compile(r"[()]")
_SPACE = re.compile(r"\s*")
_NOT = re.compile(r"not\s*(?=\()")


@dataclass(frozen=True)
class Fields:
    """One parenthesised fact: its fields, where it is, and whether it is denied."""

    fields: tuple[str, ...]
    span: Span
    denied: bool = False


@dataclass(frozen=True)
class Problem:
    """What is wrong, and at which character."""

    position: int
    message: str

    def __str__(self) -> str:
        return f"character {self.position}: {self.message}"


def scan(text: str, denials: bool = False) -> Iterator[Fields | Problem]:
    """Facts and problems, in order; facts after a problem are still found. `denials` reads "not" before a fact."""
    if not isinstance(text, str):
        raise GraphError(f"{type(text).__name__} for a scene graph", "its text, such as ( man , ride , horse )")
    place, due = 0, False
    while (place := _skip(text, place)) < len(text):
        start = place
        if denials and (found := _NOT.match(text, place)):
            place = found.end()
        if text[place] == "(":
            if due:
                yield Problem(start, "a comma is missing between two facts")
            closed = _BRACKET.search(text, place + 1)
            if closed is None or closed[0] == "(":
                yield Problem(place, "this parenthesis is never closed")
                place, due = closed.start() if closed else len(text), False
                continue
            yield _fields(text, place, closed.start(), place > start)
            place, due = closed.end(), True
        elif text[place] == "," and due:
            due = False
            place += 1
            if _skip(text, place) == len(text):
                yield Problem(place - 1, "a comma with no fact after it")
        else:
            opened = text.find("(", place)
            end = opened if opened >= 0 else len(text)
            yield Problem(place, f"{_short(text[place:end].strip())} is outside any fact")
            place, due = end, False


def fail(text: str, problem: Problem) -> GraphError:
    """The error that shows the text with a mark under the offending character."""
    start = max(0, problem.position - _SHOWN // 2)
    window = text[start : start + _SHOWN].replace("\n", " ").replace("\t", " ")
    mark = " " * (problem.position - start) + "^"
    return GraphError(
        f"not a scene graph; {problem}\n  {window}\n  {mark}",
        "facts such as ( man , ride , horse ) , ( horse , is , brown ) , ( sky )",
        "lenient=True, which keeps the well-formed facts",
        position=problem.position,
    )


def _fields(text: str, start: int, close: int, denied: bool) -> Fields | Problem:
    fields: list[str] = []
    place = start + 1
    for raw in text[place:close].split(","):
        field = " ".join(raw.split())
        if not field:
            return Problem(
                place + len(raw), "an empty field" if fields or "," in text[start:close] else "an empty fact"
            )
        fields.append(field)
        place += len(raw) + 1
    return Fields(tuple(fields), (start, close + 1), denied)


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _short(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:27] + "...")
