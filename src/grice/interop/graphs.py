"""Scene graphs for and from other tools: networkx, GraphViz, and what a detector finds in an image.

graph = detected(["man", "horse"], pairs=[(0, 1)], predicates=["riding"])
grice.search("a man on a horse", [graph])
"""

from collections.abc import Iterable, Sequence

from grice import checks
from grice.errors import InputError
from grice.meaning.forms.graphviz import to_dot as to_dot
from grice.meaning.forms.networkx import from_networkx as from_networkx
from grice.meaning.forms.networkx import to_networkx as to_networkx
from grice.meaning.forms.objects import from_objects
from grice.meaning.graph import SceneGraph


def detected(
    labels: Sequence[str],
    pairs: Iterable[Sequence[int]] = (),
    predicates: Sequence[str] = (),
    attributes: Sequence[Iterable[str]] = (),
    scores: Sequence[float] | None = None,
    relation_scores: Sequence[float] | None = None,
    least: float = 0.0,
) -> SceneGraph:
    """The graph of what a detector found: the label of each object, and for each pair of them a predicate.

    `scores` and `relation_scores` are how sure it is; what is less sure than `least` is left out, and so is what is
    said of an object that is. Lists, arrays and tensors will do.
    """
    names = [str(name) for name in labels]
    ends = [tuple(int(end) for end in pair) for pair in pairs]
    said = [str(predicate) for predicate in predicates]
    for what, many, wanted in (
        ("predicates", len(said), len(ends)),
        ("attributes", len(attributes) or len(names), len(names)),
        ("scores", len(names) if scores is None else len(scores), len(names)),
        ("relation_scores", len(ends) if relation_scores is None else len(relation_scores), len(ends)),
    ):
        if many != wanted:
            raise InputError(f"{many} {what}", f"{wanted}, one for each {'pair' if wanted == len(ends) else 'object'}")
    wrong = [pair for pair in ends if len(pair) != 2 or not all(0 <= end < len(names) for end in pair)]
    if wrong:
        raise InputError(f"the pair {checks.quoted(wrong[0])}", f"two numbers of objects, from 0 to {len(names) - 1}")
    sure = [i for i in range(len(names)) if scores is None or float(scores[i]) >= least]
    place = {i: number for number, i in enumerate(sure)}
    relations = [
        (place[subject], said[i], place[other])
        for i, (subject, other) in enumerate(ends)
        if subject in place and other in place and (relation_scores is None or float(relation_scores[i]) >= least)
    ]
    kept = [[str(value) for value in attributes[i]] for i in sure] if len(attributes) else ()
    return from_objects([names[i] for i in sure], kept, relations)
