"""Every item exactly as often as the design says, nobody one twice, loads balanced; impossible designs say why."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice import InputError
from grice.studies.allocation import View, again, deal, load, ordered
from grice.studies.design import Participants
from grice.studies.items import Item


def made(scenes: int, producers: int, views: int, group: str = "A") -> list[Item]:
    return [
        Item(f"{group}:{s}:{p}", group, f"{group}:{s}", f"p{p}", 4 + s % 3, views=views)
        for s in range(scenes)
        for p in range(producers)
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 12),
    st.integers(1, 3),
    st.integers(1, 6),
    st.integers(1, 25),
    st.sampled_from(["item", "scene"]),
    st.integers(0, 9),
)
def test_views_are_exact_and_nobody_sees_one_twice(
    scenes: int, producers: int, views: int, people: int, once_per: str, seed: int
) -> None:
    items = made(scenes, producers, views)
    who = Participants(people, once_per=once_per)  # type: ignore[arg-type]
    possible = (views if once_per == "item" else views * producers) <= people
    if not possible:
        with pytest.raises(InputError, match=r"are to be|is to be seen"):
            deal(items, who, seed)
        return
    dealt = deal(items, who, seed)
    assert Counter(view.item for view in dealt) == Counter({item.id: views for item in items})
    assert len({(view.item, view.hand) for view in dealt}) == len(dealt)
    assert len({(view.item, view.copy) for view in dealt}) == len(dealt)
    scene = {item.id: item.scene for item in items}
    if once_per == "scene":
        assert len({(scene[view.item], view.hand) for view in dealt}) == len(dealt)
    loads = Counter(view.hand for view in dealt)
    assert max(loads.values()) - min(loads.get(hand, 0) for hand in range(people)) <= 1
    assert max(loads.values()) == load(items, people)
    assert deal(items, who, seed) == dealt


def test_producers_groups_and_sizes_are_balanced_for_everybody() -> None:
    items = made(10, 3, 4) + made(18, 2, 2, "B")
    hands = deal(items, Participants(20), seed=3)
    known = {item.id: item for item in items}
    for kind in ("producer", "group", "size"):
        for value in {getattr(item, kind) for item in items}:
            counts = Counter(view.hand for view in hands if getattr(known[view.item], kind) == value)
            assert max(counts.values()) - min(counts.get(hand, 0) for hand in range(20)) <= (1 if kind != "size" else 2)
    assert sorted(Counter(Counter(view.hand for view in hands).values()).items()) == [(9, 8), (10, 12)]


def test_who_sees_what_together_is_shuffled() -> None:
    """Dealt round the table alone, the same people would read the same items throughout."""
    hands: dict[int, set[str]] = {}
    for view in deal(made(30, 2, 4), Participants(20), seed=1):
        hands.setdefault(view.hand, set()).add(view.item)
    assert len({frozenset(hand) for hand in hands.values()}) == 20
    shared = [len(hands[a] & hands[b]) for a in range(20) for b in range(a)]
    assert max(shared) <= 7


def test_small_scenes_come_first_and_known_answers_never_at_once() -> None:
    items, gold = made(9, 1, 1), [Item("gold:1", "gold", "g", "gold", 9, gold=True)]
    orders = [ordered(items, gold, Participants(1), 0, who) for who in range(20)]
    for order in orders:
        sizes = [item.size for item in order if not item.gold]
        assert sizes == sorted(sizes)
        assert not order[0].gold
        assert len(order) == 10
    assert len({tuple(item.id for item in order) for order in orders}) > 10


def test_what_is_given_back_makes_a_load_of_different_scenes() -> None:
    items = made(3, 2, 2)
    free = [View(item.id, copy, 0) for item in items for copy in range(2)]
    assert len(again(free, items, Participants(6), load=4)) == 4
    assert len({view.item for view in again(free, items, Participants(6), load=9)}) == 6
    by_scene = again(free, items, Participants(6, once_per="scene"), load=9)
    assert sorted(view.item.split(":")[1] for view in by_scene) == ["0", "1", "2"]


def test_an_impossible_design_says_why_and_what_to_change() -> None:
    with pytest.raises(InputError, match="seen by 5 people, and there are 4") as error:
        deal(made(2, 2, 5), Participants(4), 0)
    assert "count = 5" in error.value.fix
    with pytest.raises(InputError, match="to be seen 6 times, its descriptions together"):
        deal(made(2, 2, 3), Participants(5, once_per="scene"), 0)
