"""Which things are meant? Phrases as sets of kinds: coordination, ellipsis, "in both colours", the opposite."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from grice.readers.quantified.acts import Group, Item, Phrase
from grice.scenes.quantified import Domain, Mask


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
        # "Mostly blue, and just one red circle": most are of any shape.
        most = number_of(found[i + 1]) == 1 and of_most(found[i])
        if found[i].quantity is not None and not (i and _late(found[i])) and not most:
            found[i] = replace(found[i], phrase=_with(found[i].phrase, found[i + 1].phrase, lambda a: a == noun))
    for i in range(1, len(found)):
        quantity = found[i].quantity
        if quantity is not None:
            found[i] = replace(found[i], phrase=_with(found[i].phrase, found[i - 1].phrase, lambda a: a == noun))
        if quantity is not None and quantity.name == "one":
            found[i] = replace(found[i], phrase=_with(found[i].phrase, found[i - 1].phrase, lambda a: a != noun))
    return found


def of_most(item: Item) -> bool:
    return item.quantity is not None and item.quantity.name in ("most", "mostly")


def turned(item: Item, phrase: Phrase) -> Item:
    """An item with what a phrase says in place of what it said: "the same for circles"."""
    extra = phrase.groups[0] if len(phrase.groups) == 1 else Group()
    if item.phrase is None or not extra.values:
        return item
    groups = tuple(
        replace(g, values=tuple(sorted((dict(g.values) | extra.named()).items()))) for g in item.phrase.groups
    )
    return replace(item, phrase=Phrase(groups))


def _late(item: Item) -> bool:
    """ "Six squares in red, one in blue": what stands after "in" looks back for its noun."""
    return item.phrase is not None and any(group.late for group in item.phrase.groups)


def number_of(item: Item) -> int:
    """How many an item says there are; none where it does not say it exactly."""
    exact = item.quantity is not None and item.quantity.name in ("number", "one") and item.quantity.value is not None
    return int(item.quantity.value or 0) if exact and item.quantity is not None else 0


def applied(items: Sequence[Item]) -> tuple[list[Item], Phrase | None]:
    """A list with what it says of all: "six squares, three circles, all red"; and what all there is is.

    "All" after items that do not name its attributes is meant of them; at the head of a list, of everything in it.
    """
    found: list[Item] = []
    universal: Phrase | None = None
    for place, item in enumerate(items):
        sole = item.phrase is not None and len(item.phrase.groups) == 1 and not item.rest
        total = item.quantity is not None and item.quantity.name in ("all", "only") and sole
        group = item.phrase.groups[0] if sole and item.phrase is not None else Group()
        later = [i for i in items[place + 1 :] if i.phrase and not _apart(i, group)]
        if total and place == 0 and len(items) > 1 and not later and not (group.across or group.each):
            universal = item.phrase
            continue
        if total and universal is not None and not found:
            universal = Phrase(
                tuple(replace(g, values=tuple(sorted(g.values + group.values))) for g in universal.groups)
            )
            continue
        told = 0
        while total and told < len(found) and _apart(found[-1 - told], group) and not group.things:
            told += 1
        for back in range(1, told + 1):
            before = found[-back]
            assert before.phrase is not None
            groups = tuple(replace(g, values=tuple(sorted(g.values + group.values))) for g in before.phrase.groups)
            found[-back] = replace(before, phrase=Phrase(groups))
        if not told:
            found.append(
                replace(item, quantity=None) if total and item.quantity and item.quantity.name == "all" else item
            )
    return found, universal


def _apart(item: Item, group: Group) -> bool:
    """Whether an item names nothing of the attributes a group names."""
    groups = item.phrase.groups if item.phrase is not None else ()
    return bool(groups) and not any(set(g.named()) & set(group.named()) for g in groups)


def nested(items: Sequence[Item], noun: str | None) -> tuple[list[Item], list[int | None]]:
    """List items, and for each the item it is a part of: "seven squares, six red and one blue, and two circles".

    Parts name only what the item before them does not, and are together no more than it; they take no noun from the
    next item unless they fall short and that one gives it.
    """
    owners: list[int | None] = [None] * len(items)
    i = 0
    while i < len(items):
        run = _parts(items, i) or _mostly(items, i)
        for j in run:
            owners[j] = i
        i += 1 + len(run)
    plain = completed([item for item, owner in zip(items, owners, strict=True) if owner is None], noun)
    found = iter(plain)
    return [item if owner is not None else next(found) for item, owner in zip(items, owners, strict=True)], owners


def _mostly(items: Sequence[Item], i: int) -> list[int]:
    """The item after one, where it says what most of it are: "a few circles, mainly red"."""
    following = items[i + 1] if i + 1 < len(items) else None
    if following is None or following.quantity is None or following.quantity.name not in ("most", "mostly"):
        return []
    group = following.phrase.groups[0] if following.phrase and len(following.phrase.groups) == 1 else Group()
    return [i + 1] if _apart(items[i], group) and not group.things and not items[i].rest else []


def _parts(items: Sequence[Item], i: int) -> list[int]:
    whole = items[i].phrase
    count = number_of(items[i])
    if whole is None or count < 1 or len(whole.groups) != 1 or items[i].rest:
        return []
    named, total = set(whole.groups[0].named()), 0
    run: list[int] = []
    for j in range(i + 1, len(items)):
        part = items[j].phrase
        fits = part is not None and len(part.groups) == 1 and not part.groups[0].things
        own = set(part.groups[0].named()) if fits and part is not None else set()
        number = number_of(items[j])
        if not own or own & named or not number or total + number > count:
            break
        total += number
        run.append(j)
    ended = total == count or (bool(run) and run[-1] == len(items) - 1)
    return run if named and ended and total >= 1 and (count > 1 or total == 1) else []


def _with(phrase: Phrase | None, source: Phrase | None, wanted: "object") -> Phrase | None:
    if phrase is None or source is None or len(phrase.groups) != 1 or len(source.groups) != 1:
        return phrase
    group = phrase.groups[0]
    if group.things or group.across or not group.values or source.groups[0].things:
        return phrase
    assert callable(wanted)
    extra = tuple((a, v) for a, v in source.groups[0].values if a not in group.named() and wanted(a))
    return Phrase((replace(group, values=tuple(sorted(group.values + extra))),))
