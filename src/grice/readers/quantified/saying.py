"""What does a quantity of a set claim, given what was said before? "Half of them are red", "no circles are".

Where a reference could be to several sets, the first that agrees with all that was said before is meant: "half of
them" is half of what was last named, unless that cannot be, and then half of the objects.
"""

from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified.acts import Excepts, Item, Phrase, Predicate, Quantity, Says
from grice.readers.quantified.listing import COUNTED, excepts, listed
from grice.readers.quantified.scope import Claim
from grice.readers.quantified.state import (
    UNIVERSAL,
    Scope,
    State,
    Told,
    distinct,
    members,
    noted,
    rest_here,
    union,
    wholes,
)
from grice.readers.quantified.weights import COUNTABLE, FADING

_ELLIPTICAL = frozenset({"all", "most", "mostly", "almost_all", "no"})
"""Quantities that people use without a verb of what was just named: "squares, mostly blue"."""


def says(act: Says, state: State, scope: Scope) -> Told:
    """A quantity of a whole has a predicate."""
    if act.quantity.name == "again" and state.evened and act.whole.phrase and act.whole.phrase.several:
        # "As many red as blue, the same goes for squares and circles."
        one, *others = scope.atoms(act.whole.phrase)
        degree = "loosely" if scope.size > COUNTABLE else ""
        return [scope.compared(one, other, "equal", degree) for other in others], state.mentioning(one, *others)
    predicate = _predicate(act.predicate, act.whole.phrase, state)
    if predicate is None and act.predicate.kind in ("elided", "denied") and act.whole.phrase is not None:
        # "Three circles are there": nothing is left out.
        return _unelided(act, act.whole.phrase, state, scope)
    if predicate is None:
        return [], state
    if act.quantity.name == "again":
        if state.repeat is not None and act.whole.phrase is not None:
            # "One red, one blue square, and the same for circles."
            more = act.whole.phrase.groups[0].values
            again = [replace(i, phrase=i.phrase.told(more)) if i.phrase else i for i in state.repeat.items]
            return listed(again, replace(state, topics=()), scope)
        act = replace(act, quantity=state.quantity)
    state = replace(state, repeat=None, quantified=state.quantity, quantity=act.quantity)
    several = members(state, scope, act.whole.attribute) if act.whole.kind == "members" else []
    each = state.topics if act.whole.kind == "topic" else several
    if len(each) > 1:
        found = [claim for whole in each for claim in _of(act, whole, predicate, state, scope)]
        for whole in each:
            state = noted(state, act.quantity, whole, predicate, scope)
        return found, state
    candidates = _candidates(act, predicate, state, scope)
    options = [(whole, _of(act, whole, predicate, state, scope)) for whole in candidates]
    part = scope.of(predicate.phrase)
    whole, claims = next(((w, c) for w, c in options if w & part and scope.agrees(c)), options[0])
    return _after(act, whole, claims, predicate, state, scope)


def _candidates(act: Says, predicate: Predicate, state: State, scope: Scope) -> list[int]:
    """The sets a quantity may be of, the likeliest first."""
    kind, found = act.whole.kind, wholes(act.whole, state, scope)
    unsaid = state.unsaid(predicate.phrase)
    if kind in ("pronoun", "topic") and unsaid and not state.topics:
        found = distinct(unsaid, *found)
    if kind == "topic" and act.whole.nearest and not state.topics:
        found = distinct(*_elliptical(act, predicate, state), *found)
    if kind == "topic" and act.quantity.name == "share" and state.counted is not None and not state.topics:
        # "Four squares (half red, half blue)".
        named = predicate.phrase.attributes if predicate.phrase else frozenset()
        free = state.entries and not named & state.entries[-1][1]
        found = distinct(state.counted[0], *found) if free else found
    if kind == "rest" and act.whole.phrase is None:
        found = distinct(*rest_here(state), *found)
    several = members(state, scope)
    single = state.counted is not None and not state.fresh
    if kind == "pronoun" and not act.whole.nearest and act.quantity.name == "all" and not single:
        # "Two are red and two are blue. All of them are squares." The parts together are meant, if they can be.
        found = distinct(*([union(several)] if len(several) > 1 else []), *found)
    if kind == "topic" and state.listed is not None and act.quantity.name in COUNTED:
        found = distinct(state.listed, *found)
    return found


def _elliptical(act: Says, predicate: Predicate, state: State) -> list[int]:
    """What a quantity without a verb is of: "the other half are squares, mostly blue" speaks of those squares."""
    named = predicate.phrase.attributes if predicate.phrase else frozenset()
    if state.told is None or not named or named & state.told[1]:
        return []
    if act.quantity.name not in _ELLIPTICAL or act.quantity == state.quantified or len(state.here) > 1:
        return []
    return [state.told[0]]


