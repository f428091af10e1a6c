"""Every item exactly as often as the design says, nobody one twice, loads balanced; impossible designs say why."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice import InputError
from grice.studies.allocation import View, again, confounded, deal, load, ordered
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


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 12),
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(0, 12),
    st.sampled_from(["item", "scene"]),
    st.integers(0, 99),
)
def test_everybody_reads_every_producer_equally_often(
    scenes: int, producers: int, views: int, more: int, once_per: str, seed: int
) -> None:
    """Whatever the numbers: equally often as others do, and as the other producers, give or take one."""
    items = made(scenes, producers, views)
    people = views * (producers if once_per == "scene" else 1) + more
    dealt = deal(items, Participants(people, once_per=once_per), seed)  # type: ignore[arg-type]
    known = {item.id: item for item in items}
    for kind in (lambda item: (item.producer,), lambda item: (item.size,), lambda item: (item.producer, item.size)):
        counts = Counter((kind(known[view.item]), view.hand) for view in dealt)
        for value in {kind(item) for item in items}:
            of = [counts[value, hand] for hand in range(people)]
            assert max(of) - min(of) <= 1
    for hand in range(people):
        held = Counter(known[view.item].producer for view in dealt if view.hand == hand)
        of = [held[f"p{p}"] for p in range(producers)]
        assert max(of) - min(of) <= 1


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(["item", "scene"]), st.integers(0, 9))
def test_groups_of_any_kind_are_even(data: st.DataObject, once_per: str, seed: int) -> None:
    """Groups with producers, scenes and views of their own; a scene may be in several."""
    items = [
        replace(item, id=f"{group}:{item.id}", group=group)
        for group in "ABC"[: data.draw(st.integers(1, 3))]
        for item in made(data.draw(st.integers(1, 6)), data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3)))
    ]
    views = Counter[str]()
    for item in items:
        views[item.scene if once_per == "scene" else item.id] += item.views
    people = max(views.values()) + data.draw(st.integers(0, 5))
    dealt = deal(items, Participants(people, once_per=once_per), seed)  # type: ignore[arg-type]
    known = {item.id: item for item in items}
    assert len({(known[v.item].scene if once_per == "scene" else v.item, v.hand) for v in dealt}) == len(dealt)
    for kind in ("producer", *(["group"] if once_per == "item" else [])):
        counts = Counter((getattr(known[view.item], kind), view.hand) for view in dealt)
        for value in {getattr(item, kind) for item in items}:
            of = [counts[value, hand] for hand in range(people)]
            assert max(of) - min(of) <= 1


def test_the_same_people_do_not_read_the_same_producers_scenes() -> None:
    """With as many people as views of a scene, everybody reads every scene: who reads which description is random."""
    dealt = deal(made(8, 2, 2), Participants(4, once_per="scene"), seed=1)
    hands = [frozenset(view.item for view in dealt if view.hand == hand) for hand in range(4)]
    assert [sum(item.endswith(":0") for item in hand) for hand in hands] == [4, 4, 4, 4]
    assert len(set(hands)) > 2
    seeds = {frozenset((v.item, v.hand) for v in deal(made(8, 2, 2), Participants(4), seed)) for seed in range(9)}
    assert len(seeds) == 9


def test_a_design_that_confounds_readers_and_producers_says_so() -> None:
    items = made(4, 2, 1)
    dealt = deal(items, Participants(8), seed=0)
    assert confounded(items, dealt).startswith("8 of 8 participants get items of one producer only")
    assert confounded(items, deal(items, Participants(4), seed=0)) == ""
    alone = made(4, 1, 1)
    assert confounded(alone, deal(alone, Participants(4), seed=0)) == ""


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


def test_what_is_given_back_is_even_in_producers() -> None:
    """Of one producer more is left than of the other: the next reader does not get that one alone."""
    items = made(6, 2, 3)
    free = [View(item.id, copy, 0) for item in items for copy in range(3 if item.producer == "p0" else 1)]
    chosen = again(free, items, Participants(12), load=8)
    assert Counter(view.item.rsplit(":")[2] for view in chosen) == {"0": 6, "1": 2}
    assert again([], items, Participants(12), load=8) == []


def test_an_impossible_design_says_why_and_what_to_change() -> None:
    with pytest.raises(InputError, match="seen by 5 people, and there are 4") as error:
        deal(made(2, 2, 5), Participants(4), 0)
    assert "count = 5" in error.value.fix
    with pytest.raises(InputError, match="to be seen 6 times, its descriptions together"):
        deal(made(2, 2, 3), Participants(5, once_per="scene"), 0)
