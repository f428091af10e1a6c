"""What is FOIL-COCO (Shekhar et al., ACL 2017)? Captions and the same captions with one wrong noun; or foils made here.

The official file is read where a user has it. From any other corpus with several captions per image, foils are made:
one noun is replaced by a sibling in WordNet, never by a synonym, a hypernym or a hyponym, that the corpus itself uses
and that no caption of the image mentions.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grice.corpora import flickr8k
from grice.corpora.cards import Card
from grice.errors import InputError
from grice.files import Column, open_rows
from grice.files.json_stream import whole
from grice.words.morphology import base_forms, singular
from grice.words.split import words_of_text
from grice.words.tagging import tag
from grice.words.taxonomy import siblings

CARD = Card(
    name="foil",
    title="FOIL-COCO: captions with one wrong word",
    items="test set: 99,480 true captions and as many foils of COCO validation images; the paper uses 32,000 pairs",
    licence="CC BY 4.0 (captions of COCO)",
    citation="Shekhar et al.: FOIL it! Find One mismatch between Image and Language caption. ACL 2017",
    how="foilv1.0_test_2017.json from foilunitn.github.io; name it with --data, and COCO's captions_val2014.json with "
    "--references. Or name any caption corpus with --data",
    notes="Without --references, references are the image's other true captions in the same file.",
)
LEAST = 3
"""How often a noun must occur in a corpus to replace another."""
_NEEDED = "the JSON of FOIL, of COCO captions or of Flickr8k-Expert, or a table with columns image_id, caption"
_OPENING = frozenset("DACSP")
_COLUMNS = (Column("image_id", "anything"), Column("caption", "text"))


@dataclass(frozen=True)
class Pair:
    """A true caption, its foil, the two words, and the other true captions of the image."""

    image_id: str
    caption: str
    foil: str
    word: str
    foil_word: str
    references: tuple[str, ...]
    image: str | None = None
    """The file of its picture, where the corpus says so."""


@dataclass(frozen=True)
class Corpus:
    """Pairs, and whether they are the published ones or made here."""

    pairs: list[Pair]
    official: bool


def load(path: str | Path, seed: int = 0, references: str | Path | None = None) -> Corpus:
    """The pairs of the official file; or, from another caption corpus, one pair made of each image that allows it.

    References of official pairs are the image's captions in `references`, COCO's own file, as in the literature; or
    else the other true captions of the official file, which has only those that a foil could be made of.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(f"{path} is not a file", _NEEDED, CARD.how)
    if path.suffix.lower() != ".json":
        return Corpus(make(_table(path), seed), official=False)
    content = whole(path, _NEEDED, CARD.how)
    if not isinstance(content, dict) or "annotations" not in content:
        return _of_flickr8k(path, seed)
    try:
        annotations = content["annotations"]
        pictures = {str(image["id"]): str(image["file_name"]) for image in content.get("images", ())}
        if any("foil" in entry for entry in annotations):
            known = None if references is None else _coco(Path(references))
            return Corpus(_official(annotations, known, pictures), official=True)
        return Corpus(make(_by_image(annotations), seed, pictures), official=False)
    except (AttributeError, KeyError, TypeError) as error:
        problem = f"{type(error).__name__} {error}"
        raise InputError(f"{path}: an entry cannot be read ({problem})", _NEEDED, CARD.how) from None


def _of_flickr8k(path: Path, seed: int) -> Corpus:
    try:
        pairs = flickr8k.load(path)
    except InputError as error:
        raise InputError(error.given, _NEEDED, CARD.how) from None
    captions = {pair.image_id: list(pair.references) for pair in pairs}
    return Corpus(make(captions, seed, {pair.image_id: pair.image for pair in pairs}), official=False)


def make(
    captions: Mapping[str, Sequence[str]], seed: int = 0, pictures: Mapping[str, str | None] | None = None
) -> list[Pair]:
    """One pair for every image with two or more captions and a noun that has a sibling in the corpus."""
    rng = np.random.default_rng(seed)
    mentioned = {image: {noun for text in texts for noun, _, _ in nouns(text)} for image, texts in captions.items()}
    known = Counter(noun for found in mentioned.values() for noun in found)
    usable = sorted(noun for noun, count in known.items() if count >= LEAST)
    beside: dict[str, list[str]] = {}

    def others_of(noun: str) -> list[str]:
        if noun not in beside:
            beside[noun] = [other for other in usable if siblings(noun, other)]
        return beside[noun]

    pairs = []
    for image, texts in captions.items():
        if len(texts) < 2:
            continue
        for place in rng.permutation(len(texts)).tolist():
            options = list(_options(texts[place], others_of, mentioned[image]))
            if options:
                word, foil_word, foil = options[rng.integers(len(options))]
                others = tuple(text for i, text in enumerate(texts) if i != place)
                shown = (pictures or {}).get(image)
                pairs.append(Pair(image, texts[place], foil, word, foil_word, others, shown))
                break
    if not pairs:
        needed = "two captions or more of each image, with nouns that have siblings in the corpus"
        raise InputError(f"{len(captions)} images of which no foil can be made", needed)
    return pairs


