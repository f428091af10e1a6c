"""Can a word that no class has change what a clause claims? Decided by what WordNet says it can mean.

A word may be left out, and the clause still counts as understood, where no sense of it can be an amount, a kind of
thing or a relation between amounts: verbs, adverbs and adjectives that have no such noun, and nouns for places, times,
thoughts and the picture itself. A noun for a thing, a being, a shape, a colour or a number is never left out in
silence, and neither is a word WordNet does not know: it may be a typing error for anything.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from grice.readers.quantified.tokens import Token, listed, table
from grice.words.lexicon import PARTS, lexicon
from grice.words.morphology import base_forms
from grice.words.taxonomy import taxonomy

_AMOUNTS = ("shape", "color", "number", "quantity", "figure")
"""A word that can be one of these is never left out in silence."""
_KINDS_OF = ("shape", "color", "number")
_THINGS = ("physical_object", "living_thing", "being", "substance", "matter", "imaginary_being", "artifact")
"""A noun for one of these can be what is counted."""
_BEFORE_NOUN = frozenset(
    {
        "ADJ",
        "ALL",
        "EACH",
        "A",
        "NUM",
        "SOME",
        "MANY",
        "MOST",
        "SEVERAL",
        "AFEW",
        "FEW",
        "COUPLE",
        "NO",
        "SINGLE",
        "HALF",
    }
    | {"MORE", "LESS", "DIFFERENT", "OTHER", "BOTH", "EQUAL", "SHARE"}
)


_PLACING = frozenset({"IN", "BY", "TO", "AMONG", "PLACED", "ABOVE", "APPROX"})
_AFTER_MODIFIER = frozenset({"ADJ", "NOUN", "OBJECT", "SHAPE", "MIX", "SPLIT", "NUMBER", "PART", "EQUAL", "MOST"})
_KINDS = frozenset({"ADJ", "NOUN", "OBJECT", "SHAPE"})
_SHORT = 4
_AFTER_NOUN = frozenset({"BE", "HAVE", "AUX", "BEING", "WHICH", "CONSIST", "MOSTLY", "ALWAYS"})


_FROM_NOUNS = (("ular", "le"), ("al", ""), ("ish", ""), ("y", ""), ("ed", ""), ("like", ""))
"""How adjectives are made of nouns: triangular, hexagonal, greenish, starry."""
_BEFORE_VERB = frozenset({"TO", "SEER", "WHICH"})
_SUBJECTS = frozenset({"NOUN", "OBJECT", "SHAPE", "PRONOUN"}) | _BEFORE_VERB
_WHOSE = frozenset({"my", "your", "our"})
"""What is the speaker's or the reader's own is not of the scene: "my friend", "your screen"."""


def _plurals(word: str) -> tuple[str, ...]:
    """The word itself where it can only be a plural noun."""
    return (word,) if word not in base_forms(word, "noun") and base_forms(word, "noun") else ()


@cache
def _senses(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(sense for name in names for sense in lexicon().nouns(name))


@lru_cache(maxsize=1 << 14)
def _can_be(word: str, names: tuple[str, ...]) -> bool:
    """Whether the commonest sense of a noun, or of the noun an adjective comes from, is of one of these kinds."""
    derived = base_forms(word, "adj") or not base_forms(word, "noun")
    made = [word.removesuffix(end) + noun for end, noun in _FROM_NOUNS if derived and word.endswith(end)]
    found = [lexicon().nouns(noun)[:1] for form in (word, *made) for noun in base_forms(form, "noun")]
    return any(({sense} | taxonomy().ancestors(sense)) & _senses(names) for senses in found for sense in senses)


def collective(token: Token, sentence: Sequence[Token], i: int) -> bool:
    """Whether an unknown noun is for a group of what "of" names: "a crowd of red circles"."""
    following = [t.name for t in sentence[i + 1 : i + 5]]
    return following[:1] == ["OF"] and bool({*following} & {"ADJ", "NOUN"}) and _can_be(str(token.value), ("group",))


def stands_for_things(token: Token, sentence: Sequence[Token], i: int) -> bool:
    """Whether an unknown noun stands where things are counted and names none that could be told apart: "the tokens"."""
    word = str(token.value)
    slot = i > 0 and sentence[i - 1].name in _BEFORE_NOUN | {"THE", "OF", "PRONOUN"}
    if i > 0 and sentence[i - 1].name == "ADJ" and base_forms(word, "noun") and _can_be(word, ("person",)):
        # "One red fellow": nobody lives in a scene of shapes but shapes.
        return True
    verb = i + 1 < len(sentence) and sentence[i + 1].name in _AFTER_NOUN
    noun = bool(base_forms(word, "noun"))
    return slot and verb and noun and word not in _listed("places") and not _can_be(word, (*_AMOUNTS, *_THINGS))


def harmless(token: Token, sentence: Sequence[Token], i: int) -> bool:
    """Whether an unknown word can be left out of a sentence without a change in what it claims."""
    word = str(token.value)
    if word in _listed("prepositions") or word in _listed("between"):
        return True
    before = sentence[i - 1] if i > 0 else None
    if before is not None and before.value in _WHOSE and not _can_be(word, _KINDS_OF):
        return True
    others = [part for part in ("verb", "adj", "adv") if base_forms(word, part)]
    participle = "verb" in others and word.endswith(("ing", "ed")) and not _can_be(word, _AMOUNTS)
    subject = before is not None and before.name in _SUBJECTS
    verbal = before is not None and before.name in _BEFORE_VERB
    acts = "verb" in others and subject and (verbal or word not in _plurals(word))
    if (acts or participle) and not _can_be(word, _KINDS_OF):
        return True
    after = sentence[i + 1].name if i + 1 < len(sentence) else ""
    if "adj" in others and after in _AFTER_MODIFIER | {"UNKNOWN"} and not _can_be(word, _KINDS_OF):
        return True
    if "adv" in others and after in ("", "STOP", "COMMA") and not _can_be(word, (*_KINDS_OF, *_THINGS)):
        return True
    if not word.isalpha() or _can_be(word, _AMOUNTS):
        return False
    nouns = base_forms(word, "noun")
    if not nouns or (word.endswith("ly") and others):
        return bool(others) or (word.endswith("ly") and len(word) > _SHORT)
    placed = any(t.name in _PLACING or t.value in _listed("prepositions") for t in sentence[max(i - 3, 0) : i])
    if others and after in _AFTER_MODIFIER:
        return True
    counted = i > 0 and sentence[i - 1].name in _BEFORE_NOUN
    plural = word not in nouns
    if (plural or counted) and not placed:
        return False
    return not (plural or counted or not others) or not _can_be(word, _THINGS)


_CLAIMING = ({"EQUAL", "SPLIT"}, {"EQUAL", "OBJECT"}, {"EQUAL", "SHAPE"}, {"EQUAL", "ATTRIBUTE"}, {"NO", "OTHER"})
"""Words that together may claim something even so: "equally split"."""


def remark(tokens: Sequence[Token], dropped: Sequence[Token]) -> bool:
    """Whether a stretch speaks of the place of things, of the picture or of the task: nothing in it can be counted.

    A word for a thing may stand in it only beside a place: "the background is white".
    """
    classes = {token.name for token in tokens}
    if classes - _quiet() or any(claim <= classes for claim in _CLAIMING):
        return False
    unknown = [str(token.value) for token in tokens if token.name == "UNKNOWN"]
    placed = any(token.value in _listed("places") for token in (*tokens, *dropped))
    idle = all(_idle(word) for word in unknown)
    return bool(dropped or unknown or classes & _SPEAKING) and (placed or idle)


def redundant(tokens: Sequence[Token]) -> bool:
    """Whether words could only repeat what others have settled: no number in them, nothing denied or excepted.

    A word that is not English may be a typing error for anything, and one for a thing or a shape another kind; a lone
    word is torn from its neighbour, which cannot have been read rightly then.
    """
    unknown = [str(token.value) for token in tokens if token.name == "UNKNOWN"]
    denied = any(token.name in _DENYING for token in tokens)
    return len(tokens) > 1 and not denied and all(len(word) < _SHORT or _idle(word) for word in unknown)


_DENYING = frozenset({"PAIRS", "NOTONLY", "EXCEPT", "EXCEPTION", "BUT", "MISSING"})


def heading(tokens: Sequence[Token]) -> bool:
    """Whether words before a colon only announce what follows it: they name no kind, no rest and no other amount."""
    unknown = [str(token.value) for token in tokens if token.name == "UNKNOWN"]
    said = {token.name for token in tokens} - _quiet() - _ANNOUNCING
    foreign = [word for word in unknown if not _english(word) or _plurals(word) or _can_be(word, _KINDS_OF[:2])]
    return not said and not foreign


_ANNOUNCING = frozenset({"MIX", "KIND", "ODDONE", "FULLSET", "DIFFERENT", "STOP"})
_SPEAKING = frozenset({"SEER", "IT", "PRONOUN", "THERE", "PICTURE"})


def _idle(word: str) -> bool:
    """Whether a word is English and names no thing, shape, colour or number."""
    return _english(word) and not _can_be(word, (*_KINDS_OF, *_THINGS))


def _english(word: str) -> bool:
    return any(base_forms(word, part) for part in PARTS)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(listed(table()["places"][name]))


@cache
def _quiet() -> frozenset[str]:
    return frozenset(listed(table()["filler"]["quiet"]))
