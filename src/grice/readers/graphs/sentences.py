"""Where does one sentence end and the next begin?

A sentence ends at a full stop, a semicolon, a bar between captions or a line break; not after an abbreviation, not
where it continues after a quotation, not where a line is only wrapped.
"""

import re
from collections.abc import Iterator

from grice.words.english import words as listed
from grice.words.split import Passage

_ENDS = re.compile(r"(?<![.!?])[.!?]+[\"')\]]*(?=\s|$)|;|(?<=\s)[|\u2022\u00b7](?=\s)|\n\s*")
_BLOCK = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_WRAP = re.compile(r"(?<=[^\s.!?;:|])[ \t]*(\n)(?=[ \t]*[a-z])")
_BEFORE = re.compile(r"(?:^|[\s(\"'])([^\s(\"']+)\.$")
_AFTER = re.compile(r"[\s\"'(\[]*([^\s.,;:!?)]+)")
_INITIALS = re.compile(r"[a-z](?:\.[a-z])*")
_SHORT = 16
"""Characters in which an abbreviation can be recognised."""


def sentences_in(whole: Passage) -> list[Passage]:
    """The sentences of a text that hold a word."""
    plain, start = whole.plain[: whole.span[1]], whole.span[0]
    found: list[Passage] = []
    for end in [*_ends(plain, start), len(plain)]:
        piece = plain[start:end]
        if re.search(r"\w", piece):
            lead = len(piece) - len(piece.lstrip())
            found.append(whole.between(start + lead, start + len(piece.rstrip())))
        start = end
    return found


def _ends(plain: str, start: int) -> Iterator[int]:
    """Where sentences end, in order."""
    cased = any(map(str.isupper, plain))
    wrapped = set(_wraps(plain))
    for match in _ENDS.finditer(plain, start):
        said, end = match[0], match.end()
        following = _AFTER.match(plain, end)
        after = following[1] if following else ""
        if "\n" in said:
            goes_on = match.start() in wrapped
        elif said == ".":
            goes_on = bool(after) and _abbreviated(plain[max(0, end - _SHORT) : end], after, cased)
        else:
            # 'The sign says "stop!" in red': the quotation ends, the sentence does not.
            goes_on = said[-1] in "\"')" and cased and after[:1].islower()
        if not goes_on:
            yield end


def _wraps(plain: str) -> Iterator[int]:
    """Line breaks before a lower-case letter, in a block of lines from a capital to a full stop."""
    for block in _BLOCK.finditer(plain):
        first = next(filter(str.isalpha, block[0]), "")
        if first.isupper() and block[0].rstrip().endswith((".", "!", "?", '"', "'", ")")):
            yield from (block.start() + wrap.start(1) for wrap in _WRAP.finditer(block[0]))


def _abbreviated(before: str, after: str, cased: bool) -> bool:
    """Whether a stop belongs to an abbreviation, seen from the words before and after it."""
    found = _BEFORE.search(before)
    word = found[1].lower() if found else ""
    if word in listed("before_numbers"):
        return after[0].isdecimal()
    if not (word in listed("abbreviations") or _INITIALS.fullmatch(word)):
        return False
    return (cased and after[0].islower()) or after.lower() not in listed("openers")