def nouns(text: str) -> Iterator[tuple[str, int, int]]:
    """The nouns of a caption in the singular, with the span of each.

    Only those that end a noun phrase of their own: after another noun a word may be a verb, before one a modifier.
    """
    seen = words_of_text(text)
    tags = tag(seen.words)
    for before, tagged, after in zip([None, *tags], tags, [*tags[1:], None], strict=False):
        word = seen.words[tagged.place]
        alone = (before is None or before.tag in _OPENING) and (after is None or after.tag != "N")
        if alone and tagged.tag == "N" and tagged.word == word and base_forms(word, "noun"):
            yield singular(word), *seen.spans[tagged.place]


def _options(text: str, others_of: Callable[[str], list[str]], mentioned: set[str]) -> Iterator[tuple[str, str, str]]:
    """Every noun that can be replaced, its replacement, and the foil."""
    for noun, start, end in nouns(text):
        word = text[start:end]
        for other in others_of(noun):
            if other in mentioned:
                continue
            shown = _plural(other) if word.lower() != noun else other
            shown = shown.capitalize() if word[0].isupper() else shown
            before, after = text[:start], text[end:]
            yield word, shown, f"{_article(before, shown)}{shown}{after}"


def _article(before: str, word: str) -> str:
    """What comes before a noun, with "a" or "an" as the noun requires."""
    head, _, last = before.rstrip().rpartition(" ")
    if last.lower() not in ("a", "an"):
        return before
    fitting = "an" if word[0].lower() in "aeiou" else "a"
    fitting = fitting.capitalize() if last[0].isupper() else fitting
    return f"{head} {fitting} " if head else f"{fitting} "


def _plural(noun: str) -> str:
    irregular = {"man": "men", "woman": "women", "child": "children", "person": "people", "foot": "feet"}
    if noun in irregular:
        return irregular[noun]
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def _official(
    annotations: Sequence[Mapping[str, Any]], known: Mapping[str, Sequence[str]] | None, pictures: Mapping[str, str]
) -> list[Pair]:
    """A foil has the `id` of the caption it was made of; one caption may have several foils."""
    if not all(isinstance(entry["foil"], bool) for entry in annotations):
        raise InputError("FOIL annotations whose foil is neither true nor false", _NEEDED, CARD.how)
    true = {str(entry["id"]): str(entry["caption"]) for entry in annotations if not entry["foil"]}
    if known is None:
        known = _by_image([entry for entry in annotations if not entry["foil"]])
    pairs = []
    for entry in annotations:
        caption = true.get(str(entry["id"])) if entry["foil"] else None
        if caption is None:
            continue
        image = str(entry["image_id"])
        others = tuple(text for text in dict.fromkeys(known.get(image, ())) if text != caption)
        if others:
            words = str(entry.get("target_word", "")), str(entry.get("foil_word", ""))
            pairs.append(Pair(image, caption, str(entry["caption"]), *words, others, pictures.get(image)))
    if not pairs:
        raise InputError("a FOIL file in which no image of a pair has another caption", _NEEDED, CARD.how)
    return pairs


def _coco(path: Path) -> dict[str, list[str]]:
    """The captions of COCO's own file by image."""
    needed, name = 'COCO captions: {"annotations": [{"image_id", "caption"}]}', "captions_val2014.json"
    try:
        return _by_image(whole(path, needed, name)["annotations"])
    except (InputError, KeyError, TypeError) as error:
        problem = error.given if isinstance(error, InputError) else f"{type(error).__name__} {error}"
        raise InputError(f"{path} cannot be read as references ({problem})", needed, name) from None


def _by_image(annotations: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in annotations:
        found.setdefault(str(entry["image_id"]), []).append(str(entry["caption"]))
    return found


def _table(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    try:
        source = open_rows(path, _COLUMNS)
    except InputError as error:  # what to type there (--column) is no option of a benchmark
        raise InputError(error.given, _NEEDED, CARD.how) from None
    for batch in source:
        for row in batch.to_pylist():
            if row["error"] is None:
                found.setdefault(str(row["image_id"]), []).append(row["caption"])
    return found
