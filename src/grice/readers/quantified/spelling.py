"""What was this word meant to be? Typos by edit distance, and words that were glued together."""

from dataclasses import dataclass
from functools import lru_cache

_SHORTEST_TYPO = 3
_LONG = 6
_GLUE = frozenset(
    {"of", "is", "in", "are", "all", "half", "and", "the", "only", "one", "two", "three", "there", "with"}
)


@dataclass(frozen=True)
class Spelling:
    """The words a typo may be meant for, those that stand for themselves before those of longer phrases."""

    targets: frozenset[str]
    likely: frozenset[str]
    values: frozenset[str]
    parts: frozenset[str]

    def corrected(self, word: str) -> str:
        """A word as it was meant; two words where they were glued; the word itself where nothing is near."""
        return _corrected(self, word)


@lru_cache(maxsize=65536)
def _corrected(known: Spelling, word: str) -> str:
    pairs = [(word[:i], word[i:]) for i in range(2, len(word) - 1)]
    sticky = _GLUE | known.values
    glued = [pair for pair in pairs if {*pair} <= known.parts and {*pair} & sticky and max(map(len, pair)) > 2]
    if glued and len(word) > 4:
        return " ".join(max(glued, key=lambda p: min(map(len, p))))
    if len(word) < _SHORTEST_TYPO:
        return word
    if len(word) == _SHORTEST_TYPO:
        # Of so short a word only a letter that is missing can be made good.
        longer = [t for t in known.targets if len(t) == len(word) + 1 and distance(word, t, 1) == 1]
        return min(longer, key=lambda t: (t[:2] != word[:2], t not in known.likely, t), default=word)
    allowed = 1 if len(word) < _LONG else 2
    far, other, _, best = _nearest(known, word, allowed)
    if far > 1 and len(word) == _LONG and best not in known.values:
        return word
    close = far <= (1 if len(word) < 7 and other else allowed)
    return best if close else word


def _nearest(known: Spelling, word: str, allowed: int) -> tuple[int, bool, int, str]:
    def rank(target: str) -> tuple[int, bool, int, str]:
        unlikely = (target not in known.likely) + (target not in known.values)
        return distance(word, target, allowed), target[0] != word[0], unlikely, target

    return min(map(rank, known.targets))


def distance(a: str, b: str, most: int) -> int:
    """Edits between two words (insert, delete, replace, swap neighbours); `most` + 1 where it is more than `most`."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, before = before, row
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
