"""The embedded parser: captions to scene graphs with a trained network, on a CPU, without torch."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from grice.meaning.graph import SceneGraph
from grice.readers.graphs.network.automaton import Grammar, copies
from grice.readers.graphs.network.model import Model, State, cores
from grice.readers.graphs.network.search import Found, beam, greedy
from grice.readers.graphs.pieces import PAD
from grice.readers.graphs.spans import grounded
from grice.words.split import Words, is_sign, words_of_text

BATCH = 64
STRIDE = 4
"""A caption is padded to a multiple of this, whatever else is parsed with it, so that its numbers are its own."""
RESCUE = 4
"""Beams for a caption that greedy search leaves unfinished, with a fact said twice, or unsure."""
SURE = 0.4
"""The chance of a whole graph from which on greedy search is believed."""


Batch = tuple[int, list[int]]
"""A padded length and which sentences have it."""


class NetworkParser:
    """A `Parser` from a folder that `grice train parser` exported."""

    language = "en"

    def __init__(self, folder: str | Path, beams: int | None = None, threads: int | None = None) -> None:
        self._model = Model(Path(folder))
        self.threads = threads or min(8, cores())
        self._grammar = Grammar(self._model.vocabulary)
        about = self._model.about
        self.beams = beams or int(about.get("beams", 1))
        self.alpha = float(about.get("alpha", 0.6))
        self.sure = math.log(float(about.get("sure", SURE)))
        self.identifiers = bool(about.get("identifiers", True))
        self.positions = int(about.get("positions", 256))
        self.most_words = 40
        self.name = str(about.get("name", Path(folder).name))
        self.fingerprint = f"{self._model.fingerprint[:16]}-beams{self.beams}"

    def __call__(self, sentences: Sequence[str]) -> list[SceneGraph]:
        """A graph for each sentence; one that is too long to be read is empty and says so in `problems`."""
        distinct = list(dict.fromkeys(sentences))
        if len(distinct) < len(sentences):
            known = dict(zip(distinct, self(distinct), strict=True))
            return [known[sentence] for sentence in sentences]
        seen = [words_of_text(sentence) for sentence in sentences]
        sources = [self._model.vocabulary.source(words.words) for words in seen]
        graphs: list[SceneGraph | None] = [None] * len(sentences)
        buckets: dict[int, list[int]] = {}
        for i, source in enumerate(sources):
            if all(map(is_sign, seen[i].words)):
                graphs[i] = SceneGraph(text=sentences[i], problems=("no words",))
            elif len(source) > self.positions:
                size = f"{len(source)} word pieces, more than the {self.positions} this parser can read"
                graphs[i] = SceneGraph(text=sentences[i], problems=(size,))
            else:
                buckets.setdefault(-(-len(source) // STRIDE) * STRIDE, []).append(i)
        batches = [
            (width, members[start : start + BATCH])
            for width, members in sorted(buckets.items(), reverse=True)
            for start in range(0, len(members), BATCH)
        ]
        searched = self._each(lambda batch: self._search([sources[i] for i in batch[1]], batch[0]), batches)
        for (_, members), results in zip(batches, searched, strict=True):
            for i, found in zip(members, results, strict=True):
                graphs[i] = self._graph(found, sentences[i], seen[i])
        return [graph for graph in graphs if graph is not None]

    def _each(self, work: Callable[[Batch], list[Found]], batches: Sequence[Batch]) -> list[list[Found]]:
        if self.threads == 1 or len(batches) < 2:
            return [work(batch) for batch in batches]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(work, batches))

    def _search(self, sources: Sequence[Sequence[int]], width: int) -> list[Found]:
        padded = np.full((len(sources), width), PAD, np.int64)
        outputs = np.full((len(sources), width), PAD, np.int64)
        for i, source in enumerate(sources):
            padded[i, : len(source)] = source
            outputs[i, : len(source)] = copies(self._model.vocabulary, source)
        longest = min(self.positions, 16 + 3 * width)
        state = self._model.read(padded, outputs)
        if self.beams > 1:
            return self._beam(padded, outputs, state, longest, self.beams)
        found = greedy(self._model, self._grammar, padded, outputs, state, longest)
        again = [i for i, one in enumerate(found) if one.repeated or not one.finished or one.score < self.sure]
        if again:
            beams = self._beam(padded[again], outputs[again], state.take(again), longest, RESCUE)
            for i, one in zip(again, beams, strict=True):
                found[i] = one if one.finished else found[i]
        return found

    def _beam(self, padded: Any, outputs: Any, state: State, longest: int, beams: int) -> list[Found]:
        facts = self._model.vocabulary.facts
        return beam(self._model, self._grammar, padded, outputs, state, longest, beams, self.alpha, facts)

    def _graph(self, found: Found, sentence: str, words: Words) -> SceneGraph:
        problems = () if found.finished or found.repeated else ("the graph breaks off: it found no end",)
        return grounded(self._model.vocabulary.facts(found.rows), sentence, self.identifiers, problems, words)
