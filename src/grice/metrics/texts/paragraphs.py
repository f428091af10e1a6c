"""How alike are two paragraphs? Sentence by sentence, each beside the sentence of the other that is most like it.

The vector of a whole paragraph hardly moves with one of its sentences, and in two long graphs something is always bound
otherwise by chance: ten sentences have a hundred pairs. Beside its likest sentence each says what it says of the same
things. Only paragraphs are compared so: a single sentence may say what a paragraph says in several.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grice.encoders.base import Vectors
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Statement
from grice.readers.graphs.sentences import sentences_in
from grice.words.split import words_of_text

_MORE = re.compile(r"[.!?;|\n\u2022\u00b7].*\w", re.DOTALL)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a text, and what the graph of the text has from it."""

    text: str
    graph: SceneGraph


def may_have_several(text: str) -> bool:
    """Whether a text may have several sentences: most captions are told at one look to have but one."""
    return _MORE.search(text) is not None


def sentences(text: str, graph: SceneGraph) -> list[Sentence]:
    """The sentences of a text; a statement without a place in the text belongs to them all."""
    found = sentences_in(words_of_text(text))
    if len(found) < 2:
        return [Sentence(text, graph)]
    ends = [sentence.span[1] for sentence in found]

    def said_in(number: int, statements: Sequence[Statement]) -> tuple[Statement, ...]:
        places = ((one, _place(one)) for one in statements)
        return tuple(one for one, place in places if place is None or min(bisect_left(ends, place), last) == number)

    last = len(ends) - 1
    return [
        Sentence(one.text, SceneGraph(said_in(i, graph.statements), denied=said_in(i, graph.denied)))
        for i, one in enumerate(found)
    ]


def likeness(one: Vectors, other: Vectors) -> float:
    """How well the sentences of two texts are found in each other, by the cosine with the likest; of two sentences,
    their cosine."""
    cosines = one @ other.T
    return float(cosines.max(axis=1).mean() + cosines.max(axis=0).mean()) / 2


def likeness_to_all(text: Vectors, references: Sequence[Vectors]) -> float:
    """The mean likeness to references for how alike they are to each other: of single sentences, the cosine with the
    centre of the references."""
    n = len(references)
    pairs = [likeness(one, other) for i, one in enumerate(references) for other in references[:i]]
    shared = max(float(np.mean(pairs)), 0.0) if pairs else 1.0
    near = float(np.mean([likeness(text, reference) for reference in references]))
    return min(1.0, near / float(np.sqrt((1 + (n - 1) * shared) / n)))


def likest(sentence: Vectors, texts: Sequence[Vectors]) -> list[int]:
    """Which sentence of each text is most like a sentence."""
    return [int((text @ sentence).argmax()) for text in texts]


def _place(statement: Statement) -> int | None:
    """Where a statement ends in its text: after its own words, or after the thing that is only named."""
    span = getattr(statement, "span", None) or statement.nodes[-1].span
    return None if span is None else int(span[1])
