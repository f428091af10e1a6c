"""Which captions differ in one thing that matters? SugarCrepe++, HAT and nocaps-FOIL, where a metric must see it.

* SugarCrepe++ (Dumpala et al. 2024): a caption, a paraphrase, and a negative with an object, attribute or relation
  replaced, or objects or attributes swapped. The two that mean the same must be nearer than either to the negative.
* HAT (Petryk et al. 2024): captions of which each word is marked as hallucinated or not.
* nocaps-FOIL (same): a caption and the same with one object replaced.
"""

from dataclasses import dataclass
from pathlib import Path

from grice.corpora.cards import Card
from grice.corpora.lines import Kinds, records
from grice.errors import InputError

CARD = Card(
    name="contrasts",
    title="SugarCrepe++, HAT and nocaps-FOIL: captions that differ in one thing",
    items="triples of caption, paraphrase and negative; captions with hallucinated words marked; captions and foils",
    licence="SugarCrepe++ CC BY 4.0; none stated for HAT and nocaps-FOIL; the captions are not part of Grice",
    citation="Dumpala et al.: SugarCrepe++ (NeurIPS 2024); Petryk et al.: ALOHa (NAACL 2024)",
    how="a folder with sugarcrepepp.jsonl, hat.jsonl, nocaps_foil.jsonl; name it with --data",
    notes="The images of SugarCrepe++ and HAT are COCO's, as are those of THumB.",
)
SWAPS = ("swap_att", "swap_obj")
REPLACEMENTS = ("replace_att", "replace_obj", "replace_rel")
_TRIPLE: Kinds = {"image": str, "kind": str, "caption": str, "paraphrase": str, "negative": str}
_MARKED: Kinds = {"image": str, "prediction": str, "references": list, "words": list, "hallucinated": bool}
_FOILED: Kinds = {"image": str, "caption": str, "foil": str, "references": list}


@dataclass(frozen=True)
class Triple:
    """Two captions that mean the same, and one that does not."""

    image: str
    kind: str
    caption: str
    paraphrase: str
    negative: str


@dataclass(frozen=True)
class Marked:
    """A caption, its references, its words, and which of them are hallucinated."""

    image: str
    caption: str
    references: tuple[str, ...]
    words: tuple[str, ...]
    wrong: tuple[bool, ...]


@dataclass(frozen=True)
class Foiled:
    """A caption, the same with something wrong in it, references of the image, and what kind of thing is wrong."""

    image: str
    caption: str
    foil: str
    references: tuple[str, ...]
    kind: str = "object"


def sugarcrepepp(folder: Path) -> list[Triple]:
    rows = records(folder / "sugarcrepepp.jsonl", _TRIPLE, CARD.how)
    return [Triple(*(row[name] for name in _TRIPLE)) for row in rows]


def hat(folder: Path) -> list[Marked]:
    path = folder / "hat.jsonl"
    found = []
    for row in records(path, _MARKED, CARD.how):
        if not all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], bool) for pair in row["words"]):
            raise InputError(f"{path}: words of {row['prediction']!r} without marks", "pairs of a word and true or false")
        words, wrong = zip(*((str(word), mark) for word, mark in row["words"]), strict=True)
        found.append(Marked(row["image"], row["prediction"], tuple(row["references"]), words, wrong))
    return found


def nocaps_foil(folder: Path) -> list[Foiled]:
    rows = records(folder / "nocaps_foil.jsonl", _FOILED, CARD.how)
    return [Foiled(row["image"], row["caption"], row["foil"], tuple(row["references"])) for row in rows]
