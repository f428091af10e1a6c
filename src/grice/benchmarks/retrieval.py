"""Does a caption find its scene? Captions as queries for gold scene graphs (Li et al. 2023, section 5.3, Table 7).

A caption is parsed, and every graph is ranked by SoftSPICE with it: all pairs in one matrix product. With FACTUAL the
graphs are those of its dev rows (of a region: the paper's "local"); with Visual Genome's region_graphs.json also those
of whole images ("not local"). A graph as good as the right one counts half a rank, so that ties earn no credit.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from grice.benchmarks.options import Seed, Split
from grice.corpora import factual, visual_genome
from grice.encoders.loading import load
from grice.errors import GriceError, InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.progress import step
from grice.readers.graphs.parsing import load as load_parser
from grice.readers.graphs.parsing import parse
from grice.retrieval.index import Index
from grice.tables import Table
from grice.version import __version__

QUERIES = 456
"""As many as in the paper."""
MOST = 5000
"""A collection up to this size is also searched in full, by all its captions: every pair is scored."""
PARSERS = ("default", "rules")
PUBLISHED: Mapping[str, Mapping[str, tuple[float, float, float, float]]] = {
    "local": {
        "SPICE-Parser": (67.76, 84.87, 67.54, 81.80),
        "CDP-T5": (72.59, 88.16, 62.28, 80.70),
        "VG-T5": (49.56, 68.86, 58.77, 74.34),
        "FACTUAL-T5": (79.39, 92.32, 75.00, 87.06),
        "CLIPScore": (31.58, 58.77, 45.61, 66.01),
    },
    "not local": {
        "SPICE-Parser": (47.81, 71.05, 57.01, 78.07),
        "CDP-T5": (57.02, 76.54, 51.54, 71.27),
        "VG-T5": (38.38, 58.11, 51.54, 70.61),
        "FACTUAL-T5": (66.45, 83.99, 68.42, 85.53),
        "CLIPScore": (23.02, 47.37, 34.65, 55.26),
    },
}
"""Table 7: R@1 and R@5 on the random split, then on the length split, among 456 images of Visual Genome."""
Scene = tuple[str, SceneGraph]
"""A caption and the graph it has to find."""


def run(
    *,
    data: Annotated[
        Path | None, typer.Option(help="Folder or file of FACTUAL, or Visual Genome's region_graphs.json.")
    ] = None,
    split: Split = "random",
    pairs: Annotated[int, typer.Option(help="How many captions, drawn at random.")] = QUERIES,
    seed: Seed = 0,
) -> list[Table]:
    """Recall and median rank of each parser's graphs, of the gold graphs as queries, and of the captions themselves."""
    if data is None:
        raise InputError("retrieval without --data", "the folder of FACTUAL, or Visual Genome's region_graphs.json")
    if split not in ("random", "length"):
        raise InputError(f"--split {split}", "random or length")
    if pairs < 1:
        raise InputError(f"--pairs {pairs}", "at least one")
    rng = np.random.default_rng(seed)
    tables = []
    for setting, scenes in _settings(Path(data), split, pairs, rng).items():
        sizes = {pairs, len(scenes)} if setting == "local" and len(scenes) <= MOST else {pairs}
        for size in sorted({min(size, len(scenes)) for size in sizes}):
            chosen = [scenes[i] for i in sorted(rng.choice(len(scenes), size, replace=False).tolist())]
            tables.append(table(chosen, setting, split, f"file:{Path(data).name}|seed:{seed}"))
    return tables


