"""Is what a caption mentions true of the target, and does it tell the target apart from the distractors?

Contrastive: true of the target and false of a distractor. Redundant: true of the target and of all distractors. False:
false of the target (Tsvilodub & Franke 2023, section 2.2). Two rules say which feature a colour is a mention of:

- "paper" (section 2.1): a colour that only one feature of the target has counts wherever it stands; a colour that
  several features share counts only with its head noun;
- "strict": a colour with a head belongs to that head and is false if it is not that head's colour; a colour without a
  head counts for the feature whose colour it is, if that is unique; different values directly before one noun
  contradict each other.

What is denied is judged as one, the other way round: "not a red block" is false of a red block. Of a true denial those
mentions count that are not true of the target: of a blue block, red; and it rules out the distractors of which all that
is denied is true. Colours that are denied without a head are the object's.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.meaning.mentions import HEADS, NO_HEAD, Mentions
from grice.readers.rooms.vocabulary import CLASS, CLASSES
from grice.scenes.rooms import FEATURES, HUES, reads_apart

Rule = Literal["paper", "strict"]
Contrast = Literal["label", "phrase"]

CONTRASTIVE, REDUNDANT, FALSE, AMBIGUOUS = range(4)
STATUS = ("contrastive", "redundant", "false", "ambiguous")
NO_FEATURE = -1

FEATURE_OF = np.array([FEATURES.index(name) if name in FEATURES else NO_FEATURE for name in CLASSES], np.int8)
"""The feature that a kind of word always names; a hue may belong to three."""
_OBJECT = HEADS.index("object")


@dataclass(frozen=True)
class Judgement:
    """Per mention: feature and status. Per caption: rows of six booleans, one for each feature.

    `differs`: does it tell the target from any distractor; `said`: is it truly mentioned; `telling`: does a true
    mention rule out a distractor; `false`: how many features something false is said about. Per distractor: `apart`, in
    which features it differs from the target, and `open`, whether the true mentions leave it open.
    """

    feature: NDArray[np.int8]
    status: NDArray[np.int8]
    differs: NDArray[np.bool_]
    said: NDArray[np.bool_]
    telling: NDArray[np.bool_]
    false: NDArray[np.int64]
    apart: NDArray[np.bool_]
    open: NDArray[np.bool_]


def judge(
    mentions: Mentions,
    targets: NDArray[np.int8],
    distractors: NDArray[np.int8],
    owner: NDArray[np.int64],
    rule: Rule = "paper",
    contrast: Contrast = "label",
) -> Judgement:
    """Judge mentions against targets of shape (captions, 6) and distractors of shape (distractors, 6).

    `owner` names the caption of every distractor and is sorted.
    """
    for option, given, options in (("rule", rule, get_args(Rule)), ("contrast", contrast, get_args(Contrast))):
        checks.choice(given, option, options)
    feature, true, false = _truth(mentions, targets, rule)
    counted = false
    if mentions.denied.any():
        feature, true, false, counted = _turned(mentions, targets, feature, true, false)
    apart = _apart(targets[owner], distractors, contrast)
    mention, rival = mentions.crossed(np.bincount(owner, minlength=mentions.captions))
    known = np.maximum(feature, 0)[mention]
    covers = (mentions.values[mention] >> distractors[rival, known]) & 1 == 1
    own_wording = mentions.of_label[mention] & (contrast == "label")
    excludes = true[mention] & apart[rival, known] & (own_wording | ~covers)
    if mentions.denied.any():
        pairs = np.flatnonzero(mentions.denied[mention])
        refuted = denied_of(mentions, distractors, mention[pairs], rival[pairs])
        excludes[pairs] = true[mention[pairs]] & refuted

    said = np.zeros((mentions.captions, len(FEATURES)), bool)
    said[mentions.item[true], feature[true]] = True
    telling = np.zeros_like(said)
    telling[mentions.item[mention[excludes]], feature[mention[excludes]]] = True
    left_open = np.ones(len(owner), bool)
    left_open[rival[excludes]] = False
    differs = np.zeros_like(said)
    np.logical_or.at(differs, owner, apart)

    tells = np.zeros(len(mentions), bool)
    tells[mention[excludes]] = True
    status = np.where(false, FALSE, np.where(~true, AMBIGUOUS, np.where(tells, CONTRASTIVE, REDUNDANT)))
    return Judgement(
        feature=feature,
        status=status.astype(np.int8),
        differs=differs,
        said=said,
        telling=telling,
        false=_false_features(mentions, feature, counted),
        apart=apart,
        open=left_open,
    )


def _truth(
    mentions: Mentions, targets: NDArray[np.int8], rule: Rule
) -> tuple[NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_]]:
    """For every mention its feature, whether it is true, whether it is false (neither: ambiguous)."""
    hue = mentions.kind == CLASS["hue"]
    own = targets[mentions.item]
    fits = (mentions.values[:, None] >> own[:, HUES]) & 1 == 1
    several, one = fits.sum(1) > 1, fits.sum(1) == 1
    headed = mentions.head != NO_HEAD
    head_fits = fits[np.arange(len(mentions)), np.maximum(mentions.head, 0)]
    by_head = headed if rule == "strict" else headed & ~one
    feature = FEATURE_OF[mentions.kind]
    feature = np.where(hue, np.where(by_head, mentions.head, np.where(one, fits.argmax(1), NO_FEATURE)), feature)
    value_fits = (mentions.values >> own[np.arange(len(mentions)), np.maximum(feature, 0)]) & 1 == 1
    true = np.where(hue, np.where(by_head, head_fits, one), value_fits)
    false = np.where(hue, np.where(by_head, ~head_fits, ~one & ~several), ~value_fits)
    if rule == "strict":
        elsewhere = (mentions.kind == CLASS["scale"]) & headed & (mentions.head != _OBJECT)
        feature = np.where(elsewhere, NO_FEATURE, feature)
        true, false = true & ~elsewhere, false & ~elsewhere
        against = _contradicting(mentions)
        spoilt = np.zeros((mentions.captions, len(FEATURES)), bool)
        spoilt[mentions.item[against], feature[against]] = True
        true = true & ~spoilt[mentions.item, np.maximum(feature, 0)]
        false = false | against
    return feature.astype(np.int8), true, false


def denied_of(
    mentions: Mentions, scenes: NDArray[np.int8], mention: NDArray[np.int64], scene: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """For pairs of a mention and a scene: is all that is denied with the mention true of the scene? Of values of one
    kind one is enough ("no red or blue ball"). Nonsense for mentions that are not denied."""
    feature = _denied_feature(mentions)[mention]
    fits = (mentions.values[mention] >> scenes[scene, feature]) & 1 == 1
    together = np.stack([mentions.denial[mention], scene])
    _, part = np.unique(np.vstack([together, feature]), axis=1, return_inverse=True)
    _, whole = np.unique(together, axis=1, return_inverse=True)
    part, whole = part.reshape(-1), whole.reshape(-1)
    some = np.zeros(part.max(initial=-1) + 1, bool)
    np.logical_or.at(some, part, fits)
    every = np.ones(whole.max(initial=-1) + 1, bool)
    np.logical_and.at(every, whole, some[part])
    found: NDArray[np.bool_] = every[whole]
    return found


def _turned(
    mentions: Mentions,
    targets: NDArray[np.int8],
    feature: NDArray[np.int8],
    true: NDArray[np.bool_],
    false: NDArray[np.bool_],
) -> tuple[NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Feature, truth and falsity with denials the right way round, and which mentions count what is false: of one
    denial, its first."""
    denied = np.flatnonzero(mentions.denied)
    own, group = _denied_feature(mentions)[denied], mentions.denial[denied]
    scenes = mentions.item[denied]
    holds = denied_of(mentions, targets, denied, scenes)
    fits = (mentions.values[denied] >> targets[scenes, own]) & 1 == 1
    # Of "no red or blue ball" both colours are met where one is.
    _, kind = np.unique(np.stack([group, own.astype(np.int64)]), axis=1, return_inverse=True)
    kind = kind.reshape(-1)
    met = np.zeros(kind.max() + 1, bool)
    np.logical_or.at(met, kind, fits)
    feature, true, false = feature.copy(), true.copy(), false.copy()
    feature[denied], true[denied], false[denied] = own, ~holds & ~met[kind], holds
    counted = false.copy()
    counted[denied] = False
    first = denied[np.unique(group, return_index=True)[1]]
    counted[first] = false[first]
    return feature, true, false, counted


