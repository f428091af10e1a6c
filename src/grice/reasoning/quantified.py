"""What did the speaker mean, given what else they could have said? Rational speech acts over quantified descriptions.

L0(w | u)  a reader who takes a text at face value: the weights of `grice.read`
S1(u | w)  proportional to exp(alpha * (log L0(w | u) - cost * words(u))): a speaker who asks what that reader answers
L1(w | u)  proportional to P(w) * S1(u | w): a reader who asks which text the speaker would have chosen
(Frank & Goodman 2012). Alternatives are what the speakers of this library would say of the worlds in question.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError
from grice.meaning.reading import MODES, Mode, Reading
from grice.readers.base import Choice, Listener, check_candidates
from grice.readers.quantified.reading import read
from grice.reasoning.speech_acts import ALPHA, COST, among, check, chosen, heard
from grice.scenes.quantified import DEFAULT, Domain, Scene, counts, largest_size
from grice.speakers.base import load
from grice.speakers.quantified.algorithms import Algorithm, told_apart
from grice.speakers.quantified.description import Counted, Description

SPEAKERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("qdg-greedy", {}),
    ("qdg-ia", {}),
    ("complete", {"style": "short"}),
    ("complete", {"style": "vague"}),
)
"""The speakers whose descriptions are the alternatives."""
MOST_WORLDS = 40
"""How many of the likeliest worlds give alternatives; all of them would give too many."""


@dataclass(frozen=True)
class Utterance:
    """A text a speaker could choose: how likely they are to, and what the reader would make of it."""

    text: str
    probability: float
    swaps: float
    """Expected swaps of the reader's answer."""
    words: int


@dataclass(frozen=True)
class RationalSpeaker(Algorithm):
    """Of what the other speakers say of a scene, chooses the description that a reader is likeliest to get right."""

    name: str = "rsa-quantified"
    alpha: float = ALPHA
    cost: float = COST
    reading: Mode = "pragmatic"

    def __post_init__(self) -> None:
        _check(self.alpha, self.cost, self.reading)

    def describe(self, scene: Counted, distractors: Sequence[Counted], seed: int) -> Description:
        offered = _alternatives([scene], self.domain, seed, distractors)
        best = speaker(
            scene, list(offered), self.alpha, self.cost, self.reading, self.domain, seed, distractors or None
        )[0]
        return replace(offered[best.text], speaker=self.name, seed=seed)


@dataclass(frozen=True)
class RationalListener(Listener):
    """Chooses the candidate for which a speaker would likeliest have said this and nothing else."""

    name: str = "rsa-quantified"
    domain: Domain = DEFAULT
    alpha: float = 1.0
    cost: float = COST
    reading: Mode = "pragmatic"
    seed: int = 0
    family = "quantified"

    def __post_init__(self) -> None:
        _check(self.alpha, self.cost, self.reading)
        checks.seed(self.seed)

    def listen(self, descriptions: Sequence[str], candidates: Sequence[Sequence[Scene]]) -> list[Choice]:
        """For every description, the choice among its candidates, which are scenes of one size."""
        check_candidates(descriptions, candidates)
        among = [[counts(scene, self.domain) for scene in scenes] for scenes in candidates]
        for scenes in among:
            if len({sum(scene) for scene in scenes}) != 1:
                raise InputError("candidates of different sizes, or none", "scenes with the same number of objects")
        return [self._choice(text, scenes) for text, scenes in zip(descriptions, among, strict=True)]

    def _choice(self, text: str, scenes: list[Counted]) -> Choice:
        size = sum(scenes[0])
        try:
            said = _one(text, size, self.reading, self.domain)
        except InputError as error:
            return Choice(None, error.given, weights=(0.0,) * len(scenes))
        texts = list(dict.fromkeys([text, *_alternatives(scenes, self.domain, self.seed)]))
        readings = [said, *(_one(other, size, self.reading, self.domain) for other in texts[1:])]
        literal = among(_reader(readings, scenes))
        weights = heard(literal, texts, self.alpha, self.cost)
        best = np.flatnonzero(np.isclose(weights, weights.max())).tolist()
        fitting = tuple(np.flatnonzero(literal[0] > 0).tolist())
        if not fitting:
            return Choice(None, "it is true of no candidate", fitting, tuple(weights.tolist()))
        if len(best) > 1:
            return Choice(None, f"{len(best)} candidates are equally likely", fitting, tuple(weights.tolist()))
        return Choice(best[0], "a speaker is likeliest to say it of this one", fitting, tuple(weights.tolist()))


