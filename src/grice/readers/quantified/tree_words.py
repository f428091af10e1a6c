"""What the methods over parse trees share: markers for words, picking children by kind, groups that share a word."""

from collections.abc import Iterable, Sequence
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


def joined(groups: Sequence[Group], noun: str | None) -> tuple[Group, ...]:
    """Groups that share a word: "red and blue squares", "red circles and squares", "blue and a square" are one."""
    found: list[Group] = []
    for group in groups:
        last = found[-1] if found else None
        if last is not None and not (last.others or group.others) and _shares(last, group, noun):
            across, each = last.across or group.across, last.each or group.each
            found[-1] = Group(merged((last, group)), across, each, things=last.things or group.things)
        else:
            found.append(group)
    return tuple(found)


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
