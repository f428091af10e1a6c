"""Which recipe is best? Several parsers trained at once on one machine, judged on held-out rows, in one table.

    python -m grice.training.parser.sweep time     --steps 400  steps per second of each way to step
    python -m grice.training.parser.sweep train    --recipes long,base --minutes 8  one process per run, sharing the GPU
    python -m grice.training.parser.sweep teach    --teachers RUNS --count 200000  label captions with the trained runs
    python -m grice.training.parser.sweep students --taught FILE --recipes student  train on those labels
    python -m grice.training.parser.sweep judge    --teachers RUNS  each run, and all as an ensemble

Each takes --data DIR and --out DIR too. Needs numpy, torch, tokenizers and safetensors alone. The last lines are the
table; results.json holds it too.
"""

import argparse
import json
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch

from grice.errors import GriceError, InputError
from grice.readers.graphs.pieces import GraphPieces as Vocabulary
from grice.training.batches import Batches
from grice.training.checkpoints import require_same
from grice.training.loop import Plan, train
from grice.training.parser import teaching, weights
from grice.training.parser.editions import Arrays, Editions
from grice.training.parser.fitting import (
    Data,
    Run,
    digests,
    fit,
    load_data,
    predictions,
    verdict_on,
    vocabulary_of,
)
from grice.training.parser.loss import ParserLoss
from grice.training.parser.recipes import Recipe, recipe
from grice.training.stepping import MODES


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line of a sweep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=WORK)
    parser.add_argument("--data", type=Path, required=True, help="folder with the FACTUAL files")
    parser.add_argument("--encoder", type=Path, help="folder with MiniLM; without it, the installed package")
    parser.add_argument("--split", default="random", choices=("random", "length"))
    parser.add_argument("--held-out", type=int, default=1000, help="training rows kept back to choose by")
    parser.add_argument("--part", type=int, default=0, help="which of the disjoint parts of so many rows is kept back")
    parser.add_argument("--limit", type=int, help="only the first rows of each file, for a trial")
    parser.add_argument(
        "--recipes", default="long", help="comma-separated; name*3 runs three seeds, name@3700 that many steps"
    )
    parser.add_argument("--minutes", type=float, help="length of each run; all run at once")
    parser.add_argument("--steps", type=int, help="length of each run in steps instead")
    parser.add_argument("--folds", action="store_true", help="run i leaves out fold i: teachers for distillation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mode", default="graph", choices=MODES)
    parser.add_argument("--teachers", type=Path, help="folder of trained runs")
    parser.add_argument("--taught", type=Path, help="file of labelled captions, written by teach")
    parser.add_argument("--count", type=int, default=200_000, help="new captions to label")
    parser.add_argument("--trust", type=float, default=0.5, help="weight of the teachers on training captions")
    parser.add_argument("--out", type=Path, required=True, help="folder for runs and results")
    parser.add_argument("--best", type=Path, help="copy the best run's files here, in one flat folder")
    options = parser.parse_args(arguments)
    work, needed = WORK[options.what]
    if needed and getattr(options, needed) is None:
        parser.error(f"{options.what} needs --{needed}")
    options.device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        work(options)
    except GriceError as error:
        parser.exit(2, f"sweep: {error}\n")


def train_runs(options: argparse.Namespace) -> None:
    """Train every run in a process of its own, then print the table; status 1 where one failed."""
    runs = _runs(options)
    _data(options)  # a mistake in the data or the encoder is said once, before any process starts
    weights.load_encoder(options.encoder)
    context = get_context("spawn")
    processes = []
    for run in runs:
        (options.out / run.name / "result.json").unlink(missing_ok=True)
        process = context.Process(target=_train_one, args=(run, options))
        process.start()
        processes.append(process)
    for process in processes:
        process.join()
    results = [
        json.loads(file.read_text("utf-8")) for run in runs if (file := options.out / run.name / "result.json").exists()
    ]
    for run, process in zip(runs, processes, strict=True):
        if process.exitcode:
            print(f"{run.name} failed with status {process.exitcode}: see {options.out / run.name / 'log'}")
    _table(results, options)
    if any(process.exitcode for process in processes):
        sys.exit(1)


