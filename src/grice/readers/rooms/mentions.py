"""Which features does this caption mention, and is each mention contrastive, redundant or false?

    >>> for mention in mentions_of("A tiny red block", target=0, distractors=[480]):
    ...     print(mention.feature, mention.values, mention.status)
    scale ('tiny',) redundant
    object_hue ('red',) contrastive
    shape ('block',) redundant

The work is done over whole batches in `readers.rooms.reading` and, where there is a target, `readers.rooms.truth`.
"""

from collections.abc import Sequence

from grice import checks
from grice.errors import InputError
from grice.meaning.mentions import HEADS, NO_HEAD, Mention
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.truth import STATUS, Contrast, Rule, judge
from grice.readers.rooms.vocabulary import CLASSES, WORDED_AS, Vocabulary
from grice.scenes import rooms
from grice.scenes.context import contexts
from grice.scenes.rooms import FEATURES
from grice.words.readable import problem


def mentions_of(
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
        raise InputError(f"the caption {problem(caption)}", "text")
    if vocabulary is not None and not isinstance(vocabulary, Vocabulary):
        raise InputError(f"vocabulary={checks.quoted(vocabulary)}", "a Vocabulary", 'Vocabulary.load("fixed")')
    found = read_mentions([caption], vocabulary)
    features: list[str | None] = [None] * len(found)
    status: list[str | None] = [None] * len(found)
    if target is not None:
        context = contexts(target, distractors)
        if len(context.targets) != 1:
            raise InputError(f"{len(context.targets)} targets for one caption", "one target")
        scenes, rivals = rooms.features(context.targets), rooms.features(context.distractors)
        judged = judge(found, scenes, rivals, context.owner, rule, contrast)
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
            denied=bool(denied),
        )
        for start, end, kind, bits, head, feature, worth, denied in zip(
            found.start, found.end, found.kind, found.values, found.head, features, status, found.denied, strict=True
        )
    ]


def _values(kind: str, bits: int) -> tuple[str, ...]:
    words = rooms.vocabulary("released")[WORDED_AS[kind]]
    return tuple(dict.fromkeys(word for index, word in enumerate(words) if bits >> index & 1))
