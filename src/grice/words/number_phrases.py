"""Which whole number do several words name? "two hundred and five", "half a dozen", "twenty-three thousand".

Cardinals below a thousand million, in words and digits. "Dozens of" and "a pair of" name no number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grice.words.english import closed, prepositions
from grice.words.numbers import MOST_DIGITS, NUMBER_WORDS
from grice.words.split import is_symbol

_SMALL = {
    word: value for word, value in NUMBER_WORDS.items() if value < 100 and word not in ("couple", "pair", "dozen")
}
_SCALES = {"thousand": 1_000, "million": 1_000_000}
_LARGE = {"dozen": 12, "hundred": 100} | _SCALES
_ARTICLES = ("a", "an")
_HALF_DOZEN = (("half", "a", "dozen"), ("a", "half", "dozen"), ("half", "dozen"), ("a", "half-dozen"), ("half-dozen",))
_COUPLE = (("a", "couple", "of"), ("couple", "of"))
_OPENERS = frozenset(
    [phrase[0] for phrases in (_HALF_DOZEN, _COUPLE) for phrase in phrases] + [*_ARTICLES, *_SMALL, *_LARGE]
)
"""The words, beside numerals, with which a number phrase can begin."""
# Before "one" these make it stand for a noun or for nobody: "another one" is no number, "no one" is no person.
_BEFORE_ONE = frozenset(["no", "the", "this", "that", "another", "each", "every", "any", "which", "some"])


@dataclass(frozen=True)
class _Cardinal:
    value: int
    end: int
    scale: int = 1
    """What its last word multiplies by."""


def cardinal(words: Sequence[str], start: int) -> tuple[int, int] | None:
    """The whole number that begins at a word, and the place after its last word; None where none does.

    Words are in lower case. An article belongs to it ("a dozen"), and so does the "of" of "a couple of".
    """
    opener = words[start] if start < len(words) else ""
    if opener not in _OPENERS and not opener[:1].isdecimal():
        return None
    found = _cardinal(words, start)
    return (found.value, found.end) if found else None


def cardinals(words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Every whole number among words, from left to right: its value, where it begins and where it ends."""
    place = 0
    while place < len(words):
        found = cardinal(words, place)
        if found:
            yield found[0], place, found[1]
        place = found[1] if found else place + 1


def as_number(text: str) -> str | None:
    """Words that are a whole number, in digits: "twenty-three" is "23"; None for any others."""
    words = text.split()
    found = cardinal(words, 0)
    return str(found[0]) if found and found[1] == len(words) else None


def _cardinal(words: Sequence[str], start: int) -> _Cardinal | None:
    """One whole number: fixed phrases first, then digits and words with their scales."""
    for phrases, value in ((_HALF_DOZEN, 6), (_COUPLE, 2)):
        for phrase in phrases:
            if _at(words, start, phrase):
                return _Cardinal(value, start + len(phrase))
    if start >= len(words):
        return None
    if words[start] == "one" and not _counts(words, start):
        return None
    if words[start] in _ARTICLES:
        return _scaled(words, start + 1) if start + 1 < len(words) and words[start + 1] in _LARGE else None
    return _scaled(words, start)


def _counts(words: Sequence[str], place: int) -> bool:
    """Whether "one" counts what follows, and does not stand for a noun: "one dog", not "the red one with a hat"."""
    if place and words[place - 1] in _BEFORE_ONE:
        return False
    if place + 1 == len(words):
        return place == 0
    after = words[place + 1]
    if after in ("or", "to", "very", "really", "quite"):
        return True
    return not (after in closed() or after in prepositions() or is_symbol(after))


def _scaled(words: Sequence[str], start: int) -> _Cardinal | None:
    """A sum of parts with falling scales: "two hundred thousand and five" is 200 thousands and 5."""
    total, place, last, scale = 0, start, 10**9, 1
    while place < len(words):
        joined = place + 1 if place > start and words[place] == "and" and scale >= 100 else place
        part = _below_thousand(words, joined)
        if part is None:
            break
        size = _SCALES.get(words[part.end], 1) if part.end < len(words) else 1
        if size >= last:
            break
        total, scale, last = total + part.value * size, size if size > 1 else part.scale, size
        place = part.end + (size > 1)
        if size == 1:
            break
    return _Cardinal(total, place, scale) if place > start else None


def _below_thousand(words: Sequence[str], start: int) -> _Cardinal | None:
    """ "two hundred and five", "twelve hundred", "two dozen" and a bare "hundred"."""
    if start >= len(words):
        return None
    if words[start] in _LARGE:
        # "A thousand": the one before the scale.
        head = _Cardinal(1, start)
    else:
        found = _Cardinal(int(words[start]), start + 1) if _numeral(words[start]) else _tens(words, start)
        if found is None:
            return None
        head = found
    if head.end >= len(words) or words[head.end] not in ("hundred", "dozen"):
        return head
    scale = _LARGE[words[head.end]]
    value, place = head.value * scale, head.end + 1
    if scale == 100:
        rest = _tens(words, place + 1 if _at(words, place, ("and",)) else place)
        if rest:
            return _Cardinal(value + rest.value, rest.end)
    return _Cardinal(value, place, scale)


def _tens(words: Sequence[str], start: int) -> _Cardinal | None:
    """A number word below a hundred: "seven", "twenty-three", "twenty three"."""
    value = _SMALL.get(words[start]) if start < len(words) else None
    if value is None:
        return None
    if value >= 20 and value % 10 == 0:
        place = start + 2 if _at(words, start + 1, ("-",)) else start + 1
        one = _SMALL.get(words[place]) if place < len(words) else None
        if one is not None and 0 < one < 10 and words[place] != "both":
            return _Cardinal(value + one, place + 1)
    return _Cardinal(value, start + 1)


def _numeral(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


def _at(words: Sequence[str], place: int, phrase: tuple[str, ...]) -> bool:
    return place < len(words) and words[place] == phrase[0] and tuple(words[place : place + len(phrase)]) == phrase
