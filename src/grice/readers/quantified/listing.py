"""What does a list claim, given what was said before? Parts of parts, what is meant of all of it, exceptions to it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified.acts import ALL, Excepts, Item, Lists, Predicate, Quantity
from grice.readers.quantified.completing import applied, completed, named_by, nested, number_of, of_most
from grice.readers.quantified.quantities import Claim
from grice.readers.quantified.state import SPARSE, Scope, State, noted, union
from grice.readers.quantified.weights import FADING

COUNTED = frozenset({"number", "one", "a_couple", "a_few", "some", "few", "several"})

Told = tuple[list[Claim], State]


def listed(items: Sequence[Item], state: State, scope: Scope) -> Told:
    """The claims of a list that is no clause of its own."""
    return lists(Lists(tuple(items)), replace(state, fresh=True), scope)


def lists(act: Lists, state: State, scope: Scope) -> Told:
    """There are these."""
    if len(state.topics) > 1:
        return _each_topic(act, state, scope)
    state = replace(state, repeat=act)
    said, universal = applied(act.items)
    items, owners = nested(said, scope.domain.noun)
    within = _within(items, state, scope)
    claims: list[Claim] = []
    if universal is not None:
        claims = [scope.amount(ALL, within, scope.of(universal))]
        if not items:
            return claims, noted(replace(state, general=claims[0]), ALL, within, Predicate("values", universal), scope)
        within &= scope.of(universal)
        state = state.mentioning(within)
    ranked = any(item.follows for item in items)
    masks: list[int] = []
    atoms: list[int] = []
    for item, owner in zip(items, owners, strict=True):
        inside = within if owner is None else masks[owner]
        atoms = _atoms(item, inside & ~union(masks) if item.rest else inside, state, scope)
        whole = inside if state.topics or owner is not None else scope.everything
        found, state = _item(item, atoms, state, scope, whole, ranked)
        claims += found
        if item.follows and masks:
            fewer = scope.say.make("more", masks[-1], union(atoms))
            claims.append(Claim(((fewer,),), ((scope.say.make("exists", union(atoms)),),)))
        masks.append(union(atoms))
    return _listed(act, items, owners, masks, atoms, within, claims, state, scope)


def _each_topic(act: Lists, state: State, scope: Scope) -> Told:
    """A list that is said of each of several things."""
    topics, found, named = state.topics, [], []
    for topic in topics:
        claims, state = lists(act, replace(state, topics=(topic,)), scope)
        found += claims
        named.append(state.last)
    return found, replace(state, topics=topics, last=union(named)).parting(union(topics), union(named))


def _nounless(item: Item, noun: str | None) -> bool:
    groups = item.phrase.groups if item.phrase else ()
    return bool(groups) and not any(g.things or g.others or noun in g.named() for g in groups)


def _within(items: Sequence[Item], state: State, scope: Scope) -> int:
    """What a list is of: the topic, what was just told or counted and has these as parts, or everything."""
    wide = state.topics[0] if state.topics else scope.everything
    parts = [scope.of(item.phrase) for item in items]
    nounless = all(_nounless(item, scope.domain.noun) for item in items)
    numbered = bool(items) and all(map(number_of, items))
    near = [state.told[0]] if state.told and not any(named_by(item) & state.told[1] for item in items) else []
    near += [state.counted[0]] if state.counted else []
    near = [mask for mask in near if numbered and all(part & mask not in (0, mask) for part in parts)]
    near += [state.last] if nounless else []
    return next((mask for mask in near if mask and not state.fresh and not mask & ~wide), wide)


def _listed(
    act: Lists,
    items: Sequence[Item],
    owners: Sequence[int | None],
    masks: Sequence[int],
    atoms: Sequence[int],
    within: int,
    claims: list[Claim],
    state: State,
    scope: Scope,
) -> Told:
    """What a list leaves for later words, and that there is nothing else, where it says so."""
    everything, last = scope.everything, items[-1]
    pairs = list(zip(masks, items, strict=True))
    named = [m for m, item in pairs if item.quantity is None or item.quantity.name != "no"]
    leading = [m for m, item in pairs if of_most(item)]
    if len(leading) == 1 and len(masks) > 1 and all(m.bit_count() > 1 for m in masks if m != leading[0]):
        # "Mostly blue circles, some squares": a red circle may be there too.
        state = replace(state, left=(*state.left, everything & ~leading[0]))
    counted = (masks[0], number_of(items[0])) if len(items) == 1 and number_of(items[0]) else None
    entries = tuple((m, named_by(item)) for m, item in pairs if item.phrase)
    state = replace(state, entries=entries, counted=counted)
    if last.rest == "each":
        state = state.naming(*atoms)
    else:
        state = state.naming(*([m for m in named if m] if len(named) > 1 else scope.atoms(last.phrase)))
    if not named:
        # "No red squares. The other kinds are equally common."
        state = state.parting(everything, union(_atoms(item, within, state, scope)[0] for item in items))
    both = union(named)
    state = replace(state, nearest=named[-1] if named and owners[-1] is None else both)
    one = items[0].quantity if len(items) == 1 else None
    only = act.only or (one is not None and one.name == "only")
    if only and both:
        whole = scope.amount(ALL, within, both)
        state = replace(state, universal=(within, both, last.phrase), general=whole)
        claims = [*claims, whole]
        if state.excepted:
            found, state = excepts(Excepts(state.excepted), state, scope)
            claims, state = [*claims[:-1], *found], replace(state, excepted=())
    elif named:
        state = replace(state, universal=None)
    if named:
        state = replace(state.mentioning(*named), last=both, part=last.phrase)
        state = replace(state, listed=both if one is not None and one.name in COUNTED else None)
        if not only:
            state = state.parting(within if one is not None else everything, both)
    return claims, replace(state, predicate=Predicate("values", last.phrase))


def _atoms(item: Item, within: int, state: State, scope: Scope) -> list[int]:
    """The things an item names, within what it is part of if it can be."""
    named = scope.atoms(item.phrase)
    if item.rest:
        found = within & ~union(state.mentions) & scope.of(item.phrase)
        return scope.kinds(found) if item.rest == "each" and found else [found or within]
    return [atom & within for atom in named if atom & within] or named


def _item(
    item: Item, atoms: Sequence[int], state: State, scope: Scope, whole: int = 0, ranked: bool = False
) -> Told:
    """So many of what an item names."""
    quantity, mask = item.quantity, union(atoms)
    everything = whole or scope.everything
    if quantity is None or quantity.name == "only":
        return scope.exist(atoms), state
    together = scope.amount(quantity, everything, mask)
    each = [scope.amount(quantity, everything, atom) for atom in atoms]
    if item.rest == "each":
        return [scope.amount(quantity, scope.everything, atom) for atom in atoms], state
    if quantity.name in ("most", "mostly", "minority"):
        sole = quantity.name == "mostly" and not scope.literal and len(atoms) == 1 and mask.bit_count() == 1
        if ranked or sole:
            others = scope.kinds(scope.everything & ~mask)
            largest = tuple(scope.say.make("more", mask, other) for other in others)
            together = Claim((*together.readings, largest), fading=FADING["mostly"])
        return [together, *(scope.exist(atoms) if len(atoms) > 1 and not scope.literal else [])], state
    if quantity.name in SPARSE and mask.bit_count() > 1:
        state = replace(state, left=(*state.left, scope.everything & ~mask))
    if len(atoms) == 1 or quantity.name == "no":
        return [together], state
    if quantity.name == "one" or (item.phrase and any(group.each for group in item.phrase.groups)):
        return each, state
    alike = tuple(statement for claim in each for statement in claim.readings[0])
    exist = tuple(scope.say.make("exists", atom) for atom in atoms)
    return [Claim(((*together.readings[0], *exist), alike), together.looser)], state


# ---- exceptions


def excepts(act: Excepts, state: State, scope: Scope) -> Told:
    """What was said of all holds of the others only."""
    each = dict(state.evened).get(scope.of(act.items[0].phrase))
    if state.universal is None and each is not None and number_of(act.items[0]):
        # "Two of each, except three red squares."
        return _item(act.items[0], scope.atoms(act.items[0].phrase), replace(state, withdrawn=(each,)), scope)
    if state.universal is None:
        if any(item.rest for item in act.items):
            return listed(act.items, state, scope)
        if state.leaning is not None and state.leaning[0] & state.leaning[1] != scope.everything:
            whole, part, _ = state.leaning
            return _outside(whole & ~part, act.items, state, scope)
        if not state.parts:
            return [], replace(state, excepted=act.items)
        return listed(act.items, state, scope)
    whole, part, phrase = state.universal
    if state.general is not None:
        state = replace(state, withdrawn=(*state.withdrawn, state.general))
    nouns = phrase is not None and all(scope.domain.noun in group.named() for group in phrase.groups)
    one = Quantity("one", Fraction(1))
    single = [replace(i, quantity=one) if nouns and number_of(i) == 1 else i for i in act.items]
    claims: list[Claim] = []
    outside = 0
    for item in completed((Item(None, phrase), *single), scope.domain.noun)[1:]:
        atoms = [atom & whole for atom in scope.atoms(item.phrase)] if item.phrase else [whole & ~part]
        if union(atoms) & ~part:
            atoms = [atom & ~part for atom in atoms]
        outside |= union(atoms)
        some = replace(item, quantity=item.quantity or Quantity("some"))
        found, state = _item(some, [a for a in atoms if a], state, scope)
        claims += found
    state = replace(state.mentioning(outside), last=outside)
    return [scope.amount(ALL, whole & ~outside, part), *claims], state


def _outside(others: int, items: Sequence[Item], state: State, scope: Scope) -> Told:
    """Exceptions to what was said of most: so many of the others."""
    claims: list[Claim] = []
    for item in items:
        named = scope.of(item.phrase)
        mask = named & others or named
        atoms = [atom & mask for atom in scope.atoms(item.phrase) if atom & mask]
        found, state = _item(replace(item, quantity=item.quantity or Quantity("some")), atoms, state, scope)
        claims += found
        state = replace(state.mentioning(mask), last=mask)
    return claims, state
