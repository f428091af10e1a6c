"""What is one thing that a participant sees? An item, and what every task must say of its items.

A task is a module of `grice.studies.tasks` with the functions of `Task`, in this order. Pages, store, export, agreement
and simulated participants need nothing else of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from grice.errors import InputError
from grice.studies.design import Design, Materials

Answer = dict[str, Any]
"""What a participant said of an item: plain JSON."""


@dataclass(frozen=True)
class Item:
    """One thing to answer. `shown` is all that a page may use; `truth` never leaves the server before the end."""

    id: str
    group: str
    scene: str
    producer: str
    size: int
    shown: Mapping[str, Any] = field(default_factory=dict)
    truth: Mapping[str, Any] = field(default_factory=dict)
    gold: bool = False
    views: int = 1


class AnswerError(InputError):
    """An answer that cannot be accepted; the message is for the participant."""


class Task(Protocol):
    """What a module of a task has."""

    PAGE: str
    """The template of its page."""
    SCALES: Mapping[str, str]
    """What raters are compared on, and how: name to "nominal", "ordinal" or "interval"."""
    CODEBOOK: Mapping[str, str]
    """Its own exported columns and what they mean."""

    def items(self, materials: Materials, design: Design) -> Sequence[Item]:
        """The items of a group of materials."""
        ...

    def gold(self, table: Mapping[str, Any], number: int) -> Item:
        """An item with a known answer, from a table of the design."""
        ...

    def page(self, item: Item, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """What its template needs besides `shown`, the item, and `values`, what was typed so far."""
        ...

    def answer(self, item: Item, given: Mapping[str, Any]) -> Answer:
        """The checked answer of a submitted form, or an `AnswerError`."""
        ...

    def right(self, item: Item, answer: Answer) -> bool | None:
        """Whether the answer is the known one; None where nothing is known."""
        ...

    def row(self, item: Item, answer: Answer) -> dict[str, Any]:
        """Its own exported columns."""
        ...

    def rated(self, item: Item, answer: Answer) -> Mapping[str, Mapping[str, Any]]:
        """For each scale, units of the item and the value that this rater gave each."""
        ...

    def simulated(self, item: Item, rng: np.random.Generator) -> Mapping[str, Any]:
        """The form that a reader of Grice would send."""
        ...


def items_of(design: Design) -> list[Item]:
    """Every item of a study, known answers last, each with an id of its own."""
    from grice.studies.tasks import load

    task = load(design.task)
    found: list[Item] = []
    for group in design.materials:
        made = [replace(item, group=group.group, views=group.views) for item in task.items(group, design)]
        if not made:
            raise InputError(f"the materials {group.group!r} give no items", "scenes and producers, or a file")
        found += made
    found += [replace(task.gold(table, i), gold=True) for i, table in enumerate(design.gold, start=1)]
    ids = [item.id for item in found]
    twice = next((one for one in ids if ids.count(one) > 1), None) if len(set(ids)) < len(ids) else None
    if twice:
        raise InputError(f"two items of the id {twice!r}", "ids that differ; groups must not share items")
    return found


def words(given: Mapping[str, Any], name: str, most: int = 2000) -> str:
    """A text field of a form, trimmed; longer than `most` is refused."""
    text = given.get(name, "")
    if not isinstance(text, str):
        raise AnswerError(f"{name} is not text")
    text = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if len(text) > most:
        raise AnswerError(f"That text has {len(text):,} characters.", f"at most {most:,}")
    return text
