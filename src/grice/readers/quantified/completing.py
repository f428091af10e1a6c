"""What do the words beside it add? Items and phrases with what their neighbours say: coordination and ellipsis."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from grice.readers.quantified.acts import Group, Item, Phrase


def number_of(item: Item) -> int:
    """How many an item says there are; none where it does not say it exactly."""
    exact = item.quantity is not None and item.quantity.name in ("number", "one")
    return int(item.quantity.value or 0) if exact and item.quantity is not None else 0


def of_most(item: Item) -> bool:
    return item.quantity is not None and item.quantity.name in ("most", "mostly")


def named_by(item: Item) -> frozenset[str]:
    return item.phrase.attributes if item.phrase else frozenset()


def _sole(phrase: Phrase | None) -> Group | None:
    return phrase.groups[0] if phrase is not None and len(phrase.groups) == 1 else None


def shared(left: Phrase, right: Phrase) -> tuple[Phrase, Phrase]:
    """Two phrases that are compared, each with what only the other says: "more red circles than blue"."""
    return _filled(left, right), _filled(right, left)


def _filled(phrase: Phrase, other: Phrase) -> Phrase:
    group, source = _sole(phrase), _sole(other)
    if group is None or source is None or group.things or not group.values:
        return phrase
    if not set(group.named()) & set(source.named()):
        return phrase
    return phrase.told(tuple((a, v) for a, v in source.values if a not in group.named() and len(v) == 1))


def completed(items: Sequence[Item], noun: str | None) -> list[Item]:
    """List items with what their neighbours say: "one blue and one red square", "blue squares and a circle"."""
    found = list(items)
    for i in range(len(found) - 2, -1, -1):
        if found[i].quantity is not None and not (i and _late(found[i])):
            found[i] = _borrowing(found[i], found[i + 1], lambda a: a == noun)
    for i in range(1, len(found)):
        quantity = found[i].quantity
        if quantity is not None:
            found[i] = _borrowing(found[i], found[i - 1], lambda a: a == noun)
        if quantity is not None and quantity.name == "one":
            found[i] = _borrowing(found[i], found[i - 1], lambda a: a != noun)
    return found


def _borrowing(item: Item, source: Item, wanted: Callable[[str], bool]) -> Item:
    """An item with what it does not say itself and its neighbour does."""
    group, other = _sole(item.phrase), _sole(source.phrase)
    if item.phrase is None or group is None or other is None:
        return item
    if group.things or group.across or not group.values or other.things:
        return item
    return replace(
        item, phrase=item.phrase.told(tuple(p for p in other.values if p[0] not in group.named() and wanted(p[0])))
    )


def _late(item: Item) -> bool:
    """ "Six squares in red, one in blue": what stands after "in" looks back for its noun."""
    return item.phrase is not None and any(group.late or group.back for group in item.phrase.groups)


def turned(item: Item, phrase: Phrase) -> Item:
    """An item with what a phrase says in place of what it said: "the same for circles"."""
    extra = _sole(phrase)
    return replace(item, phrase=item.phrase.told(extra.values)) if item.phrase and extra and extra.values else item


def applied(items: Sequence[Item]) -> tuple[list[Item], Phrase | None]:
    """A list with what it says of all: "six squares, three circles, all red"; and what all there is is.

    "All" after items that do not name its attributes is meant of them; at the head of a list, of everything in it.
    """
    found: list[Item] = []
    universal: Phrase | None = None
    for place, item in enumerate(items):
        sole = _sole(item.phrase) if not item.rest else None
        total = item.quantity is not None and item.quantity.name in ("all", "only") and sole is not None
        group = sole or Group()
        later = [i for i in items[place + 1 :] if i.phrase and not _apart(i, group)]
        if total and place == 0 and len(items) > 1 and not later and not (group.across or group.each):
            universal = item.phrase
            continue
        if total and universal is not None and not found:
            universal = universal.told(group.values)
            continue
        told = 0
        while total and told < len(found) and _apart(found[-1 - told], group) and not group.things:
            told += 1
        for back in range(len(found) - told, len(found)):
            before = found[back].phrase
            found[back] = replace(found[back], phrase=before.told(group.values) if before else None)
        if not told:
            plain = total and item.quantity is not None and item.quantity.name == "all"
            found.append(replace(item, quantity=None) if plain else item)
    return found, universal


def _apart(item: Item, group: Group) -> bool:
    """Whether an item names nothing of the attributes a group names."""
    groups = item.phrase.groups if item.phrase is not None else ()
    return bool(groups) and not any(set(g.named()) & set(group.named()) for g in groups)


def nested(items: Sequence[Item], noun: str | None) -> tuple[list[Item], list[int | None]]:
    """List items, and for each the item it is a part of: "seven squares, six red and one blue, and two circles".

    Parts name only what the item before them does not, and are together no more than it; they take no noun from the
    next item unless they fall short and that one gives it.
    """
    owners: list[int | None] = [None] * len(items)
    i = 0
    while i < len(items):
        run = _parts(items, i)
        for j in run:
            owners[j] = i
        i += 1 + len(run)
    plain = iter(completed([item for item, owner in zip(items, owners, strict=True) if owner is None], noun))
    return [item if owner is not None else next(plain) for item, owner in zip(items, owners, strict=True)], owners


def _parts(items: Sequence[Item], i: int) -> list[int]:
    whole, count = _sole(items[i].phrase), number_of(items[i])
    if whole is None or count < 1 or items[i].rest:
        return []
    named, total = set(whole.named()), 0
    run: list[int] = []
    for j in range(i + 1, len(items)):
        part, number = _sole(items[j].phrase), number_of(items[j])
        own = set(part.named()) if part is not None and not part.things else set()
        if not own or own & named or not number or total + number > count:
            break
        total += number
        run.append(j)
    ended = total == count or (bool(run) and run[-1] == len(items) - 1)
    return run if named and ended and total >= 1 and (count > 1 or total == 1) else []
