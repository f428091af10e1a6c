"""How does a caption become false by a small edit? Its words change places, are denied, or are replaced.

Two colours, attributes, numbers or whole noun phrases change places; something is denied; a noun, adjective, verb or
preposition is replaced by another of a given vocabulary. Words are lower case, as every reader of captions takes them;
every edit is a list of words, and none is made where the phrase is not plain.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from grice.words.lexicon import lexicon
from grice.words.morphology import base_forms
from grice.words.numbers import NUMBER_WORDS
from grice.words.split import is_symbol, words_in
from grice.words.tagging import Tagged, tag
from grice.words.taxonomy import includes


def _listed(words: str) -> list[str]:
    return words.split()


COLOURS = frozenset(
    _listed("black white red blue green yellow brown gray grey orange pink purple tan beige silver gold")
)
SYMMETRIC = frozenset(
    ["and", "with", "near", "next to", "beside", "by", "close to", "alongside", "among", "around", "of"]
)
"""Prepositions of which both orders may be true; "of" joins what is one thing."""
_INSIDE = frozenset("DACNS")
_PRONOUNS = frozenset(
    _listed("it he she they him her them that this there who which what one something someone others")
)
_QUANTITIES = frozenset(_listed("several many few some other various multiple all each every more most both same such"))
Words = list[str]


@dataclass(frozen=True)
class NounPhrase:
    """Words from `first` to before `end`; the last is its head."""

    first: int
    end: int
    head: str


@dataclass(frozen=True)
class Caption:
    """The words of a caption with their tags."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Caption":
        return cls(tuple(word for word in words_in(text) if not is_symbol(word) or word == ","))

    @cached_property
    def tags(self) -> list[Tagged]:
        return tag(self.words)

    @cached_property
    def ends(self) -> list[int]:
        """The word after each tagged one."""
        return [*(tagged.place for tagged in self.tags[1:]), len(self.words)]

    @cached_property
    def phrases(self) -> list[NounPhrase]:
        """Noun phrases, in order: runs of determiners, modifiers and nouns that end in a noun."""
        found: list[NounPhrase] = []
        run: list[int] = []
        for i, tagged in enumerate([*self.tags, Tagged("", "", len(self.words))]):
            opens = tagged.tag == "D" and run and self.tags[run[-1]].tag in "NDAC"
            if tagged.tag in _INSIDE and tagged.tag and not opens:
                run.append(i)
                continue
            while run and self.tags[run[-1]].tag != "N":
                run.pop()
            if run:
                head = self.words[self.tags[run[-1]].place]
                first, end = self.tags[run[0]].place, self.ends[run[-1]]
                if head not in _PRONOUNS and first < end:  # a possessive and its noun are two tags of one word
                    found.append(NounPhrase(first, end, head))
            run = [i] if opens else []
        return found

    def between(self, one: NounPhrase, other: NounPhrase) -> list[Tagged]:
        return [tagged for tagged in self.tags if one.end <= tagged.place < other.first]

    def modifiers(self, phrase: NounPhrase) -> list[Tagged]:
        """Adjectives and numbers before the head."""
        inside = [t for t in self.tags if phrase.first <= t.place < phrase.end - 1 and t.tag in "AC"]
        return [t for t in inside if " " not in t.word and t.word not in _QUANTITIES]


def swapped_modifiers(caption: Caption, colours: bool) -> Iterator[Words]:
    """Two modifiers of different noun phrases change places: two colours, or two of the rest of one kind."""
    held = [(p, m) for p in caption.phrases for m in caption.modifiers(p) if (m.word in COLOURS) == colours]
    for i, (one, first) in enumerate(held):
        for other, second in held[i + 1 :]:
            alike = first.tag == second.tag and first.word != second.word
            if alike and one != other and one.head != other.head:
                words = list(caption.words)
                words[first.place], words[second.place] = words[second.place], words[first.place]
                yield words


def moved_modifiers(caption: Caption) -> Iterator[Words]:
    """A modifier is taken from one noun phrase and given to another that has none."""
    for one in caption.phrases:
        for m in caption.modifiers(one):
            for other in caption.phrases:
                if other != one and other.head != one.head and m.tag == "A" and not caption.modifiers(other):
                    words: list[str | None] = list(caption.words)
                    words[m.place] = None
                    words[other.end - 1] = f"{m.word} {caption.words[other.end - 1]}"
                    yield [part for word in words if word for part in word.split(" ")]


