"""Does a metric see who does what, which is which colour, and what is denied? Foils made of real captions, with a seed.

A caption of an image is judged against the other captions of that image, and so is the same caption after one edit: two
colours swapped, the two sides of a verb or preposition swapped, something denied. Only captions are taken whose
references can decide: one of them at least mentions every noun that the edit moves or denies, and for colours a noun
with its colour. Images are held apart by a digest of their captions: what is made of the half "train" may be learned
from, figures are given on "test".
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from grice.corpora import contrasts, factual, judgements
from grice.corpora.contrasts import Foiled
from grice.corpora.edits import COLOURS, Caption, articled, denials, swapped_modifiers, swapped_roles
from grice.words.morphology import noun_lemma

KINDS = ("colours", "roles", "denial")
EACH = 500
"""Foils of a kind at most."""
Images = Mapping[str, tuple[str, list[str]]]
"""Image to the corpus it is from and its captions."""


def half(captions: Iterable[str]) -> str:
    """On which side an image is: the digest of its alphabetically first caption decides, whatever corpus names it."""
    first = min(" ".join(Caption.of(text).words) for text in captions)
    return ("train", "test")[hashlib.sha256(first.encode()).digest()[0] % 2]


def images(data: Path) -> dict[str, tuple[str, list[str]]]:
    """Every image of the sets of judgements and contrasts with its references, each image once."""
    found: dict[str, tuple[str, list[str]]] = {}
    seen: set[str] = set()

    def add(corpus: str, image: str, references: Iterable[str]) -> None:
        texts = sorted(set(references))
        plain = {" ".join(Caption.of(text).words) for text in texts}
        if image not in found and not plain & seen:
            found[image] = corpus, texts
            seen.update(plain)

    for one in judgements.load(data / "judgements", _expert(data)):
        for image, references in zip(one.images, one.references, strict=True):
            add(one.name, image, references)
    for marked in contrasts.hat(data / "contrasts"):
        add("hat", marked.image, marked.references)
    for foiled in contrasts.nocaps_foil(data / "contrasts"):
        add("nocaps", foiled.image, foiled.references)
    return found


def make(images: Images, side: str, seed: int = 0, each: int = EACH) -> list[Foiled]:
    """At most `each` foils of every kind, of images on that side, each image once for a kind."""
    rng = np.random.default_rng(seed)
    names = [image for image, (_, texts) in images.items() if len(texts) > 1 and half(texts) == side]
    found = []
    for kind in KINDS:
        count = 0
        for place in rng.permutation(len(names)).tolist():
            texts = images[names[place]][1]
            options = [
                (i, caption, foil) for i, text in enumerate(texts)
                for caption in [Caption.of(text)]
                for foil in _foils(kind, caption, [Caption.of(t) for j, t in enumerate(texts) if j != i])
            ]
            if options and count < each:
                i, caption, foil = options[int(rng.integers(len(options)))]
                others = tuple(text for j, text in enumerate(texts) if j != i)
                found.append(Foiled(names[place], " ".join(caption.words), " ".join(articled(foil)), others, kind))
                count += 1
    return found


def training(data: Path) -> list[tuple[str, list[str]]]:
    """(corpus, captions of one image) of the training half; and captions of FACTUAL of seven words or more, every second one, alone."""
    found = [(corpus, texts) for corpus, texts in images(data).values() if half(texts) == "train"]
    phrases = sorted({item.caption for item in factual.load(data / "factual" / "random_train.csv")})
    long = [phrase for phrase in phrases if len(phrase.split()) > 6]
    return [*found, *(("factual", [phrase]) for phrase in long[::2])]


def _foils(kind: str, caption: Caption, references: list[Caption]) -> Iterator[list[str]]:
    """The edits of a kind that references can decide."""
    said = [{noun_lemma(word) for word in reference.words} for reference in references]
    if kind == "colours":
        pairs = {
            (m.word, noun_lemma(p.head))
            for reference in references for p in reference.phrases for m in reference.modifiers(p)
        }
        held = [(m.word, noun_lemma(p.head)) for p in caption.phrases for m in caption.modifiers(p) if m.word in COLOURS]
        if len(held) == 2 and set(held) & pairs:
            yield from swapped_modifiers(caption, colours=True)
    elif kind == "roles":
        for words in swapped_roles(caption):
            moved = [noun_lemma(p.head) for p in caption.phrases]
            if len(moved) == 2 and any(set(moved) <= some for some in said):
                yield words
    else:
        nouns = {noun_lemma(p.head) for p in caption.phrases}
        if nouns and any(nouns <= some for some in said):
            yield from denials(caption)


def _expert(data: Path) -> Path | None:
    found = sorted((data / "flickr8k").glob("*.json"))
    return found[0] if found else None
