"""What else does the work, and how fast is it here? Other programs on the inputs that ours get, where installed.

Where one is not, the time holds that was recorded of it, scaled by a loop of plain Python: what takes twice as long as
on the machine of the record makes the recorded time twice as long.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np

from grice.benchmarks.graphs import Pair
from grice.scenes import rooms
from grice.speakers.rooms.grammar import PIECE, rules_of

Work = Callable[[], object]
LOOP = 0.0425
"""Seconds of the loop on a core of the AMD EPYC (2026) on which the records were made, all but those of QDG, of whose
machine this is assumed."""
ENCODER = "ENCODER"
"""The environment variable that names the folder of the published evaluator's sentence encoder."""
T5_NEW = 20
# The shape of google/flan-t5-base.
T5 = {
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


@dataclass(frozen=True)
class Alternative:
    """Another program: its name, the modules it needs, what installs them, and recorded seconds per item, if any."""

    name: str
    modules: tuple[str, ...] = ()
    install: str = ""
    recorded: float | None = None

    @property
    def installed(self) -> bool:
        """Whether it can be imported: a package may be there without what it needs."""
        try:
            return bool([import_module(module) for module in self.modules])
        except ImportError:
            return False


def calibration(runs: int = 5) -> float:
    """How many times as long as on the machine of the records plain Python takes here, at this moment."""

    def loop() -> float:
        start, total = process_time(), 0
        for number in range(1_000_000):
            total += number * number
        return process_time() - start

    return min(loop() for _ in range(runs)) / LOOP


def published_spice(pairs: Sequence[Pair], method: str = "spice", batch: int = 128) -> Work:
    """The published evaluator (PyPI: FactualSceneGraph) on pairs of graphs, without lemmas, which need NLTK's data."""
    import logging

    evaluator = import_module("factual_scene_graph.evaluation.evaluator").Evaluator
    import_module("torch").set_num_threads(1)
    logging.disable(logging.INFO)  # its progress, a line per call
    encoder = os.environ.get(ENCODER) if method == "soft_spice" else None
    judge = evaluator(parser=None, text_encoder_checkpoint=encoder, device="cpu", lemmatize=False)
    candidates, references = [candidate for candidate, _ in pairs], [list(texts) for _, texts in pairs]
    return lambda: judge.evaluate(candidates, references, method=method, batch_size=batch)


def flan_t5(captions: Sequence[str], new: int = T5_NEW, seed: int = 0) -> Work:
    """A batch of captions through a network of Flan-T5-base's shape with random weights, which cost what trained ones
    cost: greedy, so many new tokens."""
    torch, transformers = import_module("torch"), import_module("transformers")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model = transformers.T5ForConditionalGeneration(transformers.T5Config(**T5)).eval()
    lengths = np.array([len(caption.split()) + 7 for caption in captions])
    ids = np.random.default_rng(seed).integers(10, 32_000, (len(captions), lengths.max()))
    mask = np.arange(lengths.max()) < lengths[:, None]
    given = {"input_ids": torch.from_numpy(ids * mask), "attention_mask": torch.from_numpy(mask.astype(np.int64))}

    def work() -> object:
        with torch.inference_mode():
            return model.generate(**given, do_sample=False, min_new_tokens=new, max_new_tokens=new)

    return work


def coco_tools(name: str, predictions: Sequence[str], references: Sequence[Sequence[str]]) -> Work:
    """BLEU, ROUGE-L or CIDEr of pycocoevalcap on texts in lower case without punctuation (its tokeniser is Java)."""
    module, scorer = {"bleu": ("bleu", "Bleu"), "rouge": ("rouge", "Rouge"), "cider": ("cider", "Cider")}[name]
    judge: Any = getattr(import_module(f"pycocoevalcap.{module}.{module}"), scorer)()
    said = {i: [text] for i, text in enumerate(predictions)}
    meant = {i: list(texts) for i, texts in enumerate(references)}
    quiet = {"verbose": 0} if name == "bleu" else {}
    return lambda: judge.compute_score(meant, said, **quiet)


def nltk_captions(ids: Sequence[int], grammar: str) -> Callable[[], list[list[str]]]:
    """All captions of rooms by nltk: a context-free grammar for each room, expanded."""
    nltk, generate = import_module("nltk"), import_module("nltk.parse.generate").generate
    written = rules_of(grammar, "released", "exhaustive")

    def captions(number: int) -> list[str]:
        phrases = rooms.scene(number).phrases
        productions = [
            nltk.Production(
                nltk.Nonterminal(rule),
                [
                    nltk.Nonterminal(inner) if inner else phrases[feature] if feature else words
                    for feature, inner, words in PIECE.findall(line)
                ],
            )
            for rule, lines in written.items()
            for line in lines
        ]
        start = nltk.Nonterminal(next(iter(written)))
        return ["".join(parts) for parts in generate(nltk.CFG(start, productions))]

    return lambda: [captions(number) for number in ids]
