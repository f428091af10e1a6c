"""How is one parser trained from start to end? Data in, the loop, judgement on held-out rows, a folder out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch

from grice.corpora.factual import fresh
from grice.errors import InputError
from grice.readers.graphs.linear import Fact, plain
from grice.readers.graphs.pieces import GraphPieces as Vocabulary
from grice.readers.graphs.pieces import build
from grice.training import checkpoints
from grice.training.averaging import Average
from grice.training.batches import Batches
from grice.training.loop import Plan, Report, train
from grice.training.parser import weights
from grice.training.parser.decoding import parse
from grice.training.parser.editions import SHAPES, Ahead, Arrays, Editions, Lesson, bucketed, buckets_of
from grice.training.parser.judge import Verdict, judge
from grice.training.parser.loss import ParserLoss
from grice.training.parser.network import Network
from grice.training.parser.recipes import Recipe
from grice.training.parser.rows import Row, hold_out, read_rows

Say = Callable[[str], None]
CHECKPOINT = "checkpoint"


@dataclass(frozen=True)
class Data:
    """The rows of a run: to learn from, held out to choose by, and the development set to report."""

    split: str
    rows: list[Row]
    held_out: list[Row]
    dev: list[Row]

    def in_form(self, identifiers: bool) -> "Data":
        """The data with training graphs as they are, or plain."""
        if identifiers:
            return self
        plain_rows = [replace(row, facts=tuple(dict.fromkeys(map(plain, row.facts)))) for row in self.rows]
        return replace(self, rows=plain_rows)


@dataclass(frozen=True)
class Run:
    """One training run: what, on which part, how long."""

    name: str
    recipe: Recipe
    seed: int = 0
    steps: int | None = None
    minutes: float | None = None
    fold: tuple[int, int] | None = None
    """(k, n): leave out rows k, k + n, ... of the training rows; a teacher judges only rows it has not seen."""
    device: str = "cpu"
    mode: str = "graph"
    ahead: bool = False
    keep: bool = True
    """Whether to write checkpoints on the way."""

    def __post_init__(self) -> None:
        lengths = [length for length in (self.steps, self.minutes) if length is not None]
        if len(lengths) != 1 or not 0 < lengths[0] < float("inf"):
            given = " and ".join(map(str, lengths)) or "nothing"
            raise InputError(f"{given} for --steps and --minutes", "one of them, more than 0", "--minutes 20")


def load_data(
    folder: Path, split: str, held_out: int, limit: int | None = None, part: int = 0, say: Say = print
) -> Data:
    """Read a split and hold out rows of its training part (for one `part` always the same ones)."""
    train_rows, dev = read_rows(folder, split, limit, say)
    rows, held = hold_out(train_rows, held_out, 0, split, part)
    return Data(split, rows, held, dev)


def vocabulary_of(data: Data, tokenizer: Any) -> Vocabulary:
    """The vocabulary that every run on this data shares: outputs from training rows alone."""
    captions = [row.words for row in (*data.rows, *data.held_out, *data.dev)]
    return build(tokenizer, captions, [row.facts for row in (*data.rows, *data.held_out)])


@dataclass
class Curve:
    """What was measured on the way; a part of the checkpoint, so that a run that was stopped has all of it."""

    points: list[dict[str, Any]] = field(default_factory=list)

    def state_dict(self) -> dict[str, Any]:
        return {"points": self.points}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.points = state["points"]


def fit(
    run: Run,
    data: Data,
    encoder: weights.Encoder,
    out: Path,
    say: Say = print,
    lesson: Lesson | None = None,
    taught_by: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Train one parser, judge it, write it to `out`; returns what was measured.

    A `lesson` (`teaching`) is trained on instead of editions of the rows, in the last part of the run only its training
    captions; `taught_by` says whose it is. A run that keeps checkpoints is trained once: called again, it goes on.
    """
    recipe = run.recipe
    identity = identity_of(run, data, encoder, taught_by)
    if run.keep and (done := finished(out, identity)) is not None:
        return done
    torch.manual_seed(run.seed)
    if run.device == "cuda":
        # cuDNN's attention plans every new shape at length; the other kernels are as fast on captions.
        torch.backends.cuda.enable_cudnn_sdp(False)
    vocabulary = vocabulary_of(data, encoder.tokenizer)
    if without := sum(bucket is None for bucket in buckets_of(vocabulary, data.rows)):
        most = "{} pieces or graphs than {}".format(*SHAPES[-1])
        say(f"{without} of {len(data.rows)} rows left out, longer than {most}")
    network = weights.new_network(
        vocabulary, encoder, recipe.decoder_layers, recipe.dropout, recipe.decoder_from_encoder
    ).to(run.device)
    loss = ParserLoss(network, recipe.smoothing, recipe.agreement, recipe.hide_source, recipe.hide_target)
    groups = network.groups(recipe.encoder_rate, recipe.decoder_rate, recipe.weight_decay)
    plan = Plan(
        steps=run.steps,
        minutes=run.minutes,
        warmup=recipe.warmup,
        decay=recipe.decay,
        mode=run.mode,
        precision="bfloat16" if run.device == "cuda" else "float32",
    )
    curve = Curve()
    watched = data.held_out or data.dev

    def report(now: Report, average: Average) -> None:
        with average.applied():
            verdict = verdict_on([network], vocabulary, watched)
        point = {"step": now.step, "epoch": now.epoch, "seconds": round(now.seconds, 1), "loss": round(now.loss, 4)}
        curve.points.append(point | {"set_match": round(verdict.set_match, 2), "spice": round(verdict.spice, 2)})
        say(
            f"{run.name}: step {now.step}, {now.progress:.0%}, {now.seconds:.0f} s, loss {now.loss:.3f}, "
            f"Set Match {verdict.set_match:.1f}, SPICE {verdict.spice:.1f}"
        )

    folder = out / CHECKPOINT if run.keep else None
    with _source(run, data, vocabulary, lesson) as source:
        batches = Batches(source, recipe.batch, run.seed, run.device)
        average = train(network, loss, groups, batches, plan, report, folder, identity, {"curve": curve})
    say(f"{run.name}: measuring on {len(data.held_out) + len(data.dev)} rows, greedy and with four beams")
    with average.applied():
        result = measured(network, vocabulary, data, run)
        last = curve.points[-1]
        result |= {"curve": curve.points, "steps": last["step"], "seconds": last["seconds"]}
        weights.save(network, vocabulary, out, _about(run, data, identity, result))
    return result


