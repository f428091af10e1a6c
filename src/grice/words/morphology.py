"""What is the base form of a word? WordNet's own morphology ("morphy"), and the noun lemma of the published protocol.

Rules strip a suffix and keep what WordNet knows under that part of speech; irregular forms come from its lists.
"""

import re
from functools import lru_cache

from grice.words.lexicon import PARTS, SUFFIXES, lexicon

# Nouns that WordNet knows as words of their own, so that its rules leave them: what people mean by them in a picture.
_PLURALS = {"men": "man", "women": "woman", "people": "person", "children": "child", "feet": "foot", "teeth": "tooth"}


@lru_cache(maxsize=1 << 16)
def base_forms(word: str, part: str) -> tuple[str, ...]:
    """Every base form of a word as that part of speech, itself first where it is one; empty where none is known."""
    table = lexicon()
    irregular = table.exceptions[part].get(word)
    forms = irregular if irregular is not None else _stripped(word, part)
    return tuple(form for form in dict.fromkeys((word, *forms)) if table.has(form, part))


def is_known(word: str) -> bool:
    """Whether WordNet has a word, as it is or inflected, as any part of speech."""
    return any(base_forms(word, part) for part in PARTS)


def may_have_base(word: str) -> bool:
    """Whether a word could be a form of any that WordNet knows: one look, which errs to the side of yes.

    The rules change three letters at the end of a word at most, so what they lead to begins as the rest of it.
    """
    table = lexicon()
    return table.begins(word[:-3]) or any(word in forms for forms in table.exceptions.values())


@lru_cache(maxsize=1 << 16)
def noun_lemma(word: str) -> str:
    """The shortest noun base form, or the word: what NLTK's WordNetLemmatizer gives by default.

    The published evaluator takes every word for a noun, so "has" becomes "ha", "was" "wa", and "men" stays.
    """
    return min(base_forms(word, "noun"), key=len, default=word)


@lru_cache(maxsize=1 << 16)
def lemmatised(label: str) -> str:
    """A label of a scene graph with each word but "is" put to its noun lemma, as the published evaluator does."""
    return " ".join(word if word == "is" else noun_lemma(word) for word in label.split(" "))


@lru_cache(maxsize=1 << 16)
def singular(noun: str) -> str:
    """A noun phrase with its last word in the singular."""
    *before, last = noun.split(" ")
    irregular = _PLURALS.get(last) or next(iter(lexicon().exceptions["noun"].get(last, ())), None)
    regular = next((form for form in base_forms(last, "noun") if form != last), last)
    return " ".join([*before, irregular or regular])


def gerunds(verb: str) -> set[str]:
    """The spellings of which one is the "-ing" of a verb."""
    if verb.endswith("ie"):
        return {verb[:-2] + "ying"}
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return {verb[:-1] + "ing"}
    closed = re.search(r"(?:^|[^aeiou])[aeiou][bdgklmnprt]$", verb)
    return {verb + "ing", verb + verb[-1] + "ing"} if closed else {verb + "ing"}


def _stripped(word: str, part: str) -> tuple[str, ...]:
    return tuple(word.removesuffix(suffix) + ending for suffix, ending in SUFFIXES[part] if word.endswith(suffix))
