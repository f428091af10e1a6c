"""How is a speaker of rooms trained? A TOML file as frozen dataclasses; a mistake in it is answered with its field.

Configurations that come with Grice go by their name: `b` is the captioner of Tsvilodub & Franke (2023), `rp` and `sp`
play reference games from there on; the others are in `configs`.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.speakers.rooms.grammar import names as grammars
from grice.training.captioner.rows import ALONE, POOLS, Lesson

STAGES = ("captioner", "game")
ARCHITECTURES = ("lstm", "transformer")
BASELINES = ("none", "mean", "leave-one-out")
METHODS = ("reinforce", "expert", "released")


@dataclass(frozen=True)
class Seen:
    """What the networks see: an encoder by name, and a folder that keeps its features."""

    encoder: str = "lite0"
    cache: str = ""


@dataclass(frozen=True)
class Images:
    """How many rooms are learned from, of which pool."""

    pool: str = "captions"
    count: int = 30_000


@dataclass(frozen=True)
class Network:
    """The speaker's architecture and its width."""

    architecture: str = "lstm"
    width: int = 512


@dataclass(frozen=True)
class Training:
    """Length and pace of a run."""

    epochs: float = 10.0
    batch: int = 512
    rate: float = 1e-3
    weight_decay: float = 0.01
    warmup: int = 100
    clip: float = 1.0
    decay: float = 0.995
    reports: int = 10
    """How often the run is evaluated and a checkpoint written."""
    patience: int = 0
    """Evaluations without a better one after which the run ends; 0: never."""
    watched: int = 300
    """Pairs of each of the thirteen sets that are evaluated."""


@dataclass(frozen=True)
class Game:
    """A reference game: what is rewarded, and what holds the speaker to its language."""

    method: str = "reinforce"
    """Or "expert": learn the best of several captions; or "released": log(1 - p) for log p, as the released code."""
    trained: float = 1.0
    """Weights of the rewards (`grice.games.rewards`): of the trained listener's choice, +1 or -1;"""
    literal: float = 0.0
    """of the literal listener's, +1 or -1;"""
    false: float = 0.0
    """of each feature that something false is said about, -1;"""
    length: float = 0.0
    """of the share of the longest caption that is used, -1."""
    optimal: float = 0.0
    """Of naming exactly one feature that tells the images apart and nothing else, +1."""
    baseline: str = "mean"
    functional: float = 1.0
    structural: float = 0.75
    """The weight of the caption loss on the same pairs (Lazaridou et al. 2020)."""
    entropy: float = 0.01
    leash: float = 0.0
    """The weight of the divergence from the speaker that the game began with."""
    listener_rate: float = 1e-3
    draws: int = 4
    """Captions drawn for each pair by the method "expert", of which it learns the best."""


@dataclass(frozen=True)
class Config:
    """One run."""

    name: str
    stage: str = "captioner"
    start: str = ""
    """The agent that a game begins with: its name or its folder."""
    seed: int = 0
    features: Seen = field(default_factory=Seen)
    images: Images = field(default_factory=Images)
    speaker: Network = field(default_factory=Network)
    training: Training = field(default_factory=Training)
    game: Game = field(default_factory=Game)
    lessons: tuple[Lesson, ...] = (Lesson(),)

    @property
    def alone(self) -> bool:
        """Whether its speaker learns rooms alone only, and knows no distractors."""
        return self.stage == "captioner" and all(lesson.sharing == ALONE for lesson in self.lessons)

    def settings(self) -> dict[str, Any]:
        """What determines the weights of a run, as JSON has it; the game's part only where one is played."""
        said = asdict(self)
        return {name: value for name, value in said.items() if name != "game" or self.stage == "game"}


Rule = tuple[Callable[[Any], bool], str]


def _one_of(known: tuple[str, ...]) -> Rule:
    return lambda value: value in known, f"one of {', '.join(known)}"


def _between(least: float, most: float) -> Rule:
    shown = f"a number from {least:g} to {most:g}" if most < float("inf") else f"a number, {least:g} or more"
    return lambda value: least <= value <= most, shown