def listener(
    text: str,
    size: int,
    alternatives: Sequence[str] | None = None,
    alpha: float = 1.0,
    cost: float = COST,
    reading: Mode = "pragmatic",
    domain: Domain = DEFAULT,
    seed: int = 0,
) -> Reading:
    """The reading of a text by someone who asks what else its speaker could have said; same worlds, other weights."""
    _check(alpha, cost, reading)
    said = _one(text, size, reading, domain)
    if alternatives is None:
        likeliest = (-said.weights).argsort(kind="stable")[:MOST_WORLDS]
        alternatives = list(_alternatives(said.worlds[likeliest].tolist(), domain, checks.seed(seed)))
    texts = list(dict.fromkeys([text, *alternatives]))
    readings = [said, *(_one(other, size, reading, domain) for other in texts[1:])]
    weights = heard(_reader(readings, said.worlds.tolist()), texts, alpha, cost)
    return replace(said, weights=weights if weights.any() else said.weights / said.weights.sum())


def speaker(
    scene: Scene,
    texts: Sequence[str] | None = None,
    alpha: float = ALPHA,
    cost: float = COST,
    reading: Mode = "pragmatic",
    domain: Domain = DEFAULT,
    seed: int = 0,
    distractors: Any = None,
) -> list[Utterance]:
    """Texts for a scene, the one a speaker who thinks of the reader would choose first.

    With distractors, the reader knows that the text is about the scene or one of them.
    """
    _check(alpha, cost, reading)
    ((target, rivals),) = told_apart(scene, distractors, domain)
    offered = list(dict.fromkeys(texts if texts is not None else _alternatives([target], domain, seed, rivals)))
    if not offered:
        raise InputError("no texts", "at least one description to choose from")
    readings = [_one(text, sum(target), reading, domain) for text in offered]
    literal = _reader(readings, [target, *rivals])
    chances = chosen(among(literal) if rivals else literal, offered, alpha, cost)[:, 0]
    found = [
        Utterance(text, float(chance), said.swaps(target), len(text.split()))
        for text, chance, said in zip(offered, chances, readings, strict=True)
    ]
    return sorted(found, key=lambda one: (-one.probability, one.swaps, one.words))


def _alternatives(
    scenes: Sequence[Sequence[int]], domain: Domain, seed: int, distractors: Sequence[Counted] = ()
) -> Mapping[str, Description]:
    """What the speakers of this library would say of these scenes, text to description."""
    found: dict[str, Description] = {}
    for scene in scenes:
        for name, options in SPEAKERS:
            # A speaker may refuse a size that another one can describe.
            with suppress(InputError):
                (said,) = load(name, domain=domain, **options).speak([tuple(scene)], [distractors], seed)
                found.setdefault(said.text, said)
    return {text: said for text, said in found.items() if text}


def _one(text: str, size: int, reading: Mode, domain: Domain) -> Reading:
    said = read(text, size, reading, domain)
    if said.sampled:
        raise InputError(
            f"reasoning about scenes of size {size} with {len(domain.kinds)} kinds",
            f"a size up to {largest_size(domain)}",
        )
    return said


def _reader(readings: Sequence[Reading], worlds: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """L0: a row for each reading of a text, a column for each of these worlds."""
    wanted = [tuple(world) for world in worlds]
    weights = [dict(zip(map(tuple, said.worlds.tolist()), said.weights.tolist(), strict=True)) for said in readings]
    return np.array([[known.get(world, 0.0) for world in wanted] for known in weights])


def _check(alpha: float, cost: float, reading: Mode) -> None:
    check(alpha, cost)
    if reading not in MODES:
        raise InputError(f"reading {reading!r}", f"one of {', '.join(MODES)}")
