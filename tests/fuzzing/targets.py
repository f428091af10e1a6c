"""What is fuzzed? For each entrance: how its inputs are made, what is done with one, and what must hold of the result.

A case is what JSON can hold, so that one that failed can be kept. `plain` makes a case of bytes as they are.
"""

import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import grice
from fuzzing import calls, english, written_files, written_graphs
from fuzzing.choices import Choices
from grice import SceneGraph
from grice.files import Column, Writer, open_both, open_pair, open_rows, plain_rows
from grice.meaning.graph_statements import Statement
from grice.readers.rooms.mentions import mentions_of
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.truth import STATUS, judge
from grice.scenes import rooms
from grice.scenes.context import contexts
from grice.scenes.quantified import DEFAULT, Domain

Case = Any
DOMAINS = {
    "": DEFAULT,
    "animals": Domain(size=("big", "small"), animal=("mouse/mice", "sheep/sheep", "dog")),
    "colours": Domain(colour=("red", "blue", "green")),
    "cards": Domain(material=("wooden", "metal"), colour=("black", "white"), shape=("star", "cross")),
}
RULES, CONTRASTS = ("paper", "strict"), ("label", "phrase")
SIZES = (2, 3, 4, 9, 12, 20, 100, 1_000_000, 1, 0, -4, 10_000_001)
COLUMNS = [
    Column("prediction", "text", ("caption", "text"), judged=True),
    Column("references", "texts", ("reference",)),
    Column("target_id", "integer", ("target",), required=False),
    Column("distractor_ids", "integers", required=False),
    Column("id", "anything", ("image_id",), required=False),
]


@dataclass(frozen=True)
class Target:
    """An entrance."""

    make: Callable[[Random], Case]
    run: Callable[[Case], object]
    plain: Callable[[bytes], Case]
    meaning: str


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "ignore")


# ---- captions to graphs


def _parse(parser: str) -> Callable[[str], object]:
    def run(text: str) -> None:
        graph = grice.parse(text, parser=parser, threads=1)
        statements: list[Statement] = [*graph.statements, *graph.denied]
        spans = [thing.span for one in statements for thing in (one, *one.nodes) if getattr(thing, "span", None)]
        assert all(0 <= start <= end <= len(text) for start, end in spans), "a span outside the text"
        _forms(graph)

    return run


def _forms(graph: SceneGraph) -> None:
    """A graph written in every form, and read again where the form holds all of it."""
    assert SceneGraph.from_json(graph.to_json()) == graph, "JSON gives another graph"
    assert SceneGraph.from_networkx(graph.to_networkx()) == graph, "networkx gives another graph"
    assert SceneGraph.from_text(str(graph)).facts == graph.facts, "text gives other facts"
    SceneGraph.from_text(graph.to_text(identifiers=True), lenient=True, identifiers=True)
    SceneGraph.from_mr(graph.to_mr(), lenient=True)
    assert graph.canonical() == graph
    graph.to_dot()
    repr(graph)
    graph.distributed()


# ---- graphs


READ = {
    "text": SceneGraph.from_text,
    "identifiers": lambda text, lenient=False: SceneGraph.from_text(text, lenient, identifiers=True),
    "mr": SceneGraph.from_mr,
}


def _written(random: Random) -> Case:
    return [random.choice(tuple(READ)), written_graphs.text(random)]


def _graph_text(case: Case) -> None:
    form, text = case
    kept = READ[form](text, lenient=True)
    try:
        _forms(kept)
    except grice.InputError as error:
        assert "distributive" in str(error), f"a graph that was read cannot be written: {error}"  # noqa: PT017
    assert READ[form](text) == kept or kept.problems, "strict reading differs from lenient"


def _graph_json(text: str) -> None:
    _forms(SceneGraph.from_json(text))


# ---- quantified descriptions


def _quantified(random: Random) -> Case:
    size = random.choice(SIZES) if random.random() < 0.2 else random.choice((4, 9))
    return [
        english.quantified(random),
        size,
        random.choice(("pragmatic", "literal")),
        random.choice(("", "", "", *DOMAINS)),
    ]


def _read(case: Case) -> None:
    text, size, mode, domain = case
    found = grice.read(text, size, mode, DOMAINS[domain])
    assert len(found.worlds), "no world is left"
    assert (found.worlds.sum(axis=1) == size).all(), "a world of another size"
    assert math.isclose(found.weights.sum(), 1, rel_tol=1e-6), "weights that are no distribution"
    assert all(0 <= start <= end <= len(text) for start, end in (clause.span for clause in found.clauses))
    assert found.allows(found.guess)
    assert found.swaps(found.guess) >= 0
    found.to_json()


# ---- rooms


def _rooms(random: Random) -> Case:
    texts = [english.room(random) for _ in range(random.choice((1, 16, 64)))]
    rivals = [random.randrange(480_000) for _ in range(random.randrange(1, 3))]
    return [texts, random.randrange(480_000), rivals, random.choice(RULES), random.choice(CONTRASTS)]


