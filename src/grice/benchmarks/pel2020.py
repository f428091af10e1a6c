"""Would simulated readers have found what the thesis found? Pel (2020), Tables 2, 3 and 6, beside simulated readers.

No parameter of the reader is fitted to the tables. The thesis asked its readers to choose any answer that they consider
consistent with the description. So for an algorithm's text the simulated reader takes any scene in which the text and
all it implicates hold, each equally likely (`strict`); for a person's text, whose vague words stand for typical
amounts, the scene that fits best (`prototype`). It makes no errors. Texts are those of the released code; for the sizes
that QTUNA lacks, scenes are drawn anew for every seed, all scenes of a size equally likely. `simulated_readers`
compares other readers, scenes and speakers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.corpora.qtuna import SCENES
from grice.meaning.reading import Mode, Reading
from grice.progress import step
from grice.readers.quantified.reading import read
from grice.readers.quantified.reconstruction import outcome, reconstruct
from grice.scenes.quantified import DEFAULT, rank, swaps, worlds
from grice.speakers.base import load
from grice.speakers.quantified.description import Description
from grice.speakers.quantified.qdg import layout
from grice.statistics.anova import anova, tukey
from grice.tables import Table

THESIS: dict[str, dict[int, float]] = {
    "qdg-ia": {4: 0.0, 6: 1.39, 9: 11.81, 10: 10.0, 16: 10.42, 20: 18.33},
    "qdg-greedy": {4: 2.08, 6: 1.39, 9: 8.33, 10: 8.33, 16: 7.81, 20: 15.0},
    "people": {4: 8.33, 9: 6.25, 20: 15.0},
}
"""Swap percentages: Table 2 (4, 9, 20), Table 3 (6, 10, 16), Table 6 (both)."""
SPREADS: dict[str, dict[int, tuple[float, ...]]] = {
    "experiment A (Table 4)": {
        4: (0, 0, 0, 0, 0, 0, 0, 0, 1),
        9: (1, 0, 1.915, 0, 0, 2, 2.582, 2.309, 1, 0, 1, 0),
        20: (6.532, 3, 4.435, 2, 2.915, 2, 9.229, 4.817, 8.639),
    },
    "experiment B (Table 5)": {
        6: (1.414, 0, 0, 0, 0, 1.414, 0, 0, 0, 0, 0, 0),
        10: (2.828, 0, 1.414, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        16: (0, 0, 0, 2.828, 2.828, 2.828, 1.414, 2.828, 1.414, 4.243, 1.414, 1.414),
    },
}
"""How far the readers of each description differed, as printed: the sum over kinds of the standard deviations."""
TESTED: dict[str, dict[str, float]] = {
    "experiment A (Table 4)": {"ANOVA": 2.2167e-06, "4 and 9": 0.458, "4 and 20": 0.001, "9 and 20": 0.001},
    "experiment B (Table 5)": {"ANOVA": 0.0008, "6 and 10": 0.900, "6 and 16": 0.002, "10 and 16": 0.004},
}
"""The p that the thesis printed for its analysis of variance and for Tukey's comparisons of sizes."""
CELLS = tuple((name, size) for name in ("qdg-ia", "qdg-greedy") for size in THESIS[name])
PUBLISHED = np.array([THESIS[name][size] for name, size in CELLS])
SCENES_DRAWN = 30
"""Random scenes of a size that QTUNA lacks; for 4, 9 and 20 objects, all ten scenes of QTUNA are used."""
STUDIED = {4: (3, 4), 6: (6, 2), 9: (4, 4), 10: (6, 2), 16: (6, 2), 20: (3, 4)}
"""How many scenes of a size the thesis showed, and to how many readers each."""
OWN = "own"
"""A reader that gets, instead of words, what the released algorithms take their statements to mean."""
PEOPLE = "prototype"

Scenes = list[tuple[int, ...]]
Human = Mapping[int, Sequence[tuple[Reading, tuple[int, ...]]]]


@dataclass(frozen=True)
class Setting:
    """The speaker, the reader, and which scenes."""

    pick: str = "strict"
    error: float = 0.0
    mode: Mode = "pragmatic"
    scenes: str = "anew"
    variant: str = "released"
    promotion: str = "released"

    def speak(self, name: str, scene: tuple[int, ...], seed: int) -> Description:
        options: dict[str, Any] = {"promotion": self.promotion} if name == "qdg-ia" else {}
        (said,) = load(name, variant=self.variant, **options)(scene, seed=seed)
        return said  # type: ignore[no-any-return]


