"""Which relations of a caption does no reference bear out? Each by the likest two things that a reference relates.

A relation is borne out as far as the less alike of its two things is like that of a reference's relation, in the same
order; what joins them is left open, for references seldom use the same verb. Two things are alike, 1, if they have the
same name or last word, share a synset, or one is a kind of the other (WordNet); else by the cosine of their names.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import tuples
from grice.words.lexicon import synonyms
from grice.words.taxonomy import is_kind

Pair = tuple[str, str]
Cosines = Callable[[Sequence[str], Sequence[str]], NDArray[np.float64]]
"""The cosines of names with names, rows with columns."""


def pairs(graphs: Sequence[SceneGraph]) -> list[Fact]:
    """The relations of graphs, lemmatised, in alphabetical order."""
    return sorted(fact for fact in tuples(graphs, lemmatise=True) if len(fact) == 3)


def unfounded(caption: SceneGraph, references: Sequence[SceneGraph], cosines: Cosines) -> tuple[float, list[Fact]]:
    """How much of a caption's relations is not borne out, summed over them; and those of which half or more is not."""
    said, known = pairs((caption,)), pairs(references)
    if not said or not known:
        return float(len(said)), said
    names = [sorted({name for fact in some for name in fact[::2]}) for some in (said, known)]
    alike = likeness(names[0], names[1], cosines)
    place = [{name: i for i, name in enumerate(some)} for some in names]
    rows, columns = (
        np.array([[at[fact[0]], at[fact[2]]] for fact in some]) for at, some in zip(place, (said, known), strict=True)
    )
    ends = [alike[np.ix_(rows[:, end], columns[:, end])] for end in (0, 1)]
    lacking = 1 - np.minimum(*ends).max(axis=1)
    return float(lacking.sum()), [fact for fact, lack in zip(said, lacking.tolist(), strict=True) if lack >= 0.5]


def likeness(said: Sequence[str], known: Sequence[str], cosines: Cosines) -> NDArray[np.float64]:
    """How alike things are, from 0 to 1."""
    found = np.clip(cosines(said, known), 0, 1)
    for i, one in enumerate(said):
        for j, other in enumerate(known):
            if same(one, other):
                found[i, j] = 1.0
    return found


@lru_cache(maxsize=1 << 18)
def same(one: str, other: str) -> bool:
    """Whether two names may name one thing."""
    if one == other or one.rsplit(" ", 1)[-1] == other.rsplit(" ", 1)[-1] or synonyms(one, other):
        return True
    return is_kind(one, other) or is_kind(other, one)
