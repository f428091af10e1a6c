"""Does any input end in a traceback, or never end? Fuzz one target, or all, and say what was found.

    python -m lab.fuzz all --runs 2000
    python -m lab.fuzz parse-rules --runs 100000 --seed 7
    python -m lab.fuzz read --engine atheris --runs 50000      # pip install 'grice[fuzz]'; Linux
    python -m lab.fuzz read --replay out/fuzz/read.faults.jsonl

Counts go to the end of out/fuzz/counts.jsonl, a line per run; each distinct fault to out/fuzz/TARGET.faults.jsonl with
its input and its traceback. The exit status is 1 if there are any. See docs/robustness.md.
"""

import argparse
import faulthandler
import json
import resource
import sys
import time
import warnings
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from lab.command import command

if TYPE_CHECKING:
    from fuzzing.watch import Watch

REPOSITORY = Path(__file__).resolve().parent.parent
OUT = REPOSITORY / "out" / "fuzz"
FOREVER = 10**9
WARM = 30
"""Inputs by which everything is imported that a target needs."""


def main() -> int:
    asked = command(__doc__)
    asked.add_argument("target", help="a target, or all")
    asked.add_argument("--engine", default="chance", choices=("chance", "hypothesis", "atheris"))
    asked.add_argument("--runs", type=int, default=10_000, help="inputs of each target")
    asked.add_argument("--seconds", type=float, default=FOREVER, help="the longest a target may take")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--replay", type=Path, help="run the inputs of a file of faults or seeds instead")
    given = asked.parse_args()
    if given.engine == "atheris" and given.target == "all":
        asked.error("atheris ends the process: give it one target")
    sys.path.insert(0, str(REPOSITORY / "tests"))
    if given.engine == "atheris":
        import atheris

        # Only what is imported here is looked into for new code; Grice imports most when it is first used.
        with atheris.instrument_imports(include=["grice"]):
            from fuzzing.targets import TARGETS

            for number in range(WARM):
                with suppress(Exception):
                    TARGETS[given.target].run(TARGETS[given.target].make(Random(number)))
    from fuzzing.engines import ENGINES, seeds
    from fuzzing.targets import TARGETS
    from fuzzing.watch import Watch, bound_memory

    names = list(TARGETS) if given.target == "all" else [given.target]
    if unknown := [name for name in names if name not in TARGETS]:
        asked.error(f"no target is called {unknown[0]}; there are {', '.join(TARGETS)}, or all")
    OUT.mkdir(parents=True, exist_ok=True)
    faulthandler.enable()
    warnings.simplefilter("ignore")
    bound_memory()
    failed = 0
    for name in names:
        watch = Watch(name, TARGETS[name].run, log=OUT / f"{name}.running.json")
        start, clock = time.process_time(), time.monotonic()

        watch.report = partial(told, watch, given, start, clock)
        if given.replay:
            for line in given.replay.read_text("utf-8").splitlines():
                kept = json.loads(line)
                watch(kept["input"] if isinstance(kept, dict) else kept)
        else:
            for case in seeds(name):
                watch(case)
            ENGINES[given.engine](TARGETS[name], watch, given.runs, given.seed, given.seconds)
        watch.report()
        failed += len(watch.faults)
    return min(failed, 1)


def told(watch: "Watch", given: argparse.Namespace, start: float, clock: float) -> None:
    """Say what a run has found, and keep it."""
    line = {
        "target": watch.target,
        "engine": given.engine,
        "seed": given.seed,
        "inputs": watch.count,
        "refused": watch.refused,
        "faults": len(watch.faults),
        "processor_s": round(time.process_time() - start, 1),
        "clock_s": round(time.monotonic() - clock, 1),
        "slowest_of_allowed": round(watch.slowest, 3),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    print(json.dumps(line), flush=True)
    with (OUT / "counts.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    with (OUT / f"{watch.target}.faults.jsonl").open("w") as file:
        file.writelines(fault.to_json() + "\n" for fault in watch.faults.values())
    for fault in watch.faults.values():
        print(f"  {fault.kind}: {fault.place}: {json.dumps(fault.case)[:200]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
