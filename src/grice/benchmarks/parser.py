"""How fast and how good is a scene graph parser here? Captions per second beside Flan-T5-base, and the dev scores.

Speed is measured in one run on the same cores: ours as users call it, and a Flan-T5-base of the published shape with
random weights (transformers, greedy, 20 new tokens, batches of 32), which costs what the trained one costs. Quality is
the published protocol (Li et al. 2023): Set Match and SPICE with noun lemmas against plain graphs, also over the rows
whose caption has no near-duplicate in the training file.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np

from grice.corpora import factual
from grice.engines.score import score
from grice.errors import MissingExtra
from grice.extras import require
from grice.networks.session import cores
from grice.readers.base import Parser
from grice.readers.graphs.parsing import DEFAULT, load, parse
from grice.tables import Table

PUBLISHED = (
    ("SPICE's parser (Stanford), random test", 31.96, 69.66),
    ("FACTUAL-T5, random test", 79.44, 92.23),
    ("FACTUAL-T5 pretrained on Visual Genome, random test", 79.77, 92.91),
    ("Flan-T5-base as released, random test", 81.37, 93.27),
)
T5_BATCH, T5_NEW = 32, 20
RUNS = 3
# The shape of google/flan-t5-base.
_T5 = {
    "vocab_size": 32_128,
    "d_model": 768,
    "d_kv": 64,
    "d_ff": 2_048,
    "num_layers": 12,
    "num_heads": 12,
    "feed_forward_proj": "gated-gelu",
    "tie_word_embeddings": False,
    "decoder_start_token_id": 0,
}
_COLD = "import sys; from grice.cli.main import main; sys.argv = ['grice', 'parse', *sys.argv[1:]]; main()"


def run(
    parser: Annotated[str, "Which parser: default, rules, a folder, or a hub id."] = DEFAULT,
    data: Annotated[Path | None, "Folder of FACTUAL; without it, speed alone."] = None,
    split: Annotated[str, "random or length."] = "random",
    beams: Annotated[int | None, "Search wider than the parser's own setting."] = None,
    seed: int = 0,
    step: Callable[..., object] = lambda *_: None,
) -> list[Table]:
    """Speed and first answer; with `data`, the folder of FACTUAL, also quality on the split's development set."""
    items = list(factual.load(data / f"{split}_dev.csv")) if data else []
    captions = [item.caption for item in items] or made_up(1000, seed)
    tables = [speed(parser, beams, captions, seed)]
    step()
    if data:
        tables.append(quality(load(parser, beams=beams), items, data / f"{split}_train.csv"))
        step()
    return tables


def speed(name: str, beams: int | None, captions: Sequence[str], seed: int) -> Table:
    """Captions per second, and seconds to the first answer of the command line."""
    parser, alone = load(name, beams=beams), load(name, beams=beams, threads=1)
    ours = (_rate(lambda: len(parse(captions, parser)), RUNS), _rate(lambda: len(parse(captions, alone)), 1, one=True))
    theirs: Sequence[float | None] = (None, None)
    note = "Flan-T5-base's shape with random weights, in this run on the same cores"
    try:
        theirs = flan_t5_rates([len(caption.split()) + 7 for caption in captions[:T5_BATCH]], seed)
    except MissingExtra as missing:
        note = f"Flan-T5-base was not measured: {missing}".replace("\n", "; ")
    rows: list[tuple[object, ...]] = []
    for how, us, them in zip((f"{cores()} cores, wall clock", "one core, its own time"), ours, theirs, strict=True):
        rows.append((f"captions per second, {parser.name}, {how}", us, ""))
        rows.append((f"captions per second, Flan-T5-base, {how}", them, ""))
        rows.append((f"times Flan-T5-base, {how}", us / them if them else None, "at least 25"))
    rows.append(("seconds to the first answer of `grice parse`, cold", cold_start(name), "under 2"))
    notes = (note, f"{len(captions)} captions, best of {RUNS} runs; other work on the machine slows the wall clock")
    return Table("Speed of the parser", ("what", "measured", "aim"), rows, notes, parser.fingerprint)


def quality(parser: Parser, items: Sequence[factual.Item], train: Path) -> Table:
    """Set Match and SPICE on all rows, and on those without a near-duplicate in the training file."""
    graphs = parse([item.caption for item in items], parser)
    scores = score(graphs, [[item.graph] for item in items], metrics=["setmatch", "spice"])
    fresh = factual.fresh([item.caption for item in items], (item.caption for item in factual.load(train)))
    rows: list[tuple[object, ...]] = [(name, None, a, b) for name, a, b in PUBLISHED]
    for name, kept in (("dev", np.ones(len(items), bool)), ("dev, no near-duplicate in train", fresh)):
        means = [100 * float(scores[metric].items[kept].mean()) for metric in ("setmatch", "spice")]
        rows.append((f"{parser.name}, {name}", int(kept.sum()), *means))
    return Table(
        "Quality of the parser (Li et al. 2023, Table 3)",
        ("parser", "rows", "Set Match", "SPICE"),
        rows,
        ("The published rows are on the random test set; the rows of this run are on the development set.",),
        scores.signature,
    )


def flan_t5_rates(lengths: Sequence[int], seed: int = 0) -> tuple[float, float]:
    """Captions per second of a network of Flan-T5-base's shape: on all cores, and of one core's time."""
    torch = require("torch", "hub", "timing Flan-T5-base")
    library = require("transformers", "hub", "timing Flan-T5-base")
    torch.manual_seed(seed)
    model = library.T5ForConditionalGeneration(library.T5Config(**_T5)).eval()
    ids = np.random.default_rng(seed).integers(10, 32_000, (len(lengths), max(lengths)))
    mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
    given = {"input_ids": torch.from_numpy(ids * mask), "attention_mask": torch.from_numpy(mask.astype(np.int64))}

    def work() -> int:
        with torch.inference_mode():
            model.generate(**given, do_sample=False, min_new_tokens=T5_NEW, max_new_tokens=T5_NEW)
        return len(lengths)

    threads = torch.get_num_threads()
    try:
        torch.set_num_threads(1)
        alone = _rate(work, 1, one=True)
        torch.set_num_threads(cores())
        return _rate(work, RUNS), alone
    finally:
        torch.set_num_threads(threads)


def cold_start(parser: str) -> float:
    """Seconds from nothing to the first answer of the command line."""
    start = time.perf_counter()
    command = [sys.executable, "-c", _COLD, "two dogs chase a ball", "--parser", parser]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def made_up(count: int, seed: int) -> list[str]:
    """Captions for timing where there is no corpus: as long as those of FACTUAL on average."""
    rng = np.random.default_rng(seed)
    things = ("man", "woman", "dog", "ball", "street", "table", "car", "tree", "horse", "window", "plate", "shirt")
    looks = ("red", "small", "old", "white", "wooden", "large", "young", "black")
    links = ("on", "next to", "holding", "in front of", "near", "wearing", "behind")

    def one() -> str:
        caption = f"a {rng.choice(looks)} {rng.choice(things)} {rng.choice(links)} the {rng.choice(things)}"
        return caption if rng.random() < 0.7 else f"{caption} with {rng.choice(looks)} {rng.choice(things)}s"

    return [one() for _ in range(count)]


def _rate(work: Callable[[], int], runs: int, one: bool = False) -> float:
    """Items per second, the best of some runs; with `one`, per second of processor time."""
    clock = time.process_time if one else time.perf_counter
    work()
    best = 0.0
    for _ in range(runs):
        start = clock()
        count = work()
        best = max(best, count / (clock() - start))
    return best
