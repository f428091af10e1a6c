"""How is one parser trained from start to end? Data in, the loop, judgement on held-out rows, a folder out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from grice.errors import InputError
from grice.networks import manifest
from grice.readers.graphs.pieces import GraphPieces
from grice.training.averaging import Average
from grice.training.batches import Batches
from grice.training.identity import Identity
from grice.training.loop import Curve, Plan, Report, train
from grice.training.parser.editions import SHAPES, Arrays, Editions, EditionsAhead, buckets_of
from grice.training.parser.loss import ParserLoss
from grice.training.parser.measuring import measured, scores_on
from grice.training.parser.pretrained import Pretrained, new_network
from grice.training.parser.recipes import Recipe
from grice.training.parser.restoring import rebased, restored
from grice.training.parser.splits import ParserData, Say
from grice.training.parser.trained import RECORD, WRITTEN_BY, save_parser
from grice.training.records import finished

CHECKPOINT = "checkpoint"
WATCHED = 250
"""Rows on which a run is judged while it trains."""


@dataclass(frozen=True)
class ParserRun:
    """One training run: what, how long, on which device."""

    name: str
    recipe: Recipe
    seed: int = 0
    steps: int | None = None
    minutes: float | None = None
    device: str = "cpu"
    ahead: bool = False
    """Whether another process makes each epoch while the one before it is trained on."""
    start: Path | None = None
    """The folder of an exported parser that the run goes on from; None: the pretrained encoder."""

    def __post_init__(self) -> None:
        lengths = [length for length in (self.steps, self.minutes) if length is not None]
        if len(lengths) != 1 or not 0 < lengths[0] < float("inf"):
            given = " and ".join(map(str, lengths)) or "nothing"
            raise InputError(f"{given} for --steps and --minutes", "one of them, more than 0", "--minutes 20")

    def settings(self) -> dict[str, Any]:
        """What determines the weights of a run, apart from data, encoder and device."""
        return {
            "recipe": asdict(self.recipe),
            "seed": self.seed,
            "steps": self.steps,
            "minutes": self.minutes,
            "start": manifest.sha256(self.start / manifest.MANIFEST) if self.start else None,
        }


def fit(
    run: ParserRun,
    data: ParserData,
    encoder: Pretrained,
    out: Path,
    say: Say = print,
) -> dict[str, Any]:
    """Train one parser, judge it, write it to `out`; returns what was measured. Called again, a run continues, or is
    found finished."""
    recipe = run.recipe
    identity = identity_of(run, data, encoder)
    if (done := finished_parser(out, identity)) is not None:
        return done
    torch.manual_seed(run.seed)
    precision = prepared(run.device)
    vocabulary = data.vocabulary(encoder.tokenizer)
    if without := sum(bucket is None for bucket in buckets_of(vocabulary, data.rows)):
        most = "{} pieces in a caption or {} in a graph".format(*SHAPES[-1])
        say(f"left out: {without} of {len(data.rows)} rows, with more than {most}")
    if run.start is None:
        network = new_network(vocabulary, encoder, recipe.decoder_layers, recipe.dropout)
    else:
        known, pieces, _ = restored(run.start, recipe.dropout)
        network = rebased(known, pieces, vocabulary)
    network = network.to(run.device)
    loss = ParserLoss(network, recipe.smoothing, recipe.agreement, recipe.hide_source, recipe.looking)
    groups = network.groups(recipe.encoder_rate, recipe.decoder_rate, recipe.weight_decay)
    plan = Plan(
        steps=run.steps,
        minutes=run.minutes,
        warmup=recipe.warmup,
        decay=recipe.decay,
        precision=precision,
        report_every=0.2,
    )
    curve = Curve()
    watched = (data.captions or data.held_out or data.dev)[:WATCHED]

    def report(now: Report, average: Average) -> None:
        with average.applied():
            scores = scores_on(network, vocabulary, watched)
        point = {"step": now.step, "epoch": now.epoch, "seconds": round(now.seconds, 1), "loss": round(now.loss, 4)}
        curve.points.append(point | {"set_match": round(scores.set_match, 2), "spice": round(scores.spice, 2)})
        say(
            f"{run.name}: step {now.step}, {now.progress:.0%}, {now.seconds:.0f} s, loss {now.loss:.3f}, "
            f"Set Match {scores.set_match:.1f}, SPICE {scores.spice:.1f}"
        )

    with _source(run, data, vocabulary) as source:
        batches = Batches(source, recipe.batch, run.seed, run.device)
        average = train(network, loss, groups, batches, plan, report, out / CHECKPOINT, identity, {"curve": curve})
    say(f"{run.name}: measuring on {len(data.held_out) + len(data.dev)} rows")
    with average.applied():
        last = curve.points[-1]
        result = {"name": run.name, "seed": run.seed} | measured(network, vocabulary, data)
        result |= {"curve": curve.points, "steps": last["step"], "seconds": last["seconds"]}
        save_parser(network, vocabulary, out, _record(run, data, identity, result))
    return result


def prepared(device: str) -> str:
    """Choose the attention that is fast on captions of every shape; returns the precision to train in."""
    if device == "cuda":
        # cuDNN's attention takes long to plan every new shape; the other kernels are as fast on captions.
        torch.backends.cuda.enable_cudnn_sdp(False)
        return "bfloat16"
    # Captions are too short for blocked attention: on a processor a step without it takes a fifth less time.
    torch.backends.cuda.enable_flash_sdp(False)
    return "bfloat16" if torch.cpu._is_avx512_bf16_supported() else "float32"


def identity_of(run: ParserRun, data: ParserData, encoder: Pretrained) -> dict[str, Any]:
    """What identifies a run: to continue it, all of it must be the same."""
    shared = {"device": run.device, "split": data.split, "encoder": encoder.digest()}
    return {**shared, **run.settings(), **data.digests()}


def finished_parser(out: Path, identity: Identity) -> dict[str, Any] | None:
    """What was measured, if this run has finished in `out`; the folder of another run is refused."""
    return finished(out / RECORD, out / CHECKPOINT, identity, WRITTEN_BY)


def _record(run: ParserRun, data: ParserData, identity: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": run.name,
        "split": data.split,
        "identifiers": run.recipe.identifiers,
        "recipe": asdict(run.recipe),
        "rows": data.counts(),
        "sources": data.sources,
        "run": identity,
        "measured": result,
    }


@contextmanager
def _source(
    run: ParserRun, data: ParserData, vocabulary: GraphPieces
) -> Iterator[Callable[[int, float], Sequence[Arrays]]]:
    """The buckets of each epoch; processes that make them end with the block."""
    rows = data.in_form(run.recipe.identifiers).rows
    editions = Editions(rows, vocabulary, run.recipe.mixture, run.seed)
    if not run.ahead:
        yield editions
        return
    with closing(EditionsAhead(editions)) as ahead:
        yield ahead
