"""What does each speaker say of QTUNA's thirty scenes, and what does a reader make of it, clause by clause?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from grice.corpora.qtuna import SCENES
from grice.meaning.reading import Reading
from grice.progress import step
from grice.readers.quantified import read
from grice.report.page import Figure, Fold, Heading, Line, Lines, Panel, Paragraph, Part, Words
from grice.scenes import render
from grice.scenes.quantified import DEFAULT, rank, size_of_space
from grice.scenes.quantified import swaps as swapped
from grice.speakers.base import describe

GRID = 250
"""Of no more scenes than this, each is drawn as a square that goes out when it is ruled out."""
FEATURED = ((4, 4), (9, 4), (20, 6))
"""Scenes shown first and in full: size and number."""


@dataclass(frozen=True)
class Told:
    """What a speaker says of a scene, and the reading of it."""

    speaker: str
    scene: tuple[int, ...]
    reading: Reading

    @property
    def swaps(self) -> int:
        found: int = swapped(self.reading.guess, self.scene)
        return found

    @property
    def exact(self) -> bool:
        return self.swaps == 0


def told(scene: tuple[int, ...], speakers: Sequence[str], seed: int) -> list[Told]:
    """What every speaker says of a scene, read."""
    said = [Told(name, scene, read(describe(scene, speaker=name, seed=seed).text, sum(scene))) for name in speakers]
    step()
    return said


def counted(scene: Sequence[int]) -> str:
    """A scene in words: "1 blue square, 2 red circles"."""
    kinds = zip(scene, DEFAULT.kinds, DEFAULT.plural_kinds, strict=True)
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in kinds if count)


def scenes(found: Mapping[tuple[int, ...], Sequence[Told]], seed: int) -> Iterator[Part]:
    """One scene of each size in full, then all thirty, what is said of each open to be looked at."""
    yield Heading("Three scenes, clause by clause")
    for key in FEATURED:
        scene = SCENES[key]
        parts: list[Part] = [drawn(scene, seed, 300, 200)]
        for one, who in _alike(found[scene]):
            parts += [Words(_said(one, who)), *clause_by_clause(one.reading, scene)]
        yield Panel(f"{key[0]} objects, scene {key[1]}", parts, beside=True)
    yield Heading("All thirty scenes of QTUNA")
    yield Paragraph("What each speaker says; open a line to see what the reader makes of it, clause by clause.")
    for (size, number), scene in SCENES.items():
        folds = [
            Fold(_summary(one, who), list(clause_by_clause(one.reading, scene))) for one, who in _alike(found[scene])
        ]
        yield Panel(f"{size} objects, scene {number}", (drawn(scene, seed), *folds), beside=True)


def drawn(scene: Sequence[int], seed: int, width: int = 270, height: int = 180) -> Figure:
    """A scene, on white paper as its colours want it."""
    drawing = str(render.counts(tuple(scene), seed=seed, width=width, height=height))
    return Figure(f'<span class="onwhite">{drawing}</span>', f"{counted(scene)}.")


def _alike(found: Sequence[Told]) -> list[tuple[Told, str]]:
    """Descriptions, each once, with the names of all who give it."""
    speakers: dict[str, list[str]] = {}
    for one in found:
        speakers.setdefault(one.reading.text, []).append(one.speaker)
    first = {one.reading.text: one for one in reversed(found)}
    return [(first[text], ", ".join(names)) for text, names in speakers.items()]


def _said(one: Told, who: str) -> Markup:
    return Markup('<span class="who">{}</span> <q>{}</q>').format(who, one.reading.text)


def _summary(one: Told, who: str) -> Markup:
    return Markup('{} <small class="{}">{}</small>').format(
        _said(one, who), "right" if one.exact else "wrong", _outcome(one.reading, one.scene)
    )


def clause_by_clause(reading: Reading, scene: Sequence[int] | None = None) -> Iterator[Part]:
    """Each clause with what it means and how many scenes it leaves, and what the reader answers."""
    before = size_of_space(reading.size, reading.domain)
    lines = []
    for clause in reading.clauses:
        after = before - clause.removed
        remark = f"{_scenes(before)} → {after:,}" if clause.understood else "not understood"
        text = clause.text.strip(" ,;.")
        same = clause.meaning.strip(" .").lower() == text.lower()
        notes = "; ".join((*([] if same or not clause.meaning else [clause.meaning]), *clause.notes))
        words = Markup('{}<small class="soft"> {}</small>').format(text, notes)
        lines.append(Line("", words, remark, "" if clause.understood else "unknown"))
        before = after
    left = len(reading.worlds)
    if left != before:
        absent = f"no {' or '.join(reading.absent)}" if reading.absent else "what the words implicate together"
        words = Markup('<i>what nobody mentions is not there</i><small class="soft"> {}</small>').format(absent)
        lines.append(Line("", words, f"{_scenes(before)} → {left:,}"))
    yield Lines(tuple(lines))
    if size_of_space(reading.size, reading.domain) <= GRID and not reading.sampled:
        yield Figure(grid(reading, scene), "")
    yield Paragraph(Markup('<span class="soft">{}</span>').format(_outcome(reading, scene)))


def _outcome(reading: Reading, scene: Sequence[int] | None) -> str:
    left = _scenes(len(reading.worlds))
    said = f"{left} left; the reader answers {counted(reading.guess)}"
    if scene is None:
        return f"{said}."
    wrong = int(swapped(reading.guess, tuple(scene)))
    return f"{said}, {'which is right' if not wrong else '1 swap off' if wrong == 1 else f'{wrong} swaps off'}."


def _scenes(count: int) -> str:
    return f"{count:,} scene{'s' * (count != 1)}"


def grid(reading: Reading, scene: Sequence[int] | None = None) -> Markup:
    """A square for every scene of the size: those that are left, and the true one."""
    total = size_of_space(reading.size, reading.domain)
    left = {rank(world) for world in reading.worlds.tolist()}
    truth = None if scene is None else rank(scene)
    kinds = [
        " ".join(name for name, holds in (("on", i in left), ("truth", i == truth and i in left)) if holds)
        for i in range(total)
    ]
    squares = Markup("").join(
        Markup('<i class="{}"></i>').format(kind) if kind else Markup("<i></i>") for kind in kinds
    )
    return Markup('<div class="worlds" role="img" aria-label="{} of {} are left">{}</div>').format(
        len(left), _scenes(total), squares
    )
