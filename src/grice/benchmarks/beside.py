"""Is it faster than what else there is? A line for each other program: items per second of a core, ours and its.

Both times of a line are measured in one run where the other program is installed; where it is not, its time is a record
scaled to this machine (`benchmarks.alternatives`).
"""

import os
from functools import partial
from importlib.resources import files

import numpy as np

from grice.benchmarks import alternatives, encoders, graphs, parser, quantified
from grice.benchmarks.alternatives import Alternative, calibration
from grice.benchmarks.timing import REFERENCES, items, kinds_of_text, parsing, seconds
from grice.encoders.minilm import MiniLM
from grice.engines.score import score
from grice.meaning.graph import SceneGraph
from grice.metrics.graphs.softspice import SoftSpice
from grice.metrics.graphs.spice import Spice
from grice.scenes.context import sample
from grice.scenes.quantified import worlds
from grice.speakers.base import load as load_speaker
from grice.speakers.rooms.realisation import captions as room_captions
from grice.tables import Table

RUNS = 3
T5_BATCH = 32
LARGEST = 20
"""Objects of the scenes for which the time of QDG was recorded and is compared."""
TEXT_RECORDED = {"bleu": 180e-6, "rouge": 161e-6, "cider": 607e-6}
"""Seconds per item of pycocoevalcap 1.2 with five references of twelve words."""
NLTK_RECORDED = 288e-6
"""Seconds per room of nltk 3.10's expansion of the exhaustive grammar: twenty captions."""
Line = tuple[str, float, Alternative, float | None]
"""What is done, our seconds per item, the other program and its seconds per item, where it is installed."""


def beside(captions: int, seed: int = 0) -> Table:
    """A line for each other program: items per second of a core, ours and its, and how many times as fast ours is."""
    scale = calibration()
    lines = [*_graph_lines(captions, seed), *_parser_lines(captions, seed)]
    lines += [*_text_lines(captions, seed), *_grammar_lines(captions, seed), *_quantified_lines(seed)]
    rows: list[tuple[object, ...]] = []
    for what, ours, other, theirs in lines:
        spent, source = theirs, "measured in this run"
        if spent is None and other.recorded is not None:
            spent, source = other.recorded * scale, "recorded, scaled"
        if spent is None:
            rows.append((what, other.name, 1 / ours, None, None, f"not installed: {other.install}"))
        else:
            rows.append((what, other.name, 1 / ours, 1 / spent, spent / ours, source))
    return Table(
        "Beside other programs: items per second of one core",
        ("what", "the other", "ours", "theirs", "times as fast", "theirs is"),
        rows,
        (
            f"Processor time. The loop that scales records takes {scale:.2f} times what it took where they were made, "
            "an AMD EPYC of 2026.",
            "Records become measurements with: pip install FactualSceneGraph transformers torch pycocoevalcap nltk",
        ),
        f"speed|captions:{captions}|seed:{seed}",
    )


def _graph_lines(captions: int, seed: int) -> list[Line]:
    pairs = graphs.synthetic(captions, seed)
    said = [SceneGraph.from_text(candidate) for candidate, _ in pairs]
    meant = [[SceneGraph.from_text(text) for text in texts] for _, texts in pairs]
    network = MiniLM(threads=1)
    modules = ("factual_scene_graph.evaluation.evaluator", "torch")
    published = Alternative("FactualSceneGraph", modules, "pip install FactualSceneGraph", graphs.RECORDED / 1e3)
    soft = Alternative("FactualSceneGraph, batches of 128", modules, published.install, encoders.RECORDED[128] / 1e3)
    has_encoder = soft.installed and alternatives.ENCODER in os.environ
    return [
        (
            "SPICE of two graphs",
            seconds(lambda: score(said, meant, metrics=Spice(lemmatise=False)), RUNS) / len(pairs),
            published,
            seconds(alternatives.published_spice(pairs), RUNS) / len(pairs) if published.installed else None,
        ),
        (
            "SoftSPICE of two graphs, phrases not met before",
            seconds(lambda: score(said, meant, metrics=SoftSpice(lemmatise=False, encoder=network))) / len(pairs),
            soft,
            seconds(alternatives.published_spice(pairs, "soft_spice")) / len(pairs) if has_encoder else None,
        ),
    ]


def _parser_lines(captions: int, seed: int) -> list[Line]:
    other = Alternative(
        "Flan-T5-base's shape, 20 new tokens",
        ("transformers", "torch"),
        "pip install transformers torch",
        1 / parser.RECORDED_T5,
    )
    found: list[Line] = []
    for what, texts in kinds_of_text(captions, seed).items():
        theirs = seconds(alternatives.flan_t5(texts[:T5_BATCH])) if other.installed else None
        found.append((f"{what} parsed", parsing(texts), other, theirs and theirs / len(texts[:T5_BATCH])))
    return found


def _text_lines(captions: int, seed: int) -> list[Line]:
    said, meant = items(captions, seed)
    found: list[Line] = []
    for name, recorded in TEXT_RECORDED.items():
        other = Alternative("pycocoevalcap", ("pycocoevalcap",), "pip install pycocoevalcap", recorded)
        ours = seconds(partial(score, said, meant, metrics=name), RUNS)
        theirs = seconds(alternatives.coco_tools(name, said, meant), RUNS) / len(said) if other.installed else None
        found.append((f"{name}, {REFERENCES} references", ours / len(said), other, theirs))
    return found


def _grammar_lines(captions: int, seed: int) -> list[Line]:
    other = Alternative("nltk, a grammar for each room", ("nltk",), "pip install nltk", NLTK_RECORDED)
    ids = sample(captions, seed=seed).targets.tolist()
    grammar = files("grice.speakers.rooms").joinpath("grammars", "exhaustive.grammar").read_text("utf-8")
    theirs = seconds(alternatives.nltk_captions(ids, grammar), RUNS) / len(ids) if other.installed else None
    return [("all 20 captions of a room", seconds(lambda: room_captions(ids), RUNS) / len(ids), other, theirs)]


def _quantified_lines(seed: int) -> list[Line]:
    every = worlds(LARGEST)
    chosen = every[np.random.default_rng(seed).integers(len(every), size=quantified.SCENES_TIMED)]
    found: list[Line] = []
    for name, recorded in quantified.ORIGINAL_MS.items():
        speak = load_speaker(name)
        ours = seconds(partial(speak, chosen, seed=seed), RUNS) / len(chosen)
        other = Alternative("QDG as released", recorded=recorded[LARGEST] / 1e3)
        found.append((f"{name}: a scene of {LARGEST} objects described", ours, other, None))
    return found
