"""Which features do captions mention when they need not, and in which order?

The redundancy profile is Figure 2 of Tsvilodub & Franke (2023): how often a feature is mentioned where it is not
contrastive. Order is what that paper names as future work: people put the more subjective adjective first, size before
colour (Scontras, Degen & Goodman 2017, Open Mind 1).
"""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.meaning.mentions import Mentions
from grice.metrics.base import Score
from grice.metrics.rooms import chance
from grice.readers.rooms.truth import CONTRASTIVE, REDUNDANT, Judgement
from grice.readers.rooms.vocabulary import CLASS
from grice.scenes.rooms import FEATURES

_SIX = len(FEATURES)


def sums(mentions: Mentions, judged: Judgement, good: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Per feature: where redundant, of these mentioned, where redundant in captions with r < 1, place sum and count.

    Then: size-colour pairs before one noun, and how many have the size first.
    """
    redundant = ~judged.differs & good[:, None]
    extra = redundant & judged.said
    wordy = redundant & extra.any(1, keepdims=True)
    places, counts = _places(mentions, judged, good)
    return np.concatenate(
        [redundant.sum(0), extra.sum(0), wordy.sum(0), places, counts, _adjective_order(mentions, good)]
    ).astype(np.float64)


def redundancy_profile(score: Score) -> pa.Table:
    """How often each feature is mentioned where it is redundant: over all captions, and over those with r < 1."""
    extras = _extras(score)
    over, said, wordy = extras[:_SIX], extras[_SIX : 2 * _SIX], extras[2 * _SIX : 3 * _SIX]
    with np.errstate(invalid="ignore", divide="ignore"):
        return pa.table(
            {
                "feature": list(FEATURES),
                "redundant": over.astype(np.int64),
                "mentioned": said / over,
                "mentioned where r < 1": said / wordy,
            }
        )


def mention_order(score: Score) -> pa.Table:
    """The mean place of each feature among the features a caption mentions (1 = first), and over how many captions."""
    extras = _extras(score)
    places, counts = extras[3 * _SIX : 4 * _SIX], extras[4 * _SIX : 5 * _SIX]
    with np.errstate(invalid="ignore", divide="ignore"):
        return pa.table({"feature": list(FEATURES), "captions": counts.astype(np.int64), "mean place": places / counts})


def size_before_colour(score: Score) -> tuple[float, int]:
    """The share of "tiny red ball" among these and "red tiny ball", and how many there are of both."""
    pairs, preferred = _extras(score)[5 * _SIX :].tolist()
    return (preferred / pairs if pairs else float("nan")), int(pairs)


def _extras(score: Score) -> NDArray[np.float64]:
    extras = score.tally.extras
    return np.zeros(5 * _SIX + 2) if extras is None else extras[chance.COLUMNS :]


def _places(
    mentions: Mentions, judged: Judgement, good: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of the features truly mentioned, each at its first mention: sum of places in the caption, and count."""
    true = np.flatnonzero(((judged.status == CONTRASTIVE) | (judged.status == REDUNDANT)) & good[mentions.item])
    key = mentions.item[true] * _SIX + judged.feature[true]
    _, first = np.unique(key, return_index=True)
    first = np.sort(first)
    item, feature = mentions.item[true][first], judged.feature[true][first]
    place = (np.arange(len(item)) - np.searchsorted(item, item) + 1).astype(np.float64)
    summed, counts = np.bincount(feature, weights=place, minlength=_SIX), np.bincount(feature, minlength=_SIX)
    return summed.astype(np.float64), counts.astype(np.float64)


def _adjective_order(mentions: Mentions, good: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Neighbouring size and colour before one noun: how many pairs, how many with the size first."""
    left, right = mentions.noun[:-1], mentions.noun[1:]
    together = (left >= 0) & (left == right) & good[mentions.item[1:]]
    sizes = mentions.kind == CLASS["scale"]
    hues = mentions.kind == CLASS["hue"]
    size_first = together & sizes[:-1] & hues[1:]
    colour_first = together & hues[:-1] & sizes[1:]
    return np.array([(size_first | colour_first).sum(), size_first.sum()])
