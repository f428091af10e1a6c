"""How is the shipped parser trained? Teachers that each leave a part of the rows out, then a student of them all.

Everything that is done lies in the run's folder (`teacher-0`, ..., `taught.npz`), so the same call goes on where an
earlier one stopped.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from grice.training.parser import teaching, weights
from grice.training.parser.fitting import Data, Run, Say, fit
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
    if not labels.exists():
        folders = [out / f"teacher-{k}" for k in range(teachers)]
        for k, folder in enumerate(folders):
            if not (folder / "parser.json").exists():
                fit(_teacher(run, taught_by, k, teachers), data, encoder, folder, say)
        loaded = [weights.load(folder, run.device) for folder in folders]
        folds = [(k, teachers) if teachers > 1 else None for k in range(teachers)]
        networks = [network for network, _, _ in loaded]
        form = data.in_form(taught_by.identifiers)
        lesson = teaching.lesson(networks, loaded[0][1], form, folds, count, TRUST, run.seed + 1, say)
        teaching.write(labels, lesson)
    minutes = run.minutes * (1 - SHARE) if run.minutes else None
    return fit(replace(run, minutes=minutes, ahead=False), data, encoder, out, say, teaching.read(labels))


def _teacher(run: Run, taught_by: Recipe, k: int, teachers: int) -> Run:
    minutes = run.minutes * SHARE / teachers if run.minutes else None
    fold = (k, teachers) if teachers > 1 else None
    return replace(run, name=f"teacher {k}", recipe=taught_by, seed=run.seed + 1 + k, minutes=minutes, fold=fold)
