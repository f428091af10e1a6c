"""Which number or range do several words name? "two hundred and five", "1,200", "half a dozen", "three or four".

Cardinals below a thousand million, in words and digits, split as `grice.words.split` splits them ("1", ",", "200").
Numbers come out in digits and what qualifies them in one form, as captions are annotated (data/captions/GUIDE.md):
"23", "3 or 4", "10 to 15", "at least 5". "Dozens of" and "a pair of" name no number.
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
_QUALIFIERS = {
    ("at", "least"): "at least",
    ("at", "most"): "at most",
    ("no", "fewer", "than"): "at least",
    ("no", "less", "than"): "at least",
    ("no", "more", "than"): "at most",
    ("more", "than"): "more than",
    ("fewer", "than"): "less than",
    ("less", "than"): "less than",
}
_OPENERS = frozenset(
    [phrase[0] for phrases in (_QUALIFIERS, _HALF_DOZEN, _COUPLE) for phrase in phrases]
    + ["between", *_ARTICLES, *_SMALL, *_LARGE]
)
"""The words, beside numerals, with which a number phrase can begin."""
# Before "one" these make it stand for a noun or for nobody: "another one" is no number, "no one" is no person.
_BEFORE_ONE = frozenset(["no", "the", "this", "that", "another", "each", "every", "any", "which", "some"])
# After a numeral these go on with it: a time, a decimal, a ratio. They are not counts.
_JOINTS = (".", ":", "/")
_GROUP = 3
"""Digits between two commas of a large number."""


@dataclass(frozen=True)
class _Cardinal:
    value: int
    end: int
    scale: int = 1
    """What the last word multiplies by: "two or three hundred" are 200 or 300."""


def number_phrase(words: Sequence[str], start: int) -> tuple[str, int] | None:
    """The number or range that begins at a word, in digits, and the place after its last word; None where none does.

    Words are in lower case. An article belongs to it ("a dozen"), and so does the "of" of "a couple of".
    """
    opener = words[start] if start < len(words) else ""
    if opener not in _OPENERS and not opener[:1].isdecimal():
        return None
    for phrase, name in _QUALIFIERS.items():
        if _at(words, start, phrase):
            found = _range(words, start + len(phrase))
            return (f"{name} {found[0]}", found[1]) if found and found[0].isdecimal() else None
    if _at(words, start, ("between",)):
        low = _cardinal(words, start + 1)
        high = _cardinal(words, low.end + 1) if low and _at(words, low.end, ("and",)) else None
        return (f"{low.value} to {high.value}", high.end) if low and high and low.value < high.value else None
    return _range(words, start)


def number_phrases(words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Every number and range among words, from left to right: its text, where it begins and where it ends."""
    place = 0
    while place < len(words):
        found = number_phrase(words, place)
        if found:
            yield found[0], place, found[1]
        place = found[1] if found else max(place + 1, _after_joined(words, place))


def as_number(text: str) -> str | None:
    """Words that are a number or a range as a whole, in digits: "twenty-three" is "23"; None for any others."""
    words = text.split()
    found = number_phrase(words, 0)
    return found[0] if found and found[1] == len(words) else None


def _range(words: Sequence[str], start: int) -> tuple[str, int] | None:
    one = _cardinal(words, start)
    if one is None:
        return _hyphened(words, start)
    if _at(words, one.end, ("or", "more")):
        return f"at least {one.value}", one.end + 2
    if _at(words, one.end, ("or", "so")):
        return str(one.value), one.end + 2
    for joint, name in (("or", "or"), ("to", "to"), ("-", "to")):
        other = _cardinal(words, one.end + 1) if _at(words, one.end, (joint,)) else None
        if other:
            low = one.value * other.scale if one.scale == 1 and one.value * other.scale < other.value else one.value
            if low < other.value:
                return f"{low} {name} {other.value}", other.end
    return str(one.value), one.end


def _hyphened(words: Sequence[str], start: int) -> tuple[str, int] | None:
    """ "10-15", one word for the splitter."""
    low, dash, high = words[start].partition("-") if start < len(words) else ("", "", "")
    if not (dash and _numeral(low) and _numeral(high) and int(low) < int(high)):
        return None
    return f"{int(low)} to {int(high)}", start + 1


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
    """ "two hundred and five", "twelve hundred", "two dozen", "1,200" and a bare "hundred"."""
    if start >= len(words):
        return None
    if words[start] in _LARGE:
        # "A thousand": the one before the scale.
        head = _Cardinal(1, start)
    else:
        found = _digits(words, start) or _tens(words, start)
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


def _digits(words: Sequence[str], start: int) -> _Cardinal | None:
    """A numeral, its groups of three digits joined; none that is a part of a time, a decimal or a ratio."""
    if not _numeral(words[start]) or _after_joined(words, start) > start:
        return None
    digits, end = grouped(words, start, words[start])
    return _Cardinal(int(digits), end)


def grouped(words: Sequence[str], start: int, digits: str) -> tuple[str, int]:
    """The digits of the word at `start` and of the groups of three after it ("1", ",", "200"), and where they end."""
    place = start + 1
    first = len(digits) <= _GROUP
    while first and _at(words, place, (",",)) and place + 1 < len(words):
        group = words[place + 1]
        if not (_numeral(group) and len(group) == _GROUP):
            break
        digits, place = digits + group, place + 2
    return digits, place


def _after_joined(words: Sequence[str], start: int) -> int:
    """Where a time, decimal or ratio that begins here ends; `start` where none does."""
    place = start
    while _joins(words, place):
        place += 2
    return place + 1 if place > start else start


def _joins(words: Sequence[str], place: int) -> bool:
    return (
        place + 2 < len(words)
        and words[place + 1] in _JOINTS
        and _numeral(words[place])
        and words[place + 2][:1].isdecimal()
    )


def _numeral(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


def _at(words: Sequence[str], place: int, phrase: tuple[str, ...]) -> bool:
    return place < len(words) and words[place] == phrase[0] and tuple(words[place : place + len(phrase)]) == phrase
