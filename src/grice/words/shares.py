"""Which number or share do these words name? "3/4", "75 %", "three quarters", "a third", "twenty one"."""

import re
from collections.abc import Sequence
from fractions import Fraction

from grice.words.numbers import COUNTING_WORDS

_PARTS = {
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "percent": 100,
}
PART_WORDS = frozenset({*_PARTS, *(f"{part}s" for part in _PARTS)})
_DOZENS = {"half": Fraction(1, 2), "a": Fraction(1), "dozen": Fraction(1)}
_FINEST = 100
"""The largest denominator of a share: 33.3 % is a third."""
_DIGITS = 20
"""Of more digits than these no number is read."""


def figures(word: str) -> str:
    """Figures as they are meant: "9:11" and "6-4" are numbers of two things, "50-50" is half and half."""
    above, mark, below = [*(part.strip() for part in re.split("([/:-])", word)), "", ""][:3]
    if not mark or len(above) + len(below) > _DIGITS:
        return re.sub(r"\s", "", word)
    one, other = int(above), int(below)
    if one == other == 50:
        return "50/50"
    apart = mark == ":" or (mark == "-" and one >= other) or one + other == 100
    return f"{above} to {below}" if apart else f"{above}{mark}{below}"


def number_or_share(words: Sequence[str]) -> tuple[int | Fraction, int] | None:
    """The number or share that words begin with, and how many of them name it."""
    word, *rest = words
    following = [*rest, "", ""]
    dozens = _DOZENS.get(word, int(word) if word.isdecimal() and len(word) < _DIGITS else COUNTING_WORDS.get(word))
    after = following[1:] if following[0] == "a" and word == "half" else following
    if dozens and (word == "dozen" or after[0] == "dozen"):
        return int(12 * dozens), 1 if word == "dozen" else len(following) - len(after) + 2
    share = re.fullmatch(r"(\d+)/(\d+)|(\d+(?:\.\d+)?)%", word)
    if len(re.sub(r"\D", "", word)) > _DIGITS or (share and share[2] and not int(share[2])):
        return None
    if share:
        value = Fraction(int(share[1]), int(share[2])) if share[1] else Fraction(share[3]) / 100
        return value.limit_denominator(_FINEST), 1
    number = int(word) if word.isdecimal() else COUNTING_WORDS.get(word)
    if number is None and word != "percent" and _part(word):
        return Fraction(1, _part(word)), 1
    number = 1 if word == "a" and _part(following[0]) else number
    if number is None:
        return None
    more = COUNTING_WORDS.get(following[0], 0) if number >= 20 and number % 10 == 0 else 0
    length = 2 if 0 < more < 10 else 1
    number += more if length > 1 else 0
    part = _part(following[length - 1])
    if number and part:
        return Fraction(number, part).limit_denominator(_FINEST), length + 1
    return number, length


def _part(word: str) -> int:
    return _PARTS.get(word) or _PARTS.get(word.removesuffix("s"), 0)
