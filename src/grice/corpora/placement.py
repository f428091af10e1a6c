"""Which sentence of a paragraph states each fact of its graph? So that a parser of sentences can learn from paragraphs.

A fact belongs to a sentence that names both of its fields: the one where an attribute stands before its noun, or where
the predicate is said too, if there is one, else the first. Where no sentence names both, one that names a field by a
pronoun or a more general noun ("it", "the animal") and the other by itself will do. The fact is then written with that
sentence's own words, as a parser could read it there; coreference turns "it" into what it means. A sentence that is
given no fact says nothing of the scene: its graph is empty.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grice.meaning.graph_statements import UNITS, Fact
from grice.readers.discourse.entities import more_general, synonymous
from grice.readers.discourse.expressions import is_plural, kind_of
from grice.readers.discourse.sentences import split
from grice.readers.graphs.alignment import same_lemma
from grice.readers.graphs.spans import Range, places
from grice.words.english import closed, prepositions
from grice.words.english import words as listed
from grice.words.morphology import base_forms, singular
from grice.words.prepositions import split as split_predicate
from grice.words.pronouns import (
    ANIMAL,
    FEMALE,
    MALE,
    OBJECTIVE,
    ONES,
    PERSON,
    POSSESSIVE,
    PRONOUNS,
    SUBJECT_FORM,
    SUBJECTIVE,
    THING,
)
from grice.words.split import Passage, is_symbol, words_of_text

MOST_WORDS = 40
"""Where a sentence is cut: as the shipped parser cuts it."""
ADJACENT = 4
"""How many words an attribute may stand before its noun."""
_STAND_IN = 5
"""What a pronoun in place of a name costs: more than anything else can."""
_MANY = ("many", "several", "numerous", "multiple", "various", "countless")
_GROUPS = {"group of": ("group", "bunch", "crowd", "herd", "flock", "cluster"), "pair of": ("pair", "couple", "two")}
_PEOPLE = {"people": ("individuals", "persons", "folks"), "person": ("individual",)}
"""Words that captions use and graphs do not."""
_ENDS = frozenset(".,;:!?")
_AGREE = {MALE: (MALE, PERSON), FEMALE: (FEMALE, PERSON), THING: (THING, ANIMAL)}
"""What each singular pronoun can stand for."""


class Said(NamedTuple):
    """A field as a sentence says it: the words of a fact, where they are, and whether by its own name."""

    words: str
    place: Range
    named: bool


@dataclass(frozen=True)
class Sentence:
    """A sentence of a paragraph, the facts it states in its own words, and those facts as they were drawn."""

    paragraph: int
    text: str
    facts: tuple[Fact, ...]
    drawn: tuple[Fact, ...]


def placed(
    rows: Iterable[tuple[str, Sequence[Fact]]], most_words: int = MOST_WORDS
) -> Iterator[tuple[int, str, tuple[Fact, ...]]]:
    """Every sentence of captions with their facts: the caption's index, the sentence, the facts placed in it."""
    for index, (caption, facts) in enumerate(rows):
        for one in sentences_of(caption, facts, index, most_words):
            yield one.paragraph, one.text, one.facts


def sentences_of(
    caption: str, facts: Sequence[Fact], paragraph: int = 0, most_words: int = MOST_WORDS
) -> list[Sentence]:
    """The sentences of a caption, each with the facts that it is the best place for; some facts may have none."""
    sentences = split(words_of_text(caption), most_words)
    given: list[dict[Fact, Fact]] = [{} for _ in sentences]
    for fact in dict.fromkeys(facts):
        found = [(best[0], i, best[1]) for i in range(len(sentences)) if (best := _stated(fact, sentences, i))]
        if found:
            _, i, written = min(found)
            given[i].setdefault(written, fact)
    return [
        Sentence(paragraph, sentence.text, tuple(facts), tuple(facts.values()))
        for sentence, facts in zip(sentences, given, strict=True)
    ]


class Written(NamedTuple):
    """How many sentences were written, how many of them without a fact; facts placed, and facts there were."""

    sentences: int
    silent: int
    facts: int
    drawn: int


def write(rows: Iterable[tuple[str, Sequence[Fact]]], path: str | Path) -> Written:
    """Write every sentence with its facts in the text form as JSON lines: caption, graph, paragraph."""
    rows = list(rows)
    found = [one for i, (caption, facts) in enumerate(rows) for one in sentences_of(caption, facts, i)]
    with Path(path).open("w", encoding="utf-8") as out:
        for one in found:
            graph = " , ".join(f"( {' , '.join(fact)} )" for fact in one.facts)
            out.write(json.dumps({"caption": one.text, "graph": graph, "paragraph": one.paragraph}) + "\n")
    drawn = sum(len(set(facts)) for _, facts in rows)
    return Written(len(found), sum(not one.facts for one in found), sum(len(one.drawn) for one in found), drawn)


