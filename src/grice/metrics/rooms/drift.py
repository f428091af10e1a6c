"""Does a speaker still speak the language it was taught? Structural, semantic and pragmatic drift of a captioner.

Lazaridou, Potapenko & Tieleman (2020) tell three kinds apart. Measured here without a language model of English:
structural, the share of captions that a grammar could have said, and their likelihood under the speaker it began as;
semantic, true and false mentions beside those of that speaker; pragmatic, how much oftener the listener it learned with
finds the target than a literal one does, who knows no private code.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.readers.base import Listener
from grice.readers.rooms.listener import listen
from grice.readers.rooms.reading import read_mentions
from grice.readers.rooms.truth import judge
from grice.scenes import rooms
from grice.scenes.context import contexts
from grice.speakers.rooms.agent_folder import END, PAD
from grice.speakers.rooms.captioner import TrainedSpeaker
from grice.speakers.rooms.decoding import log_probabilities
from grice.speakers.rooms.recognition import recognised
from grice.tables import Table

GRAMMARS = ("exhaustive", "short", "minimal")
AT_ONCE = 256


@dataclass(frozen=True)
class Drift:
    """What has become of a speaker's language; None where what it is measured with was not given."""

    parses: float
    """The share of captions that one of the grammars could have said."""
    likelihood: float | None
    """The mean log-probability of a word, of the target alone, under the speaker it began as."""
    true: float
    """Features truly mentioned per caption."""
    false: float
    more_true: float | None
    """True mentions per caption more than in the captions of the speaker it began as; below 0, fewer."""
    more_false: float | None
    literal: float
    """The share of captions by which a literal listener picks the target."""
    trained: float | None
    gap: float | None
    """trained - literal: what only the listener it learned with understands."""


def drift(
    captions: Sequence[str],
    targets: Sequence[int],
    distractors: Sequence[Sequence[int]],
    before: Sequence[str] | None = None,
    began_as: TrainedSpeaker | None = None,
    listener: Listener | None = None,
    grammars: Sequence[str] = GRAMMARS,
) -> Drift:
    """The drift of captions: `before` are those of the speaker it began as, of the same targets."""
    true, false = _mentions(captions, targets, distractors)
    earlier = None if before is None else _mentions(before, targets, distractors)
    candidates = [[target, *others] for target, others in zip(targets, distractors, strict=True)]
    literal = _found([choice.place for choice in listen(captions, candidates)])
    trained = None if listener is None else _found([one.place for one in listener.listen(captions, candidates)])
    return Drift(
        parses=float(np.mean(recognised(captions, grammars))),
        likelihood=None if began_as is None else float(likelihood(began_as, captions, targets).mean()),
        true=true,
        false=false,
        more_true=None if earlier is None else true - earlier[0],
        more_false=None if earlier is None else false - earlier[1],
        literal=literal,
        trained=trained,
        gap=None if trained is None else trained - literal,
    )


def likelihood(speaker: TrainedSpeaker, captions: Sequence[str], targets: Sequence[int]) -> Any:
    """The mean log-probability of a word of each caption, its end included, under a speaker shown the target alone."""
    agent = speaker.loaded
    features, rows = speaker.sight.rooms(np.asarray(targets))
    seen = speaker.alone(features)[rows]
    listed = [[*agent.numbers(text), END] for text in captions]
    numbers = np.full((len(listed), max(map(len, listed), default=1)), PAD)
    for row, words in enumerate(listed):
        numbers[row, : len(words)] = words
    parts = range(0, len(listed), AT_ONCE)
    total = [log_probabilities(speaker.network, seen[at : at + AT_ONCE], numbers[at : at + AT_ONCE]) for at in parts]
    return np.concatenate(total) / (numbers != PAD).sum(1) if total else np.zeros(0, np.float32)


def over_time(log: Path) -> Table:
    """The drift of a training run as its log (JSON lines, `log.jsonl` of its folder) has it, a row per evaluation."""
    points = read_log(log)
    names = [name for name in _LOGGED if name in points[0]]
    columns = ("step", *names, *(("gap",) if {"listener", "literal"} <= set(names) else ()))
    rows = [[point[name] for name in columns] for point in points]
    note = "parses, likelihood: structural; k, false: semantic; gap = listener - literal: pragmatic drift."
    return Table(f"Drift over training: {log.parent.name or log.name}", columns, rows, (note,))


def read_log(log: Path) -> list[dict[str, float]]:
    """The evaluations of a run's log: the step and the values over all sets."""
    try:
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines() if line.strip()]
        points = [{"step": float(line["step"]), **line["sets"]["all"]} for line in lines]
    except FileNotFoundError:
        raise InputError(f"{log} does not exist", "the log.jsonl of a training run") from None
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{log} is no log of a training run ({error})", "the log.jsonl of its folder") from None
    if not points:
        raise InputError(f"{log} has no evaluation yet", "a run that was evaluated at least once")
    for point in points:
        if {"listener", "literal"} <= set(point):
            point["gap"] = point["listener"] - point["literal"]
    return points


def plot(logs: Mapping[str, Path], path: Path) -> None:
    """Draw the three kinds of drift of some runs over their steps, one panel each."""
    from matplotlib.figure import Figure

    panels = {
        "structural: captions a grammar could have said": (("parses", "-"),),
        "semantic: mentions per caption, true (line) and false (dots)": (("k", "-"), ("false", ":")),
        "pragmatic: trained minus literal listener": (("gap", "-"),),
    }
    figure = Figure(figsize=(13, 3.6), layout="constrained")
    for axes, (title, lines) in zip(figure.subplots(1, len(panels)), panels.items(), strict=True):
        for number, (name, log) in enumerate(logs.items()):
            points = read_log(log)
            for value, style in lines:
                shown = [(point["step"], point[value]) for point in points if value in point]
                if shown:
                    axes.plot(*zip(*shown, strict=True), style, color=f"C{number}", label=name)
        axes.set(title=title, xlabel="steps")
        axes.title.set_size("small")
        if axes.lines:
            axes.legend(*_once(axes), fontsize="small")
    figure.savefig(path)


def table(found: Mapping[str, Drift]) -> Table:
    """The drift of several speakers, a row each."""
    names = list(Drift.__dataclass_fields__)
    rows = [[speaker, *(asdict(one)[name] for name in names)] for speaker, one in found.items()]
    return Table("Drift from the speaker it began as", ("speaker", *names), rows)


_LOGGED = ("parses", "likelihood", "k", "false", "literal", "listener", "d", "words")


def _mentions(captions: Sequence[str], targets: Any, distractors: Any) -> tuple[float, float]:
    """True and false features per caption."""
    given = contexts(targets, distractors)
    judged = judge(
        read_mentions(captions), rooms.features(given.targets), rooms.features(given.distractors), given.owner
    )
    return float(judged.said.sum(1).mean()), float(judged.false.mean())


def _found(places: Sequence[int | None]) -> float:
    return float(np.mean([place == 0 for place in places]))


def _once(axes: Any) -> tuple[list[Any], list[str]]:
    """The handles and labels of a legend, each label once."""
    handles, labels = axes.get_legend_handles_labels()
    first = dict(zip(reversed(labels), reversed(handles), strict=True))
    return list(first.values())[::-1], list(first)[::-1]
