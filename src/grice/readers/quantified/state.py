"""What has been said so far? An immutable record that references look into, and what they find there."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from grice.readers.quantified.acts import ALL, UNIVERSAL, Balances, Item, Phrase, Predicate, Quantity, Whole
from grice.readers.quantified.scope import Claim, Scope, union

Told = tuple[list[Claim], "State"]
LEANING = frozenset({"most", "mostly", "many", "almost_all"})  # said of most, with exceptions
General = tuple[int, int, Claim | None]  # said of all or most: of which whole, that they are what, by which claim
Each = tuple[Balances, tuple[int, ...], tuple[Claim, ...]]  # said of each: the act, the sets, by which claims
LISTED = Quantity("")  # what the last clause said where it was a list


@dataclass(frozen=True)
class State:
    """What has been said, as far as later words can refer to it."""

    subject: int  # what the last clause was about
    last: int  # what was named last: "them"
    nearest: int  # what was named last of all: "of which"
    topics: tuple[int, ...] = ()  # what this sentence is about: "of the squares, ..."
    mentions: tuple[int, ...] = ()
    implied: tuple[int, ...] = ()  # the others that "most" or "half" leave
    restricted: tuple[int, ...] = ()  # sets of which only a part was spoken of
    recent: tuple[int, ...] = ()  # what was named one by one
    entries: tuple[tuple[int, frozenset[str]], ...] = ()  # what was just told, and by which attributes
    items: tuple[Item, ...] = ()  # what this sentence, or the one before it, has counted: "the same for circles"
    parts: tuple[tuple[int, int], ...] = ()  # wholes and the parts of them that were named, for "the rest"
    open_parts: bool = False
    quantity: Quantity = ALL
    predicate: Predicate | None = None
    general: General | None = None
    even: Each | None = None
    withdrawn: tuple[Claim, ...] = ()  # what an exception has replaced
    fresh: bool = True  # nothing has been said in this sentence yet

    def new_sentence(self) -> "State":
        """What a sentence was about does not reach into the next."""
        return replace(self, topics=(), entries=(), open_parts=False, fresh=True)

    @property
    def phrase(self) -> Phrase | None:
        """The words that were last used for things."""
        return self.predicate.phrase if self.predicate else None

    def adding(self, **more: Iterable[int]) -> "State":
        """More of what it keeps in order."""
        longer: dict[str, Any] = {name: (*getattr(self, name), *masks) for name, masks in more.items()}
        return replace(self, **longer)

    def parting(self, whole: int, part: int) -> "State":
        """A further part of a whole, or the first part of another."""
        parts = (*self.parts, (whole, part))
        if self.open_parts and self.parts and self.parts[-1][0] == whole:
            parts = (*self.parts[:-1], (whole, self.parts[-1][1] | part))
        return replace(self, parts=parts, open_parts=True)

    def mentioned(self, everything: int) -> int:
        """Kinds that were spoken of: by name, or as the others that "most" leaves, unless those are named too."""
        found = union(self.mentions)
        found |= union(o for o in self.implied if not any(mask and not mask & ~o for mask in self.mentions))
        new = [whole for whole in self.restricted if whole & ~found]
        if new and (found or len(set(new)) > 1):
            # "Half of the squares are red" beside other things speaks of squares only: of the rest nothing is known.
            return everything
        return found | union(new)

    def near(self, about: frozenset[str]) -> list[int]:
        """What was just told and not by these attributes: "a blue circle and four squares, all red", the squares."""
        unsaid = union(mask for mask, named in self.entries if about and not about & named)
        return [unsaid] if unsaid else []


def members(state: State, scope: Scope, attribute: str = "") -> list[int]:
    """What was named one by one last: sets that have nothing in common; or the values of an attribute."""
    if attribute:
        return scope.values(attribute, scope.everything)
    found: list[int] = []
    for mask in reversed(state.recent):
        if mask not in found and any(mask & other for other in found):
            break
        found = found if mask in found else [mask, *found]
    return found


def wholes(whole: Whole, state: State, scope: Scope) -> list[int]:
    """What a whole may refer to, the likeliest first."""
    everything = scope.everything
    if whole.kind == "phrase":
        return [scope.of(whole.phrase)]
    if whole.kind == "rest":
        within = scope.of(whole.phrase) if whole.phrase else everything
        rests = [(w & ~p) & within for w, p in reversed(state.parts) if not whole.phrase or not within & ~w]
        rests.append(within & ~union([p for w, p in state.parts if w == everything] or [p for _, p in state.parts]))
        return [rest for rest in rests if rest] or [within & ~state.last or within]
    if whole.kind == "members":
        return [union(members(state, scope, whole.attribute)) or state.last]
    if whole.kind == "pronoun":
        return [*([state.nearest] if whole.nearest else []), state.last, state.subject, everything]
    return [state.topics[0] if state.topics else state.subject, everything, state.last]


def whole_of(whole: Whole | None, state: State, scope: Scope) -> int:
    """The one set a comparison is within."""
    if whole is None or (whole.kind == "topic" and whole.nearest):
        return state.topics[0] if state.topics else scope.everything
    return scope.everything if whole.kind == "topic" else wholes(whole, state, scope)[0]


def counted(whole: Whole, mask: int, scope: Scope) -> list[Claim]:
    """The number that a whole is said to have: "all three squares"."""
    return [scope.number(whole.number, mask)] if whole.number is not None and mask != scope.everything else []


def noted(state: State, quantity: Quantity, whole: int, predicate: Predicate, scope: Scope) -> State:
    """What was said, for the references to come."""
    part = scope.opposite(state.phrase) if predicate.kind == "opposite" else scope.of(predicate.phrase)
    both, everything = whole & part, scope.everything
    named = predicate.phrase.attributes if predicate.phrase and both != everything else frozenset()
    entries = ((both, named),) if named else ()
    state = replace(state, predicate=predicate, last=both, nearest=both, entries=entries, even=None)
    if quantity.name == "no":
        return replace(state.adding(recent=[whole & ~part]), last=whole)
    universal = quantity.name in UNIVERSAL
    atoms = [atom & whole for atom in scope.atoms(predicate.phrase) if atom & whole] if predicate.phrase else []
    state = state.adding(recent=atoms if quantity.name in UNIVERSAL | LEANING and len(atoms) > 1 else [both])
    if not universal or whole == everything:
        state = replace(state, subject=whole)
    if universal and whole != everything:
        state = replace(state, parts=(*state.parts, (everything, both)), open_parts=False)
    if universal:
        return state.adding(mentions=[both])
    state = state.adding(mentions=[part]) if whole == everything else state.adding(restricted=[whole])
    return state.adding(implied=[whole & ~part] if both.bit_count() > 1 else []).parting(whole, both)
