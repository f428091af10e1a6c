"""What once failed in fuzzing does not fail again; a small sample of fresh inputs ends as it should."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzzing.choices import Choices
from fuzzing.engines import cases, seeds
from fuzzing.targets import TARGETS
from fuzzing.watch import Watch
from grice.errors import GriceError, InputError

SAMPLE = {"graph-text": 80, "graph-json": 80, "mentions": 60, "parse-rules": 60, "read": 15, "score": 15, "files": 40}
"""Inputs of each target; those that run a network are left to `make fuzz`."""


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_that_once_failed_end_as_they_should(name: str) -> None:
    for case in seeds(name):
        with suppress(GriceError):
            TARGETS[name].run(case)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sample_of_inputs_ends_as_it_should(name: str) -> None:
    @settings(
        max_examples=SAMPLE[name],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases(TARGETS[name]))
    def check(case: Any) -> None:
        with suppress(GriceError):
            TARGETS[name].run(case)

    check()


def _fails(case: str) -> None:
    if case == "refused":
        raise InputError("a refusal")
    if case == "endless":
        while True:
            pass
    if case == "broken":
        raise KeyError(case)


def test_a_watch_tells_refusals_from_crashes_and_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzzing.watch.SECONDS", 0.3)
    watch = Watch("made up", _fails)
    kinds = [fault and fault.kind for fault in map(watch, ["fine", "refused", "broken", "endless", "broken", "fine"])]
    assert kinds == [None, None, "crash", "hang", "crash", None]
    assert (watch.count, watch.refused, len(watch.faults)) == (6, 1, 2)


@given(st.binary(max_size=40))
@settings(max_examples=50, deadline=None)
def test_bytes_decide_and_when_they_end_the_first_is_chosen(data: bytes) -> None:
    assert [Choices(data).randrange(1000) for _ in range(2)] == [Choices(data).randrange(1000) for _ in range(2)]
    spent = Choices(b"")
    assert [spent.choice("abc"), spent.randrange(7), spent.random()] == ["a", 0, 0.0]
