"""What does a reader of two texts at once make of them? Whether they agree, piece by piece and as a whole.

    [CLS] caption [SEP] reference [SEP]

The network is the shipped text encoder with a small addition of low rank to each of its matrices (Hu et al. 2022),
learned from ratings and from captions made false by an edit (`grice.training.judge`). A sentence vector has no room for
who does what to whom; here every word of one text can look at every word of the other. It gives a number for the pair,
one for each piece of the caption (is it borne out by the reference?) and one for each piece of the reference (does the
caption say it?). It reads 256 pieces at a time: longer texts are read in windows, each of one text with each of the
other, and a piece has the best of its numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.encoders import minilm
from grice.encoders.base import well_formed
from grice.networks import manifest
from grice.networks.bert import Bert, graph
from grice.networks.int8 import in_integers
from grice.networks.tensors import read_tensors
from grice.networks.wordpiece import END, START

FOLDER = Path(__file__).with_name("judge")
FILES = (WEIGHTS,) = ("judge.safetensors",)
PIECES = 253
"""Of both texts together, in one window."""
TOKENS_A_BATCH = 512
LIMIT = 100_000
"""Pairs kept in memory."""
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class PairReading:
    """Of one caption with one reference: logits of the pair, of the caption's pieces, of the reference's pieces."""

    pair: float
    caption: Floats
    reference: Floats

    @property
    def said(self) -> float:
        """The mean over the caption's pieces."""
        return float(self.caption.mean(dtype=np.float64)) if len(self.caption) else 0.0

    @property
    def covered(self) -> float:
        """The mean over the reference's pieces."""
        return float(self.reference.mean(dtype=np.float64)) if len(self.reference) else 0.0


