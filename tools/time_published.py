"""How fast are the published programs here? The numbers that the benchmarks hold as recorded.

    pip install FactualSceneGraph transformers
    python tools/time_published.py [FOLDER OF FACTUAL]

Processor time: SPICE and SoftSPICE of the published evaluator per pair of graphs (those of the evaluator's vectors, or
made-up ones), and captions per second of a network of Flan-T5-base's shape with random weights (greedy, 20 new tokens,
batches of 32), which costs what the trained one costs. For the evaluator's sentence encoder give the folder of its
weights as ENCODER in the environment, or its name on the hub.
"""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from grice.benchmarks.graphs import Pair, best_time, evaluator_vectors, synthetic
from grice.benchmarks.parser import made_up

RUNS = 3
BATCHES = (4, 128)
T5_BATCH, T5_NEW = 32, 20
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


def main(data: Path | None) -> None:
    import torch

    torch.set_num_threads(1)
    pairs: list[Pair] = synthetic(400, 0)
    if data is not None:
        pairs = [(vector["candidate"], vector["references"]) for vector in evaluator_vectors(data)]
    for name, work in (evaluator(pairs) | {"Flan-T5-base": flan_t5()}).items():
        seconds = best_time(work, RUNS)
        many = len(pairs) if name != "Flan-T5-base" else T5_BATCH
        print(f"{name}: {1e3 * seconds / many:.3f} ms each, {many / seconds:.2f} a second of one core")


def evaluator(pairs: list[Pair]) -> dict[str, Callable[[], object]]:
    """The published evaluator on these pairs, as its users call it, without lemmas, which need NLTK's data."""
    from factual_scene_graph.evaluation.evaluator import Evaluator

    logging.disable(logging.INFO)  # its progress, a line per call
    encoder = os.environ.get("ENCODER", "sentence-transformers/all-MiniLM-L6-v2")
    judge = Evaluator(parser=None, text_encoder_checkpoint=encoder, device="cpu", lemmatize=False)
    candidates, references = [candidate for candidate, _ in pairs], [list(texts) for _, texts in pairs]
    soft = {
        f"soft_spice, batch {batch}": lambda batch=batch: judge.evaluate(
            candidates, references, method="soft_spice", batch_size=batch
        )
        for batch in BATCHES
    }
    return {"spice": lambda: judge.evaluate(candidates, references, method="spice"), **soft}


def flan_t5(seed: int = 0) -> Callable[[], object]:
    """A batch of captions through a network of Flan-T5-base's shape."""
    import torch
    import transformers

    torch.manual_seed(seed)
    model = transformers.T5ForConditionalGeneration(transformers.T5Config(**T5)).eval()
    lengths = np.array([len(caption.split()) + 7 for caption in made_up(T5_BATCH, seed)])
    ids = np.random.default_rng(seed).integers(10, 32_000, (T5_BATCH, lengths.max()))
    mask = np.arange(lengths.max()) < lengths[:, None]
    given = {"input_ids": torch.from_numpy(ids * mask), "attention_mask": torch.from_numpy(mask.astype(np.int64))}

    def work() -> object:
        with torch.inference_mode():
            return model.generate(**given, do_sample=False, min_new_tokens=T5_NEW, max_new_tokens=T5_NEW)

    return work


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
