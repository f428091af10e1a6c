"""What does this sentence mean, as 384 numbers? all-MiniLM-L6-v2 (Reimers & Gurevych 2019; Wang et al. 2020), on a CPU.

A text's vector is the mean of its token vectors, scaled to length one. Texts run in batches of one token length each:
nothing is padded, and a vector does not depend on its neighbours.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.encoders.base import Tokens, Vectors, unit
from grice.networks.bert import Bert, graph
from grice.networks.int8 import in_integers
from grice.networks.weights import MINILM, safetensors

WIDTH = 384
HEADS = 12
LONGEST = 256
"""Tokens; the rest of a longer text is not read, as in the published model."""
TOKENS_A_BATCH = 512
"""About where one core is fastest: activations stay in its cache, and matrices are tall enough."""


class MiniLM:
    """A `TextEncoder`. `threads` 0 leaves their number to onnxruntime; `integers` is twice as fast and nearly equal."""

    fingerprint = MINILM.sha256["model.safetensors"][:8]

    def __init__(self, threads: int = 0, integers: bool = False) -> None:
        from tokenizers import Tokenizer

        self._threads, self._integers = threads, integers
        self.name = "all-MiniLM-L6-v2-int8" if integers else "all-MiniLM-L6-v2"
        nodes, weights = graph(safetensors(MINILM.file("model.safetensors")), HEADS)
        if integers:
            nodes, weights = in_integers(nodes, weights, HEADS)
        self._network = Bert(nodes, weights, threads)
        self._tokenizer = Tokenizer.from_file(str(MINILM.file("tokenizer.json")))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(LONGEST)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector per text; a text that occurs twice is computed once."""
        distinct = list(dict.fromkeys(texts))
        found = np.empty((len(distinct), WIDTH), np.float32)
        for rows, vectors, _ in self._run(distinct):
            found[rows] = unit(vectors.mean(axis=1))
        position = {text: row for row, text in enumerate(distinct)}
        return found[[position[text] for text in texts]]

    def tokens(self, texts: Sequence[str]) -> list[Tokens]:
        """The word pieces of every text with their vectors in its context."""
        distinct = list(dict.fromkeys(texts))
        found: dict[str, Tokens] = {}
        for rows, vectors, encodings in self._run(distinct):
            for row, vector, encoding in zip(rows, unit(vectors[:, 1:-1]), encodings, strict=True):
                found[distinct[row]] = Tokens(self._words(encoding), vector)
        return [found[text] for text in texts]

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [self._words(encoding) for encoding in self._tokenizer.encode_batch_fast(list(texts))]

    def _words(self, encoding: Any) -> tuple[str, ...]:
        """What stands between the marks of beginning and end; the fast tokeniser leaves only ids."""
        return tuple(str(self._tokenizer.id_to_token(token)) for token in encoding.ids[1:-1])

    def _run(self, texts: Sequence[str]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32], list[Any]]]:
        """Batches of texts of one length: which they are, their token vectors, and their tokens."""
        encodings = self._tokenizer.encode_batch_fast(list(texts))
        lengths = np.array([len(encoding) for encoding in encodings], dtype=np.int64)
        for length in np.unique(lengths):
            rows = np.flatnonzero(lengths == length)
            size = max(1, TOKENS_A_BATCH // int(length))
            for start in range(0, len(rows), size):
                batch = rows[start : start + size]
                chosen = [encodings[row] for row in batch]
                ids = np.array([encoding.ids for encoding in chosen], dtype=np.int32)
                yield batch, self._network(ids), chosen

    def __reduce__(self) -> tuple[type["MiniLM"], tuple[int, bool]]:
        return MiniLM, (self._threads, self._integers)
