"""What do comparisons, even splits and "one of each" claim, given what was said before?"""

from dataclasses import replace

from grice.readers.quantified.acts import Balances, Compares, Predicate
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.state import State, Told, members, whole_of
from grice.readers.quantified.weights import COUNTABLE, FADING


def compares(act: Compares, state: State, scope: Scope) -> Told:
    """Left against right."""
    within = whole_of(act.whole, state, scope)
    sides = [side for side in (act.left, act.right) if side is not None and side.attributes]
    near = [state.entries[0][0]] if len(state.entries) == 1 else []
    verbless = act.whole is not None and act.whole.kind == "topic" and act.difference is None and not state.topics
    if verbless and near and scope.divided(near[0], [scope.of(side) for side in sides]):
        # "Mostly squares, more blue than red": of the squares, or of all.
        (wide, *_), state = _compared(act, scope.everything, state, scope)
        (close, *_), state = _compared(act, near[0], state, scope)
        looser = (*close.looser, *wide.looser)
        return [Claim((*close.readings, *wide.readings), looser, FADING["wide"])], state
    return _compared(act, within, state, scope)


def _compared(act: Compares, within: int, state: State, scope: Scope) -> Told:
    # "More red circles than blue"; "twelve red circles, with half as many blue ones".
    left = act.left.lent(act.right or (state.phrase if act.factor is not None else None))
    right = act.right.lent(act.left) if act.right else None
    one = scope.of(left) & within
    other = scope.of(right) & within if right else within & ~one
    beside = right is None and act.factor is not None and bool(state.last & ~one)
    if beside:
        # "Four blue squares and half as many red squares."
        other = state.last & ~one
    entries = ((one, left.attributes),) if beside else ()
    state = replace(state, last=one, predicate=Predicate("values", left), entries=entries)
    if right or beside:
        state = state.adding(mentions=[one, other], recent=[one, other]).parting(scope.everything, one | other)
    else:
        implied = [other] if one.bit_count() > 1 else []
        state = state.adding(mentions=[one], recent=[one, other], implied=implied).parting(within, one)
    if act.factor is not None:
        ratio = scope.ratio(one, other, act.factor)
        rough = Claim((*ratio.readings, *ratio.looser), fading=FADING["roughly"])
        return [rough if act.degree == "roughly" else ratio], state
    if act.difference is not None:
        return [Claim(((scope.make("more_by", one, other, numbers=(act.difference,)),),))], state
    found = scope.compared(one, other, act.relation, act.degree)
    if right is None and one.bit_count() == 1 and other.bit_count() > 1 and not scope.literal:
        # "Slightly more blue circles": than of any other kind.
        each = [scope.compared(one, kind, act.relation, act.degree) for kind in scope.kinds(other)]
        ranked = tuple(statement for claim in each for statement in claim.readings[-1])
        return [Claim((*found.readings, ranked), found.looser, fading=FADING["ranked"])], state
    return [found], state


def balances(act: Balances, state: State, scope: Scope) -> Told:
    """As many of each, so many of each, or a mix of them."""
    claims: list[Claim] = []
    options = _splits(act, state, scope)
    quantity = act.quantity
    if quantity is not None:
        counts = [
            [scope.amount(quantity, scope.everything, one) for split in each for one in split] for each in options
        ]
        place = next((i for i, found in enumerate(counts) if scope.agrees(found)), len(options) - 1)
        return counts[place], state.adding(mentions=map(union, options[place]), recent=options[place][-1])
    for split in options[0]:
        if len(split) == 1:
            # "Four blue squares, and equally many red ones".
            split = [state.last, *split]
        if act.even:
            loosely = (act.degree == "loosely" or len(split) > 2) and scope.size > COUNTABLE
            degree = "roughly" if act.degree == "roughly" else "loosely" if loosely else ""
            claims += [scope.compared(split[0], other, "equal", degree) for other in split[1:]]
        else:
            pairs = [(a, b) for i, a in enumerate(split) for b in split[i + 1 :]]
            nearly = tuple(scope.make("near_equal", a, b) for a, b in pairs)
            claims += [*scope.exist(split), *([] if scope.literal else [Claim((nearly, ()), fading=FADING["mixed"])])]
        state = state.adding(recent=split, mentions=split)
    return claims, replace(state, subject=whole_of(act.whole, state, scope)) if act.whole is not None else state


def _splits(act: Balances, state: State, scope: Scope) -> list[list[list[int]]]:
    """What may be set side by side, the likeliest first: one split, or one by each attribute."""
    whole = whole_of(act.whole, state, scope)
    atoms = scope.atoms(act.phrase) if act.phrase else []
    named = act.phrase.attributes if act.phrase else frozenset(act.attributes)
    # "Four squares, equally red and blue" splits the squares.
    near = state.near(named) if act.even and act.whole is None and not state.topics else []
    whole = next((mask for mask in near if scope.divided(mask, atoms)), whole)
    if len(atoms) > 1 or (atoms and act.even and not atoms[0] & state.last):
        return [[[atom & whole for atom in atoms if atom & whole]]]
    every = tuple(name for name, _ in scope.domain.attributes)
    within, over = (whole & atoms[0], every[-1:]) if atoms else (whole, every)
    split = [scope.values(attribute, within) for attribute in act.attributes or over]
    if act.quantity is not None and not act.attributes:
        split = [scope.kinds(whole)]
    if not act.members:
        return [split]
    recent = members(state, scope)
    return [*([recent[i:]] for i in range(len(recent) - 1)), split]
