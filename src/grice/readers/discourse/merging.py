"""How is a paragraph read? Its sentences are parsed one by one and what they say is merged, mention by mention.

Nothing is dropped silently: a sentence from which nothing could be read, a sentence that had to be cut and a pronoun
without an antecedent are named in the graph's `problems`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Exists, Node, Quantity, Relation, Statement, by_node, on_nodes
from grice.readers.base import ALL, VISUAL, Parsed, Parser, SentenceParser
from grice.readers.discourse.coreference import Meaning, resolve
from grice.readers.discourse.entities import DiscourseModel
from grice.readers.discourse.naming import renamed
from grice.readers.discourse.object_pronouns import names_pronoun, reread, reworded, with_pronoun
from grice.readers.discourse.sentences import split
from grice.words.english import words as listed
from grice.words.morphology import noun_lemma
from grice.words.negation import positive
from grice.words.pronouns import ONES, PRONOUNS, THING
from grice.words.split import Passage, Span
from grice.words.taxonomy import is_physical, may_be_physical

VERSION = "10"
"""The version of the merging, for caches of its results."""
SHORT = 60
"""Words up to which a text of several sentences names nothing in passing: whatever it names is drawn."""


NOTHING = "nothing could be read from it"


def read_texts(texts: Sequence[Passage], parser: Parser, content: str | None = None) -> list[SceneGraph]:
    """A graph per text; all sentences of all texts that are read for one `content` go to the parser in one call.

    Without a `content`, texts of several sentences are read for what is "visual", single sentences for "all".
    """
    parts = [split(text, parser.most_words) for text in texts]
    # What a parser cannot tell apart it reads all of.
    known = parser.contents if isinstance(parser, SentenceParser) else (ALL,)
    asked = [content or content_of(sentences) for sentences in parts]
    wanted = [one if one in known else ALL for one in asked]
    parsed: dict[str, Iterator[Parsed]] = {}
    for kind in dict.fromkeys(wanted):
        chosen = [sentences for sentences, one in zip(parts, wanted, strict=True) if one == kind]
        parsed[kind] = iter(read_sentences(parser, [sentence for sentences in chosen for sentence in sentences], kind))
    read = [[next(parsed[kind]) for _ in sentences] for sentences, kind in zip(parts, wanted, strict=True)]
    short = [i for i, one in enumerate(wanted) if content is None and one == VISUAL and len(texts[i].words) <= SHORT]
    every = iter(read_sentences(parser, [sentence for i in short for sentence in parts[i]], ALL) if short else ())
    for i in short:
        whole = [next(every) for _ in parts[i]]
        if any(map(_says, read[i])):
            read[i] = list(map(_with_lone, read[i], whole))
    if isinstance(parser, SentenceParser):
        # What is drawn of a longer text the parser has chosen itself.
        _read_pronouns([*(i for i, one in enumerate(wanted) if one == ALL), *short], parts, read, wanted, parser)
    graphs = [merge(*one) for one in zip(texts, parts, read, wanted, strict=True)]
    # A text in which nothing is told of anything ("a cat; a dog") has no more to be drawn than what it names.
    bare = [i for i, graph in enumerate(graphs) if content is None and wanted[i] == VISUAL and not _says(graph)]
    for i, graph in zip(bare, read_texts([texts[i] for i in bare], parser, ALL) if bare else (), strict=True):
        graphs[i] = graph
    return graphs


def _read_pronouns(
    few: Sequence[int],
    parts: Sequence[Sequence[Passage]],
    read: Sequence[list[Parsed]],
    wanted: Sequence[str],
    parser: SentenceParser,
) -> None:
    """Read sentences of a few texts again in which a pronoun was passed over, with its noun."""
    spelt = [(i, *one) for i in few if any(map(_says, read[i])) for one in reworded(parts[i], read[i]).items()]
    whole = parser.read([one.sentence for _, _, one in spelt])
    drawn = iter(read_sentences(parser, [one.sentence for i, _, one in spelt if wanted[i] == VISUAL], VISUAL))
    for (i, number, one), found in zip(spelt, whole, strict=True):
        again = _with_lone(next(drawn), found) if wanted[i] == VISUAL else found
        read[i][number] = reread(read[i][number], again, one.pronouns)


def _with_lone(drawn: Parsed, whole: Parsed) -> Parsed:
    """What is drawn of a sentence, and what the sentence names without saying anything of it, or only that it is in the
    image: "we can see a bridge" is no fact of a paragraph, and the bridge is there. And what it says of things that can
    be touched, where nothing is drawn of them."""
    talk = listed("image_talk")
    if not drawn.denied:
        drawn = replace(drawn, statements=(*drawn.statements, *_passed_over(drawn.statements, whole.statements)))
    said = [
        one
        for one in whole.statements
        if not isinstance(one, Exists) and not (isinstance(one, Relation) and _head(one.object) in talk)
    ]
    known = {_head(node) for node in (*by_node(drawn.statements), *by_node(drawn.denied), *by_node(said))}
    named = {_head(node): node for node in by_node(whole.statements) if not node.implied}
    lone = [Exists(node) for head, node in named.items() if head not in known | talk and head not in PRONOUNS]
    return replace(drawn, statements=(*drawn.statements, *lone)) if lone else drawn


def _passed_over(drawn: Sequence[Statement], whole: Sequence[Statement]) -> Iterator[Statement]:
    """What a sentence says of things that can be touched and are not drawn so: relations of two that are not related,
    attributes of those of which nothing is told."""
    related = {frozenset(map(_head, one.nodes)) for one in drawn if isinstance(one, Relation)}
    told = {_head(node) for one in drawn if not isinstance(one, Exists) for node in one.nodes}
    for one in filter(_is_drawn, whole):
        heads = frozenset(map(_head, one.nodes))
        if heads not in related if isinstance(one, Relation) else heads.isdisjoint(told):
            yield one


def _head(node: Node) -> str:
    return noun_lemma(node.head)


def _is_drawn(one: Statement) -> bool:
    """Whether a statement is of things that can be touched: one of them in its commonest sense, all in some sense."""
    return any(map(_is_solid, one.nodes)) and all(_is_solid(node) or _may_be_solid(node) for node in one.nodes)


def _is_solid(node: Node) -> bool:
    """Whether a thing is one that can be touched, and neither the image nor its parts; "it" may be anything."""
    head = _head(node)
    if head == "people" or head in ONES or PRONOUNS.get(head, (THING, False))[0] != THING:
        return True
    return head not in listed("image_talk") and is_physical(head)


def _may_be_solid(node: Node) -> bool:
    head = _head(node)
    return head not in listed("image_talk") and may_be_physical(head)


def _says(one: Parsed | SceneGraph) -> bool:
    return bool(one.statements or one.denied)


def content_of(sentences: Sequence[Passage]) -> str:
    """What a text is read for where nobody says: a long sentence that was cut is still one."""
    return VISUAL if len({sentence.cut_from or sentence.span for sentence in sentences}) > 1 else ALL


def merge(text: Passage, sentences: Sequence[Passage], parsed: Sequence[Parsed], content: str = ALL) -> SceneGraph:
    """One graph of a text from what its sentences say."""
    problems = _cuts(sentences)
    said = [with_pronoun(one.statements, sentence) for one, sentence in zip(parsed, sentences, strict=True)]
    if len(sentences) == 1 and not names_pronoun((*said[0], *parsed[0].denied)):
        silent = not said[0] and not parsed[0].denied
        found = parsed[0].problems or ((NOTHING,) if silent else ())
        return SceneGraph(said[0], text.source, found, parsed[0].denied)
    discourse = DiscourseModel()
    statements: list[Statement] = []
    denied: list[Statement] = []
    for number, (sentence, one, these) in enumerate(zip(sentences, parsed, said, strict=True)):
        where = f"characters {sentence.span[0]} to {sentence.span[1]}"
        problems += [f"{where}: {problem}" for problem in one.problems]
        # Praise and talk about the image give nothing, and are meant to.
        if not these and not one.denied and not one.problems and content == ALL:
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
