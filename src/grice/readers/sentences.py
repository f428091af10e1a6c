"""Where does one sentence end and the next begin, and where can a long one be cut?"""

import re
from dataclasses import dataclass

from grice.meaning.graph_statements import Span
from grice.readers.words import clean, words_of_text

_ENDS = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)|;|\n+")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|st|jr|sr|vs|approx|no|e\.g|i\.e|etc|fig|[a-z])\.$", re.IGNORECASE
)
_SHORT = 10
"""Characters in which an abbreviation can be recognised."""
_BREAKS = frozenset([",", ":", "and", "while", "with", "as", "who", "which", "that", "but", "where"])


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a part of one that was too long, and where it stands in the text."""

    text: str
    span: Span
    part: bool = False


def split(text: str, most_words: int) -> list[Sentence]:
    """The sentences of a text; one with more words than a parser reads is cut, at a clause where it can be."""
    plain = clean(text)
    found: list[Sentence] = []
    start = 0
    for end in [*(match.end() for match in _ENDS.finditer(plain)), len(plain)]:
        if end < len(plain) and _ABBREVIATED.search(plain[max(start, end - _SHORT) : end]):
            continue
        piece = plain[start:end]
        if re.search(r"\w", piece):
            lead = len(piece) - len(piece.lstrip())
            found += _cut(text, (start + lead, start + len(piece.rstrip())), most_words)
            start = end
        elif found or end < len(plain):
            start = end
    return found


def _cut(text: str, span: Span, most: int) -> list[Sentence]:
    start, end = span
    seen = words_of_text(text[start:end])
    count = len(seen.words)
    if count <= most:
        return [Sentence(text[start:end], span)]
    parts: list[Sentence] = []
    first = 0
    while first < count:
        last = min(first + most, count)
        if last < count:
            breaks = [i for i in range(first + most // 3, last) if seen.words[i] in _BREAKS]
            last = breaks[-1] if breaks else last
        low, high = start + seen.spans[first][0], start + seen.spans[last - 1][1]
        parts.append(Sentence(text[low:high], (low, high), part=True))
        first = last
    return parts
