"""What should a user know of a corpus before using it? Its card, and the checksums that identify it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

from grice import checks
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
    sha256: Mapping[str, str] = field(default_factory=dict)
    """The checksum of each file, or of each part that is made here."""

    def rows(self) -> list[tuple[str, str]]:
        """The card line by line."""
        plain = {name: value for name, value in vars(self).items() if name != "sha256" and value}
        return [*plain.items(), *((f"sha256 of {part}", digest) for part, digest in self.sha256.items())]


def card(name: str) -> Card:
    """The card of a corpus by name."""
    if not isinstance(name, str) or name not in CORPORA:
        raise InputError(f"no corpus is called {checks.quoted(name)}", f"one of {', '.join(CORPORA)}")
    found: Card = import_module(CORPORA[name]).CARD
    return found


def cards() -> list[Card]:
    return [card(name) for name in CORPORA]
