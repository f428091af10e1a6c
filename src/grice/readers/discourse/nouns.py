"""Which things does a sentence name, whether or not its graph says anything of them? So that pronouns can mean them.

"A fire hydrant stands as a sentinel. Its body is yellow": the first sentence may have an empty graph, and "its" still
means the hydrant. Only what a pronoun is likely to take up is given: the sentence's subject, and people and animals.
"""

from dataclasses import dataclass
from functools import lru_cache

from grice.readers.discourse.expressions import kind_of
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms, singular
from grice.words.pronouns import ONES, PRONOUNS, THING
from grice.words.split import Passage
from grice.words.tagging import Tagged, tag
from grice.words.taxonomy import includes

LONGEST = 2
"""How many nouns make a compound: "fire hydrant"."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing that a sentence names: its noun, the words that are it, and whether it is the subject."""

    name: str
    first: int
    end: int
    subject: bool


def things_in(sentence: Passage) -> list[NamedThing]:
    """The subject of a sentence and the people and animals that it names, in its order.

    The subject is the first thing without a preposition before it: the hydrant of "in a field, a hydrant stands", and
    the pole of "on the left is a pole".
    """
    found: list[NamedThing] = []
    subject = many = False
    tagged = tag(sentence.words)
    for low, high in _phrases(tagged):
        nouns = [one.word for one in tagged[low:high] if one.tag == "N"]
        name = " ".join(nouns[-LONGEST:])
        first, place = tagged[high - min(len(nouns), LONGEST)].place, tagged[high - 1].place
        # "They are building a castle": a bare singular noun is often a verb.
        bare = tagged[low].tag == "N" and singular(name) == name and name not in listed("several")
        # "A group of boys" is boys.
        followed = tagged[high].word if high < len(tagged) else ""
        many, of_many = name in listed("collective") and followed == "of", many
        if bare or many or not _is_thing(name):
            continue
        governed = low > 0 and not of_many and _governs(tagged[low - 1])
        begins = not governed and not subject
        subject = subject or begins
        if begins or kind_of(name) != THING:
            found.append(NamedThing(name, first, place + 1, begins))
    return found


def _phrases(tagged: list[Tagged]) -> list[tuple[int, int]]:
    """Noun phrases: modifiers and then nouns, up to the first plural one ("trees rise" is no compound)."""
    found: list[tuple[int, int]] = []
    i = 0
    while i < len(tagged):
        if tagged[i].tag not in ("D", "C", "A", "N"):
            i += 1
            continue
        low = i
        while i < len(tagged) and tagged[i].tag in ("D", "C", "A"):
            i += 1
        begin = i
        one = i > low and tagged[low].word in ("a", "an", "one", "this", "that", "each", "another")
        while i < len(tagged) and tagged[i].tag == "N" and not (i > begin and _finite(tagged, i, one)):
            i += 1
            if singular(tagged[i - 1].word) != tagged[i - 1].word:
                break
        if i > begin:
            found.append((low, i))
    return found


def _finite(tagged: list[Tagged], i: int, one: bool) -> bool:
    """Whether what looks like a second noun is a verb: "a zebra takes", "the zebra takes the", "a tree can be"."""
    word = tagged[i].word
    after = tagged[i + 1].tag if i + 1 < len(tagged) else ""
    if word == "can":
        return after in ("B", "V")
    plural = word.endswith("s") and singular(word) != word
    return plural and bool(base_forms(word, "verb")) and (one or after == "D")


def _governs(before: Tagged) -> bool:
    """Whether a word takes what follows as its object: a preposition, a verb, a participle."""
    return before.tag in ("P", "V") or before.word.endswith("ing")


@lru_cache(maxsize=1 << 12)
def _is_thing(name: str) -> bool:
    """Whether a name is of something that can be seen, and not of the image or of a place in it."""
    head = singular(name.split()[-1])
    if len(head) == 1 or head in listed("image_talk") or head in PRONOUNS or head in ONES:
        return False
    return name in listed("several") or not includes(head).isdisjoint(lexicon().nouns("physical_entity"))
