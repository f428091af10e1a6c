"""Do results speak of the same items? The same metrics and settings, and row by row the same references and scenes."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np

from grice import checks
from grice.engines.score import Result
from grice.errors import InputError
from grice.metrics.base import COLUMNS, Rows
from grice.metrics.tally import Score


def check_pairs(results: Mapping[str, Result]) -> None:
    """The same metrics, and item by item the same references, targets and pictures."""
    (name, first), *others = results.items()
    for other, result in others:
        lacking = [metric for metric in (*first, *result) if metric not in first or metric not in result]
        if lacking:
            raise InputError(
                f"{name} is scored by {', '.join(first)}, {other} by {', '.join(result)}",
                "the same metrics for all systems",
                f"grice.score(..., metrics={list(dict.fromkeys((*first, *result)))}) for each",
            )
        for metric, one in first.items():
            here, there = str(one.metric.signature), str(result[metric].metric.signature)
            if here != there:
                raise InputError(f"{name} is scored by {here} and {other} by {there}", "the same settings for all")
            check_rows(name, _rows(one), other, _rows(result[metric]), (one.tally.count, result[metric].tally.count))


def check_rows(name: str, one: Iterable[Rows], other_name: str, other: Iterable[Rows], counts: tuple[int, int]) -> None:
    """Refuse items that are not the same: another number of them, or other references or scenes in some row."""
    if counts[0] != counts[1]:
        raise InputError(
            f"{name} has {counts[0]} items and {other_name} has {counts[1]}", "the same items in both, in one order"
        )
    for column in COLUMNS[1:]:
        for row, (here, there) in enumerate(zip(_cells(one, column), _cells(other, column), strict=False)):
            if not _same(here, there):
                raise InputError(
                    f"item {row} has other {column} for {name} than for {other_name}: "
                    f"{checks.quoted(here)} and {checks.quoted(there)}",
                    "the same items in both, in one order",
                )


def _rows(one: Score) -> list[Rows]:
    return [kept.rows for _, kept in sorted(one.tally.kept.items())]


def _cells(parts: Iterable[Rows], column: str) -> Iterator[Any]:
    return chain.from_iterable(getattr(part, column) or () for part in parts)


def _same(here: Any, there: Any) -> bool:
    if here is there:
        return True
    if isinstance(here, np.ndarray) or isinstance(there, np.ndarray):
        return np.array_equal(here, there)
    if isinstance(here, list | tuple) and isinstance(there, list | tuple):
        return len(here) == len(there) and all(map(_same, here, there))
    return type(here) is not type(there) or bool(here == there)
