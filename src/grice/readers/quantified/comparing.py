"""What do comparisons, even splits and "one of each" say, given what was said before?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from grice.meaning.statements import Statement
from grice.readers.quantified.acts import (
    Balances,
    Compares,
    EveryKind,
    Excepts,
    Extra,
    Item,
    Lists,
    Predicate,
    Quantity,
)
from grice.readers.quantified.listing import Listing, union_of
from grice.readers.quantified.quantities import NEAR_EQUAL, Claim
from grice.readers.quantified.reference import number_of, shared
from grice.scenes.quantified import Mask

Agrees = Callable[[Sequence[Claim]], bool]
COUNTABLE = 6
"""Up to so many objects people count; an even mix of more need not be exact."""


class Comparing(Listing):
    """Turns comparisons, balances and every kind into claims."""

    def _compares(self, act: Compares, told: tuple[Mask, set[str]] | None = None) -> list[Claim]:
        within = self._whole_of(act.whole)
        unsaid = self._unsaid(act.left)
        if act.whole is not None and act.whole.kind == "pronoun" and unsaid is not None:
            within = unsaid
        named = {a for phrase in (act.left, act.right) if phrase for group in phrase.groups for a in group.named()}
        plain = act.factor is None and act.difference is None and not self.topics
        if act.whole is not None and act.whole.kind == "topic" and plain and told and named and not named & told[1]:
            # "Mostly squares, more blue than red": of the squares, or of all.
            wide = self._compared(replace(act, whole=None), self.everything)
            near = self._compared(act, told[0])
            return [Claim((*near[0].readings, *wide[0].readings), (*near[0].looser, *wide[0].looser), fading=0.6)]
        return self._compared(act, within)

    def _compared(self, act: Compares, within: Mask) -> list[Claim]:
        left, right = shared(act.left, act.right) if act.right else (act.left, None)
        one = self.sets.of(left) & within
        other = self.sets.of(right) & within if right else self.sets.contrast(one, within)
        self._mention(one)
        if right:
            self._mention(other)
        else:
            self.implied.append(other)
        self.last, self.part, self.predicate = one, left, Predicate("values", left)
        self.recent += [one, other]
        if right:
            self._part(self.everything, one | other)
        if act.factor is not None:
            ratio = self.say.ratio(one, other, act.factor)
            return [Claim((*ratio.readings, *ratio.looser), fading=0.5) if act.degree == "roughly" else ratio]
        if act.difference is not None:
            return [Claim(((self.say.make("more_by", one, other, act.difference),),))]
        found = self.say.compared(one, other, act.relation, act.degree, self.literal)
        if right is None and one.sum() == 1 and other.sum() > 1 and not self.literal:
            # "Slightly more blue circles": than of any other kind.
            kinds = [np.arange(len(one)) == i for i in np.flatnonzero(other)]
            each = [self.say.compared(one, kind, act.relation, act.degree) for kind in kinds]
            ranked = tuple(statement for claim in each for statement in claim.readings[-1])
            closely = tuple(statement for claim in each for statement in claim.readings[0])
            readings = (closely, ranked) if act.degree == "slightly" else (*found.readings, ranked)
            return [Claim(readings, found.looser, fading=0.5)]
        return [found]

    def _balances(self, act: Balances) -> list[Claim]:
        several = self._members(act.whole.attribute) if act.whole is not None and act.whole.kind == "members" else []
        if len(several) > 1 and act.phrase is not None:
            # "Both come in equal numbers of red and blue."
            atoms = self.sets.atoms(act.phrase)
            degree = "roughly" if act.roughly else "loosely" if self.size > COUNTABLE else ""
            pairs = [(atoms[0] & one, other & one) for one in several for other in atoms[1:]]
            if len(atoms) == 1:
                # "Each shape has the same amount of red objects."
                pairs = [(atoms[0] & several[0], atoms[0] & other) for other in several[1:]]
            return [self.say.compared(a, b, "equal", degree, self.literal) for a, b in pairs if a.any() and b.any()]
        whole = self._whole_of(act.whole)
        atoms = self.sets.atoms(act.phrase) if act.phrase else []
        named = {a for group in act.phrase.groups for a in group.named()} if act.phrase else set()
        told = self.told[0] if self.told is not None and not named & self.told[1] else whole
        counted = (self.counted[0] if self.counted is not None else told) if act.even and act.whole is None else whole
        parts = [atom & counted for atom in atoms]
        if all(part.any() and (part != counted).any() for part in parts):
            # "Four squares, equally red and blue".
            whole = counted
        if act.even and len(atoms) == 1 and not (atoms[0] & self.last).any():
            self._mention(atoms[0])
            return [self.say.compared(self.last, atoms[0], "equal", "roughly" if act.roughly else "", self.literal)]
        members = self._members() if act.members and not act.attributes else []
        if len(members) > 1:
            splits = [members]
        elif len(atoms) < 2:
            within = whole & atoms[0] if atoms else whole
            every = tuple(name for name, _ in self.domain.attributes)
            attributes = act.attributes or (every if act.members else (self.domain.attributes[-1][0],))
            splits = [self._values(attribute, within) for attribute in attributes]
        else:
            splits = [[atom & whole for atom in atoms if (atom & whole).any()]]
        claims: list[Claim] = []
        for split in splits:
            self.recent += split
            claims += [] if act.even else self._each_exists(split)
            if act.even:
                loosely = (act.loosely or len(split) > 2) and self.size > COUNTABLE
                degree = "roughly" if act.roughly else "loosely" if loosely else ""
                claims += [self.say.compared(split[0], other, "equal", degree, self.literal) for other in split[1:]]
            elif not self.literal:
                claims.append(Claim(((*self._nearly_even(split),), ()), fading=0.7))
            if split:
                self._mention(np.logical_or.reduce(split))
        self.evened = (splits[0], list(claims), None) if act.even and len(splits) == 1 else None
        return claims

    def _excepts(self, act: Excepts) -> list[Claim]:
        """Exceptions to what was said of each: "two of each, except for red squares, which occur three times"."""
        each = self.evened[2] if self.evened is not None and len(act.items) == 1 else None
        more = number_of(act.items[0]) - int(each.value or 0) if each is not None else 0
        if self.universal is None and more > 0 and act.items[0].phrase:
            return self._extra(Extra(Quantity("number", Fraction(more)), act.items[0].phrase))
        return super()._excepts(act)

    def _extra(self, act: Extra) -> list[Claim]:
        """One kind has so many more than the others, of which all holds that was said of each."""
        mask = self.sets.of(act.phrase)
        more = int(act.quantity.value or 1)
        parts, claims, number = self.evened or ([], [], None)
        others = [part for part in parts if not (part & mask).any()]
        if not others or len(others) == len(parts):
            named = union_of([~self.everything, *self.mentions])
            if (named & mask).any() and (named & ~mask).any():
                # "Squares are blue and circles are red. There is one more square."
                return [Claim(((self.say.make("more_by", mask, named & ~mask, more),),))]
            return self._lists(Lists((Item(act.quantity, act.phrase),)))
        self.withdrawn += claims
        if number is not None and number.value is not None:
            said = [self.say.amount(number, self.everything, part, self.literal) for part in others]
            total = replace(number, value=number.value + more)
            return [*said, self.say.amount(total, self.everything, mask, self.literal)]
        alike = [self.say.compared(others[0], other, "equal", "", self.literal) for other in others[1:]]
        return [*alike, Claim(((self.say.make("more_by", mask, others[0], more),),))]

    def _nearly_even(self, split: Sequence[Mask]) -> list[Statement]:
        return [self.say.make(NEAR_EQUAL, a, b) for i, a in enumerate(split) for b in split[i + 1 :]]

    def _every_kind(self, act: EveryKind, agrees: Agrees) -> list[Claim]:
        named = self.told or (self.entries[0] if len(self.entries) == 1 else None)
        told = named if named is not None and act.attribute not in named[1] and not self.topics else None
        if act.quantity is not None and act.attribute and told is not None:
            # "Half are red, one of each shape".
            parts = self._values(act.attribute, told[0])
            claims = [self.say.amount(act.quantity, self.everything, part, self.literal) for part in parts]
            if len(parts) > 1 and agrees(claims):
                return claims
        members = self._members() if act.members else []
        if act.quantity is not None and len(members) > 1:
            masks = [v for m in members for v in self._values(act.attribute, m)] if act.attribute else members
            claims = [self.say.amount(act.quantity, self.everything, mask, self.literal) for mask in masks]
            if agrees(claims):
                return claims
        within = self.topics[0] if self.topics else self.everything
        self._mention(within)
        if act.attribute is not None:
            masks = self._values(act.attribute, within)
        else:
            masks = [np.arange(len(within)) == i for i in np.flatnonzero(within)]
            self.recent += masks
        if act.quantity is None:
            return [Claim(((self.say.make("all_comb"),),))]
        claims = [self.say.amount(act.quantity, self.everything, mask, self.literal) for mask in masks]
        self.evened = (masks, claims, act.quantity)
        return claims
