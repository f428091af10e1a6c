"""How well do readers turn captions into scene graphs? FACTUAL's intrinsic evaluation (Li et al. 2023, Tables 3 and 4).

Every reader available on a split's file: Set Match, SPICE and SoftSPICE against the gold graphs (plain, noun lemmas, as
in the published evaluator), again without the rows that have a near-duplicate in training, and the lexical diversity of
its graphs. Human judgements of completeness and correctness are filled in from a study's export: a table with the
columns `parser` (a reader as the first column of our tables names it, or "gold"), `complete` and `correct`, a row for
each judgement of a graph, 0 or 1 (or a share between, or true and false).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from grice.benchmarks.options import Split
from grice.corpora import factual
from grice.engines.score import score
from grice.errors import GriceError, InputError
from grice.files import Column, open_rows
from grice.meaning.graph import SceneGraph
from grice.metrics.base import Metric
from grice.metrics.graphs.setmatch import SetMatch
from grice.metrics.graphs.softspice import SoftSpice
from grice.metrics.graphs.spice import Spice
from grice.metrics.texts.diversity import Diversity
from grice.progress import step
from grice.readers.base import Parser
from grice.readers.graphs.parsing import DEFAULT, RULES, load, parse
from grice.tables import Table

PUBLISHED: Mapping[str, Sequence[float | None]] = {
    "SPICE-Parser": (13.00, 56.15, 0.94, 38.04, 49, 57, 1.56, 10.26, 14.87),
    "AMR-SG-T5": (28.45, 64.82, 12.16, 51.71, 31, 71, 2.85, 15.45, 22.56),
    "CDP-T5": (46.15, 73.56, 26.50, 61.21, 28, 86, 3.64, 16.57, 23.96),
    "VG-T5": (11.54, 47.46, 2.94, 42.98, 51, 47, 0.37, 5.27, 10.59),
    "FACTUAL-T5 (pre)": (79.77, 92.91, 42.35, 82.43, 92, 93, 2.76, 13.55, 15.30),
    "FACTUAL-T5": (79.44, 92.23, 38.65, 80.76, None, None, None, None, None),
}
"""Set Match and SPICE on random, then length (Table 3); completeness, correctness, Yule's I, TTR, MTLD (Table 4)."""
PUBLISHED_GOLD: Mapping[str, Sequence[float]] = {
    "gold of VG": (37, 29, 2.80, 12.98, 15.17),
    "gold of CDP": (25, 73, 5.13, 18.69, 27.89),
    "gold of FACTUAL": (90, 78, 2.37, 12.59, 15.02),
}
"""Table 1: people's annotations under the same five measures."""
_STUDY = (Column("parser", "text"), Column("complete", "anything"), Column("correct", "anything"))


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="Folder of FACTUAL, or one of its files.")] = None,
    split: Split = "random",
    parser: Annotated[str | None, typer.Option(help="One more reader: a folder, or the hub id of a T5.")] = None,
    weights: Annotated[
        Path | None, typer.Option(help="One more reader: a folder that `grice train parser` exported.")
    ] = None,
    study: Annotated[
        Path | None, typer.Option(help="Human judgements: columns parser, complete, correct, a row for each.")
    ] = None,
) -> list[Table]:
    """Both tables, for the default reader, the rules, and those named."""
    if data is None:
        raise InputError("factual without --data", "the folder of FACTUAL, or one of its files", factual.CARD.how)
    if split not in ("random", "length"):
        raise InputError(f"--split {split}", "random or length")
    judgements = {} if study is None else read_study(study)
    path = _file(Path(data), split)
    items = [item for item in factual.load(path) if item.error is None]
    if not items:
        raise InputError(f"{path} holds no row with a graph", "a file of FACTUAL", factual.CARD.how)
    captions = [item.caption for item in items]
    readers, notes = _readers(parser, weights)
    made: dict[str, list[SceneGraph]] = {}
    for name, reader in readers.items():
        made[name] = parse(captions, reader, step=step)
    made["gold"] = [item.graph for item in items]
    fresh = _fresh(captions, path.with_name(f"{split}_train.csv"))
    notes += _warnings(captions, split, path.parent, weights)
    used = ",".join(f"{name}@{reader.fingerprint[:8]}" for name, reader in readers.items())
    signed = f"|file:{path.name}|rows:{len(items)}|readers:{used}"
    return [
        _quality(items, made, fresh, path.name, 0 if split == "random" else 2, notes, signed),
        _diversity(made, judgements, path.name, signed),
    ]


def _readers(parser: str | None, weights: Path | None) -> tuple[dict[str, Parser], list[str]]:
    """Readers by the name of their row. One that was asked for and cannot be loaded is an error, others a note."""
    if weights is not None and not weights.is_dir():
        raise InputError(f"--weights {weights} is not a folder", "a folder that `grice train parser` exported")
    readers: dict[str, Parser] = {}
    notes: list[str] = []
    if weights is not None:
        named = load(str(weights))
        readers[f"weights {named.name}"] = named
        notes.append(f"weights {named.name}: {weights}; {_trained_on(weights)}")
    if parser and parser not in (DEFAULT, RULES):
        readers[parser] = load(parser)
    for shipped in (DEFAULT, RULES):
        try:
            readers[shipped] = load(shipped)
        except GriceError as error:
            notes.append(f"{shipped} left out: {error}".replace("\n", "; "))
    return readers, notes


def _trained_on(weights: Path) -> str:
    """What the card of an exported parser says of its training data."""
    card = weights / "CARD.md"
    lines = card.read_text("utf-8").splitlines() if card.is_file() else []
    said = (line.removeprefix("* ") for line in lines if line.startswith("* Training data: "))
    return next(said, "its card does not say what it was trained on")


