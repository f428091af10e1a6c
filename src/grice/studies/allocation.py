"""Who sees which items? Every item exactly as often as the design says, nobody one twice, loads and producers balanced.

The views of all items are dealt round the participants once, before the study: views of one item (or of one scene,
where nobody may see a scene twice) lie together, so that they fall to different people as long as there are at least as
many people as views. The deal is then shuffled by swaps of two views that keep it valid and never make it less
balanced. A participant who joins takes the next hand; what somebody gives back is dealt to whoever comes after the last
hand.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from grice.errors import InputError
from grice.studies.design import Participants
from grice.studies.items import Item

SHUFFLES = 60
"""Swaps tried for each view."""
MOST_SWAPS = 3_000_000
WEIGHTS = (8, 4, 2, 1)
"""How much an even spread over groups, producers, sizes, and producers of a size is worth, when they compete."""


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
    order = [dealt[i] for i in rng.permutation(len(dealt))]
    # Stable sorts over a random order: inside a cell the order stays random.
    if participants.once_per == "scene":
        first = {item.scene: place for place, item in reversed(list(enumerate(order)))}
        order.sort(key=lambda item: (first[item.scene], item.producer))
    else:
        order.sort(key=lambda item: (item.group, item.producer, item.size))
    copies = [(item, copy) for item in order for copy in range(item.views)]
    hands = [place % participants.count for place in range(len(copies))]
    _shuffle(copies, hands, participants, rng)
    relabel = rng.permutation(participants.count)
    return [View(item.id, copy, int(relabel[hand])) for (item, copy), hand in zip(copies, hands, strict=True)]


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
    free: Sequence[View], items: Collection[Item], participants: Participants, load: int, started: Collection[str] = ()
) -> list[View]:
    """Of views that were given back, as many as make one load, items (or scenes) different; the scarcest first."""
    known = {item.id: item for item in items}
    waiting = Counter(view.item for view in free)
    taken = {_key(known[item], participants) for item in started}
    producers = Counter[str]()
    chosen: list[View] = []
    left = sorted(free, key=lambda view: (-waiting[view.item], view.item, view.copy))
    while left and len(chosen) < load:
        fitting = [view for view in left if _key(known[view.item], participants) not in taken]
        if not fitting:
            break
        best = min(fitting, key=lambda view: (-waiting[view.item], producers[known[view.item].producer]))
        chosen.append(best)
        left.remove(best)
        taken.add(_key(known[best.item], participants))
        producers[known[best.item].producer] += 1
    return chosen


def load(items: Iterable[Item], people: int) -> int:
    """The most views that one participant gets."""
    return -(-sum(item.views for item in items if not item.gold) // people)


def _key(item: Item, participants: Participants) -> str:
    return item.scene if participants.once_per == "scene" else item.id


def _shuffle(
    copies: Sequence[tuple[Item, int]], hands: list[int], participants: Participants, rng: np.random.Generator
) -> None:
    """Swap views between hands while the deal stays valid and no less balanced in groups, producers and sizes."""
    if len(hands) < 2 or participants.count < 2:
        return
    keys = [_key(item, participants) for item, _ in copies]
    cells = [
        (("group", i.group), ("producer", i.producer), ("size", i.size), ("cell", i.producer, i.size))
        for i, _ in copies
    ]
    held: dict[int, set[str]] = defaultdict(set)
    counts: dict[int, Counter[tuple[object, ...]]] = defaultdict(Counter)
    for key, cell, hand in zip(keys, cells, hands, strict=True):
        held[hand].add(key)
        counts[hand].update(cell)
    tries = min(SHUFFLES * len(hands), MOST_SWAPS)
    for start in range(0, tries, 100_000):
        for a, b in rng.integers(len(hands), size=(min(100_000, tries - start), 2)).tolist():
            one, other = hands[a], hands[b]
            if one == other or keys[a] == keys[b] or keys[b] in held[one] or keys[a] in held[other]:
                continue
            worse = 0
            for weight, mine, theirs in zip(WEIGHTS, cells[a], cells[b], strict=True):
                if mine != theirs:
                    # The change of the sum of squares when `mine` goes to `other` and `theirs` comes to `one`.
                    added = counts[other][mine] - counts[one][mine] + counts[one][theirs] - counts[other][theirs] + 2
                    worse += weight * added
            if worse > 0:
                continue
            held[one].remove(keys[a])
            held[other].remove(keys[b])
            held[one].add(keys[b])
            held[other].add(keys[a])
            counts[one].subtract(cells[a])
            counts[one].update(cells[b])
            counts[other].subtract(cells[b])
            counts[other].update(cells[a])
            hands[a], hands[b] = other, one
