"""What does each clause say, given those before it? Acts to claims: pronouns, "the rest", exceptions, ellipsis.

Where a reference could be to several sets, the first that agrees with all that was said before is meant: "half of
them" is half of what was last named, unless that cannot be, and then half of the objects.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from grice.readers.quantified.acts import (
    Act,
    Balances,
    Closes,
    Compares,
    EveryKind,
    Excepts,
    Extra,
    Item,
    Lists,
    Matched,
    Mentions,
    Phrase,
    Predicate,
    Quantity,
    Same,
    Says,
    Topic,
    Whole,
)
from grice.readers.quantified.comparing import Agrees, Comparing
from grice.readers.quantified.context import UNIVERSAL, distinct
from grice.readers.quantified.listing import COUNTED
from grice.readers.quantified.quantities import MATCHED, Claim
from grice.readers.quantified.reference import number_of, turned
from grice.scenes.quantified import Mask

_ELLIPTICAL = frozenset({"all", "most", "mostly", "almost_all", "no"})
"""Quantities that people use without a verb of what was just named: "squares, mostly blue"."""
_VAGUE = frozenset({"most", "mostly", "many", "almost_all", "some", "several", "a_few"})


class Discourse(Comparing):
    """Turns acts into claims, one after the other."""

    def exception(self, act: Act) -> list[Claim]:
        """A count that contradicts what was said of all is an exception to it: "all blue squares, but one is a dot"."""
        if isinstance(act, Says) and act.quantity.name in ("number", "one") and self.before is not None:
            if self.before[1].all():
                return []
            self.universal = self.before
            return self._excepts(Excepts((Item(act.quantity, act.predicate.phrase),)))
        if isinstance(act, Lists) and self.evened is not None and len(act.items) == 1 and number_of(act.items[0]):
            # "Two of each kind, with an additional blue square."
            item = act.items[0]
            return self._extra(Extra(item.quantity or Quantity("one"), item.phrase)) if item.phrase else []
        sole = act.items[0] if isinstance(act, Lists) and len(act.items) == 1 else None
        if sole is not None and sole.phrase and number_of(sole) and self.before is not None:
            # "They are all blue circles besides one square."
            named = all(group.values for group in sole.phrase.groups) and not self.before[1].all()
            self.universal = self.before
            return self._excepts(Excepts((sole,))) if named else []
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
                told = self.told or (self.entries[0] if len(self.entries) == 1 else None)
                self.told = self.counted = None
                topics, found = self.topics or [self.everything], []
                for topic in topics:
                    # "More circles than squares, for both colours."
                    self.topics = [topic] if self.topics else []
                    found += self._compares(act, told)
                self.topics = topics if self.topics else []
                return found
            case Balances():
                return self._balances(act)
            case EveryKind():
                return self._every_kind(act, agrees)
            case Extra():
                return self._extra(act)
            case Matched():
                one, other = self.sets.of(act.left), self.sets.of(act.right)
                self._mention(one | other)
                values = self._values(act.attribute, self.everything)
                return [Claim((tuple(self.say.make(MATCHED, one & value, other & value) for value in values),))]
            case Excepts():
                return self._excepts(act)
            case Topic():
                whole = self._wholes(act.whole)[0]
                self.topics = self._topics(act, whole)
                self.subject = self.last = whole
                said = Quantity("number", Fraction(act.whole.number or 0))
                counted = act.whole.number is not None and not whole.all()
                return [self.say.amount(said, self.everything, whole, self.literal)] if counted else []
            case Closes():
                named = np.logical_or.reduce([~self.everything, *self.mentions])
                return [self.say.amount(Quantity("all"), self.everything, named, self.literal)] if named.any() else []
            case Same():
                whole = self._wholes(act.whole)[0]
                kinds = [np.arange(len(whole)) == i for i in np.flatnonzero(whole)]
                return [Claim(tuple((self.say.make("all", whole, kind),) for kind in kinds))]
            case Mentions():
                self._mention(self.sets.of(act.phrase))
                return [] if self.literal else self._each_exists(self.sets.atoms(act.phrase))
            case _:
                return []

    def _topics(self, act: Topic, whole: Mask) -> list[Mask]:
        if act.each and act.whole.phrase:
            return self.sets.atoms(act.whole.phrase)
        if act.each and act.whole.kind == "members":
            return self._members(act.whole.attribute) or [whole]
        return [whole]

    # ---- a quantity of a whole

    def _says(self, act: Says, agrees: Agrees) -> list[Claim]:
        predicate = self._predicate(act.predicate, act.whole.phrase)
        if predicate is None and act.predicate.kind in ("elided", "denied") and act.whole.phrase is not None:
            # "Three circles are there": nothing is left out.
            return self._unelided(act, act.whole.phrase, agrees)
        if predicate is None:
            return []
        if act.quantity.name == "again":
            if self.repeat is not None and act.whole.phrase is not None:
                # "One red, one blue square, and the same for circles."
                self.topics, phrase = [], act.whole.phrase
                return self._lists(Lists(tuple(turned(item, phrase) for item in self.repeat.items)))
            act = replace(act, quantity=self.quantity)
        self.repeat = None
        self.quantified, self.quantity = self.quantity, act.quantity
        members = self._members(act.whole.attribute) if act.whole.kind == "members" else []
        wholes = self.topics if act.whole.kind == "topic" else members
        if len(wholes) > 1:
            found = [self._of(act, whole, predicate) for whole in wholes]
            for whole in wholes:
                self._note(act.quantity, whole, predicate)
            return [claim for claims in found for claim in claims]
        candidates = self._wholes(act.whole)
        unsaid = self._unsaid(predicate.phrase)
        if act.whole.kind in ("pronoun", "topic") and unsaid is not None and not self.topics:
            candidates = distinct(unsaid, *candidates)
        if act.whole.kind == "topic" and act.whole.nearest and not self.topics:
            candidates = distinct(*self._elliptical(act, predicate), *candidates)
        if act.whole.kind == "rest" and act.whole.phrase is None:
            candidates = distinct(*self._rest_here(), *candidates)
        explicit = act.whole.kind == "pronoun" and not act.whole.nearest
        members = self._members()
        if explicit and act.quantity.name == "all" and len(members) > 1:
            # "Two are red and two are blue. All of them are squares."
            candidates = distinct(np.logical_or.reduce(members), *candidates)
        if explicit and act.quantity.name == "all" and self.complete is not None:
            # "Half are squares, the rest circles. All of them are blue": the parts together are meant, if they can be.
            candidates = distinct(self.complete, *candidates)
        if act.whole.kind == "topic" and self.listed is not None and act.quantity.name in COUNTED:
            candidates = distinct(self.listed, *candidates)
        options = [(whole, self._of(act, whole, predicate)) for whole in candidates]
        whole, claims = next(((w, c) for w, c in options if self._sensible(w, predicate) and agrees(c)), options[0])
        noun = self._noun_of_part() if act.whole.kind == "rest" and act.whole.phrase is None else None
        self._note(act.quantity, whole, predicate)
        named = {a for group in predicate.phrase.groups for a in group.named()} if predicate.phrase else set()
        self.told = (self.last, named) if named and not self.last.all() else None
        self.complete = None
        if act.whole.kind == "rest":
            self.complete = self.parts[-2][0] if len(self.parts) > 1 else self.everything
            self.listed = self.last
            if noun is not None and (self.last & noun).any() and not self.literal:
                self.mentions[-1] = self.last & noun
        if self.counted is not None and (whole == self.counted[0]).all():
            self.allotted += int(act.quantity.value or 0) if act.quantity.name in ("number", "one") else 0
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

    def _unelided(self, act: Says, phrase: Phrase, agrees: Agrees) -> list[Claim]:
        """How many there are, where nothing was said before that could be meant again."""
        if not any(group.values for group in phrase.groups):
            return []
        if act.predicate.kind == "denied":
            return self._lists(Lists((Item(Quantity("no"), phrase),))) if act.whole.number is None else []
        if act.quantity.name in COUNTED:
            return self._lists(Lists((Item(act.quantity, phrase),)))
        return self._says(replace(act, whole=Whole("topic"), predicate=Predicate("values", phrase)), agrees)

    def _predicate(self, said: Predicate, whole: Phrase | None) -> Predicate | None:
        """What is said, where that was said before: "one of them is", "no circles are", "the other isn't"."""
        if said.kind not in ("again", "elided", "denied"):
            return said
        before = self.predicate.phrase.groups if self.predicate and self.predicate.phrase else ()
        named = {a for group in before for a in group.named()}
        if said.kind == "again" or self.predicate is None:
            return self.predicate
        own = {a for group in whole.groups for a in group.named()} if whole else set()
        if not named or named & own or (whole is not None and not own):
            return None
        if said.kind == "elided":
            return self.predicate
        return Predicate("values", Phrase(tuple(replace(group, others=not group.others) for group in before)))

    def _elliptical(self, act: Says, predicate: Predicate) -> list[Mask]:
        """What a quantity without a verb is of: "the other half are squares, mostly blue" speaks of those squares."""
        named = {a for group in predicate.phrase.groups for a in group.named()} if predicate.phrase else set()
        apart = self.told is not None and named and not named & self.told[1]
        if not apart or self.told is None or act.quantity.name not in _ELLIPTICAL or act.quantity == self.quantified:
            return []
        loosely = act.quantity.name == "all" and self.quantified.name in _VAGUE
        return [self.told[0]] if len(self.here) < 2 and not loosely else []

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
        if predicate.kind == "themselves":
            return [self.say.amount(quantity, self.everything, whole, self.literal)]
        atoms = self.sets.atoms(predicate.phrase)
        part = self.sets.of(predicate.phrase)
        if predicate.kind == "mixture":
            values = self._values(predicate.attribute, whole) if predicate.attribute else self.sets.values_within(whole)
            several = self.sets.atoms(act.whole.phrase) if act.whole.phrase and not predicate.phrase else []
            if len(several) > 1:
                # "Both shapes come in both colours": each of them does.
                inner = [value for one in several for value in self.sets.values_within(one & whole)]
                values = inner or several
            atoms = [atom & whole for atom in atoms] if predicate.phrase else values
            found = [] if self.literal and predicate.phrase is None else self._each_exists(atoms)
            return [self.say.amount(Quantity("all"), whole, part, self.literal), *found] if predicate.phrase else found
        if quantity.name == "largest":
            return [self._largest(whole, part)]
        if quantity.name == "smallest":
            kinds = [np.arange(len(whole)) == i for i in np.flatnonzero(whole & ~part)]
            self._mention(whole)
            others = kinds if part.sum() == 1 else [whole & ~part]
            return [Claim((tuple(self.say.make("more", other, whole & part) for other in others),))]
        claims = [self.say.amount(quantity, whole, part, self.literal)]
        if act.singular and quantity.name == "share" and not self.literal:
            one = (*claims[0].readings[0], self.say.make("number", whole & part, 1))
            claims = [replace(claims[0], readings=(one, *claims[0].readings), fading=0.6)]
        named = self.sets.atoms(act.whole.phrase) if act.whole.phrase else []
        if len(named) > 1 and not self.literal and quantity.name in UNIVERSAL:
            claims += self._each_exists(named)
        if len(atoms) > 1 and not self.literal and quantity.name != "no":
            claims += self._each_exists([atom & whole for atom in atoms if (atom & whole).any()])
        return claims

    def _largest(self, whole: Mask, part: Mask) -> Claim:
        """Most of them; or, of one kind, more of it than of any other."""
        most = self.say.amount(Quantity("most"), whole, part, self.literal)
        kinds = [np.arange(len(whole)) == i for i in np.flatnonzero(whole & ~part)]
        if (whole & part).sum() > 1 or not kinds:
            return most
        return Claim((*most.readings, tuple(self.say.make("more", whole & part, other) for other in kinds)), fading=0.7)

    def _sensible(self, whole: Mask, predicate: Predicate) -> bool:
        """Whether a predicate can tell members of a whole apart; "half of the red squares are blue" cannot be meant."""
        part = self.sets.of(predicate.phrase)
        return bool((whole & part).any())
