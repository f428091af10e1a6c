"""A scene graph of objects by number, as annotators of images and detectors give them: names, attributes, relations."""

from collections import Counter
from collections.abc import Iterable, Sequence

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import IS, Attribute, Exists, Node, Relation, Statement, label
from grice.words.prepositions import split


def from_objects(
    names: Iterable[str],
    attributes: Sequence[Iterable[str]] = (),
    relations: Iterable[tuple[int, str, int]] = (),
    text: str | None = None,
) -> SceneGraph:
    """The graph of objects, each of them a thing of its own; a relation names the numbers of its two objects.

    An object of which nothing is said exists. "is" for a predicate, which annotators write now and then, makes an
    attribute of the second object's name.
    """
    used: Counter[str] = Counter()
    nodes: list[Node] = []
    for name in map(label, names):
        nodes.append(Node(name, used[name]))
        used[name] += 1
    statements: list[Statement] = [
        Attribute(node, label(value))
        for node, values in zip(nodes, attributes, strict=False)
        for value in dict.fromkeys(values)
    ]
    for subject, given, other in relations:
        predicate = label(given.lower())
        if predicate == IS:
            statements.append(Attribute(nodes[subject], nodes[other].name))
        else:
            statements.append(Relation(nodes[subject], nodes[other], *split(predicate)))
    mentioned = {node for statement in statements for node in statement.nodes}
    statements += [Exists(node) for node in nodes if node not in mentioned]
    return SceneGraph(tuple(statements), text)
