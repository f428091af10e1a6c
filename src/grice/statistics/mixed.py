"""Do producers differ, when answers nest in participants and items? A mixed-effects model, by statsmodels.

A linear model with fixed effects for what is compared and crossed random intercepts for participants and items, fitted
by restricted maximum likelihood. It needs the extra `stats`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.extras import require


@dataclass(frozen=True)
class Effect:
    """A fixed effect: its estimate, standard error, z and p."""

    name: str
    estimate: float
    error: float
    z: float
    p: float


@dataclass(frozen=True)
class Mixed:
    """The fixed effects, the standard deviations of participants, items and what is left, and whether it converged."""

    effects: tuple[Effect, ...]
    participants: float
    items: float
    residual: float
    converged: bool


def mixed(values: Sequence[float], groups: Sequence[str], participants: Sequence[Any], items: Sequence[Any]) -> Mixed:
    """value ~ group + (1 | participant) + (1 | item); the first group by name is what others are compared with."""
    api = require("statsmodels.api", "stats", "a mixed-effects model")
    lengths = {len(values), len(groups), len(participants), len(items)}
    if len(lengths) > 1 or not len(values):
        raise InputError("values, groups, participants and items of different lengths", "one of each for every answer")
    levels = sorted(set(map(str, groups)))
    if len(levels) < 2 or len(set(participants)) < 2 or len(set(items)) < 2:
        raise InputError("one group, participant or item", "two or more of each")
    fixed = np.column_stack(
        [np.ones(len(values)), *([float(g == level) for g in map(str, groups)] for level in levels[1:])]
    )
    components = {"participant": _indicators(participants), "item": _indicators(items)}
    from statsmodels.regression.mixed_linear_model import VCSpec

    spec = VCSpec(
        list(components),
        [[[f"{name}{i}" for i in range(one.shape[1])]] for name, one in components.items()],
        [[one] for one in components.values()],
    )
    model = api.MixedLM(np.asarray(values, np.float64), fixed, groups=np.ones(len(values)), exog_vc=spec)
    import warnings

    with warnings.catch_warnings():
        # A variance at its bound of 0 is a result here, told by `participants` and `items`.
        warnings.simplefilter("ignore")
        found = model.fit(reml=True, method=["lbfgs"])
    names = ["intercept", *(f"{level} less {levels[0]}" for level in levels[1:])]
    numbers = zip(names, found.fe_params, found.bse_fe, found.tvalues, found.pvalues, strict=False)
    variances = dict(zip(components, np.sqrt(np.maximum(found.vcomp, 0)), strict=True))
    return Mixed(
        tuple(Effect(name, *map(float, rest)) for name, *rest in numbers),
        float(variances["participant"]),
        float(variances["item"]),
        float(np.sqrt(found.scale)),
        bool(found.converged),
    )


def _indicators(labels: Sequence[Any]) -> Any:
    _, where = np.unique([str(label) for label in labels], return_inverse=True)
    return np.eye(int(where.max()) + 1)[where]
