"""What do lists, exceptions, comparisons and even splits claim, given what was said before?"""

from collections.abc import Sequence
from dataclasses import replace

from grice.readers.quantified import acts
from grice.readers.quantified.acts import ALL, ANYTHING, ONE, Excepts, Item, Lists, Predicate, Quantity
from grice.readers.quantified.phrases import completed
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.state import LISTED, State, Told, members, whole_of
from grice.readers.quantified.weights import COUNTABLE, FADING

# Said of several sets, these are of all of them together.
_TOGETHER = frozenset({"all", "only", "most", "mostly", "minority", "almost_all", "share"})


def lists(act: Lists, state: State, scope: Scope) -> Told:
    """There are these; only these. What cannot be of the likeliest set is of another that was named."""
    first, *others = _within(act.items, state, scope)
    found = _listed(act, first, state, scope)
    if scope.literal or not others or scope.agrees(found[0]):
        return found
    return next((t for t in (_listed(act, mask, state, scope) for mask in others) if scope.agrees(t[0])), found)


def _listed(act: Lists, within: int, state: State, scope: Scope) -> Told:
    claims, masks, atoms = list[Claim](), list[int](), list[int]()
    for item in act.items:
        every = scope.atoms(item.phrase)
        atoms = [atom & within for atom in every if atom & within] or every
        whole, each = within if state.topics else scope.everything, any(group.each for group in item.phrase.groups)
        claims += claimed(item.quantity, whole, atoms, scope, each)
        masks.append(union(atoms))
    there = [m for m, item in zip(masks, act.items, strict=True) if item.quantity is None or item.quantity.name != "no"]
    both = union(there if act.items else state.mentions)
    state = _noted(act.items, masks, there, state, scope).adding(recent=there if len(there) > 1 else atoms)
    if act.only and both:
        every_one = scope.amount(ALL, within, both)
        return [*claims, every_one], replace(state, general=(within, both, every_one), even=None)
    state = state.parting(within if len(act.items) == 1 else scope.everything, both) if both else state
    # "Twelve squares (seven blue, the rest red)": the rest of the squares.
    halved = [(mask, union(m for m in masks if m != mask and not m & ~mask)) for mask in masks]
    return claims, replace(state, parts=(*state.parts, *(whole for whole in halved if whole[1])))


def _noted(items: Sequence[Item], masks: Sequence[int], there: Sequence[int], state: State, scope: Scope) -> State:
    """What a list leaves for later words."""
    entries = tuple((m, item.phrase.attributes) for m, item in zip(masks, items, strict=True))
    predicate = Predicate("values", items[-1].phrase) if items else state.predicate
    state = replace(state, entries=entries, quantity=LISTED, predicate=predicate)
    if not there:
        # "No red squares. The other kinds are equally common."
        return replace(state.parting(scope.everything, union(masks)), nearest=0)
    return replace(state.adding(mentions=there), last=union(there), nearest=there[-1])


def _within(items: Sequence[Item], state: State, scope: Scope) -> list[int]:
    """What a list may be of: the topic, what was just told or counted and has these as parts, or everything."""
    wide = state.topics[0] if state.topics else scope.everything
    parts = [scope.of(item.phrase) for item in items]
    groups = [group for item in items for group in item.phrase.groups]
    named = frozenset(attribute for group in groups for attribute in group.named)
    # "Most of the blue ones are circles, but there are five squares": blue ones too.
    near = [
        m for m in (*state.near(named), state.subject) if all(item.number for item in items) and scope.divided(m, parts)
    ]
    if groups and scope.domain.noun not in named and not any(group.things or group.others for group in groups):
        near += [m for m in (state.last, state.subject) if all(part & m for part in parts)]
    first = next((mask for mask in near if not state.fresh and not mask & ~wide), wide)
    return [first, *(mask for mask in (state.last, state.subject) if scope.divided(mask, parts))]


