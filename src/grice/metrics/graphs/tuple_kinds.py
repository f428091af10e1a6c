"""What is a tuple about? Objects, attributes, relations, and of the attributes colours, counts and sizes.

The kinds by which SPICE's authors break its score down (Anderson et al. 2016, section 4.3): F1 over the tuples of one
kind alone. Their programme tells colours, numbers and sizes by lists of words; the lists here are our own. A denied
tuple is of the kind it denies.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT
from grice.metrics.graphs.matching import Matching, Meaning, match
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
_ATTRIBUTE = 2
_BY_LENGTH = {1: "object", _ATTRIBUTE: "attribute", 3: "relation"}


def scores_by_kind(matching: Matching, meaning: Callable[[Fact], Meaning] | None) -> dict[str, float]:
    """F1 over the tuples of each kind; undefined, and left out, where neither side has any.

    Tuples match only those of their length, so objects, attributes and relations can be told after the matching;
    colours, counts and sizes are matched among themselves.
    """
    matched = Counter(map(_length, (*matching.exact, *matching.synonym)))
    extra, missing = Counter(map(_length, matching.extra)), Counter(map(_length, matching.missing))
    found: dict[str, float] = {}
    for length, kind in _BY_LENGTH.items():
        if total := 2 * matched[length] + extra[length] + missing[length]:
            found[kind] = 2 * matched[length] / total
    if "attribute" in found:
        said = _by_value((*matching.exact, *matching.synonym, *matching.extra))
        wanted = _by_value((*matching.exact, *matching.synonym.values(), *matching.missing))
        for kind in {*said, *wanted}:
            one, other = frozenset(said.get(kind, ())), frozenset(wanted.get(kind, ()))
            found[kind] = match(one, other, meaning).scores[0] if one and other else 0.0
    return found


def _length(entry: Fact) -> int:
    return len(entry) - (entry[0] == NOT)


def _by_value(tuples: Iterable[Fact]) -> dict[str, list[Fact]]:
    groups: dict[str, list[Fact]] = {}
    for entry in tuples:
        if _length(entry) == _ATTRIBUTE and (kind := attribute_kind(entry[-1])):
            groups.setdefault(kind, []).append(entry)
    return groups


@lru_cache(maxsize=1 << 14)
def attribute_kind(value: str) -> str:
    """ "color", "count" or "size"; empty for any other attribute."""
    words = value.lower().replace("-", " ").split()
    shades = listed("colours") | listed("shades")
    if words[-1] in listed("colours") and all(word in shades for word in words):
        return "color"
    if as_number(value.lower()) is not None:
        return "count"
    bases = {words[-1], *base_forms(words[-1], "adj")}
    return "size" if bases & listed("sizes") else ""
