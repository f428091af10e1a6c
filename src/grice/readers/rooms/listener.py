"""Which room does a caption point at? A literal listener: it believes every word and knows no pragmatics.

A candidate fits if nothing the caption mentions is false of it and nothing it denies is true. The listener chooses
where exactly one candidate fits, and says why not where none or several do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice.meaning.mentions import NO_HEAD, Mentions
from grice.readers.base import Choice, Listener, check_candidates
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.truth import FEATURE_OF, denied_of
from grice.readers.rooms.vocabulary import CLASS, Vocabulary
from grice.scenes import rooms
from grice.scenes.context import room_ids
from grice.scenes.rooms import FEATURES, HUES
from grice.words.readable import problem


@dataclass(frozen=True)
class LiteralListener(Listener):
    """Believes every word; `vocabulary` says what the words mean."""

    name: str = "literal"
    vocabulary: Vocabulary | None = None
    family = "rooms"

    def listen(self, descriptions: Sequence[str], candidates: Sequence[Sequence[int]]) -> list[Choice]:
        """For every caption, the choice among its candidates (ids of rooms)."""
        check_candidates(descriptions, candidates)
        sizes = np.array([len(ids) for ids in candidates], np.int64)
        flat = rooms.features(room_ids([i for ids in candidates for i in ids], "candidate")).reshape(-1, len(FEATURES))
        wrong = [problem(text) for text in descriptions]
        mentions = read_mentions(
            ["" if bad else text for text, bad in zip(descriptions, wrong, strict=True)], self.vocabulary
        )
        false = _false_of(mentions, flat, sizes)
        heard = np.bincount(mentions.item, minlength=len(descriptions)) > 0
        ends = np.cumsum(sizes)
        return [
            _choice(false[end - size : end].tolist(), said, bad)
            for end, size, said, bad in zip(ends, sizes, heard.tolist(), wrong, strict=True)
        ]


def listen(
    captions: Sequence[str], candidates: Sequence[Sequence[int]], vocabulary: Vocabulary | None = None
) -> list[Choice]:
    """For every caption, the literal listener's choice among its candidates (ids of rooms)."""
    return LiteralListener(vocabulary=vocabulary).listen(captions, candidates)


def _false_of(mentions: Mentions, candidates: NDArray[np.int8], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many mentions of its caption are false of each candidate, and how many denials."""
    mention, candidate = mentions.crossed(sizes)
    values = mentions.values[mention]
    kind, head = mentions.kind[mention], mentions.head[mention]
    hues = (values[:, None] >> candidates[candidate][:, HUES]) & 1 == 1
    by_head = hues[np.arange(len(mention)), np.maximum(head, 0)]
    colour = np.where(head == NO_HEAD, hues.any(1), by_head)
    other = (values >> candidates[candidate, FEATURE_OF[kind]]) & 1 == 1
    true = np.where(kind == CLASS["hue"], colour, other)
    denied = mentions.denied[mention]
    false = np.bincount(candidate[~true & ~denied], minlength=len(candidates)).astype(np.int64)
    if denied.any():
        refuted = denied_of(mentions, candidates, mention[denied], candidate[denied])
        pairs = np.stack([mentions.denial[mention[denied]], candidate[denied]])[:, refuted]
        false += np.bincount(np.unique(pairs, axis=1)[1], minlength=len(candidates))
    return false


def _choice(false: list[int], heard: bool, wrong: str | None) -> Choice:
    fitting = tuple(place for place, count in enumerate(false) if not count)
    if wrong:
        reason = f"the caption {wrong}"
    elif not heard:
        reason = "the caption mentions nothing"
    elif not fitting:
        reason = "something it mentions is false of every image"
    elif len(fitting) > 1:
        reason = f"it is true of {len(fitting)} images"
    else:
        reason = "it is true of this image alone"
    place = fitting[0] if heard and len(fitting) == 1 else None
    weights = tuple((not count) / max(len(fitting), 1) for count in false)
    return Choice(place, reason, fitting, weights, tuple(false))