def finished(out: Path, identity: dict[str, Any]) -> dict[str, Any] | None:
    """What was measured where this run has ended in `out`; a folder in which another was begun is refused."""
    if not (out / weights.RECORD).exists():
        checkpoints.check(out / CHECKPOINT, identity)
        return None
    record = weights.record(out)
    checkpoints.require_same(out / weights.RECORD, record.get("run", {}), identity)
    result: dict[str, Any] = record["measured"]
    return result


def identity_of(run: Run, data: Data, encoder: weights.Encoder, taught_by: Any = None) -> dict[str, Any]:
    """What makes a run the run it is, as JSON: to go on with one, all of it must be the same."""
    return {
        "device": run.device,
        "split": data.split,
        "recipe": asdict(run.recipe),
        "seed": run.seed,
        "steps": run.steps,
        "minutes": run.minutes,
        "fold": run.fold,
        **digests(data),
        "encoder": _digest(encoder.weights[weights.TABLE].numpy().tobytes()),
        "teachers": taught_by,
    }


def digests(data: Data) -> dict[str, dict[str, str]]:
    """Checksums by which the rows of two runs are told apart."""
    kinds = {"training rows": data.rows, "rows held out": data.held_out, "development rows": data.dev}
    return {kind: _digest(repr(rows).encode()) for kind, rows in kinds.items()}


def _digest(content: bytes) -> dict[str, str]:
    return {"sha256": sha256(content).hexdigest()}


