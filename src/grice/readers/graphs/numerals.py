"""How does a parser see numbers? Larger ones in digits, so that a graph can copy them: "twenty-three people" has 23.

Small numbers stay as they are written: a network has seen them all, and "one" is more often no number than one.
"""

from collections.abc import Sequence
from dataclasses import replace

from grice.meaning.graph_statements import Attribute, Quantity, Statement
from grice.words.number_phrases import number_phrases
from grice.words.split import Passage

LARGE = 11
"""From this number on digits are read instead of words."""


def in_digits(passage: Passage) -> Passage:
    """The passage with its larger numbers in digits, each at the place of the words that say it."""
    words, spans, done = [*passage.words], [*passage.spans], 0
    for digits, first, end in _large(passage.words):
        said = digits.split(" ")
        words[first - done : end - done] = said
        spans[first - done : end - done] = [(passage.spans[first][0], passage.spans[end - 1][1])] * len(said)
        done += end - first - len(said)
    return replace(passage, words=tuple(words), spans=tuple(spans)) if words != [*passage.words] else passage


def _large(words: Sequence[str]) -> list[tuple[str, int, int]]:
    return [
        (digits, first, end)
        for digits, first, end in number_phrases(words)
        if any(word.isdecimal() and int(word) >= LARGE for word in digits.split(" ")) or _dozen(words[first:end])
    ]


def _dozen(words: Sequence[str]) -> bool:
    return any(word.endswith("dozen") for word in words)


def with_ranges(statements: Sequence[Statement], words: Sequence[str]) -> list[Statement]:
    """Statements in which a range is one amount: "three or four gulls" are not three, and not four."""
    if not any(isinstance(one, Quantity) for one in statements):
        return list(statements)
    ranges = [digits for digits, _, _ in number_phrases(words) if " " in digits]
    if not ranges:
        return list(statements)
    whole = {bound: digits for digits in ranges for bound in digits.split(" ") if bound.isdecimal()}
    found: dict[Statement, None] = {}
    for one in statements:
        bound = one.number if isinstance(one, Quantity) and not one.unit else ""
        found.setdefault(Attribute(one.nodes[0], whole[bound]) if bound in whole else one)
    return list(found)