def teach(options: argparse.Namespace) -> None:
    """Label the training captions and new ones with the trained runs of a folder."""
    networks, vocabulary, abouts = _load_all(options.teachers, options.device)
    folds = [about["measured"].get("fold_of") for about in abouts]
    data = _data(options)
    rows = digests(data)
    for about in abouts:
        # Folds are counted in the rows a teacher was given: with other rows it would judge what it has seen.
        require_same(options.teachers / about["name"], {k: about.get("run", {}).get(k) for k in rows}, rows)
    data = data.in_form(abouts[0]["identifiers"])
    lesson = teaching.lesson(networks, vocabulary, data, folds, options.count, options.trust, options.seed + 1, print)
    teaching.save_lesson(options.out / "taught.npz", lesson)
    judge_runs(options)


def judge_runs(options: argparse.Namespace) -> None:
    """Every trained run of a folder alone, and all of them as one ensemble."""
    data = _data(options)
    networks, vocabulary, abouts = _load_all(options.teachers, options.device)
    rows = [about["measured"] for about in abouts]
    for beams in (1, 4):
        verdict = verdict_on(networks, vocabulary, data.dev, beams)
        held = verdict_on(networks, vocabulary, data.held_out, beams) if data.held_out else None
        rows.append(
            {
                "name": f"ensemble of {len(networks)}, {beams} beams",
                "dev": verdict.set_match,
                "dev_spice": verdict.spice,
                "held_out": held.set_match if held else None,
            }
        )
    _table(rows, options)


def time_steps(options: argparse.Namespace) -> None:
    """Steps per second of each mode on the real data, capture or compilation not counted."""
    data = _data(options)
    encoder = weights.load_encoder(options.encoder)
    chosen = recipe(options.recipes.partition(",")[0], options.split)
    vocabulary = vocabulary_of(data, encoder.tokenizer)
    began = time.monotonic()
    edition = Editions(data.rows, vocabulary, chosen.mixture, 0)(0, 0.0)
    print(f"an edition of {len(data.rows)} rows takes {time.monotonic() - began:.1f} s", flush=True)
    for mode in ("eager", "graph", "compile") if options.mode == "compile" else ("eager", "graph"):
        try:
            _time_mode(mode, chosen, vocabulary, encoder, edition, options)
        except Exception as error:
            print(f"{mode:8} failed: {type(error).__name__} {error}", flush=True)


def _time_mode(
    mode: str, chosen: Recipe, vocabulary: Vocabulary, encoder: weights.Encoder, edition: list[Arrays], options: Any
) -> None:
    network = weights.new_network(vocabulary, encoder, chosen.decoder_layers, chosen.dropout, True).to(options.device)
    batches = Batches(lambda _epoch, _progress: edition, chosen.batch, 0, options.device)
    loss = ParserLoss(network, chosen.smoothing, chosen.agreement, chosen.hide_source, chosen.hide_target)
    groups = network.groups(chosen.encoder_rate, chosen.decoder_rate, chosen.weight_decay)
    marks: list[tuple[int, float, float]] = []
    plan = Plan(steps=options.steps or 400, mode=mode, report_every=0.5)
    train(network, loss, groups, batches, plan, lambda now, _: marks.append((now.step, now.seconds, now.loss)))
    (first, at_first, _), (last, at_last, final) = marks[0], marks[-1]
    each = 1000.0 * (at_last - at_first) / (last - first)
    peak = torch.cuda.max_memory_allocated() / 2**30 if options.device == "cuda" else 0.0
    print(
        f"{mode:8} {each:.2f} ms a step, {len(batches) * each / 1000:.1f} s an epoch of {len(batches)} steps; "
        f"first half took {at_first:.1f} s, loss {final:.3f}, {peak:.1f} GiB",
        flush=True,
    )


WORK: dict[str, tuple[Callable[[argparse.Namespace], None], str]] = {
    "time": (time_steps, ""),
    "train": (train_runs, ""),
    "teach": (teach, "teachers"),
    "students": (train_runs, "taught"),
    "judge": (judge_runs, "teachers"),
}
"""What a sweep can do, and the option that it cannot do without."""