def tables(people: Human, seed: int, seeds: int) -> list[Table]:
    """Every cell of the three tables: the thesis, our mean over seeds, and the band in which 90 % of the seeds fall."""
    setting = Setting()
    found = np.array([simulated(setting, seed, seed + i) for i in range(seeds)])
    mean = found.mean(axis=0)
    studies = np.array([study(setting, seed + i) for i in range(seeds)])
    rows = [_row(name, size, found[:, i]) for i, (name, size) in enumerate(CELLS)]
    for size, said in people.items():
        rows.append(_row("people", size, np.array([_people(said, size, seed + i) for i in range(seeds)])))
    notes = [
        f"the twelve cells of the algorithms: r = {correlation(mean):.3f} of the means over {seeds} seeds, "
        f"{_band(found)} of single seeds; mean absolute difference {np.abs(mean - PUBLISHED).mean():.1f} points",
        "what a perfect prediction could reach: these readers in a study of the thesis's size, three to six scenes and "
        f"12 to 16 answers a cell, give r = {_band(studies, mean)} with their own means",
        "the scenes and texts of the study are not known; other scenes move a cell by several points",
    ]
    if people:
        off = max(abs(row[4]) for row in rows if row[0] == "people")
        notes.append(
            f"people: one understood text for every QTUNA scene, drawn anew for every seed; at most {off:.1f} "
            "points off; which texts the study showed is not known"
        )
    return [
        Table(
            "swap percentages: the thesis and simulated readers",
            ("speaker", "size", "thesis", "simulated", "difference", "5 %", "95 %"),
            rows,
            notes,
        )
    ]


def side_by_side(found: Table, sizes: Sequence[int], title: str) -> Table:
    """Swap percentages by size, the thesis's row under ours, from the table of all cells."""
    cells = {(row["speaker"], row["size"]): row for row in found.records()}
    rows: list[list[Any]] = []
    for name in dict.fromkeys(speaker for speaker, _ in cells):
        known = [cells.get((name, size)) for size in sizes]
        if any(known):
            for label, what in ((name, "simulated"), (f"{name} (paper)", "thesis")):
                rows.append([label, *(None if one is None else float(one[what]) for one in known)])
    return Table(title, ("speaker", *(f"n = {size}" for size in sizes)), rows, (), found.signature)


def spread_tests() -> Table:
    """The thesis's analyses, computed from its printed tables: do readers differ more where scenes are larger?"""
    rows: list[list[Any]] = []
    for experiment, groups in SPREADS.items():
        printed, found = TESTED[experiment], anova(groups)
        rows.append(
            [
                experiment,
                "ANOVA",
                f"F({found.df[0]:g}, {found.df[1]:g}) = {found.statistic:.2f}",
                found.p,
                printed["ANOVA"],
            ]
        )
        for pair in tukey(groups):
            what = " and ".join(pair.groups)
            rows.append([experiment, f"Tukey, {what}", f"{pair.difference:+.2f}", pair.p, printed[what]])
    return Table(
        "The thesis's ANOVA and Tukey's comparisons, recomputed from its Tables 4 and 5",
        ("experiment", "test", "statistic", "p, recomputed", "p, printed"),
        [[*row[:3], *(f"{p:.3g}" if p < 0.001 else f"{p:.3f}" for p in row[3:])] for row in rows],
        (
            "statistic: F with its degrees of freedom, or the difference of the means. The program of the thesis "
            "gave no p below .001 and none above .900 for Tukey's comparisons.",
        ),
    )


def simulated(setting: Setting, first: int, seed: int) -> NDArray[np.float64]:
    """The twelve cells of the algorithms for one seed; a single draw of scenes is that of the `first` seed."""
    found = []
    for name, size in CELLS:
        chosen = scenes(size, setting.scenes, first if setting.scenes == "one draw" else seed)
        found.append(100 * float(np.mean([_share(setting, name, scene, seed) for scene in chosen])))
        step()
    return np.array(found)


