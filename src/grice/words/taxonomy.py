"""What is a kind of what? WordNet 3.0's hypernyms of nouns, and which nouns are siblings under one.

The table beside the lexicon is made with it by lab/build_lexicon.py.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from grice.words.lexicon import lexicon, synonyms
from grice.words.morphology import base_forms

_FROM_NOUNS = (("ular", "le"), ("al", ""), ("ish", ""), ("y", ""), ("ed", ""), ("like", ""))
"""How adjectives are made of nouns: triangular, hexagonal, greenish, starry."""


@dataclass(frozen=True, eq=False)
class Taxonomy:
    """The hypernyms of every noun synset, one after another, and where each synset's begin."""

    parents: NDArray[np.int32]
    firsts: NDArray[np.int64]

    def above(self, synset: int) -> frozenset[int]:
        """The hypernyms of a synset, one step up."""
        return frozenset(self.parents[self.firsts[synset] : self.firsts[synset + 1]].tolist())

    def ancestors(self, synset: int) -> frozenset[int]:
        """All that a synset is a kind of."""
        found: set[int] = set()
        waiting = [synset]
        while waiting:
            new = self.above(waiting.pop()) - found
            found |= new
            waiting += new
        return frozenset(found)


@cache
def taxonomy() -> Taxonomy:
    """The table, read once."""
    with (files("grice.words") / "wordnet" / "hypernyms.npz").open("rb") as file, np.load(file) as table:
        return Taxonomy(table["parents"], np.concatenate(([0], np.cumsum(table["counts"], dtype=np.int64))))


@lru_cache(maxsize=1 << 14)
def kinds(noun: str) -> frozenset[int]:
    """The direct hypernyms of a noun's commonest sense."""
    senses = lexicon().nouns(noun)
    return taxonomy().above(senses[0]) if senses else frozenset()


@lru_cache(maxsize=1 << 14)
def includes(noun: str) -> frozenset[int]:
    """Every synset that a noun, in any sense, is or is a kind of."""
    senses = lexicon().nouns(noun)
    return frozenset(senses).union(*(taxonomy().ancestors(sense) for sense in senses))


def siblings(one: str, other: str) -> bool:
    """Whether two nouns, in their commonest senses, stand under one hypernym, and neither can mean or include the
    other in any sense: "dog" and "wolf", never "dog" and "puppy"."""
    if one == other or kinds(one).isdisjoint(kinds(other)) or synonyms(one, other):
        return False
    table = lexicon()
    return includes(one).isdisjoint(table.nouns(other)) and includes(other).isdisjoint(table.nouns(one))


def is_kind(one: str, other: str) -> bool:
    """Whether a noun is a kind of another, both in their commonest senses: a puppy is a dog, a dog is not a puppy."""
    return _commonest(other)[0] in _commonest(one)[1]


@lru_cache(maxsize=1 << 15)
def _commonest(noun: str) -> tuple[int, frozenset[int]]:
    """The commonest sense of a noun, -1 where it has none, and all that it is a kind of."""
    senses = lexicon().nouns(noun.replace(" ", "_"))
    return (senses[0], taxonomy().ancestors(senses[0])) if senses else (-1, frozenset())


@cache
def _senses(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(sense for name in names for sense in lexicon().nouns(name))


@lru_cache(maxsize=1 << 14)
def can_be(word: str, names: tuple[str, ...]) -> bool:
    """Whether the commonest sense of a noun, or of the noun an adjective comes from, is of one of these kinds."""
    derived = base_forms(word, "adj") or not base_forms(word, "noun")
    made = [word.removesuffix(end) + noun for end, noun in _FROM_NOUNS if derived and word.endswith(end)]
    found = [lexicon().nouns(noun)[:1] for form in (word, *made) for noun in base_forms(form, "noun")]
    return any(({sense} | taxonomy().ancestors(sense)) & _senses(names) for senses in found for sense in senses)
