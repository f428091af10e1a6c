"""What do comparisons, even splits and "one of each" claim, given what was said before?"""

from collections.abc import Sequence
from dataclasses import replace

from grice.meaning.statements import Statement
from grice.readers.quantified.acts import Balances, Compares, EveryKind, Phrase, Predicate
from grice.readers.quantified.listing import sole
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.state import State, Told, members, whole_of
from grice.readers.quantified.weights import COUNTABLE, FADING


def compares(act: Compares, state: State, scope: Scope) -> Told:
    """Left against right, of each topic."""
    told = state.told or (state.entries[0] if len(state.entries) == 1 else None)
    state = replace(state, told=None, counted=None)
    topics, found = state.topics, []
    for topic in topics or (0,):
        # "More circles than squares, for both colours."
        claims, state = _compares(act, told, replace(state, topics=(topic,) if topic else ()), scope)
        found += claims
    return found, replace(state, topics=topics)


def _compares(act: Compares, told: tuple[int, frozenset[str]] | None, state: State, scope: Scope) -> Told:
    within = whole_of(act.whole, state, scope)
    sides = [scope.of(side) for side in (act.left, act.right) if side is not None and side.attributes]
    near = told is not None and bool(sides) and all(side & told[0] not in (0, told[0]) for side in sides)
    plain = act.difference is None and not state.topics
    if act.whole is not None and act.whole.kind == "topic" and plain and told and near:
        # "Mostly squares, more blue than red": of the squares, or of all.
        (wide, *_), state = _compared(replace(act, whole=None), scope.everything, state, scope)
        (close, *_), state = _compared(act, told[0], state, scope)
        return [close.beside(wide, FADING["wide"])], state
    return _compared(act, within, state, scope)


def _compared(act: Compares, within: int, state: State, scope: Scope) -> Told:
    left, right = (_filled(act.left, act.right), _filled(act.right, act.left)) if act.right else (act.left, None)
    if right is None and act.factor is not None and state.part is not None:
        # "Twelve red circles, with half as many blue ones."
        left = _filled(left, state.part)
    one = scope.of(left) & within
    other = scope.of(right) & within if right else within & ~one
    beside = right is None and act.factor is not None and bool(state.last & ~one)
    if beside:
        # "Four blue squares and half as many red squares."
        other, state = state.last & ~one, replace(state, entries=((one, left.attributes),))
    state = replace(state.mentioning(one), last=one, part=left, predicate=Predicate("values", left)).naming(one, other)
    if right or beside:
        state = state.mentioning(other).parting(scope.everything, one | other)
    else:
        state = replace(state, implied=(*state.implied, other))
    if act.factor is not None:
        ratio = scope.ratio(one, other, act.factor)
        rough = Claim((*ratio.readings, *ratio.looser), fading=FADING["roughly"])
        return [rough if act.degree == "roughly" else ratio], state
    if act.difference is not None:
        return [Claim(((scope.make("more_by", one, other, numbers=(act.difference,)),),))], state
    found = scope.compared(one, other, act.relation, act.degree)
    if right is None and one.bit_count() == 1 and other.bit_count() > 1 and not scope.literal:
        # "Slightly more blue circles": than of any other kind.
        rivals = [k for k in scope.kinds(other) if scope.agrees(scope.exist([k]))] or scope.kinds(other)
        each = [scope.compared(one, kind, act.relation, act.degree) for kind in rivals]
        ranked = tuple(statement for claim in each for statement in claim.readings[-1])
        closely = tuple(statement for claim in each for statement in claim.readings[0])
        readings = (closely, ranked) if act.degree == "slightly" else (*found.readings, ranked)
        return [Claim(readings, found.looser, fading=FADING["ranked"])], state
    return [found], state


def _filled(phrase: Phrase, other: Phrase) -> Phrase:
    """A phrase with what only the one it is compared with says: "more red circles than blue"."""
    group, source = sole(phrase), sole(other)
    if group is None or source is None or group.things or not set(group.named()) & set(source.named()):
        return phrase
    return phrase.told(tuple((a, v) for a, v in source.values if a not in group.named() and len(v) == 1))


# ---- even splits and mixtures


