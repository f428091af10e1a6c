"""The words and phrases of `words.toml`, read once, and the patterns in it as the phrases they stand for."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

from grice.scenes.quantified import Domain


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = tomllib.loads(
        files("grice.readers.quantified").joinpath("words.toml").read_text("utf-8")
    )
    return found


def attribute_of(word: str, domain: Domain) -> str:
    """The attribute a word names: "colours" is colour."""
    named = table()["attributes"]
    return next(a for a, _ in domain.attributes if word in named.get(a, (a, f"{a}s")))


def forms(pattern: str) -> list[str]:
    """Every phrase a pattern stands for: "{seer} {can} {see}" is "i see", "we can find" and so on."""
    slots = table()["slots"]
    options = [slots[part[1:-1]] if part.startswith("{") else [part] for part in pattern.split()]
    return [" ".join(word for word in chosen if word) for chosen in product(*options)]
