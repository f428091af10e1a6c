"""Which words mean the same? WordNet 3.0's synonym sets (Miller 1995) and the lookup SPICE makes in them.

The table and its licence are in the folder `wordnet`, made by lab/build_lexicon.py. `synsets` pools all senses and
parts of speech of a word, and adds those of its stem, as METEOR's synonym module and the published SPICE evaluators do:
its generosity is part of the protocol.
"""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

PARTS = ("noun", "verb", "adj", "adv")

# WordNet's suffix rules: what ends a form, and what ends its base.
SUFFIXES: dict[str, tuple[tuple[str, str], ...]] = {
    part: tuple((ending, base) for ending, _, base in (rule.partition(">") for rule in rules.split()))
    for part, rules in {
        "noun": "s> ses>s ves>f xes>x zes>z ches>ch shes>sh men>man ies>y",
        "verb": "s> ies>y es>e es> ed>e ed> ing>e ing>",
        "adj": "er> est> er>e est>e",
        "adv": "",
    }.items()
}
# All parts of speech in one list, as METEOR has it, without "ves"; the first that leads to a known word gives the stem.
_STEMS = tuple(rule for part in PARTS for rule in SUFFIXES[part] if rule != ("ves", "f"))


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The table: words as sorted bytes, where each begins, and the same for their synset numbers."""

    words: bytes
    starts: "array[int]"
    synsets: NDArray[np.int32]
    firsts: "array[int]"
    bounds: tuple[int, ...]
    irregular: str

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __contains__(self, word: str) -> bool:
        return self._place(word) is not None

    def begins(self, prefix: str) -> bool:
        """Whether any lemma begins so."""
        sought = prefix.encode("utf-8", "replace")
        place = bisect_left(self.lemmas, sought)
        return place < len(self) and self.lemmas[place].startswith(sought)

    def senses(self, word: str) -> frozenset[int]:
        """The synset numbers of a lemma as it is; lower case, phrases with underscores."""
        place = self._place(word)
        if place is None:
            return frozenset()
        return frozenset(self.synsets[self.firsts[place] : self.firsts[place + 1]].tolist())

    def nouns(self, word: str) -> tuple[int, ...]:
        """The synset numbers of a lemma as a noun, its commonest sense first."""
        place = self._place(word)
        if place is None:
            return ()
        senses = self.synsets[self.firsts[place] : self.firsts[place + 1]]
        return tuple(senses[senses < self.bounds[1]].tolist())

    def has(self, word: str, part: str) -> bool:
        """Whether a lemma has a sense as "noun", "verb", "adj" or "adv"."""
        place = self._place(word)
        if place is None:
            return False
        start = PARTS.index(part)
        low, high = self.bounds[start], self.bounds[start + 1]
        return any(low <= sense < high for sense in self.synsets[self.firsts[place] : self.firsts[place + 1]].tolist())

    @cached_property
    def lemmas(self) -> list[bytes]:
        """The words one by one, made when the first is looked up: a search that cuts each out takes ten times as
        long."""
        return [self.words[start:end] for start, end in pairwise(self.starts)]

    @cached_property
    def exceptions(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Irregular forms by part of speech: exceptions["noun"]["geese"] is ("goose",)."""
        found: dict[str, dict[str, tuple[str, ...]]] = {part: {} for part in PARTS}
        for line in self.irregular.splitlines():
            part, form, *bases = line.split(" ")
            found[part][form] = tuple(dict.fromkeys((*found[part].get(form, ()), *bases)))
        return found

    def _place(self, word: str) -> int | None:
        sought = word.encode("utf-8", "replace")
        place = bisect_left(self.lemmas, sought)
        return place if place < len(self) and self.lemmas[place] == sought else None


@cache
def lexicon() -> Lexicon:
    """The table, read once."""
    path = files("grice.words") / "wordnet" / "lexicon.npz"
    with path.open("rb") as file, np.load(file, allow_pickle=False) as table:
        return Lexicon(
            words=table["words"].tobytes(),
            starts=_cuts(table["lengths"]),
            synsets=table["synsets"],
            firsts=_cuts(table["counts"]),
            bounds=tuple(table["bounds"].tolist()),
            irregular=table["exceptions"].tobytes().decode(),
        )


@lru_cache(maxsize=1 << 16)
def synsets(phrase: str) -> frozenset[int]:
    """The synset numbers of a word or phrase and of its stem; empty where WordNet has neither."""
    word = "_".join(phrase.lower().split())
    table = lexicon()
    bases = [base for part in PARTS for base in table.exceptions[part].get(word, ())]
    return table.senses(word).union(*map(table.senses, bases or [_stem(word, table)]))


def synonyms(one: str, other: str) -> bool:
    """Whether two labels share a synset."""
    return not synsets(one).isdisjoint(synsets(other))


def _stem(word: str, table: Lexicon) -> str:
    if word.endswith("ful"):
        return word[:-3] if word[:-3] in table else word
    if word.endswith("ss") or len(word) <= 2:
        return word
    bases = (word.removesuffix(suffix) + ending for suffix, ending in _STEMS if word.endswith(suffix))
    return next((base for base in bases if base in table), word)


def _cuts(lengths: NDArray[np.uint8]) -> "array[int]":
    # A Python array, because numpy takes far longer to give a single number.
    cuts = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=cuts[1:], dtype=np.int32)
    return array("i", cuts.tobytes())
