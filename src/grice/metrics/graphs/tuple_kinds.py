"""What is a tuple about? Objects, attributes, relations, and of the attributes colours, counts and sizes.

The kinds by which SPICE's authors break its score down (Anderson et al. 2016, section 4.3): F1 over the tuples of one
kind alone. Their programme tells colours, numbers and sizes by lists of words; the lists here are our own. A denied
tuple is of the kind it denies.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import plain
from grice.metrics.graphs.matching import Matching
from grice.words.english import words as listed
from grice.words.morphology import base_forms
from grice.words.number_phrases import as_number

KINDS: Mapping[str, str] = {
    "object": "objects",
    "attribute": "attributes",
    "relation": "relations",
    "color": "attributes that are colours",
    "count": "attributes that are numbers",
    "size": "attributes that are sizes",
}
"""The kinds, and what each holds."""
_BITS = {kind: 1 << place for place, kind in enumerate(KINDS)}
_BY_LENGTH = {1: "object", 2: "attribute", 3: "relation"}
_QUALIFIERS = (
    *("at least", "at most", "more than", "fewer than", "less than", "no more than", "no fewer than", "no less than"),
    *("about", "around", "approximately", "some", "almost", "nearly", "over", "under", "up to"),
)
_AMOUNT = re.compile(rf"(?:(?:{'|'.join(_QUALIFIERS)}) )?(.+?)(?: (?:or|to) (.+))?")
"""A number, or two that bound it, after a word that qualifies it: "2", "3 or 4", "10 to 15", "at least 5"."""


class KindCounts:
    """How many tuples of each kind matched, were said and were wanted, item by item; added up all at once.

    A pair that matches is of a kind if both of its tuples are.
    """

    def __init__(self) -> None:
        self.matched: list[int] = []
        self.said: list[int] = []
        self.wanted: list[int] = []
        self.sizes: list[tuple[int, int, int]] = []

    def add(self, matching: Matching) -> None:
        """Note how the tuples of the next item matched."""
        exact, synonym, extra, missing = matching
        same = list(map(_kinds, exact))
        self.matched += same
        self.said += same
        self.wanted += same
        if synonym:
            first, second = list(map(_kinds, synonym)), list(map(_kinds, synonym.values()))
            self.matched += map(int.__and__, first, second)
            self.said += first
            self.wanted += second
        self.said += map(_kinds, extra)
        self.wanted += map(_kinds, missing)
        pairs = len(same) + len(synonym)
        self.sizes.append((pairs, pairs + len(extra), pairs + len(missing)))

    def scores(self) -> dict[str, NDArray[np.float64]]:
        """F1 over the tuples of each kind, an entry per item; NaN where neither side has any."""
        sizes = np.array(self.sizes, np.int64).reshape(-1, 3)
        sides = [np.array(side, np.uint8) for side in (self.matched, self.said, self.wanted)]
        items = [np.repeat(np.arange(len(sizes)), sizes[:, k]) for k in range(3)]
        found = {}
        for kind, bit in _BITS.items():
            matched, said, wanted = (
                np.bincount(item[side & bit > 0], minlength=len(sizes)) for side, item in zip(sides, items, strict=True)
            )
            total = (said + wanted).astype(np.float64)
            found[kind] = np.divide(2.0 * matched, total, out=np.full(len(sizes), np.nan), where=total > 0)
        return found


@lru_cache(maxsize=1 << 16)
def _kinds(entry: Fact) -> int:
    """The kinds a tuple is of, a bit for each."""
    said = plain(entry)
    bits = _BITS[_BY_LENGTH[len(said)]]
    return bits | _BITS.get(attribute_kind(said[1]), 0) if bits == _BITS["attribute"] else bits


@lru_cache(maxsize=1 << 14)
def attribute_kind(value: str) -> str:
    """ "color", "count" or "size"; empty for any other attribute."""
    words = value.lower().replace("-", " ").split()
    shades = listed("colours") | listed("shades")
    if words[-1] in listed("colours") and all(word in shades for word in words):
        return "color"
    amount = _AMOUNT.fullmatch(value.lower())
    if amount and all(as_number(number) is not None for number in amount.groups() if number):
        return "count"
    bases = {words[-1], *base_forms(words[-1], "adj")}
    return "size" if bases & listed("sizes") else ""
