"""Did this input end as it should? In a result or in an error for its user, within its time and memory."""

import gc
import json
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from grice.errors import GriceError

SECONDS = 2.0
"""Processor seconds that an input of `LENGTH` characters may take; a longer one may take more in proportion."""
LENGTH = 300
MEGABYTES = 500
"""By how much the most memory ever used may grow in one input."""
ROOM = 6 * 2**30
"""Address space that may be asked for beyond what is in use; more is refused, so that the machine lives on."""


class Hang(BaseException):
    """The time is up. No `except Exception` may swallow it."""


@dataclass(frozen=True)
class Fault:
    """An input that did not end as it should, and where."""

    target: str
    kind: str
    place: str
    case: Any
    trace: str

    def to_json(self) -> str:
        return json.dumps(
            {"target": self.target, "kind": self.kind, "place": self.place, "input": self.case, "trace": self.trace}
        )


@dataclass
class Watch:
    """Runs inputs of one target; each distinct fault is kept once."""

    target: str
    run: Callable[[Any], object]
    count: int = 0
    cases: int = 0
    refused: int = 0
    """Inputs that ended in an error for their user."""
    slowest: float = 0.0
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)
    report: Callable[[], None] = lambda: None
    """Tells what was found so far."""
    log: Path | None = None
    """A file that always holds the input that is running: a crash of the process itself leaves it behind."""

    def __post_init__(self) -> None:
        signal.signal(signal.SIGPROF, _time_is_up)
        self._log = os.open(self.log, os.O_RDWR | os.O_CREAT | os.O_TRUNC) if self.log else None

    def __call__(self, case: Any) -> Fault | None:
        """The fault of an input, or None."""
        self.cases += 1
        self.count += _inputs(case)
        allowed = SECONDS * max(1.0, _length(case) / LENGTH)
        if self._log is not None:
            data = json.dumps(case).encode()
            os.pwrite(self._log, data, 0)
            os.ftruncate(self._log, len(data))
        before, start = _peak(), time.process_time()
        fault = None
        try:
            signal.setitimer(signal.ITIMER_PROF, 2 * allowed)
            try:
                self.run(case)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        except GriceError:
            self.refused += 1
        except Hang as error:
            fault = self._fault("hang", case, error)
        except MemoryError as error:
            fault = self._fault("memory", case, error)
        except Exception as error:
            fault = self._fault("crash", case, error)
        taken = time.process_time() - start
        # The first input loads networks and tables.
        if self.cases > 1 and fault is None:
            self.slowest = max(self.slowest, taken / allowed)
            if taken > allowed:
                fault = self._fault("slow", case, None, f"{taken:.1f} s")
            elif _peak() - before > MEGABYTES:
                fault = self._fault("memory", case, None, f"{_peak() - before:.0f} MB more")
        if fault is not None:
            gc.collect()
        return fault

    def _fault(self, kind: str, case: Any, error: BaseException | None, why: str = "") -> Fault:
        place = why
        if error is not None:
            frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "grice" in frame.filename]
            place = (
                f"{type(error).__name__} {frames[-1].filename.rpartition('grice/')[2]}:{frames[-1].name}"
                if frames
                else str(error)
            )
        trace = "".join(traceback.format_exception(error)[-8:]) if error is not None else why
        fault = Fault(self.target, kind, place, case, trace[-3000:])
        return self.faults.setdefault((kind, place if error is not None else ""), fault)


def bound_memory() -> None:
    """Refuse an allocation without measure instead of letting the machine run out."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + ROOM, resource.RLIM_INFINITY))


def _time_is_up(_: int, __: FrameType | None) -> None:
    raise Hang


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _inputs(case: Any) -> int:
    """How many inputs a case is: as many as the texts of a batch that it begins with."""
    return len(case[0]) if isinstance(case, list) and case and isinstance(case[0], list) else 1


def _length(case: Any) -> int:
    if isinstance(case, str):
        return len(case)
    return sum(map(_length, case)) if isinstance(case, list | tuple) else 1
