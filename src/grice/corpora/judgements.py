"""What did people think of captions? Four sets of judgements in one shape: Nebula, THumB, Pascal-50S, Flickr8k-Expert.

A set is captions with references and, for each, ratings by people (Nebula, THumB, Flickr8k-Expert); or pairs of
captions of which people preferred one (Pascal-50S). The folder holds `nebula.jsonl`, `thumb.jsonl`, `pascal50s.jsonl`
and, where there are ratings of Flickr8k-Expert, `flickr8k.json` as its own reader takes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.corpora import flickr8k
from grice.corpora.cards import Card
from grice.corpora.lines import Kinds, records
from grice.errors import InputError

CARD = Card(
    name="judgements",
    title="Nebula, THumB 1.0 and Pascal-50S: people's judgements of captions",
    items="a rating of each caption (Nebula 0..1, THumB 1..5), or which of two captions was preferred (Pascal-50S)",
    licence="none stated for the ratings; COCO captions CC BY 4.0; the ratings are not part of Grice",
    citation="Matsuda et al.: DENEB (ACCV 2024); Kasai et al.: Transparent Human Evaluation for Image Captioning "
    "(NAACL 2022); Vedantam et al.: CIDEr (CVPR 2015)",
    how="a folder with nebula.jsonl, thumb.jsonl, pascal50s.jsonl; name it with --data",
    notes="THumB's images are COCO's, as are those of HAT and SugarCrepe++.",
)
KINDS = ("HC", "HI", "HM", "MM")
"""Of Pascal-50S: two people, both right; one of another image; person and machine; two machines."""
_RATED: Kinds = {"image": str, "prediction": str, "references": list, "score": (int, float)}
_PAIRED: Kinds = {"image": str, "kind": str, "predictions": list, "better": int, "references": list}


@dataclass(frozen=True)
class Rated:
    """Captions with references and ratings of shape (captions, raters), NaN where a rater gave none."""

    name: str
    images: list[str]
    captions: list[str]
    references: list[list[str]]
    ratings: NDArray[np.float64]


@dataclass(frozen=True)
class Preferred:
    """Pairs of captions: `captions[i][better[i]]` is the one people preferred."""

    name: str
    images: list[str]
    captions: list[tuple[str, str]]
    references: list[list[str]]
    better: NDArray[np.int64]
    kinds: list[str]


def nebula(folder: Path) -> Rated:
    return _rated("nebula", folder / "nebula.jsonl")


def thumb(folder: Path) -> Rated:
    return _rated("thumb", folder / "thumb.jsonl")


def expert(path: Path) -> Rated:
    """Flickr8k-Expert as a set of ratings."""
    pairs = flickr8k.load(path)
    table = np.full((len(pairs), max(len(pair.ratings) for pair in pairs)), np.nan)
    for row, pair in zip(table, pairs, strict=True):
        row[: len(pair.ratings)] = pair.ratings
    return Rated(
        "flickr8k",
        [pair.image_id for pair in pairs],
        [pair.caption for pair in pairs],
        [list(pair.references) for pair in pairs],
        table,
    )


def pascal50s(folder: Path) -> Preferred:
    path = folder / "pascal50s.jsonl"
    rows = records(path, _PAIRED, CARD.how)
    for row in rows:
        if len(row["predictions"]) != 2 or row["better"] not in (0, 1):
            raise InputError(f"{path}: {row['predictions']!r}, better {row['better']}", "two captions, and 0 or 1")
    return Preferred(
        "pascal50s",
        [row["image"] for row in rows],
        [tuple(row["predictions"]) for row in rows],
        [row["references"] for row in rows],
        np.array([row["better"] for row in rows], np.int64),
        [row["kind"] for row in rows],
    )


def load(folder: str | Path, flickr: str | Path | None = None) -> list[Rated | Preferred]:
    """Every set that is in the folder, and Flickr8k-Expert where its file is named or lies there."""
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder", "the folder of the sets of judgements", CARD.how)
    found: list[Rated | Preferred] = []
    for name, reader in (("nebula", nebula), ("thumb", thumb), ("pascal50s", pascal50s)):
        if (folder / f"{name}.jsonl").exists():
            found.append(reader(folder))  # type: ignore[operator]
    rated = Path(flickr) if flickr is not None else folder / "flickr8k.json"
    if flickr is not None or rated.exists():
        found.append(expert(rated))
    if not found:
        raise InputError(f"{folder} holds none of the sets", "nebula.jsonl, thumb.jsonl or pascal50s.jsonl", CARD.how)
    return found


def published(folder: str | Path) -> list[dict[str, object]]:
    """Published correlations, metric by set: `published.jsonl` in the folder; none where there is no such file."""
    path = Path(folder) / "published.jsonl"
    fields: Kinds = {"metric": str, "data": str, "source": str, "correlations": dict}
    return records(path, fields, CARD.how) if path.exists() else []


def _rated(name: str, path: Path) -> Rated:
    rows = records(path, _RATED, CARD.how)
    return Rated(
        name,
        [row["image"] for row in rows],
        [row["prediction"] for row in rows],
        [row["references"] for row in rows],
        np.array([[float(row["score"])] for row in rows]),
    )


def both(pairs: Preferred) -> tuple[list[str], list[Sequence[str]]]:
    """The captions of all pairs, first ones then second ones, and the references of each."""
    captions = [pair[i] for i in (0, 1) for pair in pairs.captions]
    return captions, [*pairs.references, *pairs.references]
