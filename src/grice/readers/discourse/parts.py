"""What are "a few" a few of? "Sheep graze on a hill. A few are asleep": sheep, and others than all of them.

A parser of single sentences has no noun for a part that opens a sentence ("several are tied to the gate", "none of them
wear hats"). The sentence is read again with the noun of what was named before it ("several horses are", "none of the
kids wear"). What is said of some is said of another thing of that name; what is said of all of them, or denied of every
one, is of the things themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grice.meaning.graph_statements import by_node, on_nodes
from grice.readers.base import Parsed
from grice.readers.discourse.coreference import resolve
from grice.readers.discourse.entities import DiscourseModel
from grice.readers.discourse.object_pronouns import names_pronoun
from grice.words.english import closed
from grice.words.english import words as listed
from grice.words.morphology import singular
from grice.words.number_phrases import number_phrase
from grice.words.pronouns import OBJECTIVE
from grice.words.split import Passage, Span

_WHOLE = {"all": True, "both": True, "each": True, "none": True, "neither": True}
_SOME = dict.fromkeys(("few", "several", "most", "many", "some", "half", "one", "two", "three"), False)
_PARTS = _SOME | _WHOLE
"""What opens a sentence about things that were named, and whether it is about the whole of them."""


@dataclass(frozen=True)
class Part:
    """A sentence with the noun of what its subject is a part of, where that stands, and whether all are meant."""

    sentence: Passage
    span: Span
    whole: bool


def parts(sentences: Sequence[Passage], parsed: Sequence[Parsed]) -> dict[int, Part]:
    """The sentences of a text that are about a part of what was named, by their numbers, as they can be read again."""
    opened = {number: _opening(sentences[number].words) for number in range(1, len(sentences))}
    if not any(opened.values()):
        return {}
    found: dict[int, Part] = {}
    discourse = DiscourseModel()
    for number, (sentence, one) in enumerate(zip(sentences, parsed, strict=True)):
        if at := opened.get(number, 0):
            meant = discourse.draft().pronoun("they", number, ())
            part = _named(sentence, at, meant[0].node.name) if len(meant) == 1 and meant[0].plural else None
            # "None of them has noticed it": what was read of two pronouns is not read again without one.
            pronouns = names_pronoun((*one.statements, *one.denied)) and not OBJECTIVE.isdisjoint(sentence.words[at:])
            if part and not (part.whole and pronouns):
                found[number] = part
                continue
        resolve(one.statements, sentence, number, discourse)
    return found


def read_part(first: Parsed, again: Parsed, part: Part) -> Parsed:
    """What a sentence says of a part, at the place of the words that stand for it; the first reading where the second
    does not know of it."""
    nodes = by_node((*again.statements, *again.denied))
    meant = {node: replace(node, index=int(not part.whole)) if node.span == part.span else node for node in nodes}
    if not any(node.span == part.span for node in nodes):
        return first
    return replace(
        again,
        statements=tuple(on_nodes(one, meant) for one in again.statements),
        denied=tuple(on_nodes(one, meant) for one in again.denied),
    )


def _opening(words: Sequence[str]) -> int:
    """How many words open a sentence as a part: "a few", "none of them"; none where a noun follows."""
    at = 1 if words[:1] == ("a",) and words[1:2] == ("few",) else 0
    if len(words) < at + 2 or words[at] not in _PARTS:
        return 0
    if words[at + 1 : at + 3] in (("of", "them"), ("of", "these"), ("of", "those")):
        return at + 3
    after = words[at + 1]
    return at + 1 if closed().get(after) in ("B", "H") or _acts(words, at + 1) else 0


def _acts(words: Sequence[str], at: int) -> bool:
    """Whether a verb in the plural stands here, which nothing but its object or a place follows."""
    verb, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    return verb in listed("acts") and (closed().get(after, "N") != "B" or number_phrase(words, at + 1) is not None)


def _named(sentence: Passage, at: int, name: str) -> Part:
    words, spans = sentence.words, sentence.spans
    opening = words[:at]
    whole = _PARTS[opening[opening[0] == "a"]]
    kept: tuple[str, ...]
    noun: tuple[str, ...]
    if "one" in opening:
        kept, noun = (), ("a", *singular(name).split())
    elif opening[-2:-1] == ("of",) or opening[-1] in _WHOLE:
        kept, noun = opening[: -2 if "of" in opening else None], ("of", "the", *name.split())
    else:
        kept, noun = opening, tuple(name.split())
    placed = (*spans[: len(kept)], *[spans[at - 1]] * len(noun), *spans[at:])
    return Part(replace(sentence, words=(*kept, *noun, *words[at:]), spans=placed), spans[at - 1], whole)
