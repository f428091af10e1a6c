"""In which order are facts written? In that of the words of the text that they come from.

FACTUAL graphs keep nouns as the caption has them (97 % of objects and attributes) and lemmatise verbs, so a word of a
fact is looked for as it is, as a number word, and then as the lemma of a caption word by suffix rules.
"""

from collections.abc import Sequence
from functools import lru_cache

from grice.readers.graphs.linear import Fact, plain
from grice.words.morphology import base_forms
from grice.words.numbers import number

# Inflections that WordNet's rules miss or take for another word, and prepositions that the corpus writes as one.
_ALSO = {
    **dict.fromkeys(("lie", "lies", "lying", "lays", "laying", "laid"), "lay"),
    **dict.fromkeys(("below", "beneath", "underneath"), "under"),
    "seated": "sit",
    "atop": "top",
    "people": "person",
}


def find(field: str, words: Sequence[str], start: int = 0) -> tuple[int, int] | None:
    """Where the words of a field stand next to each other in the text, exactly, from `start` on."""
    wanted = tuple(field.split())
    for i in range(start, len(words) - len(wanted) + 1):
        if tuple(words[i : i + len(wanted)]) == wanted:
            return i, i + len(wanted)
    return None


def position(field: str, words: Sequence[str]) -> int | None:
    """The index of the text word that best matches a field: exact before lemma, its last word before its first."""
    return next(iter(positions(field, words)), None)


def positions(field: str, words: Sequence[str]) -> list[int]:
    """Every index at which the text matches a field as well as at the first: all exact ones, or all of one lemma."""
    exact: list[int] = []
    while (found := find(field, words, exact[-1] + 1 if exact else 0)) is not None:
        exact.append(found[1] - 1)
    if exact:
        return exact
    for wanted in reversed(field.split()):
        if same := [i for i, word in enumerate(words) if same_lemma(wanted, word)]:
            return same
    return []


@lru_cache(maxsize=1 << 16)
def same_lemma(wanted: str, word: str) -> bool:
    """Whether a text word is the wanted word, its number word, or an inflection of it."""
    word = word.strip(".,;:!?\"'")
    word = word if wanted.endswith("'s") else word.removesuffix("'s")
    if wanted == word or bool(bases(wanted) & bases(word)):
        return True
    return wanted.isdecimal() and str(number(word)) == wanted


def in_reading_order(facts: Sequence[Fact], words: Sequence[str]) -> list[Fact]:
    """Facts in the order of the words that distinguish them: the attribute, the predicate, or the later of the ends.

    One order for one set of facts, so a network has a single sequence to learn per caption.
    """
    return sorted(facts, key=lambda fact: _place(fact, words))


def _place(fact: Fact, words: Sequence[str]) -> tuple[float, float, float, Fact]:
    bare = plain(fact)
    subject = _or_end(position(bare[0], words), words)
    if len(bare) == 1:
        return subject, subject, subject, fact
    if bare[1] == "is":
        nearest = min(positions(bare[2], words), key=lambda i: abs(i - subject), default=len(words))
        return nearest, subject, nearest, fact
    value = _or_end(position(bare[2], words), words)
    said = positions(bare[1].split()[0], words)
    if said:
        # Of several "on", the one between the two objects.
        between = [i for i in said if min(subject, value) < i < max(subject, value)]
        return between[-1] if between else said[0], subject, value, fact
    return max(subject, value) - 0.5, subject, value, fact


def _or_end(found: int | None, words: Sequence[str]) -> float:
    return float(len(words) if found is None else found)


@lru_cache(maxsize=1 << 16)
def bases(word: str) -> frozenset[str]:
    """A word, and what it may be an inflection of."""
    forms = (form for part in ("noun", "verb", "adj") for form in base_forms(word, part))
    return frozenset((word, _ALSO.get(word, word), *forms))
