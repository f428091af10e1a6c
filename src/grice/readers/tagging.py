"""What part does each word play? Closed lists, WordNet and the neighbours of a word: enough for captions.

Tags: N noun, A adjective or other modifier, D determiner, C number, V verb, B form of "be", H form of "have",
P preposition (several words may be one), & conjunction, S possessive, R relative or dummy word, X anything else, "," stop.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grice.meaning.lexicon import lexicon
from grice.meaning.morphology import base_forms
from grice.meaning.numbers import NUMBER_WORDS, number
from grice.meaning.predicates import PREPOSITIONS

_LISTS = {
    "D": "a an the this that these those his her its their my our your some any each every another other both all no",
    "B": "is are was were be been being am 's 're",
    "H": "has have had having",
    "&": "and or & plus",
    "R": "who which there while where as when what",
    "X": "not very also just only really quite so then together down up away n't still about almost well out "
    "off back facing else to",
    ",": ', . ; : ! ? " ( )',
}
_CLOSED = {word: tag for tag, words in _LISTS.items() for word in words.split()}
# What people write for a preposition of FACTUAL's closed list.
SPOKEN = {
    "below": "under",
    "beneath": "under",
    "underneath": "under",
    "atop": "on top of",
    "toward": "towards",
    "beside of": "beside",
    "inside of": "inside",
    "outside of": "outside",
    "near to": "near",
    "alongside of": "alongside",
    "in middle of": "on middle of",
    "in the middle of": "on middle of",
    "in the center of": "on middle of",
    "in center of": "on middle of",
    "to left of": "at the left of",
    "to right of": "on the right side of",
    "on left of": "at the left of",
    "on other side of": "on side of",
    "along side": "alongside",
    "in background of": "behind",
    "against": "against",
    "like": "like",
    "without": "without",
    "during": "during",
}
_PHRASES = {phrase: phrase for phrase in PREPOSITIONS if phrase not in ("back", "as", "more than")} | SPOKEN
_LONGEST = max(len(phrase.split()) for phrase in _PHRASES)
# Verbs that captions use without an object, so that "dog sits on" is not a plural noun before a preposition.
_ACTS = frozenset(
    [
        "sit",
        "stand",
        "lie",
        "lay",
        "hang",
        "walk",
        "run",
        "fly",
        "lean",
        "rest",
        "ride",
        "play",
        "look",
        "grow",
        "go",
        "come",
        "drive",
        "float",
        "jump",
        "eat",
        "drink",
        "swim",
        "surf",
        "ski",
        "skate",
        "graze",
        "sleep",
        "wait",
        "move",
        "lead",
        "stick",
        "reach",
        "fall",
        "point",
        "stare",
        "shine",
        "smile",
        "hold",
        "wear",
        "carry",
        "cover",
        "contain",
        "show",
        "face",
        "cross",
        "surround",
        "line",
        "support",
        "connect",
        "read",
        "say",
        "belong",
    ]
)
_PARTICIPLES = frozenset(
    [
        "worn",
        "held",
        "seen",
        "made",
        "built",
        "hung",
        "drawn",
        "written",
        "thrown",
        "taken",
        "torn",
        "broken",
        "set",
        "cut",
        "put",
        "lit",
    ]
)
_PLAIN_NOUNS = frozenset(
    [
        "building",
        "ceiling",
        "clothing",
        "ring",
        "king",
        "string",
        "wing",
        "morning",
        "evening",
        "thing",
        "something",
        "painting",
        "railing",
        "lightning",
        "parking",
        "bed",
        "red",
        "shed",
        "sled",
        "seed",
        "weed",
        "crossing",
        "wedding",
        "icing",
        "opening",
        "kind",
        "spring",
        "dressing",
        "awning",
        "siding",
        "wiring",
        "lettering",
        "writing",
        "topping",
        "covering",
        "stuffing",
    ]
)


@dataclass(frozen=True)
class Tagged:
    """A word or a preposition of several words, its tag, and its place among the words."""

    word: str
    tag: str
    place: int


def tag(words: Sequence[str]) -> list[Tagged]:
    """The words of a sentence with their tags."""
    found: list[Tagged] = []
    i = 0
    while i < len(words):
        phrase, length = _preposition(words, i)
        if length:
            found.append(Tagged(phrase, "P", i))
            i += length
            continue
        word = words[i]
        before = found[-1] if found else Tagged("", "", -1)
        after = words[i + 1] if i + 1 < len(words) else ""
        if word in ("'s", "'", "s") and before.tag == "N":
            nounish = bool(after) and _CLOSED.get(after) is None and not _preposition(words, i + 1)[1]
            found.append(Tagged(word, "S" if nounish and not _moving(after) else "B", i))
        elif word.endswith(("'s", "s'")) and len(word) > 3:
            found += [Tagged(word.removesuffix("'s").removesuffix("'"), "N", i), Tagged("'s", "S", i)]
        else:
            found.append(Tagged(word, _tag(word, before, after, words, i), i))
        i += 1
    return found


def verb_lemma(word: str) -> str:
    """The base form of a verb as FACTUAL writes it."""
    forms = [form for form in base_forms(word, "verb") if form != word] or [word]
    short = min(forms, key=len) if word.endswith("ing") else forms[0]
    return {"lie": "lay", "seat": "sit", "saw": "see"}.get(short, short)


def _tag(word: str, before: Tagged, after: str, words: Sequence[str], i: int) -> str:
    if word in _CLOSED:
        return _CLOSED[word]
    if number(word) is not None and word not in ("pair", "couple", "dozen", "zero"):
        return "C"
    in_phrase = before.tag in ("A", "D", "C", "S") or before.tag in ("", "P", ",", "&")
    subject = before.tag in ("N", "B", "X", "R")
    if _moving(word):
        return "V" if subject or (before.tag in ("&", ",") and not _noun_follows(words, i)) else "A"
    if _suffered(word) and not (in_phrase and before.tag not in ("&",)):
        return "V" if subject or before.tag == "&" else "A"
    if _suffered(word) and in_phrase:
        return "A"
    if before.tag == "N" and _acts(word, before.word, after, words, i):
        return "V"
    table = lexicon()
    adjective = table.has(word, "adj")
    if adjective and (not table.has(word, "noun") or _noun_follows(words, i) or before.tag in ("B", "X")):
        return "A"
    if not table.has(word, "noun") and table.has(word, "adv"):
        return "X"
    return "N"


def _preposition(words: Sequence[str], i: int) -> tuple[str, int]:
    """The longest preposition that begins at a word, articles inside it left out, and how many words it takes."""
    for length in range(min(_LONGEST + 1, len(words) - i), 0, -1):
        given = words[i : i + length]
        for phrase in (" ".join(given), " ".join(w for w in given if w not in ("the", "a"))):
            if phrase in _PHRASES and given[-1] not in ("the", "a"):
                return _PHRASES[phrase], length
    return "", 0


def _moving(word: str) -> bool:
    return word.endswith("ing") and len(word) > 4 and word not in _PLAIN_NOUNS and bool(base_forms(word, "verb"))


def _suffered(word: str) -> bool:
    if word in _PLAIN_NOUNS:
        return False
    return word in _PARTICIPLES or (word.endswith("ed") and len(word) > 3 and bool(base_forms(word, "verb")))


def _acts(word: str, subject: str, after: str, words: Sequence[str], i: int) -> bool:
    """Whether a word after a noun is a finite verb that agrees with it."""
    bases = [form for form in base_forms(word, "verb") if form == word or word.endswith("s")]
    if not bases or not after:
        return False
    several = subject.endswith("s") or subject in ("people", "men", "women", "children")
    if several == (word.endswith("s") and not word.endswith("ss")):
        return False
    if _CLOSED.get(after) == "D":
        return True
    known = bases[-1] in _ACTS
    return known and (bool(_preposition(words, i + 1)[1]) or not lexicon().has(word, "noun") or word.endswith("s"))


def _noun_follows(words: Sequence[str], i: int) -> bool:
    """Whether the phrase goes on to a noun after this word."""
    for j in range(i + 1, len(words)):
        word = words[j]
        if word in _CLOSED and word not in ("and", ",", "&"):
            return False
        if _preposition(words, j)[1]:
            return False
        if word in NUMBER_WORDS or (word not in _CLOSED and lexicon().has(word, "noun")):
            return True
    return False
