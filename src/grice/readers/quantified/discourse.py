"""What does each clause say, given those before it? Acts to claims: pronouns, "the rest", exceptions, ellipsis.

Where a reference could be to several sets, the first that agrees with all that was said before is meant: "half of
them" is half of what was last named, unless that cannot be, and then half of the objects.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from grice.meaning.statements import Statement
from grice.readers.quantified.acts import (
    Act,
    Balances,
    Compares,
    EveryKind,
    Excepts,
    Item,
    Lists,
    Mentions,
    Predicate,
    Quantity,
    Same,
    Says,
    Topic,
)
from grice.readers.quantified.context import UNIVERSAL, Context, distinct
from grice.readers.quantified.quantities import EXISTS, NEAR_EQUAL, Claim
from grice.readers.quantified.reference import completed, shared
from grice.scenes.counts import Mask

Agrees = Callable[[Sequence[Claim]], bool]
_COUNTED = frozenset({"number", "one", "a_couple", "a_few", "some", "few", "several"})
_COUNTABLE = 6
"""Up to so many objects people count; an even mix of more need not be exact."""


class Discourse(Context):
    """Turns acts into claims, one after the other."""

    def exception(self, act: Act) -> list[Claim]:
        """A count that contradicts what was said of all is an exception to it: "all blue squares, but one is a dot"."""
        if isinstance(act, Says) and act.quantity.name in ("number", "one") and self.before is not None:
            if self.before[1].all():
                return []
            self.universal = self.before
            return self._excepts(Excepts((Item(act.quantity, act.predicate.phrase),)))
        return []

    def claims(self, act: Act, agrees: Agrees) -> list[Claim]:
        """What an act claims; `agrees` says whether claims are compatible with all before."""
        self.before = self.universal
        fresh, self.fresh = self.fresh, False
        match act:
            case Says():
                return self._says(act, agrees)
            case Lists():
                return self._lists(act, fresh)
            case Compares():
                return self._compares(act)
            case Balances():
                return self._balances(act)
            case EveryKind():
                return self._every_kind(act)
            case Excepts():
                return self._excepts(act)
            case Topic():
                whole = self._wholes(act.whole)[0]
                self.topics = self.sets.atoms(act.whole.phrase) if act.each and act.whole.phrase else [whole]
                self.subject = self.last = whole
                return []
            case Same():
                whole = self._wholes(act.whole)[0]
                kinds = [np.arange(len(whole)) == i for i in np.flatnonzero(whole)]
                return [Claim(tuple((self.say.make("all", whole, kind),) for kind in kinds))]
            case Mentions():
                self._mention(self.sets.of(act.phrase))
                return []
            case _:
                return []

    # ---- a quantity of a whole

    def _says(self, act: Says, agrees: Agrees) -> list[Claim]:
        predicate = self.predicate if act.predicate.kind == "again" else act.predicate
        if predicate is None:
            return []
        if act.quantity.name == "again":
            act = replace(act, quantity=self.quantity)
        self.quantity = act.quantity
        if act.whole.kind == "topic" and len(self.topics) > 1:
            found = [self._of(act, whole, predicate) for whole in self.topics]
            for whole in self.topics:
                self._note(act.quantity, whole, predicate)
            return [claim for claims in found for claim in claims]
        candidates = self._wholes(act.whole)
        if act.whole.kind == "topic" and self.listed is not None and act.quantity.name in _COUNTED:
            candidates = distinct(self.listed, *candidates)
        options = [(whole, self._of(act, whole, predicate)) for whole in candidates]
        whole, claims = next(((w, c) for w, c in options if self._sensible(w, predicate) and agrees(c)), options[0])
        noun = self._noun_of_part() if act.whole.kind == "rest" and act.whole.phrase is None else None
        self._note(act.quantity, whole, predicate)
        if act.whole.kind == "rest":
            self.listed = self.last
            if noun is not None and (self.last & noun).any() and not self.literal:
                self.mentions[-1] = self.last & noun
        if act.whole.number is not None and not whole.all():
            claims = [
                *claims,
                self.say.amount(Quantity("number", Fraction(act.whole.number)), whole, whole, self.literal),
            ]
        if self.universal is not None:
            self.general = claims[0] if claims else None
        if self.excepted and self.universal is not None:
            claims = self._excepts(Excepts(self.excepted))
            self.excepted = ()
        return claims

    def _of(self, act: Says, whole: Mask, predicate: Predicate) -> list[Claim]:
        quantity = act.quantity
        if predicate.kind == "opposite":
            return [self.say.amount(quantity, whole, self.sets.opposite(self.part), self.literal)]
        if predicate.kind == "uniform":
            kinds = [np.arange(len(whole)) == i for i in np.flatnonzero(whole)]
            values = self._values(predicate.attribute, whole) if predicate.attribute else kinds
            if quantity.name in UNIVERSAL:
                return [Claim(tuple((self.say.make("all", whole, value),) for value in values))]
            return self._each_exists(values)
        atoms = self.sets.atoms(predicate.phrase)
        part = self.sets.of(predicate.phrase)
        if predicate.kind == "mixture":
            atoms = [atom & whole for atom in atoms] if predicate.phrase else self.sets.values_within(whole)
            found = [] if self.literal and predicate.phrase is None else self._each_exists(atoms)
            return [self.say.amount(Quantity("all"), whole, part, self.literal), *found] if predicate.phrase else found
        claims = [self.say.amount(quantity, whole, part, self.literal)]
        if act.singular and quantity.name == "share" and not self.literal:
            one = (*claims[0].readings[0], self.say.make("number", whole & part, 1))
            claims = [replace(claims[0], readings=(one, *claims[0].readings), fading=0.6)]
        if len(atoms) > 1 and not self.literal and quantity.name != "no":
            claims += self._each_exists([atom & whole for atom in atoms if (atom & whole).any()])
        return claims

    def _each_exists(self, atoms: Sequence[Mask]) -> list[Claim]:
        return [Claim(((self.say.make(EXISTS, atom),),)) for atom in atoms if atom.any()]

    def _sensible(self, whole: Mask, predicate: Predicate) -> bool:
        """Whether a predicate can tell members of a whole apart; "half of the red squares are blue" cannot be meant."""
        part = self.sets.of(predicate.phrase)
        return bool((whole & part).any())

    # ---- lists

    def _lists(self, act: Lists, fresh: bool = True) -> list[Claim]:
        within = self.topics[0] if self.topics else self.everything
        items = completed(act.items, self.domain.noun)
        nameless = all(
            i.phrase and not any(g.things or self.domain.noun in g.named() for g in i.phrase.groups) for i in items
        )
        if nameless and not fresh and not self.topics and self.last.any():
            within = self.last
        claims: list[Claim] = []
        masks: list[Mask] = []
        for item in items:
            atoms = [atom & within for atom in self.sets.atoms(item.phrase)]
            if not any(atom.any() for atom in atoms):
                atoms = self.sets.atoms(item.phrase)
            mask = np.logical_or.reduce(atoms)
            claims += self._item(item, atoms, mask, ranked=any(i.follows for i in items))
            if item.follows and masks:
                claims.append(Claim(((self.say.make("more", masks[-1], mask),),), ((self.say.make(EXISTS, mask),),)))
            if item.quantity is None or item.quantity.name != "no":
                masks.append(mask)
        union = np.logical_or.reduce(masks) if masks else ~self.everything
        only = act.only or (len(items) == 1 and items[0].quantity is not None and items[0].quantity.name == "only")
        if only and union.any():
            claims.append(self.say.amount(Quantity("all"), within, union, self.literal))
            self.universal, self.general = (within, union, items[-1].phrase), claims[-1]
        elif masks:
            self.universal = None
        if masks:
            for mask in masks:
                self._mention(mask)
            self.last, self.part = union, items[-1].phrase
            self.listed = (
                union if len(items) == 1 and items[0].quantity and items[0].quantity.name in _COUNTED else None
            )
            if not only:
                self._part(within if len(items) == 1 and items[0].quantity is not None else self.everything, union)
        self.predicate = Predicate("values", items[-1].phrase)
        return claims

    def _item(self, item: Item, atoms: Sequence[Mask], mask: Mask, ranked: bool) -> list[Claim]:
        quantity, everything = item.quantity, self.everything
        if quantity is None or quantity.name == "only":
            return self._each_exists(atoms)
        if quantity.name in ("most", "mostly", "minority"):
            found = self.say.amount(quantity, everything, mask, self.literal)
            if ranked or (quantity.name == "mostly" and not self.literal and len(atoms) == 1 and mask.sum() == 1):
                others = [np.arange(len(mask)) == i for i in np.flatnonzero(~mask)]
                largest = tuple(self.say.make("more", mask, other) for other in others)
                found = Claim((*found.readings, largest), fading=0.4)
            return [found, *([] if self.literal else self._each_exists(atoms) if len(atoms) > 1 else [])]
        if len(atoms) == 1 or quantity.name == "no":
            return [self.say.amount(quantity, everything, mask, self.literal)]
        each = [self.say.amount(quantity, everything, atom, self.literal) for atom in atoms]
        together = self.say.amount(quantity, everything, mask, self.literal)
        if quantity.name == "one" or (item.phrase and any(group.each for group in item.phrase.groups)):
            return each
        alike = tuple(statement for claim in each for statement in claim.readings[0])
        exist = tuple(self.say.make(EXISTS, atom) for atom in atoms)
        return [Claim(((*together.readings[0], *exist), alike), together.looser)]

    # ---- comparisons and balances

    def _compares(self, act: Compares) -> list[Claim]:
        within = self._whole_of(act.whole)
        left, right = shared(act.left, act.right) if act.right else (act.left, None)
        one = self.sets.of(left) & within
        other = self.sets.of(right) & within if right else self.sets.contrast(one, within)
        self._mention(one)
        if right:
            self._mention(other)
        else:
            self.implied.append(other)
        self.last, self.part, self.predicate = one, left, Predicate("values", left)
        if right:
            self._part(self.everything, one | other)
        if act.factor is not None:
            return [self.say.ratio(one, other, act.factor)]
        if act.difference is not None:
            return [Claim(((self.say.make("more_by", one, other, act.difference),),))]
        return [self.say.compared(one, other, act.relation, act.degree, self.literal)]

    def _balances(self, act: Balances) -> list[Claim]:
        whole = self._whole_of(act.whole)
        atoms = self.sets.atoms(act.phrase) if act.phrase else []
        if act.even and len(atoms) == 1 and not (atoms[0] & self.last).any():
            self._mention(atoms[0])
            return [self.say.compared(self.last, atoms[0], "equal", "roughly" if act.roughly else "", self.literal)]
        if len(atoms) < 2:
            within = whole & atoms[0] if atoms else whole
            attributes = act.attributes or (self.domain.attributes[-1][0],)
            splits = [self._values(attribute, within) for attribute in attributes]
        else:
            splits = [[atom & whole for atom in atoms]]
        claims: list[Claim] = []
        for split in splits:
            claims += [] if act.even else self._each_exists(split)
            if act.even:
                loosely = (act.loosely or len(split) > 2) and self.size > _COUNTABLE
                degree = "roughly" if act.roughly else "loosely" if loosely else ""
                claims += [self.say.compared(split[0], other, "equal", degree, self.literal) for other in split[1:]]
            elif not self.literal:
                claims.append(Claim(((*self._nearly_even(split),), ()), fading=0.7))
            if split:
                self._mention(np.logical_or.reduce(split))
        return claims

    def _nearly_even(self, split: Sequence[Mask]) -> list[Statement]:
        return [self.say.make(NEAR_EQUAL, a, b) for i, a in enumerate(split) for b in split[i + 1 :]]

    def _every_kind(self, act: EveryKind) -> list[Claim]:
        self._mention(self.everything)
        if act.attribute is not None:
            masks = self._values(act.attribute, self.everything)
        else:
            masks = [np.arange(len(self.everything)) == i for i in range(len(self.everything))]
        if act.quantity is None:
            return [Claim(((self.say.make("all_comb"),),))]
        return [self.say.amount(act.quantity, self.everything, mask, self.literal) for mask in masks]

    # ---- exceptions

    def _excepts(self, act: Excepts) -> list[Claim]:
        """What was said of all holds of the others only."""
        if self.universal is None:
            if not self.parts:
                self.excepted = act.items
                return []
            return self._lists(Lists(act.items))
        whole, part, phrase = self.universal
        if self.general is not None:
            self.withdrawn.append(self.general)
        claims: list[Claim] = []
        outside = ~self.everything
        for item in completed((Item(None, phrase), *act.items), self.domain.noun)[1:]:
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
