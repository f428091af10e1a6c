"""Why can a text not be parsed at all? Missing, empty, no words, another language, too long: one line each."""

from grice.meaning.graph import SceneGraph
from grice.words.language import foreign
from grice.words.split import Passage

MOST_CHARACTERS = 200_000
SHOWN = 3
"""How many problems an error message lists."""


def untextual(text: object) -> str | None:
    """Why something is not a text that could be read, or None."""
    if text is None or (isinstance(text, float) and text != text):
        return "missing"
    if not isinstance(text, str):
        return f"{type(text).__name__} is not a text"
    if len(text) > MOST_CHARACTERS:
        return f"{len(text)} characters, more than the {MOST_CHARACTERS} a description may have"
    return None


def unreadable(text: Passage, language: str) -> str | None:
    """Why there is nothing to parse in a text, or None."""
    if not any(map(str.isalnum, text.plain)):
        return "no words" if text.source.strip() else "empty"
    return foreign(text) if language == "en" else None


def unread(graph: SceneGraph) -> str | None:
    """Why nothing could be read from a text, in one line; None where something was."""
    if graph.statements or graph.denied or not graph.problems:
        return None
    rest = len(graph.problems) - SHOWN
    return "; ".join(graph.problems[:SHOWN]) + (f"; and {rest} more" if rest > 0 else "")
