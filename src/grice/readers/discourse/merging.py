"""How is a paragraph read? Sentences are parsed one by one and their graphs merged into one, mention by mention.

Nothing is dropped in silence: a sentence from which nothing could be read, a sentence that had to be cut and a pronoun
without an antecedent are named in `problems` of the graph.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Statement
from grice.readers.base import Parser
from grice.readers.discourse.coreference import resolve
from grice.readers.discourse.entities import Discourse
from grice.readers.discourse.sentences import Sentence, split
from grice.words.pronouns import OBJECTIVE, PRONOUNS
from grice.words.split import words_of_text

VERSION = "3"
"""Of the merging, for whoever remembers its results."""


def read_texts(texts: Sequence[str], parser: Parser) -> list[SceneGraph]:
    """A graph per text; all sentences of all texts go to the parser in one call."""
    parts = [split(text, parser.most_words) for text in texts]
    graphs = iter(parser([sentence.text for sentences in parts for sentence in sentences]))
    return [
        merge(text, sentences, [next(graphs) for _ in sentences]) for text, sentences in zip(texts, parts, strict=True)
    ]


def merge(text: str, sentences: Sequence[Sentence], graphs: Sequence[SceneGraph]) -> SceneGraph:
    """One graph of a text from the graphs of its sentences."""
    problems = _cuts(sentences)
    graphs = [_with_pronoun(graph, sentence) for graph, sentence in zip(graphs, sentences, strict=True)]
    if len(sentences) == 1 and not any(node.name in PRONOUNS for node in graphs[0].nodes):
        nodes = {node: sentences[0].moved(node) for node in graphs[0].nodes}
        alone = tuple(_moved(one, nodes, sentences[0]) for one in graphs[0].statements)
        return SceneGraph(alone, text, graphs[0].problems)
    discourse = Discourse()
    statements: list[Statement] = []
    for number, (sentence, graph) in enumerate(zip(sentences, graphs, strict=True)):
        where = f"characters {sentence.span[0]} to {sentence.span[1]}"
        problems += [f"{where}: {problem}" for problem in graph.problems]
        if not graph.statements and not graph.problems:
            problems.append(f"{where}: nothing could be read from {sentence.text[:40]!r}")
        meaning = resolve(graph, sentence, number, discourse)
        problems += [f"{where}: {word!r} refers to nothing that was mentioned" for word in meaning.lost]
        statements += [Relation(owner.node, owned.node, "have", implied=True) for owner, owned in meaning.owned]
        for one in graph.statements:
            statements += _distributed(one, meaning.nodes, sentence)
    return SceneGraph(_without_idle(statements), text, tuple(problems))


def _with_pronoun(graph: SceneGraph, sentence: Sentence) -> SceneGraph:
    """A relation of an object with itself, where it is mentioned once and beside it a pronoun that no node stands for:
    in "trees stand behind them" a parser of single sentences has no other name for the second object."""
    same = [r for r in graph.relations if r.subject.name == r.object.name]
    if not same or any(node.name in PRONOUNS for node in graph.nodes):
        return graph
    words = words_of_text(sentence.text)
    loops = [r for r in same if words.words.count(r.subject.name) == 1]
    if len(loops) != 1:
        return graph
    free = [i for i, word in enumerate(words.words) if word in OBJECTIVE]
    after = [i for i in free if i and words.words[i - 1] == loops[0].predicate.split()[-1]]
    if len(after or free) != 1:
        return graph
    place = (after or free)[0]
    other = Node(words.words[place], span=words.spans[place])
    statements = tuple(replace(loops[0], object=other) if one == loops[0] else one for one in graph.statements)
    return replace(graph, statements=statements)


def _distributed(one: Statement, means: dict[Node, list[Node]], sentence: Sentence) -> list[Statement]:
    """A statement with the objects it means; "they" that means two objects makes it two statements, and what says how
    many they are says it of neither."""
    if isinstance(one, Relation):
        pairs = [(s, o) for s in means[one.subject] for o in means[one.object]]
        pairs = [(s, o) for s, o in pairs if s != o] or pairs
        return [_moved(one, {one.subject: s, one.object: o}, sentence) for s, o in pairs]
    meant = means[one.nodes[0]]
    if isinstance(one, Quantity) and len(meant) > 1:
        return []
    return [_moved(one, {one.nodes[0]: node}, sentence) for node in meant]


def _moved(one: Statement, nodes: dict[Node, Node], sentence: Sentence) -> Statement:
    """A statement on other nodes, with its span in the whole text."""
    match one:
        case Exists(node):
            return Exists(nodes[node])
        case Relation(subject, other):
            return replace(one, subject=nodes[subject], object=nodes[other], span=sentence.shift(one.span))
        case Attribute(node) | Quantity(node):
            return replace(one, node=nodes[node], span=sentence.shift(one.span))
    raise AssertionError(one)


def _without_idle(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Leave out that an object exists where something else is said of it."""
    said = {node for one in statements if not isinstance(one, Exists) for node in one.nodes}
    return tuple(one for one in statements if not isinstance(one, Exists) or one.node not in said)


def _cuts(sentences: Sequence[Sentence]) -> list[str]:
    parts = Counter(sentence.whole for sentence in sentences if sentence.whole)
    return [
        f"characters {low} to {high}: too long to be read at once, cut into {count} parts"
        for (low, high), count in parts.items()
    ]
