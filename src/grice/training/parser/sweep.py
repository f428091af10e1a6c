"""Which recipe is best? Several parsers trained at once on one machine, judged on held-out rows, in one table.

    grice train sweep train    --recipes long,base*2 --minutes 8             one process per run, sharing the GPU
    grice train sweep teachers --recipes base*3,agree,hide --minutes 6       each without a fold; then label captions
    grice train sweep students --taught OUT/taught.npz --recipes student-plain --minutes 7

Each takes --data DIR and --out DIR; the same command again continues where an earlier one stopped. Where Grice is not
installed, `python -m grice.training.parser.sweep` is the same: it needs numpy, torch, tokenizers and safetensors.
"""

import argparse
import json
import shutil
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grice.errors import GriceError, InputError
from grice.extras import require
from grice.training.parser.recipes import recipe

if TYPE_CHECKING:
    from grice.training.parser.fitting import ParserRun
    from grice.training.parser.pretrained import Pretrained
    from grice.training.parser.splits import Further, ParserData

VERBS = {
    "train": "train every run in a process of its own, then print the table",
    "teachers": "train runs that each leave a fold out, and label training captions and new ones with them",
    "students": "train runs on what teachers labelled",
}
COLUMNS = (
    *("held_out", "held_out_spice", "captions", "captions_spice", "fold", "dev", "dev_fresh", "dev_spice", "steps"),
)


