"""What are the project's own captions? Real captions with scene graphs drawn by hand, and what each of them denies.

They lie in the project's folder `data/captions`, with the guide they were annotated to: `train.jsonl` to learn from,
`held_out.jsonl` (real captions), `hard.jsonl` (written to be hard, by kind) and `kinds.jsonl` (news, alternative texts
and six other kinds), which nothing is trained on and of which two annotators drew each graph.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grice.corpora.cards import Card
from grice.corpora.lines import records
from grice.errors import InputError
from grice.meaning.graph import SceneGraph

CARD = Card(
    name="captions",
    title="Captions as people and models write them",
    items="26,577 captions and other texts to learn from; 300 real, 430 hard, 404 of eight kinds held out",
    licence="annotations Apache-2.0; captions of COCO and SugarCrepe++ CC BY 4.0, nocaps CC BY 2.0, DSG Apache-2.0",
    citation="captions: Chen et al. 2015 (COCO), Dumpala et al. 2024 (SugarCrepe++), Agrawal et al. 2019 (nocaps), "
    "Cho et al. 2024 (DSG)",
    how="the folder data/captions of Grice's repository: --data data/captions",
)
HELD_OUT, HARD, KINDS = "held_out.jsonl", "hard.jsonl", "kinds.jsonl"


@dataclass(frozen=True)
class Annotated:
    """A caption and the graph that each of its annotators drew; `kind` says why a hard one is hard."""

    caption: str
    graphs: tuple[SceneGraph, ...]
    kind: str
    source: str
    id: str = ""


def load(path: str | Path) -> Iterator[Annotated]:
    """The captions of a file, in its order."""
    for number, row in enumerate(records(path, {"caption": str}, CARD.how), 1):
        drawn = row.get("annotations") or [row]
        try:
            graphs = tuple(graph(one["graph"], one.get("denied") or "") for one in drawn)
        except (InputError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path}, line {number}: {error}", "a graph in the text form", CARD.how) from None
        yield Annotated(row["caption"], graphs, _text(row, "kind"), _text(row, "source"), _text(row, "id"))


def graph(asserted: str, denied: str = "") -> SceneGraph:
    """A graph of what a caption asserts and denies, both in the text form with identifiers; either may be empty."""
    said, not_so = (
        SceneGraph.from_text(text, identifiers=True).statements if text.strip() else () for text in (asserted, denied)
    )
    return SceneGraph(said, denied=not_so)


def _text(row: dict[str, Any], field: str) -> str:
    value = row.get(field)
    return value if isinstance(value, str) else ""
