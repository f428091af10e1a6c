"""Which scenes does a description fit? `grice.search` ranks scene graphs by SoftSPICE (Li et al. 2023, section 5.3)."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, overload

import numpy as np

from grice import checks
from grice.encoders.base import TextEncoder, described
from grice.encoders.loading import MINILM, load
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.retrieval.index import NEEDED, Index, read_graphs

QUERIES = 256
"""Queries that are parsed together."""


@dataclass(frozen=True)
class Hit:
    """A graph that was found: its place in the collection, its score, and itself."""

    place: int
    score: float
    graph: SceneGraph


class Hits(list[Hit]):
    """What one query found, best first; where the query could not be read, nothing, and `error` says why."""

    error: str | None = None


Query = str | SceneGraph
Graphs = Index | str | Path | Iterable[SceneGraph | str]
Step = Callable[[int], object]


@overload
def search(  # type: ignore[overload-overlap]
    query: Query, graphs: Graphs, k: int = ..., *, encoder: str | TextEncoder = ..., step: Step = ...
) -> Hits: ...
@overload
def search(
    query: Iterable[Query], graphs: Graphs, k: int = ..., *, encoder: str | TextEncoder = ..., step: Step = ...
) -> list[Hits]: ...
def search(
    query: Query | Iterable[Query],
    graphs: Graphs,
    k: int = 10,
    *,
    encoder: str | TextEncoder = MINILM,
    step: Step = lambda _: None,
) -> Hits | list[Hits]:
    """The `k` graphs that a description fits best, best first; a list of descriptions gives a list of such lists.

    A query is a caption, a graph or its text; `graphs` are graphs or their texts, an `Index`, or the folder of one. A
    single query that cannot be read is an error; in a list it finds nothing and its `error` says why.
    """
    k = checks.count(k, "k", least=1)
    index, chosen = _index(graphs, encoder), load(encoder)
    if described(chosen) != index.encoder:
        raise InputError(
            f"an index made with {index.encoder}, searched with {described(chosen)}",
            "the same encoder in both",
            "Index.build(graphs, folder) again, or encoder= with the encoder it was built with",
        )
    if isinstance(query, str | SceneGraph):
        (found,) = _search([query], index, k, chosen, step)
        if found.error:
            raise InputError(f"the query {found.error}", NEEDED)
        return found
    if not isinstance(query, Iterable):
        raise InputError(f"the query {checks.quoted(query)}", f"{NEEDED}, or a list of these")
    return list(_search(query, index, k, chosen, step))


def _search(queries: Iterable[Any], index: Index, k: int, encoder: TextEncoder, step: Step) -> Iterator[Hits]:
    stream = iter(queries)
    while batch := read_graphs(islice(stream, QUERIES)):
        for graph in batch:
            found = Hits()
            if isinstance(graph, str):
                found.error = graph
            elif (said := parts(graph)) and len(index):
                found.extend(_best(said, index, k, encoder))
            yield found
            step(1)


def _best(said: Sequence[str], index: Index, k: int, encoder: TextEncoder) -> list[Hit]:
    scores = index.scores([0], encoder.encode(said))[0]
    scores[list(index.errors)] = -np.inf
    k = min(k, len(index) - len(index.errors))
    if not k:
        return []
    # Of equal scores the first in the collection, so that the answer does not depend on the machine.
    least = np.partition(scores, len(scores) - k)[len(scores) - k]
    above = np.flatnonzero(scores > least)
    best = np.concatenate([above, np.flatnonzero(scores == least)[: k - len(above)]])
    best = best[np.lexsort((best, -scores[best]))]
    return [Hit(int(place), float(scores[place]), index.graph(int(place))) for place in best]


def _index(graphs: Graphs, encoder: str | TextEncoder) -> Index:
    if isinstance(graphs, Index):
        return graphs
    if isinstance(graphs, str | Path):
        return Index.open(graphs)
    made = Index.of(graphs, encoder)
    if made.errors:
        place, error = next(iter(made.errors.items()))
        warnings.warn(
            f"{len(made.errors)} of {len(made)} graphs cannot be read and will not be found; number {place} {error}",
            stacklevel=3,
        )
    return made
