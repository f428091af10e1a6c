"""What does the report say of quantified descriptions? What speakers say of scenes, and what a reader gets back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from grice.benchmarks import pel2020, qtuna
from grice.corpora.qtuna import SCENES
from grice.progress import step
from grice.readers.quantified import read
from grice.report.charts import bars
from grice.report.page import Answer, Figure, Figures, Fold, Heading, Letters, Paragraph, Part, Section
from grice.report.quantified_scenes import Told, scenes, told
from grice.report.settings import Settings
from grice.scenes.quantified import swaps, worlds
from grice.speakers.base import SPEAKERS, describe
from grice.tables import Table
from grice.version import __version__

SIZES = (4, 6, 9, 10, 16, 20)
SHORT, LONG = (4, 9, 20), (6, 10, 16)
"""The sizes of QTUNA, which are those of the thesis's experiment A, and of its experiment B."""
MEANINGS = {
    "n": "how many objects a scene has",
    "swap": "an object that must change for the reader's scene to be the true one",
    "swap percentage": "swaps over n, as the thesis divides them",
    "complete": "plain logic leaves no scene but the true one",
    "scenes left": "how many scenes of n objects the reader still allows",
}


def section(settings: Settings) -> Section:
    """The answer, the thirty scenes of QTUNA, swaps beside the thesis's, its tests recomputed, completeness by n."""
    speakers = SPEAKERS.of("quantified")
    found = {scene: told(scene, speakers, settings.seed) for scene in SCENES.values()}
    cells = _cells(settings)
    tried = {name: [_tried(name, size, settings) for size in SIZES] for name in speakers}
    parts: list[Part] = [
        Paragraph(
            "A speaker describes a scene of blue and red squares and circles with all, half, most, numbers and the "
            "rest. A reader works out which scenes the words allow and answers with one. In this section:"
        ),
        Letters(MEANINGS),
        *scenes(found, settings.seed),
        *_swaps(cells, settings),
        *_completeness(tried, settings),
        *_people(settings),
    ]
    return Section("Can a reader rebuild the scene?", parts, "quantified", _answer(found, cells))


def steps(settings: Settings) -> int | None:
    """Every scene, every cell of every simulated study, every speaker by size."""
    if settings.folder("qtuna") is not None:
        return None
    cells = len(pel2020.CELLS) * settings.studies
    return len(SCENES) + cells + len(SPEAKERS.of("quantified")) * len(SIZES)


def _answer(found: Mapping[tuple[int, ...], Sequence[Told]], cells: Table) -> Answer:
    exact: dict[str, list[bool]] = {}
    by_size: dict[str, dict[int, list[bool]]] = {}
    for scene, said in found.items():
        for one in said:
            exact.setdefault(one.speaker, []).append(one.exact)
            by_size.setdefault(one.speaker, {}).setdefault(sum(scene), []).append(one.exact)
    counts = {name: sum(values) for name, values in exact.items()}
    best, worst = max(counts, key=lambda name: counts[name]), min(counts, key=lambda name: counts[name])
    large = {name: sum(sizes[20]) for name, sizes in by_size.items()}
    lost = min(large, key=lambda name: large[name])
    records = [row for row in cells.records() if row["speaker"] != "people"]
    r = pel2020.correlation(
        np.array([row["simulated"] for row in records]), np.array([row["thesis"] for row in records])
    )
    series = {name: [float(np.mean(sizes[size])) for size in SHORT] for name, sizes in by_size.items()}
    chart = bars("Scenes that a reader rebuilds exactly, by size", [f"{n} objects" for n in SHORT], series)
    return Answer(
        (
            f"From what {best} says, a reader rebuilds {counts[best]} of the 30 QTUNA scenes exactly; from what "
            f"{worst} says, {counts[worst]}.",
            f"Size is what makes it hard: with 20 objects it is {large[best]} of 10 for {best} and {large[lost]} of 10 "
            f"for {lost}, whose words (most, fewer, a minority) leave many scenes open.",
            f"Simulated readers, with nothing fitted, predict the thesis's twelve swap percentages with r = {r:.2f}.",
        ),
        Figure(chart, "The share of QTUNA's ten scenes of a size that the reader's one answer gets right."),
    )


