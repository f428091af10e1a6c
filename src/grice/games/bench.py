"""Where do the runs of a sweep happen? On a bench with the tables of features, alone or as one of several processes.

Games are bound by launching kernels, not by arithmetic, so several runs share one GPU well. The parent renders and
encodes once and lays the tables on the disk as plain arrays; each worker takes one run at a time. A worker that dies
loses its run and no other.
"""

import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from grice.errors import InputError
from grice.scenes.context import Pairs, draw_test_sets
from grice.training.captioner.config import Config

RESULTS, TABLES = "results.json", "tables"
Say = Callable[[str], None]


def folder_of(out: Path, name: str, seed: int) -> Path:
    """Where a run of a sweep is kept."""
    return out / f"{name}-{seed}"


def evaluated(pairs: int) -> dict[str, dict[str, Pairs]]:
    """The first pairs of each of the thirteen test sets."""
    return {
        category: {name: Pairs(one.targets[:pairs], one.distractors[:pairs]) for name, one in sets.items()}
        for category, sets in draw_test_sets(7500, 0).items()
    }


def lay(tables: Mapping[str, Any], out: Path) -> None:
    """Write tables of features as arrays that other processes map."""
    for name, table in tables.items():
        folder = out / TABLES / name
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / "ids.npy", table.ids)
        np.save(folder / "values.npy", table.values.cpu().numpy())
        (folder / "about.json").write_text(json.dumps(dict(table.about)), "utf-8")


def laid(out: Path, device: str) -> dict[str, Any]:
    """The tables of features that the parent has laid."""
    import torch

    from grice.training.captioner.features import FeatureTable

    return {
        folder.name: FeatureTable(
            np.load(folder / "ids.npy"),
            torch.from_numpy(np.load(folder / "values.npy")).to(device),
            json.loads((folder / "about.json").read_text("utf-8")),
        )
        for folder in sorted((out / TABLES).iterdir())
    }


class Bench:
    """Trains one run at a time on shared tables, and measures it on the test sets."""

    def __init__(self, out: Path, tables: Mapping[str, Any], pairs: int, device: str, say: Say) -> None:
        import torch

        from grice.training.captioner.meaning import Meaning
        from grice.training.captioner.wordlist import longest_caption, of_grammars

        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        self.out, self.tables, self.tests, self.device, self.say = out, tables, evaluated(pairs), device, say
        self.words, self.longest = of_grammars(), longest_caption()
        self.meaning = Meaning(self.words, device)

    def run(self, config: Config) -> dict[str, Any]:
        """Train and measure a run, and keep its agents; one that is finished is only read."""
        import torch

        from grice.games.runs import train_one
        from grice.training.captioner.evaluation import on_sets
        from grice.training.captioner.rows import watched
        from grice.training.captioner.running import Resources

        folder = folder_of(self.out, config.name, config.seed)
        if (folder / RESULTS).is_file():
            finished: dict[str, Any] = json.loads((folder / RESULTS).read_text("utf-8"))
            return finished
        table, sets = self.tables[config.features.encoder], watched(config.training.watched)
        having = Resources(self.words, self.longest, self.meaning, table, sets, self.device)
        outcome = train_one(config, having, self._start(config), folder, self.say)
        outcome.save(folder)
        began = time.monotonic()
        rows, captions = on_sets(outcome.players, table, self.tests, self.words, self.meaning, self.longest)
        np.savez_compressed(folder / "captions.npz", captions=captions.cpu().numpy(), words=np.array(self.words.words))
        last = outcome.points[-1]
        result = {
            "name": config.name,
            "seed": config.seed,
            "encoder": dict(table.about),
            "device": self.device,
            "seconds": outcome.seconds,
            "steps": last["step"],
            "samples_per_second": last["samples_per_second"],
            "sets": rows,
            "texts": self.words.texts(captions[:3].cpu().numpy()) + self.words.texts(captions[-3:].cpu().numpy()),
        }
        (folder / RESULTS).write_text(json.dumps(result), "utf-8")
        spent = f"trained in {outcome.seconds:.0f} s, measured in {time.monotonic() - began:.0f} s"
        self.say(f"{config.name}/{config.seed}: {spent}")
        if self.device == "cuda":
            # What this run has held is free for the other processes.
            torch.cuda.empty_cache()
        return result

    def _start(self, config: Config) -> Any:
        """The speaker that a game begins with: of this sweep, of the same seed."""
        from grice.games.runs import SPEAKER
        from grice.training.captioner.agents import load_agent

        if config.stage != "game":
            return None
        folder = folder_of(self.out, config.start, config.seed) / SPEAKER
        if not folder.is_dir():
            raise InputError(
                f"{config.name} begins with {config.start}, seed {config.seed}, which is not in {self.out}",
                "its recipe among --recipes, with the same seed",
                f"--recipes {config.start}@{config.seed},{config.name}@{config.seed}",
            )
        return load_agent(folder, self.device)


