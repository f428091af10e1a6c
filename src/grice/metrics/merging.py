"""Which labels are one thing? Synonymous labels of one side become one before its tuples count.

The original SPICE merges the nodes of its reference graphs by their synsets (Anderson et al. 2016, section 3.2); the
published FACTUAL evaluator has it as an option, for the candidate's labels as well. Roles are objects, attributes and
predicates. Labels go alphabetically into the first group of their role that they share a synset with.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grice.meaning.graph_statements import Fact
from grice.meaning.lexicon import synsets
from grice.metrics.tuples import Meaning

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
        senses[home] = senses.get(home, frozenset()) | synsets(label[1])

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
        senses = synsets(words)
        home = next((h for h in held if h[0] == role and not held[h].isdisjoint(senses)), label)
        held[home] = held.get(home, frozenset()) | senses
        found[label] = home
    return found


def _renamed(tuples: Iterable[Fact], names: dict[Label, Label]) -> frozenset[Fact]:
    return frozenset(tuple(names[label][1] for label in _labels(entry)) for entry in tuples)


def _labels(entry: Fact) -> list[Label]:
    return list(zip(_ROLES[len(entry)], entry, strict=True))