def main(arguments: Sequence[str] | None = None, program: str = "python -m grice.training.parser.sweep") -> None:
    """The command line of a sweep; status 2 for a mistake, 1 where a run failed."""
    options = _parser(program).parse_args(arguments)
    try:
        sweep(options)
    except GriceError as error:
        print(f"{program}: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("stopped; the same command continues from the last checkpoints", file=sys.stderr)
        sys.exit(130)


@dataclass(frozen=True)
class Inputs:
    """Where the rows and the encoder of every run come from; each process reads them for itself."""

    data: Path
    split: str
    held_out: int
    part: int
    limit: int | None
    encoder: Path | None
    further: "Further"

    def load(self) -> tuple["ParserData", "Pretrained"]:
        from grice.training.parser.pretrained import load_encoder
        from grice.training.parser.splits import load_data

        encoder = load_encoder(self.encoder)
        data = load_data(self.data, self.split, self.held_out, self.limit, self.part, further=self.further)
        return data, encoder


def sweep(options: argparse.Namespace) -> None:
    """Train what was asked for and print the table; mistakes are reported before any process starts."""
    for package in ("torch", "safetensors.torch"):
        require(package, "train", "training parsers")
    from grice.training.parser.distilling import Labelling, in_form_of, require_one_form, taught_by
    from grice.training.parser.fitting import finished_parser, identity_of, lesson_for
    from grice.training.parser.splits import Further

    runs = _runs(options)
    further = Further(tuple(options.captions), tuple(options.unlabelled), options.captions_held_out, options.copies)
    settings = (options.data, options.split, options.held_out, options.part, options.limit, options.encoder)
    inputs = Inputs(*settings, further)
    data, encoder = inputs.load()
    if options.verb == "teachers":
        require_one_form(runs)
    taught: Path | None = getattr(options, "taught", None)
    lesson = lesson_for(data, taught) if taught else None
    if lesson:
        runs = [in_form_of(lesson, run) for run in runs]
    for run in runs:
        finished_parser(options.out / run.name, identity_of(run, data, encoder, lesson))
    options.out.mkdir(parents=True, exist_ok=True)
    if options.verb == "teachers":
        labelling = Labelling(options.count, options.trust, options.seed + 1)
        taught_by(runs, labelling, data, encoder, options.out, partial(side_by_side, inputs))
    else:
        side_by_side(inputs, runs, options.out, taught)
    results = [_result(options.out / run.name) for run in runs]
    together = [_together(options.out, runs, data)] if options.verb == "teachers" else []
    _print_table([*results, *together])
    if options.best:
        _copy_best(results, options.out, options.best)


def side_by_side(inputs: Inputs, runs: Sequence["ParserRun"], out: Path, taught: Path | None = None) -> None:
    """Train every run, several of them in a process each; exits with status 1, once all have ended, if one failed."""
    if len(runs) == 1:
        _train_one(inputs, runs[0], out / runs[0].name, taught)
        return
    context = get_context("spawn")
    processes = [context.Process(target=_share_cores, args=(inputs, run, out / run.name, taught)) for run in runs]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    failed = [(run, process.exitcode) for run, process in zip(runs, processes, strict=True) if process.exitcode]
    for run, status in failed:
        print(f"{run.name} failed with status {status}: see {out / run.name / 'log'}", file=sys.stderr)
    if failed:
        sys.exit(1)


def _share_cores(inputs: Inputs, run: "ParserRun", out: Path, taught: Path | None) -> None:
    import torch

    torch.set_num_threads(1)
    try:
        _train_one(inputs, run, out, taught)
    except GriceError as error:
        print(f"{run.name}: {error}", file=sys.stderr)
        sys.exit(2)


def _train_one(inputs: Inputs, run: "ParserRun", out: Path, taught: Path | None) -> None:
    from grice.training.parser.fitting import fit

    out.mkdir(parents=True, exist_ok=True)
    with (out / "log").open("a", encoding="utf-8", buffering=1) as log:

        def say(line: str) -> None:
            print(line, flush=True)
            print(line, file=log)

        try:
            data, encoder = inputs.load()
            fit(run, data, encoder, out, say, taught)
        except Exception:
            traceback.print_exc(file=log)
            raise


def _runs(options: argparse.Namespace) -> list["ParserRun"]:
    """The runs that --recipes names, each with a seed of its own."""
    import torch

    from grice.training.parser.fitting import ParserRun

    device = "cuda" if torch.cuda.is_available() else "cpu"
    names = [name.strip().partition("*") for name in options.recipes.split(",")]
    try:
        listed = [name.partition("@") for name, _, times in names for _ in range(int(times or 1))]
        lengths = [int(steps) if at else options.steps for _, at, steps in listed]
    except ValueError as error:
        given = f"--recipes {options.recipes}"
        raise InputError(given, "names with numbers", "--recipes 'long*2,base@3700'") from error
    return [
        ParserRun(
            f"{i:02d}-{name}",
            recipe(name, options.split),
            seed=options.seed + i,
            steps=steps,
            minutes=None if at else options.minutes,
            fold=_fold(options, i, len(listed)),
            device=device,
            ahead=device == "cuda" and options.verb != "students",
        )
        for i, ((name, at, _), steps) in enumerate(zip(listed, lengths, strict=True))
    ]


def _fold(options: argparse.Namespace, place: int, runs: int) -> tuple[int, int] | None:
    """The part of the rows that a teacher leaves out; a teacher alone leaves none out, unless parts are asked for."""
    if options.verb != "teachers" or (runs == 1 and not options.folds):
        return None
    folds = options.folds or runs
    if folds < max(2, runs):
        raise InputError(
            f"--folds {folds} for {runs} teachers", "a part for each teacher, at least 2", f"--folds {max(2, runs)}"
        )
    return place, folds


def _result(folder: Path) -> dict[str, Any]:
    from grice.training.parser.trained import RECORD

    measured: dict[str, Any] = json.loads((folder / RECORD).read_text("utf-8"))["measured"]
    return measured


def _together(out: Path, runs: Sequence["ParserRun"], data: "ParserData") -> dict[str, Any]:
    """What all runs score as one: the mean of their probabilities at each step."""
    from grice.training.parser.measuring import scores_on
    from grice.training.parser.trained import load_parser

    loaded = [load_parser(out / run.name, run.device) for run in runs]
    networks, vocabulary = [network for network, _, _ in loaded], loaded[0][1]
    dev = scores_on(networks, vocabulary, data.dev)
    held = scores_on(networks, vocabulary, data.held_out) if data.held_out else dev
    scored = {"dev": dev.set_match, "dev_spice": dev.spice}
    return {"name": f"mean of {len(runs)}", "held_out": held.set_match, "held_out_spice": held.spice} | scored


def _print_table(results: Sequence[dict[str, Any]]) -> None:
    """The results on standard output, best by held-out rows first."""
    print(f"\n{'run':28} " + " ".join(f"{column:>17}" for column in COLUMNS))
    for result in sorted(results, key=_merit, reverse=True):
        cells = [result.get(column) for column in COLUMNS]
        print(f"{result['name']:28} " + " ".join(f"{'' if c is None else format(c, '.2f'):>17}" for c in cells))


def _merit(result: dict[str, Any]) -> float:
    """Held-out graphs that are wholly right, or where people's captions are held out too, SPICE on both."""
    if "captions_spice" in result:
        return float(result.get("held_out_spice", result["dev_spice"]) + result["captions_spice"])
    return float(result.get("held_out", result["dev"]))


def _copy_best(results: Sequence[dict[str, Any]], out: Path, folder: Path) -> None:
    """Copy the best run's weights and record to one flat folder: what `grice train export` takes."""
    name = max(results, key=_merit)["name"]
    folder.mkdir(parents=True, exist_ok=True)
    for file in (out / name).iterdir():
        if file.suffix in (".safetensors", ".json"):
            shutil.copy(file, folder / file.name)
    print(f"best: {name}, copied to {folder}")


def _parser(program: str) -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data", type=Path, required=True, help="folder with the FACTUAL files")
    shared.add_argument("--out", type=Path, required=True, help="folder for runs and results")
    shared.add_argument("--encoder", type=Path, help="folder with MiniLM; without it, the one that Grice ships")
    shared.add_argument("--split", default="random", choices=("random", "length"))
    shared.add_argument("--held-out", type=int, default=1000, help="training rows held out for model selection")
    shared.add_argument("--part", type=int, default=0, help="which of the disjoint parts of that many rows is held out")
    shared.add_argument(
        "--captions", type=Path, nargs="*", default=(), help="files of captions with graphs (JSON lines)"
    )
    shared.add_argument(
        "--unlabelled", type=Path, nargs="*", default=(), help="files of captions for teachers to label"
    )
    shared.add_argument("--captions-held-out", type=int, default=250, help="of those captions, how many are held out")
    shared.add_argument("--copies", type=int, default=6, help="how often an epoch holds each of those captions")
    shared.add_argument("--limit", type=int, help="only the first rows of each file, for a trial")
    shared.add_argument(
        "--recipes", required=True, help="comma-separated; name*3: three seeds, name@3700: that many steps"
    )
    shared.add_argument("--minutes", type=float, help="length of each run; all run at once")
    shared.add_argument("--steps", type=int, help="length of each run in steps instead")
    shared.add_argument("--seed", type=int, default=0, help="seed of the first run; the others count up from it")
    shared.add_argument("--best", type=Path, help="copy the best run's files here, in one flat folder")
    described = argparse.ArgumentParser(
        program, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = described.add_subparsers(dest="verb", required=True)
    made = {name: verbs.add_parser(name, parents=[shared], help=line) for name, line in VERBS.items()}
    made["teachers"].add_argument("--count", type=int, default=40_000, help="new captions to label")
    made["teachers"].add_argument(
        "--folds", type=int, help="parts of the rows, of which each teacher leaves one out; without it, one for each"
    )
    made["teachers"].add_argument(
        "--trust", type=float, default=0.5, help="weight of the teachers on training captions"
    )
    made["students"].add_argument("--taught", type=Path, required=True, help="the file taught.npz that teachers wrote")
    return described


if __name__ == "__main__":
    main()
