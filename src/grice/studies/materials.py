"""Which scenes, described by whom? Scenes of coloured shapes with their descriptions, and rows of a user's file.

Descriptions by people are drawn from a corpus on the user's disk; the other producers are speakers by name. The same
seed gives the same materials.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grice.corpora import qtuna
from grice.errors import InputError
from grice.scenes.quantified import check_size, counts, worlds
from grice.scenes.rooms import FEATURES, SIZES, ids
from grice.speakers.base import SPEAKERS
from grice.speakers.base import load as load_speaker
from grice.studies.design import Design, Materials

HUMAN = "human"


@dataclass(frozen=True)
class Shapes:
    """A scene of coloured shapes: a name, and how many of each kind."""

    name: str
    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.counts)


def scenes(materials: Materials, seed: int) -> list[Shapes]:
    """The scenes of coloured shapes of a group, by size."""
    if not isinstance(materials.scenes, str):
        given = [counts(scene) for scene in materials.scenes]
        return [Shapes(f"{sum(scene)}-{i}", scene) for i, scene in enumerate(given, start=1)]
    if materials.scenes not in _SOURCES:
        raise InputError(
            f"scenes = {materials.scenes!r} of {materials.group!r}",
            'counts such as [[2, 0, 0, 2]], or "qtuna", or "random" with sizes and each',
        )
    return list(_SOURCES[materials.scenes](materials, seed))


def described(materials: Materials, design: Design) -> Iterator[tuple[Shapes, str, str]]:
    """Every scene with every producer of a group, and what that producer says."""
    if not materials.producers:
        raise InputError(f"no producers of {materials.group!r}", f"{HUMAN}, or {', '.join(SPEAKERS.of('quantified'))}")
    found = scenes(materials, design.seed)
    for producer in materials.producers:
        said = _people(found, materials, design) if producer == HUMAN else _speaker(found, producer, design.seed)
        for scene, text in zip(found, said, strict=True):
            yield scene, producer, text


def rows(
    materials: Materials, design: Design, needed: Sequence[str], optional: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """The rows of the file that materials name: the columns a task needs, and others it knows where there are any."""
    from grice.files import Column, open_rows

    if materials.rows:
        listed = [{"row": i, **row} for i, row in enumerate(materials.rows, start=1)]
        return _checked(listed, needed, f"rows of {materials.group!r}")
    path = design.beside(materials.file)
    if not materials.file or not path.is_file():
        given = f"{path} does not exist" if materials.file else f"no file of the materials {materials.group!r}"
        raise InputError(given, f"a CSV, JSONL or Parquet file with the columns {', '.join(needed)}", 'file = "PATH"')
    columns = [Column(name, "anything", required=name in needed) for name in (*needed, *optional)]
    return _checked([row for batch in open_rows(path, columns) for row in batch.to_pylist()], needed, str(path))


def rooms(materials: Materials, seed: int) -> list[tuple[int, tuple[int, ...]]]:
    """Targets and their distractors: rooms of 3DShapes that share some of their six features with the target."""
    if materials.number < 1 or materials.candidates < 2 or not 0 <= materials.shared < len(FEATURES):
        raise InputError(
            f"{materials.number} items of {materials.candidates} rooms that share {materials.shared} features",
            f"one item or more, two rooms or more, 0 to {len(FEATURES) - 1} shared features",
            "number = 12, candidates = 2, shared = 3",
        )
    rng = np.random.default_rng([seed, 6])
    sizes, found = np.array(SIZES), []
    for _ in range(materials.number):
        target = rng.integers(sizes)
        others: dict[int, None] = {}
        while len(others) < materials.candidates - 1:
            kept = rng.permutation(len(FEATURES))[: materials.shared]
            moved = (target + rng.integers(1, sizes)) % sizes
            moved[kept] = target[kept]
            others[int(ids(moved))] = None
        found.append((int(ids(target)), tuple(others)))
    return found


def _checked(found: list[dict[str, Any]], needed: Sequence[str], where: str) -> list[dict[str, Any]]:
    for row in found:
        lacking = [name for name in needed if row.get(name) in (None, "")]
        if lacking or row.get("error"):
            problem = row.get("error") or f"no {lacking[0]!r}"
            raise InputError(f"{where}, row {row['row']}: {problem}", f"the columns {', '.join(needed)}")
    return found


def _qtuna(materials: Materials, seed: int) -> Iterator[Shapes]:
    rng = np.random.default_rng([seed, 3])
    for place, size in enumerate(materials.sizes or qtuna.SIZES):
        known = [(number, scene) for (n, number), scene in qtuna.SCENES.items() if n == size]
        many = materials.each[place] if materials.each else len(known)
        if many > len(known):
            raise InputError(f"{many} QTUNA scenes of {size} objects", f"{len(known)}, which is all there are")
        for i in sorted(rng.permutation(len(known))[:many].tolist()):
            yield Shapes(f"{size}-{known[i][0]}", known[i][1])


def _random(materials: Materials, seed: int) -> Iterator[Shapes]:
    rng = np.random.default_rng([seed, 4])
    if not materials.sizes or not materials.each:
        raise InputError(
            f'scenes = "random" of {materials.group!r}', "sizes and how many of each", "sizes = [6], each = [6]"
        )
    for size, many in zip(materials.sizes, materials.each, strict=True):
        every = worlds(check_size(size))
        if many > len(every):
            raise InputError(f"{many} different scenes of {size} objects", f"at most {len(every)}")
        for number, row in enumerate(rng.choice(len(every), many, replace=False).tolist(), start=1):
            yield Shapes(f"{size}-{number}", tuple(every[row].tolist()))


_SOURCES = {"qtuna": _qtuna, "random": _random}


def _speaker(found: Sequence[Shapes], producer: str, seed: int) -> list[str]:
    name = SPEAKERS.name(producer)
    if SPEAKERS[name].family != "quantified":
        raise InputError(f"producer {producer!r}", f"{HUMAN}, or {', '.join(SPEAKERS.of('quantified'))}")
    speaker = load_speaker(name)
    return [speaker.speak([scene.counts], seed=seed + i)[0].text for i, scene in enumerate(found)]


def _people(found: Sequence[Shapes], materials: Materials, design: Design) -> list[str]:
    if not materials.corpus:
        raise InputError(
            f"the producer {HUMAN!r} of {materials.group!r} without a corpus",
            "the folder of the QTUNA files: " + qtuna.CARD.how,
            'corpus = "PATH"',
        )
    rng = np.random.default_rng([design.seed, 5])
    said = list(qtuna.descriptions(Path(design.beside(materials.corpus))))
    texts = []
    for scene in found:
        of_scene = [one.text for one in said if one.scene == scene.counts and one.size == scene.size]
        if not of_scene:
            raise InputError(
                f"the corpus has no description of the scene {scene.name} {scene.counts}", "QTUNA's scenes"
            )
        texts.append(of_scene[int(rng.integers(len(of_scene)))])
    return texts
