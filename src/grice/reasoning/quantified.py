"""What did the speaker mean, given what else they could have said? Rational speech acts over quantified descriptions.

L0(w | u)  a reader who takes a text by itself: the weights of `grice.read`
S1(u | w)  proportional to exp(alpha * (log L0(w | u) - cost * words(u))): a speaker who asks what that reader answers
L1(w | u)  proportional to P(w) * S1(u | w): a reader who asks which text the speaker would have chosen
(Frank & Goodman 2012). Alternatives are what the speakers of this library would say of the worlds in question.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.readers.quantified.reading import Mode, Reading, read
from grice.scenes.quantified import DEFAULT, Domain, Scene, counts, largest_size
from grice.speakers.describe import describe

SPEAKERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("qdg-greedy", {}),
    ("qdg-ia", {}),
    ("complete", {"style": "short"}),
    ("complete", {"style": "vague"}),
)
"""Whose descriptions are the alternatives."""
MOST_WORLDS = 40
"""Alternatives are looked for in the likeliest worlds only; of the others there would be too many."""


@dataclass(frozen=True)
class Choice:
    """A text a speaker could choose: how likely they are to, and what the reader would make of it."""

    text: str
    probability: float
    swaps: float
    """Expected swaps of the reader's answer."""
    words: int


def listener(
    text: str,
    size: int,
    alternatives: Sequence[str] | None = None,
    alpha: float = 1.0,
    cost: float = 0.05,
    reading: Mode = "pragmatic",
    domain: Domain = DEFAULT,
    seed: int = 0,
) -> Reading:
    """The reading of a text by someone who asks what else its speaker would have said; same worlds, other weights."""
    _check(alpha, cost)
    said = _one(text, size, reading, domain)
    if alternatives is None:
        likeliest = (-said.weights).argsort(kind="stable")[:MOST_WORLDS]
        alternatives = _alternatives(said.worlds[likeliest].tolist(), domain, seed)
    texts = list(dict.fromkeys([text, *alternatives]))
    readings = [said, *(_one(other, size, reading, domain) for other in texts[1:])]
    chosen = _speaker(_reader(readings, said.worlds.tolist()), texts, alpha, cost)[0]
    weights = chosen if chosen.sum() > 0 else said.weights
    return replace(said, weights=weights / weights.sum())


def speaker(
    scene: Scene,
    texts: Sequence[str] | None = None,
    alpha: float = 4.0,
    cost: float = 0.05,
    reading: Mode = "pragmatic",
    domain: Domain = DEFAULT,
    seed: int = 0,
) -> list[Choice]:
    """Texts for a scene, the one a speaker who thinks of the reader would choose first."""
    _check(alpha, cost)
    target = counts(scene, domain)
    offered = list(dict.fromkeys(texts if texts is not None else _alternatives([target], domain, seed)))
    if not offered:
        raise InputError("no texts", "at least one description to choose from")
    readings = [_one(text, sum(target), reading, domain) for text in offered]
    chances = _speaker(_reader(readings, [target]), offered, alpha, cost)[:, 0]
    found = [
        Choice(text, float(chance), said.swaps(target), len(text.split()))
        for text, chance, said in zip(offered, chances, readings, strict=True)
    ]
    return sorted(found, key=lambda choice: (-choice.probability, choice.swaps, choice.words))


def _alternatives(scenes: Sequence[Sequence[int]], domain: Domain, seed: int) -> list[str]:
    found: dict[str, None] = {}
    for scene in scenes:
        for name, options in SPEAKERS:
            # A speaker may refuse a size that another one can describe.
            with suppress(InputError):
                found[describe(tuple(scene), name, seed, domain=domain, **options).text] = None
    return [text for text in found if text]


def _one(text: str, size: int, reading: Mode, domain: Domain) -> Reading:
    said = read(text, size, reading, domain)
    if said.sampled:
        raise InputError(
            f"reasoning about size {size} with {len(domain.kinds)} kinds", f"a size up to {largest_size(domain)}"
        )
    return said


def _reader(readings: Sequence[Reading], worlds: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """L0: a row for each reading of a text, a column for each of these worlds."""
    table = np.zeros((len(readings), len(worlds)))
    columns = {tuple(world): column for column, world in enumerate(worlds)}
    for row, said in enumerate(readings):
        for world, weight in zip(map(tuple, said.worlds.tolist()), said.weights.tolist(), strict=True):
            if world in columns:
                table[row, columns[world]] = weight
    return table


def _speaker(literal: NDArray[np.float64], texts: Sequence[str], alpha: float, cost: float) -> NDArray[np.float64]:
    """S1: each column sums to one over the texts, where any of them allows the world."""
    prices = cost * np.array([len(text.split()) for text in texts])[:, None]
    with np.errstate(divide="ignore"):
        scores = np.exp(alpha * (np.log(literal) - prices))
    totals = scores.sum(axis=0, keepdims=True)
    shares: NDArray[np.float64] = np.divide(scores, totals, out=np.zeros_like(scores), where=totals > 0)
    return shares


def _check(alpha: float, cost: float) -> None:
    if not alpha > 0 or cost < 0:
        raise InputError(f"alpha {alpha} and cost {cost}", "alpha above 0 and a cost of 0 or more")
