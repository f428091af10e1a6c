"""What is a thing called that a text gives two names? As people who draw paragraphs do: by the shorter one.

"A baseball cap" that is later "the cap" is a cap, and that it is a baseball cap is said of it. Individuals are people.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from grice.meaning.graph_statements import Attribute, Node, Statement
from grice.readers.discourse.entities import Entity

PEOPLE = {"individuals": "people", "individual": "person"}
"""Words of captions that graphs write otherwise."""


def renamed(entities: Iterable[Entity], statements: Sequence[Statement]) -> dict[Node, tuple[Node, Attribute | None]]:
    """The nodes of statements that get another name: the new node, and what its longer name said of it."""
    used = dict.fromkeys(node for one in statements for node in one.nodes)
    taken: dict[str, int] = {}
    for node in used:
        taken[node.name] = max(taken.get(node.name, 0), node.index + 1)
    found: dict[Node, tuple[Node, Attribute | None]] = {}
    for entity in entities:
        old = entity.node
        name = entity.short or PEOPLE.get(old.name, old.name)
        if old not in used or name == old.name:
            continue
        node = replace(old, name=name, index=taken.get(name, 0))
        taken[name] = node.index + 1
        found[old] = (node, _said(node, old, entity.short))
    return found


def _said(node: Node, old: Node, short: str) -> Attribute | None:
    """What the words before the shorter name say: "baseball" of a baseball cap."""
    if not short:
        return None
    first = old.name.removesuffix(short).strip()
    span = None if old.span is None else (old.span[0], old.span[0] + len(first))
    return Attribute(node, first, span, implied=span is None)
