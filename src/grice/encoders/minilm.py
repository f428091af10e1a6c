"""What does this sentence mean, as 384 numbers? all-MiniLM-L6-v2 (Reimers & Gurevych 2019; Wang et al. 2020), on a CPU.

A text's vector is the mean of its token vectors, scaled to length one. Texts run in batches of one token length each:
nothing is padded, and a vector does not depend on its neighbours. The network reads 256 tokens at a time; a longer text
is read in windows of that length, and its vector is the mean over the tokens of all of them (the published model leaves
the rest unread).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.encoders.base import TokenVectors, Vectors, unit
from grice.networks import manifest
from grice.networks.bert import Bert, graph
from grice.networks.int8 import in_integers
from grice.networks.packing import unpack
from grice.networks.tensors import read_tensors
from grice.networks.wordpiece import END, START, wordpiece
from grice.progress import beat, counted

FOLDER = Path(__file__).with_name("weights")
FILES = WEIGHTS, PIECES = "weights.safetensors", "pieces.txt"
WORDS = "embeddings.word_embeddings.weight"
WIDTH = 384
HEADS = 12
ENCODING = "encoding"
WINDOW = 256
"""Tokens, the marks of beginning and end among them."""
TOKENS_A_BATCH = 512
"""About where one core is fastest: activations stay in its cache, and matrices are tall enough."""


class MiniLM:
    """A `TextEncoder`. `threads` 0 are as many as there are cores; `integers` is twice as fast and nearly equal.

    `weights` stand in for the shipped ones, by the names of a Hugging Face `BertModel`.
    """

    window, width = WINDOW, WIDTH

    def __init__(
        self, threads: int = 0, integers: bool = False, weights: Mapping[str, NDArray[np.float32]] | None = None
    ) -> None:
        self._given = threads, integers, weights
        self.name = "all-MiniLM-L6-v2-int8" if integers else "all-MiniLM-L6-v2"
        self.fingerprint = fingerprint() if weights is None else "given"
        self._tokenizer = tokenizer()
        self._marks = self._tokenizer.token_to_id(START), self._tokenizer.token_to_id(END)

    @cached_property
    def _network(self) -> Bert:
        """Made when the first text is read: who only hands an encoder to other processes needs none."""
        threads, integers, weights = self._given
        operations, laid_out = graph(unpacked(FOLDER / WEIGHTS) if weights is None else weights, HEADS)
        if integers:
            operations, laid_out = in_integers(operations, laid_out, HEADS)
        return Bert(operations, laid_out, threads)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector per text; a text that occurs twice is computed once."""
        if not texts:
            return np.zeros((0, WIDTH), np.float32)
        distinct = list(dict.fromkeys(texts))
        windows, first = _windows(self._numbers(distinct))
        sums = np.empty((len(windows), WIDTH), np.float32)
        with counted(len(windows), ENCODING):
            for places, vectors in self._run(windows):
                sums[places] = vectors.sum(axis=1)
        found = unit(np.add.reduceat(sums, first[:-1]))
        position = {text: row for row, text in enumerate(distinct)}
        return found[[position[text] for text in texts]]

    def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The word pieces of every text with their vectors in its context."""
        distinct = list(dict.fromkeys(texts))
        numbers = self._numbers(distinct)
        windows, first = _windows(numbers)
        parts: dict[int, Vectors] = {}
        sums = np.empty((len(windows), WIDTH), np.float32)
        with counted(len(windows), ENCODING):
            for places, vectors in self._run(windows):
                parts.update(zip(places, unit(vectors[:, 1:-1]), strict=True))
                sums[places] = vectors.sum(axis=1)
        whole = unit(np.add.reduceat(sums, first[:-1])) if distinct else sums
        found = {
            text: TokenVectors(self._words(some), np.concatenate([parts[place] for place in range(*ends)]), vector)
            for text, some, ends, vector in zip(distinct, numbers, pairwise(first), whole, strict=True)
        }
        return [found[text] for text in texts]

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [self._words(numbers) for numbers in self._numbers(texts)]

    def _numbers(self, texts: Sequence[str]) -> list[list[int]]:
        """The pieces of texts by number, without marks."""
        encodings = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def _words(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(str(self._tokenizer.id_to_token(number)) for number in numbers)

    def _run(self, windows: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """Batches of windows of one length: which they are, and their token vectors."""
        start, end = self._marks
        by_length: dict[int, list[int]] = {}
        for place, numbers in enumerate(windows):
            by_length.setdefault(len(numbers) + 2, []).append(place)
        for length, same in sorted(by_length.items()):
            size = max(1, TOKENS_A_BATCH // length)
            for first in range(0, len(same), size):
                batch = same[first : first + size]
                ids = np.array([(start, *windows[place], end) for place in batch], np.int32)
                yield batch, self._network(ids)
                beat(len(batch))

    def __reduce__(self) -> tuple[type["MiniLM"], tuple[Any, ...]]:
        return MiniLM, self._given


def tensors() -> dict[str, NDArray[np.float32]]:
    """The shipped weights in float32, by the names of a Hugging Face `BertModel` (without its pooler)."""
    fingerprint()
    return unpacked(FOLDER / WEIGHTS)


def tokenizer() -> Any:
    """The tokenizer of the shipped weights; it neither pads nor cuts."""
    return wordpiece(FOLDER / PIECES)


def fingerprint() -> str:
    """Which weights these are: the first digits of the checksum of all files, once each has been found right."""
    return manifest.check(FOLDER, FILES, "the shipped text encoder", "pip install --force-reinstall grice")[:8]


def unpacked(path: Path) -> dict[str, NDArray[np.float32]]:
    """The tensors of a file in which matrices are packed."""
    stored = read_tensors(path)
    plain = {name: np.array(array, np.float32) for name, array in stored.items() if ":" not in name}
    packed: dict[str, dict[str, NDArray[Any]]] = {}
    for name, array in stored.items():
        if ":" in name:
            packed.setdefault(name.partition(":")[0], {})[name.partition(":")[2]] = array
    return plain | {name: unpack(parts) for name, parts in packed.items()}


def _windows(texts: Sequence[Sequence[int]]) -> tuple[list[Sequence[int]], list[int]]:
    """Texts cut into what the network reads at a time, and at which window each text begins (and the last ends)."""
    size = WINDOW - 2
    windows: list[Sequence[int]] = []
    first = [0]
    for numbers in texts:
        windows += [numbers[start : start + size] for start in range(0, max(1, len(numbers)), size)]
        first.append(len(windows))
    return windows, first
