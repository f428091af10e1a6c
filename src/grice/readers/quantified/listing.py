"""What does a list say, given what was said before? Parts of parts, what is meant of all of it, exceptions to it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from grice.readers.quantified.acts import Excepts, Item, Lists, Predicate, Quantity
from grice.readers.quantified.context import SPARSE, Context
from grice.readers.quantified.quantities import EXISTS, Claim
from grice.readers.quantified.reference import applied, completed, nested, number_of, of_most
from grice.scenes.quantified import Mask

COUNTED = frozenset({"number", "one", "a_couple", "a_few", "some", "few", "several"})


class Listing(Context):
    """Turns lists and exceptions into claims."""

    def _lists(self, act: Lists, fresh: bool = True) -> list[Claim]:
        if len(self.topics) > 1:
            topics, found = self.topics, []
            named: list[Mask] = []
            for topic in topics:
                self.topics = [topic]
                found += self._lists(act, fresh)
                named.append(self.last)
            self.topics, self.last = topics, union_of(named)
            self._part(union_of(topics), self.last)
            return found
        within = self.topics[0] if self.topics else self.everything
        self.repeat = act
        if self.counted is not None and self.allotted and len(act.items) > 1 and not self.topics:
            head = act.items[0]
            groups = head.phrase.groups if head.phrase else ()
            nounless = bool(groups) and not any(g.things or self.domain.noun in g.named() for g in groups)
            if nounless and number_of(head) + self.allotted == self.counted[1]:
                # "Seven squares, six of them red and one blue, and two circles": the blue one is a square.
                atoms = self._atoms(head, self.counted[0])
                first = self._item(head, atoms, union_of(atoms), False)
                self.allotted = 0
                return first + self._lists(Lists(act.items[1:], act.only), fresh)
        said, universal = applied(act.items)
        items, owners = nested(said, self.domain.noun)
        nameless = all(
            i.phrase and not any(g.things or g.others or self.domain.noun in g.named() for g in i.phrase.groups)
            for i in items
        )
        if nameless and not fresh and not self.topics and self.last.any():
            within = self.last
        if self.told is not None and not fresh and not self.topics and items and all(map(number_of, items)):
            parts = [self.sets.of(item.phrase) & self.told[0] for item in items]
            free = not any(set(g.named()) & self.told[1] for i in items if i.phrase for g in i.phrase.groups)
            if free and all(part.any() and (part != self.told[0]).any() for part in parts):
                within = self.told[0]
        negated = any(group.others for item in items if item.phrase for group in item.phrase.groups)
        if (
            self.counted is not None
            and not self.topics
            and not negated
            and sum(map(number_of, items)) == self.counted[1]
        ):
            parts = [self.sets.of(item.phrase) & self.counted[0] for item in items]
            if all(part.any() and (part != self.counted[0]).any() for part in parts):
                within = self.counted[0]
        claims: list[Claim] = []
        if universal is not None and not items:
            self.general = self.say.amount(Quantity("all"), within, self.sets.of(universal), self.literal)
            self._note(Quantity("all"), within, Predicate("values", universal))
            return [self.general]
        if universal is not None:
            whole = self.sets.of(universal)
            claims.append(self.say.amount(Quantity("all"), within, whole, self.literal))
            self._mention(within & whole)
            within = within & whole
        masks: list[Mask] = []
        for item, owner in zip(items, owners, strict=True):
            inside = within if owner is None else masks[owner]
            atoms = self._atoms(item, inside & ~union_of([~self.everything, *masks]) if item.rest else inside)
            mask = union_of([~self.everything, *atoms])
            ranked = any(i.follows for i in items)
            claims += self._item(item, atoms, mask, ranked, self.everything if owner is None else inside)
            if item.follows and masks:
                claims.append(Claim(((self.say.make("more", masks[-1], mask),),), ((self.say.make(EXISTS, mask),),)))
            masks.append(mask)
        named = [m for m, item in zip(masks, items, strict=True) if item.quantity is None or item.quantity.name != "no"]
        self.entries = [(m, _named(item)) for m, item in zip(masks, items, strict=True) if item.phrase]
        leading = [m for m, item in zip(masks, items, strict=True) if of_most(item)]
        if len(leading) == 1 and len(masks) > 1 and all(m.sum() > 1 for m in masks if m is not leading[0]):
            # "Mostly blue circles, some squares": a red circle may be there too.
            self.left.append(~leading[0])
        self.allotted = 0
        self.counted = (masks[0], number_of(items[0])) if len(items) == 1 and number_of(items[0]) else None
        masks = named
        if items[-1].rest == "each":
            self.recent += atoms
        else:
            self.recent += [m for m in masks if m.any()] if len(masks) > 1 else self.sets.atoms(items[-1].phrase)
        if not masks:
            # "No red squares. The other kinds are equally common."
            self._part(self.everything, union_of([self._atoms(item, within)[0] for item in items]))
        self.nearest = masks[-1] if masks and owners[-1] is None else union_of(masks)
        union = np.logical_or.reduce(masks) if masks else ~self.everything
        only = act.only or (len(items) == 1 and items[0].quantity is not None and items[0].quantity.name == "only")
        if only and union.any():
            claims.append(self.say.amount(Quantity("all"), within, union, self.literal))
            self.universal, self.general = (within, union, items[-1].phrase), claims[-1]
            if self.excepted:
                claims.pop()
                claims += self._excepts(Excepts(self.excepted))
                self.excepted = ()
        elif masks:
            self.universal = None
        if masks:
            for mask in masks:
                self._mention(mask)
            self.last, self.part = union, items[-1].phrase
            self.listed = union if len(items) == 1 and items[0].quantity and items[0].quantity.name in COUNTED else None
            if not only:
                self._part(within if len(items) == 1 and items[0].quantity is not None else self.everything, union)
        self.predicate = Predicate("values", items[-1].phrase)
        return claims

    def _atoms(self, item: Item, within: Mask) -> list[Mask]:
        """The things an item names, within what it is part of if it can be."""
        if item.rest:
            found = within & ~np.logical_or.reduce([~self.everything, *self.mentions]) & self.sets.of(item.phrase)
            kinds = [np.arange(len(found)) == i for i in np.flatnonzero(found)]
            return kinds if item.rest == "each" and kinds else [found if found.any() else within]
        atoms = [atom & within for atom in self.sets.atoms(item.phrase)]
        return [atom for atom in atoms if atom.any()] or self.sets.atoms(item.phrase)

    def _item(
        self, item: Item, atoms: Sequence[Mask], mask: Mask, ranked: bool, whole: Mask | None = None
    ) -> list[Claim]:
        quantity, everything = item.quantity, self.everything if whole is None else whole
        if quantity is None or quantity.name == "only":
            return self._each_exists(atoms)
        if item.rest == "each":
            return [self.say.amount(quantity, self.everything, atom, self.literal) for atom in atoms]
        if item.rest and quantity.name in COUNTED and not number_of(item) and not self.literal:
            # "Mostly red circles and a few others": all that "mostly" leaves may be a few.
            few = self.say.amount(quantity, everything, mask, self.literal)
            return [Claim((*few.readings, (self.say.make(EXISTS, mask),)), fading=0.3)]
        if quantity.name in ("most", "mostly", "minority"):
            found = self.say.amount(quantity, everything, mask, self.literal)
            if ranked or (quantity.name == "mostly" and not self.literal and len(atoms) == 1 and mask.sum() == 1):
                others = [np.arange(len(mask)) == i for i in np.flatnonzero(~mask)]
                largest = tuple(self.say.make("more", mask, other) for other in others)
                found = Claim((*found.readings, largest), fading=0.4)
            return [found, *([] if self.literal else self._each_exists(atoms) if len(atoms) > 1 else [])]
        if quantity.name in SPARSE and mask.sum() > 1:
            self.left.append(~mask)
        if len(atoms) == 1 or quantity.name == "no":
            return [self.say.amount(quantity, everything, mask, self.literal)]
        each = [self.say.amount(quantity, everything, atom, self.literal) for atom in atoms]
        together = self.say.amount(quantity, everything, mask, self.literal)
        if quantity.name == "one" or (item.phrase and any(group.each for group in item.phrase.groups)):
            return each
        alike = tuple(statement for claim in each for statement in claim.readings[0])
        exist = tuple(self.say.make(EXISTS, atom) for atom in atoms)
        return [Claim(((*together.readings[0], *exist), alike), together.looser)]

    def _each_exists(self, atoms: Sequence[Mask]) -> list[Claim]:
        return [Claim(((self.say.make(EXISTS, atom),),)) for atom in atoms if atom.any()]

    def _excepts(self, act: Excepts) -> list[Claim]:
        """What was said of all holds of the others only."""
        if self.universal is None and any(item.rest for item in act.items):
            return self._lists(Lists(act.items))
        if self.universal is None:
            if self.leaning is not None and not (self.leaning[0] & self.leaning[1]).all():
                whole, part, phrase = self.leaning
                return self._outside(whole & ~part, act.items)
            if not self.parts:
                self.excepted = act.items
                return []
            return self._lists(Lists(act.items))
        whole, part, phrase = self.universal
        if self.general is not None:
            self.withdrawn.append(self.general)
        claims: list[Claim] = []
        outside = ~self.everything
        nouns = phrase is not None and all(self.domain.noun in group.named() for group in phrase.groups)
        one = Quantity("one", Fraction(1))
        single = [replace(i, quantity=one) if nouns and number_of(i) == 1 else i for i in act.items]
        for item in completed((Item(None, phrase), *single), self.domain.noun)[1:]:
            quantity = item.quantity or Quantity("some")
            mask = whole & ~part if item.phrase is None else self.sets.of(item.phrase) & whole
            atoms = [mask] if item.phrase is None else [atom & whole for atom in self.sets.atoms(item.phrase)]
            if (mask & ~part).any():
                mask, atoms = mask & ~part, [atom & ~part for atom in atoms]
            outside = outside | mask
            claims += self._item(replace(item, quantity=quantity), [a for a in atoms if a.any()], mask, False)
        self._mention(outside)
        self.last = outside
        return [self.say.amount(Quantity("all"), whole & ~outside, part, self.literal), *claims]

    def _outside(self, others: Mask, items: Sequence[Item]) -> list[Claim]:
        """Exceptions to what was said of most: so many of the others."""
        claims: list[Claim] = []
        for item in items:
            named = self.sets.of(item.phrase) & others if item.phrase else others
            mask = named if named.any() else self.sets.of(item.phrase)
            atoms = [atom & mask for atom in self.sets.atoms(item.phrase) if (atom & mask).any()]
            claims += self._item(replace(item, quantity=item.quantity or Quantity("some")), atoms, mask, False)
            self._mention(mask)
            self.last = mask
        return claims


def _named(item: Item) -> set[str]:
    return {attribute for group in item.phrase.groups for attribute in group.named()} if item.phrase else set()


def union_of(masks: Sequence[Mask]) -> Mask:
    found: Mask = np.logical_or.reduce(masks)
    return found
