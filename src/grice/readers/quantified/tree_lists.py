"""From a parse tree to lists, every kind of thing and exceptions: one method for each of those clauses."""

from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from grice.readers.quantified.acts import (
    Act,
    Balances,
    Closes,
    EveryKind,
    Excepts,
    Extra,
    Group,
    Item,
    Lists,
    Mentions,
    Phrase,
    Predicate,
    Quantity,
    Says,
    Whole,
)
from grice.readers.quantified.tree_comparisons import Comparisons
from grice.readers.quantified.tree_phrases import ALL
from grice.readers.quantified.tree_words import Attribute, every, first, joined, numbers, spread, words

NO = Quantity("no")


class Listings(Comparisons):
    """Clauses that name things one after the other."""

    def listing(self, c: list[Any]) -> Lists:
        items: list[Item] = []
        follows = apart = False
        link = ""
        for child in c:
            if isinstance(child, Item):
                inside = link == "in" and _coloured(child, self.domain.noun)
                goes_on = child.quantity is None and not follows and not apart and items and _plain(items[-1])
                before = items[-1].phrase if items and (goes_on or inside) else None
                groups = (
                    joined([*before.groups, *child.phrase.groups], self.domain.noun) if before and child.phrase else ()
                )
                if before and child.phrase and len(groups) < len(before.groups) + len(child.phrase.groups):
                    items[-1] = Item(items[-1].quantity, Phrase(groups), items[-1].follows)
                else:
                    items.append(replace(child, follows=follows))
                if link == "or" and child.quantity is None and len(items) > 1 and items[-2].quantity == NO:
                    # "No red circles or blue squares."
                    items[-1] = replace(items[-1], quantity=NO)
                items = [*_spread(items[:-1], items[-1]), items[-1]]
                follows, apart, link = False, False, ""
            elif child in ("in", "or"):
                link = str(child)
            elif child == "followed":
                follows = True
            elif child in ("among", "placed", "with"):
                apart = True
        return Lists(tuple(items))

    def items(self, c: list[Any]) -> Lists:
        return self.listing(c)

    def rest_item(self, c: list[Any]) -> Item:
        return Item(first(c, Quantity), first(c, Whole, Whole("rest")).phrase, rest="all")

    def rest_each(self, c: list[Any]) -> Item:
        return Item(first(c, Quantity), None, rest="each")

    def item_plain(self, c: list[Any]) -> Item:
        return Item(first(c, Quantity), Phrase((self.group(c),)))

    def both_exist(self, c: list[Any]) -> Act:  # noqa: ARG002
        return Balances(False, members=True)

    def once_each(self, c: list[Any]) -> Act:  # noqa: ARG002
        return EveryKind(Quantity("number", Fraction(1)))

    def item_each(self, c: list[Any]) -> Item:
        phrase: Phrase = first(c, Phrase)
        return Item(first(c, Quantity), Phrase(tuple(replace(group, each=True) for group in phrase.groups)))

    def item_once(self, c: list[Any]) -> Item:
        return Item(Quantity("number", Fraction(1)), first(c, Phrase))

    def once_in_each(self, c: list[Any]) -> Item:  # noqa: ARG002
        return Item(Quantity("number", Fraction(1)), Phrase((Group(across=True, each=True),)))

    def rest_of_each(self, c: list[Any]) -> Act:
        return Lists((Item(first(c, Quantity, Quantity("number", Fraction(1))), None, rest="each"),))

    def item_recount(self, c: list[Any]) -> Item:
        return Item(every(c, Quantity)[-1], first(c, Phrase))

    def none_of(self, c: list[Any]) -> Act:
        return Lists((Item(NO, first(c, Phrase)),))

    def kinds_except(self, c: list[Any]) -> Act:
        return Lists((Item(Quantity("no"), first(c, Phrase)), Item(None, None, rest="each")))

    def distinct(self, c: list[Any]) -> Act:  # noqa: ARG002
        return EveryKind(Quantity("at_most", Fraction(1)))

    def one_more(self, c: list[Any]) -> tuple[Act, ...]:
        return (Extra(Quantity("number", Fraction(numbers(c)[0])), first(c, Phrase)),)

    def item_times(self, c: list[Any]) -> Item:
        return Item(Quantity("number", Fraction(numbers(c)[0])), first(c, Phrase))

    def closes(self, c: list[Any]) -> Act:  # noqa: ARG002
        return Closes()

    def item(self, c: list[Any]) -> Item:
        named = words(c)
        if "bunch" in named or first(c, Quantity, ALL).name == "bunch":
            counted = [Quantity("number", Fraction(k)) for k in numbers(c)]
            return Item(counted[0] if counted else None, first(c, Phrase))
        names = ("only", "all", "mostly", "minority", "most")
        number = [Quantity("number", Fraction(k)) for k in numbers(c)]
        fallback = next((Quantity(name) for name in names if name in named), None)
        return Item(first(c, Quantity, number[0] if number else fallback), first(c, Phrase))

    def kinds_of(self, c: list[Any]) -> Item:
        phrase: Phrase = first(c, Phrase)
        kinds = prod(len(v) for a, v in self.domain.attributes if a not in phrase.groups[0].named())
        across = kinds == numbers(c)[0]
        return Item(None, Phrase(tuple(Group(g.values, across) for g in phrase.groups)))

    def there_are(self, c: list[Any]) -> Act:
        return first(c, Lists)  # type: ignore[no-any-return]

    def only_these(self, c: list[Any]) -> Act:
        return Lists(first(c, Lists).items, only=True)

    def there_are_no(self, c: list[Any]) -> Act:
        return Lists(tuple(Item(Quantity("no"), item.phrase) for item in first(c, Lists).items))

    def there_q(self, c: list[Any]) -> Act:
        return Says(first(c, Quantity), Whole("topic"), Predicate("values", first(c, Phrase)))

    def every_kind(self, c: list[Any]) -> Act:
        whole = first(c, Whole)
        if whole is not None and whole.phrase is not None and any(group.values for group in whole.phrase.groups):
            return Mentions(whole.phrase)
        return EveryKind()

    def one_of_each(self, c: list[Any]) -> EveryKind:
        attribute = first(c, Attribute) or first(c, Whole, Whole()).attribute
        kinds = "kind" in words(c) or "possible" in words(c)
        return EveryKind(first(c, Quantity), str(attribute) if attribute and not kinds else None, members=not kinds)

    def except_items(self, c: list[Any]) -> Act:
        listed = first(c, Lists)
        items = listed.items if listed else tuple(every(c, Item))
        said = first(c, Predicate)
        return Excepts(items or (Item(first(c, Quantity), said.phrase if said else first(c, Phrase)),))

    def except_times(self, c: list[Any]) -> Act:
        """ "Each combination occurs twice, except for red squares, which occur three times"."""
        named = [times for word, times in (("once", 1), ("twice", 2), ("thrice", 3)) if word in words(c)]
        return Excepts((Item(Quantity("number", Fraction([*numbers(c), *named][0])), first(c, Phrase)),))

    def except_across(self, c: list[Any]) -> Act:
        """ "Some exceptions in both colours"."""
        name = str(first(c, Attribute))
        values = dict(self.domain.attributes)[name]
        phrase = Phrase(tuple(Group(((name, frozenset({value})),)) for value in values))
        return Excepts((Item(first(c, Quantity), phrase),))

    def except_number(self, c: list[Any]) -> Act:
        return Excepts((Item(first(c, Quantity, Quantity("one", Fraction(1))), None),))


def _coloured(item: Item, noun: str | None) -> bool:
    """Whether an item only names values of other attributes than the noun's: "in red"."""
    groups = item.phrase.groups if item.phrase and item.quantity is None else ()
    return bool(groups) and not any(group.things or noun in group.named() for group in groups)


def _plain(item: Item) -> bool:
    return item.quantity is None or item.quantity.name not in ("all", "only")


def _spread(items: list[Item], last: Item) -> list[Item]:
    """Items with what the last one says after its noun: "a square and a circle in blue"."""
    group = last.phrase.groups[-1] if last.phrase and len(last.phrase.groups) == 1 else Group()
    if not group.late:
        return items
    found = list(items)
    for i in range(len(items) - 1, -1, -1):
        before = items[i].phrase
        groups = spread([*before.groups, group])[:-1] if before and len(before.groups) == 1 else []
        if not before or tuple(groups) == before.groups or (items[i].quantity is None) != (last.quantity is None):
            break
        found[i] = replace(items[i], phrase=Phrase(tuple(groups)))
    return found
