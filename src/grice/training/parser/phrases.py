"""What is a caption about, and how can it continue? Its subject, its head, and the words that say more of them."""

from collections.abc import Sequence

import numpy as np

from grice.readers.graphs.alignment import find
from grice.readers.graphs.linear import Fact, plain
from grice.training.parser.rows import Row

DETERMINERS = frozenset(["a", "an", "the", "his", "her", "its", "their", "some", "this", "that"])
_FINITE = frozenset(["is", "are", "was", "were", "has", "have"])
_CLAUSE = _FINITE | {"there", "who", "which", "that", "while", "as", "and", ",", "."}
# fmt: off
_LINKS = frozenset([
    "with", "in", "on", "at", "near", "by", "of", "under", "above", "behind", "over", "beside", "below", "inside",
    "outside", "against", "along", "around", "next", "between", "through", "across", "atop", "to", "from", "for",
    "worn", "seen"
])
# fmt: on


def names_in(fact: Fact) -> tuple[str, ...]:
    """The names of the objects of a fact, without marks."""
    return nodes_in(plain(fact))


def head_at_start(row: Row) -> str | None:
    """The noun that a caption begins with and describes to its end, or None where it is a clause or a list."""
    if not row.facts or _CLAUSE & set(row.words[:-1]) or len(row.facts[0]) == 1:
        return None
    root = _root(row)
    if root is None:
        return None
    head, place = root
    said = {fact[2] for fact in map(plain, row.facts) if fact[0] == head and fact[1:2] == ("is",)}
    before = [word for word in row.words[: place[0]] if word not in DETERMINERS]
    return head if all(word in said for word in before) else None


def _root(row: Row) -> tuple[str, tuple[int, int]] | None:
    """The one object that facts are about and that is the object of none, and where the caption first names it."""
    subjects = {names_in(fact)[0] for fact in row.facts}
    roots = subjects - {name for fact in row.facts for name in names_in(fact)[1:]}
    if len(roots) != 1:
        return None
    name = roots.pop()
    place = find(name, row.words)
    return None if place is None else (name, place)


def subject_of(row: Row) -> tuple[str, int] | None:
    """The root of a caption and its place, where the caption names it once."""
    root = _root(row)
    if root is None or find(root[0], row.words, root[1][1]):
        return None
    return root[0], root[1][0]


def goes_on(word: str) -> bool:
    """Whether a word after a noun begins to say something of it."""
    return word in _LINKS or word in _FINITE or (len(word) > 4 and word.endswith(("ing", "ed")))


def linked(words: Sequence[str], first: str, tail: Sequence[str], rng: np.random.Generator) -> tuple[str, ...]:
    """What is said of a subject, worded to continue a caption that says something of it from the word `first` on."""
    phrases = sum(map(goes_on, words[words.index(first) :]))
    if tail[0] == first and first not in _FINITE and phrases == 1 and tail[1:] and rng.random() < 0.6:
        return ("and" if rng.random() < 0.8 else ",", *tail[1:])
    if tail[0] in _FINITE:
        if _FINITE & set(words):
            return ("and", *tail)
        return ((), ("that",), (",", "it"))[int(rng.choice(3, p=(0.6, 0.3, 0.1)))] + tuple(tail)
    choices: tuple[tuple[str, ...], ...] = ((), (",",), ("and",) if tail[0] not in _LINKS else ())
    return choices[int(rng.choice(3, p=(0.7, 0.15, 0.15)))] + tuple(tail)


def without_stop(words: Sequence[str]) -> tuple[str, ...]:
    """A caption without the stops and commas at its end."""
    end = len(words)
    while end and words[end - 1] in (".", ","):
        end -= 1
    return tuple(words[:end])


def nodes_in(fact: Fact) -> tuple[str, ...]:
    """The objects of a fact, with the index that tells two of one name apart."""
    return (fact[0], fact[2]) if len(fact) == 3 and fact[1] != "is" else (fact[0],)
