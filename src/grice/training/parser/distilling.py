"""How is the shipped parser trained? Teachers that each leave a part of the rows out, then a student of them all.

Everything that is done lies in the run's folder (`teacher-0`, ..., `taught.npz`), so the same call goes on where an
earlier one stopped.
"""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from grice.training.checkpoints import require_same
from grice.training.parser import teaching, weights
from grice.training.parser.fitting import Data, Run, Say, finished, fit, identity_of
from grice.training.parser.recipes import Recipe

SHARE = 0.55
"""The part of a run's minutes that its teachers get."""
COUNT, TRUST = 40_000, 0.5
"""New captions to label, and the weight of the teachers on training captions."""


def distilled(
    run: Run,
    taught_by: Recipe,
    teachers: int,
    data: Data,
    encoder: weights.Encoder,
    out: Path,
    say: Say = print,
    count: int = COUNT,
) -> dict[str, Any]:
    """Train the teachers one after the other, label captions with them, train the student and judge it."""
    labels = out / "taught.npz"
    minutes = run.minutes * (1 - SHARE) if run.minutes else None
    # A student writes graphs in the form of its teachers'.
    recipe = replace(run.recipe, identifiers=taught_by.identifiers)
    student = replace(run, recipe=recipe, minutes=minutes, ahead=False)
    theirs = {"count": teachers, "recipe": asdict(taught_by), "new captions": count, "trust": TRUST}
    identity = identity_of(student, data, encoder, theirs)
    if (done := finished(out, identity)) is not None:
        return done
    if labels.exists():
        require_same(labels, teaching.about(labels), identity)
    else:
        runs = [_teacher(run, taught_by, k, teachers) for k in range(teachers)]
        folders = [out / f"teacher-{k}" for k in range(teachers)]
        for teacher, folder in zip(runs, folders, strict=True):
            fit(teacher, data, encoder, folder, say)
        loaded = [weights.load(folder, run.device) for folder in folders]
        networks, folds = [network for network, _, _ in loaded], [teacher.fold for teacher in runs]
        form = data.in_form(taught_by.identifiers)
        lesson = teaching.lesson(networks, loaded[0][1], form, folds, count, TRUST, run.seed + 1, say)
        teaching.save_lesson(labels, lesson, identity)
    return fit(student, data, encoder, out, say, teaching.load_lesson(labels), theirs)


def _teacher(run: Run, taught_by: Recipe, k: int, teachers: int) -> Run:
    minutes = run.minutes * SHARE / teachers if run.minutes else None
    fold = (k, teachers) if teachers > 1 else None
    return replace(run, name=f"teacher {k}", recipe=taught_by, seed=run.seed + 1 + k, minutes=minutes, fold=fold)
