"""What is said of a scene of coloured shapes, and what is left of it in a reader's mind, clause by clause?"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError
from grice.meaning.reading import MODES, Reading
from grice.readers.quantified.reading import read
from grice.readers.quantified.reconstruction import outcome
from grice.scenes.quantified import LEAST, Domain, counts, domain_of, rank, size_of_space
from grice.speakers.base import SPEAKERS, load

MOST_OBJECTS = 60
MOST_KINDS = 12
GRID = 3000
"""Up to so many scenes are shown one by one; more are bars alone."""
LIKELIEST = 6
LEFT = -1
"""The stage of a scene that is never ruled out."""


@dataclass(frozen=True)
class Scene:
    """A scene to be described."""

    counts: tuple[int, ...]
    domain: str = ""
    seed: int = 0


@dataclass(frozen=True)
class Text:
    """A description of a scene, to be read by somebody who knows only how many objects there are."""

    counts: tuple[int, ...]
    text: str
    domain: str = ""
    reading: str = "pragmatic"


@dataclass(frozen=True)
class Kind:
    name: str
    plural: str
    count: int


@dataclass(frozen=True)
class Said:
    """What one speaker says, and how well a reader rebuilds the scene from it."""

    speaker: str
    about: str
    text: str = ""
    statements: int = 0
    complete: bool = False
    left: int = 0
    swaps: float = 0.0
    error: str = ""


@dataclass(frozen=True)
class Speeches:
    """What is said of a scene; nothing of one with too few objects."""

    kinds: tuple[Kind, ...]
    size: int
    scenes: int = 0
    said: tuple[Said, ...] = ()


@dataclass(frozen=True)
class Step:
    """A clause: what it means, and how many scenes are left after it."""

    text: str
    start: int
    end: int
    meaning: str
    understood: bool
    notes: tuple[str, ...]
    left: int


@dataclass(frozen=True)
class World:
    counts: tuple[int, ...]
    weight: float
    swaps: int


@dataclass(frozen=True)
class Read:
    size: int
    scenes: int
    steps: tuple[Step, ...]
    absent: tuple[str, ...]
    left: int
    understood: bool
    bits: float
    guess: tuple[int, ...]
    swaps: float
    exact: float
    worst: int
    allows: bool
    likeliest: tuple[World, ...]
    grid: tuple[int, ...] = ()
    """For each scene, in the order of `scenes.quantified.worlds`, the clause that rules it out, or `LEFT`; the number
    of clauses where it is that something was not mentioned. Empty where there are too many."""
    truth: int = LEFT
    """The place of the scene itself in the grid."""


def described(given: Scene) -> Speeches:
    """What every speaker of quantified scenes says."""
    domain = _domain(given.domain)
    if sum(given.counts) < LEAST and len(given.counts) == len(domain.kinds):
        return Speeches(_kinds(domain, given.counts), sum(given.counts))
    scene = _counted(given.counts, domain)
    seed = checks.seed(given.seed)
    said = tuple(_said(name, scene, domain, seed) for name in SPEAKERS.of("quantified"))
    return Speeches(_kinds(domain, scene), sum(scene), size_of_space(sum(scene), domain), said)


def understood(given: Text) -> Read:
    """A description, read clause by clause."""
    domain = _domain(given.domain)
    scene = _counted(given.counts, domain)
    if given.reading not in MODES:
        raise InputError(f"reading {given.reading!r}", f"one of {', '.join(MODES)}")
    if not given.text.strip():
        raise InputError("no description", "some words about the scene")
    found = read(given.text, sum(scene), given.reading, domain)  # type: ignore[call-overload]
    result = outcome(found, scene)
    every = size_of_space(sum(scene), domain)
    shown = not found.sampled and every <= GRID
    order = (-found.weights).argsort(kind="stable")[:LIKELIEST]
    off = found.distances(scene)
    return Read(
        size=sum(scene),
        scenes=every,
        steps=tuple(_steps(found)),
        absent=found.absent,
        left=len(found.worlds),
        understood=found.understood,
        bits=found.bits,
        guess=found.guess,
        swaps=found.swaps(scene),
        exact=result.exact,
        worst=result.worst,
        allows=found.allows(scene),
        likeliest=tuple(World(tuple(found.worlds[i].tolist()), float(found.weights[i]), int(off[i])) for i in order),
        grid=tuple(stages(found).tolist()) if shown else (),
        truth=rank(scene) if shown else LEFT,
    )


def stages(reading: Reading) -> NDArray[np.int64]:
    """For every scene of the size, the clause from which on it is ruled out, or `LEFT`."""
    masks = np.stack([clause.open for clause in reading.clauses])
    final = np.zeros(masks.shape[1], bool)
    final[[rank(world) for world in reading.worlds.tolist()]] = True
    # What an exception takes back may come in again, so the last clause that allows a scene decides.
    after = np.where(masks.any(0), len(masks) - masks[::-1].argmax(0), 0)
    return np.where(final, LEFT, after)


def menus() -> dict[str, object]:
    """What the tab offers: readings, and the shapes that can be drawn."""
    from grice.scenes.render.marks import OUTLINES

    return {"readings": list(MODES), "shapes": list(OUTLINES), "most": MOST_OBJECTS, "most_kinds": MOST_KINDS}


def _steps(reading: Reading) -> Iterator[Step]:
    for one in reading.clauses:
        start, end = one.span
        yield Step(one.text, start, end, one.meaning, one.understood, one.notes, int(one.open.sum()))


def _domain(given: str) -> Domain:
    domain = domain_of(given)
    if len(domain.kinds) > MOST_KINDS:
        raise InputError(f"{len(domain.kinds)} kinds", f"at most {MOST_KINDS} here")
    return domain


def _counted(given: tuple[int, ...], domain: Domain) -> tuple[int, ...]:
    scene = counts(given, domain)
    if sum(scene) > MOST_OBJECTS:
        raise InputError(f"{sum(scene)} objects", f"at most {MOST_OBJECTS} here")
    return scene


def _kinds(domain: Domain, scene: tuple[int, ...]) -> tuple[Kind, ...]:
    return tuple(Kind(*row) for row in zip(domain.kinds, domain.plural_kinds, scene, strict=True))


def _said(name: str, scene: tuple[int, ...], domain: Domain, seed: int) -> Said:
    about = SPEAKERS[name].about
    try:
        (said,) = load(name, domain=domain).speak([scene], None, seed)
        back = read(said.text, sum(scene), domain=domain)
    except InputError as error:
        return Said(name, about, error=error.line)
    complete = bool(said.complete_logically)
    return Said(name, about, said.text, len(said.statements), complete, len(back.worlds), back.swaps(scene))