class PairReader:
    """Reads each distinct pair once. `integers` is twice as fast and nearly equal; `tensors` stand in for the shipped
    addition."""

    name = "judge"

    def __init__(
        self, integers: bool = True, threads: int = 0, tensors: Mapping[str, NDArray[Any]] | None = None
    ) -> None:
        self._given = integers, threads, tensors
        self.fingerprint = fingerprint() if tensors is None else "given"
        added = read_tensors(FOLDER / WEIGHTS) if tensors is None else tensors
        self._heads = np.asarray(added["heads"], np.float32)
        self._shift = np.asarray(added["shift"], np.float32)
        operations, laid_out = graph(merged(minilm.tensors(), added), minilm.HEADS, segments=True)
        if integers:
            operations, laid_out = in_integers(operations, laid_out, minilm.HEADS)
        self._network = Bert(operations, laid_out, threads)
        self._tokenizer = minilm.tokenizer()
        self._marks = self._tokenizer.token_to_id(START), self._tokenizer.token_to_id(END)
        self._known: dict[tuple[str, str], PairReading] = {}

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[PairReading]:
        """One reading per pair of caption and reference, in order."""
        pairs = [(well_formed(caption), well_formed(reference)) for caption, reference in pairs]
        if len(self._known) > LIMIT:
            self._known.clear()
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        self._known.update(zip(new, self._read(new), strict=True))
        return [self._known[pair] for pair in pairs]

    def pieces(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Where each piece of each text stands, as characters."""
        found = self._tokenizer.encode_batch([well_formed(text) for text in texts], add_special_tokens=False)
        return [encoding.offsets for encoding in found]

    def _read(self, pairs: Sequence[tuple[str, str]]) -> list[PairReading]:
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        encoded = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        numbers = dict(zip(texts, (encoding.ids for encoding in encoded), strict=True))
        windows: list[tuple[Sequence[int], Sequence[int]]] = []
        cut = []
        for caption, reference in pairs:
            sides = windows_of(numbers[caption], numbers[reference])
            cut.append((len(windows), sides))
            windows += [(one, other) for one in sides[0] for other in sides[1]]
        states = self._run(windows)
        return [_joined(sides, states[first : first + len(sides[0]) * len(sides[1])]) for first, sides in cut]

    def _run(self, windows: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[PairReading]:
        """Batches of pairs of one length: nothing is padded, and a reading does not depend on its neighbours."""
        start, end = self._marks
        found: dict[int, PairReading] = {}
        for batch in _batches([len(one) + len(other) + 3 for one, other in windows]):
            rows = [(start, *windows[i][0], end, *windows[i][1], end) for i in batch]
            ids = np.array(rows, np.int32)
            segments = np.zeros_like(ids)
            for row, i in zip(segments, batch, strict=True):
                row[len(windows[i][0]) + 2 : -1] = 1
            states = self._network(ids, segments)
            logits = states @ self._heads.T + self._shift
            for row, i in zip(logits, batch, strict=True):
                first = len(windows[i][0])
                found[i] = PairReading(float(row[0, 0]), row[1 : 1 + first, 1], row[2 + first : -1, 2])
        return [found[i] for i in range(len(windows))]

    def __reduce__(self) -> tuple[type["PairReader"], tuple[Any, ...]]:
        return PairReader, self._given


@cache
def shipped() -> PairReader:
    """The reader with the shipped addition, once per process."""
    return PairReader()


def fingerprint() -> str:
    """Which addition this is: the first digits of the checksum of its files, once found right."""
    return manifest.check(FOLDER, FILES, "the shipped reader of pairs", "pip install --force-reinstall grice")[:8]


def merged(base: Mapping[str, NDArray[Any]], added: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The encoder's tensors with the addition: W + B A, other biases, and what marks the second text."""
    made = {name: np.asarray(array, np.float32) for name, array in base.items()}
    types = made["embeddings.token_type_embeddings.weight"]
    segment = np.asarray(added["segment"], np.float32)
    made["embeddings.token_type_embeddings.weight"] = np.stack([types[0], types[0] + segment])
    for name, array in added.items():
        layer, _, rest = name.partition(".")
        if not layer.isdigit():
            continue
        place = f"encoder.layer.{layer}."
        if rest.endswith(".bias"):
            made[place + rest] = np.asarray(array, np.float32)
        elif rest.endswith(".A"):
            up = np.asarray(added[f"{name.removesuffix('.A')}.B"], np.float32)
            weight = f"{place}{rest.removesuffix('.A')}.weight"
            made[weight] = made[weight] + up @ np.asarray(array, np.float32)
    return made


Sides = tuple[list[Sequence[int]], list[Sequence[int]]]


def windows_of(caption: Sequence[int], reference: Sequence[int]) -> Sides:
    """Both texts in windows that fit together; whole where they fit as they are."""
    if len(caption) + len(reference) <= PIECES:
        return [caption], [reference]
    half = PIECES // 2
    room = max(half, PIECES - len(reference)), max(half, PIECES - len(caption))
    return (
        [caption[i : i + room[0]] for i in range(0, max(1, len(caption)), room[0])],
        [reference[i : i + room[1]] for i in range(0, max(1, len(reference)), room[1])],
    )


def _joined(sides: Sides, readings: Sequence[PairReading]) -> PairReading:
    """One reading of windows: a piece has its best number, the pair the mean over caption windows of their best."""
    if len(readings) == 1:
        return readings[0]
    table = [readings[i : i + len(sides[1])] for i in range(0, len(readings), len(sides[1]))]
    sizes = np.array([max(1, len(window)) for window in sides[0]], np.float64)
    best = np.array([max(one.pair for one in row) for row in table])
    caption = [np.max([one.caption for one in row], axis=0) for row in table]
    reference = [np.max([row[j].reference for row in table], axis=0) for j in range(len(sides[1]))]
    return PairReading(float(best @ sizes / sizes.sum()), np.concatenate(caption), np.concatenate(reference))


def _batches(lengths: Sequence[int]) -> Iterable[list[int]]:
    by_length: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        by_length.setdefault(length, []).append(place)
    for length, same in sorted(by_length.items()):
        size = max(1, TOKENS_A_BATCH // length)
        yield from (same[first : first + size] for first in range(0, len(same), size))
