"""Which features does this caption mention, and what is each mention worth here? The answer as objects to look at.

    >>> for mention in mentions("A tiny red block", target=0, distractors=[480]):
    ...     print(mention.feature, mention.values, mention.status)
    scale ('tiny',) redundant
    object_hue ('red',) contrastive
    shape ('block',) redundant

The work is done over whole batches in `grice.meaning.mentions` (reading) and `grice.meaning.judgement` (judging).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grice.errors import InputError
from grice.meaning.judgement import STATUS, Contrast, Rule, judge
from grice.meaning.mentions import HEADS, NO_HEAD, read
from grice.meaning.vocabulary import CLASSES, Vocabulary
from grice.scenes import shapes3d
from grice.scenes.shapes3d import FEATURES

_WORDS_OF = {"hue": "object_hue"}


@dataclass(frozen=True)
class Mention:
    """One mention: its place in the caption, what it can mean, what it is said of, what it is worth.

    `feature` and `status` are None where no target was given; `feature` is None too for a colour that is none of the
    target's or that several features share without a head to tell which.
    """

    text: str
    start: int
    end: int
    kind: str
    values: tuple[str, ...]
    head: str | None
    feature: str | None = None
    status: str | None = None


def mentions(
    caption: str,
    target: int | None = None,
    distractors: int | Sequence[int] = (),
    rule: Rule = "paper",
    contrast: Contrast = "label",
    vocabulary: Vocabulary | None = None,
) -> list[Mention]:
    """The mentions of a caption in the order of its words; with a target, each is judged against it.

    Without distractors every true mention is redundant: there is nothing to tell apart.
    """
    if not isinstance(caption, str):
        raise InputError(f"a caption of type {type(caption).__name__}", "text")
    found = read([caption], vocabulary)
    features: list[str | None] = [None] * len(found)
    status: list[str | None] = [None] * len(found)
    if target is not None:
        rivals = shapes3d.features(np.atleast_1d(np.asarray(distractors, np.int64))).reshape(-1, len(FEATURES))
        judged = judge(found, shapes3d.features([target]), rivals, np.zeros(len(rivals), np.int64), rule, contrast)
        features = [FEATURES[f] if f >= 0 else None for f in judged.feature]
        status = [STATUS[s] for s in judged.status]
    return [
        Mention(
            text=caption[start:end],
            start=int(start),
            end=int(end),
            kind=CLASSES[kind],
            values=_values(CLASSES[kind], int(bits)),
            head=HEADS[head] if head != NO_HEAD else None,
            feature=feature,
            status=worth,
        )
        for start, end, kind, bits, head, feature, worth in zip(
            found.start, found.end, found.kind, found.values, found.head, features, status, strict=True
        )
    ]


def _values(kind: str, bits: int) -> tuple[str, ...]:
    words = shapes3d.vocabulary("released")[_WORDS_OF.get(kind, kind)]
    return tuple(dict.fromkeys(word for index, word in enumerate(words) if bits >> index & 1))
