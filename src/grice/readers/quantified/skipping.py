"""Can a word that no class has change what a clause claims? Decided by what WordNet says it can mean.

Verbs, adverbs, adjectives, and nouns for places, times and thoughts may be left out. A word for a thing, a being, a
shape, a colour or a number never is in silence, nor one WordNet does not know: it may be a typing error for anything.
"""

from collections.abc import Sequence

from grice.readers.quantified.tokens import Token, classes, entries
from grice.words.morphology import base_forms, is_known
from grice.words.taxonomy import can_be, is_kind

_KINDS = ("shape", "color", "number")
_AMOUNTS = (*_KINDS, "quantity", "figure")
_THINGS = ("physical_object", "living_thing", "being", "matter", "imaginary_being", "artifact")
"""A noun for one of these can be what is counted."""
_SHORT = 4
_CLAIMING = ({"EQUAL", "SPLIT"}, {"EQUAL", "OBJECT"}, {"EQUAL", "SHAPE"}, {"EQUAL", "ATTRIBUTE"}, {"NO", "OTHER"})
"""Words that together may claim something even so: "equally split"."""


def role(token: Token, sentence: Sequence[Token], i: int) -> str:
    """The class of an unknown word that stands for a group or for things; FILLER where it can be left out."""
    word = str(token.value)
    before, *following = (t.name for t in (sentence[i - 1] if i else token, *sentence[i + 1 : i + 5], token))
    nouns, adjectives = base_forms(word, "noun"), base_forms(word, "adj")
    others = adjectives or base_forms(word, "verb") or base_forms(word, "adv")
    if following[0] == "OF" and {"ADJ", "NOUN"} & {*following} and can_be(word, ("group", *_THINGS)):
        # "A crowd of red circles", "a wall of blue squares".
        return "BUNCH"
    counted, placed = before in classes("before_noun"), word in entries("places", "places")
    person, plural = can_be(word, ("person",)) and not can_be(word, _KINDS), bool(nouns) and word not in nouns
    fellow = person and any(is_kind(noun, "person") for noun in nouns)
    alike = person or not can_be(word, (*_AMOUNTS, *_THINGS))
    told = following[0] in classes("after_noun") or (fellow and not plural and following[0] not in classes("modified"))
    if nouns and alike and counted and told and not placed:
        # "The tokens are", "one red fellow": they could not be told apart.
        return "OBJECT"
    if fellow and (not counted or following[0] in classes("modified")):
        # "Lads, ...", "one rogue circle".
        return "FILLER"
    if word in entries("places", "prepositions") | entries("places", "between"):
        return "FILLER"
    used = (adjectives and following[0] in classes("modified")) or (others and not counted and not plural)
    idle = is_known(word) and not can_be(word, (*_AMOUNTS, *_THINGS))
    return "FILLER" if idle or (used and not can_be(word, _KINDS)) else "UNKNOWN"


def remark(tokens: Sequence[Token], dropped: Sequence[Token]) -> bool:
    """Whether a stretch speaks of the place of things, of the picture or of the task: nothing in it can be counted.

    A word for a thing may stand in it only beside a place: "the background is white".
    """
    names = {token.name for token in tokens}
    if names - classes("quiet") or any(claim <= names for claim in _CLAIMING):
        return False
    unknown = _unknown(tokens)
    placed = any(token.value in entries("places", "places") for token in (*tokens, *dropped))
    return bool(dropped or unknown or names & classes("speaking")) and (placed or all(map(_idle, unknown)))


def redundant(tokens: Sequence[Token]) -> bool:
    """Whether words could only repeat what others have settled: nothing in them is excepted, nothing is foreign.

    A word that is not English may be a typing error for anything, and one for a thing or a shape another kind.
    """
    denied = any(token.name in classes("denying") for token in tokens)
    return not denied and all(len(word) < _SHORT or _idle(word) for word in _unknown(tokens))


def _unknown(tokens: Sequence[Token]) -> list[str]:
    return [str(token.value) for token in tokens if token.name == "UNKNOWN"]


def _idle(word: str) -> bool:
    """Whether a word is English and names no thing, shape, colour or number."""
    return is_known(word) and not can_be(word, (*_KINDS, *_THINGS))
