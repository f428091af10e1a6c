"""How do answers become a corpus? Descriptions as QTUNA or as rows for scoring, graphs as FACTUAL's files.

Of a caption, the graph that an expert accepted is taken; without one, that of the annotators if all agree. Captions
that an expert discarded are left out, and so are those on which annotators differ, unless asked for.
"""

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.scenes.quantified import DEFAULT
from grice.studies.store import Store
from grice.studies.tasks import annotation

Written = dict[Path, int]
HEADER = ("image_id", "region_id", "caption", "scene_graph")


def write(store: Store, folder: str | Path, dev: float = 0.1, unchecked: bool = False) -> Written:
    """The corpus of a study of production or annotation, in files of a folder; how many rows each has."""
    task = store.design.task
    if task not in ("production", "annotation"):
        raise InputError(f"the task {task!r} makes no corpus", "production or annotation", "grice study export")
    Path(folder).mkdir(parents=True, exist_ok=True)
    return _graphs(store, Path(folder), dev, unchecked) if task == "annotation" else _texts(store, Path(folder))


def accepted(store: Store, unchecked: bool = False) -> dict[str, SceneGraph]:
    """The graph of every caption that has one: an expert's, or the annotators' where they agree."""
    expert: dict[str, Any] = {}
    others: dict[str, list[SceneGraph]] = defaultdict(list)
    for row in store.answers():
        item = store.items[row["item"]]
        if item.gold:
            continue
        if row["role"] == "expert":
            expert[item.id] = None if row["answer"].get("discarded") else annotation.graph(item, row["answer"])
        elif not row["not_understood"]:
            others[item.id].append(annotation.graph(item, row["answer"]))
    found = {item: graphs[0] for item, graphs in others.items() if unchecked or all(one == graphs[0] for one in graphs)}
    return {item: graph for item, graph in (found | expert).items() if graph is not None}


def _graphs(store: Store, folder: Path, dev: float, unchecked: bool) -> Written:
    graphs = accepted(store, unchecked)
    ids = sorted(graphs)
    held = set(np.random.default_rng([store.design.seed, 8]).permutation(ids)[: round(dev * len(ids))].tolist())
    forms: dict[str, Callable[[SceneGraph], str]] = {
        "": SceneGraph.to_text,
        "_id": lambda graph: graph.to_text(identifiers=True),
    }
    written: Written = {}
    for split, chosen in (("train", [i for i in ids if i not in held]), ("dev", [i for i in ids if i in held])):
        for ending, form in forms.items():
            written |= _rows(folder / f"random_{split}{ending}.csv", _captions(store, chosen, graphs, form))
    written |= _rows(folder / "factual_mr.csv", _captions(store, ids, graphs, SceneGraph.to_mr))
    return written | _learnable(store, folder / "captions.jsonl", graphs)


def _learnable(store: Store, path: Path, graphs: Mapping[str, SceneGraph]) -> Written:
    """What `grice train adapt` and `grice train parser --captions` learn from: what captions deny too."""
    with path.open("w", encoding="utf-8") as file:
        for one in sorted(graphs):
            graph = graphs[one]
            row = {"caption": store.items[one].shown["caption"], "graph": graph.to_text(identifiers=True)}
            if graph.denied:
                row["denied"] = SceneGraph(graph.denied).to_text(identifiers=True)
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return {path: len(graphs)}


def _captions(
    store: Store, ids: Sequence[str], graphs: Mapping[str, SceneGraph], form: Callable[[SceneGraph], str]
) -> list[Sequence[Any]]:
    truth = {one: store.items[one].truth for one in ids}
    return [
        (truth[one].get("image_id"), truth[one].get("region_id"), store.items[one].shown["caption"], form(graphs[one]))
        for one in ids
    ]


def _texts(store: Store, folder: Path) -> Written:
    said = [row for row in store.answers() if row["role"] == "participant" and row["answer"]["text"]]
    by_kind: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in said:
        item = store.items[row["item"]]
        if not item.gold and not row["not_understood"]:
            by_kind[item.shown["kind"]].append(row)
    written = _shapes(store, folder, by_kind["shapes"]) if by_kind["shapes"] else {}
    return written | (_rooms(store, folder, by_kind["rooms"]) if by_kind["rooms"] else {})


def _shapes(store: Store, folder: Path, rows: Sequence[Mapping[str, Any]]) -> Written:
    """As QTUNA: a file for each size, and the scenes."""
    numbers: dict[tuple[int, ...], tuple[int, int]] = {}
    for item in store.items.values():
        scene = tuple(item.truth.get("counts", ()))
        if scene and not item.gold and scene not in numbers:
            numbers[scene] = (sum(scene), 1 + sum(sum(other) == sum(scene) for other in numbers))
    kinds = [kind.replace(" ", "_") for kind in DEFAULT.plural_kinds]
    scenes = [(*numbers[scene], *scene) for scene in numbers]
    written = _rows(folder / "scenes.csv", scenes, ("domain_size", "scene_id", *kinds))
    for size in sorted({size for size, _ in numbers.values()}):
        lines: list[str] = []
        for row in rows:
            n, number = numbers[tuple(store.items[row["item"]].truth["counts"])]
            if n == size:
                lines.append(f"{len(lines) + 1}\t{row['participant']}\t{number}\t{row['answer']['text']}\n")
        path = folder / f"raw_n={size}.txt"
        path.write_text("".join(lines), encoding="utf-8")
        written[path] = len(lines)
    return written


def _rooms(store: Store, folder: Path, rows: Sequence[Mapping[str, Any]]) -> Written:
    """As `grice score` takes them."""
    found = []
    for row in rows:
        target, *others = (one["room"] for one in store.items[row["item"]].shown["pictures"])
        found.append((row["answer"]["text"], target, " ".join(map(str, others)), row["participant"]))
    return _rows(folder / "rooms.csv", found, ("prediction", "target_id", "distractor_ids", "participant"))


def _rows(path: Path, rows: Iterable[Sequence[Any]], header: Sequence[str] = HEADER) -> Written:
    listed = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(listed)
    return {path: len(listed)}
