"""Which features do captions mention when they need not, and in which order?

The redundancy profile is Figure 2 of Tsvilodub & Franke (2023): how often a feature is mentioned where it is not
contrastive. Order is what that paper names as future work: people put the more subjective adjective first, size before
colour (Scontras, Degen & Goodman 2017, Open Mind 1).
"""

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice.meaning.mentions import Mentions
from grice.metrics.tally import Score
from grice.readers.rooms.truth import CONTRASTIVE, REDUNDANT, Judgement
from grice.readers.rooms.vocabulary import CLASS
from grice.scenes.rooms import FEATURES

_SIX = len(FEATURES)
REDUNDANT_FEATURES, SAID_ANYWAY, IN_WORDY, PLACE = ("redundant", "said anyway", "redundant where r < 1", "place")
PAIRS, SIZE_FIRST = "size and colour", "size first"


def statistics(mentions: Mentions, judged: Judgement) -> dict[str, NDArray[Any]]:
    """Per caption and feature: is it redundant, mentioned all the same, redundant in a caption with r < 1, and at which
    place is it first truly mentioned (0: nowhere)? Then: size-colour pairs before one noun, and those with the size
    first."""
    redundant = ~judged.differs
    extra = redundant & judged.said
    pairs, size_first = _adjective_order(mentions)
    return {
        REDUNDANT_FEATURES: redundant,
        SAID_ANYWAY: extra,
        IN_WORDY: redundant & extra.any(1, keepdims=True),
        PLACE: _places(mentions, judged),
        PAIRS: pairs,
        SIZE_FIRST: size_first,
    }


def redundancy_profile(score: Score) -> pa.Table:
    """How often each feature is mentioned where it is redundant: over all captions, and over those with r < 1."""
    over, said, wordy = (score.sums[name] for name in (REDUNDANT_FEATURES, SAID_ANYWAY, IN_WORDY))
    with np.errstate(invalid="ignore", divide="ignore"):
        return pa.table(
            {
                "feature": list(FEATURES),
                "redundant": np.asarray(over, np.int64),
                "mentioned": said / over,
                "mentioned where r < 1": said / wordy,
            }
        )


def mention_order(score: Score) -> pa.Table:
    """The mean place of each feature among the features a caption mentions (1 = first), and over how many captions."""
    places = score.statistics[PLACE]
    counts = (places > 0).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return pa.table({"feature": list(FEATURES), "captions": counts, "mean place": score.sums[PLACE] / counts})


def size_before_colour(score: Score) -> tuple[float, int]:
    """The share of "tiny red ball" among these and "red tiny ball", and how many there are of both."""
    pairs, preferred = int(score.sums[PAIRS]), int(score.sums[SIZE_FIRST])
    return (preferred / pairs if pairs else float("nan")), pairs


def _places(mentions: Mentions, judged: Judgement) -> NDArray[np.int8]:
    """Of the features truly mentioned, each at its first mention: its place among them, from 1."""
    true = np.flatnonzero((judged.status == CONTRASTIVE) | (judged.status == REDUNDANT))
    key = mentions.item[true] * _SIX + judged.feature[true]
    _, first = np.unique(key, return_index=True)
    first = np.sort(first)
    item, feature = mentions.item[true][first], judged.feature[true][first]
    places = np.zeros((mentions.captions, _SIX), np.int8)
    places[item, feature] = np.arange(len(item)) - np.searchsorted(item, item) + 1
    return places


def _adjective_order(mentions: Mentions) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Neighbouring size and colour before one noun: how many pairs, how many with the size first."""
    left, right = mentions.noun[:-1], mentions.noun[1:]
    together = (left >= 0) & (left == right)
    sizes = mentions.kind == CLASS["scale"]
    hues = mentions.kind == CLASS["hue"]
    size_first = together & sizes[:-1] & hues[1:]
    either = size_first | (together & hues[:-1] & sizes[1:])
    counts = [np.bincount(mentions.item[1:][found], minlength=mentions.captions) for found in (either, size_first)]
    return counts[0].astype(np.int8), counts[1].astype(np.int8)
