"""Which verbs and prepositions are likeliest between two objects of a caption? The closed lists, best first.

FACTUAL's annotators chose from the twenty most probable of each list, ranked by retrieval (Li et al. 2023, section
4.3). Here a label is worth more if our parser proposes it for this pair, if its words stand between the two objects, or
elsewhere in the caption, and by the cosine of its embedding with that of the words between; the order of the list,
commonest first, decides what is left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from grice.encoders.loading import load as load_encoder
from grice.meaning.graph import SceneGraph
from grice.words.split import words_in
from grice.words.tagging import verb_lemma

MOST = 20
PROPOSED, PROPOSED_ELSEWHERE, BETWEEN, IN_CAPTION, ALIKE, COMMON = 8.0, 1.5, 4.0, 1.5, 1.0, 0.2
"""What each sign is worth: the first three decide, similarity orders the rest."""


@dataclass(frozen=True)
class Ranked:
    """Verbs and prepositions, likeliest first, whether the parser proposes the passive, and whether one is sure."""

    verbs: tuple[str, ...]
    prepositions: tuple[str, ...]
    verb: str
    """What to choose unless the annotator says otherwise; may be empty."""
    preposition: str
    passive: bool


def ranked(
    caption: str,
    subject: tuple[int, int] | None,
    object_: tuple[int, int] | None,
    names: tuple[str, str],
    verbs: Sequence[str],
    prepositions: Sequence[str],
    parsed: SceneGraph,
) -> Ranked:
    """The lists for a pair of objects, given by their words and names."""
    words = words_in(caption)
    between = _between(words, subject, object_)
    here = [one for one in parsed.relations if (one.subject.name, one.object.name) == names]
    proposed = here[0] if here else None
    scores = []
    for labels, said, everywhere in (
        (verbs, {one.verb for one in here}, {one.verb for one in parsed.relations}),
        (prepositions, {one.preposition for one in here}, {one.preposition for one in parsed.relations}),
    ):
        known = tuple(dict.fromkeys([*labels, *(one for one in said if one)]))
        alike = _vectors(known) @ _vectors((" ".join(between) or caption,))[0]
        scores.append(
            {
                one: PROPOSED * (one in said)
                + PROPOSED_ELSEWHERE * (one in everywhere)
                + BETWEEN * _stands(one, between)
                + IN_CAPTION * _stands(one, words)
                + ALIKE * float(alike[i])
                + COMMON * (1 - i / len(known))
                for i, one in enumerate(known)
            }
        )
    best = [sorted(found, key=lambda one, found=found: -found[one]) for found in scores]  # type: ignore[misc]
    sure = [row[0] if row and found[row[0]] >= BETWEEN else "" for row, found in zip(best, scores, strict=True)]
    if proposed is not None:
        sure = [proposed.verb, proposed.preposition]
    return Ranked(
        tuple(best[0][:MOST]), tuple(best[1][:MOST]), sure[0], sure[1], proposed is not None and proposed.passive
    )


def _between(words: Sequence[str], one: tuple[int, int] | None, other: tuple[int, int] | None) -> tuple[str, ...]:
    """The words between two objects, whichever comes first."""
    if one is None or other is None:
        return ()
    first, second = sorted((one, other))
    return tuple(words[first[1] : second[0]])


def _stands(label: str, words: Sequence[str]) -> bool:
    """Whether the words of a label stand there together, as they are or as forms of a verb."""
    wanted, n = label.split(), len(label.split())
    return any(
        all(word == want or verb_lemma(word) == want for word, want in zip(words[i : i + n], wanted, strict=True))
        for i in range(len(words) - n + 1)
    )


@lru_cache(maxsize=64)
def _vectors(labels: tuple[str, ...]) -> NDArray[np.float32]:
    return np.asarray(load_encoder().encode(list(labels)), np.float32)
