"""Which things are meant? Phrases as sets of kinds: coordination, ellipsis, "in both colours", the opposite."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from grice.readers.quantified.acts import Group, Item, Phrase
from grice.scenes.counts import Domain, Mask


class Sets:
    """Phrases as masks over the kinds of a domain."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.everything: Mask = np.ones(len(domain.kinds), dtype=bool)

    def of(self, phrase: Phrase | None) -> Mask:
        """All that a phrase covers."""
        found = ~self.everything
        for atom in self.atoms(phrase):
            found = found | atom
        return found

    def atoms(self, phrase: Phrase | None) -> list[Mask]:
        """The things a phrase names one by one: "red and blue squares" are red squares, and blue squares."""
        if phrase is None:
            return [self.everything]
        return [atom for group in phrase.groups for atom in self._group(group)]

    def _group(self, group: Group) -> list[Mask]:
        named = {
            a: tuple(v for v in values if v in group.named()[a])
            for a, values in self.domain.attributes
            if a in group.named()
        }
        if group.across:
            named = {a: named.get(a, values) for a, values in self.domain.attributes}
        atoms = []
        for chosen in product(*named.values()):
            mask = self.everything.copy()
            for attribute, value in zip(named, chosen, strict=True):
                mask &= self.domain.members(**{attribute: value})
            atoms.append(mask)
        if group.others:
            return [~np.logical_or.reduce(atoms)]
        return atoms

    def opposite(self, phrase: Phrase | None) -> Mask:
        """What differs in every attribute a phrase names."""
        found = self.everything.copy()
        for attribute, values in phrase.groups[0].values if phrase and phrase.groups else ():
            for value in values:
                found &= ~self.domain.members(**{attribute: value})
        return found

    def values_within(self, whole: Mask) -> list[Mask]:
        """The parts of a whole by each attribute that is free in it: of circles, the blue and the red ones."""
        parts = []
        for attribute, values in self.domain.attributes:
            split = [self.domain.members(**{attribute: value}) & whole for value in values]
            if sum(part.any() for part in split) > 1:
                parts += [part for part in split if part.any()]
        return parts

    def contrast(self, mask: Mask, whole: Mask) -> Mask:
        """What something is silently compared with: the others of the whole."""
        return whole & ~mask


def shared(left: Phrase, right: Phrase) -> tuple[Phrase, Phrase]:
    """Two phrases that are compared, each with what only the other says: "more red circles than blue"."""
    return _filled(left, right), _filled(right, left)


def _filled(phrase: Phrase, other: Phrase) -> Phrase:
    if len(phrase.groups) != 1 or len(other.groups) != 1:
        return phrase
    group, source = phrase.groups[0], other.groups[0]
    if group.things or not group.values or not set(group.named()) & set(source.named()):
        return phrase
    missing = tuple((a, v) for a, v in source.values if a not in group.named() and len(v) == 1)
    return Phrase((replace(group, values=tuple(sorted(group.values + missing))),))


def completed(items: Sequence[Item], noun: str | None) -> list[Item]:
    """List items with what their neighbours say: "one blue and one red square", "blue squares and a circle"."""
    found = list(items)
    for i in range(len(found) - 2, -1, -1):
        if found[i].quantity is not None:
            found[i] = replace(found[i], phrase=_with(found[i].phrase, found[i + 1].phrase, lambda a: a == noun))
    for i in range(1, len(found)):
        quantity = found[i].quantity
        if quantity is not None:
            found[i] = replace(found[i], phrase=_with(found[i].phrase, found[i - 1].phrase, lambda a: a == noun))
        if quantity is not None and quantity.name == "one":
            found[i] = replace(found[i], phrase=_with(found[i].phrase, found[i - 1].phrase, lambda a: a != noun))
    return found


def _with(phrase: Phrase | None, source: Phrase | None, wanted: "object") -> Phrase | None:
    if phrase is None or source is None or len(phrase.groups) != 1 or len(source.groups) != 1:
        return phrase
    group = phrase.groups[0]
    if group.things or not group.values or source.groups[0].things:
        return phrase
    assert callable(wanted)
    extra = tuple((a, v) for a, v in source.groups[0].values if a not in group.named() and wanted(a))
    return Phrase((replace(group, values=tuple(sorted(group.values + extra))),))
