"""What does a list claim, given what was said before? Parts of parts, what is meant of all of it, exceptions to it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from grice.readers.quantified.acts import ALL, Excepts, Group, Item, Lists, Phrase, Predicate, Quantity
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.state import SPARSE, State, Told
from grice.readers.quantified.weights import FADING

COUNTED = frozenset({"number", "one", "a_couple", "a_few", "some", "few", "several"})
_MOST = frozenset({"most", "mostly", "minority"})


def number_of(item: Item) -> int:
    """How many an item says there are; none where it does not say it exactly."""
    quantity = item.quantity
    return int(quantity.value or 0) if quantity is not None and quantity.name in ("number", "one") else 0


def named_by(items: Sequence[Item], scope: Scope) -> int:
    """All that items name."""
    return union(scope.of(item.phrase) for item in items if item.phrase)


def listed(items: Sequence[Item], state: State, scope: Scope) -> Told:
    """The claims of a list that is no clause of its own."""
    return lists(Lists(tuple(items)), replace(state, fresh=True), scope)


def lists(act: Lists, state: State, scope: Scope) -> Told:
    """There are these; of each topic, where there are several."""
    claims: list[Claim] = []
    if len(state.topics) > 1:
        topics, named = state.topics, list[int]()
        for topic in topics:
            found, state = lists(act, replace(state, topics=(topic,)), scope)
            claims, named = [*claims, *found], [*named, state.last]
        return claims, replace(state, topics=topics, last=union(named)).parting(union(topics), union(named))
    state = replace(state, repeat=act)
    items, owners = nested(act.items, scope.domain.noun)
    within = _within(items, state, scope)
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
            fewer = scope.make("more", masks[-1], union(atoms))
            claims.append(Claim(((fewer,),), ((scope.make("there_are", union(atoms)),),)))
        masks.append(union(atoms))
    state = _noted(items, masks, state, scope)
    last = items[-1]
    state = state.naming(*(atoms if last.rest == "each" or sum(map(_there, items)) < 2 else filter(None, masks)))
    both = union(m for m, item in zip(masks, items, strict=True) if _there(item))
    only = act.only or (len(items) == 1 and last.quantity is not None and last.quantity.name == "only")
    if only and both:
        whole_claim = scope.amount(ALL, within, both)
        state = replace(state, universal=(within, both, last.phrase), general=whole_claim)
        claims.append(whole_claim)
        if state.excepted:
            found, state = excepts(Excepts(state.excepted), replace(state, excepted=()), scope)
            claims, state = [*claims[:-1], *found], replace(state, last=both, nearest=both)
    elif both:
        state = replace(state, universal=None).parting(within if len(items) == 1 else scope.everything, both)
    return claims, state


def _there(item: Item) -> bool:
    return item.quantity is None or item.quantity.name != "no"


def _noted(items: Sequence[Item], masks: Sequence[int], state: State, scope: Scope) -> State:
    """What a list leaves for later words."""
    last, everything = items[-1], scope.everything
    pairs = list(zip(masks, items, strict=True))
    named = [m for m, item in pairs if _there(item)]
    leading = [m for m, item in pairs if item.quantity is not None and item.quantity.name in ("most", "mostly")]
    if len(leading) == 1 and len(masks) > 1 and all(m.bit_count() > 1 for m in masks if m != leading[0]):
        # "Mostly blue circles, some squares": a red circle may be there too.
        state = replace(state, left=(*state.left, everything & ~leading[0]))
    sole = items[0] if len(items) == 1 else Item(None, None)
    counted = (masks[0], number_of(sole)) if number_of(sole) else None
    entries = tuple((m, item.phrase.attributes) for m, item in pairs if item.phrase)
    state = replace(state, entries=entries, counted=counted, predicate=Predicate("values", last.phrase))
    if not named:
        # "No red squares. The other kinds are equally common."
        return replace(state.parting(everything, union(masks)), nearest=0)
    several = sole.quantity is not None and sole.quantity.name in COUNTED
    state = replace(state.mentioning(*named), last=union(named), part=last.phrase, nearest=named[-1])
    return replace(state, listed=union(named) if several else None)


def _within(items: Sequence[Item], state: State, scope: Scope) -> int:
    """What a list is of: the topic, what was just told or counted and has these as parts, or everything."""
    wide = state.topics[0] if state.topics else scope.everything
    parts = [scope.of(item.phrase) for item in items]
    nounless = all(_nounless(item, scope.domain.noun) for item in items)
    numbered = bool(items) and all(map(number_of, items))
    named = frozenset(a for item in items if item.phrase for a in item.phrase.attributes)
    near = [state.told[0]] if state.told and not named & state.told[1] else []
    near += [state.counted[0]] if state.counted else []
    near += [mask for mask, told in state.entries if len(state.entries) == 1 and not named & told]
    near += [state.subject] if state.told and named == state.told[1] else []
    things = numbered and not named and not any(item.rest for item in items)
    if things and number_of(items[0]) != scope.size and not state.fresh:
        # "Red squares are the most, nine pieces."
        return state.last
    near = [mask for mask in near if numbered and all(part & mask not in (0, mask) for part in parts)]
    near += [m for m in (state.last, state.subject) if all(part & m for part in parts)] if nounless else []
    return next((mask for mask in near if mask and not state.fresh and not mask & ~wide), wide)


def _nounless(item: Item, noun: str | None) -> bool:
    groups = item.phrase.groups if item.phrase else ()
    return bool(groups) and not any(g.things or g.others or noun in g.named() for g in groups)


def _atoms(item: Item, within: int, state: State, scope: Scope) -> list[int]:
    """The things an item names, within what it is part of if it can be."""
    named = scope.atoms(item.phrase)
    if item.rest:
        found = within & ~union(state.mentions) & scope.of(item.phrase)
        return scope.kinds(found) if item.rest == "each" and found else [found or within]
    return [atom & within for atom in named if atom & within] or named


def _item(
    item: Item, atoms: Sequence[int], state: State, scope: Scope, whole: int = 0, ranked: bool = False
) -> Told:  # fmt: skip
    """So many of what an item names."""
    quantity, mask, whole = item.quantity, union(atoms), whole or scope.everything
    if quantity is None or quantity.name == "only":
        return scope.exist(atoms), state
    together = scope.amount(quantity, whole, mask)
    each = [scope.amount(quantity, whole, atom) for atom in atoms]
    if item.rest == "each":
        return each, state
    if quantity.name in _MOST:
        sole = quantity.name == "mostly" and not scope.literal and len(atoms) == 1 and mask.bit_count() == 1
        if ranked or sole:
            largest = tuple(scope.make("more", mask, other) for other in scope.kinds(scope.everything & ~mask))
            together = Claim((*together.readings, largest), fading=FADING["mostly"])
        return [together, *(scope.exist(atoms) if len(atoms) > 1 and not scope.literal else [])], state
    if quantity.name in SPARSE and mask.bit_count() > 1:
        state = replace(state, left=(*state.left, scope.everything & ~mask))
    if len(atoms) == 1 or quantity.name == "no":
        return [together], state
    if quantity.name == "one" or (item.phrase and any(group.each for group in item.phrase.groups)):
        return each, state
    alike = tuple(statement for claim in each for statement in claim.readings[0])
    exist = tuple(scope.make("there_are", atom) for atom in atoms)
    return [Claim(((*together.readings[0], *exist), alike), together.looser)], state


# ---- coordination: what the items of a list say of one another


def sole(phrase: Phrase | None) -> Group | None:
    """The one group of a phrase that has but one."""
    return phrase.groups[0] if phrase is not None and len(phrase.groups) == 1 else None


def completed(items: Sequence[Item], noun: str | None) -> list[Item]:
    """List items with what their neighbours say: "one blue and one red square", "blue squares and a circle"."""
    found = list(items)
    for i in range(len(found) - 2, -1, -1):
        # "Six squares in red, one in blue": what stands after "in" looks back for its noun.
        late = any(group.late or group.back for group in (found[i].phrase or Phrase(())).groups)
        if found[i].quantity is not None and not (i and late):
            found[i] = _borrowing(found[i], found[i + 1], noun, False)
    for i in range(1, len(found)):
        quantity = found[i].quantity
        if quantity is not None:
            found[i] = _borrowing(found[i], found[i - 1], noun, quantity.name == "one")
    return found


def _borrowing(item: Item, source: Item, noun: str | None, every: bool) -> Item:
    """An item with the noun it does not say itself and its neighbour does; with `every`, its adjectives too."""
    group, other = sole(item.phrase), sole(source.phrase)
    if item.phrase is None or group is None or other is None or other.things:
        return item
    if group.things or group.across or not group.values:
        return item
    more = tuple(pair for pair in other.values if pair[0] not in group.named() and (every or pair[0] == noun))
    return replace(item, phrase=item.phrase.told(more))


def nested(items: Sequence[Item], noun: str | None) -> tuple[list[Item], list[int | None]]:
    """List items, and for each the item it is a part of: "seven squares, six red and one blue, and two circles"."""
    owners: list[int | None] = [None] * len(items)
    i = 0
    while i < len(items):
        run = _parts(items, i)
        for j in run:
            owners[j] = i
        i += 1 + len(run)
    for i in {owner for owner in owners if owner is not None and not number_of(items[owner])}:
        # "A few circles, four blue and three red": the numbers say how few.
        total = sum(number_of(item) for item, owner in zip(items, owners, strict=True) if owner == i)
        items = [*items[:i], replace(items[i], quantity=Quantity("number", Fraction(total))), *items[i + 1 :]]
    plain = iter(completed([item for item, owner in zip(items, owners, strict=True) if owner is None], noun))
    return [item if owner is not None else next(plain) for item, owner in zip(items, owners, strict=True)], owners


def _parts(items: Sequence[Item], i: int) -> list[int]:
    """The items after one that tell its number apart: they name only what it does not, and are no more than it."""
    whole, count, amount = sole(items[i].phrase), number_of(items[i]), items[i].quantity
    vague = amount is not None and amount.name in COUNTED and not count
    if whole is None or not whole.values or (count < 1 and not vague) or items[i].rest:
        return []
    run: list[int] = []
    total = 0
    for j in range(i + 1, len(items)):
        part, number = sole(items[j].phrase), number_of(items[j])
        own = set(part.named()) if part is not None and not part.things else set()
        if not own or own & set(whole.named()) or not number or (count and total + number > count):
            break
        total += number
        run.append(j)
    if vague:
        return run if len(run) > 1 else []
    ended = total == count or (bool(run) and run[-1] == len(items) - 1)
    return run if ended and (count > 1 or total == 1) else []


# ---- exceptions


def excepts(act: Excepts, state: State, scope: Scope) -> Told:
    """What was said of all holds of the others only."""
    if state.fresh and state.awaited:
        return _awaiting(act, state, scope)
    each = dict(state.evened).get(scope.of(act.items[0].phrase))
    if state.universal is None and each is not None and number_of(act.items[0]):
        # "Two of each, except three red squares."
        return _item(act.items[0], scope.atoms(act.items[0].phrase), replace(state, withdrawn=(each,)), scope)
    if state.universal is None and state.leaning is not None:
        # Exceptions to what was said of most: so many of the others.
        whole, part, phrase = state.leaning
        return _outside(act.items, whole & ~part or whole, 0, state, scope)
    if state.universal is None:
        return listed(act.items, state, scope) if state.parts else _awaiting(act, state, scope)
    whole, part, phrase = state.universal
    if state.general is not None:
        state = replace(state, withdrawn=(*state.withdrawn, state.general))
    nouns = phrase is not None and all(scope.domain.noun in group.named() for group in phrase.groups)
    one = Quantity("one", Fraction(1))
    single = [replace(i, quantity=one) if nouns and number_of(i) == 1 else i for i in act.items]
    items = completed((Item(None, phrase), *single), scope.domain.noun)[1:]
    claims, state = _outside(items, whole, part, state, scope)
    return [scope.amount(ALL, whole & ~state.last, part), *claims], state


def _awaiting(act: Excepts, state: State, scope: Scope) -> Told:
    """Exceptions to what is still to be said of all: "apart from two circles, one of which is red, ..."."""
    named = named_by(act.items, scope)
    state = replace(state, excepted=act.items, last=named or state.last, nearest=named or state.nearest)
    return [], state.mentioning(named)


def _outside(items: Sequence[Item], whole: int, part: int, state: State, scope: Scope) -> Told:
    """So many of a whole that are not of a part of it."""
    claims: list[Claim] = []
    outside = 0
    for item in items:
        atoms = [atom & whole for atom in scope.atoms(item.phrase)] if item.phrase else [whole & ~part]
        atoms = [atom & ~part for atom in atoms] if union(atoms) & ~part else atoms
        outside |= union(atoms)
        some = replace(item, quantity=item.quantity or Quantity("some"))
        found, state = _item(some, [a for a in atoms if a], state, scope)
        claims += found
    return claims, replace(state.mentioning(outside), last=outside)
