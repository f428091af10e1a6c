"""The word lists of English that rules and metrics use, from english.toml."""

import tomllib
from functools import cache
from importlib.resources import files

from grice.words.prepositions import PREPOSITIONS


@cache
def words(name: str) -> frozenset[str]:
    """A list of words by its name."""
    return frozenset(str(_whole()[name]).split())


@cache
def closed() -> dict[str, str]:
    """The tag of every word of a closed class."""
    return {word: tag for tag, listed in _whole()["tags"].items() for word in listed.split()}


@cache
def prepositions() -> dict[str, str]:
    """Prepositions as people write them, and as FACTUAL writes them."""
    known = {phrase: phrase for phrase in PREPOSITIONS if phrase not in ("back", "as", "more than")}
    return known | _whole()["spoken"]


@cache
def _whole() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("grice.words") / "english.toml").read_text("utf-8"))
