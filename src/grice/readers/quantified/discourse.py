"""What does each act claim, given those before it? One table from acts to pure functions of (act, state)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from grice.readers.quantified.acts import (
    ALL,
    Act,
    Balances,
    Closes,
    Compares,
    EveryKind,
    Excepts,
    Extra,
    Item,
    Lists,
    Mentions,
    Nothing,
    Quantity,
    Says,
    Score,
    Topic,
)
from grice.readers.quantified.comparing import balances, compares, every_kind, excepts, extra
from grice.readers.quantified.completing import number_of
from grice.readers.quantified.listing import Told, lists
from grice.readers.quantified.saying import says
from grice.readers.quantified.state import Scope, State, members, union, wholes


def perform(act: Act, state: State, scope: Scope) -> Told:
    """The claims of an act and the state after it.

    A count that contradicts what was said of all is an exception to it: "all blue squares, but one is a dot".
    """
    claims, after = PERFORM[type(act)](act, replace(state, before=state.universal), scope)
    after = replace(after, fresh=False)
    if scope.literal or scope.agrees(claims):
        return claims, after
    return _exception(act, after, scope) or (claims, after)


def _topic(act: Topic, state: State, scope: Scope) -> Told:
    whole = wholes(act.whole, state, scope)[0]
    topics = [whole]
    if act.each and act.whole.phrase:
        topics = scope.atoms(act.whole.phrase)
    elif act.each and act.whole.kind == "members":
        topics = members(state, scope, act.whole.attribute) or [whole]
    state = replace(state, topics=tuple(topics), subject=whole, last=whole)
    if act.whole.number is None or whole == scope.everything:
        return [], state
    return [scope.amount(Quantity("number", Fraction(act.whole.number)), scope.everything, whole)], state


def _closes(_: Closes, state: State, scope: Scope) -> Told:
    named = union(state.mentions)
    return [scope.amount(ALL, scope.everything, named)] if named else [], state


def _mentions(act: Mentions, state: State, scope: Scope) -> Told:
    claims = [] if scope.literal else scope.exist(scope.atoms(act.phrase))
    return claims, state.mentioning(scope.of(act.phrase))


def _nothing(_: Nothing, state: State, __: Scope) -> Told:
    return [], state


def _score(act: Score, state: State, scope: Scope) -> Told:
    last = state.mentions[-1] if state.mentions else scope.everything
    one, other = state.recent[-2:] if len(state.recent) > 1 else (last, scope.everything & ~last)
    return [scope.amount(act.one, scope.everything, one), scope.amount(act.other, scope.everything, other)], state


PERFORM: Mapping[type, Callable[[Any, State, Scope], Told]] = {
    Says: says,
    Lists: lists,
    Compares: compares,
    Balances: balances,
    EveryKind: every_kind,
    Excepts: excepts,
    Extra: extra,
    Score: _score,
    Topic: _topic,
    Closes: _closes,
    Mentions: _mentions,
    Nothing: _nothing,
}


def _exception(act: Act, state: State, scope: Scope) -> Told | None:
    """An act as an exception to what was said of all before it, where it can be one."""
    before = state.before
    if isinstance(act, Says) and act.quantity.name in ("number", "one") and before is not None:
        if before[1] == scope.everything:
            return None
        item = Item(act.quantity, act.predicate.phrase)
        return excepts(Excepts((item,)), replace(state, universal=before), scope)
    sole = act.items[0] if isinstance(act, Lists) and len(act.items) == 1 else None
    if sole is None or not sole.phrase or not number_of(sole):
        return None
    if state.evened is not None:
        # "Two of each kind, with an additional blue square."
        return extra(Extra(sole.quantity or Quantity("one", Fraction(1)), sole.phrase), state, scope)
    if before is None or before[1] == scope.everything or not all(group.values for group in sole.phrase.groups):
        return None
    # "They are all blue circles besides one square."
    return excepts(Excepts((sole,)), replace(state, universal=before), scope)
