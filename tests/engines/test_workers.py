"""Processes that share items: order, bounds, what dies, what cannot be sent, what is told meanwhile."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grice
from grice.engines.local import Each, run
from grice.engines.workers import AHEAD, PRODUCTS, Died, share
from grice.errors import MissingExtra, WorkerDied
from grice.networks.session import cores
from grice.progress import portion, report, step, watched_by


def uneven(item: int) -> int:
    time.sleep(0.3 if item == 0 else 0.0)
    return 10 * item


def deadly(item: Any) -> Any:
    if item == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if isinstance(item, Path) and not item.exists():
        item.touch()
        os._exit(3)
    if item == "extra":
        raise MissingExtra("this", "that", "those")
    if item == "lambda":
        return lambda: None
    return item


def test_results_come_in_order_where_that_is_asked_for() -> None:
    assert list(share(uneven, range(6), processes=2, ordered=True)) == [(i, 10 * i) for i in range(6)]
    assert sorted(share(uneven, range(6), processes=2)) == [(i, 10 * i) for i in range(6)]


@pytest.mark.parametrize("ordered", [False, True])
def test_no_more_is_read_than_a_few_items_for_each_process(ordered: bool) -> None:
    read = []

    def items() -> Iterator[int]:
        for i in range(40):
            read.append(i)
            yield i

    for given, _ in enumerate(share(uneven, items(), processes=2, ordered=ordered)):
        assert len(read) <= given + 2 * AHEAD + 1
    assert len(read) == 40


def test_an_item_that_kills_its_process_is_given_up_alone_and_tried_twice(tmp_path: Path) -> None:
    found = dict(share(deadly, ["a", "kill", "b", tmp_path / "second time"], processes=2))
    assert found.pop("kill") == Died("signal 9")
    assert all(item == made for item, made in found.items())
    assert len(found) == 3


def test_a_batch_that_kills_its_process_ends_an_ordered_run_with_a_message() -> None:
    with pytest.raises(WorkerDied, match="ended twice without a result"):
        list(run(Each(deadly), ["a", "kill", "b"], processes=2))


def test_what_a_function_raises_is_raised_here_and_says_where() -> None:
    with pytest.raises(MissingExtra, match="grice\\[those\\]") as caught:
        list(share(deadly, ["a", "extra"], processes=2))
    assert "in deadly" in caught.value.__notes__[0]


@pytest.mark.parametrize("items", [["a", "lambda"], ["a", lambda: None]])
def test_what_cannot_be_sent_is_an_error_and_no_silence(items: list[Any]) -> None:
    with pytest.raises(Exception, match="pickle"):
        list(share(deadly, items, processes=2))


def setting(name: str) -> str | None:
    return os.environ.get(name)


def test_a_process_starts_with_its_share_of_threads_and_leaves_what_the_user_has_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(PRODUCTS[0], raising=False)
    monkeypatch.setenv(PRODUCTS[1], "7")
    many = cores() + 1
    assert dict(share(setting, PRODUCTS, processes=many)) == {PRODUCTS[0]: "1", PRODUCTS[1]: "7"}
    assert PRODUCTS[0] not in os.environ


def test_portions_of_work_add_up_to_the_whole() -> None:
    told: list[tuple[float, str]] = []
    steps: list[int] = []
    with watched_by(lambda *said: told.append(said), steps.append):
        for before in (0, 60):
            with portion(before, 60 if not before else 40, 100):
                report(0.5, "parsing 1/2")
                step(3)
    assert told == [(0.3, "parsing 1/2"), (0.6, ""), (0.8, "parsing 1/2"), (1, "")]
    assert steps == [3, 3]


def test_an_error_of_a_user_survives_the_way_from_another_process() -> None:
    def same(error: Exception) -> Any:
        import pickle

        return pickle.loads(pickle.dumps(error))

    for error in (grice.InputError("a", "b", "c"), MissingExtra("a", "b", "c"), WorkerDied("signal 9")):
        assert str(same(error)) == str(error)
        assert vars(same(error)) == vars(error)