def _stated(fact: Fact, sentences: Sequence[Passage], i: int) -> tuple[int, Fact] | None:
    """How well a sentence states a fact, 0 best, and the fact in its words; None where it does not."""
    words = sentences[i].words
    subjects = _ways(fact[0], sentences, i)
    if len(fact) == 1:
        return next(((0, (said.words,)) for said in subjects if said.named), None)
    if fact[1] == "is":
        # "Their colorful spines" does not say that they are colorful.
        subjects = [said for said in subjects if words[said.place[0]] not in POSSESSIVE]
        pairs = [
            (_apart(value.place, subject.place, words) + 2 * _partly(value, fact[2]), subject, value)
            for subject in subjects
            for value in _values(fact[2], words)
        ]
    else:
        unsaid = not _said(fact[1], words)
        by_verb = not unsaid and bool(split_predicate(fact[1])[0])
        objects = [o for o in _ways(fact[2], sentences, i) if o.named or by_verb or _governed(o.place[0], words)]
        pairs = [(int(unsaid), s, o) for s in subjects for o in objects if s.named or o.named]
    ranked = [
        (rank + _STAND_IN * (not (s.named and o.named)), _distance(s.place, o.place), s, o)
        for rank, s, o in pairs
        if s.place != o.place and not (_captured(s, o) or _captured(o, s))
    ]
    if not ranked:
        return None
    rank, _, subject, other = min(ranked)
    return rank, (subject.words, fact[1], other.words)


def _ways(name: str, sentences: Sequence[Passage], i: int) -> list[Said]:
    """Every way in which a sentence says an object: by name, by its head, by a pronoun, by a more general noun."""
    words = sentences[i].words
    found = [Said(_as_said(name, words[low:high]), (low, high), True) for low, high in places(name, words)]
    found = found or [Said(name, place, True) for word in _PEOPLE.get(name, ()) for place in places(word, words)]
    if found:
        return found
    known = any(places(name, sentence.words) for sentence in sentences[:i])
    if not known:
        return []
    stands = [
        Said(SUBJECT_FORM.get(word, word), (k, k + 1), False)
        for k, full in enumerate(words)
        if _agrees(word := full.partition("'")[0], name) and _alone(word, k, words)
    ]
    return stands or [
        Said(words[k], (k, k + 1), False)
        for k in range(1, len(words))
        if _general(words[k], name) and any(w in listed("definite") for w in words[max(0, k - 3) : k])
    ]


def _values(value: str, words: Sequence[str]) -> list[Said]:
    """Every place where a sentence says an attribute, a number or a group."""
    value = value.lower()
    if value == "many" or value in UNITS.values():
        wanted = _MANY if value == "many" else _GROUPS.get(value, (value.split()[0],))
        return [Said(value, place, True) for word in wanted for place in places(word, words)]
    return [Said(_as_said(value, words[low:high], False), (low, high), True) for low, high in places(value, words)]


def _as_said(field: str, words: Sequence[str], noun: bool = True) -> str:
    """A field in the words found for it: without those that the sentence lacks, a noun in the sentence's number."""
    field = field.lower()
    wanted, found = field.split(), [word for word in words if word not in ("a", "an", "the")]
    if len(found) < len(wanted):
        joined = "".join(found).replace("-", "") == "".join(wanted).replace("-", "")
        wanted = wanted if joined else wanted[-1:]
    last = words[-1].removesuffix("'s")
    if noun and singular(wanted[-1]) == singular(last):
        wanted = [*wanted[:-1], last]
    return " ".join(wanted)


def _partly(said: Said, value: str) -> bool:
    """Whether a sentence says only the head of a value: "blue" for light blue."""
    return len(said.words.split()) < len(value.split())


def _agrees(word: str, name: str) -> bool:
    """Whether a pronoun can stand for an object; "they" also for one person, "one" and "the other" for any."""
    if word in ONES:
        return ONES[word] == is_plural(name, None)
    if word not in PRONOUNS:
        return False
    kind, several = PRONOUNS[word]
    if several:
        return is_plural(name, None) or kind_of(name) in (MALE, FEMALE, PERSON)
    return not is_plural(name, None) and kind_of(name) in _AGREE[kind]


def _alone(word: str, place: int, words: Sequence[str]) -> bool:
    """Whether a word stands for a thing by itself: not "these" of "these structures", nor "one" of "one man"."""
    after = words[place + 1] if place + 1 < len(words) else "."
    if word in SUBJECT_FORM or word in SUBJECT_FORM.values():
        return True
    return is_symbol(after) or after in closed() or (word in ONES and after in listed("acts"))


def _captured(stands: Said, other: Said) -> bool:
    """Whether a pronoun more likely means the named object before it: "a wheel stands tall, its structure black"."""
    return not stands.named and other.named and other.place < stands.place and _agrees(stands.words, other.words)


def _governed(place: int, words: Sequence[str]) -> bool:
    """Whether what stands for an object follows a preposition or is in the objective form: "on it", "behind them"."""
    if words[place] in POSSESSIVE:
        return False
    return words[place] in OBJECTIVE - SUBJECTIVE or (place > 0 and words[place - 1] in prepositions())


def _general(word: str, name: str) -> bool:
    """Whether a noun can be another, mostly wider name of an object."""
    if is_plural(word, None) != is_plural(name, None) or not base_forms(word, "noun"):
        return False
    return synonymous(word, name) or more_general(word, name, kind_of(name))


def _apart(value: Range, noun: Range, words: Sequence[str]) -> int:
    """0 where an attribute stands just before its noun, 1 in the same clause, 2 elsewhere in the sentence."""
    low, high = sorted((value, noun))
    between = words[low[1] : high[0]]
    if value < noun and len(between) < ADJACENT and not any(word in _ENDS for word in between):
        return 0
    return 2 if any(word in _ENDS for word in between) else 1


def _said(predicate: str, words: Sequence[str]) -> bool:
    """Whether the verb of a predicate is there, or its preposition where it has none."""
    verb, preposition = split_predicate(predicate)
    if verb:
        return any(same_lemma(verb.split()[0], word) for word in words)
    return bool(places(preposition, words))


def _distance(one: Range, other: Range) -> int:
    return max(one[0] - other[1], other[0] - one[1], 0)
