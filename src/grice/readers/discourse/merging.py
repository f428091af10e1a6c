"""How is a paragraph read? Its sentences are parsed one by one and what they say is merged, mention by mention.

Nothing is dropped silently: a sentence from which nothing could be read, a sentence that had to be cut and a pronoun
without an antecedent are named in the graph's `problems`.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Exists, Node, Quantity, Relation, Statement, by_node, on_nodes
from grice.readers.base import ALL, VISUAL, Parsed, Parser, SentenceParser
from grice.readers.discourse.coreference import Meaning, resolve
from grice.readers.discourse.entities import DiscourseModel
from grice.readers.discourse.naming import renamed
from grice.readers.discourse.nouns import things_in
from grice.readers.discourse.object_pronouns import Reworded, names_pronoun, reread, reworded, with_pronoun
from grice.readers.discourse.parts import Part, read_part
from grice.readers.discourse.parts import parts as parts_in
from grice.readers.discourse.possessives import with_agreeing_owners
from grice.readers.discourse.sentences import split
from grice.words.english import words as listed
from grice.words.lexicon import lexicon
from grice.words.morphology import singular
from grice.words.negation import positive
from grice.words.pronouns import ONES, PRONOUNS
from grice.words.split import Passage, Span
from grice.words.taxonomy import may_be_physical

VERSION = "12"
"""The version of the merging, for caches of its results."""
SHORT = 60
"""Words up to which a text of several sentences says nothing in passing: whatever it says is drawn."""


NOTHING = "nothing could be read from it"
R = TypeVar("R", Part, Reworded)
"""A sentence as it can be read again."""


def read_texts(texts: Sequence[Passage], parser: Parser, content: str | None = None) -> list[SceneGraph]:
    """A graph per text; all sentences of all texts that are read for one `content` go to the parser in one call.

    Without a `content`, longer texts of several sentences are read for what is "visual", others for "all".
    """
    parts = [split(text, parser.most_words) for text in texts]
    # What a parser cannot tell apart it reads all of.
    known = parser.contents if isinstance(parser, SentenceParser) else (ALL,)
    asked = [content or content_of(text, sentences) for text, sentences in zip(texts, parts, strict=True)]
    wanted = [one if one in known else ALL for one in asked]
    parsed: dict[str, Iterator[Parsed]] = {}
    for kind in dict.fromkeys(wanted):
        chosen = [sentences for sentences, one in zip(parts, wanted, strict=True) if one == kind]
        parsed[kind] = iter(read_sentences(parser, [sentence for sentences in chosen for sentence in sentences], kind))
    read = [[next(parsed[kind]) for _ in sentences] for sentences, kind in zip(parts, wanted, strict=True)]
    if content is None:
        read = [one if len(one) == 1 else list(map(_without_mood, one)) for one in read]
    if isinstance(parser, SentenceParser):
        # What is drawn of a longer text the parser has chosen itself.
        few = [i for i, one in enumerate(wanted) if one == ALL]
        _read_again(few, parts, read, parser, parts_in, read_part)
        _read_again(few, parts, read, parser, reworded, reread)
    graphs = [merge(*one, frank=content == ALL) for one in zip(texts, parts, read, wanted, strict=True)]
    # A text in which nothing is told of anything ("a cat; a dog") has no more to be drawn than what it names.
    bare = [i for i, graph in enumerate(graphs) if content is None and wanted[i] == VISUAL and not _says(graph)]
    for i, graph in zip(bare, read_texts([texts[i] for i in bare], parser, ALL) if bare else (), strict=True):
        graphs[i] = graph
    return graphs


def _read_again(
    few: Sequence[int],
    parts: Sequence[Sequence[Passage]],
    read: Sequence[list[Parsed]],
    parser: SentenceParser,
    spell: Callable[[Sequence[Passage], Sequence[Parsed]], Mapping[int, R]],
    together: Callable[[Parsed, Parsed, R], Parsed],
) -> None:
    """Read sentences of a few texts again in which a noun is to be understood, with it."""
    said = [i for i in few if any(map(_says, read[i]))]
    spelt = [(i, number, one) for i in said for number, one in spell(parts[i], read[i]).items()]
    again = parser.read([one.sentence for _, _, one in spelt])
    for (i, number, one), found in zip(spelt, again, strict=True):
        read[i][number] = together(read[i][number], found, one)


def _without_mood(one: Parsed) -> Parsed:
    """What a sentence says of things that can be seen: not that the mood is calm, or that the photo has a calm mood."""
    kept = tuple(said for said in one.statements if isinstance(said, Exists) or not _is_mood(said))
    return replace(one, statements=kept) if len(kept) < len(one.statements) else one


def _is_mood(said: Statement) -> bool:
    heads = [singular(node.head) for node in said.nodes]
    talk = [head in listed("image_talk") for head in heads]
    return not all(talk) and all(map(operator.or_, talk, map(_is_abstract, heads)))


def _is_abstract(noun: str) -> bool:
    if noun == "people" or noun in PRONOUNS or noun in ONES:
        return False
    return lexicon().has(noun, "noun") and not may_be_physical(noun)


def _says(one: Parsed | SceneGraph) -> bool:
    return bool(one.statements or one.denied)


def content_of(text: Passage, sentences: Sequence[Passage]) -> str:
    """What a text is read for where nobody says: a long sentence that was cut is still one."""
    several = len({sentence.cut_from or sentence.span for sentence in sentences}) > 1
    return VISUAL if several and len(text.words) > SHORT else ALL


def merge(
    text: Passage, sentences: Sequence[Passage], parsed: Sequence[Parsed], content: str = ALL, frank: bool = True
) -> SceneGraph:
    """One graph of a text from what its sentences say; one that is `frank` names praise among its problems too."""
    problems = _cuts(sentences)
    said = [with_pronoun(one.statements, sentence) for one, sentence in zip(parsed, sentences, strict=True)]
    if len(sentences) == 1 and not names_pronoun((*said[0], *parsed[0].denied)):
        silent = not said[0] and not parsed[0].denied
        found = parsed[0].problems or ((NOTHING,) if silent else ())
        return SceneGraph(said[0], text.source, found, parsed[0].denied)
    # The first sentence has none before it in which an owner could be.
    said[1:] = [with_agreeing_owners(one, sentence) for one, sentence in zip(said[1:], sentences[1:], strict=True)]
    discourse = DiscourseModel()
    statements: list[Statement] = []
    denied: list[Statement] = []
    for number, (sentence, one, these) in enumerate(zip(sentences, parsed, said, strict=True)):
        where = f"characters {sentence.span[0]} to {sentence.span[1]}"
        problems += [f"{where}: {problem}" for problem in one.problems]
        # Praise and talk about the image name no thing, give nothing, and are meant to.
        silent = not these and not one.denied and not one.problems
        if silent and content == ALL and (frank or any(things_in(sentence))):
            problems.append(f"{where}: nothing could be read from {sentence.text[:40]!r}")
        # What is denied may refer back ("it is not red"), and leaves nothing that a later sentence could refer to.
        tried = resolve((*these, *one.denied), sentence, number, discourse.draft()) if one.denied else Meaning()
        meaning = resolve(these, sentence, number, discourse, _spans(one.denied))
        problems += [
            f"{where}: {word!r} refers to nothing that was mentioned"
            for word in dict.fromkeys((*meaning.lost, *tried.lost))
        ]
        if content == ALL:
            statements += [Relation(owner.node, owned.node, "have", implied=True) for owner, owned in meaning.owned]
        for statement in these:
            statements += _distributed(statement, meaning.nodes)
        for statement in one.denied:
            denied += _distributed(statement, {**tried.nodes, **meaning.nodes})
    if not statements and not denied and not problems:
        problems.append(NOTHING)
    if content == VISUAL:
        names = renamed(discourse.entities, [*statements, *denied])
        called = {
            node: names[node][0] if node in names else node for one in (*statements, *denied) for node in one.nodes
        }
        statements = [said for _, said in names.values() if said] + [on_nodes(one, called) for one in statements]
        denied = [on_nodes(one, called) for one in denied]
    counted = _counted([*statements, *denied])
    asserted, refused = (
        tuple([on_nodes(one, counted) for one in some]) for some in (_without_idle(statements), denied)
    )
    return SceneGraph(asserted, text.source, tuple(problems), refused)


def read_sentences(parser: Parser, sentences: Sequence[Passage], content: str) -> list[Parsed]:
    """What each sentence says; a parser that knows only sentences gets its spans moved to their place in the text."""
    if isinstance(parser, SentenceParser):
        found = parser.read(sentences, content)
        return found if content == ALL else _with_denials(found, sentences, parser)
    graphs = parser([sentence.text for sentence in sentences])
    return [
        Parsed(_moved(graph.statements, sentence.span[0]), graph.problems, _moved(graph.denied, sentence.span[0]))
        for graph, sentence in zip(graphs, sentences, strict=True)
    ]


def _with_denials(found: list[Parsed], sentences: Sequence[Passage], parser: SentenceParser) -> list[Parsed]:
    """What is absent cannot be drawn, and is still said: sentences with a negation are read for all that they deny."""
    silent = [i for i, one in enumerate(found) if not one.denied and positive(sentences[i].words).cues]
    for i, whole in zip(silent, parser.read([sentences[i] for i in silent], ALL), strict=True):
        found[i] = replace(found[i], denied=whole.denied)
    return found


def _moved(statements: Sequence[Statement], by: int) -> tuple[Statement, ...]:
    """Statements with their spans shifted by some characters."""

    def shift(span: Span | None) -> Span | None:
        return None if span is None else (span[0] + by, span[1] + by)

    nodes = {node: replace(node, span=shift(node.span)) for node in by_node(statements)}
    moved = (on_nodes(one, nodes) for one in statements)
    return tuple([one if isinstance(one, Exists) else replace(one, span=shift(one.span)) for one in moved])


def _distributed(one: Statement, means: Mapping[Node, Sequence[Node]]) -> list[Statement]:
    """A statement about the objects it refers to: "they" for two objects makes two statements, and a statement of how
    many they are is about neither."""
    if isinstance(one, Relation):
        pairs = [(s, o) for s in means[one.subject] for o in means[one.object]]
        pairs = [(s, o) for s, o in pairs if s != o] or pairs
        return [on_nodes(one, {one.subject: s, one.object: o}) for s, o in pairs]
    meant = means[one.nodes[0]]
    if isinstance(one, Quantity) and len(meant) > 1:
        return []
    return [on_nodes(one, {one.nodes[0]: node}) for node in meant]


def _spans(denied: Sequence[Statement]) -> list[Span]:
    """Where the objects of denials are."""
    return [node.span for one in denied for node in one.nodes if node.span]


def _counted(statements: Sequence[Statement]) -> dict[Node, Node]:
    """The objects of statements, those of each name counted anew: of some objects nothing was said."""
    named: dict[str, list[Node]] = {}
    for node in dict.fromkeys(node for one in statements for node in one.nodes):
        named.setdefault(node.name, []).append(node)
    return {
        node: replace(node, index=i)
        for several in named.values()
        for i, node in enumerate(sorted(several, key=lambda node: node.index))
    }


def _without_idle(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Leave out that an object exists where something else is said of it."""
    said = {node for one in statements if not isinstance(one, Exists) for node in one.nodes}
    return tuple(one for one in statements if not isinstance(one, Exists) or one.node not in said)


def _cuts(sentences: Sequence[Passage]) -> list[str]:
    parts = Counter(sentence.cut_from for sentence in sentences if sentence.cut_from)
    return [
        f"characters {low} to {high}: too long to be read at once, cut into {count} parts"
        for (low, high), count in parts.items()
    ]
