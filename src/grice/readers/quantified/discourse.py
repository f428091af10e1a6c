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
    Item,
    Lists,
    Mentions,
    Nothing,
    Quantity,
    Says,
    Topic,
)
from grice.readers.quantified.comparing import balances, compares, every_kind
from grice.readers.quantified.listing import excepts, lists, number_of
from grice.readers.quantified.saying import says
from grice.readers.quantified.scope import Scope, union
from grice.readers.quantified.state import State, Told, members, wholes


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


PERFORM: Mapping[type, Callable[[Any, State, Scope], Told]] = {
    Says: says,
    Lists: lists,
    Compares: compares,
    Balances: balances,
    EveryKind: every_kind,
    Excepts: excepts,
    Topic: _topic,
    Closes: _closes,
    Mentions: _mentions,
    Nothing: _nothing,
}


def _exception(act: Act, state: State, scope: Scope) -> Told | None:
    """An act as an exception to what was said of all before it, where it can be one."""
    sole = act.items[0] if isinstance(act, Lists) and len(act.items) == 1 else Item(None, None)
    if isinstance(act, Says):
        sole = Item(act.quantity, act.predicate.phrase)
    named = sole.phrase is not None and all(group.values for group in sole.phrase.groups)
    if state.before is None or state.before[1] == scope.everything or not named or not number_of(sole):
        return None
    # "They are all blue circles besides one square."
    return excepts(Excepts((sole,)), replace(state, universal=state.before), scope)
