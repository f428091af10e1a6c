"""Which words are numbers, fractions or places? They are read by form, before phrases are looked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grice.readers.quantified.lexicon import table
from grice.words.numbers import COUNTING_WORDS

Word = tuple[str, int, int, str]
"""A word as it was meant, its span in the clean text, and as it was written."""


@dataclass(frozen=True)
class Token:
    """A word or phrase of the vocabulary: its terminal, its value, its span in the clean text."""

    terminal: str
    value: Any
    start: int
    end: int
    roles: frozenset[str] = frozenset()
    written: str = ""


@lru_cache(maxsize=1)
def _places() -> dict[str, frozenset[str]]:
    return {name: frozenset(words) for name, words in table()["places"].items()}


def place_end(words: Sequence[tuple[str, int, int, str]], i: int) -> int:
    """Where a phrase that says where things are ends, or `i` where none begins."""
    places = _places()
    if words[i][0] not in places["prepositions"]:
        return i
    j = i + 1
    while j < len(words) and words[j][0] in places["between"]:
        j += 1
    while j > i + 1 and (j == len(words) or words[j][0] not in places["places"]):
        j -= 1
        if words[j][0] in places["places"]:
            break
    least = i if words[i][0] in ("in", "on", "at") else i + 1
    found = j < len(words) and j > least and words[j][0] in places["places"]
    # "Half of the set" and "of each side" are about things: only "of" itself needs another place before it.
    return j + 1 if found and (words[i][0] != "of" or (i and words[i - 1][0] in places["places"])) else i


def number_at(words: Sequence[Word], i: int, phrases: Mapping[str, Any]) -> tuple[Token, int] | None:
    """Numbers, and fractions with their parts: "3/4", "75 %", "three quarters", "a third", "thirds"."""
    word, start, end, written = words[i]
    parts = table()["parts"]
    if "/" in word[1:] and word[0].isdigit():
        above, below = (int(part) for part in word.split("/"))
        if above == below == 50 or not below:
            return None
        return Token("SHARE", Fraction(above, below), start, end, frozenset({"SHARE"}), written), i + 1
    if word.endswith("%") and len(word) > 1:
        if word == "100%":
            return None
        share = Fraction(word.rstrip("% ")) / 100
        return Token("SHARE", share, start, end, frozenset({"SHARE"}), written), i + 1
    value = int(word) if word.isdigit() else COUNTING_WORDS.get(word)
    following = words[i + 1][0] if i + 1 < len(words) else ""
    if value is None:
        if word == "a" and following in parts:
            value = 1
        elif word in parts and word not in ("percent",):
            return Token("SHARE", Fraction(1, parts[word]), start, end, frozenset({"SHARE"}), written), i + 1
        else:
            return None
    if value >= 20 and value % 10 == 0 and 0 < COUNTING_WORDS.get(following, 0) < 10:
        value += COUNTING_WORDS[following]
        i, end = i + 1, words[i + 1][2]
        following = words[i + 1][0] if i + 1 < len(words) else ""
    if following in parts and value:
        end = words[i + 1][2]
        return Token("SHARE", Fraction(value, parts[following]), start, end, frozenset({"SHARE"}), written), i + 2
    if (
        f"{word} {following}" in phrases
        or f"{word} {following} {words[i + 2][0] if i + 2 < len(words) else ''}" in phrases
    ):
        return None
    return Token("NUM", value, start, end, frozenset({"NUM"}), written), i + 1