def _after(act: Says, whole: int, claims: list[Claim], predicate: Predicate, state: State, scope: Scope) -> Told:
    """The claims with the numbers and exceptions that belong to them, and the state after them."""
    rest = act.whole.kind == "rest"
    noun = _noun_of(state.part, scope) if rest and act.whole.phrase is None else 0
    state = noted(state, act.quantity, whole, predicate, scope)
    named = predicate.phrase.attributes if predicate.phrase else frozenset()
    told = (state.last, named) if named and state.last != scope.everything else None
    state = replace(state, told=told)
    if rest:
        state = replace(state, listed=state.last)
        if state.last & noun and not scope.literal:
            state = replace(state, mentions=(*state.mentions[:-1], state.last & noun))
    if act.predicate.kind == "themselves" and act.quantity.name == "number" and state.last != scope.everything:
        state = replace(state, counted=(state.last, int(act.quantity.value or 0)))
    if act.whole.number is not None and whole != scope.everything:
        claims = [*claims, scope.amount(Quantity("number", Fraction(act.whole.number)), whole, whole)]
    if state.universal is not None:
        state = replace(state, general=claims[0] if claims else None)
    if state.excepted and state.universal is not None:
        claims, state = excepts(Excepts(state.excepted), state, scope)
        state = replace(state, excepted=())
    return claims, state


def _noun_of(part: Phrase | None, scope: Scope) -> int:
    """The things spoken of by one noun: after "three red circles", the others are circles too."""
    noun = scope.domain.noun or ""
    named = part.groups[0].named().get(noun, ()) if part and len(part.groups) == 1 else ()
    return union(scope.having(noun, value) for value in named) if len(named) == 1 else 0


def _unelided(act: Says, phrase: Phrase, state: State, scope: Scope) -> Told:
    """How many there are, where nothing was said before that could be meant again."""
    quantity = Quantity("no") if act.predicate.kind == "denied" else act.quantity
    if not phrase.attributes or (act.predicate.kind == "denied" and act.whole.number is not None):
        return [], state
    return listed((Item(quantity, phrase),), state, scope)


def _predicate(said: Predicate, whole: Phrase | None, state: State) -> Predicate | None:
    """What is said, where that was said before: "one of them is", "no circles are", "the other isn't"."""
    if said.kind not in ("again", "elided", "denied"):
        return said
    if said.kind == "again" or state.predicate is None:
        return state.predicate
    before = state.predicate.phrase.groups if state.predicate.phrase else ()
    named = {a for group in before for a in group.named()}
    own = whole.attributes if whole else frozenset()
    if not named or named & own or (whole is not None and not own):
        return None
    if said.kind == "elided":
        return state.predicate
    return Predicate("values", Phrase(tuple(replace(group, others=not group.others) for group in before)))


def _of(act: Says, whole: int, predicate: Predicate, state: State, scope: Scope) -> list[Claim]:
    """What a quantity of one set claims."""
    quantity, phrase = act.quantity, predicate.phrase
    if predicate.kind == "opposite":
        return [scope.amount(quantity, whole, scope.opposite(state.part))]
    if predicate.kind == "uniform":
        values = scope.values(predicate.attribute, whole) if predicate.attribute else scope.kinds(whole)
        if quantity.name in UNIVERSAL:
            return [Claim(tuple((scope.make("all", whole, value),) for value in values))]
        return scope.exist(values)
    if predicate.kind == "themselves" and quantity.and_ is not None:
        one, other = state.recent[-2:] if len(state.recent) > 1 else (whole, scope.everything & ~whole)
        return [scope.amount(replace(quantity, and_=None), one, one), scope.amount(quantity.and_, other, other)]
    if predicate.kind == "themselves":
        return [scope.amount(quantity, scope.everything, whole)]
    if predicate.kind == "mixture":
        return _mixture(act, whole, predicate, scope)
    part, atoms = scope.of(phrase), scope.atoms(phrase)
    if quantity.name == "largest":
        return [_largest(whole, part, scope)]
    claims = [scope.amount(quantity, whole, part)]
    if act.singular and quantity.name == "share" and not scope.literal:
        one = (*claims[0].readings[0], scope.make("number", whole & part, numbers=(1,)))
        claims = [replace(claims[0], readings=(one, *claims[0].readings), fading=FADING["one"])]
    named = scope.atoms(act.whole.phrase) if act.whole.phrase else []
    if len(named) > 1 and not scope.literal and quantity.name in UNIVERSAL:
        claims += scope.exist(named)
    if len(atoms) > 1 and not scope.literal and quantity.name != "no":
        claims += scope.exist(atom & whole for atom in atoms)
    return claims


def _mixture(act: Says, whole: int, predicate: Predicate, scope: Scope) -> list[Claim]:
    """Every value occurs: "squares in both colours"."""
    if predicate.phrase:
        atoms = [atom & whole for atom in scope.atoms(predicate.phrase)]
        return [scope.amount(Quantity("all"), whole, scope.of(predicate.phrase)), *scope.exist(atoms)]
    values = scope.values(predicate.attribute, whole) if predicate.attribute else scope.values_within(whole)
    several = scope.atoms(act.whole.phrase) if act.whole.phrase else []
    if len(several) > 1:
        # "Both shapes come in both colours": each of them does.
        values = [value for one in several for value in scope.values_within(one & whole)] or several
    return [] if scope.literal else scope.exist(values)


def _largest(whole: int, part: int, scope: Scope) -> Claim:
    """Most of them; or, of one kind, more of it than of any other."""
    kinds = scope.kinds(whole & ~part)
    make, both = scope.make, whole & part
    most = scope.amount(Quantity("most"), whole, part)
    if both.bit_count() > 1 or not kinds:
        return most
    return Claim((*most.readings, tuple(make("more", both, other) for other in kinds)), fading=FADING["largest"])
