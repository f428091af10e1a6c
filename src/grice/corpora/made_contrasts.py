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

from grice.corpora import contrasts, judgements
from grice.corpora.contrasts import Foiled
from grice.corpora.edits import COLOURS, Caption, articled, denials, swapped_modifiers, swapped_roles
from grice.corpora.rewordings import reworded
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
            if count == each:
                break
            texts = images[names[place]][1]
            captions = [Caption.of(text) for text in texts]
            options = [
                (i, caption, foil)
                for i, caption in enumerate(captions)
                for foil in _foils(kind, caption, captions[:i] + captions[i + 1 :])
            ]
            if options:
                i, caption, foil = options[int(rng.integers(len(options)))]
                others = tuple(text for j, text in enumerate(texts) if j != i)
                found.append(Foiled(names[place], " ".join(caption.words), " ".join(articled(foil)), others, kind))
                count += 1
    return found


def triples(images: Images, seed: int = 7, each: int = 350) -> list[tuple[str, str, str]]:
    """(caption, the same in other words, two of its attributes or roles swapped), of images of the half "train"."""
    rng = np.random.default_rng(seed)
    texts = [text for _, texts in images.values() if half(texts) == "train" for text in texts]
    captions = [caption for text in texts if 5 < len((caption := Caption.of(text)).words) < 22]
    found: dict[str, list[tuple[str, str, str]]] = {"attributes": [], "roles": []}
    for place in rng.permutation(len(captions)).tolist():
        caption = captions[place]
        properties = [words for colours in (True, False) for words in swapped_modifiers(caption, colours)]
        for kind, options in (("attributes", properties), ("roles", list(swapped_roles(caption)))):
            same = reworded(caption, rng) if options and len(found[kind]) < each else list(caption.words)
            if tuple(same) != caption.words:
                swap = articled(options[int(rng.integers(len(options)))])
                found[kind].append((" ".join(caption.words), " ".join(same), " ".join(swap)))
    return [triple for some in found.values() for triple in some]


def _foils(kind: str, caption: Caption, references: list[Caption]) -> Iterator[list[str]]:
    """The edits of a kind that references can decide."""
    said = [{noun_lemma(word) for word in reference.words} for reference in references]
    if kind == "colours":
        pairs = {
            (m.word, noun_lemma(p.head))
            for reference in references
            for p in reference.phrases
            for m in reference.modifiers(p)
        }
        held = [
            (m.word, noun_lemma(p.head)) for p in caption.phrases for m in caption.modifiers(p) if m.word in COLOURS
        ]
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
