"""What was this word meant to be? Typos by edit distance, and words that were glued together.

The distance counts letters put in, left out or replaced and neighbours that changed places (optimal string alignment).
"""

from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract_iter

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
        longer = [target for target in _near(known, word, 1) if len(target) == len(word) + 1]
        return min(
            longer, key=lambda t: (not t.startswith(word), t[:2] != word[:2], t not in known.likely, t), default=word
        )
    allowed = 1 if len(word) < _LONG else 2
    near = _near(known, word, allowed)
    if not near:
        return word

    def rank(target: str) -> tuple[int, bool, int, str]:
        unlikely = (target not in known.likely) + (target not in known.values)
        return near[target], target[0] != word[0], unlikely, target

    far, other, _, best = min(map(rank, near))
    if far > 1 and len(word) == _LONG and best not in known.values:
        return word
    return best if far <= (1 if len(word) < 7 and other else allowed) else word


def _near(known: Spelling, word: str, most: int) -> dict[str, int]:
    """The targets at most so many edits away, each with its distance."""
    return {
        target: int(far) for target, far, _ in extract_iter(word, known.targets, scorer=OSA.distance, score_cutoff=most)
    }
