"""What has been said so far? The state of a text: what "they" are, what "the rest" is the rest of, what was named."""

from dataclasses import dataclass

import numpy as np

from grice.readers.quantified.acts import Item, Lists, Phrase, Predicate, Quantity, Whole
from grice.readers.quantified.quantities import Claim, Sayer
from grice.readers.quantified.reference import Sets
from grice.scenes.quantified import Domain, Mask

Universal = tuple[Mask, Mask, Phrase | None]
"""What was said of all: of which whole, that they are what, in which words."""
UNIVERSAL = frozenset({"all", "only"})
SPARSE = frozenset({"few", "minority"})
"""Said of what is not much there: it does not say what the others are."""
LEANING = frozenset({"most", "mostly", "many"})
"""Said of most, with exceptions."""


@dataclass
class Context:
    """The state that references look into."""

    domain: Domain
    size: int
    literal: bool

    def __post_init__(self) -> None:
        self.sets, self.say = Sets(self.domain), Sayer(self.domain)
        self.everything = self.sets.everything
        self.mentions: list[Mask] = []
        self.implied: list[Mask] = []
        self.listed: Mask | None = None
        self.topics: list[Mask] = []
        self.subject = self.last = self.everything
        self.parts: list[tuple[Mask, Mask]] = []
        self.restricted: list[Mask] = []
        self.open_parts = False
        self.predicate: Predicate | None = None
        self.part: Phrase | None = None
        self.universal: Universal | None = None
        self.excepted: tuple[Item, ...] = ()
        self.quantity, self.fresh = Quantity("all"), True
        self.quantified = self.quantity
        self.before: Universal | None = None
        self.general: Claim | None = None
        self.withdrawn: list[Claim] = []
        self.recent: list[Mask] = []
        self.nearest = self.everything
        self.complete: Mask | None = None
        self.told: tuple[Mask, set[str]] | None = None
        self.allotted = 0
        self.entries: list[tuple[Mask, set[str]]] = []
        self.counted: tuple[Mask, int] | None = None
        self.left: list[Mask] = []
        self.others: list[Mask] = []
        self.here: list[tuple[Mask, Mask]] = []
        self.leaning: Universal | None = None
        self.evened: tuple[list[Mask], list[Claim], Quantity | None] | None = None
        self.repeat: Lists | None = None

    def new_sentence(self) -> None:
        """What a sentence was about does not reach into the next."""
        self.topics, self.listed, self.fresh = [], None, True
        self.told = self.counted = None
        self.entries, self.here = [], []

    def _members(self, attribute: str = "") -> list[Mask]:
        """What was named one by one last: sets that have nothing in common; or the values of an attribute."""
        if attribute:
            return self._values(attribute, self.everything)
        found: list[Mask] = []
        for mask in reversed(self.recent):
            if any((mask == other).all() for other in found):
                continue
            if any((mask & other).any() for other in found):
                break
            found.insert(0, mask)
        return found

    def _unsaid(self, phrase: Phrase | None) -> Mask | None:
        """Of things just listed, those of which a phrase says something new.

        "Five blue circles and four squares, half of them red": the squares. Nothing where it is new of all or none.
        """
        about = {attribute for group in phrase.groups for attribute in group.named()} if phrase else set()
        unsaid = [mask for mask, named in self.entries if not named & about]
        return np.logical_or.reduce(unsaid) if 0 < len(unsaid) < len(self.entries) else None

    def _noun_of_part(self) -> Mask | None:
        """The things that were just spoken of by one noun: after "three red circles", the others are circles too."""
        groups = self.part.groups if self.part else ()
        named = [dict(group.values).get(self.domain.noun or "") for group in groups]
        if len(named) != 1 or named[0] is None or len(named[0]) != 1:
            return None
        return self.domain.members(**{self.domain.noun or "": next(iter(named[0]))})

    def _wholes(self, whole: Whole) -> list[Mask]:
        """What a whole may refer to, the likeliest first."""
        if whole.kind == "phrase":
            return [self.sets.of(whole.phrase)]
        if whole.kind == "rest":
            within = self.sets.of(whole.phrase) if whole.phrase else self.everything
            rests = [(w & ~p) & within for w, p in reversed(self.parts) if not whole.phrase or (within & ~w).sum() == 0]
            covered = [p for w, p in self.parts if w.all()]
            if covered:
                rests.append(within & ~np.logical_or.reduce(covered))
            return [rest for rest in rests if rest.any()] or [
                within & ~self.last if (within & ~self.last).any() else within
            ]
        if whole.kind == "members":
            members = self._members(whole.attribute)
            return [np.logical_or.reduce(members)] if members else [self.last]
        if whole.kind == "pronoun":
            nearest = [self.nearest] if whole.nearest else []
            return [*distinct(*nearest, self.last, self.subject, self.everything)]
        first = self.topics[0] if self.topics else self.subject
        return [*distinct(first, self.everything, self.last)]

    def _rest_here(self) -> list[Mask]:
        """The rest of what this very sentence has divided, where it has."""
        if not self.here:
            return []
        whole = self.here[-1][0]
        found = whole & ~np.logical_or.reduce([p for w, p in self.here if (w == whole).all()])
        return [found] if found.any() else []

    def _note(self, quantity: Quantity, whole: Mask, predicate: Predicate) -> None:
        """Remember what was said, for the references to come."""
        part = self.sets.opposite(self.part) if predicate.kind == "opposite" else self.sets.of(predicate.phrase)
        universal = quantity.name in UNIVERSAL
        self.predicate, self.part = predicate, predicate.phrase
        self.last = whole & part
        self.nearest = self.last
        named = [atom & whole for atom in self.sets.atoms(predicate.phrase)] if predicate.phrase else []
        if quantity.name == "no":
            self.recent += [whole & ~part]
            self.last = whole
            if whole.all():
                self.subject = whole
            else:
                self.others.append(whole & ~part)
            return
        self.recent += [m for m in named if m.any()] if universal and len(named) > 1 else [self.last]
        self.subject = whole if not universal or whole.all() else self.subject
        if universal:
            self.universal = (whole, part, predicate.phrase)
            self._mention(whole & part)
            if not whole.all():
                self.parts.append((self.everything, whole & part))
                self.open_parts = False
            return
        self.universal = (whole, part, predicate.phrase) if quantity.name == "almost_all" else None
        if quantity.name in SPARSE and (whole & part).sum() > 1:
            self.left.append(whole & ~part)
        self.leaning = (whole, part, predicate.phrase) if quantity.name in LEANING else None
        if whole.all():
            self._mention(part)
        if (whole & part).sum() > 1:
            self.implied.append(whole & ~part)
        if not whole.all():
            self.restricted.append(whole)
        self._part(whole, whole & part)

    def _part(self, whole: Mask, part: Mask) -> None:
        """A further part of a whole, or the first part of another."""
        self.here.append((whole, part))
        if self.open_parts and self.parts and (self.parts[-1][0] == whole).all():
            self.parts[-1] = (whole, self.parts[-1][1] | part)
        else:
            self.parts.append((whole, part))
        self.open_parts = True

    def _mention(self, mask: Mask) -> None:
        self.mentions.append(mask)

    @property
    def mentioned(self) -> Mask:
        """Kinds that were spoken of: by name, or as the others that "most" leaves, unless those are named too."""
        found = np.logical_or.reduce([~self.everything, *self.mentions])
        for others in self.implied:
            if not any(mask.any() and not (mask & ~others).any() for mask in self.mentions):
                found = found | others
        if found.any():
            # "All squares are red and no circle is red": there are circles.
            found = np.logical_or.reduce([found, *self.others])
        new = [whole for whole in self.restricted if (whole & ~found).any()]
        if new and (found.any() or len(distinct(*new)) > 1):
            # "Half of the squares are red" beside other things speaks of squares only: of the rest nothing is known.
            return self.everything
        named: Mask = np.logical_or.reduce([found, *new])
        return named

    @property
    def mentioned_or_left(self) -> Mask:
        """Kinds that were spoken of, and the others that a vague word leaves, named or not."""
        found: Mask = np.logical_or.reduce([self.mentioned, *self.implied, *self.left])
        return found

    def _whole_of(self, whole: Whole | None) -> Mask:
        if whole is None or (whole.kind == "topic" and whole.nearest):
            return self.topics[0] if self.topics else self.everything
        if whole.kind == "phrase":
            return self.sets.of(whole.phrase)
        return self.everything if whole.kind == "topic" else self._wholes(whole)[0]

    def _values(self, attribute: str, within: Mask) -> list[Mask]:
        values = dict(self.domain.attributes)[attribute]
        found = [self.domain.members(**{attribute: value}) & within for value in values]
        return [mask for mask in found if mask.any()]


def distinct(*masks: Mask) -> list[Mask]:
    found: list[Mask] = []
    for mask in masks:
        if not any((mask == other).all() for other in found):
            found.append(mask)
    return found
