"""What a corpus says of itself before anyone uses it."""

from dataclasses import dataclass
from importlib import import_module

from grice.corpora import CORPORA
from grice.errors import InputError


@dataclass(frozen=True)
class Card:
    """A data card: enough to decide whether to use a corpus, and to cite it."""

    name: str
    title: str
    items: str
    licence: str
    citation: str
    how: str
    notes: str = ""


def card(name: str) -> Card:
    """The card of a corpus by name."""
    if name not in CORPORA:
        raise InputError(f"no corpus is called {name!r}", f"one of {', '.join(CORPORA)}")
    found: Card = import_module(CORPORA[name]).CARD
    return found


def cards() -> list[Card]:
    return [card(name) for name in CORPORA]
