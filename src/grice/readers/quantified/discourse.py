"""What does each act claim, given those before it? One table from acts to pure functions of (act, state)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from grice.readers.quantified import acts
from grice.readers.quantified.acts import ALL, ANYTHING, NO, UNIVERSAL, Excepts, Item, Lists, Phrase, Predicate, Says
from grice.readers.quantified.claiming import balances, claimed, compares, excepts, lists
from grice.readers.quantified.scope import Claim, Scope, union
from grice.readers.quantified.state import LEANING, LISTED, State, Told, counted, members, noted, wholes
from grice.readers.quantified.weights import FADING


def perform(act: acts.Act, state: State, scope: Scope) -> Told:
    """The claims of an act and the state after it: of each topic, where there are several."""
    whole = act.whole if isinstance(act, Says) else acts.TOPIC
    topics = members(state, scope, whole.attribute) if whole.kind == "members" else state.topics
    if len(topics) > 1 and whole.kind in ("members", "topic") and not isinstance(act, acts.Topic):
        told, before, named = list[Claim](), state.topics, 0
        for topic in topics:
            act = replace(act, whole=acts.TOPIC) if isinstance(act, Says) else act
            found, state = perform(act, replace(state, topics=(topic,)), scope)
            told, named = [*told, *found], named | state.last
        return told, replace(state, topics=before, last=named).parting(union(topics), named)
    claims, after = PERFORM[type(act)](act, state, scope)
    # A count that contradicts what was said of all is an exception to it: "all blue squares, but one is a dot".
    said = (Item(act.quantity, act.predicate.phrase or ANYTHING),) if isinstance(act, Says) else ()
    items = act.items if isinstance(act, Lists) else said
    sole = items[0] if len(items) == 1 else Item(None, ANYTHING)
    each = (sole.number or sole.quantity == NO) and state.even and state.even[0].quantity
    excepted = (each or (sole.number and state.general)) and sole.phrase.attributes
    if excepted and not scope.literal and not scope.agrees(claims):
        claims, after = excepts(Excepts((sole,)), state, scope)
    return claims, replace(after, items=items if state.fresh else (*state.items, *items), fresh=False)


def _topic(act: acts.Topic, state: State, scope: Scope) -> Told:
    whole = wholes(act.whole, state, scope)[0]
    named = scope.atoms(act.whole.phrase) if act.whole.phrase else members(state, scope, act.whole.attribute)
    topics = (named if act.each else []) or ([whole] if whole != scope.everything else [])
    return counted(act.whole, whole, scope), replace(state, topics=tuple(topics), subject=whole, last=whole)


def says(act: Says, state: State, scope: Scope) -> Told:
    """A quantity of a whole has a predicate."""
    if act.quantity.name == "again" and act.whole.phrase and all(item.number for item in state.items):
        # "Two red squares and a blue one, the same for circles": a whole list, said of others.
        named = act.whole.phrase.groups[0].named
        groups = [tuple(replace(of, named={**of.named, **named}) for of in item.phrase.groups) for item in state.items]
        others = tuple(Item(i.quantity, Phrase(of)) for i, of in zip(state.items, groups, strict=True))
        claims, after = lists(Lists(others), replace(state, fresh=True, topics=()), scope)
        if claims and scope.agrees(claims):
            return claims, after
    predicate = _predicate(act, state)
    if predicate is None:
        # "Three circles are there": nothing is left out.
        item = Item(act.quantity, act.whole.phrase or ANYTHING)
        there = item.phrase.attributes and act.predicate.kind == "again" != act.quantity.name
        return lists(Lists((item,)), replace(state, fresh=True), scope) if there else ([], state)
    quantity = act.quantity if act.quantity.name != "again" else ALL if state.quantity == LISTED else state.quantity
    act = replace(act, quantity=quantity, predicate=predicate)
    options = [(whole, _of(act, whole, state, scope)) for whole in _candidates(act, state, scope)]
    part = scope.of(predicate.phrase)
    # Weighed one after the other, as far as they are asked for.
    whole, claims = next(((w, c) for w, c in options if w & part and scope.agrees(c)), options[0])
    before, state = state.phrase, replace(noted(state, quantity, whole, predicate, scope), quantity=quantity)
    if act.whole.kind == "rest":
        # "Three red circles, the others are blue": circles too, if nothing is said against it.
        same = predicate.phrase.lent(before, scope.domain.noun) if predicate.phrase and not scope.literal else None
        mentions = (*state.mentions[:-1], scope.of(same) & state.last or state.last) if same else state.mentions
        state = replace(state, quantity=LISTED, mentions=mentions)
    said = (whole, part, claims[0] if claims and quantity.name in UNIVERSAL | {"almost_all"} else None)
    state = replace(state, general=said if quantity.name in UNIVERSAL | LEANING and part != scope.everything else None)
    return [*claims, *counted(act.whole, whole, scope)], state


def _candidates(act: Says, state: State, scope: Scope) -> list[int]:
    """The sets a quantity may be of, the likeliest first."""
    phrase, verbless = act.predicate.phrase, act.whole.kind == "topic" and act.whole.nearest
    covered = verbless and state.quantity != LISTED and union(members(state, scope)) == scope.everything
    # "Half red, half blue, all squares": the parts of everything together.
    together = act.quantity == ALL and (act.whole == acts.LAST or covered)
    # "Two are red and two are blue. All of them are squares." The parts together are meant, if they can be.
    near = wholes(replace(act.whole, kind="members"), state, scope) if together else []
    loosely = act.quantity == ALL and state.quantity.name in LEANING
    other = verbless and act.quantity.name != state.quantity.name and not loosely and not together
    alone = act.quantity != ALL or (not state.fresh and len(state.items) == 1 and act.whole.phrase is None)
    if not state.topics and (other or (alone and act.whole.kind in ("topic", "pronoun") and state.quantity == LISTED)):
        # "Five circles, all are blue"; "the other half are squares, mostly blue" speaks of those squares.
        near = state.near(phrase.attributes if phrase else frozenset())
    if act.quantity.name == "out_of":
        # "Twelve squares. Five of the twelve are red."
        near = [m for m in reversed(state.recent) if scope.agrees([scope.number(int(act.quantity.values[-1]), m)])]
    return [*near, *wholes(act.whole, state, scope)]


def _predicate(act: Says, state: State) -> Predicate | None:
    """What is said, where that was said before: "one of them is", "no circles are", "the other isn't"."""
    kind, said, named = act.predicate.kind, state.predicate, act.whole.phrase
    if kind not in ("again", "denied"):
        return act.predicate
    if said is None or (said.phrase and named and said.phrase.attributes & named.attributes):
        return None
    if kind == "again" or said.phrase is None:
        return said
    return Predicate("values", Phrase(tuple(replace(group, others=not group.others) for group in said.phrase.groups)))


def _of(act: Says, whole: int, state: State, scope: Scope) -> list[Claim]:
    """What a quantity of one set claims."""
    quantity, predicate, phrase = act.quantity, act.predicate, act.predicate.phrase
    splits = [scope.values(a, whole) for a, _ in scope.domain.attributes if predicate.attribute in ("", a)]
    values = [part for split in splits if len(split) > 1 for part in split]
    if predicate.kind == "opposite":
        return [scope.amount(quantity, whole, scope.opposite(state.phrase))]
    if predicate.kind == "uniform" and quantity.name in UNIVERSAL:
        alike = values if predicate.attribute else scope.kinds(whole)
        return [Claim(tuple((scope.make("all", whole, value),) for value in alike))]
    if predicate.kind == "themselves" and len(quantity.values) > 1 and len(state.recent) > 1:
        return [scope.number(int(n), mask) for n, mask in zip(quantity.values, state.recent[-2:], strict=False)]
    if predicate.kind == "themselves":
        return [scope.amount(quantity, scope.everything, whole)]
    if predicate.kind in ("mixture", "uniform"):
        # Every value occurs: "squares in both colours".
        return [] if scope.literal else scope.exist(values)
    claims = claimed(quantity, whole, [atom & whole for atom in scope.atoms(phrase) if atom & whole], scope)
    if scope.literal:
        return claims
    if act.singular and quantity.name == "share":
        one_of = (*claims[0].readings[0], scope.make("number", whole & scope.of(phrase), numbers=(1,)))
        claims = [replace(claims[0], readings=(one_of, *claims[0].readings), fading=FADING["one"])]
    named = scope.atoms(act.whole.phrase) if act.whole.phrase else []
    return [*claims, *(scope.exist(named) if len(named) > 1 and quantity.name in UNIVERSAL else [])]


PERFORM: Mapping[type, Callable[[Any, State, Scope], Told]] = {
    Says: says,
    Lists: lists,
    Excepts: excepts,
    acts.Topic: _topic,
    acts.Compares: compares,
    acts.Balances: balances,
}