def claimed(amount: Quantity | None, whole: int, sets: Sequence[int], scope: Scope, each: bool = False) -> list[Claim]:
    """So many of a whole are one of some sets, or each of them."""
    if amount is None:
        return scope.exist(sets)
    mask = union(sets)
    together = scope.amount(amount, whole, mask)
    if amount.name == "mostly" and not scope.literal and mask.bit_count() == 1:
        largest = tuple(scope.make("more", mask, other) for other in scope.kinds(scope.everything & ~mask))
        together = Claim((*together.readings, largest), fading=FADING["mostly"])
    if len(sets) < 2 or amount.name == "no":
        return [together]
    alike = [scope.amount(amount, whole, atom) for atom in sets]
    if amount.name == "one" or each:
        return alike
    if amount.name in _TOGETHER or scope.literal:
        return [together, *([] if scope.literal else scope.exist(sets))]
    exist = tuple(scope.make("there_are", atom) for atom in sets)
    apart = tuple(statement for claim in alike for statement in claim.readings[0])
    return [Claim(((*together.readings[0], *exist), apart), together.looser)]


def excepts(act: Excepts, state: State, scope: Scope) -> Told:
    """What was said of all, of most or of each holds of the others only."""
    if state.even:
        outside = union(scope.of(item.phrase) for item in act.items)
        told = [claimed(i.quantity, scope.everything, scope.atoms(i.phrase), scope) for i in act.items if i.quantity]
        return _spared(outside, [claim for claims in told for claim in claims], state, scope)
    if state.general is None:
        return lists(Lists(act.items), replace(state, fresh=True), scope)
    whole, part, claim = state.general
    if not whole & union(scope.of(item.phrase) for item in act.items):
        # "Circles, all red, except for one red square": they are all there is.
        whole, part = scope.everything, whole & part
    phrase = state.phrase
    nouns = phrase is not None and all(scope.domain.noun in group.named for group in phrase.groups)
    single = [replace(i, quantity=ONE) if nouns and i.number == 1 else i for i in act.items]
    claims, outside = list[Claim](), 0
    for item in completed((Item(None, phrase or ANYTHING), *single), scope.domain.noun)[1:]:
        atoms = [atom & whole for atom in scope.atoms(item.phrase)]
        atoms = [atom & ~part for atom in atoms] if union(atoms) & ~part else atoms
        outside |= union(atoms)
        claims += claimed(item.quantity or Quantity("some"), scope.everything, [atom for atom in atoms if atom], scope)
    state = replace(state.adding(mentions=[outside], recent=[outside]), last=outside, nearest=outside)
    again = [scope.amount(ALL, whole & ~outside, part)] if claim is not None else []
    return [*again, *claims], replace(state, withdrawn=(claim,) if claim is not None else ())


def _spared(outside: int, claims: Sequence[Claim], state: State, scope: Scope) -> Told:
    """What was said of each, of all but some: "two of each kind, but three red squares"."""
    act, sets, withdrawn = state.even or (acts.Balances(), (), ())
    others = _alike(act, [one for one in sets if not one & outside], scope)
    return [*others, *claims], replace(state, last=outside, nearest=outside, even=None, withdrawn=withdrawn)


def _alike(act: acts.Balances, sets: Sequence[int], scope: Scope) -> list[Claim]:
    """So many of each of some sets, or as many of one as of another."""
    if act.quantity is not None:
        return [scope.amount(act.quantity, scope.everything, one) for one in sets]
    loosely = (act.degree == "loosely" or len(sets) > 2) and scope.size > COUNTABLE
    degree = "roughly" if act.degree == "roughly" else "loosely" if loosely else ""
    return [scope.compared(sets[0], other, "equal", degree) for other in sets[1:]]


def compares(act: acts.Compares, state: State, scope: Scope) -> Told:
    """Left against right."""
    sides = [side for side in (act.left, act.right) if side is not None and side.attributes]
    near = [state.entries[0][0]] if len(state.entries) == 1 else []
    anywhere = (act.whole is None or act.whole.kind == "topic") and not state.topics
    if anywhere and near and scope.divided(near[0], [scope.of(side) for side in sides]):
        # "Mostly squares, more blue than red": of the squares, or of all.
        (wide, *_), state = _compared(act, scope.everything, state, scope)
        (close, *_), state = _compared(act, near[0], state, scope)
        return [Claim((*close.readings, *wide.readings), (*close.looser, *wide.looser), FADING["wide"])], state
    return _compared(act, whole_of(act.whole, state, scope), state, scope)


