"""Which part of speech is each word? Closed lists, WordNet and the neighbours of a word: enough for captions.

Tags: N noun, A adjective or other modifier, D determiner, C number, V verb, B form of "be", H form of "have",
P preposition (several words may be one), & conjunction, S possessive, R relative or dummy word, X other, "," stop.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from grice.words.english import closed, prepositions
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms
from grice.words.number_phrases import cardinal
from grice.words.numbers import NUMBER_WORDS, number
from grice.words.pronouns import OBJECTIVE, PRONOUNS, SUBJECTIVE
from grice.words.split import is_symbol

LONGEST = 6
"""The most words of a preposition, with its articles."""


@dataclass(frozen=True)
class Tagged:
    """A word, a preposition of several words or a number in digits, its tag, and its place among the words."""

    word: str
    tag: str
    place: int


def tag(words: Sequence[str], verbs: Set[int] | None = None) -> list[Tagged]:
    """The words of a sentence with their tags.

    With `verbs`, the places of words that are known to be verbs, a number of several words is one, in digits, and a
    participle after "has" or "is" is a verb. Without, every word is tagged by itself, as the foils and the nouns of
    the metric `grice` were fixed.
    """
    found: list[Tagged] = []
    i = 0
    while i < len(words):
        if verbs is not None and (i in verbs or words[i] == "than"):
            found.append(Tagged(words[i], {"have": "H", "than": "X"}.get(words[i], "V"), i))
            i += 1
            continue
        counted = cardinal(words, i) if verbs is not None and words[i] != "both" else None
        if counted:
            found.append(Tagged(str(counted[0]), "C", i))
            i = counted[1]
            continue
        phrase, length = _preposition(words, i)
        if length:
            found.append(Tagged(phrase, "P", i))
            i += length
            continue
        word = words[i]
        before = found[-1] if found else Tagged("", "", -1)
        after = words[i + 1] if i + 1 < len(words) else ""
        first, _, ending = word.partition("'")
        if ending in ("s", "re") and (first in PRONOUNS or closed().get(first) == "R"):
            found += [Tagged(first, closed().get(first, "N"), i), Tagged(f"'{ending}", "B", i)]
        elif word in ("'s", "'", "s") and before.tag == "N":
            nounish = bool(after) and closed().get(after) is None and not _preposition(words, i + 1)[1]
            found.append(Tagged(word, "S" if nounish and not _moving(after) else "B", i))
        elif word.endswith(("'s", "s'")) and len(word) > 3 and not is_symbol(word.removesuffix("'s")):
            found += [Tagged(word.removesuffix("'s").removesuffix("'"), "N", i), Tagged("'s", "S", i)]
        else:
            known = verbs is not None and _is_verb(word, before, words, i)
            found.append(Tagged(word, "V" if known else _tag(word, before, after, words, i), i))
        i += 1
    return found


def verb_lemma(word: str) -> str:
    """The base form of a verb as FACTUAL writes it."""
    forms = [form for form in base_forms(word, "verb") if form != word] or [word]
    # "Riding" comes from ride, since rid would double its last letter; "eating" comes from eat.
    doubles = re.fullmatch(r".*[^aeiou][aeiou][^aeiouwxy]ing", word)
    short = (max if doubles else min)(forms, key=len) if word.endswith("ing") else forms[0]
    return {"lie": "lay", "seat": "sit"}.get(short, short)


def _tag(word: str, before: Tagged, after: str, words: Sequence[str], i: int) -> str:
    if word in closed():
        return closed()[word]
    if _stops(word):
        return ","
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
    if before.word in SUBJECTIVE and base_forms(word, "verb"):
        return "V"
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
    """The longest preposition that begins at a word, without the articles inside it, and how many words it takes."""
    for length in range(min(LONGEST, len(words) - i), 0, -1):
        given = words[i : i + length]
        for phrase in (" ".join(given), " ".join(w for w in given if w not in ("the", "a"))):
            if phrase in prepositions() and given[-1] not in ("the", "a"):
                return prepositions()[phrase], length
    return "", 0


def _stops(word: str) -> bool:
    return is_symbol(word) and word not in (",", "&")


def _moving(word: str) -> bool:
    return (
        word.endswith("ing") and len(word) > 4 and word not in listed("plain_nouns") and bool(base_forms(word, "verb"))
    )


def _suffered(word: str) -> bool:
    if word in listed("plain_nouns"):
        return False
    return word in listed("participles") or (word.endswith("ed") and len(word) > 3 and bool(base_forms(word, "verb")))


def _is_verb(word: str, before: Tagged, words: Sequence[str], i: int) -> bool:
    """Whether a word is the participle of "has caught a fish" and "is eaten", and no noun; or the verb of an earlier
    subject, as in "the smith without gloves hammers a nail"."""
    if word in closed():
        return False
    after = words[i + 1] if i + 1 < len(words) else ""
    if before.tag == "N" and word.endswith("s") and not word.endswith("ss"):
        # Nouns in the plural are not joined: in "a pizza minus the olives lies on a board" the pizza lies.
        related = before.word.endswith("s") and bool(_preposition(words, i + 1)[1])
        # "A man without glasses reads", "a girl without a coat shivers": where the clause ends, it has its verb.
        phrase = words[max(0, i - 4) : i - 1]
        ends = not after or is_symbol(after) or closed().get(after) == "&"
        several = before.word.endswith("s") and not lexicon().has(before.word, "adj")
        last = ends and (several or "a" in phrase or "an" in phrase) and not prepositions().keys().isdisjoint(phrase)
        if related or last or closed().get(after) == "D":
            return bool(base_forms(word, "verb"))
    past = word.endswith("ed") or any(form != word for form in base_forms(word, "verb"))
    if before.tag == "H":
        goes_on = closed().get(after) == "D" or bool(_preposition(words, i + 1)[1])
        return past and goes_on and not word.endswith("s") and not lexicon().has(word, "noun")
    return before.tag == "B" and past and not word.endswith("s") and word not in lexicon()


def _acts(word: str, subject: str, after: str, words: Sequence[str], i: int) -> bool:
    """Whether a word after a noun is a finite verb that agrees with it."""
    bases = [form for form in base_forms(word, "verb") if form == word or word.endswith("s")]
    if not bases or not after:
        return False
    several = subject.endswith("s") or subject in ("people", "men", "women", "children")
    if several == (word.endswith("s") and not word.endswith("ss")):
        return False
    if closed().get(after) == "D" or after in OBJECTIVE:
        return True
    known = bases[-1] in listed("acts")
    return known and (
        several or bool(_preposition(words, i + 1)[1]) or not lexicon().has(word, "noun") or word.endswith("s")
    )


def _noun_follows(words: Sequence[str], i: int) -> bool:
    """Whether the phrase continues to a noun after this word."""
    for j in range(i + 1, len(words)):
        word = words[j]
        if word in closed() and word not in ("and", ",", "&"):
            return False
        if _preposition(words, j)[1] or _stops(word):
            return False
        if _moving(word):
            return bool(_noun_follows(words, j))
        if word in NUMBER_WORDS or (word not in closed() and (lexicon().has(word, "noun") or word not in lexicon())):
            return True
    return False
