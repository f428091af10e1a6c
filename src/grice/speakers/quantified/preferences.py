"""Which of two statements would people rather make? Costs from how often QTUNA's describers say what.

A statement costs the surprisal (negative logarithm of the share of descriptions that say such a thing) of its pattern,
of its subject and of the properties it names, at the nearest corpus sizes. Three further preferences are set, not
measured: small numbers before large, counting before equations between kinds, and a rest that differs in kind.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from grice.meaning.statements import Statement
from grice.scenes.quantified import OBJECT, Domain

PER_UNIT = 0.25
"""What each object beyond the first adds to the cost of a number."""
LEGIBLE = 4
"""The largest number that is taken in at a glance."""
EQUATION = 2.0
"""The cost of relating two kinds to each other instead of counting them."""
OVERLAP = 1.0
"""The cost of a rest described by a property that the first part may have too."""
_EQUATIONS = frozenset({"equal", "times", "more_by", "more"})


@cache
def table() -> dict[str, Any]:
    """The measured frequencies, with their cues."""
    return tomllib.loads(files("grice.speakers.quantified").joinpath("preferences.toml").read_text("utf-8"))


def measure(texts: Iterable[str]) -> dict[str, dict[str, int]]:
    """How many of these texts match each cue: section and name to count."""
    listed = [text.lower() for text in texts]
    return {
        section: {name: sum(bool(re.search(row["cue"], text)) for text in listed) for name, row in rows.items()}
        for section, rows in table().items()
        if isinstance(rows, dict)
    }


def cost(said: Statement, size: int) -> float:
    """How reluctant people would be to say this of a scene of this size."""
    found = _surprise("pattern", said.name, size)
    said_of = {letter: str(given) for letter, given in zip(said.pattern.arguments, said.arguments, strict=True)}
    subject = said_of.pop("A", None)
    if subject is not None:
        found += _surprise("subject", _role(subject, said.domain, whole="whole"), size)
    for name in dict.fromkeys(_role(given, said.domain, whole="kind") for given in said_of.values()):
        found += _surprise("said", name, size)
    if said.pattern.numbers == "k":
        found += PER_UNIT * (said.numbers[0] - 1)
    if said.name in _EQUATIONS and said.arguments[0] in said.domain.kinds:
        found += EQUATION
    if "B" in said_of and "C" in said_of and (said.masks["B"] & said.masks["C"]).any():
        found += OVERLAP
    return found


def large_numerals(said: Statement) -> int:
    """How many numbers above four it contains."""
    return int(said.pattern.numbers == "k" and said.numbers[0] > LEGIBLE)


def _role(given: str, domain: Domain, whole: str) -> str:
    if given == OBJECT or given in domain.kinds:
        return whole
    return "adjective" if domain.is_adjective(given) else "noun"


@lru_cache(maxsize=4096)
def _surprise(section: str, name: str, size: int) -> float:
    """Interpolated between corpus sizes along the logarithm of the size; an unseen pattern counts half a time."""
    measured = table()
    shares = (np.array(measured[section][name]["counts"]) + 0.5) / (np.array(measured["descriptions"]) + 1)
    return -float(np.interp(np.log(size), np.log(measured["sizes"]), np.log(shares)))
