"""Who sees which items? Every item exactly as often as the design says, nobody one twice, loads and producers balanced.

The views of all items are dealt once, before the study (`balance`): an item (or a scene, where nobody may see a scene
twice) falls to different people as long as there are at least as many people as views of it, and everybody gets as many
views of each group and of each producer as everybody else, give or take one. A participant who joins takes the next
hand; what somebody gives back is dealt to whoever comes after the last hand.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from grice.errors import InputError
from grice.studies import balance
from grice.studies.design import Participants
from grice.studies.items import Item


@dataclass(frozen=True)
class View:
    """One showing of an item: the number of the view among those of its item, and the hand it is dealt to."""

    item: str
    copy: int
    hand: int


def check(items: Sequence[Item], participants: Participants) -> None:
    """Refuse a design that nobody can carry out, with the reason."""
    people = participants.count
    for item in items:
        if item.views > people:
            raise InputError(
                f"the item {item.id} is to be seen by {item.views} people, and there are {people}",
                "at least as many participants as views of an item",
                f"count = {item.views}, or views = {people}",
            )
    if participants.once_per == "scene":
        views = Counter[str]()
        for item in items:
            views[item.scene] += item.views
        scene, most = max(views.items(), key=lambda pair: pair[1], default=("", 0))
        if most > people:
            raise InputError(
                f"the scene {scene} is to be seen {most} times, its descriptions together, and there are {people} "
                'participants, none of whom may see it twice (once_per = "scene")',
                "at least as many participants as views of a scene",
                f'count = {most}, fewer views, or once_per = "item"',
            )


def deal(items: Sequence[Item], participants: Participants, seed: int) -> list[View]:
    """All views of all items, each in one of the hands 0 .. count - 1."""
    dealt = [item for item in items if not item.gold]
    check(dealt, participants)
    rng = np.random.default_rng([seed, 1])
    copies = [(item, copy) for item in dealt for copy in range(item.views)]
    hands = balance.dealt(*_paths([item for item, _ in copies], participants), participants.count, rng)
    relabel = rng.permutation(participants.count)
    return [View(item.id, copy, int(relabel[hand])) for (item, copy), hand in zip(copies, hands, strict=True)]


def confounded(items: Iterable[Item], dealt: Iterable[View]) -> str:
    """What to say of a deal in which somebody gets one producer only: who wrote and who read are then confounded."""
    producer = {item.id: item.producer for item in items if not item.gold}
    hands: dict[int, set[str]] = defaultdict(set)
    for view in dealt:
        hands[view.hand].add(producer[view.item])
    alone = sum(len(hand) < 2 for hand in hands.values())
    if len(set(producer.values())) < 2 or not alone:
        return ""
    return (
        f"{alone} of {len(hands)} participants get items of one producer only: nothing is compared inside these; "
        "with fewer participants, or more views of each item, everybody gets more than one"
    )


def ordered(items: Iterable[Item], gold: Sequence[Item], participants: Participants, seed: int, who: int) -> list[Item]:
    """The items of one participant in the order of showing: ascending size or random, known answers in between."""
    rng = np.random.default_rng([seed, 2, who])
    listed = sorted(items, key=lambda item: item.id)
    shuffled = [listed[i] for i in rng.permutation(len(listed))]
    if participants.order == "ascending":
        shuffled.sort(key=lambda item: item.size)
    for one in gold:
        # Not the first: nobody should meet a trap before the task itself.
        shuffled.insert(int(rng.integers(min(1, len(shuffled)), len(shuffled) + 1)), one)
    return shuffled


def again(
    free: Sequence[View], items: Iterable[Item], participants: Participants, load: int, seed: int = 0
) -> list[View]:
    """Of views that were given back, one hand of at most a load: all are dealt to as few people as can take them."""
    if not free:
        return []
    known = {item.id: item for item in items}
    held = [known[view.item] for view in free]
    people = max(-(-len(free) // load), *Counter(_key(item, participants) for item in held).values())
    hands = balance.dealt(*_paths(held, participants), people, np.random.default_rng([seed, 3]))
    largest = max(range(people), key=hands.count)
    return [view for view, hand in zip(free, hands, strict=True) if hand == largest]


def load(items: Iterable[Item], people: int) -> int:
    """The most views that one participant gets."""
    return -(-sum(item.views for item in items if not item.gold) // people)


def _key(item: Item, participants: Participants) -> str:
    return item.scene if participants.once_per == "scene" else item.id


def _paths(items: Sequence[Item], participants: Participants) -> tuple[list[balance.Path], list[balance.Path]]:
    """How views are sorted: by what nobody may see twice, in its group and size; and by producer, size and group."""
    homes: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for item in items:
        homes[_key(item, participants)].add((item.group, item.size))
    # A scene may be in several groups: these are then a group of their own, for a scene has one place on its side.
    places: dict[str, balance.Path] = {
        key: (*(tuple(sorted(set(of))) for of in zip(*home, strict=True)), key) for key, home in homes.items()
    }
    firsts = [places[_key(item, participants)] for item in items]
    return firsts, [(item.producer, item.size, item.group) for item in items]
