"""Which tuples of two graphs say the same? One-to-one matching, equal ones first, then synonymous ones.

After Anderson et al. (2016): a tuple left over matches one left over on the other side if WordNet has a synset for
every pair of slots. Both sides go through their tuples in alphabetical order, as the published evaluator does, so the
result is determined. `merge` makes synonymous labels of one side one before its tuples count, as the original SPICE
merges the nodes of its reference graphs (their section 3.2); the published FACTUAL evaluator has it as an option, for
the candidate's labels as well. Roles are objects, attributes and predicates; labels go alphabetically into the first
group of their role that they share a synset with. Denied tuples match denied ones alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from grice.meaning.graph_statements import Fact
from grice.meaning.tuples import NOT
from grice.words.lexicon import synsets

Meaning = tuple[frozenset[int], ...]
"""The synsets of each slot of a tuple; empty where WordNet lacks one of them, since then nothing can match."""


class Matching(NamedTuple):
    """What matched what: equal tuples, pairs of synonymous ones, and what is left on either side."""

    exact: frozenset[Fact]
    synonym: dict[Fact, Fact]
    extra: frozenset[Fact]
    missing: frozenset[Fact]

    @property
    def scores(self) -> tuple[float, float, float]:
        """F1, precision and recall over tuples; all 1 where neither side says anything."""
        matched = len(self.exact) + len(self.synonym)
        said, wanted = matched + len(self.extra), matched + len(self.missing)
        if not said or not wanted:
            both = float(said == wanted)
            return both, both, both
        return 2 * matched / (said + wanted), matched / said, matched / wanted


@lru_cache(maxsize=1 << 16)
def meaning(entry: Fact) -> Meaning:
    """What WordNet knows of a tuple."""
    senses = tuple(map(_senses, entry))
    return senses if all(senses) else ()


def _senses(label: str) -> frozenset[int]:
    return _DENIED if label == NOT else synsets(label)


def match(
    candidate: frozenset[Fact], reference: frozenset[Fact], meaning: Callable[[Fact], Meaning] | None = meaning
) -> Matching:
    """Match tuples one to one: equal ones, then, if there is a `meaning`, synonymous ones in alphabetical order."""
    exact = candidate & reference
    extra, missing = candidate - exact, reference - exact
    if meaning is None or not extra or not missing:
        return Matching(exact, {}, extra, missing)
    free = [(wanted, wants) for wanted in sorted(missing, key=" ".join) if (wants := meaning(wanted))]
    pairs: dict[Fact, Fact] = {}
    for said in sorted(extra, key=" ".join) if free else ():
        meant = meaning(said)
        size = len(meant)
        for place, (wanted, wants) in enumerate(free):
            if len(wants) != size or meant[0].isdisjoint(wants[0]):
                continue
            if size == 1 or not any(map(frozenset.isdisjoint, meant, wants)):
                pairs[said] = wanted
                del free[place]
                break
    if not pairs:
        return Matching(exact, pairs, extra, missing)
    return Matching(exact, pairs, extra.difference(pairs), missing.difference(pairs.values()))


_DENIED = frozenset([-1])
"""What the mark of denial means: itself alone."""
_OBJECT, _ATTRIBUTE, _PREDICATE = "object", "attribute", "predicate"
_ROLES = {1: (_OBJECT,), 2: (_OBJECT, _ATTRIBUTE), 3: (_OBJECT, _PREDICATE, _OBJECT)}
Label = tuple[str, str]
"""A role and a label in it."""


@dataclass(frozen=True)
class Merged:
    """Both sides with every label replaced by the one that stands for its group, and what the groups mean."""

    candidate: frozenset[Fact]
    reference: frozenset[Fact]
    meaning: Callable[[Fact], Meaning]


def merge(candidate: frozenset[Fact], reference: frozenset[Fact]) -> Merged:
    """Merge synonymous labels on each side; groups of the two sides that hold the same label get one name."""
    wanted, said = _groups(reference), _groups(candidate)
    shared = {home: wanted[label] for label, home in sorted(said.items(), reverse=True) if label in wanted}
    names = {label: shared.get(home, home) for label, home in said.items()}
    senses: dict[Label, frozenset[int]] = {}
    for label, home in (*wanted.items(), *names.items()):
        senses[home] = senses.get(home, frozenset()) | _senses(label[1])

    def meaning(entry: Fact) -> Meaning:
        found = tuple(senses[label] for label in _labels(entry))
        return found if all(found) else ()

    return Merged(_renamed(candidate, names), _renamed(reference, wanted), meaning)


def _groups(tuples: Iterable[Fact]) -> dict[Label, Label]:
    """Every label with the first of its group."""
    held: dict[Label, frozenset[int]] = {}
    found: dict[Label, Label] = {}
    for label in sorted({label for entry in tuples for label in _labels(entry)}):
        role, words = label
        senses = _senses(words)
        home = next((h for h in held if h[0] == role and not held[h].isdisjoint(senses)), label)
        held[home] = held.get(home, frozenset()) | senses
        found[label] = home
    return found


def _renamed(tuples: Iterable[Fact], names: dict[Label, Label]) -> frozenset[Fact]:
    return frozenset(tuple(names[label][1] for label in _labels(entry)) for entry in tuples)


def _labels(entry: Fact) -> list[Label]:
    if entry[0] == NOT:
        return [(NOT, NOT), *_labels(entry[1:])]
    return list(zip(_ROLES[len(entry)], entry, strict=True))