def study(setting: Setting, seed: int) -> NDArray[np.float64]:
    """The twelve cells a study like the thesis's would find with such readers: few scenes, few answers."""
    rng = np.random.default_rng([seed, 2])
    shown: dict[int, Scenes] = {}
    for size, (few, _) in STUDIED.items():
        known = scenes(size, setting.scenes, seed)
        shown[size] = [known[i] for i in rng.choice(len(known), min(few, len(known)), replace=False)]
    found = []
    for name, size in CELLS:
        off: list[float] = []
        for scene in shown[size]:
            said = _read(setting.speak(name, scene, seed).text, size, setting.mode)
            answers = reconstruct(said, setting.pick, setting.error, rng, STUDIED[size][1])
            off += (swaps(answers, np.array(scene)) / size).tolist()
        found.append(100 * float(np.mean(off)))
    return np.array(found)


def correlation(cells: NDArray[np.float64], published: NDArray[np.float64] = PUBLISHED) -> float:
    return float(np.corrcoef(cells, published)[0, 1])


def scenes(size: int, how: str, seed: int) -> Scenes:
    """QTUNA's scenes of a size, or else scenes drawn as `DRAWS` says."""
    known = [scene for (n, _), scene in SCENES.items() if n == size]
    if known:
        return known
    every = worlds(size)
    chances = DRAWS[how](every)
    rows = np.random.default_rng(seed).choice(len(every), size=SCENES_DRAWN, p=chances / chances.sum())
    return [tuple(scene) for scene in every[rows].tolist()]


def _alike(every: NDArray[Any]) -> NDArray[np.float64]:
    return np.ones(len(every))


def _by_object(every: NDArray[Any]) -> NDArray[np.float64]:
    """The chance of each scene if every object is drawn independently: multinomial."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, every.sum(axis=1).max() + 1)))])
    found: NDArray[np.float64] = np.exp(-logs[every].sum(axis=1))
    return found


def _as_in_qtuna(every: NDArray[Any]) -> NDArray[np.float64]:
    """As many kinds in a scene as in QTUNA's thirty; given that, all scenes equally likely."""
    kinds = (every > 0).sum(axis=1)
    known = [sum(count > 0 for count in scene) for scene in SCENES.values()]
    return np.array([known.count(n) / (kinds == n).sum() for n in kinds.tolist()], dtype=np.float64)


DRAWS: dict[str, Callable[[NDArray[Any]], NDArray[np.float64]]] = {
    "anew": _alike,
    "one draw": _alike,
    "by object": _by_object,
    "as in QTUNA": _as_in_qtuna,
}


def _share(setting: Setting, name: str, scene: tuple[int, ...], seed: int) -> float:
    said = setting.speak(name, scene, seed)
    if setting.pick == OWN:
        return _own(said, name)
    return outcome(_read(said.text, said.size, setting.mode), scene, setting.pick, setting.error).share


def _own(said: Description, name: str) -> float:
    table = layout(said.size, DEFAULT, name)
    rows = [row for one in said.statements for row in table.rows[one.name, one.arguments]]
    target = rank(said.scene)
    left = worlds(said.size)[table.understood[[row for row in rows if table.sayable[row, target]]].all(axis=0)]
    return float(swaps(left, np.array(said.scene)).mean()) / said.size


def _people(said: Sequence[tuple[Reading, tuple[int, ...]]], size: int, seed: int) -> float:
    rng = np.random.default_rng([seed, size, 1])
    found = []
    for scene in sorted({scene for _, scene in said}):
        texts = [reading for reading, of in said if of == scene]
        found.append(outcome(texts[int(rng.integers(len(texts)))], scene, PEOPLE).share)
    return 100 * float(np.mean(found))


def _row(name: str, size: int, found: NDArray[np.float64]) -> list[Any]:
    low, high = np.quantile(found, [0.05, 0.95])
    mean, published = float(found.mean()), THESIS[name][size]
    return [name, size, published, mean, mean - published, float(low), float(high)]


def _band(found: NDArray[np.float64], published: NDArray[np.float64] = PUBLISHED) -> str:
    low, middle, high = np.quantile([correlation(cells, published) for cells in found], [0.05, 0.5, 0.95])
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


@cache
def _read(text: str, size: int, mode: Mode) -> Reading:
    return read(text, size, mode)
