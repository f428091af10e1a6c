"""What does a quantity of a set claim, given what was said before? "Half of them are red", "no circles are".

Where a reference could be to several sets, the first that agrees with all that was said before is meant: "half of
them" is half of what was last named, unless that cannot be, and then half of the objects.
"""

from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified.acts import ALL, UNIVERSAL, Excepts, Item, Phrase, Predicate, Quantity, Says
from grice.readers.quantified.listing import COUNTED, excepts, listed, named_by
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.state import LEANING, State, Told, members, noted, wholes
from grice.readers.quantified.weights import COUNTABLE, FADING

_ELLIPTICAL = frozenset({"all", "most", "mostly", "almost_all", "no"})
"""Quantities that people use without a verb of what was just named: "squares, mostly blue"."""


def says(act: Says, state: State, scope: Scope) -> Told:
    """A quantity of a whole has a predicate."""
    again, named = act.quantity.name == "again", act.whole.phrase
    if again and state.evened and named and named.several:
        # "As many red as blue, the same goes for squares and circles."
        one, *others = scope.atoms(named)
        degree = "loosely" if scope.size > COUNTABLE else ""
        return [scope.compared(one, other, "equal", degree) for other in others], state.mentioning(one, *others)
    if again and state.repeat is not None and named:
        # "One red, one blue square, and the same for circles."
        more = named.groups[0].values
        items = [replace(i, phrase=i.phrase.told(more)) if i.phrase else i for i in state.repeat.items]
        return listed(items, replace(state, topics=()), scope)
    predicate = _predicate(act.predicate, named, state)
    if predicate is None:
        # "Three circles are there": nothing is left out.
        none, denied = named is None or not named.attributes, act.predicate.kind == "denied"
        if none or act.predicate.kind == "again" or (denied and act.whole.number is not None):
            return [], state
        return listed((Item(Quantity("no") if denied else act.quantity, named),), state, scope)
    act = replace(act, quantity=state.quantity) if again else act
    state = replace(state, repeat=None, quantified=state.quantity, quantity=act.quantity)
    several = members(state, scope, act.whole.attribute) if act.whole.kind == "members" else ()
    each = state.topics if act.whole.kind == "topic" else several
    if len(each) > 1:
        claims = [claim for whole in each for claim in _of(act, whole, predicate, state, scope)]
        for whole in each:
            state = noted(state, act.quantity, whole, predicate, scope)
        return claims, state
    options = [(w, _of(act, w, predicate, state, scope)) for w in _candidates(act, predicate, state, scope)]
    part = scope.of(predicate.phrase)
    # Weighed one after the other, as far as they are asked for.
    agreed = ((w, c) for w, c in options if w & part and scope.agrees(c))
    whole, claims = next(agreed, options[0])
    elided = act.whole.kind == "topic" and act.whole.nearest and state.told is not None and not scope.literal
    if act.quantity.name == "share" and elided and (wide := next(agreed, None)) is not None:
        # "The rest red, half squares": half of the red ones, or of all.
        claims = [claims[0].beside(wide[1][0], FADING["wide"]), *claims[1:]]
    return _after(act, whole, claims, predicate, state, scope)


def _candidates(act: Says, predicate: Predicate, state: State, scope: Scope) -> list[int]:
    """The sets a quantity may be of, the likeliest first."""
    kind, name, near = act.whole.kind, act.quantity.name, []
    verbless = kind == "topic" and not state.topics and act.whole.nearest
    about = predicate.phrase.attributes if predicate.phrase else frozenset()
    if name == "largest" and state.topics:
        # "Among the red ones, circles are in the majority."
        near = [state.topics[0]]
    if kind == "rest" and act.whole.phrase is None and state.here:
        # The rest of what this very sentence has divided.
        near = [state.here[-1][0] & ~union(p for w, p in state.here if w == state.here[-1][0])]
    if kind == "pronoun" and not act.whole.nearest and name == "all" and (state.fresh or state.counted is None):
        # "Two are red and two are blue. All of them are squares." The parts together are meant, if they can be.
        several = members(state, scope)
        near = [union(several)] if len(several) > 1 else []
    if kind == "topic" and not state.topics and name == "share" and state.counted is not None:
        # "Four squares (half red, half blue)".
        near = [state.counted[0]] if state.entries and not about & state.entries[-1][1] else []
    if verbless and name == "share" and state.quantified == ALL:
        # "Eight red squares, the rest blue, half circles, half squares".
        near += [state.told[0]] if state.told and about and not about & state.told[1] else []
    if verbless and name in ("share", "about"):
        near += [state.unsaid(about)]
    if verbless and name in _ELLIPTICAL:
        # "Five circles, all blue, and four squares"; "the other half are squares, mostly blue" speaks of those squares.
        near = [state.unsaid(about)]
        loosely = name == "all" and state.quantified.name in LEANING
        if state.told and about and not about & state.told[1] and not loosely:
            near = [state.told[0]] if act.quantity != state.quantified and len(state.here) < 2 else []
    if kind == "topic" and state.listed is not None and name in COUNTED:
        near = [state.listed]
    return [*filter(None, near), *wholes(act.whole, state, scope)]


