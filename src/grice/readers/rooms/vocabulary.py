"""Which words mean which values of a room? The lexicon that mentions are read with, as data that a user can extend.

Phrases are looked up longest first, so "light green" is never "green" and "middle-sized" is never a place. The lookup
is one transition table over word codes, which a whole batch of captions walks at once.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from grice import checks
from grice.errors import InputError
from grice.meaning.mentions import KINDS
from grice.scenes import rooms
from grice.scenes.rooms import VARIANTS, Variant
from grice.words.tokens import tokenise

WORDS = (
    "floor",
    "wall",
    "object",
    "modifier",
    "determiner",
    "copula",
    "negation",
    "denial",
    "relative",
    "conjunction",
    "front",
    "preposition",
    "other",
)
CLASSES = ("unknown", *KINDS, *WORDS)
CLASS = {name: number for number, name in enumerate(CLASSES)}

WORDED_AS = {"hue": "object_hue", "scale": "scale", "shape": "shape", "orientation": "orientation"}
"""The feature whose words a kind of mention has; floors and walls have the hues of objects."""


@dataclass(frozen=True)
class Vocabulary:
    """Phrases with their class and values, ready for lookup. Arrays run over phrases; phrase 0 is "not known"."""

    name: str
    phrases: tuple[str, ...]
    classes: NDArray[np.int8]
    values: NDArray[np.int32]
    """A bit for every value of the feature that the phrase is true of."""
    of_label: NDArray[np.bool_]
    """Whether the phrase is the grammar's own wording of a label, so that labels decide what is contrastive."""
    alternatives: NDArray[np.int32]
    """The phrases that join what is denied one by one: "or"."""
    words: pa.Array
    transitions: NDArray[np.int16]
    accepts: NDArray[np.int32]
    longest: int

    @staticmethod
    def load(variant: Variant = "released", extra: str | Path | Mapping[str, Any] | None = None) -> "Vocabulary":
        """The words of the grammars, the synonyms that come with Grice, and a user's own (a TOML file or a mapping)."""
        checks.choice(variant, "vocabulary", VARIANTS)
        if extra is None:
            return _default(variant)
        own = dict(extra) if isinstance(extra, Mapping) else _own(Path(extra))
        label = "own" if isinstance(extra, Mapping) else Path(extra).name
        return _compile(f"{variant}+{label}", variant, [_shipped(), own])


@cache
def _default(variant: Variant) -> Vocabulary:
    return _compile(variant, variant, [_shipped()])


@cache
def _shipped() -> dict[str, Any]:
    return tomllib.loads(files("grice.readers.rooms").joinpath("vocabulary.toml").read_text("utf-8"))


def _own(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", "a TOML file of words") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not TOML: {error}", 'lines like turquoise = ["cyan"] under [hue]') from None


def _compile(name: str, variant: Variant, tables: Sequence[Mapping[str, Any]]) -> Vocabulary:
    entries: dict[tuple[str, ...], tuple[str, int, int, bool]] = {}
    for table in tables:
        for kind, rows in table.items():
            for phrase, values in _rows(kind, rows):
                entries[_split(phrase)] = (phrase, CLASS[kind if kind != "words" else values], 0, False)
                if kind != "words":
                    entries[_split(phrase)] = (phrase, CLASS[kind], _bits(kind, phrase, values), False)
    for kind, feature in WORDED_AS.items():
        # The other variant's words first, so that where both use a phrase the chosen variant's meaning wins.
        for wording in sorted(VARIANTS, key=lambda v: v == variant):
            bits: dict[str, int] = {}
            for index, phrase in enumerate(rooms.vocabulary(wording)[feature]):
                bits[phrase] = bits.get(phrase, 0) | 1 << index
            entries |= {_split(phrase): (phrase, CLASS[kind], mask, True) for phrase, mask in bits.items()}
    # Captions of trained speakers drop articles: "in right corner" is read as "in the right corner".
    for words, entry in list(entries.items()):
        if "the" in words and len(words) > 1:
            entries.setdefault(tuple(word for word in words if word != "the"), entry)
    return _index(name, entries)


def _rows(kind: str, rows: Any) -> list[tuple[str, Any]]:
    if kind == "words" and isinstance(rows, Mapping):
        unknown = [group for group in rows if group not in WORDS]
        if unknown:
            raise InputError(f"words under {', '.join(unknown)}", f"groups out of {', '.join(WORDS)}")
        return [(word, group) for group, members in rows.items() for word in members]
    if kind not in KINDS or not isinstance(rows, Mapping):
        raise InputError(f"a vocabulary table [{kind}]", f"[{'], ['.join((*KINDS, 'words'))}]")
    return list(rows.items())


def _bits(kind: str, phrase: str, values: Any) -> int:
    words = rooms.vocabulary("released")[WORDED_AS[kind]]
    wanted = [values] if isinstance(values, str) else list(values)
    unknown = [value for value in wanted if value not in words]
    if unknown or not wanted:
        raise InputError(
            f"{kind} {phrase!r} = {values!r}",
            f"one or more of {', '.join(dict.fromkeys(words))}",
            f'{phrase} = ["{words[0]}"]',
        )
    return sum(1 << index for index, word in enumerate(words) if word in wanted)


def _split(phrase: str) -> tuple[str, ...]:
    return tuple(tokenise(pa.array([phrase])).words.to_pylist())


def _index(name: str, entries: Mapping[tuple[str, ...], tuple[str, int, int, bool]]) -> Vocabulary:
    codes = {word: code for code, word in enumerate(dict.fromkeys(w for words in entries for w in words), start=1)}
    states: dict[tuple[int, int], int] = {}
    accepts = [0]
    for number, words in enumerate(entries, start=1):
        state = 0
        for word in words:
            state = states.setdefault((state, codes[word]), len(accepts))
            if state == len(accepts):
                accepts.append(0)
        accepts[state] = number
    # State -1 is "no match": the last row of the table, which leads back to itself.
    table = np.full((len(accepts) + 1, len(codes) + 1), -1, np.int16)
    for (state, code), target in states.items():
        table[state, code] = target
    rows = [("", CLASS["unknown"], 0, False), *entries.values()]
    return Vocabulary(
        name=name,
        phrases=tuple(row[0] for row in rows),
        classes=np.array([row[1] for row in rows], np.int8),
        values=np.array([row[2] for row in rows], np.int32),
        of_label=np.array([row[3] for row in rows]),
        alternatives=np.flatnonzero([row[0] == "or" for row in rows]).astype(np.int32),
        words=pa.array(codes, pa.large_string()),
        transitions=table,
        accepts=np.array([*accepts, 0], np.int32),
        longest=max(len(words) for words in entries),
    )
