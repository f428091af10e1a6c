"""Which words are one amount that is no count? "1.5", "1 1/2", "two and a half", "three quarters of"; and prices.

Words are in lower case, as `grice.words.split` splits them ("1", ".", "5"; "$6", ",", "500").
"""

import re
from collections.abc import Iterator, Sequence

from grice.words.number_phrases import grouped, number_phrase
from grice.words.shares import PART_WORDS

_FRACTION = re.compile(r"\d{1,3}/\d{1,3}|[\u00bc-\u00be\u2150-\u215e]")
_AND_A_HALF = ("and", "a", "half")
_SIGNS = "$\u20ac\u00a3\u00a5"
_PRICE = re.compile(rf"[{_SIGNS}]\d{{1,3}}")
_SIGN_LAST = re.compile(rf"(\d+)([{_SIGNS}])")
_SHARES = {"1/2": "half", "\u00bd": "half", "1/3": "third", "\u2153": "third", "1/4": "quarter", "\u00bc": "quarter"}
Amount = tuple[str, int, int]
"""An amount as it is written, where it begins and where it ends."""


def amounts(words: Sequence[str]) -> Iterator[Amount]:
    """The amounts among words that are no whole numbers, from left to right."""
    place = 0
    while place < len(words):
        end = _end(words, place)
        if end > place:
            yield " ".join(words[place:end]).replace(" . ", "."), place, end
        place = max(end, place + 1)


def plain_amounts(words: Sequence[str]) -> Iterator[Amount]:
    """Amounts in the form that captions mostly have: "$6,500" is $6500, "5$" is $5, and "1/2 of" is half of."""
    for place, word in enumerate(words):
        if _PRICE.fullmatch(word):
            digits, end = grouped(words, place, word[1:])
            if end > place + 1:
                yield word[0] + digits, place, end
        elif turned := _SIGN_LAST.fullmatch(word):
            yield turned[2] + turned[1], place, place + 1
        elif word in _SHARES and tuple(words[place + 1 : place + 2]) == ("of",):
            yield _SHARES[word], place, place + 1


def _end(words: Sequence[str], place: int) -> int:
    """Where an amount that begins at a word ends; at that word where none does."""
    if words[place].isdecimal() and tuple(words[place + 1 : place + 2]) == (".",):
        return place + 3 if words[place + 2 : place + 3] and words[place + 2].isdecimal() else place
    whole = number_phrase(words, place)
    after = whole[1] if whole else place
    if after < len(words) and _FRACTION.fullmatch(words[after]):
        return after + 1
    if whole and tuple(words[after : after + 3]) == _AND_A_HALF:
        return after + 3
    several = whole is not None and tuple(words[after + 1 : after + 2]) == ("of",) and words[after] in PART_WORDS
    return after + 1 if several else place
