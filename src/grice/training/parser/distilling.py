"""How is the shipped parser trained? Teachers that each leave a part of the rows out, then a student of them all.

All results are in the run's folder (a folder for each teacher, `taught.npz`), so the same call continues where an
earlier one stopped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.training.identity import require_same
from grice.training.parser.fitting import ParserRun, finished_parser, fit, identity_of
from grice.training.parser.pretrained import Pretrained
from grice.training.parser.recipes import Recipe
from grice.training.parser.splits import ParserData, Say
from grice.training.parser.teaching import lesson_about, lesson_of, save_lesson
from grice.training.parser.trained import load_parser

SHARE = 0.55
"""The part of a run's minutes that its teachers get."""
TAUGHT = "taught.npz"


@dataclass(frozen=True)
class Labelling:
    """New captions to label, the weight of the teachers on training captions, and the seed of what is recombined."""

    count: int = 40_000
    trust: float = 0.5
    seed: int = 1


def taught_by(
    teachers: Sequence[ParserRun],
    labelling: Labelling,
    data: ParserData,
    encoder: Pretrained,
    out: Path,
    train_all: Callable[[Sequence[ParserRun], Path], object],
    say: Say = print,
) -> Path:
    """Train teachers into folders of their names and label captions with them; returns the file of labels."""
    labels = out / TAUGHT
    identity = lesson_identity(teachers, labelling, data, encoder)
    if labels.exists():
        require_same(labels, lesson_about(labels), identity)
        return labels
    train_all(teachers, out)
    loaded = [load_parser(out / teacher.name, teachers[0].device) for teacher in teachers]
    lesson = lesson_of(
        [network for network, _, _ in loaded],
        loaded[0][1],
        data.in_form(teachers[0].recipe.identifiers),
        [teacher.fold for teacher in teachers],
        labelling.count,
        labelling.trust,
        labelling.seed,
        say,
    )
    save_lesson(labels, lesson, identity)
    return labels


def require_one_form(teachers: Sequence[ParserRun]) -> None:
    """Refuse teachers whose answers cannot be averaged."""
    if len({teacher.recipe.identifiers for teacher in teachers}) > 1:
        raise InputError("teachers with and without identifiers", "recipes that write graphs in one form")


def lesson_identity(
    teachers: Sequence[ParserRun], labelling: Labelling, data: ParserData, encoder: Pretrained
) -> dict[str, Any]:
    """What identifies a lesson."""
    return {
        "teachers": {teacher.name: teacher.settings() for teacher in teachers},
        "labelling": asdict(labelling),
        "device": teachers[0].device,
        "split": data.split,
        "encoder": encoder.digest(),
        **data.digests(),
    }


def distilled(
    run: ParserRun,
    recipe: Recipe,
    teachers: int,
    data: ParserData,
    encoder: Pretrained,
    out: Path,
    say: Say = print,
    labelling: Labelling | None = None,
) -> dict[str, Any]:
    """Train some teachers of a recipe one after the other, and the student `run` on what they label."""

    def train_all(runs: Sequence[ParserRun], folder: Path) -> None:
        for teacher in runs:
            fit(teacher, data, encoder, folder / teacher.name, say)

    their_runs = [_teacher(run, recipe, k, teachers) for k in range(teachers)]
    labelling = labelling or Labelling(seed=run.seed + 1)
    lesson = lesson_identity(their_runs, labelling, data, encoder)
    minutes = run.minutes * (1 - SHARE) if run.minutes else None
    student = in_form_of(lesson, replace(run, minutes=minutes, ahead=False))
    identity = identity_of(student, data, encoder, lesson)
    if (done := finished_parser(out, identity)) is not None:
        return done
    labels = taught_by(their_runs, labelling, data, encoder, out, train_all, say)
    return fit(student, data, encoder, out, say, labels)


def in_form_of(lesson: Mapping[str, Any], run: ParserRun) -> ParserRun:
    """A student that writes graphs in the form of its teachers'."""
    identifiers = all(teacher["recipe"]["identifiers"] for teacher in lesson["teachers"].values())
    return replace(run, recipe=replace(run.recipe, identifiers=identifiers))


def _teacher(run: ParserRun, recipe: Recipe, k: int, teachers: int) -> ParserRun:
    minutes = run.minutes * SHARE / teachers if run.minutes else None
    fold = (k, teachers) if teachers > 1 else None
    return replace(run, name=f"teacher-{k}", recipe=recipe, seed=run.seed + 1 + k, minutes=minutes, fold=fold)