def _compared(act: acts.Compares, within: int, state: State, scope: Scope) -> Told:
    # "More red circles than blue"; "twelve red circles, with half as many blue ones".
    left = act.left.lent(act.right or (state.phrase if act.factor is not None else None))
    right, one = act.right.lent(act.left) if act.right else None, scope.of(left) & within
    other = scope.of(right) & within if right else within & ~one
    beside = right is None and act.factor is not None and bool(state.last & ~one)
    if beside:
        # "Four blue squares and half as many red squares."
        other = state.last & ~one
    entries = ((one, left.attributes),) if beside else ()
    state = replace(state, last=one, nearest=one, predicate=Predicate("values", left), entries=entries)
    if right or beside:
        state = state.adding(mentions=[one, other], recent=[one, other]).parting(scope.everything, one | other)
    else:
        implied, recent = [other] if one.bit_count() > 1 else [], scope.atoms(left) if left.several else [one, other]
        state = state.adding(mentions=[one], recent=recent, implied=implied).parting(within, one)
    if act.factor is not None:
        ratio = scope.ratio(one, other, act.factor)
        rough = Claim((*ratio.readings, *ratio.looser), fading=FADING["roughly"])
        return [rough if act.degree == "roughly" else ratio], state
    if act.difference is not None:
        # "Two of each kind and one more blue circle": one more than of any other kind.
        spared = state.even[1] if right is None and state.even else ()
        other = next((mask for mask in spared if not mask & one), other)
        by = Claim(((scope.make("more_by", one, other, numbers=(act.difference,)),),))
        return _spared(one, [by], state, scope) if spared else ([by], state)
    found = scope.compared(one, other, act.relation, act.degree)
    if right is None and one.bit_count() == 1 and other.bit_count() > 1 and not scope.literal:
        # "Slightly more blue circles": than of any other kind.
        each = [scope.compared(one, kind, act.relation, act.degree) for kind in scope.kinds(other)]
        ranked = tuple(statement for claim in each for statement in claim.readings[-1])
        return [Claim((*found.readings, ranked), found.looser, fading=FADING["ranked"])], state
    return [found], state


def balances(act: acts.Balances, state: State, scope: Scope) -> Told:
    """As many of each, or so many of each."""
    # "Four blue squares, and equally many red ones".
    splits = _splits(act, state, scope)
    options = [[split if len(split) > 1 else [state.last, *split] for split in each] for each in splits]
    counts = [[claim for split in each for claim in _alike(act, split, scope)] for each in options]
    place = next((i for i, found in enumerate(counts) if act.quantity is None or scope.agrees(found)), -1)
    for split in options[place]:
        state = state.adding(recent=split, mentions=split)
    even = (act, tuple(options[place][-1]), tuple(counts[place])) if len(options[place]) == 1 else None
    state = replace(state, subject=whole_of(act.whole, state, scope)) if act.whole is not None else state
    return counts[place], replace(state, even=even)


def _splits(act: acts.Balances, state: State, scope: Scope) -> list[list[list[int]]]:
    """What may be set side by side, the likeliest first: one split, or one by each attribute."""
    whole, atoms = whole_of(act.whole, state, scope), scope.atoms(act.phrase) if act.phrase else []
    named = act.phrase.attributes if act.phrase else frozenset(act.attributes)
    # "Four squares, equally red and blue" splits the squares.
    near = state.near(named) if act.whole is None and not state.topics else []
    whole = next((mask for mask in near if scope.divided(mask, atoms)), whole)
    if len(atoms) > 1 or (atoms and not atoms[0] & state.last):
        return [[[atom & whole for atom in atoms if atom & whole]]]
    every = tuple(name for name, _ in scope.domain.attributes)
    within, over = (whole & atoms[0], every[-1:]) if atoms else (whole, every)
    split = [scope.values(attribute, within) for attribute in act.attributes or over]
    if act.quantity is not None and not act.attributes:
        split = [scope.kinds(whole)]
    if not act.members:
        return [split]
    # "Two circles and two squares, one of each colour": of the circles, and of the squares.
    apart = [scope.values(a, mask) for mask, told in state.entries for a in act.attributes if a not in told]
    recent = [] if act.attributes else members(state, scope)
    return [*([apart] if apart else []), *([recent[i:]] for i in range(len(recent) - 1)), split]
