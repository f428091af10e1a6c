"""How can a caption be said in other words? By moving its words, by the passive, by a few synonyms.

A clause is fronted, an attribute becomes a relative clause, a coordination turns round, an object becomes the subject:
what is true of one is true of the other. The counterpart of `edits`, which make a caption false.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from grice.corpora.edits import Caption, Words, articled, exchanged, spliced
from grice.words.lexicon import lexicon
from grice.words.numbers import NUMBER_WORDS
from grice.words.tagging import verb_lemma

_SAME = [
    tuple(part.strip() for part in pair.split("="))
    for line in (
        "next to = beside; on top of = on; man = guy; woman = lady; child = kid; children = kids; large = big",
        "sofa = couch; couch = sofa; bike = bicycle; bicycle = bike; tv = television; near = close to; close to = near",
        "a group of = several; a bunch of = many; a couple of = two; wearing = dressed in; standing = that stands",
        "is sitting = sits; is standing = stands; is walking = walks; is playing = plays; is holding = holds",
        "sitting = seated; sits = is sitting; stands = is standing; holding = who holds; in front of = before",
        "picture = photo; photo = picture; with = that has; plane = airplane; airplane = plane; road = street",
        "small = little; big = large; little = small; lady = woman; several = multiple; many = lots of",
        "through = across; gray = grey; guy = man",
    )
    for pair in line.split(";")
]
"""Words that captions use for one another; enough for a reader to learn that wording is not meaning."""


def paraphrases(caption: Caption) -> Iterator[Words]:
    """The same in other words, by moving them: what is true of one is true of the other."""
    words = list(caption.words)
    for i, t in enumerate(caption.tags):
        rest = [u for u in caption.tags[i + 1 :] if u.tag in "VPB&,"]
        last = len(caption.phrases) and caption.phrases[-1].end == len(words)
        if t.tag == "P" and not rest and last and i > 1 and t.word not in ("of", "with"):
            yield [*words[t.place :], ",", *words[: t.place]]
    for one, other in zip(caption.phrases, caption.phrases[1:], strict=False):
        middle = caption.between(one, other)
        if [t.word for t in middle] == ["and"]:
            yield exchanged(caption.words, one, other)
        verbs = [t for t in middle if t.tag == "V"]
        plain = len(verbs) == 1 and all(t.tag in "VBP" for t in middle) and other.end == len(words)
        if plain and words[verbs[0].place].endswith("ing"):
            act = words[verbs[0].place : other.first]
            a, b = words[one.first : one.end], words[other.first : other.end]
            before = words[: one.first]
            if not before:
                yield [*b, "that", *a, "is", *act]
                yield [*b, "with", *a, *act, "it"]
        elif (
            plain is False
            and middle
            and all(t.tag == "P" for t in middle)
            and one.first == 0
            and other.end == len(words)
        ):
            yield ["there", "is", *words]
    for phrase in caption.phrases:
        held = caption.modifiers(phrase)
        if len(held) == 1 and held[0].tag == "A" and held[0].place == phrase.end - 2:
            yield spliced(caption.words, held[0].place, phrase.end, [phrase.head, "that", "is", held[0].word])
    starts = caption.phrases and caption.phrases[0].first == 0 and words[0] in ("a", "an", "two", "three", "some")
    if starts and not any(t.tag == "B" for t in caption.tags):
        yield ["there", "are" if words[0] not in ("a", "an") else "is", *words]


def reworded(caption: Caption, rng: np.random.Generator) -> Words:
    """The same in other words: a movement where one is possible, the passive, and a few words for their synonyms."""
    moved = [*paraphrases(caption), *passives(caption)]
    chosen = moved[int(rng.integers(len(moved)))] if moved and rng.random() < 0.85 else list(caption.words)
    text = f" {' '.join(chosen)} "
    for one, other in _SAME:
        if f" {one} " in text and rng.random() < 0.6:
            text = text.replace(f" {one} ", f" {other} ", 1)
    return articled(text.split())


def passives(caption: Caption) -> Iterator[Words]:
    """ "A man riding a horse" is "a horse being ridden by a man", for one verb without a preposition."""
    words = list(caption.words)
    for one, other in zip(caption.phrases, caption.phrases[1:], strict=False):
        middle = caption.between(one, other)
        verb = middle[-1] if middle and middle[-1].tag == "V" else None
        if verb is None or not words[verb.place].endswith("ing") or any(t.tag not in "VB" for t in middle):
            continue
        a, b = words[one.first : one.end], words[other.first : other.end]
        be = ["are"] if b[0] in NUMBER_WORDS or b[-1].endswith("s") else ["is"]
        be = be if any(t.tag == "B" for t in middle) else []
        done = participle(verb_lemma(words[verb.place]))
        yield [*words[: one.first], *b, *be, "being", done, "by", *a, *words[other.end :]]


@lru_cache(maxsize=1 << 12)
def participle(verb: str) -> str:
    """The past participle: irregular from WordNet's list, or by rule."""
    known = [form for form, bases in lexicon().exceptions["verb"].items() if verb in bases and not form.endswith("ing")]
    irregular = sorted((form for form in known if not form.endswith("s")), key=lambda form: (form.endswith("n"), form))
    if irregular:
        return irregular[-1]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}ed"