@dataclass(frozen=True)
class Limits:
    """Seconds since the start after which no run begins, and after which those that run are ended."""

    begin: float
    end: float
    now: Callable[[], float]


def one_after_another(bench: Bench, configs: Sequence[Config], limits: Limits) -> Iterator[dict[str, Any]]:
    """The results of runs, in order; one that fails does not end the others."""
    for config in configs:
        if limits.now() > limits.begin:
            bench.say(f"{config.name}/{config.seed}: no time left")
            continue
        try:
            yield bench.run(config)
        except Exception:
            # The others go on: time on a large machine is dear.
            traceback.print_exc()
            bench.say(f"{config.name}/{config.seed} failed")


def side_by_side(
    out: Path, pairs: int, device: str, configs: Sequence[Config], workers: int, limits: Limits, say: Say
) -> Iterator[dict[str, Any]]:
    """The results of runs as they come, from several processes; a game waits for the speaker it begins with."""
    context = get_context("spawn")
    idle: list[Connection] = []
    running: dict[Connection, Config] = {}
    processes = []
    for _ in range(workers):
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, out, pairs, device, limits.now()), daemon=True)
        process.start()
        theirs.close()
        processes.append(process)
        idle.append(ours)
    lost: set[Config] = set()
    """Runs whose process has died; each is tried once more, as another may have been to blame."""
    pending, done = list(configs), {(c.name, c.seed) for c in configs if _is_there(out, c)}
    while True:
        while idle and limits.now() < limits.begin:
            ready = next((c for c in pending if not c.start or (c.start, c.seed) in done), None)
            if ready is None:
                break
            pipe = idle.pop()
            try:
                pipe.send(ready)
            except OSError:
                continue
            pending.remove(ready)
            running[pipe] = ready
        if not running or limits.now() > limits.end:
            break
        heard = wait(list(running), timeout=1.0)
        for pipe in [one for one in running if one in heard]:
            config = running.pop(pipe)
            try:
                result = pipe.recv()
            except (EOFError, OSError):
                say(f"{config.name}/{config.seed}: its process has died")
                if config not in lost:
                    lost.add(config)
                    pending.insert(0, config)
                continue
            idle.append(pipe)
            if isinstance(result, str):
                say(f"{config.name}/{config.seed} failed: {result}")
            else:
                done.add((config.name, config.seed))
                yield result
    for config in [*pending, *running.values()]:
        say(f"{config.name}/{config.seed}: not run to its end")
    for process in processes:
        process.terminate()


def _is_there(out: Path, config: Config) -> bool:
    return (folder_of(out, config.name, config.seed) / RESULTS).is_file()


def _work(pipe: Connection, out: Path, pairs: int, device: str, spent: float) -> None:
    """A worker: configurations in, results out, or a line that says what went wrong."""
    import torch

    torch.set_num_threads(1 if device == "cpu" else 2)
    began = time.monotonic() - spent

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:6.1f}] {line}", flush=True)

    bench = Bench(out, laid(out, device), pairs, device, say)
    while True:
        try:
            config = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(bench.run(config))
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            pipe.send(f"{type(error).__name__}: {error}")
