"""Can a word that no class has change what a clause claims? Decided by what WordNet says it can mean.

A word may be left out, and the clause still counts as understood, where no sense of it can be an amount, a kind of
thing or a relation between amounts: verbs, adverbs and adjectives that have no such noun, and nouns for places, times,
thoughts and the picture itself. A noun for a thing, a being, a shape, a colour or a number is never left out in silence,
and neither is a word WordNet does not know: it may be a typing error for anything.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from grice.readers.quantified.tokens import Token, table, listed
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms
from grice.words.taxonomy import taxonomy

_AMOUNTS = ("shape", "color", "number", "quantity", "figure")
"""A word that can be one of these is never left out in silence."""
_THINGS = ("physical_object", "living_thing", "being", "substance", "matter", "imaginary_being", "artifact")
"""A noun for one of these can be what is counted."""
_BEFORE_NOUN = frozenset(
    {"ADJ", "ALL", "EACH", "A", "NUM", "SOME", "MANY", "MOST", "SEVERAL", "AFEW", "FEW", "COUPLE", "NO", "SINGLE", "HALF"}
    | {"MORE", "LESS", "DIFFERENT", "OTHER", "BOTH", "EQUAL", "SHARE"}
)


@cache
def _senses(names: tuple[str, ...]) -> frozenset[int]:
    table = lexicon()
    return frozenset(table.nouns(name)[0] for name in names if table.nouns(name))


@lru_cache(maxsize=1 << 14)
def _can_be(word: str, names: tuple[str, ...]) -> bool:
    """Whether the commonest sense of a noun is of one of these kinds."""
    found = [lexicon().nouns(noun)[:1] for noun in base_forms(word, "noun")]
    return any(({sense} | taxonomy().ancestors(sense)) & _senses(names) for senses in found for sense in senses)


def harmless(token: Token, sentence: Sequence[Token], i: int) -> bool:
    """Whether an unknown word can be left out of a sentence without a change in what it claims."""
    word = str(token.value)
    if not word.isalpha() or _can_be(word, _AMOUNTS):
        return False
    nouns = base_forms(word, "noun")
    others = [part for part in ("verb", "adj", "adv") if base_forms(word, part)]
    if not nouns or (word.endswith("ly") and others):
        return bool(others) or word.endswith("ly")
    plural = any(noun != word for noun in nouns) and word not in nouns
    slot = i > 0 and sentence[i - 1].cls in _BEFORE_NOUN
    as_noun = not others or plural or slot
    return not (as_noun and _can_be(word, _THINGS))


_SAYING = frozenset({"ADJ", "NOUN", "NUM", "DEF", "SHARE", "HALF", "MOST", "MOSTLY", "MINORITY", "ALL", "EACH", "EVERYTHING"})
"""A stretch with one of these says something of amounts."""


def remark(tokens: Sequence[Token], dropped: Sequence[Token]) -> bool:
    """Whether a stretch speaks of the place of things, of the picture or of the task: nothing in it can be counted.

    An unknown word may stand in it only beside a place: "the background is white".
    """
    if any(token.cls in _SAYING for token in tokens):
        return False
    unknown = [token for token in tokens if token.cls == "UNKNOWN"]
    placed = any(token.value in _places() for token in dropped)
    return bool(dropped or not unknown) and (placed or not unknown)


@cache
def _places() -> frozenset[str]:
    return frozenset(listed(table()["places"]["places"]))