def _train_one(run: Run, options: argparse.Namespace) -> None:
    out = options.out / run.name
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1 if options.device == "cuda" else torch.get_num_threads())
    with (out / "log").open("a", encoding="utf-8", buffering=1) as log:

        def say(line: str) -> None:
            print(line, flush=True)
            print(line, file=log)

        try:
            data = _data(options)
            encoder = weights.load_encoder(options.encoder)
            lesson = teaching.load_lesson(options.taught) if options.taught is not None else None
            result = fit(run, data, encoder, out, say, lesson)
            (out / "result.json").write_text(json.dumps(result), "utf-8")
            _write_predictions(out, data, options.device)
        except Exception:
            traceback.print_exc(file=log)
            raise


def _write_predictions(out: Path, data: Data, device: str) -> None:
    network, vocabulary, _ = weights.load(out, device)
    found = predictions([network], vocabulary, data.dev)
    with (out / "dev.jsonl").open("w", encoding="utf-8") as file:
        for row, facts in zip(data.dev, found, strict=True):
            print(json.dumps({"caption": " ".join(row.words), "facts": facts, "gold": row.gold}), file=file)


def _runs(options: argparse.Namespace) -> list[Run]:
    names = [name.strip().partition("*") for name in options.recipes.split(",")]
    try:
        listed = [name.partition("@") for name, _, times in names for _ in range(int(times or 1))]
        lengths = [int(steps) if at else options.steps for _, at, steps in listed]
    except ValueError as error:
        raise InputError(
            f"--recipes {options.recipes}", "names with numbers", "--recipes 'long*2,base@3700'"
        ) from error
    runs = []
    for i, ((name, at, _), steps) in enumerate(zip(listed, lengths, strict=True)):
        runs.append(
            Run(
                f"{i:02d}-{name}",
                recipe(name, options.split),
                seed=options.seed + i,
                steps=steps,
                minutes=None if at else options.minutes,
                fold=(i, len(listed)) if options.folds else None,
                device=options.device,
                mode=options.mode,
                ahead=options.device == "cuda" and options.taught is None,
                keep=False,
            )
        )
    return runs


def _data(options: argparse.Namespace) -> Data:
    return load_data(options.data, options.split, options.held_out, options.limit, options.part)


def _load_all(folder: Path, device: str) -> tuple[list[Any], Any, list[dict[str, Any]]]:
    loaded = [weights.load(run.parent, device) for run in sorted(folder.glob("*/parser.json"))]
    if not loaded:
        raise InputError(f"{folder} holds no trained runs", "folders written by sweep train")
    if len({about["identifiers"] for _, _, about in loaded}) > 1:
        raise InputError(f"{folder} mixes runs with and without identifiers", "runs that write graphs in one form")
    return [network for network, _, _ in loaded], loaded[0][1], [about for _, _, about in loaded]


def _table(results: Sequence[dict[str, Any]], options: argparse.Namespace) -> None:
    columns = ("held_out", "held_out_spice", "held_out_surprise", "fold", "dev", "dev_fresh", "dev_spice", "steps")
    (options.out / "results.json").write_text(json.dumps(list(results), indent=1), "utf-8")
    ranked = sorted(results, key=lambda result: -(result.get("held_out") or result.get("dev") or 0.0))
    print(f"\n{'run':28} " + " ".join(f"{column:>15}" for column in columns))
    for result in ranked:
        cells = [result.get(column) for column in columns]
        print(f"{result['name']:28} " + " ".join(f"{'' if c is None else format(c, '.2f'):>15}" for c in cells))
    trained = [result for result in ranked if (options.out / result["name"] / "parser.json").exists()]
    if options.best and trained:
        options.best.mkdir(parents=True, exist_ok=True)
        for file in (options.out / trained[0]["name"]).iterdir():
            if file.suffix in (".safetensors", ".json", ".jsonl") and file.name != "result.json":
                shutil.copy(file, options.best / file.name)
        print(f"best by held-out rows: {trained[0]['name']}, copied to {options.best}")


if __name__ == "__main__":
    main()
