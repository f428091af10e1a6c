"""What has been said so far? An immutable record that references look into, and what they find there."""

from dataclasses import dataclass, replace

from grice.readers.quantified.acts import ALL, UNIVERSAL, Item, Lists, Phrase, Predicate, Quantity, Whole
from grice.readers.quantified.scope import Claim, Scope, union

Told = tuple[list[Claim], "State"]
Universal = tuple[int, int, Phrase | None]
"""What was said of all or most: of which whole, that they are what, in which words."""
SPARSE = frozenset({"few", "minority"})
"""Said of what is not much there: it does not say what the others are."""
LEANING = frozenset({"most", "mostly", "many"})
"""Said of most, with exceptions."""


def distinct(*masks: int) -> list[int]:
    return list(dict.fromkeys(masks))


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
    left: tuple[int, ...] = ()  # what vague words leave open, beside what was mentioned
    others: tuple[int, ...] = ()  # what must be there because something is said not to hold of all
    recent: tuple[int, ...] = ()  # what was named one by one
    parts: tuple[tuple[int, int], ...] = ()  # wholes and the parts of them that were named, for "the rest"
    here: tuple[tuple[int, int], ...] = ()  # the same in this sentence alone
    open_parts: bool = False
    predicate: Predicate | None = None
    part: Phrase | None = None
    universal: Universal | None = None
    before: Universal | None = None
    leaning: Universal | None = None
    general: Claim | None = None  # the claim an exception would take back
    withdrawn: tuple[Claim, ...] = ()
    excepted: tuple[Item, ...] = ()  # exceptions to what is still to come
    quantity: Quantity = ALL
    quantified: Quantity = ALL  # the quantity before the last
    listed: int | None = None
    told: tuple[int, frozenset[str]] | None = None  # what was just said to be something, and by which attributes
    entries: tuple[tuple[int, frozenset[str]], ...] = ()  # the items of the last list, and the attributes each names
    counted: tuple[int, int] | None = None  # what was just counted alone, and its number
    evened: tuple[tuple[int, Claim], ...] = ()  # of which sets it was said that they are as many, and by which claims
    repeat: Lists | None = None
    fresh: bool = True  # nothing has been said in this sentence yet
    awaited: bool = False  # something is still to be said of all in this sentence

    def new_sentence(self, awaited: bool = False) -> "State":
        """What a sentence was about does not reach into the next."""
        gone = replace(self, topics=(), listed=None, told=None, counted=None, entries=(), here=())
        return replace(gone, fresh=True, awaited=awaited)

    def mentioning(self, *masks: int) -> "State":
        return replace(self, mentions=(*self.mentions, *masks))

    def naming(self, *masks: int) -> "State":
        return replace(self, recent=(*self.recent, *masks))

    def parting(self, whole: int, part: int) -> "State":
        """A further part of a whole, or the first part of another."""
        parts = (*self.parts, (whole, part))
        if self.open_parts and self.parts and self.parts[-1][0] == whole:
            parts = (*self.parts[:-1], (whole, self.parts[-1][1] | part))
        return replace(self, parts=parts, here=(*self.here, (whole, part)), open_parts=True)

    def mentioned(self, everything: int) -> int:
        """Kinds that were spoken of: by name, or as the others that "most" leaves, unless those are named too."""
        found = union(self.mentions)
        for others in self.implied:
            if not any(mask and not mask & ~others for mask in self.mentions):
                found |= others
        if found:
            # "All squares are red and no circle is red": there are circles.
            found |= union(self.others)
        new = [whole for whole in self.restricted if whole & ~found]
        if new and (found or len(set(new)) > 1):
            # "Half of the squares are red" beside other things speaks of squares only: of the rest nothing is known.
            return everything
        return found | union(new)

    def unsaid(self, about: frozenset[str]) -> int:
        """Of things just listed, those of which nothing was said yet: "a blue circle and four squares, all red"."""
        return union(mask for mask, named in self.entries if about and not about & named)


def start(scope: Scope) -> State:
    return State(scope.everything, scope.everything, scope.everything)


def members(state: State, scope: Scope, attribute: str = "") -> list[int]:
    """What was named one by one last: sets that have nothing in common; or the values of an attribute."""
    if attribute:
        return scope.values(attribute, scope.everything)
    found: list[int] = []
    for mask in reversed(state.recent):
        if mask in found:
            continue
        if any(mask & other for other in found):
            break
        found.insert(0, mask)
    return found


def wholes(whole: Whole, state: State, scope: Scope) -> list[int]:
    """What a whole may refer to, the likeliest first."""
    everything = scope.everything
    if whole.kind == "phrase":
        return [scope.of(whole.phrase)]
    if whole.kind == "rest":
        within = scope.of(whole.phrase) if whole.phrase else everything
        rests = [(w & ~p) & within for w, p in reversed(state.parts) if not whole.phrase or not within & ~w]
        covered = [p for w, p in state.parts if w == everything]
        if covered:
            rests.append(within & ~union(covered))
        return [rest for rest in rests if rest] or [within & ~state.last or within]
    if whole.kind == "members":
        named = members(state, scope, whole.attribute)
        return [union(named)] if named else [state.last]
    if whole.kind == "pronoun":
        return distinct(*([state.nearest] if whole.nearest else []), state.last, state.subject, everything)
    return distinct(state.topics[0] if state.topics else state.subject, everything, state.last)


def whole_of(whole: Whole | None, state: State, scope: Scope) -> int:
    """The one set a comparison is within."""
    if whole is None or (whole.kind == "topic" and whole.nearest):
        return state.topics[0] if state.topics else scope.everything
    return scope.everything if whole.kind == "topic" else wholes(whole, state, scope)[0]


def noted(state: State, quantity: Quantity, whole: int, predicate: Predicate, scope: Scope) -> State:
    """What was said, for the references to come."""
    opposite = predicate.kind == "opposite"
    part = scope.opposite(state.part) if opposite else scope.of(predicate.phrase)
    both, everything = whole & part, scope.everything
    state = replace(state, predicate=predicate, part=predicate.phrase, last=both, nearest=both)
    if quantity.name == "no":
        return replace(state.naming(whole & ~part), last=whole, others=(*state.others, whole & ~part))
    universal = quantity.name in UNIVERSAL
    named = [atom & whole for atom in scope.atoms(predicate.phrase)] if predicate.phrase else []
    state = state.naming(*([m for m in named if m] if universal and len(named) > 1 else [both]))
    if not universal or whole == everything:
        state = replace(state, subject=whole)
    said = (whole, part, predicate.phrase)
    if universal:
        state = replace(state, universal=said).mentioning(both)
        if whole != everything:
            state = replace(state, parts=(*state.parts, (everything, both)), open_parts=False)
        return state
    state = replace(state, universal=said if quantity.name == "almost_all" else None)
    state = replace(state, leaning=said if quantity.name in LEANING else None)
    if whole == everything:
        state = state.mentioning(part)
    if both.bit_count() > 1:
        state = replace(state, implied=(*state.implied, whole & ~part))
    if whole != everything:
        state = replace(state, restricted=(*state.restricted, whole))
    return state.parting(whole, both)
