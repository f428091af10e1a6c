"""Where do inputs come from? From chance, from hypothesis, or from atheris, which looks for new code with each.

An engine hands cases of a target to a watch, as many as are wanted; faults do not stop it.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
from hypothesis import strategies as st

from fuzzing.choices import Choices
from fuzzing.targets import Target
from fuzzing.watch import Watch

SEEDS = Path(__file__).parent / "seeds"
PLAIN = b"\x60"
"""A string of bytes that begins below this is an input as it is; another decides for a maker."""
STARTS, LONGEST = 64, 400
"""Strings that atheris starts from, and how long one may become."""


def seeds(name: str) -> list[Any]:
    """The inputs kept for a target."""
    path = SEEDS / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def by_chance(target: Target, watch: Watch, runs: int, seed: int, seconds: float) -> None:
    """Inputs that a seeded generator makes: the quickest way to very many."""
    end = time.monotonic() + seconds
    for number in range(runs):
        if watch.count >= runs:
            break
        watch(target.make(Random(seed * 1_000_003 + number)))
        if time.monotonic() > end:
            break


def cases(target: Target) -> st.SearchStrategy[Any]:
    """Inputs with hypothesis' taste for the extreme: plain text and bytes, and the decisions of our makers."""
    plain = st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore"))
    return plain.map(target.plain) | st.binary(max_size=400).map(lambda data: target.make(Choices(data)))


def by_hypothesis(target: Target, watch: Watch, runs: int, seed: int, seconds: float) -> None:
    """Inputs that hypothesis makes."""
    end = time.monotonic() + seconds

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=runs,
        deadline=None,
        database=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(cases(target))
    def each(case: Any) -> None:
        if time.monotonic() < end:
            watch(case)

    each()


def by_atheris(target: Target, watch: Watch, runs: int, seed: int, seconds: float) -> None:
    """Inputs that lead to code not seen before are kept and changed further. It ends the process."""
    import atheris

    end = time.monotonic() + seconds
    # From nothing, most of a run would go into finding out that longer inputs lead further.
    folder = tempfile.mkdtemp(prefix="fuzz-")

    def one(data: bytes) -> None:
        watch(target.plain(data[1:]) if data[:1] < PLAIN else target.make(Choices(data[1:])))
        # Its own ways to end leave no time to tell what was found.
        if watch.count >= runs or time.monotonic() > end:
            watch.report()
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(min(1, len(watch.faults)))

    random = Random(seed)
    for number in range(STARTS):
        (Path(folder) / str(number)).write_bytes(random.randbytes(random.randrange(20, LONGEST)))
    atheris.Setup(
        [sys.argv[0], f"-seed={seed}", f"-max_len={LONGEST}",
         "-len_control=0", "-timeout=600", "-rss_limit_mb=0", folder],
        one,
    )  # fmt: skip
    atheris.Fuzz()


Engine = Callable[[Target, Watch, int, int, float], None]
ENGINES: dict[str, Engine] = {"chance": by_chance, "hypothesis": by_hypothesis, "atheris": by_atheris}