@contextmanager
def _source(
    run: Run, data: Data, vocabulary: Vocabulary, lesson: Lesson | None
) -> Iterator[Callable[[int, float], Sequence[Arrays]]]:
    """The buckets of each epoch, from a lesson or from the rows; another process ends with the block."""
    mixture = run.recipe.mixture
    if lesson is not None:
        everything = lesson.all
        yield lambda _epoch, progress: lesson.gold if progress >= mixture.calm else everything
        return
    rows = left_in(data.in_form(run.recipe.identifiers).rows, run.fold)
    editions = Editions(rows, vocabulary, mixture, run.seed)
    if not run.ahead:
        yield editions
        return
    with closing(Ahead(editions)) as ahead:
        yield ahead


def _about(run: Run, data: Data, identity: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    fold = {"fold_of": run.fold} if run.fold else {}
    return {
        "name": run.name,
        "split": data.split,
        "identifiers": run.recipe.identifiers,
        "recipe": asdict(run.recipe),
        "rows": {"learned from": len(data.rows), "held out": len(data.held_out), "reported on": len(data.dev)},
        "run": identity,
        "measured": result | fold,
    }


def measured(network: Network, vocabulary: Vocabulary, data: Data, run: Run) -> dict[str, Any]:
    """Held-out and development scores, greedy and with four beams, and on rows without a near-duplicate in training."""
    dev_captions, known = ([" ".join(row.words) for row in rows] for rows in (data.dev, data.rows))
    unlike = fresh(dev_captions, known).tolist()
    result: dict[str, Any] = {"name": run.name, "seed": run.seed}
    for beams in (1, 4):
        dev = verdict_on([network], vocabulary, data.dev, beams)
        tag = "" if beams == 1 else f"_beam{beams}"
        result |= {
            f"dev{tag}": dev.set_match,
            f"dev_spice{tag}": dev.spice,
            f"dev_fresh{tag}": dev.over(unlike),
        }
        if data.held_out:
            held = verdict_on([network], vocabulary, data.held_out, beams)
            result |= {f"held_out{tag}": held.set_match, f"held_out_spice{tag}": held.spice}
    if data.held_out:
        result["held_out_surprise"] = surprise(network, vocabulary, data.held_out)
    if run.fold is not None:
        unseen = verdict_on([network], vocabulary, left_out(data.rows, run.fold))
        result["fold"] = unseen.set_match
    return result


def verdict_on(networks: Sequence[Network], vocabulary: Vocabulary, rows: Sequence[Row], beams: int = 1) -> Verdict:
    """Judge networks on rows."""
    return judge(predictions(networks, vocabulary, rows, beams), [row.gold for row in rows])


@torch.no_grad()
def surprise(network: Network, vocabulary: Vocabulary, rows: Sequence[Row]) -> float:
    """Mean nats per piece of the rows' own graphs: finer than counting graphs that are wholly right."""
    network.eval()
    device = network.pieces.weight.device
    loss = ParserLoss(network, smoothing=0.0, agreement=0.0, hide_source=0.0)
    total = count = 0.0
    for arrays in bucketed(vocabulary, [(row.words, vocabulary.target(row.facts)) for row in rows]):
        for start in range(0, len(arrays["given"]), 256):
            part = {name: torch.from_numpy(a[start : start + 256]).to(device) for name, a in arrays.items()}
            given = float(part["given"].sum())
            total += given * float(loss(part))
            count += given
    return total / max(1.0, count)


def predictions(
    networks: Sequence[Network], vocabulary: Vocabulary, rows: Sequence[Row], beams: int = 1
) -> list[list[Fact]]:
    """The facts that networks find in the captions of rows."""
    kind = networks[0].pieces.weight.device.type
    with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
        found: list[list[Fact]] = parse(networks, vocabulary, [row.words for row in rows], beams)
    return found


def left_in(rows: Sequence[Row], fold: tuple[int, int] | None) -> list[Row]:
    """The rows a run learns from."""
    return list(rows) if fold is None else [row for i, row in enumerate(rows) if i % fold[1] != fold[0]]


def left_out(rows: Sequence[Row], fold: tuple[int, int]) -> list[Row]:
    """The rows a run has not seen."""
    return list(rows[fold[0] :: fold[1]])


def unseen_by(rows: int, folds: Sequence[tuple[int, int]]) -> np.ndarray:
    """(runs, rows): whether each run has not seen each row."""
    return np.array([[i % n == k for i in range(rows)] for k, n in folds])
