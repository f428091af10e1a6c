"""How is a paragraph read? Sentences are parsed one by one and their graphs merged into one, mention by mention.

Nothing is dropped in silence: a sentence from which nothing could be read, a sentence that had to be cut and a pronoun
without an antecedent are named in `problems` of the graph.
"""

from collections.abc import Sequence
from dataclasses import replace

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Exists, Node, Quantity, Relation, Span, Statement
from grice.readers.base import Parser
from grice.readers.coreference import (
    NAMELESS,
    PRONOUNS,
    THING,
    Discourse,
    Entity,
    Mention,
    determiner,
    is_plural,
    kind_of,
)
from grice.readers.sentences import Sentence, split
from grice.readers.words import Words, words_of_text

VERSION = "2"
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
        nodes = {node: _shifted(node, sentences[0]) for node in graphs[0].nodes}
        alone = tuple(_moved(one, nodes, sentences[0]) for one in graphs[0].statements)
        return SceneGraph(alone, text, graphs[0].problems)
    discourse = Discourse()
    statements: list[Statement] = []
    for number, (sentence, graph) in enumerate(zip(sentences, graphs, strict=True)):
        where = f"characters {sentence.span[0]} to {sentence.span[1]}"
        problems += [f"{where}: {problem}" for problem in graph.problems]
        if not graph.statements and not graph.problems:
            problems.append(f"{where}: nothing could be read from {sentence.text[:40]!r}")
        means, lost = _resolve(graph, sentence, number, discourse)
        problems += [f"{where}: {word!r} refers to nothing that was mentioned" for word in lost]
        for one in graph.statements:
            statements += _distributed(one, means, sentence)
    return SceneGraph(_without_idle(statements), text, tuple(problems))


def _with_pronoun(graph: SceneGraph, sentence: Sentence) -> SceneGraph:
    """A relation of an object with itself, where it is mentioned once and beside it a pronoun that no node stands for:
    in "trees stand behind them" a parser of single sentences has no other name for the second object."""
    words = words_of_text(sentence.text)
    free = [i for i, word in enumerate(words.words) if word in ("him", "it", "them")]
    loops = [r for r in graph.relations if r.subject.name == r.object.name and words.words.count(r.subject.name) == 1]
    if len(free) != 1 or len(loops) != 1 or any(node.name in PRONOUNS for node in graph.nodes):
        return graph
    other = Node(words.words[free[0]], span=words.spans[free[0]])
    statements = tuple(replace(loops[0], object=other) if one == loops[0] else one for one in graph.statements)
    return replace(graph, statements=statements)


def _resolve(
    graph: SceneGraph, sentence: Sentence, number: int, discourse: Discourse
) -> tuple[dict[Node, list[Node]], list[str]]:
    """What each object of a sentence's graph means in the discourse, and the pronouns that mean nothing."""
    words = words_of_text(sentence.text)
    pronouns = [word for word in words.words if word in PRONOUNS]
    said = {node: word for node in graph.nodes if (word := _pronoun(node, pronouns))}
    means: dict[Node, list[Entity]] = {}
    # Pronouns look back to earlier sentences first, then to the nouns of their own.
    for node, word in said.items():
        found = discourse.pronoun(word, number, [e for taken in means.values() for e in taken])
        if found:
            means[node] = found
    for node in graph.nodes:
        mention = _mention(graph, node, words, number)
        if node in said and node not in means:
            continue
        if node not in means:
            again = discourse.noun(mention, [e for taken in means.values() for e in taken])
            means[node] = [again or discourse.add(mention, _shifted(node, sentence))]
        for entity in means[node]:
            discourse.touch(entity, mention)
    lost: list[str] = []
    for node, word in said.items():
        if node not in means:
            related = [e for r in graph.relations if node in r.nodes for end in r.nodes for e in means.get(end, ())]
            means[node] = discourse.pronoun(word, number, related)
            if not means[node]:
                lost.append(word)
                mention = replace(_mention(graph, node, words, number), name=NAMELESS.get(node.name, node.name))
                means[node] = [discourse.add(mention, _shifted(node, sentence))]
    return {node: [entity.node for entity in found] for node, found in means.items()}, lost


def _pronoun(node: Node, pronouns: Sequence[str]) -> str | None:
    """The pronoun an object stands for: its own name, or one of the sentence where no word carries the object."""
    if node.name in PRONOUNS:
        return node.name
    if node.implied:
        kind, plural = kind_of(node.name), is_plural(node.name, None)
        for word in pronouns:
            wanted, several = PRONOUNS[word]
            if several == plural and (wanted in ("", kind) or (kind == "person" and wanted != THING)):
                return word
    return None


def _mention(graph: SceneGraph, node: Node, words: Words, number: int) -> Mention:
    quantity = graph.quantity(node)
    attributes = frozenset(a.value for a in graph.attributes if a.node == node)
    first = next((i for i, span in enumerate(words.spans) if node.span and span[0] == node.span[0]), 0)
    how = "new" if node.index else determiner(words, first) if node.span else ""
    return Mention(node.name, how, is_plural(node.name, quantity[0] if quantity else None), attributes, number)


def _distributed(one: Statement, means: dict[Node, list[Node]], sentence: Sentence) -> list[Statement]:
    """A statement with the objects it means; "they" that means two objects makes it two statements."""
    if isinstance(one, Relation):
        pairs = [(s, o) for s in means[one.subject] for o in means[one.object]]
        pairs = [(s, o) for s, o in pairs if s != o] or pairs
        return [_moved(one, {one.subject: s, one.object: o}, sentence) for s, o in pairs]
    return [_moved(one, {one.nodes[0]: node}, sentence) for node in means[one.nodes[0]]]


def _moved(one: Statement, nodes: dict[Node, Node], sentence: Sentence) -> Statement:
    """A statement on other nodes, with its span in the whole text."""
    match one:
        case Exists(node):
            return Exists(nodes[node])
        case Relation(subject, other):
            return replace(one, subject=nodes[subject], object=nodes[other], span=_shift(one.span, sentence))
        case Attribute(node) | Quantity(node):
            return replace(one, node=nodes[node], span=_shift(one.span, sentence))
    raise AssertionError(one)


def _shifted(node: Node, sentence: Sentence) -> Node:
    return replace(node, span=_shift(node.span, sentence))


def _shift(span: Span | None, sentence: Sentence) -> Span | None:
    return None if span is None else (span[0] + sentence.span[0], span[1] + sentence.span[0])


def _without_idle(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Leave out that an object exists where something else is said of it."""
    said = {node for one in statements if not isinstance(one, Exists) for node in one.nodes}
    return tuple(one for one in statements if not isinstance(one, Exists) or one.node not in said)


def _cuts(sentences: Sequence[Sentence]) -> list[str]:
    parts = [sentence for sentence in sentences if sentence.part]
    if not parts:
        return []
    low, high = parts[0].span[0], parts[-1].span[1]
    return [f"characters {low} to {high}: too long to be read at once, cut into {len(parts)} parts"]
