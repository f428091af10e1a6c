"""Which labels of several references are one thing? Synonymous labels in the same role become one before tuples count.

The original SPICE merges the nodes of its reference graphs by their synsets (Anderson et al. 2016, section 3.2). Roles
are objects, attributes and predicates. Labels go alphabetically into the first group they share a synset with.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grice.meaning.lexicon import synsets
from grice.meaning.statements import Fact

_OBJECT, _ATTRIBUTE, _PREDICATE = "object", "attribute", "predicate"
_ROLES = {1: (_OBJECT,), 2: (_OBJECT, _ATTRIBUTE), 3: (_OBJECT, _PREDICATE, _OBJECT)}


@dataclass(frozen=True)
class Merged:
    """Reference tuples with every label replaced by the first of its group."""

    tuples: frozenset[Fact]
    first: dict[tuple[str, str], str]
    pooled: dict[str, frozenset[int]]

    def renamed(self, tuples: Iterable[Fact]) -> frozenset[Fact]:
        """Tuples with labels that a group holds replaced by its first."""
        return frozenset(
            tuple(self.first.get((role, label), label) for role, label in zip(_ROLES[len(t)], t, strict=True))
            for t in tuples
        )

    def senses(self, label: str) -> frozenset[int]:
        """The synsets of a label, those of its whole group if it stands for one."""
        return self.pooled.get(label) or synsets(label)


def merge(tuples: frozenset[Fact]) -> Merged:
    """Group the labels of reference tuples."""
    first: dict[tuple[str, str], str] = {}
    pooled: dict[str, frozenset[int]] = {}
    groups: dict[str, dict[str, frozenset[int]]] = {_OBJECT: {}, _ATTRIBUTE: {}, _PREDICATE: {}}
    for role, label in sorted(set(_labels(tuples))):
        senses = synsets(label)
        home = next((name for name, held in groups[role].items() if not held.isdisjoint(senses)), label)
        groups[role][home] = groups[role].get(home, frozenset()) | senses
        first[role, label] = home
    for named in groups.values():
        for label, senses in named.items():
            pooled[label] = pooled.get(label, frozenset()) | senses
    bare = Merged(frozenset(), first, pooled)
    return Merged(bare.renamed(tuples), first, pooled)


def _labels(tuples: Iterable[Fact]) -> Iterator[tuple[str, str]]:
    for entry in tuples:
        yield from zip(_ROLES[len(entry)], entry, strict=True)