def _denied_feature(mentions: Mentions) -> NDArray[np.int8]:
    """The feature of every mention if it is denied: a colour's is its head's, or the object's."""
    head = np.where(mentions.head == NO_HEAD, _OBJECT, mentions.head)
    found: NDArray[np.int8] = np.where(mentions.kind == CLASS["hue"], head, FEATURE_OF[mentions.kind]).astype(np.int8)
    return found


def _contradicting(mentions: Mentions) -> NDArray[np.bool_]:
    """Mentions with the same noun and kind as one of another value ("a yellow cyan ball")."""
    together = (mentions.noun >= 0) & ~mentions.denied
    group = np.where(together, mentions.noun * len(CLASS) + mentions.kind, -1 - np.arange(len(mentions)))
    _, place = np.unique(group, return_inverse=True)
    low = np.full(len(mentions), np.iinfo(np.int32).max, np.int32)
    high = np.zeros(len(mentions), np.int32)
    np.minimum.at(low, place, mentions.values)
    np.maximum.at(high, place, mentions.values)
    different: NDArray[np.bool_] = low[place] != high[place]
    return different


def _false_features(mentions: Mentions, feature: NDArray[np.int8], false: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Per caption, how many features something false is said about; a wrong colour without a head counts as one."""
    item, which = mentions.item[false], feature[false].astype(np.int64)
    which = np.where(which == NO_FEATURE, len(FEATURES) + mentions.values[false], which)
    pairs = np.unique(np.stack([item, which]), axis=1)
    return np.bincount(pairs[0], minlength=mentions.captions).astype(np.int64)


def _apart(targets: NDArray[np.int8], distractors: NDArray[np.int8], contrast: Contrast) -> NDArray[np.bool_]:
    if contrast == "phrase":
        return reads_apart(targets, distractors)
    different: NDArray[np.bool_] = targets != distractors
    return different
