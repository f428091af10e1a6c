"""What every parser of scene graphs is: a name, a fingerprint, a language, and a call from sentences to graphs."""

from collections.abc import Sequence
from typing import Protocol

from grice.meaning.graph import SceneGraph


class Parser(Protocol):
    """One graph per sentence, in order, whatever else is asked for in the same call. It never raises for a sentence:
    what it cannot read gives a graph that says so in `problems`."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever an answer could: the key of caches."""
        ...

    @property
    def language(self) -> str: ...

    @property
    def most_words(self) -> int:
        """Sentences with more words are cut before they come here."""
        ...

    def __call__(self, sentences: Sequence[str]) -> list[SceneGraph]: ...