def table(scenes: Sequence[Scene], setting: str, split: str, signed: str) -> Table:
    """One row per way to make queries, then the paper's."""
    captions = [caption for caption, _ in scenes]
    gold = [graph for _, graph in scenes]
    encoder = load()
    index = Index.of(gold, encoder)
    step()
    queries: dict[str, Sequence[tuple[str, ...]]] = {}
    notes = []
    used = []
    for name in PARSERS:
        try:
            parser = load_parser(name)
            queries[f"softspice, parser {name}"] = [parts(graph) for graph in parse(captions, parser, step=step)]
            used.append(f"{name}@{parser.fingerprint[:8]}")
        except GriceError as error:
            notes.append(f"parser {name} left out: {error}".replace("\n", "; "))
    queries["softspice, the caption whole"] = [(caption,) for caption in captions]
    if setting == "local":
        queries["softspice, gold graph (upper bound)"] = [parts(graph) for graph in gold]
    rows: list[list[object]] = []
    for name, asked in queries.items():
        found = ranks(asked, index, encoder.encode)
        recalls = [100 * float((found <= k).mean()) for k in (1, 5, 10)]
        rows.append([name, *recalls, float(np.median(found))])
        step()
    first = 0 if split == "random" else 2
    rows += [
        [f"{parser} (paper)", *numbers[first : first + 2], None, None] for parser, numbers in PUBLISHED[setting].items()
    ]
    return Table(
        f"Retrieval: {len(scenes)} captions for {len(scenes)} graphs, {setting}, {split} split",
        ("query", "R@1", "R@5", "R@10", "median rank"),
        rows,
        notes=(
            "The paper's 456 captions are from test sets, its graphs from Visual Genome: another collection than here.",
            *notes,
        ),
        signature=f"softspice|lemmatise:noun|encoder:{index.encoder}|parsers:{','.join(used)}|graphs:{len(index)}"
        f"|{setting}|split:{split}|{signed}|grice:{__version__}",
    )


def ranks(
    queries: Sequence[tuple[str, ...]], index: Index, encode: Callable[[Sequence[str]], NDArray[np.float32]]
) -> NDArray[np.float64]:
    """The rank of graph i for query i; a query without parts ranks nothing, so all graphs tie."""
    asked = [query or ("",) for query in queries]
    distinct = list(dict.fromkeys(part for query in asked for part in query))
    place = {part: row for row, part in enumerate(distinct)}
    vectors = encode(distinct)
    if "" in place:
        vectors[place[""]] = 0
    starts = np.cumsum([0, *map(len, asked)])[:-1]
    scores = index.scores(starts.tolist(), vectors[[place[part] for query in asked for part in query]])
    right = scores[np.arange(len(scores)), np.arange(len(scores))][:, None]
    # Equal up to rounding: the same parts in another order must not be ranked apart.
    better, equal = (scores > right + 1e-6).sum(axis=1), (np.abs(scores - right) <= 1e-6).sum(axis=1) - 1
    found: NDArray[np.float64] = 1 + better + equal / 2
    return found


def _settings(data: Path, split: str, most: int, rng: np.random.Generator) -> dict[str, list[Scene]]:
    """Scenes to find: regions, and with Visual Genome whole images, each with the caption of one of its regions."""
    if data.is_file() and data.suffix == ".json":
        images = _images(data, most, rng)
        if not images:
            raise InputError(f"{data} holds no region with a graph", "Visual Genome's region_graphs.json")
        whole = [
            (regions[0][0], SceneGraph(tuple(dict.fromkeys(s for _, graph in regions for s in graph.statements))))
            for regions in images
        ]
        return {"local": [regions[0] for regions in images], "not local": whole}
    path = data / f"{split}_dev.csv" if data.is_dir() else data
    found = [(item.caption, item.graph) for item in factual.load(path) if item.error is None]
    if not found:
        raise InputError(f"{path} holds no row with a graph", "a file of FACTUAL", factual.CARD.how)
    return {"local": found}


def _images(path: Path, most: int, rng: np.random.Generator) -> list[list[Scene]]:
    """The regions of some images of Visual Genome, drawn uniformly from a stream: its file is larger than memory."""
    beside = path.with_name("attributes.json")
    regions = visual_genome.regions(path, beside if beside.exists() else None)
    kept: list[list[Scene]] = []
    seen = 0
    for _, items in groupby(regions, key=lambda item: item.image_id):
        found = [(item.caption, item.graph) for item in items if item.error is None and item.graph.statements]
        if not found:
            continue
        place = seen if seen < most else int(rng.integers(seen + 1))
        if place < most:
            kept[place : place + 1] = [found]
        seen += 1
        step()
    return kept
