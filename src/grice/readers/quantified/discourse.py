"""What does each act claim, given those before it? One table from acts to pure functions of (act, state)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from grice.readers.quantified.acts import ANYTHING, Act, Balances, Compares, Excepts, Item, Lists, Says, Topic
from grice.readers.quantified.comparing import balances, compares
from grice.readers.quantified.listing import excepts, lists
from grice.readers.quantified.saying import says
from grice.readers.quantified.scope import Scope
from grice.readers.quantified.state import State, Told, counted, members, wholes


def perform(act: Act, state: State, scope: Scope) -> Told:
    """The claims of an act and the state after it.

    A count that contradicts what was said of all is an exception to it: "all blue squares, but one is a dot".
    """
    claims, after = PERFORM[type(act)](act, state, scope)
    sole = act.items[0] if isinstance(act, Lists) and len(act.items) == 1 else Item(None, ANYTHING)
    if isinstance(act, Says):
        sole = Item(act.quantity, act.predicate.phrase or ANYTHING)
    if (
        sole.number
        and sole.phrase.attributes
        and state.general is not None
        and not scope.literal
        and not scope.agrees(claims)
    ):
        claims, after = excepts(Excepts((sole,)), state, scope)
    return claims, replace(after, fresh=False)


def _topic(act: Topic, state: State, scope: Scope) -> Told:
    whole = wholes(act.whole, state, scope)[0]
    topics = [whole] if whole != scope.everything else []
    if act.each and act.whole.phrase:
        topics = scope.atoms(act.whole.phrase)
    elif act.each:
        topics = members(state, scope, act.whole.attribute) or topics
    return counted(act.whole, whole, scope), replace(state, topics=tuple(topics), subject=whole, last=whole)


PERFORM: Mapping[type, Callable[[Any, State, Scope], Told]] = {
    Says: says,
    Lists: lists,
    Compares: compares,
    Balances: balances,
    Excepts: excepts,
    Topic: _topic,
}
