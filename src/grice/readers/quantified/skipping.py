"""Can a word that no class has change what a clause claims? Decided by what WordNet says it can mean.

A word may be left out, and the clause still counts as understood, where no sense of it can be an amount, a kind of
thing or a relation between amounts: verbs, adverbs and adjectives that have no such noun, and nouns for places, times,
thoughts and the picture itself. A noun for a thing, a being, a shape, a colour or a number is never left out in
silence, and neither is a word WordNet does not know: it may be a typing error for anything.
"""

from collections.abc import Sequence
from functools import cache

from grice.readers.quantified.tokens import Token, english, listed, table
from grice.words.morphology import base_forms
from grice.words.taxonomy import can_be

_KINDS = ("shape", "color", "number")
_AMOUNTS = (*_KINDS, "quantity", "figure")
"""A word that can be one of these is never left out in silence."""
_THINGS = ("physical_object", "living_thing", "being", "substance", "matter", "imaginary_being", "artifact")
"""A noun for one of these can be what is counted."""
_SHORT = 4
_BEFORE_NOUN = frozenset(
    {"ADJ", "ALL", "EACH", "A", "NUM", "SOME", "MANY", "MOST", "SEVERAL", "AFEW", "FEW", "COUPLE", "NO", "SINGLE"}
    | {"HALF", "MORE", "LESS", "DIFFERENT", "OTHER", "BOTH", "EQUAL", "SHARE"}
)
_AFTER_MODIFIER = frozenset(["ADJ", "NOUN", "OBJECT", "SHAPE", "MIX", "SPLIT", "NUMBER", "PART", "EQUAL", "MOST"])
_AFTER_NOUN = frozenset(["BE", "HAVE", "AUX", "BEING", "WHICH", "CONSIST", "MOSTLY", "ALWAYS"])
_PLACING = frozenset(["IN", "BY", "TO", "AMONG", "PLACED", "ABOVE", "APPROX"])
_BEFORE_VERB = frozenset(["TO", "SEER", "WHICH"])
_SUBJECTS = frozenset(["NOUN", "OBJECT", "SHAPE", "PRONOUN"]) | _BEFORE_VERB
_WHOSE = frozenset({"my", "your", "our"})
"""What is the speaker's or the reader's own is not of the scene: "my friend", "your screen"."""
_CLAIMING = ({"EQUAL", "SPLIT"}, {"EQUAL", "OBJECT"}, {"EQUAL", "SHAPE"}, {"EQUAL", "ATTRIBUTE"}, {"NO", "OTHER"})
"""Words that together may claim something even so: "equally split"."""
_DENYING = frozenset(["PAIRS", "NOTONLY", "EXCEPT", "EXCEPTION", "BUT", "MISSING"])
_TORN = [[name] for name in ["OF", "A", "TO", "IN", "BY", "FOR", "AS"]]
_SPEAKING = frozenset(["SEER", "IT", "PRONOUN", "THERE", "PICTURE"])


def role(token: Token, sentence: Sequence[Token], i: int) -> str:
    """The class of an unknown word that stands for a group or for things; FILLER where it can be left out."""
    word = str(token.value)
    before = sentence[i - 1].name if i else ""
    following = [t.name for t in sentence[i + 1 : i + 5]]
    noun = bool(base_forms(word, "noun"))
    if following[:1] == ["OF"] and {*following} & {"ADJ", "NOUN"} and can_be(word, ("group", *_THINGS)):
        # "A crowd of red circles", "a wall of blue squares".
        return "BUNCH"
    if before == "ADJ" and noun and can_be(word, ("person",)):
        # "One red fellow": nobody lives in a scene of shapes but shapes.
        return "OBJECT"
    slot = before in _BEFORE_NOUN | {"THE", "OF", "PRONOUN"} and {*following[:1]} & _AFTER_NOUN
    person = can_be(word, ("person",)) and not can_be(word, _KINDS)
    if slot and noun and word not in _listed("places") and (person or not can_be(word, (*_AMOUNTS, *_THINGS))):
        # "The tokens are": they could not be told apart.
        return "OBJECT"
    return "FILLER" if _harmless(word, sentence, i) else "UNKNOWN"


def _harmless(word: str, sentence: Sequence[Token], i: int) -> bool:
    """Whether an unknown word can be left out of a sentence without a change in what it claims."""
    if word in _listed("prepositions") or word in _listed("between"):
        return True
    if not word.isalpha() or can_be(word, _KINDS):
        return False
    before, after = sentence[i - 1] if i else None, sentence[i + 1].name if i + 1 < len(sentence) else ""
    nouns, others = base_forms(word, "noun"), [part for part in ("verb", "adj", "adv") if base_forms(word, part)]
    plural = bool(nouns) and word not in nouns
    if before is not None and before.value in _WHOSE:
        return True
    if "verb" in others and before is not None and before.name in (_BEFORE_VERB if plural else _SUBJECTS):
        return True
    if "adj" in others and after in _AFTER_MODIFIER | {"UNKNOWN"}:
        return True
    if "adv" in others and after in ("", "STOP", "COMMA") and not can_be(word, _THINGS):
        return True
    if can_be(word, _AMOUNTS):
        return False
    if not nouns or (word.endswith("ly") and others):
        return bool(others) or (word.endswith("ly") and len(word) > _SHORT)
    if ("verb" in others and word.endswith(("ing", "ed"))) or (others and after in _AFTER_MODIFIER):
        return True
    counted = before is not None and before.name in _BEFORE_NOUN
    placed = any(t.name in _PLACING or t.value in _listed("prepositions") for t in sentence[max(i - 3, 0) : i])
    if (plural or counted) and not placed:
        return False
    return not (plural or counted or not others) or not can_be(word, _THINGS)


def remark(tokens: Sequence[Token], dropped: Sequence[Token]) -> bool:
    """Whether a stretch speaks of the place of things, of the picture or of the task: nothing in it can be counted.

    A word for a thing may stand in it only beside a place: "the background is white".
    """
    classes = {token.name for token in tokens}
    if classes - _quiet() or any(claim <= classes for claim in _CLAIMING):
        return False
    unknown = _unknown(tokens)
    placed = any(token.value in _listed("places") for token in (*tokens, *dropped))
    return bool(dropped or unknown or classes & _SPEAKING) and (placed or all(map(_idle, unknown)))


def redundant(tokens: Sequence[Token]) -> bool:
    """Whether words could only repeat what others have settled: nothing in them is excepted, nothing is foreign.

    A word that is not English may be a typing error for anything, and one for a thing or a shape another kind; a lone
    preposition is torn from its neighbour, which cannot have been read rightly then.
    """
    denied = any(token.name in _DENYING for token in tokens) or [t.name for t in tokens] in _TORN
    return not denied and all(len(word) < _SHORT or _idle(word) for word in _unknown(tokens))


def _unknown(tokens: Sequence[Token]) -> list[str]:
    return [str(token.value) for token in tokens if token.name == "UNKNOWN"]


def _idle(word: str) -> bool:
    """Whether a word is English and names no thing, shape, colour or number."""
    return english(word) and not can_be(word, (*_KINDS, *_THINGS))


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(listed(table()["places"][name]))


@cache
def _quiet() -> frozenset[str]:
    return frozenset(listed(table()["filler"]["quiet"]))
