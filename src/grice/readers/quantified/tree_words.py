"""What the methods over parse trees share: markers for words, picking children by kind, groups that share a word."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from lark import Token

from grice.readers.quantified.acts import Group

T = TypeVar("T")


class Word(str):
    """A word of which only its class matters, such as "only" or "both"."""


class Things(Word):
    """A word for whatever there is: "objects"."""


class Degree(str):
    """Slightly or much more."""


class Factor(Fraction):
    """So many times."""


def first(children: Sequence[Any], kind: type[T], fallback: Any = None) -> Any:
    return next((child for child in children if isinstance(child, kind)), fallback)


def every(children: Sequence[Any], kind: type[T]) -> list[T]:
    return [child for child in children if isinstance(child, kind)]


def words(children: Sequence[Any]) -> list[str]:
    return [str(child) for child in children if isinstance(child, Word)]


def numbers(children: Sequence[Any]) -> list[int]:
    return [child.value for child in children if isinstance(child, Token) and child.type == "NUM"]


class Attribute(str):
    """An attribute that is named: "the colours"."""


def spread(groups: Sequence[Group]) -> list[Group]:
    """Groups with what the last one says after its noun: "squares and circles in red and blue"."""
    groups = list(groups)
    while len(groups) > 1 and groups[-2].late and not (groups[-1].things or groups[-1].late):
        if not set(groups[-1].named()) < set(groups[-2].named()):
            break
        groups[-2:] = [replace(groups[-2], values=merged(groups[-2:]))]
    if not groups or not groups[-1].late:
        return groups
    last = groups[-1]
    found = [last]
    for group in reversed(groups[:-1]):
        shared = set(group.named()) & set(last.named())
        fits = len(shared) == 1 and len(group.named()) == 1 and not (group.across or group.others)
        if len(found) < len(groups) and not fits:
            return [*groups[: len(groups) - len(found)], *found]
        extra = tuple((a, v) for a, v in last.values if a not in group.named())
        values = tuple(sorted((*group.values, *extra)))
        found.insert(0, replace(group, values=values, across=last.across, each=last.each))
    return found


def joined(groups: Sequence[Group], noun: str | None) -> tuple[Group, ...]:
    """Groups that share a word: "red and blue squares", "red circles and squares", "blue and a square" are one."""
    found: list[Group] = []
    for group in groups:
        last = found[-1] if found else None
        if last is not None and not (last.others or group.others) and _shares(last, group, noun):
            across, each = last.across or group.across, last.each or group.each
            if last.late and not set(group.named()) - set(last.named()):
                # "Squares and circles in red and blue": what the squares took from the circles goes on.
                found[:-1] = [_alike(before, last, group) for before in found[:-1]]
            late = last.late or group.late
            found[-1] = Group(merged((last, group)), across, each, things=last.things or group.things, late=late)
        else:
            found.append(group)
    return tuple(found)


def _alike(before: Group, last: Group, more: Group) -> Group:
    taken = {a: v for a, v in more.values if before.named().get(a) == last.named().get(a)}
    values = tuple(sorted((a, v | taken.get(a, frozenset())) for a, v in before.values))
    return replace(before, values=values)


def _shares(last: Group, group: Group, noun: str | None) -> bool:
    before, after = set(last.named()), set(group.named())
    if not before or not after:
        return False
    lone_adjective = noun not in before and not last.things
    lone_noun = after == {noun} and not group.things and noun is not None
    noun_then_adjective = before == {noun} and noun not in after and not group.things
    another_colour = noun in before and noun not in after and after <= before and not group.things
    return lone_adjective or (lone_noun and not last.things) or noun_then_adjective or another_colour


def merged(groups: Iterable[Group]) -> tuple[tuple[str, frozenset[str]], ...]:
    values: dict[str, frozenset[str]] = {}
    for group in groups:
        for attribute, named in group.values:
            values[attribute] = values.get(attribute, frozenset()) | named
    return tuple(sorted(values.items()))
