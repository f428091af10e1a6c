"""What is DiscoSG (Lin et al. 2025)? Captions of about 180 words, each with one scene graph drawn of all of it.

JSON lines with `caption` and `scene_graph`, plain facts in the text form. 300 captions train and 100 test a parser of
paragraphs. DiscourseFOIL, published with it, is in `corpora.discourse_foil`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grice.corpora.cards import Card
from grice.errors import InputError
from grice.meaning.graph import SceneGraph

CARD = Card(
    name="discosg",
    title="DiscoSG: scene graphs of paragraphs",
    items="400 captions of about 180 words with scene graphs of about 20 facts, drawn by experts (300 train, 100 test)",
    licence="none stated",
    citation="Lin et al.: DiscoSG: Towards Discourse-Level Text Scene Graph Parsing through Iterative Graph "
    "Refinement. EMNLP 2025",
    how="the JSON lines of the authors, with caption and scene_graph; name the file with --data",
    notes="8,430 more with graphs written by a language model were published beside them. "
    "The graphs leave out what is no part of the scene: praise, mood, talk about the image.",
)
FILE = Path("discosg", "train.jsonl")
"""Where the corpus is in a folder of data sets."""


@dataclass(frozen=True)
class Paragraph:
    """A long caption and its graph; `error` says why there is none."""

    caption: str
    graph: SceneGraph
    error: str | None = None


def load(path: str | Path) -> Iterator[Paragraph]:
    """The rows of a file; a row whose graph cannot be read has an `error` instead."""
    # Imported here, so that training runs where pyarrow is not installed.
    from grice.files import Column, open_rows

    for batch in open_rows(path, (Column("caption", "text"), Column("scene_graph", "text"))):
        for row in batch.to_pylist():
            graph, error = SceneGraph(), row["error"]
            if error is None:
                try:
                    graph = SceneGraph.from_text(row["scene_graph"])
                except InputError as wrong:
                    error = wrong.given.partition("\n")[0]
            yield Paragraph(row["caption"] or "", graph, error)


def file_in(data: str | Path, inside: Path = FILE) -> Path:
    """The corpus's file: named itself, in its own folder, or in a folder of data sets."""
    data = Path(data)
    found = next((path for path in (data, data / inside.name, data / inside) if path.is_file()), None)
    if found is None:
        raise InputError(f"{data} holds no {inside.name}", "the file, or the folder that holds it", CARD.how)
    return found
