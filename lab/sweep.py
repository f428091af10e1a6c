"""Which way of training is best? Several parsers trained at once on one machine, judged on held-out rows, in one table.

    python -m lab.sweep --data FACTUAL --captions data/captions/train.jsonl ... --minutes 9 --out OUT \\
        --runs captions captions:encoder=GTE,encoder_layers=10,decoder_layers=2 long@length

A run is a recipe of `grice.training.parser.recipes`, its settings changed after a colon (comma-separated), on the split
after "@" (random where none is named). `encoder=FOLDER` starts it from another encoder than MiniLM
(`model.safetensors` with BERT's names and `tokenizer.json`), `encoder_layers=10` from the first ten layers of that one.
The same command again continues where an earlier one stopped. `unseen.jsonl` in the folder of a run holds the captions
that it did not learn from. It needs numpy, torch, tokenizers and safetensors, and `src` on the path where Grice is not
installed.
"""

import argparse
import json
import re
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.command import command

if TYPE_CHECKING:
    from grice.training.parser.fitting import ParserRun
    from grice.training.parser.splits import ParserData

Start = tuple[Path | None, int | None]
"""The folder of a pretrained encoder (None: the one that Grice ships) and how many of its layers (None: all)."""

COLUMNS = ("held_out", "held_out_spice", "captions", "captions_spice", "dev", "dev_fresh", "dev_spice", "steps")


@dataclass(frozen=True)
class Inputs:
    """Where the rows of every run come from; each process reads them for itself."""

    data: Path
    held_out: int
    limit: int | None
    captions: tuple[str, ...]
    captions_held_out: int

    def load(self, split: str) -> "ParserData":
        from grice.training.parser.splits import Further, load_data

        further = Further.named(self.captions, self.captions_held_out)
        return load_data(self.data, split, self.held_out, self.limit, further=further)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train every run in a process of its own, then print the table."""
    options = _parser().parse_args(arguments)
    captions = [_without(given, options.without, options.out) for given in options.captions]
    inputs = Inputs(options.data, options.held_out, options.limit, tuple(captions), options.captions_held_out)
    runs = [_run(given, number, options) for number, given in enumerate(options.runs)]
    context = get_context("spawn")
    processes = [
        context.Process(target=_train, args=(inputs, run, split, start, options.out / run.name, options.threads))
        for run, split, start in runs
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    folders = [options.out / run.name for run, *_ in runs]
    results = [_result(folder) for folder in folders if (folder / "parser.json").exists()]
    print(f"\n{'run':44} " + " ".join(f"{column:>16}" for column in COLUMNS))
    for result in results:
        cells = [result.get(column) for column in COLUMNS]
        print(f"{result['name']:44} " + " ".join(f"{'' if c is None else format(c, '.2f'):>16}" for c in cells))
    if failed := [run.name for (run, *_), process in zip(runs, processes, strict=True) if process.exitcode]:
        sys.exit(f"failed: {', '.join(failed)}; the log of each is in its folder")


def _without(given: str, ids: Sequence[Path], out: Path) -> str:
    """FILE*COPIES with the file's rows but those that the lists of ids name, in a copy below `out`."""
    file, star, copies = given.partition("*")
    named = {one for path in ids for one in json.loads(path.read_text("utf-8"))}
    if not named:
        return given
    out.mkdir(parents=True, exist_ok=True)
    kept = out / Path(file).name
    lines = Path(file).read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(line for line in lines if json.loads(line).get("id") not in named), "utf-8")
    return f"{kept}{star}{copies}"


def _run(given: str, number: int, options: argparse.Namespace) -> tuple["ParserRun", str, Start]:
    """A run from its description, recipe:setting=value,setting=value@split; its split; and what it starts from."""
    import torch

    from grice.training.parser.fitting import ParserRun
    from grice.training.parser.recipes import recipe

    described, _, split = given.partition("@")
    name, _, settings = described.partition(":")
    chosen = recipe(name, split or "random")
    mixture: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    encoder, layers = None, None
    for setting in filter(None, settings.split(",")):
        key, _, value = setting.partition("=")
        if key == "encoder":
            encoder = Path(value)
            continue
        if key == "encoder_layers":
            layers = int(value)
            continue
        (mixture if hasattr(chosen.mixture, key) else changed)[key] = json.loads(value)
    chosen = replace(chosen, **changed, mixture=replace(chosen.mixture, **mixture))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    label = f"{number}-" + re.sub(r"[^\w.-]+", "-", given.replace("=", ""))
    run = ParserRun(
        label,
        chosen,
        seed=options.seed + number,
        steps=options.steps,
        minutes=options.minutes,
        device=device,
        ahead=device == "cuda",
        start=options.start,
    )
    return run, split or "random", (encoder, layers)


def _train(inputs: Inputs, run: "ParserRun", split: str, start: Start, out: Path, threads: int) -> None:
    import torch

    from grice.meaning.forms.text import text_of
    from grice.training.parser.fitting import fit
    from grice.training.parser.pretrained import load_encoder

    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "log").open("a", encoding="utf-8", buffering=1) as log:

        def say(line: str) -> None:
            print(line, flush=True)
            print(line, file=log)

        try:
            data = inputs.load(split)
            with (out / "unseen.jsonl").open("w", encoding="utf-8") as unseen:
                for row in data.captions:
                    unseen.write(json.dumps({"caption": " ".join(row.words), "graph": text_of(row.gold)}) + "\n")
            fit(run, data, load_encoder(*start), out, say)
        except Exception:
            traceback.print_exc(file=log)
            raise


def _result(folder: Path) -> dict[str, Any]:
    measured: dict[str, Any] = json.loads((folder / "parser.json").read_text("utf-8"))["measured"]
    return measured


def _parser() -> argparse.ArgumentParser:
    made = command(__doc__)
    made.add_argument("--data", type=Path, required=True, help="folder with the FACTUAL files")
    made.add_argument("--out", type=Path, required=True, help="folder for runs and results")
    made.add_argument("--runs", nargs="+", required=True, help="recipe:setting=value,...@split")
    made.add_argument(
        "--captions",
        nargs="*",
        default=(),
        help="files of captions with graphs; FILE*2: each row twice in an epoch",
    )
    made.add_argument("--without", type=Path, nargs="*", default=(), help="JSON lists of ids of captions to leave out")
    made.add_argument("--held-out", type=int, default=1000, help="training rows of FACTUAL held out")
    made.add_argument("--captions-held-out", type=int, default=250, help="of the captions, how many are held out")
    made.add_argument("--limit", type=int, help="only the first rows of each file, for a trial")
    made.add_argument("--minutes", type=float, help="length of each run; all run at once")
    made.add_argument("--steps", type=int, help="length of each run in steps instead")
    made.add_argument("--start", type=Path, help="folder of an exported parser that the runs go on from")
    made.add_argument("--threads", type=int, default=1, help="threads of each run")
    made.add_argument("--seed", type=int, default=0, help="seed of the first run; the others count up from it")
    return made


if __name__ == "__main__":
    main()