def balances(act: Balances, state: State, scope: Scope) -> Told:
    """An even split, or a mix, over what a phrase names, what was named before, or the values of attributes."""
    atoms = scope.atoms(act.phrase) if act.phrase else []
    whole = _balanced_whole(act, atoms, state, scope)
    if act.even and len(atoms) == 1 and not atoms[0] & state.last:
        equal = scope.compared(state.last, atoms[0], "equal", "roughly" if act.roughly else "")
        return [equal], state.mentioning(atoms[0])
    claims: list[Claim] = []
    splits = _splits(act, atoms, whole, state, scope)
    for split in splits:
        state = state.naming(*split)
        if act.even:
            loosely = (act.loosely or len(split) > 2) and scope.size > COUNTABLE
            degree = "roughly" if act.roughly else "loosely" if loosely else ""
            claims += [scope.compared(split[0], other, "equal", degree) for other in split[1:]]
        else:
            claims += scope.exist(split)
            if not scope.literal:
                claims.append(Claim((_nearly_even(split, scope), ()), fading=FADING["mixed"]))
        if split:
            state = state.mentioning(union(split))
    state = replace(state, subject=whole) if act.whole is not None else state
    return claims, replace(state, evened=((whole, claims[0]),) if act.even and claims else ())


def _balanced_whole(act: Balances, atoms: Sequence[int], state: State, scope: Scope) -> int:
    """What is split: "four squares, equally red and blue" splits the squares."""
    whole = whole_of(act.whole, state, scope)
    named = act.phrase.attributes if act.phrase else frozenset()
    told = state.told[0] if state.told is not None and not named & state.told[1] else 0
    counted = state.counted[0] if state.counted is not None else 0
    for split in (told, counted, state.unsaid(named)) if act.even and act.whole is None else ():
        told_apart = all(len(scope.values(attribute, split)) > 1 for attribute in act.attributes)
        if split and told_apart and all(atom & split not in (0, split) for atom in atoms):
            return split
    return whole


def _splits(act: Balances, atoms: Sequence[int], whole: int, state: State, scope: Scope) -> list[list[int]]:
    """What is set side by side."""
    named = members(state, scope) if act.members and not act.attributes else []
    if len(named) > 1:
        return [named]
    if len(atoms) > 1:
        return [[atom & whole for atom in atoms if atom & whole]]
    within = whole & atoms[0] if atoms else whole
    every = tuple(name for name, _ in scope.domain.attributes)
    return [scope.values(a, within) for a in act.attributes or (every if act.members else every[-1:])]


def _nearly_even(split: Sequence[int], scope: Scope) -> tuple[Statement, ...]:
    pairs = [(a, b) for i, a in enumerate(split) for b in split[i + 1 :]]
    return tuple(scope.make("near_equal", a, b) for a, b in pairs)


# ---- every kind


def every_kind(act: EveryKind, state: State, scope: Scope) -> Told:
    """All kinds occur, or so many of each."""
    if act.quantity is not None:
        for masks in _members_counted(act, state, scope):
            claims = [scope.amount(act.quantity, scope.everything, mask) for mask in masks]
            if scope.agrees(claims):
                return claims, state
    within = state.topics[0] if state.topics else scope.everything
    state = state.mentioning(within)
    masks = scope.kinds(within) if act.attribute is None else scope.values(act.attribute, within)
    if act.attribute is None:
        state = state.naming(*masks)
    if act.quantity is None:
        return [Claim(((scope.make("all_comb"),),))], state
    claims = [scope.amount(act.quantity, scope.everything, mask) for mask in masks]
    return claims, replace(state, evened=tuple(zip(masks, claims, strict=True)))


def _members_counted(act: EveryKind, state: State, scope: Scope) -> list[list[int]]:
    """What "each" may be of, before all kinds: the values of what was just told, what was named one by one."""
    found: list[list[int]] = []
    unsaid = [entry for entry in state.entries if act.attribute not in entry[1]]
    told = [one for one in (state.told, *unsaid[:1]) if one is not None and act.attribute not in one[1]]
    if act.attribute and len(unsaid) < 2 and not state.topics:
        # "Half are red, one of each shape".
        found += [scope.values(act.attribute, whole) for whole, _ in told]
    named = members(state, scope) if act.members else []
    for last in (named[i:] for i in range(len(named) - 1)):
        # Of all that was named one by one, or of the last few.
        found.append([v for m in last for v in scope.values(act.attribute, m)] if act.attribute else last)
    return [masks for masks in found if len(masks) > 1]
