"""Joining, answering, leaving: on SQLite and on a real PostgreSQL, one after the other and all at once."""

import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from grice import InputError
from grice.studies.records import Full
from grice.studies.store import Store

Study = Callable[..., Store]
RIGHT = {"counts": [1, 1, 1, 1]}


def held(store: Store) -> dict[int, list[str]]:
    """What everybody has, by participant."""
    from sqlalchemy import select

    from grice.studies.schema import PLACES, VIEWS

    with store.database.reading() as db:
        views = db.execute(select(VIEWS.c.participant, VIEWS.c.item).where(VIEWS.c.participant.is_not(None))).all()
        places = db.execute(select(PLACES.c.participant, PLACES.c.item)).all()
    found: dict[int, list[str]] = {}
    for who, item in views:
        found.setdefault(who, []).append(item)
    assert {(who, item) for who, items in found.items() for item in items} <= set(places)
    return found


def test_two_hundred_people_who_join_at_once_share_the_views_exactly(study: Study, url: str) -> None:
    store = study(url, count=200, views=100, scenes='"qtuna"\nsizes = [4]')
    barrier = Barrier(200)

    def join(_: int) -> str:
        barrier.wait()
        return store.join()

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    try:
        with ThreadPoolExecutor(200) as pool:
            tokens = list(pool.map(join, range(200)))
    finally:
        sys.setswitchinterval(before)
    assert len(set(tokens)) == 200
    has = held(store)
    assert sorted(map(len, has.values())) == [10] * 200
    assert all(len(set(items)) == len(items) for items in has.values())
    assert Counter(item for items in has.values() for item in items) == Counter(dict.fromkeys(store.items, 100))
    assert store.open_views() == 0
    with pytest.raises(Full):
        store.join()


def test_more_people_than_places_are_refused_and_nobody_gets_an_empty_hand(study: Study, url: str) -> None:
    store = study(url, count=4)
    with ThreadPoolExecutor(12) as pool:
        outcomes = list(pool.map(lambda _: _joined(store), range(12)))
    assert sorted(outcomes) == [False] * 8 + [True] * 4
    assert len(store.people()) == 4


def _joined(store: Store) -> bool:
    try:
        return bool(store.join())
    except Full:
        return False


def test_what_a_drop_out_left_goes_to_the_next_and_every_item_is_seen_as_often_as_planned(
    study: Study, url: str
) -> None:
    clock = [1000.0]
    store = study(url, count=4)
    store.now = lambda: clock[0]
    people = [store.person(store.join()) for _ in range(4)]
    for person in people[1:]:
        answer_all(store, person)
    first = store.next(people[0])
    store.answer(people[0], first.item.id, RIGHT)
    clock[0] += 60 * 121
    late = store.person(store.join())
    answer_all(store, late)
    assert {row["status"] for row in store.people() if row["id"] == people[0].id} == {"expired"}
    assert Counter(row["item"] for row in store.answers()) == Counter(dict.fromkeys(store.items, 2))
    assert first.item.id not in [row["item"] for row in store.answers() if row["participant"] == late.id]


def answer_all(store: Store, person) -> int:
    count = 0
    while (place := store.next(person)) is not None:
        assert store.answer(person, place.item.id, RIGHT)
        count += 1
    return count


def test_somebody_who_comes_back_late_goes_on_unless_others_took_over(study: Study) -> None:
    clock = [1000.0]
    store = study(count=2, views=1)
    store.now = lambda: clock[0]
    token = store.join()
    person = store.person(token)
    store.answer(person, store.next(person).item.id, RIGHT)
    clock[0] += 60 * 121
    store.sweep()
    assert store.person(token).status == "expired"
    assert store.resume(person)
    assert store.person(token).status == "items"
    clock[0] += 60 * 121
    store.join(), store.join()
    assert not store.resume(person)