def _cells(settings: Settings) -> Table:
    folder = settings.folder("qtuna")
    said = {size: qtuna.people_said(folder, size) for size in SHORT} if folder is not None else {}
    (table,) = pel2020.tables(qtuna.understood_by_size(said), settings.seed, settings.studies)
    return replace(table, signature=f"pel2020|seed:{settings.seed}|seeds:{settings.studies}|grice:{__version__}")


def _swaps(cells: Table, settings: Settings) -> Iterator[Part]:
    yield Heading("Swap percentages beside the thesis")
    yield Paragraph(
        "Pel (2020) asked people to rebuild scenes from descriptions. Here simulated readers do it: of an algorithm's "
        "text they take any scene in which it and all it implicates hold, of a person's text the one that fits best. "
        f"Means over {settings.studies} simulated studies; rows marked (paper) are as printed."
    )
    yield pel2020.side_by_side(cells, SHORT, "Swaps, % of n, experiment A (Pel 2020, Table 2)")
    yield pel2020.side_by_side(cells, LONG, "Swaps, % of n, experiment B (Pel 2020, Table 3)")
    yield pel2020.side_by_side(cells, SIZES, "Swaps, % of n, both experiments (Pel 2020, Table 6)")
    yield Fold("Every cell with the band in which 90 % of the studies fall", [cells])
    yield Heading("The thesis's tests, recomputed")
    yield Paragraph("Do readers of one description differ more where scenes are larger?")
    yield pel2020.spread_tests()


def _tried(name: str, size: int, settings: Settings) -> tuple[float, float, float, float]:
    """Means over scenes: statements, complete by logic, read back exactly, swaps of the reader's answer."""
    every = worlds(size)
    chosen = np.random.default_rng(settings.seed).permutation(len(every))[: settings.scenes]
    rows = []
    for place, counts in enumerate(every[np.sort(chosen)].tolist()):
        said = describe(tuple(counts), speaker=name, seed=settings.seed + place)
        wrong = swaps(np.array(read(said.text, size=size).guess), np.array(counts))
        rows.append((len(said.statements), said.complete_logically, wrong == 0, wrong))
    step()
    statements, complete, exact, off = np.mean(np.array(rows, float), axis=0).tolist()
    return statements, complete, exact, off


def _completeness(found: Mapping[str, Sequence[tuple[float, ...]]], settings: Settings) -> Iterator[Part]:
    yield Heading("Completeness by n")
    sizes = [f"n = {size}" for size in SIZES]
    longest = max(values[0] for tried in found.values() for values in tried)
    charts = []
    for measure, title, highest in (
        (1, "Descriptions that leave one scene by plain logic", 1.0),
        (2, "Scenes that the reader gets back exactly", 1.0),
        (0, "Statements per description", float(np.ceil(longest))),
    ):
        series = {name: [values[measure] for values in tried] for name, tried in found.items()}
        charts.append(Figure(bars(title, sizes, series, highest), "", title))
    yield Figures(tuple(charts))
    rows = [[size, name, *found[name][i]] for i, size in enumerate(SIZES) for name in found]
    yield Fold(
        "The same as a table",
        [
            Table(
                "Speakers by the size of the scene",
                ("n", "speaker", "statements", "complete", "read back", "swaps"),
                rows,
                (f"{settings.scenes} scenes of each size, at random; shares, and means of statements and swaps.",),
                f"describe|read|scenes:{settings.scenes}|seed:{settings.seed}|grice:{__version__}",
                MEANINGS,
            )
        ],
    )


def _people(settings: Settings) -> Iterator[Part]:
    """How well people's own descriptions are read, where the corpus is there."""
    folder = settings.folder("qtuna")
    if folder is not None:
        said = {size: qtuna.people_said(folder, size) for size in SHORT}
        yield Heading("People's own descriptions")
        yield qtuna.coverage(said)
        yield qtuna.findings(said, settings.seed)
