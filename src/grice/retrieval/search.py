"""Which scenes does a description fit? `grice.search` ranks scene graphs by SoftSPICE (Li et al. 2023, section 5.3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

import numpy as np

from grice.encoders.base import TextEncoder, described
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.retrieval.index import Index, read_graphs


@dataclass(frozen=True)
class Hit:
    """A graph that was found: its place in the collection, its score, and itself."""

    place: int
    score: float
    graph: SceneGraph


Graphs = Index | str | Path | Iterable[SceneGraph | str]


@overload
def search(  # type: ignore[overload-overlap]
    query: str | SceneGraph,
    graphs: Graphs,
    k: int = ...,
    *,
    encoder: str | TextEncoder = ...,
    step: Callable[[int], object] = ...,
) -> list[Hit]: ...
@overload
def search(
    query: Sequence[str | SceneGraph],
    graphs: Graphs,
    k: int = ...,
    *,
    encoder: str | TextEncoder = ...,
    step: Callable[[int], object] = ...,
) -> list[list[Hit]]: ...
def search(
    query: str | SceneGraph | Sequence[str | SceneGraph],
    graphs: Graphs,
    k: int = 10,
    *,
    encoder: str | TextEncoder = MINILM,
    step: Callable[[int], object] = lambda _: None,
) -> list[Hit] | list[list[Hit]]:
    """The `k` graphs that a description fits best, best first; a list of descriptions gives a list of lists.

    A query is a caption, a graph or its text; `graphs` are graphs or their texts, an `Index`, or the folder of one.
    """
    if k < 1:
        raise InputError(f"the best {k} graphs", "k of 1 or more")
    index = _index(graphs, encoder)
    chosen = load(encoder)
    if described(chosen) != index.encoder:
        raise InputError(f"an index made with {index.encoder}, searched with {described(chosen)}", "the same encoder")
    if isinstance(query, str | SceneGraph):
        return next(_search([query], index, k, chosen, step))
    return list(_search(list(query), index, k, chosen, step))


def _search(
    queries: Sequence[str | SceneGraph], index: Index, k: int, encoder: TextEncoder, step: Callable[[int], object]
) -> Iterator[list[Hit]]:
    for graph in read_graphs(queries):
        said = parts(graph)
        if not said or not len(index):
            yield []
            continue
        scores = index.scores([0], encoder.encode(said))[0]
        best = np.argpartition(-scores, min(k, len(scores)) - 1)[:k]
        # Equal scores in the order of the collection, so that an answer does not depend on the machine.
        best = best[np.lexsort((best, -scores[best]))]
        yield [Hit(int(place), float(scores[place]), index.graph(int(place))) for place in best]
        step(1)


def _index(graphs: Graphs, encoder: str | TextEncoder) -> Index:
    if isinstance(graphs, Index):
        return graphs
    return Index.open(graphs) if isinstance(graphs, str | Path) else Index.of(graphs, encoder)
