"""`grice train`: train the networks that Grice ships, with progress, checkpoints, resume and export."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import typer

from grice.cli.output import emit, progress, say
from grice.errors import InputError
from grice.extras import require

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Train the networks that Grice ships.")


@app.callback()
def _verbs() -> None:
    """Train the networks that Grice ships."""


@app.command()
def parser(
    data: Path = typer.Option(help="Folder with the FACTUAL files (random_train_id.csv, random_dev.csv, ...)."),
    out: Path = typer.Option(help="Folder for checkpoints, weights and the exported parser."),
    split: str = typer.Option("random", help="random or length."),
    captions: list[Path] = typer.Option(
        [], help="Captions with graphs as people write them, JSON lines; may be repeated, or FILE*2: each twice."
    ),
    recipe: str = typer.Option("captions", help="captions, or long for the length split."),
    minutes: float | None = typer.Option(
        None, help="Length of the run in minutes; the learning rate reaches zero at its end."
    ),
    steps: int | None = typer.Option(
        None, min=1, help="Length of the run in steps instead, which makes it repeatable."
    ),
    seed: int = typer.Option(0, min=0, help="Same seed and steps, same weights: on a CPU to the last bit."),
    held_out: int = typer.Option(0, min=0, help="Training rows held out and evaluated during training."),
    encoder: Path | None = typer.Option(None, help="Folder with MiniLM; without it, the one that Grice ships."),
    limit: int | None = typer.Option(None, min=1, help="Only the first rows of each file, for a trial."),
    form: str = typer.Option("int8", help="Exported weights: int8, float16 or float32."),
    beams: int = typer.Option(1, min=1, help="Beam width that the exported parser uses by default."),
) -> None:
    """Train the scene graph parser; run the same command again to continue from the last checkpoint."""
    from grice.training.parser.recipes import recipe as named

    chosen = named(recipe, split)
    _require_all()
    import torch

    from grice.training.export import require_form
    from grice.training.parser.export import export_folder
    from grice.training.parser.fitting import ParserRun, fit
    from grice.training.parser.pretrained import load_encoder
    from grice.training.parser.splits import Further, load_data

    require_form(form)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    with _errors_reported():
        run = ParserRun(recipe, chosen, seed, steps, minutes, device=device, ahead=device == "cuda")
        out.mkdir(parents=True, exist_ok=True)
        start = load_encoder(encoder)
        read = load_data(data, split, held_out, limit, say=say, further=Further.named(captions))
        say(
            f"{len(read.rows)} rows to learn from, {len(read.held_out)} held out, "
            f"{len(read.dev)} to report on, {device}"
        )
        with progress("training") as step:

            def report(line: str) -> None:
                say(line)
                step()

            result = fit(run, read, start, out, report)
        files = export_folder(out, out / "export", start, form, beams)
    emit([{"measure": name, "value": value} for name, value in result.items() if isinstance(value, float)])
    say(f"exported {sum(file['bytes'] for file in files.values()) / 1e6:.1f} MB to {out / 'export'}")


_CONFIG = typer.Option(help="A TOML file, or the name of a configuration that comes with Grice: b, rp, sp, best ...")
_OUT = typer.Option(help="Folder for log, checkpoints and the trained agents.")
_SEED = typer.Option(
    None, min=0, help="Instead of the configuration's seed; same seed, same weights: on a CPU exactly."
)
_PROCESSES = typer.Option(1, min=1, help="Processes that render the rooms.")
_KEEP = typer.Option(None, help="Keep the features of the rooms in this folder, for `cache` in [features].")


@app.command()
def captioner(
    config: str = _CONFIG,
    out: Path = _OUT,
    seed: int | None = _SEED,
    processes: int = _PROCESSES,
    keep_features: Path | None = _KEEP,
) -> None:
    """Train a speaker of rooms on captions; run the same command again to continue from the last checkpoint."""
    _agent("captioner", config, out, seed, processes, keep_features)


@app.command()
def game(
    config: str = _CONFIG,
    out: Path = _OUT,
    start: str | None = typer.Option(None, help="The speaker to begin with, instead of the configuration's: a folder."),
    seed: int | None = _SEED,
    processes: int = _PROCESSES,
    keep_features: Path | None = _KEEP,
    rounds: int = typer.Option(0, min=0, help="Batches of the game to play at the end and write as rounds.parquet."),
) -> None:
    """Train a speaker and a listener of rooms in a reference game; the same command again continues."""
    _agent("game", config, out, seed, processes, keep_features, start, rounds)


@app.command()
def tensorboard(
    runs: list[Path] = typer.Argument(help="Folders of runs of captioner or game, finished or not."),
    out: Path = typer.Option(help="Folder for `tensorboard --logdir`."),
) -> None:
    """Write the logs of runs as curves for TensorBoard."""
    require("torch", "train", "curves in TensorBoard")
    from grice.training.captioner.board import write_curves

    emit({"run": str(run), "points": write_curves(run, out)} for run in runs)


def _agent(
    stage: str,
    given: str,
    out: Path,
    seed: int | None,
    processes: int,
    keep_features: Path | None,
    start: str | None = None,
    rounds: int = 0,
) -> None:
    """Train the configuration of a name or file, and print what was measured."""
    from grice.training.captioner.config import load

    config = load(given)
    if config.stage != stage:
        raise InputError(
            f"{given}: stage = {config.stage!r}", repr(stage), f"grice train {config.stage} --config {given}"
        )
    _require_all()
    import torch

    from grice.games.runs import produce

    config = replace(config, seed=config.seed if seed is None else seed, start=start or config.start)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    with _errors_reported(), progress("training", config.training.reports) as step:

        def report(line: str) -> None:
            say(line)
            step()

        measured = produce(config, out, device, processes, report, rounds, keep_features)
    emit([{"measure": name, "value": value} for name, value in measured.items()])
    say(f"agents, cards and log in {out}")


@app.command()
def adapt(
    captions: Path = typer.Argument(
        metavar="MINE.jsonl",
        help='Your captions: {"caption": ..., "graph": "( a , b , c ) , ...", "denied": ...} a line.',
    ),
    out: Path = typer.Option(help="Folder for the adapted parser: what `grice parse --parser` takes."),
    parser: Path | None = typer.Option(
        None, help="Folder of the parser to adapt; without it, the one that Grice ships."
    ),
    passes: int = typer.Option(12, min=1, help="How often each of your captions is learned from."),
    held_out: float = typer.Option(
        0.1, min=0, max=0.9, help="The share of your captions that is not learned from, to compare before and after."
    ),
    seed: int = typer.Option(0, min=0, help="Same seed, same weights."),
    force: bool = typer.Option(False, help="Write into a folder that is not empty."),
) -> None:
    """Fit the parser to 50 to 500 corrected captions of your own, in minutes, while it is shown those it knew again."""
    _require_all()
    from grice.readers.graphs.parsing import shipped
    from grice.training.parser.adapting import Adapting, adapt

    if out.exists() and (not out.is_dir() or any(out.iterdir())) and not force:
        raise InputError(f"{out} exists and is not empty", "a new folder", "the same command with --force")
    settings = Adapting(passes=passes, held_out=held_out, seed=seed)
    with _errors_reported("the same command begins anew"), progress("adapting") as step:

        def report(line: str) -> None:
            say(line)
            step()

        found = adapt(parser or shipped(), captions, out, settings, report)
    emit(found)
    say(f'the adapted parser is in {out}: grice parse --parser {out} "..."')


@app.command()
def export(
    folder: Path = typer.Argument(help="A trained parser: parser.json, tokenizer.json and its shards of weights."),
    out: Path = typer.Option(help="Folder for the exported parser: what `grice parse --weights` takes."),
    encoder: Path | None = typer.Option(None, help="Folder with MiniLM; without it, the one that Grice ships."),
    form: str = typer.Option("int8", help="Weights: int8, float16 or float32."),
    beams: int = typer.Option(1, min=1, help="Beam width that the exported parser uses by default."),
) -> None:
    """Export a trained parser to what `grice parse` runs, with checksums and a model card."""
    _require_all()
    from grice.training.export import require_form
    from grice.training.parser.export import export_folder
    from grice.training.parser.pretrained import load_encoder

    require_form(form)
    with _errors_reported():
        files = export_folder(folder, out, load_encoder(encoder), form, beams)
    emit({"file": name, **about} for name, about in files.items())
    say(f"exported {sum(file['bytes'] for file in files.values()) / 1e6:.1f} MB to {out}")


def _require_all() -> None:
    """Ask at the start of a run for every package that its end will need."""
    # Torch reads it when it is imported: without it, an export prints a dozen warnings about shapes.
    os.environ.setdefault("TORCH_CPP_LOG_LEVEL", "ERROR")
    for package in ("torch", "safetensors.torch", "onnx"):
        require(package, "train", "training and exporting")


@contextmanager
def _errors_reported(again: str = "the same command continues from the last checkpoint") -> Iterator[None]:
    """A stopped run and a disk error end with a message, not with a traceback."""
    refused = require("safetensors", "train", "training").SafetensorError
    try:
        yield
    except KeyboardInterrupt:
        say(f"stopped; {again}")
        raise typer.Exit(130) from None
    except (OSError, refused) as error:
        raise InputError(
            f"a file cannot be read or written: {error}", "folders you may write to, and room on the disk"
        ) from error
