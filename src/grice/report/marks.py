"""Which words of a text do what? The text as HTML with its words marked, the reason of a mark under the pointer."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Attribute, Node, Quantity, Relation, by_node
from grice.readers.rooms.mentions import mentions_of
from grice.readers.rooms.reading import read_mentions

STATUS = {
    "contrastive": ("good", "contrastive", "true of the target, not of the distractor"),
    "redundant": ("spare", "redundant", "true of both"),
    "false": ("bad", "false", "not true of the target"),
    "ambiguous": ("unknown", "not understood", "several features could be meant"),
    "unknown": ("unknown", "not understood", "not in the vocabulary"),
}
"""The status of a mention: its class in the stylesheet, its name, and what it means."""
TIES = 6
"""How many things are told apart by colour: .k1 to .k6 of the stylesheet."""


@dataclass(frozen=True)
class Mark:
    """A run of characters, the classes of its mark, and why it is marked."""

    start: int
    end: int
    kind: str
    why: str = ""


def marked(text: str, marks: Iterable[Mark]) -> Markup:
    """The text with its marks; where two overlap, the first one stands."""
    parts, done = [], 0
    for mark in sorted(marks, key=lambda one: (one.start, -one.end)):
        if mark.start >= done and mark.end > mark.start:
            title = Markup(' title="{}"').format(mark.why) if mark.why else ""
            word = Markup('<span class="m {}"{}>{}</span>')
            parts += [escape(text[done : mark.start]), word.format(mark.kind, title, text[mark.start : mark.end])]
            done = mark.end
    return Markup("").join([*parts, escape(text[done:])])


def of_room(caption: str, target: int, distractors: int | Sequence[int]) -> list[Mark]:
    """The mentions of a caption of a room by their status, and the words that are in no vocabulary."""
    found = [
        Mark(one.start, one.end, STATUS[one.status][0], f"{STATUS[one.status][1]}: {STATUS[one.status][2]}")
        for one in mentions_of(caption, target, distractors)
        if one.status is not None
    ]
    taken = [(mark.start, mark.end) for mark in found]
    kind, name, why = STATUS["unknown"]
    for word in dict.fromkeys(read_mentions([caption]).unplaced.to_pylist()):
        for place in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", caption, re.IGNORECASE):
            if not any(start < place.end() and place.start() < end for start, end in taken):
                found.append(Mark(*place.span(), kind, f"{name}: {why}"))
    return found


def ties(scene: SceneGraph) -> dict[Node, str]:
    """The classes that an object of a graph and its words share: its number, and one of six colours."""
    every = dict.fromkeys((*scene.nodes, *by_node(scene.denied)))
    return {node: f"o{i} k{i % TIES + 1}" for i, node in enumerate(every)}


def relations(scene: SceneGraph) -> list[tuple[Relation, bool]]:
    """Every relation and whether it is denied, those that are last: relation i and its words share the class ri."""
    denied = (one for one in scene.denied if isinstance(one, Relation))
    return [*((one, False) for one in scene.relations), *((one, True) for one in denied)]


def of_graph(scene: SceneGraph) -> list[Mark]:
    """The words of each object, with what is said of it, and of each relation, tied to its place in the drawing."""
    tied = ties(scene)
    found = [Mark(*node.span, f"tie {classes}", node.name) for node, classes in tied.items() if node.span]
    for one in (*scene.statements, *scene.denied):
        if isinstance(one, Attribute | Quantity) and one.span:
            found.append(Mark(*one.span, f"tie of {tied[one.node]}", f"said of {one.node.name}"))
    for number, (relation, _) in enumerate(relations(scene)):
        if relation.span:
            between = f"{relation.subject.name} and {relation.object.name}"
            found.append(Mark(*relation.span, f"tie of r{number}", between))
    return found
