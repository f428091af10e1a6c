"""What does a parser read for "behind him"? The noun of what is meant, at the pronoun's place in the text.

A parser of single sentences has no name for a pronoun that is no subject: in "a goalkeeper stands behind him" it finds
a goalkeeper. Where nothing was read of such a pronoun, and nothing in its own sentence can be what it means, the
sentence is read again with the antecedent's noun ("behind the striker"), and what is said of it there is said of the
pronoun.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grice.meaning.graph_statements import Attribute, Exists, Node, Relation, Statement, by_node, on_nodes
from grice.readers.base import Parsed
from grice.readers.discourse.coreference import agrees, resolve
from grice.readers.discourse.entities import DiscourseModel
from grice.words.morphology import base_forms
from grice.words.pronouns import OBJECTIVE, PRONOUNS
from grice.words.split import Passage, Span
from grice.words.tagging import Tagged, tag

MOST = 3
"""How many things "them" is spelt out as."""
_NOMINAL = ("N", "A", "C")
"""After these, "her" is whose something is."""
_PARTS = frozenset(
    ["one", "none", "many", "most", "few", "several", "half", "part", "some", "each", "both", "all", "any"]
)
"""Before "of them": a part of them is another thing."""
_JOINTS = frozenset(["and", "or", "but", "while", "as", "who", "which", "that", "where", "when", ",", ";", ":"])


@dataclass(frozen=True)
class Reworded:
    """A sentence with nouns in place of pronouns, and the node of each pronoun by its place in the text."""

    sentence: Passage
    pronouns: Mapping[Span, Node]


def reworded(sentences: Sequence[Passage], parsed: Sequence[Parsed]) -> dict[int, Reworded]:
    """The sentences of a text with pronouns of which nothing was read, by their numbers, as they can be read again."""
    left = {number: _left(sentences[number], parsed[number]) for number in range(1, len(sentences))}
    if not any(left.values()):
        return {}
    found: dict[int, Reworded] = {}
    discourse = DiscourseModel()
    for number, (sentence, one) in enumerate(zip(sentences, parsed, strict=True)):
        said = with_pronoun(one.statements, sentence)
        if places := left.get(number):
            nodes = {place: Node(sentence.words[place], span=sentence.spans[place]) for place in places}
            alone = [Exists(node) for node in nodes.values()]
            tried = resolve((*said, *alone), sentence, number, discourse.draft())
            names = {
                place: [meant.name for meant in tried.nodes[node]]
                for place, node in nodes.items()
                if node.name not in tried.lost
            }
            if names:
                pronouns = {sentence.spans[place]: nodes[place] for place in names}
                found[number] = Reworded(_spelt_out(sentence, names), pronouns)
        resolve(said, sentence, number, discourse, [node.span for node in by_node(one.denied) if node.span])
    return found


def reread(first: Parsed, again: Parsed, spelt: Reworded) -> Parsed:
    """What a sentence says, and what it says of its pronouns where these were spelt out. "Is standing" gives way to
    "stand behind him", and "no dog" to "no dog near him"."""
    said, denied = (_told(some, spelt.pronouns) for some in (again.statements, again.denied))
    spans = [one.span for one in said if one.span]
    bound = {node for one in denied for node in one.nodes}
    kept = [one for one in first.statements if not (isinstance(one, Attribute) and _inside(one.span, spans))]
    refused = [one for one in first.denied if not (isinstance(one, Exists) and one.node in bound)]
    return replace(first, statements=(*kept, *said), denied=(*refused, *denied))


def _told(statements: Sequence[Statement], pronouns: Mapping[Span, Node]) -> list[Relation]:
    """The relations of what stands at the places of pronouns, with their nodes."""
    nodes = {node: pronouns.get(node.span or (0, 0), node) for node in by_node(statements)}
    meant = set(pronouns.values())
    told = [on_nodes(one, nodes) for one in statements]
    return [one for one in told if isinstance(one, Relation) and not meant.isdisjoint(one.nodes)]


def _inside(span: Span | None, others: Sequence[Span]) -> bool:
    return span is not None and any(low <= span[0] and span[1] <= high for low, high in others)


def with_pronoun(statements: tuple[Statement, ...], sentence: Passage) -> tuple[Statement, ...]:
    """Give a relation of an object to itself its pronoun back, where the object is mentioned once and a pronoun has no
    node: in "trees stand behind them" a parser of single sentences has no other name for the second object."""
    same = [one for one in statements if isinstance(one, Relation) and one.subject.name == one.object.name]
    if not same or names_pronoun(statements):
        return statements
    words = sentence.words
    loops = [r for r in same if words.count(r.subject.name) == 1]
    if len(loops) != 1:
        return statements
    free = [i for i, word in enumerate(words) if word in OBJECTIVE]
    after = [i for i in free if i and words[i - 1] == loops[0].predicate.split()[-1]]
    if len(after or free) != 1:
        return statements
    place = (after or free)[0]
    other = Node(words[place], span=sentence.spans[place])
    return tuple(replace(loops[0], object=other) if one == loops[0] else one for one in statements)


def names_pronoun(statements: Sequence[Statement]) -> bool:
    return any(node.name in PRONOUNS for one in statements for node in one.nodes)


def _left(sentence: Passage, parsed: Parsed) -> list[int]:
    """The places of pronouns that are objects, of which nothing was read, and that mean nothing of the sentence."""
    if not any(word == "her" or word in OBJECTIVE for word in sentence.words):
        return []
    said = with_pronoun(parsed.statements, sentence), parsed.denied
    nodes = [node for some in said for node in by_node(some)]
    read = [node.span for node in nodes if node.span]
    read += [one.span for some in said for one in some if isinstance(one, Relation) and one.span]
    return [
        place
        for place, before in _objects(sentence.words)
        if not any(
            low <= sentence.spans[place - 1][0] < high or low <= sentence.spans[place][0] < high for low, high in read
        )
        and not _within(place, before, nodes, sentence)
    ]


def _objects(words: Sequence[str]) -> Iterator[tuple[int, list[Tagged]]]:
    """The places of pronouns that are the object of a verb or a preposition, each with the tagged words before it."""
    tagged = tag(words)
    for i, one in enumerate(tagged):
        if not i or (one.word != "her" and one.word not in OBJECTIVE):
            continue
        before, after = tagged[i - 1], tagged[i + 1].tag if i + 1 < len(tagged) else ""
        if one.word == "it" and (after in ("B", "H", "V") or not _governs(before)):
            continue
        if one.word == "her" and after in _NOMINAL:
            continue
        if before.word == "of" and (tagged[i - 2].tag == "C" or tagged[i - 2].word in _PARTS):
            continue
        yield one.place, tagged[:i]


def _governs(before: Tagged) -> bool:
    return before.tag == "P" or bool(base_forms(before.word, "verb"))


def _within(place: int, before: Sequence[Tagged], nodes: Sequence[Node], sentence: Passage) -> bool:
    """Whether a pronoun may mean a thing of its own sentence: one of an earlier clause ("a man throws a ball and a dog
    catches it"), or of its own, unless that is what is related to it ("a guard behind him", "a guard in black greets
    him")."""
    word = sentence.words[place]
    alike = [node.span[0] for node in nodes if node.span and agrees(word, node) and node.span < sentence.spans[place]]
    if not alike:
        return False
    joint = max((one.place for one in before if one.word in _JOINTS), default=0)
    starts = {node.span[0] for node in nodes if node.span}
    last = max(
        (i for i, one in enumerate(before) if sentence.spans[one.place][0] in starts or _is_noun(before, i)), default=0
    )
    does = any(one.tag == "B" or base_forms(one.word, "verb") for one in before[last + 1 :])
    return min(alike) < sentence.spans[joint if does else before[last].place][0]


def _is_noun(tagged: Sequence[Tagged], i: int) -> bool:
    """Whether a word is surely a noun: "look" is one in "the look", and may be none in "not look"."""
    return tagged[i].tag == "N" and i > 0 and tagged[i - 1].tag in ("D", "A", "C")


def _spelt_out(sentence: Passage, names: Mapping[int, Sequence[str]]) -> Passage:
    """A sentence with nouns at the places of its pronouns."""
    words: list[str] = []
    spans: list[Span] = []
    for place, (word, span) in enumerate(zip(sentence.words, sentence.spans, strict=True)):
        few = names.get(place, ())[:MOST]
        said = " and ".join(f"the {name}" for name in few).split() if few else [word]
        words += said
        spans += [span] * len(said)
    return replace(sentence, words=tuple(words), spans=tuple(spans))
