"""What is a reader? A parser turns texts into meaning, a listener turns descriptions into a choice; both by name.

Rules, algorithms and networks alike. `PARSERS` and `LISTENERS` are the registries; a parser may also be named by a
folder or a hub id (`grice.readers.graphs.parsing.load`). An entry of `PARSERS` is called with beams and threads, which
may be None, and returns a parser.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Statement
from grice.registry import Entry, Registry
from grice.words.split import Passage, Span, words_of_text

ALL, VISUAL = CONTENTS = ("all", "visual")
"""What is read: all that a text says, or what a person would draw of it: no praise, no talk about the image."""
PARSERS = Registry(
    "parser",
    {
        "default": Entry("grice.readers.graphs.parsing:shipped_parser", "the network that comes with Grice", "graphs"),
        "rules": Entry("grice.readers.graphs.rules:rule_parser", "noun phrases and what links them", "graphs"),
    },
)
_TRAINED = "grice.readers.rooms.trained_listener:TrainedListener"
LISTENERS = Registry(
    "listener",
    {
        "literal": Entry("grice.readers.rooms.listener:LiteralListener", "believes every word, no pragmatics", "rooms"),
        "rp": Entry(_TRAINED, "learned with the speaker rp", "rooms"),
        "sp": Entry(_TRAINED, "learned with the speaker sp", "rooms"),
        "best": Entry(_TRAINED, "learned with the speaker best", "rooms"),
        "rsa": Entry(
            "grice.reasoning.room_listener:RationalRoomListener",
            "asks which room a speaker would likeliest say it of (Frank & Goodman 2012)",
            "rooms",
        ),
        "rsa-quantified": Entry(
            "grice.reasoning.quantified:RationalListener",
            "asks what else the speaker could have said (Frank & Goodman 2012)",
            "quantified",
        ),
    },
)


class Parser(Protocol):
    """One graph per text, in order; a text's graph does not depend on the others in the call. It never raises for a
    text: one that it cannot read gives a graph that says so in `problems`. Long texts come in windows of whole
    sentences (`readers.graphs.windows`)."""

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
        """Texts with more words come in windows of at most so many."""
        ...

    def __call__(self, texts: Sequence[str]) -> list[SceneGraph]: ...


@dataclass(frozen=True)
class Choice:
    """What a listener answers: the index of the candidate it chooses, or None; and why."""

    place: int | None
    reason: str
    fitting: tuple[int, ...] = ()
    """The indexes of the candidates that the description allows."""
    weights: tuple[float, ...] = ()
    """How likely each candidate is; all zero where none fits."""
    false: tuple[int, ...] = ()
    """For rooms: how many mentions are false of each candidate."""

    def __bool__(self) -> bool:
        return self.place is not None


@dataclass(frozen=True)
class Parsed:
    """What a passage says, with spans in the whole text, what could not be read, what it says is not so, and the words
    that no statement came from."""

    statements: tuple[Statement, ...] = ()
    problems: tuple[str, ...] = ()
    denied: tuple[Statement, ...] = ()
    unread: tuple[Span, ...] = ()

    def graph(self, text: str) -> SceneGraph:
        """What was read, as the graph of a text."""
        return SceneGraph(self.statements, text, self.problems, self.denied, self.unread)


class PassageParser(ABC):
    """A `Parser` that takes passages, so that a text is cut into words once."""

    name: str
    fingerprint: str
    language: str
    most_words: int
    contents: Sequence[str] = (ALL,)
    """What it can read a passage for, of `CONTENTS`."""
    one_sentence: bool = False
    """Whether it knows captions of one sentence only, so that a passage must never hold more."""

    @abstractmethod
    def read(self, passages: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        """What each passage says, in order; it never raises for a passage. `content` is one of its `contents`."""

    def __call__(self, texts: Sequence[str]) -> list[SceneGraph]:
        read = self.read([words_of_text(text) for text in texts])
        return [one.graph(text) for one, text in zip(read, texts, strict=True)]


class Listener(Protocol):
    """Chooses, for every description, among its own candidates; for one that cannot be read it chooses none."""

    name: str
    family: str

    def listen(self, descriptions: Sequence[str], candidates: Sequence[Sequence[Any]]) -> list[Choice]: ...


def load_listener(name: str, **options: Any) -> Listener:
    """The listener of a name, with its options."""
    listener: Listener = LISTENERS.make(name, **options)
    return listener


def check_candidates(descriptions: Any, candidates: Any) -> None:
    """Refuse anything but one list of candidates for each description."""
    if isinstance(descriptions, str) or not isinstance(descriptions, Sequence):
        given = "one description as a string" if isinstance(descriptions, str) else type(descriptions).__name__
        raise InputError(given, "a list of descriptions, and a list of candidates for each")
    if len(descriptions) != len(candidates):
        raise InputError(
            f"{len(descriptions)} descriptions and {len(candidates)} lists of candidates", "one list per description"
        )