_MANY = float("inf")
RULES: Mapping[str, Rule] = {
    "stage": _one_of(STAGES),
    "seed": _between(0, _MANY),
    "images.pool": _one_of(POOLS),
    "images.count": _between(2, _MANY),
    "speaker.architecture": _one_of(ARCHITECTURES),
    "speaker.width": (lambda value: value >= 8 and value % 8 == 0, "a multiple of 8"),
    "training.epochs": (lambda value: value > 0, "a number above 0"),
    "training.batch": _between(2, _MANY),
    "training.rate": _between(0, 1),
    "training.weight_decay": _between(0, 1),
    "training.warmup": _between(0, _MANY),
    "training.clip": (lambda value: value > 0, "a number above 0"),
    "training.decay": _between(0, 1),
    "training.reports": _between(1, 1000),
    "training.patience": _between(0, _MANY),
    "training.watched": _between(1, 7500),
    "game.method": _one_of(METHODS),
    "game.baseline": _one_of(BASELINES),
    "game.draws": _between(2, 64),
    "lessons.rows": _between(1, _MANY),
    "lessons.captions": _between(1, 100),
    "lessons.sharing": (
        lambda value: value == ALONE or (isinstance(value, int) and 0 <= value <= 5),
        f'"{ALONE}" or a number of features from 0 to 5',
    ),
}


_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "a text"),
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "sharing": ((str, int), "a number of features"),
}


def named() -> tuple[str, ...]:
    """The configurations that come with Grice."""
    found = (entry.name for entry in files("grice.training.captioner").joinpath("configs").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def load(given: str | Path) -> Config:
    """A configuration by its name or from a TOML file."""
    if str(given) in named():
        text = files("grice.training.captioner").joinpath("configs", f"{given}.toml").read_text("utf-8")
        return parse(text, str(given))
    path = Path(given)
    if not path.is_file():
        raise InputError(f"no configuration is called {given}", f"a TOML file, or one of {', '.join(named())}")
    return parse(path.read_text("utf-8"), path.stem)


def parse(text: str, name: str) -> Config:
    """A configuration from TOML; `name` is the run's, unless it says another."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"configuration {name} is not TOML: {error}", "lines like epochs = 10 under [training]"
        ) from None
    config: Config = _build(Config, {"name": name, **table}, "")
    if config.stage == "game" and not config.start:
        raise InputError(
            f"configuration {name}: start is missing", "the speaker that the game begins with", 'start = "b"'
        )
    for number, lesson in enumerate(config.lessons):
        if lesson.grammar not in grammars():
            raise InputError(f"lessons[{number}].grammar = {lesson.grammar!r}", f"one of {', '.join(grammars())}")
    return config


def _build(kind: type, table: Any, path: str) -> Any:
    """A dataclass from a table; unknown fields, wrong types and values out of range are named with their path."""
    if not isinstance(table, Mapping):
        raise InputError(
            f"{path or 'the configuration'} = {table!r}", f"a table with {', '.join(f.name for f in fields(kind))}"
        )
    known = {one.name: one for one in fields(kind)}
    prefix = f"{path}." if path else ""
    for name in table:
        if name not in known:
            raise InputError(f"{prefix}{name} is not a field", f"one of {', '.join(known)}")
    values = {}
    for name, one in known.items():
        if name in table:
            values[name] = _value(one, table[name], prefix + name)
        elif one.default is MISSING and one.default_factory is MISSING:
            raise InputError(f"{prefix}{name} is missing", "a value for it")
    return kind(**values)


def _value(one: Any, given: Any, path: str) -> Any:
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    if is_dataclass(default):
        return _build(type(default), given, path)
    if isinstance(default, tuple):
        if not isinstance(given, list) or not given:
            raise InputError(f"{path} = {given!r}", f"at least one table [[{path}]]")
        return tuple(_build(Lesson, entry, path) for entry in given)
    kind = "str" if default is MISSING else type(default).__name__
    wanted, plain = _KINDS["sharing" if one.name == "sharing" else kind]
    check, needed = RULES.get(path, (lambda _: True, plain))
    if isinstance(given, bool) or not isinstance(given, wanted) or not check(given):
        raise InputError(f"{path} = {given!r}", needed)
    found: Any = given
    return float(found) if kind == "float" else found