def test_an_answer_sent_twice_is_stored_once_and_the_first_stays(study: Study, url: str) -> None:
    store = study(url)
    person = store.person(store.join())
    item = store.next(person).item.id
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda i: store.answer(person, item, {"counts": [i, 0, 0, 0]}), range(8)))
    assert sorted(kept) == [False] * 7 + [True]
    rows = [row for row in store.answers() if row["item"] == item]
    assert [row["answer"]["counts"][0] for row in rows] == [kept.index(True)]


def test_the_last_answer_sent_twice_is_no_error(study: Study, url: str) -> None:
    store = study(url, count=4)
    token = store.join()
    while (place := store.next(store.person(token))) is not None:
        last = place.item.id
        store.answer(store.person(token), last, RIGHT)
    assert store.person(token).status == "finished"
    assert store.answer(store.person(token), last, RIGHT) is False


def test_drafts_from_several_tabs_at_once_are_one_draft(study: Study, url: str) -> None:
    store = study(url)
    person = store.person(store.join())
    item = store.next(person).item.id
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: store.save(person, item, {"blue_squares": str(i)}), range(16)))
    assert store.next(person).draft["blue_squares"] in set(map(str, range(16)))


def test_nobody_answers_an_item_of_somebody_else(study: Study) -> None:
    store = study(count=4, views=2)
    one, other = store.person(store.join()), store.person(store.join())
    foreign = next(item for item in held(store)[other.id] if item not in held(store)[one.id])
    with pytest.raises(InputError, match="not one of your items"):
        store.answer(one, foreign, RIGHT)
    store.save(one, foreign, {"x": 1})
    assert store.next(other).draft == {}


def test_withdrawal_leaves_nothing_of_the_person_and_frees_their_items(study: Study, url: str) -> None:
    store = study(url, count=2, views=1)
    token = store.join(recruit="p123", source="prolific")
    person = store.person(token)
    store.step(person, "items", {"age": "44"})
    place = store.next(person)
    store.save(person, place.item.id, {"blue_squares": "1"})
    store.answer(person, place.item.id, RIGHT)
    store.withdraw(person)
    assert store.person(token) is None
    assert store.answers() == []
    (row,) = store.people()
    assert (row["status"], row["about"], row["recruit"], row["due"]) == ("withdrawn", None, None, 0)
    assert store.open_views() == len(store.items)


def test_drafts_come_back_and_go_with_the_answer(study: Study) -> None:
    store = study()
    person = store.person(store.join())
    item = store.next(person).item.id
    store.save(person, item, {"blue_squares": "2"})
    store.save(person, item, {"blue_squares": "3"})
    assert store.next(person).draft == {"blue_squares": "3"}
    store.answer(person, item, RIGHT)
    assert store.next(person).draft == {}


def test_a_returned_place_is_replaced_and_an_id_cannot_join_again(study: Study) -> None:
    store = study(count=1, views=1)
    store.join(recruit="a1", source="prolific")
    with pytest.raises(Full):
        store.join(recruit="b2", source="prolific")
    assert store.give_back(["a1", "unknown"]) == 1
    assert store.person(store.join(recruit="b2", source="prolific")).recruit == "b2"
    with pytest.raises(Full, match="already taken part"):
        store.join(recruit="a1", source="prolific")


def test_the_cap_of_the_open_link_leaves_places_for_personal_links(study: Study) -> None:
    store = study(count=4, more="")
    object.__setattr__(store.design, "participants", type(store.design.participants)(4, cap=1))
    invited = store.invite(1)
    store.join()
    with pytest.raises(Full):
        store.join()
    person = store.person(invited[0])
    store.begin(person)
    assert store.next(person) is not None


def test_a_changed_file_is_not_mixed_with_answers_of_the_old_one(study: Study) -> None:
    store = study()
    path = store.design.path
    path.write_text(path.read_text().replace("A small study", "Another study"))
    from grice.studies.design import read

    with pytest.raises(InputError, match="has changed since its answers"):
        Store(read(path))


def test_a_failed_check_gives_the_items_to_others(study: Study) -> None:
    store = study(count=1, views=1)
    token = store.join()
    assert not store.fail_attempt(store.person(token))
    assert store.fail_attempt(store.person(token))
    assert store.person(token).status == "failed"
    assert store.join()
