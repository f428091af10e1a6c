"""Can a word that no class has change what a clause claims? Decided by what WordNet says it can mean.

A word may be left out, and the clause still counts as understood, where no sense of it can be an amount, a kind of
thing or a relation between amounts: verbs, adverbs and adjectives that have no such noun, and nouns for places, times,
thoughts and the picture itself. A noun for a thing, a being, a shape, a colour or a number is never left out in silence,
and neither is a word WordNet does not know: it may be a typing error for anything.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from grice.readers.quantified.tokens import Token, vocabulary
from grice.scenes.quantified import Domain
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms
from grice.words.taxonomy import taxonomy

_TELLING = ("physical_object", "living_thing", "being", "shape", "color", "number", "quantity", "substance", "matter", "imaginary_being", "animal", "person", "artifact")
"""Nouns of these kinds can be what is counted, or how many."""
_PLACES = ("location", "side", "way", "picture", "arrangement", "direction", "line", "part")
_NOUN_BEFORE = frozenset(
    {"ADJ", "ALL", "EACH", "THE", "A", "NUM", "SOME", "MANY", "MOST", "SEVERAL", "AFEW", "FEW", "COUPLE", "NO", "SINGLE"}
    | {"HALF", "MORE", "LESS", "PRONOUN", "DIFFERENT", "REST", "OTHER", "OF", "ONLY", "BOTH", "NUMBER", "PAIR", "BUNCH"}
    | {"EQUAL", "SHARE"}
)


@cache
def _telling() -> frozenset[int]:
    table = lexicon()
    return frozenset(table.nouns(name)[0] for name in _TELLING if table.nouns(name))


@lru_cache(maxsize=1 << 14)
def weightless(word: str) -> bool:
    """Whether no sense of a word can be an amount, a kind of thing or a relation between amounts."""
    table = lexicon()
    nouns = base_forms(word, "noun")
    others = [part for part in ("verb", "adj", "adv") if base_forms(word, part)]
    if not nouns:
        return bool(others)
    senses = [sense for noun in nouns for sense in table.nouns(noun)[:1]]
    telling = any(({sense} | taxonomy().ancestors(sense)) & _telling() for sense in senses)
    return not telling


def harmless(token: Token, sentence: Sequence[Token], i: int, domain: Domain) -> bool:
    """Whether an unknown word can be left out of a sentence without a change in what it claims."""
    word = str(token.value)
    if not word.isalpha():
        return False
    return weightless(word)


def remark(tokens: Sequence[Token]) -> bool:
    """Whether a stretch speaks of places or of the task: it has no value, no number and no word that may be a thing."""
    return False
