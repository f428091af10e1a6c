"""Which scene graphs were given? Graphs, graph text or captions to `SceneGraph`s, each distinct text read once.

A text is a graph when it is made of facts in parentheses, whole or broken; any other text is a caption and goes to the
parser, also one with a remark in parentheses, as in "(From left) Two men shake hands."
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grice import checks
from grice.errors import GriceError, InputError
from grice.meaning.graph import SceneGraph
from grice.readers.base import Parser
from grice.words.readable import problem

_GRAPH = re.compile(r"\s*\(|.*\)\s*,\s*\(", re.DOTALL)
_CLOSED_FIRST = re.compile(r"[^(]*\)")
_FACT = re.compile(r"\(([^()]*)\)?")
_DETERMINED = re.compile(r"\s*(an?|the|this|these|some)\s+\w", re.IGNORECASE)
"""How a phrase of a caption begins, and no name in a graph."""
_WORD = re.compile(r"\w+")
_LONGEST_NAME = 3
"""Words that the name of an object has in a fact that is not closed."""
GIVEN = ("graphs", "given")


@dataclass(frozen=True)
class Given:
    """The graphs of a batch. A prediction that cannot be read is an empty graph, and `unreadable` says why; a row none
    of whose references can be read has none, and `errors` says why; where some can, they are its references, at these
    `places` among the given ones, and `left_out` says what the others lack. `used` is what read them."""

    predictions: list[SceneGraph]
    references: list[tuple[SceneGraph, ...]]
    unreadable: list[str | None]
    errors: list[str | None]
    used: frozenset[tuple[str, str]]
    places: list[tuple[int, ...]]
    left_out: dict[int, str]

    @property
    def rows(self) -> list[int]:
        """The rows that can be compared."""
        both = zip(self.unreadable, self.errors, strict=True)
        return [row for row, (unread, error) in enumerate(both) if unread is None and error is None]


def given_graphs(predictions: Sequence[Any], references: Sequence[Any] | None, parser: str | Path | Parser) -> Given:
    """The graphs of predictions and of the references of each."""
    n = len(predictions)
    listed = [_listed(entry) for entry in references] if references is not None else [[]] * n
    every = [*predictions, *(one for entry in listed for one in entry)]
    known, parsed_by = graphs_of([text for text in every if isinstance(text, str)], parser)
    used = {("parser", parsed_by)} if parsed_by else set()
    if any(isinstance(one, SceneGraph) or (isinstance(one, str) and is_graph(one)) for one in every):
        used.add(GIVEN)
    made = Given([SceneGraph()] * n, [()] * n, [None] * n, [None] * n, frozenset(used), [()] * n, {})
    for row, (prediction, entry) in enumerate(zip(predictions, listed, strict=True)):
        try:
            made.predictions[row] = _one(prediction, known, "prediction")
        except InputError as error:
            made.unreadable[row] = error.given
        read: dict[int, SceneGraph] = {}
        wrong: dict[int, str] = {}
        for place, reference in enumerate(entry):
            try:
                read[place] = _one(reference, known, "reference")
            except InputError as error:
                wrong[place] = error.given
        made.references[row], made.places[row] = tuple(read.values()), tuple(read)
        if read and wrong:
            made.left_out[row] = left_out(wrong, len(entry))
        elif not read and references is not None:
            made.errors[row] = next(iter(wrong.values()), "there is no reference")
    return made


def left_out(wrong: Mapping[int, str], many: int) -> str:
    """What is said of a row that is judged by some of its references: which are left out, and what the first lacks."""
    places = ", ".join(str(place + 1) for place in wrong)
    return f"reference {places} of {many} is left out: {next(iter(wrong.values()))}"


def is_graph(text: str) -> bool:
    """Whether a text is a graph, whole or broken, rather than a caption."""
    if "(" not in text or not _GRAPH.match(text):
        return False
    if _CLOSED_FIRST.match(text):
        return True
    facts = _FACT.findall(text)
    if any(_DETERMINED.match(field) for fact in facts for field in fact.split(",")):
        return False
    inside = sum(len(_WORD.findall(fact)) for fact in facts)
    outside = sum(word.lower() != "not" for word in _WORD.findall(_FACT.sub(" ", text)))
    if outside:
        return outside <= inside and any(fact.count(",") == 2 for fact in facts)
    return ")" in text or "," in text or inside <= _LONGEST_NAME


def graphs_of(
    texts: Sequence[str], parser: str | Path | Parser = "default"
) -> tuple[dict[str, SceneGraph | str], str | None]:
    """Every distinct text with its graph, or with what is wrong with it, and the parser that read captions, if any.

    Captions are parsed together.
    """
    found: dict[str, SceneGraph | str] = {}
    captions: list[str] = []
    for text in dict.fromkeys(texts):
        if wrong := problem(text):
            found[text] = f"{wrong}: neither a caption nor a scene graph"
        elif is_graph(text):
            try:
                found[text] = SceneGraph.from_text(text)
            except GriceError as error:
                found[text] = f"is {error}".partition("\n")[0]
        else:
            captions.append(text)
    if not captions:
        return found, None
    parsed, name = _parsed(captions, parser)
    return found | parsed, name


def _parsed(captions: list[str], parser: str | Path | Parser) -> tuple[dict[str, SceneGraph | str], str]:
    # Imported only where there is a caption: the parser loads a network, and graphs need none.
    from grice.readers.graphs.parsing import described, load, parse, unread

    chosen = load(parser) if isinstance(parser, str | Path) else parser
    graphs = parse(captions, chosen)
    found: dict[str, SceneGraph | str] = {
        caption: f"cannot be parsed: {trouble}" if (trouble := unread(graph)) else graph
        for caption, graph in zip(captions, graphs, strict=True)
    }
    return found, described(chosen)


def _listed(entry: Any) -> list[Any]:
    """The references of one item; a lone reference may be given without a list."""
    if entry is None:
        return []
    if isinstance(entry, list):
        return entry
    return list(entry) if checks.has_entries(entry) else [entry]


def _one(given: Any, known: dict[str, SceneGraph | str], role: str) -> SceneGraph:
    if isinstance(given, SceneGraph):
        return given
    if not isinstance(given, str):
        raise InputError(f"the {role} {problem(given)}")
    found = known[given]
    if isinstance(found, str):
        raise InputError(f"the {role} {found}")
    return found
