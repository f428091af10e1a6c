"""What is this study? One TOML file as frozen records: materials, task, participants, texts and questions.

What the file cannot mean is refused when it is read; whether everybody can be given enough to do is the question of
`allocation`. Paths in the file are relative to it.
"""

import hashlib
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from grice.errors import InputError
from grice.studies.toml import record

STORE = "sqlite:///"
SIGN = "postgresql"


@dataclass(frozen=True)
class Question:
    """What is asked of every participant once, such as age."""

    name: str
    label: str
    kind: Literal["text", "number", "choice"] = "text"
    choices: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True)
class Example:
    """A worked example of the instructions: what is shown, and answers that would be right."""

    text: str
    size: int = 0
    answers: tuple[tuple[int, ...], ...] = ()
    answer: str = ""
    note: str = ""


@dataclass(frozen=True)
class Instructions:
    text: str
    examples: tuple[Example, ...] = ()
    minutes: int = 20


@dataclass(frozen=True)
class Check:
    """A question that shows whether the instructions were understood."""

    question: str
    choices: tuple[str, ...]
    right: str


@dataclass(frozen=True)
class Consent:
    text: str
    agree: str = "I have read this and want to take part."
    note_pasted: bool = False
    """Whether pasting into a text field is noted with the answer; the consent text must say so."""


@dataclass(frozen=True)
class Participants:
    count: int
    """How many complete participants the design needs."""
    open_link: bool = True
    """Whether anybody who has the address may take part, up to `cap`; else only by personal links."""
    cap: int = 0
    """The most people who may join by the open link; 0: as many as there is work for."""
    order: Literal["ascending", "random"] = "ascending"
    once_per: Literal["item", "scene"] = "item"
    """"scene": nobody sees two descriptions of one scene."""
    return_after_minutes: int = 120
    """Somebody who did nothing for so long gives unanswered items back."""
    attempts: int = 2
    """How often the comprehension check may be tried."""
    completion_url: str = ""
    """Where somebody sent by a recruitment site goes at the end, as the site gives it."""


@dataclass(frozen=True)
class Materials:
    """A group of items: scenes and who describes them. Which fields count depends on the task."""

    group: str = "all"
    views: int = 1
    """How many participants see each item."""
    scenes: str | tuple[tuple[int, ...], ...] = ()
    """"qtuna", "random", or counts such as [2, 0, 0, 2]."""
    sizes: tuple[int, ...] = ()
    each: tuple[int, ...] = ()
    """How many scenes of each of the sizes; empty: all there are."""
    producers: tuple[str, ...] = ()
    """Speakers by name; "human" takes descriptions from `corpus`."""
    corpus: str = ""
    """The folder of the QTUNA files."""
    file: str = ""
    """A CSV, JSONL or Parquet file of items; its columns are the task's."""
    rows: tuple[dict[str, Any], ...] = ()
    """The same rows, written here instead."""
    number: int = 0
    """How many items, where they are drawn."""
    candidates: int = 2
    """Rooms to choose from, the target among them."""
    shared: int = 3
    """How many of its six features a distractor shares with the target."""
    questions: tuple[str, ...] = ()
    """Of judgement: which scales."""
    start: str = ""
    """Of annotation: a parser whose graph is the start; empty: from nothing."""
    predicates: str = ""
    """Of annotation: a file of closed lists as `grice study predicates` writes it."""
    images: str = ""
    """The folder of pictures that a column `image` names."""