def _mentions(case: Case) -> None:
    """Captions in one batch, as metrics read them; the first also by itself, which must give the same."""
    texts, target, rivals, rule, contrast = case
    found = read_mentions(texts)
    context = contexts([target] * len(texts), [rivals] * len(texts))
    judged = judge(
        found, rooms.features(context.targets), rooms.features(context.distractors), context.owner, rule, contrast
    )
    lengths = np.array([len(text) for text in texts])[found.item]
    assert ((found.start >= 0) & (found.start < found.end) & (found.end <= lengths)).all(), "a span outside its text"
    alone = mentions_of(texts[0], target, rivals, rule, contrast)
    assert [STATUS[status] for status in judged.status[found.item == 0]] == [mention.status for mention in alone]
    mentions_of(texts[0])


# ---- metrics


def _score(source: str) -> None:
    try:
        given = calls.evaluated(source)
    except (
        grice.GriceError,
        TypeError,
        ValueError,
        SyntaxError,
        RecursionError,
        MemoryError,
        AttributeError,
        NameError,
    ):
        return
    result = grice.score(**given)
    str(result)
    result.table()
    assert result.errors is not None
    for score in result.values():
        for value in score.metric.values:
            items = np.asarray(score[value.name].items)
            known = items[~np.isnan(items)]
            assert ((known >= value.lowest - 1e-9) & (known <= value.highest + 1e-9)).all(), (
                f"{value.name} out of bounds"
            )
            score[value.name].interval(samples=20)
        if len(items):
            score.explain(0)


def _sourced(data: bytes) -> Case:
    """The source of a call; bytes are no source worth running, so they decide."""
    return calls.option(Choices(data))


# ---- files


def _file(case: Case) -> None:
    ending, content = case
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        path = Path(folder) / f"rows{ending}"
        path.write_bytes(content.encode("latin-1"))
        pair = Path(folder) / "references.json"
        pair.write_text('{"42": ["a dog"], "1": ["a cat", "two dogs"]}')
        uses = (
            lambda: _rows(path, COLUMNS[:1]),
            lambda: _rows(path, COLUMNS),
            lambda: _joined(open_both(path)),
            lambda: _joined(open_pair(path, pair, 2, keep=True)),
            lambda: _joined(open_pair(pair, path)),
        )
        refusals = [error for use in uses if (error := _refusal(use))]
        if len(refusals) == len(uses):
            raise refusals[0]


def _refusal(use: Callable[[], object]) -> grice.GriceError | None:
    try:
        use()
    except grice.GriceError as error:
        return error
    return None


def _rows(path: Path, columns: list[Column]) -> None:
    source = open_rows(path, columns, batch_rows=2, keep=True)
    batches = list(source)
    assert all(batch.schema.equals(source.schema) for batch in batches), "a batch of another schema"
    rows = [row for batch in batches for row in plain_rows(batch)]
    numbers = [row["row"] for row in rows]
    assert numbers == sorted(set(numbers)), "rows are not numbered as they stand"
    assert source.total is None or source.total >= 0
    for form in (".jsonl", ".csv", ".parquet") if batches else ():
        with Writer(path.with_name(f"out{form}"), force=True) as writer:
            for batch in batches:
                writer.write(batch)


def _joined(joined: Any) -> None:
    for batch in joined or ():
        list(plain_rows(batch))


def _bytes(data: bytes) -> Case:
    endings = (".csv", ".jsonl", ".json", ".txt", ".tsv", ".parquet", ".csv.gz")
    return [endings[data[0] % len(endings)] if data else ".csv", data[1:].decode("latin-1")]


TARGETS = {
    "graph-text": Target(
        _written, _graph_text, lambda data: ["mr", _decoded(data)], "SceneGraph.from_text, from_mr, and back"
    ),
    "graph-json": Target(written_graphs.as_json, _graph_json, _decoded, "SceneGraph.from_json, and back"),
    "mentions": Target(
        _rooms,
        _mentions,
        lambda data: [[_decoded(data)], 118308, [480], "paper", "label"],
        "read_mentions, mentions_of",
    ),
    "parse-rules": Target(english.caption, _parse("rules"), _decoded, 'parse(parser="rules"), every form of the graph'),
    "parse-network": Target(english.caption, _parse("default"), _decoded, "parse, every form of the graph"),
    "read": Target(_quantified, _read, lambda data: [_decoded(data), 4, "pragmatic", ""], "read"),
    "score": Target(
        calls.score,
        _score,
        lambda data: calls.score(Choices(data)),
        "score: texts, graphs, rooms, quantities, odd types",
    ),
    "score-networks": Target(
        calls.score_by_networks,
        _score,
        lambda data: calls.score_by_networks(Choices(data)),
        "score: metrics with an encoder",
    ),
    "options": Target(calls.option, calls.evaluated, _sourced, "options of wrong types"),
    "files": Target(written_files.file, _file, _bytes, "open_rows, open_pair, open_both, Writer"),
}
