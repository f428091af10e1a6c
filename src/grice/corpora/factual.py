"""What is FACTUAL (Li et al., Findings of ACL 2023)? 40,369 captions of image regions with scene graphs, in CSV files.

The released files are CSV with image_id, region_id, caption and scene_graph, in three forms: plain (factual_sg), with
identifiers (factual_sg_id) and FACTUAL-MR (factual_mr). The form is in a file's name: "mr", "id", else plain.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grice.corpora import graph_statistics
from grice.corpora.cards import Card
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.words.split import words_in

CARD = Card(
    name="factual",
    title="FACTUAL: faithful and consistent textual scene graphs",
    items="40,369 captions of Visual Genome regions with FACTUAL-MR and scene graphs",
    licence="MIT (repository of the authors); captions from Visual Genome, CC BY 4.0",
    citation="Li, Chai, Zhuo, Qu, Haffari, Li, Ji, Tran: FACTUAL: A Benchmark for Faithful and Consistent Textual "
    "Scene Graph Parsing. Findings of ACL 2023",
    how="data/ of the authors' repository (github.com/zhuang-li/FACTUAL); name the folder with --data",
    notes="random split 37,861 / 1,000 / 1,508; length split 38,316 / 1,000 / 1,053. 967 captions of the length test "
    "are in the random train file: never judge a model trained on one split by the other's test set.",
)
PUBLISHED = {
    "object": (4042, 116712),
    "verb": (412, 25353),
    "preposition": (107, 32470),
    "predicate": (1607, 70692),
    "attribute": (2085, 22832),
    "quantifier": (13, 2308),
    "fact": (40149, 71160),
}
"""Table 2 of the paper: labels and occurrences in all 40,369 graphs."""
_EMPTY = frozenset(["a", "an", "the", "is", "are", "there", ".", ",", ";", ":", "!", "?"])
Form = Literal["plain", "identifiers", "mr"]


@dataclass(frozen=True)
class Item:
    """A caption of an image region and its graph; `error` says why there is none."""

    image_id: str | None
    region_id: str | None
    caption: str
    graph: SceneGraph
    error: str | None = None


def form_of(path: str | Path) -> Form:
    """In which form a file writes its graphs, by its name."""
    words = re.split(r"[^a-z]+", Path(path).stem.lower())
    return "mr" if "mr" in words else "identifiers" if "id" in words else "plain"


def load(path: str | Path, form: Form | None = None) -> Iterator[Item]:
    """The rows of a file; a row whose graph cannot be read has an `error` instead."""
    # Imported here, so that training, which has its own reader, runs where pyarrow is not installed.
    from grice.files import Column, open_rows

    columns = (
        Column("image_id", "anything", required=False),
        Column("region_id", "anything", required=False),
        Column("caption", "text"),
        Column("scene_graph", "text"),
    )
    form = form or form_of(path)
    try:
        source = open_rows(path, columns)
    except InputError as refused:
        raise InputError(refused.given, "a file of FACTUAL: columns caption and scene_graph", CARD.how) from None
    for batch in source:
        for row in batch.to_pylist():
            graph, error = SceneGraph(), row["error"]
            if error is None:
                try:
                    graph = graph_of(row["scene_graph"], form)
                except InputError as wrong:
                    error = wrong.given.partition("\n")[0]
            yield Item(row.get("image_id"), row.get("region_id"), row["caption"] or "", graph, error)


def gist(caption: str) -> tuple[str, ...]:
    """A caption without articles, copulas and punctuation: two captions with one gist are near-duplicates."""
    return tuple(word for word in words_in(caption) if word not in _EMPTY)


def fresh(captions: Iterable[str], training: Iterable[str]) -> NDArray[np.bool_]:
    """Which captions have no near-duplicate among those of a training file."""
    known = set(map(gist, training))
    return np.array([gist(caption) not in known for caption in captions], bool)


def files(data: str | Path) -> list[Path]:
    """The files of a folder that together hold each graph once; identifiers are preferred to MR, MR to plain."""
    data = Path(data)
    if data.is_file():
        return [data]
    found = sorted(data.glob("*.csv"))
    for pattern in ("factual_sg_id", "random_.*_id", "factual_mr", "mr_.*", "factual_sg", r"random_[a-z]+"):
        if chosen := [path for path in found if re.fullmatch(pattern, path.stem)]:
            return chosen
    raise InputError(f"{data} holds no file of FACTUAL", "factual_sg_id.csv, random_train_id.csv or the like", CARD.how)


def statistics(data: str | Path) -> list[dict[str, object]]:
    """Table 2 of the paper for a file or a folder of the corpus, the paper's totals beside it."""
    items = (item for path in files(data) for item in load(path))
    rows = graph_statistics.statistics(item.graph for item in items if item.error is None)
    return [
        row | dict(zip(("paper: labels", "paper: occurrences"), PUBLISHED[str(row["label"])], strict=True))
        for row in rows
    ]


def graph_of(text: str, form: Form) -> SceneGraph:
    """The graph that a cell of a file holds."""
    return SceneGraph.from_mr(text) if form == "mr" else SceneGraph.from_text(text, identifiers=form == "identifiers")
