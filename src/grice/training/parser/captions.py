"""What else does a parser learn from? Captions as people and models write them, with graphs drawn by hand.

A file has one JSON object a line: `caption`, `graph` in FACTUAL's text form (empty where nothing of a scene is said),
and, where there is something, `denied`, what the caption says is not so. A row with a `paragraph`, the number of the
text it was cut from, is a sentence of a longer text: it is marked, so that the network learns to write what a person
would draw of a paragraph there and all that is said of a lone caption. Such graphs do not tell verbs from
prepositions nor mark voice, so each predicate gets the mark that FACTUAL's annotators gave it most often.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from grice.errors import InputError
from grice.readers.graphs.alignment import in_reading_order
from grice.readers.graphs.linear import DENIED, IN_TEXT, Fact, facts_of, plain, tokens_of
from grice.readers.graphs.numerals import in_digits
from grice.training.parser.rows import Row, facts_in, is_graph
from grice.words.morphology import base_forms
from grice.words.prepositions import split
from grice.words.split import words_of_text

COPIES = 4
"""How often an epoch holds each such caption: more of them than of FACTUAL's rows."""
Marks = Mapping[str, str]
"""The mark ("v:", "pv:" or none) of each plain predicate."""


def marks_in(rows: Iterable[Row]) -> dict[str, str]:
    """The commonest mark of each predicate of rows in identifier form."""
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for fact in row.facts:
            if len(fact) == 3 and fact[1] != "is":
                bare = plain(fact)[1]
                seen[bare][fact[1].removesuffix(bare)] += 1
    return {predicate: marks.most_common(1)[0][0] for predicate, marks in seen.items()}


def read_captions(path: Path, marks: Marks, copies: float = COPIES) -> list[Row]:
    """The captions of a file with their facts in identifier form."""
    if not path.is_file():
        raise InputError(f"{path} does not exist", "a file of captions with graphs, one JSON object a line")
    rows: list[Row] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            said = json.loads(line)
            rows.append(
                _row(said["caption"], said["graph"], said.get("denied", ""), said.get("paragraph"), marks, copies)
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            given = f"line {number} of {path}: {error}"
            raise InputError(given, '{"caption": "a red ball", "graph": "( ball , is , red )"}') from error
    return rows


def _row(caption: str, graph: str, denied: str, paragraph: int | None, marks: Marks, copies: float) -> Row:
    words = in_digits(words_of_text(caption)).words
    for text in (graph, denied):
        if text and not is_graph(text):
            raise ValueError(f"the graph {text!r} cannot be read")
    asserted = [_marked(fact, marks) for fact in facts_in(graph)] if graph else []
    not_so = [_marked(fact, marks) for fact in facts_in(denied)] if denied else []
    facts = in_reading_order([*asserted, *((DENIED + fact[0], *fact[1:]) for fact in not_so)], words)
    gold = tuple(dict.fromkeys(plain(fact) for fact in asserted))
    marked = words if paragraph is None else (IN_TEXT, *words)
    return Row(marked, tuple(facts_of(tokens_of(facts))), gold, copies=copies, group=paragraph, text=caption)


def _marked(fact: Fact, marks: Marks) -> Fact:
    if len(fact) != 3 or fact[1] == "is" or plain(fact)[1] != fact[1]:
        return fact
    return fact[0], _mark(fact[1], marks) + fact[1], fact[2]


def _mark(predicate: str, marks: Marks) -> str:
    if predicate in marks:
        return marks[predicate]
    verb = split(predicate)[0].split(" ")[0]
    compared = predicate.endswith((" than", " as")) or predicate.startswith("as ")
    return "v:" if verb and not compared and base_forms(verb, "verb") else ""
