"""Can this be used? Checks of counts, seeds, levels, arrays and texts that a caller passes, answered in the same words.

Every check gives the value back in the type it stands for, or raises an `InputError` that says what was given, what is
needed and what to type.
"""

from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError

LONGEST = 60
"""Characters of a value that a message shows."""

MOST_SAMPLES = 10_000_000


def whole(value: Any, what: str, least: int = 0, most: int | None = None, fix: str = "") -> int:
    """A whole number within bounds; True and False are none, 3.0 is none either."""
    needed = f"a whole number, {least:,} or more" if most is None else f"a whole number from {least:,} to {most:,}"
    try:
        found = index(value)
    except TypeError:
        found = None
    if found is None or isinstance(value, bool | np.bool_) or found < least or (most is not None and found > most):
        raise InputError(f"{what} {quoted(value)}", needed, fix)
    return found


def count(value: Any, what: str, least: int = 0, most: int | None = None) -> int:
    """How many of something, written `what=value` in the message: `count(samples, "samples", least=1)`."""
    return whole(value, f"{what} =", least, most, f"{what}={least if least else 1}")


def samples(value: Any) -> int:
    """How many samples are drawn: as many as can be waited for."""
    return count(value, "samples", least=1, most=MOST_SAMPLES)


def seed(value: Any) -> int:
    """A seed: a whole number, 0 or more. None is refused, as it would give other numbers at every call."""
    return whole(value, "seed =", fix="seed=0")


def generator(value: Any) -> np.random.Generator:
    """Random numbers from a seed, or the `numpy.random.Generator` that was passed."""
    return value if isinstance(value, np.random.Generator) else np.random.default_rng(seed(value))


def choice(value: Any, what: str, options: Iterable[str]) -> Any:
    """One of the names that an option may have, written `what=value` in the message."""
    names = list(options)
    # Anything but text could be compared in a way of its own, or not at all.
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{what}={quoted(value)}", f"one of {', '.join(names)}")
    return value


def switch(value: Any, what: str) -> bool:
    """True or False."""
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{what}={quoted(value)}", "True or False, on the command line yes or no")
    return bool(value)


def level(value: Any) -> float:
    """A confidence level between 0 and 1, both excluded."""
    is_number = isinstance(value, float | int | np.floating) and not isinstance(value, bool)
    if not is_number or not 0 < value < 1:
        raise InputError(f"level = {quoted(value)}", "a number between 0 and 1", "level=0.95")
    return float(value)


def numbers(values: Any, what: str) -> NDArray[np.float64]:
    """An array of floating-point numbers, None as NaN; text and rows of unequal length are refused."""
    try:
        found = np.asarray(values)
        mixed = found.dtype.kind == "O" and found.ndim and not any(isinstance(one, str | bytes) for one in found.flat)
        if found.dtype.kind in "fiub" or mixed:
            return found.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError(f"{what} {quoted(values)}", "numbers", "a list or an array of numbers, NaN where one is missing")


def has_entries(value: Any) -> bool:
    """Whether a value is a list, a column or an iterator of others; text is one value, and so is an array of none."""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes) and getattr(value, "shape", None) != ()


def entries(value: Any, what: str, needed: str) -> list[Any]:
    """The entries of a list, a column or an iterator; what would be taken apart into letters or keys is refused."""
    if isinstance(value, Mapping) or not has_entries(value):
        raise InputError(f"{what} {quoted(value)}", needed)
    return list(value)


def texts(value: Any, what: str, needed: str) -> list[str]:
    """A list of texts."""
    found = entries(value, what, needed)
    if not all(isinstance(text, str) for text in found):
        raise InputError(f"{what} {quoted(value)}", needed)
    return found


def named(given: Iterable[str]) -> list[str]:
    """The names in entries of a list, each of which may hold several with commas between them."""
    return [name for entry in given for part in entry.split(",") if (name := part.strip())]


def quoted(value: Any) -> str:
    """A value as a message shows it: short, on one line, and whatever it is."""
    try:
        shown = " ".join(repr(value).split())
    except Exception:  # a repr is code of the caller's, and Python refuses to write integers of 4,300 digits
        shown = f"a value of type {type(value).__name__}"
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 3] + "..."


def new_file(path: Path) -> Path:
    """A file that may be made: its folder is there. To make that too would hide the file where a name is misspelt."""
    if not path.parent.exists():
        raise InputError(
            f"{path}: there is no folder {path.parent}", "a folder that is there", f"mkdir -p {quote(str(path.parent))}"
        )
    return path