def _after(act: Says, whole: int, claims: list[Claim], predicate: Predicate, state: State, scope: Scope) -> Told:
    """The claims with the numbers and exceptions that belong to them, and the state after them."""
    before = state.part
    state = noted(state, act.quantity, whole, predicate, scope)
    named = predicate.phrase.attributes if predicate.phrase else frozenset()
    state = replace(state, told=(state.last, named) if named and state.last != scope.everything else None)
    if act.whole.kind == "rest":
        noun = _noun_of(before, scope) if act.whole.phrase is None and not scope.literal else 0
        state = replace(state, listed=state.last)
        if state.last & noun:
            state = replace(state, mentions=(*state.mentions[:-1], state.last & noun))
    if act.predicate.kind == "themselves" and act.quantity.name == "number" and state.last != scope.everything:
        state = replace(state, counted=(state.last, int(act.quantity.value or 0)))
    if act.whole.number is not None and whole != scope.everything:
        claims = [*claims, scope.amount(Quantity("number", Fraction(act.whole.number)), whole, whole)]
    if state.universal is not None:
        state = replace(state, general=claims[0] if claims else None)
        if state.excepted and whole & ~named_by(state.excepted, scope):
            return excepts(Excepts(state.excepted), replace(state, excepted=()), scope)
    return claims, state


def _noun_of(part: Phrase | None, scope: Scope) -> int:
    """The things spoken of by one noun: after "three red circles", the others are circles too."""
    noun = scope.domain.noun or ""
    named = part.groups[0].named().get(noun, ()) if part and len(part.groups) == 1 else ()
    return union(scope.having(noun, value) for value in named) if len(named) == 1 else 0


def _predicate(said: Predicate, whole: Phrase | None, state: State) -> Predicate | None:
    """What is said, where that was said before: "one of them is", "no circles are", "the other isn't"."""
    if said.kind not in ("again", "elided", "denied"):
        return said
    if said.kind == "again" or state.predicate is None or state.predicate.phrase is None:
        return state.predicate if said.kind == "again" else None
    before = state.predicate.phrase
    if whole is not None and (not whole.attributes or before.attributes & whole.attributes):
        return None
    if said.kind == "elided":
        return state.predicate
    return Predicate("values", Phrase(tuple(replace(group, others=not group.others) for group in before.groups)))


def _of(act: Says, whole: int, predicate: Predicate, state: State, scope: Scope) -> list[Claim]:
    """What a quantity of one set claims."""
    quantity, phrase, kind = act.quantity, predicate.phrase, predicate.kind
    if kind == "opposite":
        return [scope.amount(quantity, whole, scope.opposite(state.part))]
    if kind == "uniform":
        values = scope.values(predicate.attribute, whole) if predicate.attribute else scope.kinds(whole)
        alike = Claim(tuple((scope.make("all", whole, value),) for value in values))
        return [alike] if quantity.name in UNIVERSAL else scope.exist(values)
    if kind == "themselves" and quantity.and_ is not None:
        one, other = state.recent[-2:] if len(state.recent) > 1 else (whole, scope.everything & ~whole)
        return [scope.amount(replace(quantity, and_=None), one, one), scope.amount(quantity.and_, other, other)]
    if kind == "themselves":
        return [scope.amount(quantity, scope.everything, whole)]
    if kind == "mixture" and phrase is None:
        # Every value occurs: "squares in both colours".
        values = scope.values(predicate.attribute, whole) if predicate.attribute else scope.values_within(whole)
        return [] if scope.literal else scope.exist(values)
    part, atoms = scope.of(phrase), [atom & whole for atom in scope.atoms(phrase)]
    if kind == "mixture":
        return [scope.amount(Quantity("all"), whole, part), *scope.exist(atoms)]
    if quantity.name == "largest":
        # Most of them; or, of one kind, more of it than of any other.
        most, kinds = scope.amount(Quantity("most"), whole, part), scope.kinds(whole & ~part)
        more = tuple(scope.make("more", whole & part, other) for other in kinds)
        sole = (whole & part).bit_count() == 1 and bool(kinds)
        return [Claim((*most.readings, more), fading=FADING["largest"]) if sole else most]
    claims = [scope.amount(quantity, whole, part)]
    if scope.literal:
        return claims
    if act.singular and quantity.name == "share":
        one_of = (*claims[0].readings[0], scope.make("number", whole & part, numbers=(1,)))
        claims = [replace(claims[0], readings=(one_of, *claims[0].readings), fading=FADING["one"])]
    named = scope.atoms(act.whole.phrase) if act.whole.phrase else []
    claims += scope.exist(named) if len(named) > 1 and quantity.name in UNIVERSAL else []
    return [*claims, *(scope.exist(atoms) if len(atoms) > 1 and quantity.name != "no" else [])]
