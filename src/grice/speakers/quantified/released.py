"""Where do the authors' released QDG algorithms differ from ours? Their conditions and their wording.

In the released code the number of a verb carries meaning: "Half of the squares is blue" means exactly one blue square.
The two algorithms do not agree on when a verb is plural: for IA it always is, for GREEDY from two objects on. They are
here for comparison with the published outputs, wording and slips of grammar included.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from grice.meaning.quantifiers import Pattern, Test


@dataclass(frozen=True)
class Use:
    """One way to use a pattern: when other scenes are taken to fit, when it may be said of the scene, and its words."""

    fits: Test
    sayable: Test
    templates: tuple[str, ...]


def uses(pattern: Pattern, algorithm: str = "") -> tuple[Use, ...]:
    """How an algorithm of the released code uses a pattern; without an algorithm, how it ought to be used."""
    plain = Use(pattern.implicature, pattern.implicature, pattern.templates)
    if not algorithm:
        return (plain,)
    worded = Use(plain.fits, plain.sayable, _WORDS.get(pattern.name, pattern.templates))
    return _USES[algorithm].get(pattern.name, (worded,))


_WORDS: Mapping[str, tuple[str, ...]] = {
    "all": ("All of the {As} are {Bp}.", "Every {A} is {Bb}."),
    "everything": ("Everything is {Pb}.",),
    "half": ("Half of the {As} are {Bp}.",),
    "half_rest": (
        "Half of the {As} are {Bp}, the other half are {Cp}.",
        "Half of the {As} are {Bp}, the rest are {Cp}.",
    ),
    "minority": ("A minority of the {As} are {Bp}.", "Less then half of the {As} are {Bp}."),
}
_PLURAL: tuple[Test, Test] = (lambda c: (c.a >= 2) & (c.ab >= 2), lambda c: c.ab >= 2)
_HALF = Use(*_PLURAL, _WORDS["half"])
_HALF_REST = Use(*_PLURAL, _WORDS["half_rest"])
_MINORITY = Use(lambda c: c.ab >= 1, lambda c: c.ab >= 2, _WORDS["minority"])

_USES: Mapping[str, Mapping[str, tuple[Use, ...]]] = {
    "qdg-ia": {"half": (_HALF,), "half_rest": (_HALF_REST,), "minority": (_MINORITY,), "some_1": ()},
    "qdg-greedy": {
        "half": (_HALF, Use(lambda c: c.ab == 1, lambda c: c.ab == 1, ("Half of the {As} is {Bi}.",))),
        "half_rest": (
            _HALF_REST,
            Use(
                lambda c: c.ab == 1,
                lambda c: (c.b == 1) & (c.c == 1),
                ("Half of the {As} is {Bi}, the other half is {Ci}.", "Half of the {As} is {Bi}, the rest is {Ci}."),
            ),
        ),
        "minority": (
            _MINORITY,
            Use(
                lambda c: c.ab >= 1,
                lambda c: c.ab == 1,
                ("A minority of the {As} is {Bi}.", "Less then half of the {As} is {Bi}."),
            ),
        ),
        "some_1": (),
    },
}
