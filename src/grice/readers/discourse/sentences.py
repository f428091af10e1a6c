"""Where does one sentence end and the next begin, and where can a long one be cut?

A sentence ends at a full stop, a semicolon, a bar between captions or a line break; not after an abbreviation, not
where it continues after a quotation, not where a line is only wrapped. The bullet of a list item ("-", "2.") and the
label of a caption ("Photo:", "Fig. 3:") belong to no sentence.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from grice.readers.discourse.cut_off import without_loose_end
from grice.words.english import closed, prepositions
from grice.words.english import words as listed
from grice.words.split import Passage

_BULLET = re.compile(r"^[ \t]*(?:[-*+>#,\u2022\u2023\u25aa\u25cf\u00b7]+|[a-z]\))(?=[ \t])", re.MULTILINE)
_NUMBERED = re.compile(r"(?<!\S)\(?(\d{1,2})[.)](?=\s)")
_FIRST = re.compile(r"^[ \t|]*\(?\d{1,2}[.)](?=\s)", re.MULTILINE)
_ENDS = re.compile(
    r"(?<![.!?])[.!?]+[\"')\]]*(?=\s|$)|(?<=[a-z]{2})[.!?](?=[A-Z][a-z]*[\s'])|;|(?<=\s)[|\u2022\u00b7](?=\s)|\n\s*"
)
_BLOCK = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_WRAP = re.compile(r"(?<=[^\s.!?;:|])[ \t]*(\n)(?=[ \t]*[a-z])")
_BEFORE = re.compile(r"(?:^|[\s(\"'])([^\s(\"']+)\.$")
_AFTER = re.compile(r"[\s\"'(\[]*([^\s.,;:!?)]+)")
_INITIALS = re.compile(r"[a-z](?:\.[a-z])*")
_SHORT = 16
"""Characters in which an abbreviation can be recognised."""
# Where a long sentence is best cut: before a clause, before a new object, before anything else that continues it.
_CLAUSES = frozenset([":", "while", "but", "whereas", "meanwhile"])
_JOINTS = frozenset([",", "and"])
_BREAKS = _CLAUSES | _JOINTS | {"as", "where", "who", "which", "with", "that"}


def split(whole: Passage, most_words: int) -> list[Passage]:
    """The sentences of a text; one with more words than a parser reads is cut, at a clause where it can be."""
    plain = _without_marks(whole.plain)
    found: list[Passage] = []
    start = 0
    for end in [*_ends(plain), len(plain)]:
        piece = plain[start:end]
        if re.search(r"\w", piece):
            lead = len(piece) - len(piece.lstrip(" \t\n|"))
            if label := _label().match(piece, lead):
                lead = label.end()
            last = start + len(piece.rstrip(" \t\n|\u2022\u00b7"))
            found += _cut(whole.between(start + lead, last), most_words)
        start = end
    return [*found[:-1], *map(without_loose_end, found[-1:])]


@cache
def _label() -> re.Pattern[str]:
    """Words for the image alone, and perhaps a number, before a colon that something follows."""
    words = "|".join(sorted(listed("labels")))
    return re.compile(rf"[\[(]*(?:(?:{words})\b[ .]*)+\d*[ ]*:\s+(?=\S)", re.IGNORECASE)


def _without_marks(plain: str) -> str:
    """The text with a bar in place of each list bullet, character for character."""
    plain = _BULLET.sub(lambda mark: "|".rjust(len(mark[0])), plain)
    begun = {mark.end() for mark in _FIRST.finditer(plain)}
    found, due = list(plain), 0
    for mark in _NUMBERED.finditer(plain):
        # A number inside a line continues the list that "1." began.
        if mark.end() in begun or int(mark[1]) == due:
            found[mark.start() : mark.end()] = "|".rjust(len(mark[0]))
            due = int(mark[1]) + 1
    return "".join(found)


def _ends(plain: str) -> Iterator[int]:
    """Where sentences end, in order."""
    cased = any(map(str.isupper, plain))
    wrapped = set(_wraps(plain))
    opened = _unmarked()
    for match in sorted([*_ENDS.finditer(plain), *opened.finditer(plain)], key=re.Match.end):
        said, end = match[0], match.end()
        following = _AFTER.match(plain, end)
        after = following[1] if following else ""
        if match.re is opened:
            goes_on = _unfinished(plain[max(0, match.start() - _SHORT) : match.start()]) or (
                after == "A" and (closed().get(match[1]) in ("B", "H") or match[1] in prepositions())
            )
        elif "\n" in said:
            goes_on = match.start() in wrapped
        elif said == ".":
            goes_on = bool(after) and _abbreviated(plain[max(0, end - _SHORT) : end], after, cased)
        else:
            # 'The sign says "stop!" in red': the quotation ends, the sentence does not.
            goes_on = said[-1] in "\"')" and cased and after[:1].islower()
        if not goes_on:
            yield end


@cache
def _unmarked() -> re.Pattern[str]:
    """Where a full stop is missing: a word that opens sentences has a capital and its neighbours have none."""
    openers = "|".join(word.capitalize() for word in sorted(listed("openers")))
    return re.compile(rf"(?<=[a-z0-9)\"'])[ \t]+(?=(?:{openers})\s+([a-z]+))")


def _unfinished(before: str) -> bool:
    """Whether a sentence cannot end with its last word: "a sign that says One way", "the cover of The Times"."""
    word = before.split()[-1].lower()
    return word in listed("quoting") or word in prepositions() or closed().get(word, "X") != "X"


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
    if cased and after[0].islower():
        return True
    return after.lower() not in listed("openers") or (not cased and after in prepositions())


def _cut(sentence: Passage, most: int) -> list[Passage]:
    count = len(sentence.words)
    if count <= most:
        return [sentence]
    parts: list[Passage] = []
    first = 0
    while first < count:
        last = min(first + most, count)
        if last < count:
            last = _break(sentence.words, first + max(1, most // 3), last)
        part = sentence.part(first, last)
        if re.search(r"\w", part.text):
            parts.append(part)
        first = last
    return parts


def _break(words: Sequence[str], low: int, high: int) -> int:
    """The best place for a cut between two words: the last of the best kind."""
    fresh = [i for i in range(low, high) if words[i] in _JOINTS and words[i + 1] in listed("openers")]
    clauses = [i for i in range(low, high) if words[i] in _CLAUSES]
    others = [i for i in range(low, high) if words[i] in _BREAKS]
    return (clauses or fresh or others or [high])[-1]
