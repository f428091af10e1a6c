"""How well are people's quantified descriptions read, and do speakers describe as people do? The QTUNA corpus.

Coverage of the reader, the four findings of the corpus paper (Chen, van Deemter et al. 2019: vagueness, completeness
and length by domain size; shape before colour) for people and for every speaker, the round trip of the complete
speaker, and the thesis's reconstruction tables (Pel 2020, Tables 2, 3 and 6) beside simulated readers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
import typer

from grice.benchmarks import pel2020
from grice.benchmarks.options import Seed
from grice.corpora.qtuna import SCENES, SIZES, descriptions, mistaken
from grice.errors import InputError
from grice.files import Column, open_rows
from grice.meaning.reading import Reading
from grice.progress import step
from grice.readers.quantified.reading import read
from grice.readers.quantified.reconstruction import outcome
from grice.readers.quantified.rules import chunked
from grice.readers.quantified.segments import prepared
from grice.readers.quantified.tokens import Vocabulary, vocabulary
from grice.scenes.quantified import DEFAULT, counts, worlds
from grice.speakers.base import load
from grice.tables import Table
from grice.version import __version__
from grice.words.characters import clean

VAGUE = frozenset(
    {"most", "mostly", "minority", "some", "a_few", "few", "a_couple", "several", "many", "almost_all", "almost"}
    | {"about", "about_number"}
)
"""Quantities that leave open how many."""
SPEAKERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("qdg-ia", {}),
    ("qdg-greedy", {}),
    ("complete", {"style": "short"}),
    ("complete", {"style": "legible"}),
    ("complete", {"style": "vague"}),
)
RUNS = 10
LARGEST = 20


@dataclass(frozen=True)
class Said:
    """A description of a known scene, with its pragmatic and its literal reading."""

    text: str
    scene: tuple[int, ...]
    pragmatic: Reading
    literal: Reading
    mistaken: bool = False


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="Folder of QTUNA; without it, people are left out.")] = None,
    seed: Seed = 0,
    seeds: Annotated[int, typer.Option(help="How many studies to simulate.")] = 50,
    texts: Annotated[
        Path | None,
        typer.Option(help="A file of texts (writer, size, counts, text); only the reader on them is shown."),
    ] = None,
) -> list[Table]:
    """Reader and speakers on QTUNA; `data` is the folder of the corpus, without which people are left out."""
    if texts is not None:
        return [replace(_written(texts), signature=f"qtuna|texts:{texts.name}|grice:{__version__}")]
    if seeds < 1:
        raise InputError(f"{seeds} seeds", "at least one")
    people = {size: people_said(data, size) for size in SIZES} if data is not None else {}
    tables = [coverage(people)] if people else []
    step()
    tables.append(findings(people, seed))
    tables.append(_round_trip())
    tables += pel2020.tables(understood_by_size(people), seed, seeds)
    signature = f"qtuna|seed:{seed}|seeds:{seeds}|grice:{__version__}"
    return [replace(table, signature=signature) for table in tables]


def people_said(folder: Path, size: int) -> list[Said]:
    return [replace(_said(u.raw, u.scene), mistaken=mistaken(u)) for u in descriptions(folder, (size,))]


@cache
def _readings(text: str, size: int) -> tuple[Reading, Reading]:
    return read(text, size), read(text, size, "literal")


def _said(text: str, scene: tuple[int, ...]) -> Said:
    return Said(text, scene, *_readings(text, sum(scene)))


def coverage(people: dict[int, list[Said]]) -> Table:
    rows: list[list[Any]] = []
    for size, said in people.items():
        known = [scene for (n, _), scene in SCENES.items() if n == size]
        scenes = known or sorted({one.scene for one in said})
        understood = [one for one in said if one.pragmatic.understood]
        others = [[one.pragmatic.allows(scene) for scene in scenes if scene != one.scene] for one in said]
        left = [len(one.pragmatic.worlds) for one in said]
        row = [
            size,
            len(said),
            len(understood) / len(said),
            _share(one.pragmatic.allows(one.scene) for one in understood),
            _share(one.pragmatic.allows(one.scene) for one in understood if not one.mistaken),
            _share(allowed for other in others for allowed in other),
            _share(one.pragmatic.guess == one.scene for one in said),
            float(np.mean([outcome(one.pragmatic, one.scene).share for one in said])),
            float(np.median(left)),
            float(np.mean(left)),
            float(np.mean([one.pragmatic.bits for one in said])),
        ]
        rows.append(row)
    return Table(
        "the reader on people's descriptions, pragmatic reading",
        ("size", "rows", "understood", "consistent", "errors apart", "others allowed", "guess exact", "swap rate",
         "worlds, median", "worlds, mean", "bits left"),
        rows,
        (
            "understood: every clause; consistent: of the understood, the true scene is allowed (people's own errors "
            "count against it); errors apart: the same without the descriptions known not to fit their scene "
            "(grice.corpora.qtuna.MISTAKES); others allowed: of the other nine scenes of the size, how many the text "
            "allows too",
        ),
    )  # fmt: skip


def _written(path: Path) -> Table:
    """The reader on texts of other writers, each with the scene it was written for; a text that cannot be read counts
    as not understood."""
    people: dict[int, list[Said]] = {}
    writers: dict[int, set[str]] = {}
    refused: Counter[int] = Counter()
    for writer, scene, text in _rows(path):
        size = sum(scene)
        writers.setdefault(size, set()).add(writer)
        try:
            people.setdefault(size, []).append(_said(text, scene))
        except InputError:
            refused[size] += 1
    table = coverage({size: people[size] for size in sorted(people)})
    rows = []
    for size, read_, understood, *others in table.rows:
        every = read_ + refused[size]
        rows.append([size, len(writers[size]), every, understood * read_ / every, *others])
    columns = ("size", "writers", *table.columns[1:])
    return Table(f"the reader on the texts of {path.name}, pragmatic reading", columns, rows, table.notes)


def _rows(path: Path) -> Iterator[tuple[str, tuple[int, ...], str]]:
    kinds = "blue squares, red squares, blue circles and red circles"
    columns = [Column("writer", "anything"), Column("counts", "integers", meaning=kinds), Column("text", "text")]
    source = open_rows(path, columns)
    for batch in source:
        for row in batch.to_pylist():
            if row["error"]:
                raise InputError(f"row {row['row'] + 1} of {path}: {row['error']}", "a writer, four counts and a text")
            yield str(row["writer"]), counts(row["counts"]), row["text"]


def findings(people: dict[int, list[Said]], seed: int) -> Table:
    rows: list[list[Any]] = []
    for size in SIZES:
        scenes = [scene for (n, _), scene in SCENES.items() if n == size]
        if people:
            rows.append([size, "people", *_measures(people[size])])
        for name, options in SPEAKERS:
            speak = load(name, **cast(Any, options))
            runs = 1 if name == "complete" else RUNS
            texts = [(speak(scene, seed=seed + i)[0].text, scene) for scene in scenes for i in range(runs)]
            rows.append([size, " ".join([name, *options.values()]), *_measures([_said(*one) for one in texts])])
            step()
    return Table(
        "four findings of the QTUNA paper, for people and for every speaker",
        ("size", "speaker", "vague", "complete", "by logic", "words", "shape first", "colour second"),
        rows,
        (
            "the paper: people are vaguer, less complete and shorter as scenes grow, and name shape before colour",
            "vague: a text with a vague word; complete: the reading leaves only the true scene; shape first: the first "
            "clause that names just one attribute names shape; colour second: of those, a later clause names colour",
        ),
    )


def _measures(said: Sequence[Said]) -> list[float]:
    known = vocabulary(DEFAULT)
    vague, first, second = [], [], []
    for one in said:
        sentences = list(known.sentences(clean(one.text).text))
        chunks = [chunk for sentence in sentences for chunk in chunked(prepared(sentence)[0]) if chunk.kind]
        vague.append(any(chunk.kind in VAGUE or chunk.has("ALMOST", "APPROX") for chunk in chunks))
        order = [_attributes(clause.text, known) for clause in one.pragmatic.clauses]
        alone = [i for i, named in enumerate(order) if len(named) == 1]
        if alone:
            first.append(order[alone[0]] == {"shape"})
            if first[-1]:
                second.append(any("colour" in named for named in order[alone[0] + 1 :]))
    return [
        _share(vague),
        _share(len(one.pragmatic.worlds) == 1 and one.pragmatic.allows(one.scene) for one in said),
        _share(len(one.literal.worlds) == 1 and one.literal.allows(one.scene) for one in said),
        float(np.mean([len(one.text.split()) for one in said])),
        _share(first),
        _share(second),
    ]


def _attributes(text: str, known: Vocabulary) -> set[str]:
    tokens = known.tokens(clean(text).text)
    return {token.value[0] for token in tokens if isinstance(token.value, tuple)}


def _round_trip() -> Table:
    """Every scene of every size up to twenty: described completely, read literally, one world left."""
    rows = []
    for style in ("short", "legible"):
        speak = load("complete", style=style)
        for size in range(2, LARGEST + 1):
            scenes = [tuple(scene) for scene in worlds(size).tolist()]
            found = [read(speak(scene)[0].text, size, "literal") for scene in scenes]
            exact = [len(r.worlds) == 1 and r.guess == scene for r, scene in zip(found, scenes, strict=True)]
            rows.append([style, size, len(scenes), sum(exact), sum(exact) == len(scenes)])
            step()
    return Table(
        "round trip: the complete speaker read literally",
        ("style", "size", "scenes", "exactly one world, the scene", "all"),
        rows,
    )


def understood_by_size(people: dict[int, list[Said]]) -> dict[int, list[tuple[Reading, tuple[int, ...]]]]:
    """What a reader of people's texts can work with: those that are understood."""
    return {size: [(o.pragmatic, o.scene) for o in said if o.pragmatic.understood] for size, said in people.items()}


def _share(values: Iterable[bool]) -> float:
    listed = list(values)
    return float(np.mean(listed)) if listed else float("nan")
