"""What does a caption do among these rooms? Its mentions marked, the metrics, and what listeners would choose."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from grice import checks
from grice.engines.score import score
from grice.errors import GriceError, InputError
from grice.readers.base import LISTENERS, Listener, load_listener
from grice.report.marks import STATUS, marked, of_room
from grice.scenes import rooms
from grice.scenes.context import contexts
from grice.scenes.rooms import FEATURES, SIZES
from grice.speakers.base import SPEAKERS, Speaker, load

FEWEST, MOST = 2, 6
"""How many rooms are shown: the target and its distractors."""
ANY = -1
"""The target where none is given."""
NAMES = {
    "d": "singles out the target",
    "e": "contrastive efficiency",
    "r": "relevance",
    "od": "optimal",
    "k": "features truly mentioned",
    "c": "of them contrastive",
    "z": "contrastive features there are",
    "false": "false mentions",
}
"""The values of `pragmatics` in words."""
KEY = {"good": "true of the target, not of every room", "spare": "true of every room", "bad": "false of the target"}
"""What the marks of a caption mean among any number of rooms."""


@dataclass(frozen=True)
class Captioned:
    """A caption of the first of some rooms."""

    rooms: tuple[int, ...]
    caption: str = ""


@dataclass(frozen=True)
class Drawn:
    """Rooms to be drawn at random: a target, unless one is given, and distractors that share exactly so many features
    with it."""

    count: int = 2
    shared: int = 2
    seed: int = 0
    target: int = ANY


@dataclass(frozen=True)
class Spoken:
    """A caption wanted of the first of some rooms."""

    rooms: tuple[int, ...]
    speaker: str = "minimal"
    seed: int = 0


@dataclass(frozen=True)
class Feature:
    name: str
    index: int
    words: str
    differs: bool
    """Whether it tells this room from the target, or the target from a distractor."""


@dataclass(frozen=True)
class Room:
    id: int
    words: str
    features: tuple[Feature, ...]


@dataclass(frozen=True)
class Figure:
    name: str
    words: str
    meaning: str
    value: float
    highest: float


@dataclass(frozen=True)
class Heard:
    """What a listener chooses: the place of a room, or None; why; and how likely each room is."""

    listener: str
    about: str
    place: int | None
    reason: str
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Judged:
    rooms: tuple[Room, ...]
    caption: str = ""
    """As HTML, its mentions marked."""
    key: tuple[tuple[str, str, str], ...] = ()
    """The marks that stand in it: class, name, meaning."""
    figures: tuple[Figure, ...] = ()
    heard: tuple[Heard, ...] = ()
    signature: str = ""


def judged(given: Captioned) -> Judged:
    """Everything the tab shows of a caption; without one, the rooms alone."""
    target, others = _told_apart(given.rooms)
    shown = tuple(_rooms(target, others))
    if not given.caption.strip():
        return Judged(shown)
    result = score([given.caption], targets=[target], distractors=[others], metrics=["pragmatics"])
    found = result["pragmatics"]
    values = [Figure(v.name, NAMES[v.name], v.meaning, found[v.name].value, v.highest) for v in found.metric.values]
    marks = of_room(given.caption, target, others)
    used = {mark.kind for mark in marks}
    key = tuple(dict.fromkeys((kind, name, KEY.get(kind, "")) for kind, name, _ in STATUS.values() if kind in used))
    caption = str(marked(given.caption, marks))
    return Judged(shown, caption, key, tuple(values), tuple(_heard(given)), result.signature)


def drawn(given: Drawn) -> dict[str, list[int]]:
    """Ids of a target and its distractors, all different."""
    count = checks.count(given.count, "rooms", FEWEST, MOST)
    shared = checks.count(given.shared, "shared features", 0, len(FEATURES) - 1)
    rng = checks.generator(given.seed)
    chosen = int(rng.integers(rooms.COUNT)) if given.target == ANY else given.target
    target = rooms.features(chosen).astype(np.int64)
    found = [int(rooms.ids(target))]
    while len(found) < count:
        other = (target + rng.integers(1, SIZES)) % SIZES
        kept = rng.permutation(len(FEATURES))[:shared]
        other[kept] = target[kept]
        if (one := int(rooms.ids(other))) not in found:
            found.append(one)
    return {"rooms": found}


def spoken(given: Spoken) -> dict[str, str]:
    """What a speaker says of the first room."""
    target, others = _told_apart(given.rooms)
    (said,) = _speaker(SPEAKERS.name(given.speaker)).speak([target], [others], checks.seed(given.seed))
    return {"caption": said}


def menus() -> dict[str, object]:
    """What the tab offers: the words of every feature, the speakers and what each says."""
    return {
        "features": [
            {"name": name, "words": [_distinct(name, i, word) for i, word in enumerate(words)]}
            for name, words in ((name, rooms.vocabulary("fixed")[name]) for name in FEATURES)
        ],
        "speakers": {name: SPEAKERS[name].about for name in SPEAKERS.of("rooms")},
        "most": MOST,
        "count": rooms.COUNT,
    }


def _distinct(feature: str, index: int, words: str) -> str:
    """A value in a menu: its words and, where several values share them, its number."""
    same = [i for i, other in enumerate(rooms.vocabulary("fixed")[feature]) if other == words]
    return f"{words} {same.index(index) + 1}" if len(same) > 1 else words


def _told_apart(given: tuple[int, ...]) -> tuple[int, list[int]]:
    if not FEWEST <= len(given) <= MOST:
        raise InputError(f"{len(given)} rooms", f"from {FEWEST} to {MOST}, the target first")
    contexts(given[0], list(given[1:]))
    return given[0], list(given[1:])


def _rooms(target: int, others: list[int]) -> Iterator[Room]:
    wanted = rooms.scene(target).indexes
    every = [rooms.scene(one) for one in (target, *others)]
    apart = [any(one.indexes[f] != wanted[f] for one in every) for f in range(len(FEATURES))]
    for one in every:
        words = one.words("fixed")
        differs = apart if one.id == target else [i != w for i, w in zip(one.indexes, wanted, strict=True)]
        listed = zip(FEATURES, one.indexes, words.values(), differs, strict=True)
        phrase = f"a {words['scale']} {words['object_hue']} {words['shape']} {words['orientation']}, "
        phrase += f"{words['wall_hue']} wall, {words['floor_hue']} floor"
        yield Room(one.id, phrase, tuple(Feature(*row) for row in listed))


def _heard(given: Captioned) -> Iterator[Heard]:
    """What every registered listener chooses; one that cannot be had says why."""
    for name in LISTENERS.of("rooms"):
        about = LISTENERS[name].about
        try:
            (choice,) = _listener(name).listen([given.caption], [list(given.rooms)])
        except GriceError as error:
            yield Heard(name, about, None, str(error).partition("\n")[0], (0.0,) * len(given.rooms))
        else:
            yield Heard(name, about, choice.place, choice.reason, tuple(float(one) for one in choice.weights))


@cache
def _listener(name: str) -> Listener:
    return load_listener(name)


@cache
def _speaker(name: str) -> Speaker[str]:
    return load(name)
