"""What do several trained parsers know that one does not? Their mean judgement, as targets for a student.

Sequence and word distillation (Kim & Rush 2016) on two kinds of captions. *Training captions* keep their gold target,
and at each position the mean of those teachers that have not seen the row says how likely it and its rivals are: an
odd annotation is softened, a sound one is not. Of a row that all have seen, all are asked. *New captions*, recombined
from training rows alone, get the ensemble's own target and its probabilities.
"""

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from grice.errors import InputError
from grice.networks.pieces import END
from grice.networks.wholeness import Wholeness
from grice.readers.graphs.linear import IN_TEXT
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.augment import Mixture
from grice.training.parser.decoding import decode
from grice.training.parser.editions import Arrays, Editions, Lesson, bucketed_with_places
from grice.training.parser.network import ParserNetwork
from grice.training.parser.rows import Row
from grice.training.parser.splits import Fold, ParserData, Say, unseen_by

LIKELIEST = 8
ABOUT = "about"
NEW = {
    "random": Mixture(join=0.15, expand=0.2, follow=0.25, substitute=0.8, shorten=0.2),
    "length": Mixture(join=0.3, expand=0.4, follow=0.5, substitute=0.8, long_copies=4),
}
"""How new captions are recombined for each split."""


def lesson_of(
    networks: Sequence[ParserNetwork],
    vocabulary: GraphPieces,
    data: ParserData,
    folds: Sequence[Fold | None],
    count: int,
    trust: float,
    seed: int,
    say: Say = print,
) -> Lesson:
    """What teachers, each trained without a fold (or with all rows), say of training captions and `count` new ones."""
    began = time.monotonic()
    unseen = unseen_by(data.rows, folds)
    asked = unseen | ~unseen.any(axis=0)
    copies = NEW[data.split].long_copies
    places = [i for i, row in enumerate(data.rows) for _ in range(row.copies or (copies if row.long else 1))]
    gold = taught(networks, vocabulary, [data.rows[i] for i in places], asked[:, places], trust)
    say(f"labelled {len(places)} training captions in {time.monotonic() - began:.1f} s")
    fresh = [*new_captions(data.rows, vocabulary, data.split, count, seed), *data.unlabelled]
    new = self_taught(networks, vocabulary, fresh)
    say(f"recombined and labelled {len(fresh)} new captions at {time.monotonic() - began:.1f} s")
    return Lesson(gold, new)


def save_lesson(path: Path, labelled: Lesson, identity: Mapping[str, Any]) -> None:
    """Write a lesson as one file of small numbers, and what it was made with."""
    small: dict[str, Any] = {ABOUT: np.array(json.dumps(identity))}
    for kind, buckets in zip(Lesson._fields, labelled, strict=True):
        for i, bucket in enumerate(buckets):
            for name, a in bucket.items():
                narrow = a.astype(np.int16 if a.dtype == np.int64 else np.float16) if a.dtype != np.bool_ else a
                small[f"{kind}/{i}/{name}"] = narrow
    partial = path.with_suffix(".part.npz")
    np.savez(partial, **small)
    partial.replace(path)


def load_lesson(path: Path) -> Lesson:
    """A lesson as it was written."""
    found: dict[str, dict[int, Arrays]] = {kind: {} for kind in Lesson._fields}
    with np.load(path, allow_pickle=False) as file:
        for key in file.files:
            if key == ABOUT:
                continue
            kind, i, name = key.split("/")
            a = file[key]
            wide = {np.dtype(np.int16): np.int64, np.dtype(np.float16): np.float32}.get(a.dtype, a.dtype)
            found[kind].setdefault(int(i), {})[name] = a.astype(wide)
    return Lesson(*([buckets[i] for i in sorted(buckets)] for buckets in found.values()))


def lesson_about(path: Path) -> dict[str, Any]:
    """What a lesson was made with: its teachers, and the rows that they know."""
    try:
        with np.load(path, allow_pickle=False) as file:
            said: dict[str, Any] = json.loads(str(file[ABOUT]))
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"{path} is not a file of labelled captions ({error})", "taught.npz of a sweep's teachers"
        ) from None
    return said


