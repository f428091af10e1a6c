"""Which image does a caption point at? A literal listener: it believes every word and knows no pragmatics.

A candidate fits if nothing the caption mentions is false of it. The listener chooses where exactly one candidate fits,
and says why not where none or several do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.meaning.mentions import NO_HEAD, Mentions
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.vocabulary import CLASS, Vocabulary
from grice.scenes import rooms
from grice.scenes.rooms import HUES

_COLUMN = np.zeros(len(CLASS), np.int64)
_COLUMN[[CLASS["scale"], CLASS["shape"], CLASS["orientation"]]] = [3, 4, 5]


@dataclass(frozen=True)
class Choice:
    """What the listener answers: the place of its choice among the candidates, or None and the reason."""

    place: int | None
    fitting: tuple[int, ...]
    false: tuple[int, ...]
    """How many mentions are false of each candidate."""
    reason: str

    def __bool__(self) -> bool:
        return self.place is not None


def listen(
    captions: Sequence[str], candidates: Sequence[Sequence[int]], vocabulary: Vocabulary | None = None
) -> list[Choice]:
    """For every caption, the choice among its candidates (image ids)."""
    if isinstance(captions, str):
        raise InputError("one caption as a string", "a list of captions and a list of candidates for each")
    if len(captions) != len(candidates):
        raise InputError(f"{len(captions)} captions and {len(candidates)} lists of candidates", "one list per caption")
    sizes = np.array([len(ids) for ids in candidates], np.int64)
    flat = rooms.features(np.array([i for ids in candidates for i in ids], np.int64)).reshape(-1, 6)
    mentions = read_mentions(captions, vocabulary)
    false = _false_of(mentions, flat, sizes)
    heard = np.bincount(mentions.item, minlength=len(captions))
    ends = np.cumsum(sizes)
    return [_choice(false[end - size : end], bool(said)) for end, size, said in zip(ends, sizes, heard, strict=True)]


def _false_of(mentions: Mentions, candidates: NDArray[np.int8], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many mentions of its caption are false of each candidate."""
    mention, candidate = mentions.crossed(sizes)
    values = mentions.values[mention]
    kind, head = mentions.kind[mention], mentions.head[mention]
    hues = (values[:, None] >> candidates[candidate][:, HUES]) & 1 == 1
    by_head = hues[np.arange(len(mention)), np.maximum(head, 0)]
    colour = np.where(head == NO_HEAD, hues.any(1), by_head)
    other = (values >> candidates[candidate, _COLUMN[kind]]) & 1 == 1
    true = np.where(kind == CLASS["hue"], colour, other)
    return np.bincount(candidate[~true], minlength=len(candidates)).astype(np.int64)


def _choice(false: NDArray[np.int64], heard: bool) -> Choice:
    fitting = tuple(np.flatnonzero(false == 0).tolist())
    if not heard:
        reason = "the caption mentions nothing"
    elif not fitting:
        reason = "something it mentions is false of every image"
    elif len(fitting) > 1:
        reason = f"it is true of {len(fitting)} images"
    else:
        reason = "it is true of this image alone"
    place = fitting[0] if heard and len(fitting) == 1 else None
    return Choice(place, fitting, tuple(false.tolist()), reason)