def _quality(
    items: Sequence[factual.Item],
    made: Mapping[str, Sequence[SceneGraph]],
    fresh: np.ndarray | None,
    name: str,
    first: int,
    notes: Sequence[str],
    signed: str,
) -> Table:
    gold = [[item.graph] for item in items]
    metrics: list[Metric] = [SetMatch(), Spice()]
    try:
        metrics.append(SoftSpice())
    except GriceError as error:
        notes = [*notes, f"softspice left out: {error}".replace("\n", "; ")]
    rows: list[list[object]] = []
    signature = ""
    for reader, graphs in made.items():
        if reader == "gold":
            continue
        result = score(list(graphs), gold, metrics=metrics)
        signature = result.signature
        for where, kept in (("all", np.ones(len(items), bool)), ("no near-duplicate in train", fresh)):
            if kept is not None:
                means = [100 * float(one.items[kept].mean()) for one in result.values()]
                rows.append([reader, where, int(kept.sum()), *means, *[None] * (3 - len(means))])
        step()
    rows += [[f"{who} (paper)", "test", None, *numbers[first : first + 2], None] for who, numbers in PUBLISHED.items()]
    return Table(
        f"FACTUAL {name}: graphs of readers against gold graphs, times 100 (Li et al. 2023, Table 3)",
        ("reader", "rows", "count", "Set Match", "SPICE", "SoftSPICE"),
        rows,
        notes=("The paper's rows are on its test sets; its first four are compared with other gold graphs.", *notes),
        signature=signature + signed,
    )


def _diversity(
    made: Mapping[str, Sequence[SceneGraph]],
    judgements: Mapping[str, tuple[float, float]],
    name: str,
    signed: str,
) -> Table:
    rows: list[list[object]] = [
        [who, *people, None, None, None] for who, people in judgements.items() if who not in made
    ]
    for reader, graphs in made.items():
        found = score(list(graphs), metrics=Diversity())["diversity"].values
        people = judgements.get(reader, (None, None))
        rows.append([reader, *people, found["yules_i"], 100 * found["ttr"], found["mtld"]])
        step()
    rows += [[f"{who} (paper)", *numbers[4:]] for who, numbers in PUBLISHED.items() if numbers[4] is not None]
    rows += [[f"{who} (paper)", *numbers] for who, numbers in PUBLISHED_GOLD.items()]
    return Table(
        f"FACTUAL {name}: faithfulness and consistency (Li et al. 2023, Tables 1 and 4)",
        ("reader", "completeness %", "correctness %", "Yule's I", "TTR %", "MTLD"),
        rows,
        notes=(
            "Completeness and correctness are judged by people: --study FILE, a row per judgement, columns parser, "
            "complete and correct. Yule's I and TTR fall as a corpus grows.",
        ),
        signature=f"{Diversity().signature}{signed}",
    )


def read_study(path: Path) -> dict[str, tuple[float, float]]:
    """Mean completeness and correctness per reader, in per cent, from a row per judgement with 0 or 1 (or between)."""
    found: dict[str, list[tuple[float, float]]] = {}
    for batch in open_rows(path, _STUDY):
        for row in batch.to_pylist():
            if row["error"] is not None:
                raise InputError(f"{path}: {row['error']}", "columns parser, complete, correct in every row")
            found.setdefault(row["parser"], []).append((_share(row["complete"]), _share(row["correct"])))
    if not found:
        raise InputError(f"{path} holds no judgement", "columns parser, complete, correct, a row per judgement")
    means = {reader: 100 * np.mean(given, axis=0) for reader, given in found.items()}
    return {reader: (float(mean[0]), float(mean[1])) for reader, mean in means.items()}


def _share(given: object) -> float:
    """A judgement from 0 to 1; true and false are accepted too."""
    text = str(given).strip().lower()
    try:
        value = {"true": 1.0, "yes": 1.0, "false": 0.0, "no": 0.0}.get(text)
        value = float(text) if value is None else value
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise InputError(f"a judgement of {given!r}", "0 or 1, true or false, or a share between")
    return value


def _file(data: Path, split: str) -> Path:
    """The file named; in a folder, the split's test file where a user has it, else its dev file."""
    if data.is_file():
        return data
    if not data.is_dir():
        raise InputError(f"{data} does not exist", "a folder of FACTUAL, or one of its files", factual.CARD.how)
    options = [data / f"{split}_{part}.csv" for part in ("test", "dev")]
    found = next((path for path in options if path.is_file()), None)
    if found is None:
        raise InputError(f"{data} holds neither {options[0].name} nor {options[1].name}", "a folder of FACTUAL")
    return found


def _fresh(captions: Sequence[str], train: Path) -> np.ndarray | None:
    """Which captions have no near-duplicate in the training file, where there is one."""
    if not train.is_file():
        return None
    return factual.fresh(captions, (item.caption for item in factual.load(train)))


def _warnings(captions: Sequence[str], split: str, folder: Path, weights: Path | None) -> list[str]:
    """The splits share captions: how many of this one a reader trained on the other has seen."""
    other = "length" if split == "random" else "random"
    file = folder / f"{other}_train.csv"
    if not file.is_file() or (split == "random" and (weights is None or "length split" not in _trained_on(weights))):
        return []
    known = {item.caption for item in factual.load(file)}
    seen = f"{sum(caption in known for caption in captions)} of {len(captions)} captions are in {file.name}, on which "
    if split == "random":
        return [f"{seen}{weights} was trained: its row says nothing. Compare it with --split length."]
    return [
        f"{seen}the default reader was trained: its row says nothing about longer captions. Name a reader trained on "
        "length_train.csv with --weights."
    ]