def swapped_roles(caption: Caption) -> Iterator[Words]:
    """The noun phrases around a verb or a preposition that is not symmetric change places."""
    for one, other in zip(caption.phrases, caption.phrases[1:], strict=False):
        middle = caption.between(one, other)
        if not middle or one.head == other.head or any(t.tag in "&R," or t.tag == "H" for t in middle):
            continue
        verb = any(t.tag == "V" for t in middle)
        link = [t.word for t in middle if t.tag == "P"]
        if (verb or link) and not SYMMETRIC & set(link) and all(t.tag in "VPBX" for t in middle):
            yield exchanged(caption.words, one, other)


def denials(caption: Caption) -> Iterator[Words]:
    """What the caption says is denied, in one place."""
    words, tags = caption.words, caption.tags
    for t in tags:
        if words[t.place] in ("is", "are") and t.tag == "B":
            yield spliced(words, t.place + 1, t.place + 1, ["not"])
        elif t.word == "with" and t.tag == "P":
            yield spliced(words, t.place, t.place + 1, ["without"])
        elif (
            t.tag == "V" and words[t.place].endswith("ing") and (not t.place or words[t.place - 1] not in ("is", "are"))
        ):
            yield spliced(words, t.place, t.place, ["not"])
    for phrase in caption.phrases:
        first = words[phrase.first]
        if first in ("a", "an", "some", "two", "three", "several"):
            yield spliced(words, phrase.first, phrase.first + 1, ["no"])
        for m in caption.modifiers(phrase):
            if m.tag == "A" and m.place == phrase.end - 2:
                yield spliced(words, m.place, phrase.end, [phrase.head, "that", "is", "not", m.word])
    if caption.phrases and not (words and words[0] in ("there", "no")):
        yield ["there", "is", "no", *words[caption.phrases[0].end - 1 :]]


def replaced(
    caption: Caption, vocabulary: Mapping[str, Sequence[str]], rng: np.random.Generator
) -> Iterator[tuple[str, Words]]:
    """One noun, adjective, number, verb or preposition is another of the vocabulary of its tag: (which tag, words)."""
    for t, end in zip(caption.tags, caption.ends, strict=True):
        options = vocabulary.get(_kind(t, caption.words))
        if options:
            new = options[int(rng.integers(len(options)))]
            if new != t.word and not set(new.split()) & set(caption.words) and not _related(new, t.word):
                yield t.tag, articled(spliced(caption.words, t.place, end, new.split()))


def vocabulary(captions: Sequence[Caption], least: int = 3) -> dict[str, list[str]]:
    """Words by the kind of tag that `replaced` exchanges, as often as captions have them."""
    found: dict[str, dict[str, int]] = {}
    for caption in captions:
        for t in caption.tags:
            kind = _kind(t, caption.words)
            if kind:
                found.setdefault(kind, {})[t.word] = found.get(kind, {}).get(t.word, 0) + 1
    return {
        kind: [w for w, count in words.items() if count >= least for _ in range(count)] for kind, words in found.items()
    }


def _kind(t: Tagged, words: Sequence[str]) -> str:
    if t.tag == "A" and t.word in COLOURS:
        return "colour"
    if t.tag == "C":
        return "C" if t.word in NUMBER_WORDS else ""
    if t.tag == "V":
        return "V-ing" if words[t.place].endswith("ing") else ""
    if t.tag == "N":
        return ("N-s" if t.word.endswith("s") else "N") if t.word not in _PRONOUNS else ""
    return t.tag if t.tag in "AP" else ""


@lru_cache(maxsize=1 << 16)
def _related(one: str, other: str) -> bool:
    """Whether one noun may mean, include or be a kind of the other."""
    bases = [next(iter(base_forms(word, "noun")[::-1]), word) for word in (one, other)]
    table = lexicon()
    mine, theirs = (frozenset(table.nouns(base)) for base in bases)
    return bool(includes(bases[0]) & theirs or includes(bases[1]) & mine)


def exchanged(words: Sequence[str], one: NounPhrase, other: NounPhrase) -> Words:
    first, second = words[one.first : one.end], words[other.first : other.end]
    return [*words[: one.first], *second, *words[one.end : other.first], *first, *words[other.end :]]


def spliced(words: Sequence[str], first: int, end: int, new: Sequence[str]) -> Words:
    return [*words[:first], *new, *words[end:]]


def articled(words: Words) -> Words:
    """With "a" or "an" as the next word asks for."""
    return [
        ("an" if after[:1] in "aeiou" else "a") if word in ("a", "an") and after else word
        for word, after in zip(words, [*words[1:], ""], strict=True)
    ]