@dataclass(frozen=True)
class Design:
    """A study, read from its file."""

    title: str
    task: str
    participants: Participants
    consent: Consent
    instructions: Instructions
    materials: tuple[Materials, ...]
    seed: int = 0
    store: str = ""
    contact: str = ""
    questions: tuple[Question, ...] = ()
    check: tuple[Check, ...] = ()
    gold: tuple[dict[str, Any], ...] = ()
    """Items with known answers that everybody gets, in the task's own fields."""
    path: Path = field(default=Path("study.toml"), compare=False)
    digest: str = field(default="", compare=False)
    """The sha256 of the file: answers of one design are not mixed with those of another."""

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def url(self) -> str:
        """The database: what the file says, else an SQLite file beside it of the same stem."""
        if not self.store:
            return f"{STORE}{self.path.with_suffix('.sqlite').resolve()}"
        if self.store.startswith(SIGN):
            return f"{SIGN}+psycopg://{self.store.partition('://')[2]}"
        return f"{STORE}{(self.folder / self.store).resolve()}"

    def beside(self, path: str) -> Path:
        """A path of the file, relative to it."""
        return (self.folder / path).expanduser()


def read(path: str | Path) -> Design:
    """The study in a TOML file."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror}",
            "the TOML file of a study",
            f"grice study new --template reconstruction --out {path}",
        ) from None
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not TOML: {error}", "the TOML file of a study") from None
    try:
        return made(table, path, hashlib.sha256(raw).hexdigest())
    except InputError as error:
        raise InputError(f"{path}: {error.given}", error.needed, error.fix) from None


def made(table: dict[str, Any], path: Path = Path("study.toml"), digest: str = "") -> Design:
    """The study of a decoded file, checked."""
    from grice.studies.tasks import TASKS

    for hidden in ("path", "digest"):
        if hidden in table:
            raise InputError(f"the file has {hidden!r}", "title, task, participants, consent, instructions, materials")
    found = record(Design, table)
    found = Design(**{**vars(found), "path": path, "digest": digest, "task": TASKS.name(found.task)})
    for needed, wrong in _RULES:
        given = wrong(found)
        if given:
            raise InputError(given, needed)
    return found


def _few(design: Design) -> str:
    return "" if design.participants.count > 0 else f"participants.count = {design.participants.count}"


def _views(design: Design) -> str:
    return next((f"views = {group.views} of {group.group!r}" for group in design.materials if group.views < 1), "")


def _groups(design: Design) -> str:
    names = [group.group for group in design.materials]
    return next((f"two materials of the group {name!r}" for name in names if names.count(name) > 1), "")


def _questions(design: Design) -> str:
    names = [question.name for question in design.questions]
    twice = next((f"two questions of the name {name!r}" for name in names if names.count(name) > 1), "")
    lone = next(
        (
            f"{q.name!r}, a choice of {len(q.choices)}"
            for q in design.questions
            if q.kind == "choice" and len(q.choices) < 2
        ),
        "",
    )
    return twice or lone


def _checks(design: Design) -> str:
    return next(
        (
            f"check {one.question!r}: {one.right!r} is none of its choices"
            for one in design.check
            if one.right not in one.choices
        ),
        "",
    )


def _sizes(design: Design) -> str:
    return next(
        (
            f"{len(g.each)} numbers in each for {len(g.sizes)} sizes of {g.group!r}"
            for g in design.materials
            if g.each and len(g.each) != len(g.sizes)
        ),
        "",
    )


def _seed(design: Design) -> str:
    return f"seed = {design.seed}" if design.seed < 0 else ""


def _nothing(design: Design) -> str:
    return "" if design.materials else "no [[materials]]"


def _noted(design: Design) -> str:
    said = "paste" in design.consent.text.lower()
    return (
        "consent.note_pasted = true, of which the consent text says nothing"
        if design.consent.note_pasted and not said
        else ""
    )


_RULES = (
    ("at least one participant", _few),
    ("at least one group of materials", _nothing),
    ("each item seen at least once", _views),
    ("a name of its own for each group", _groups),
    ("questions with names of their own, choices with two or more", _questions),
    ("a right answer that can be chosen", _checks),
    ("how many scenes for each of the sizes", _sizes),
    ("a seed of 0 or more", _seed),
    ("a consent text that says that pasting is noted", _noted),
)
"""What a study must be, and what is wrong with one that is not."""
