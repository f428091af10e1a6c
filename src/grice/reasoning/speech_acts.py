"""Which text would a speaker choose who thinks of the listener? The steps of rational speech acts, over matrices.

L0 is a matrix with a row for each text and a column for each scene; S1(u | w) is proportional to
exp(alpha * (log L0(w | u) - cost * words(u))) (Frank & Goodman 2012).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError

ALPHA, COST = 4.0, 0.05
"""How strictly a speaker prefers the best text, and what a word costs; a listener assumes a speaker of alpha 1."""


def among(literal: NDArray[np.float64]) -> NDArray[np.float64]:
    """L0 of a reader who knows that one of these scenes is meant: each row sums to one, where it allows any."""
    return _shares(literal, literal.sum(axis=1, keepdims=True))


def chosen(literal: NDArray[np.float64], texts: Sequence[str], alpha: float, cost: float) -> NDArray[np.float64]:
    """S1: each column sums to one over the texts, where any of them allows the scene."""
    prices = cost * np.array([len(text.split()) for text in texts])[:, None]
    with np.errstate(divide="ignore"):
        scores = np.exp(alpha * (np.log(literal) - prices))
    return _shares(scores, scores.sum(axis=0, keepdims=True))


def heard(literal: NDArray[np.float64], texts: Sequence[str], alpha: float, cost: float) -> NDArray[np.float64]:
    """L1 of the first text, every scene as likely as the others before it was said; all zero where it allows none."""
    return _shares(one := chosen(literal, texts, alpha, cost)[0], one.sum(keepdims=True))


def check(alpha: float, cost: float) -> None:
    """Refuse a rationality or a cost that makes no sense."""
    if not alpha > 0 or not cost >= 0:
        raise InputError(f"alpha {alpha} and cost {cost}", "alpha above 0 and a cost of 0 or more")


def _shares(weights: NDArray[np.float64], totals: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
    return found
