"""What is a reader? A parser turns texts into meaning, a listener turns descriptions into a choice; both by name.

Rules, algorithms and networks alike. `PARSERS` and `LISTENERS` are the registries: a parser that is not a name may be a
folder or a hub id (`grice.readers.graphs.parsing.load`).
"""

from collections.abc import Sequence
from typing import Any, Protocol

from grice.meaning.graph import SceneGraph
from grice.registry import Entry, Registry

PARSERS = Registry(
    "parser",
    {
        "default": Entry("grice.readers.graphs.parsing:shipped_parser", "the network that comes with Grice", "graphs"),
        "rules": Entry("grice.readers.graphs.rules:RuleParser", "noun phrases and what links them", "graphs"),
    },
)
LISTENERS = Registry(
    "listener",
    {"literal": Entry("grice.readers.rooms.listener:LiteralListener", "believes every word, no pragmatics", "rooms")},
)


class Parser(Protocol):
    """One graph per sentence, in order, whatever else is asked for in the same call. It never raises for a sentence:
    what it cannot read gives a graph that says so in `problems`."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever an answer could: the key of caches, and what a signature says."""
        ...

    @property
    def language(self) -> str: ...

    @property
    def most_words(self) -> int:
        """Sentences with more words are cut before they come here."""
        ...

    def __call__(self, sentences: Sequence[str]) -> list[SceneGraph]: ...


class Listener(Protocol):
    """For every description the place of its choice among its candidates, with a reason where it makes none."""

    @property
    def name(self) -> str: ...

    def listen(self, descriptions: Sequence[str], candidates: Sequence[Sequence[Any]]) -> list[Any]: ...