def new_captions(rows: Sequence[Row], vocabulary: GraphPieces, split: str, count: int, seed: int) -> list[Row]:
    """Captions recombined from training rows: each once, none of them a training caption."""
    seen = {row.words for row in rows}
    editions = Editions(rows, vocabulary, NEW[split], seed)
    found: list[Row] = []
    epoch = 0
    while len(found) < count and epoch < 40:
        for row in editions.drawn(epoch, calm=False):
            if row.words not in seen:
                seen.add(row.words)
                found.append(row)
        epoch += 1
    return found[:count]


@torch.no_grad()
def taught(
    networks: Sequence[ParserNetwork], vocabulary: GraphPieces, rows: Sequence[Row], asked: np.ndarray, trust: float
) -> list[Arrays]:
    """Training rows with their gold targets and the mean view of the teachers that are asked of each."""
    pairs = [(row.words, vocabulary.target(row.facts)) for row in rows]
    made: list[Arrays] = []
    for arrays, places in bucketed_with_places(vocabulary, pairs):
        made.append(_labelled(networks, arrays, asked[:, places].T, trust))
    return made


@torch.no_grad()
def self_taught(networks: Sequence[ParserNetwork], vocabulary: GraphPieces, rows: Sequence[Row]) -> list[Arrays]:
    """Unlabelled captions with the ensemble's own targets and probabilities; a target with a broken word is dropped."""
    wholeness = Wholeness(vocabulary)
    sources = [vocabulary.source(row.words) for row in rows]
    order = sorted(range(len(rows)), key=lambda i: len(sources[i]))
    pairs: list[tuple[Sequence[str], Sequence[int]]] = []
    for start in range(0, len(order), 2048):
        chosen = order[start : start + 2048]
        with torch.autocast("cuda", torch.bfloat16, enabled=networks[0].pieces.weight.is_cuda):
            targets = decode(networks, vocabulary, [sources[i] for i in chosen], 1, 0.0)
        for i, target in zip(chosen, targets, strict=True):
            written = target[: target.index(END)] if END in target else []
            nothing = target[:1] == [END] and rows[i].words[0] == IN_TEXT
            if nothing or (written and wholeness.holds(written, sources[i])):
                pairs.append((rows[i].words, written))
    made: list[Arrays] = []
    for arrays, places in bucketed_with_places(vocabulary, pairs):
        made.append(_labelled(networks, arrays, np.ones((len(places), len(networks)), bool), 1.0))
    return made


def _labelled(networks: Sequence[ParserNetwork], arrays: Arrays, asked: np.ndarray, trust: float) -> Arrays:
    """A bucket with the likeliest outputs at each position, their chances, and how far the teachers are trusted."""
    device = networks[0].pieces.weight.device
    count, length = arrays["target"].shape
    likely = np.zeros((count, length, LIKELIEST), np.int64)
    chances = np.zeros((count, length, LIKELIEST), np.float32)
    for start in range(0, count, 1024):
        part = {name: torch.from_numpy(a[start : start + 1024]).to(device) for name, a in arrays.items()}
        votes = torch.from_numpy(asked[start : start + 1024].astype(np.float32)).to(device)
        total: Any = 0.0
        for i, network in enumerate(networks):
            network.eval()
            with torch.autocast("cuda", torch.bfloat16, enabled=device.type == "cuda"):
                seen, _ = network(part["source"], part["source_out"], part["target"])
            total = total + votes[:, i, None, None] * seen
        top, which = (total / votes.sum(1).clamp(min=1.0)[:, None, None]).topk(LIKELIEST, dim=-1)
        likely[start : start + 1024] = which.cpu().numpy()
        chances[start : start + 1024] = (top / top.sum(-1, keepdim=True).clamp(min=1e-6)).cpu().numpy()
    weight = np.full(count, trust, np.float32)
    return {**arrays, "likely": likely, "chances": chances, "weight": weight}
