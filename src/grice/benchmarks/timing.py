"""What do speed benchmarks time, and how? Made-up captions through the parser and the metrics, in processor time."""

from collections.abc import Callable, Sequence
from time import process_time

from grice.benchmarks.parser import made_up, of_twelve_words
from grice.encoders.memory import VectorMemory
from grice.encoders.minilm import MiniLM
from grice.engines.score import score
from grice.metrics.base import Metric
from grice.metrics.graphs.softspice import SoftSpice
from grice.metrics.graphs.spice import Spice
from grice.metrics.texts.grice import Grice
from grice.progress import step
from grice.readers.graphs.parsing import load, parse

REFERENCES = 5
Work = Callable[[], object]


def kinds_of_text(captions: int, seed: int) -> dict[str, list[str]]:
    """Texts of two lengths, by what they are called."""
    return {
        "phrases of six words": made_up(captions, seed),
        "captions of twelve words": of_twelve_words(captions, seed),
    }


def items(count: int, seed: int) -> tuple[list[str], list[list[str]]]:
    """Predictions with five references each, all of twelve words."""
    texts = of_twelve_words(count * (1 + REFERENCES), seed)
    return texts[:count], [texts[start : start + REFERENCES] for start in range(count, len(texts), REFERENCES)]


def parsing(texts: Sequence[str]) -> float:
    """Seconds per caption of the default parser."""
    reads = load("default", threads=1)
    parse(texts[:8], reads)
    return seconds(lambda: parse(texts, reads)) / len(texts)


def judging(said: Sequence[str], meant: Sequence[Sequence[str]]) -> Work:
    """Items read and judged by three metrics together, on one core, by an encoder that has met no text before."""
    reads, encoder = load("default", threads=1), VectorMemory(MiniLM(threads=1))
    metrics: list[Metric] = [
        Spice(parser=reads),
        SoftSpice(parser=reads, encoder=encoder),
        Grice(parser=reads, encoder=encoder),
    ]
    return lambda: score(said, meant, metrics=metrics)


def seconds(work: Work, runs: int = 1) -> float:
    """Processor seconds of some work, the best of a few runs; a single one where nothing may be known from before."""
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
        step()
    return min(times)
