"""How does the shipped network parse? Captions to scene graphs on a CPU, without torch."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path

import numpy as np

from grice.meaning.graph_statements import GraphError, Statement
from grice.networks.pieces import PAD, Ints
from grice.networks.search import End, Floats, Found, beam, greedy
from grice.networks.session import cores
from grice.progress import beat
from grice.readers.base import ALL, CONTENTS, VISUAL, Parsed, SentenceParser
from grice.readers.graphs.linear import IN_TEXT, NEXT, clauses_of, identified, statement_of
from grice.readers.graphs.network.automaton import copies
from grice.readers.graphs.network.choice import pooled
from grice.readers.graphs.network.constraint import Rules
from grice.readers.graphs.network.model import CaptionMemory, ParserNetwork
from grice.readers.graphs.numerals import in_digits, with_ranges
from grice.readers.graphs.polarity import guarded
from grice.readers.graphs.spans import ground
from grice.words.split import Passage, is_symbol

BATCH = 128
"""Captions that are searched together, fewer where they are long or have several beams."""
BATCH_PLACES = 12288
"""The most pieces that the rows of a batch read and write: a piece takes some 12 kB for its keys and values, and every
thread has a batch."""
STRIDE = 4
"""A caption is padded to a multiple of this, whatever else is parsed with it, so that its numbers are its own."""
RESCUE = 4
"""Beams for a caption whose greedy graph is unfinished, repeats a fact, or is too unlikely."""
SURE = 0.6
"""The probability of a fact, in the geometric mean over a graph, from which greedy search is trusted."""

Words = tuple[str, ...]
Batch = tuple[int, list[int]]
"""A padded length and which sentences have it."""


class NetworkParser(SentenceParser):
    """A `Parser` from a folder that `grice train parser` exported."""

    language = "en"

    def __init__(
        self, folder: str | Path, beams: int | None = None, threads: int | None = None, name: str | None = None
    ) -> None:
        self._network = ParserNetwork(Path(folder))
        self.threads = threads or min(8, cores())
        self._rules = Rules(self._network.table)
        about = self._network.about
        self.beams = beams or int(about.get("beams", 1))
        self.alpha = float(about.get("alpha", 0.6))
        self.sure = math.log(float(about.get("sure", SURE)))
        self.identifiers = bool(about.get("identifiers", True))
        self.positions = int(about.get("positions", 256))
        self.most_words = 40
        self.contents = CONTENTS if IN_TEXT in self._network.table.row else (ALL,)
        self.name = name or str(about.get("name", Path(folder).name))
        self.fingerprint = f"{self._network.fingerprint[:16]}-beams{self.beams}"

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        """The statements of each sentence; one that is too long has none and says so in `problems`."""
        sentences = list(map(in_digits, sentences))
        mark = (IN_TEXT,) if content == VISUAL and VISUAL in self.contents else ()
        distinct = list(dict.fromkeys((*mark, *sentence.words) for sentence in sentences))
        known = dict(zip(distinct, self._parse(distinct), strict=True))
        return [_grounded(known[*mark, *sentence.words], sentence) for sentence in sentences]

    def _parse(self, sentences: Sequence[Words]) -> list[Parsed]:
        """What each sentence, given as its words, says; without spans."""
        sources = [self._network.table.source(words) for words in sentences]
        parsed: list[Parsed] = [Parsed()] * len(sentences)
        buckets: dict[int, list[int]] = {}
        for i, source in enumerate(sources):
            if all(map(is_symbol, sentences[i])):
                parsed[i] = Parsed(problems=("no words",))
            elif len(source) > self.positions:
                size = f"{len(source)} word pieces, more than the {self.positions} this parser can read"
                parsed[i] = Parsed(problems=(size,))
            else:
                buckets.setdefault(-(-len(source) // STRIDE) * STRIDE, []).append(i)
        batches = list(self._batches(buckets))
        beat(len(sentences) - sum(len(members) for _, members in batches))
        searched = self._each(
            lambda batch, network: self._search([(sentences[i], sources[i]) for i in batch[1]], batch[0], network),
            batches,
        )
        for (_, members), results in zip(batches, searched, strict=True):
            for i, found in zip(members, results, strict=True):
                parsed[i] = self._parsed(found)
            beat(len(members))
        return parsed

    def _batches(self, buckets: dict[int, list[int]]) -> Iterator[Batch]:
        """Batches of sentences of one length, the longest first, each within the memory set aside."""
        for width, members in sorted(buckets.items(), reverse=True):
            size = self._most_rows(width)
            yield from ((width, members[start : start + size]) for start in range(0, len(members), size))

    def _most_rows(self, width: int, beams: int = 1) -> int:
        return min(BATCH, max(1, BATCH_PLACES // (beams * (width + self._longest(width)))))

    def _longest(self, width: int) -> int:
        return min(self.positions, 16 + 3 * width)

    def _each(
        self, work: Callable[[Batch, "_Network"], list[Found]], batches: Sequence[Batch]
    ) -> Iterator[list[Found]]:
        """What is found in every batch, in order, as soon as it is known."""
        if self.threads == 1 or len(batches) < 2:
            yield from (work(batch, self._network) for batch in batches)
            return
        network = _Stoppable(self._network)
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                yield from pool.map(lambda batch: work(batch, network), batches)
            except BaseException:
                # Whoever stops the work does not wait for batches that are under way.
                network.stopped = True
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _search(self, captions: Sequence[tuple[Words, Sequence[int]]], width: int, network: "_Network") -> list[Found]:
        words = [own for own, _ in captions]
        padded = np.full((len(captions), width), PAD, np.int64)
        outputs = np.full((len(captions), width), PAD, np.int64)
        for i, (_, source) in enumerate(captions):
            padded[i, : len(source)] = source
            outputs[i, : len(source)] = copies(self._network.table, source)
        memory = self._network.read(padded, outputs)
        if self.beams > 1:
            return self._beam(words, padded, outputs, memory, list(range(len(padded))), self.beams, network)
        # Search uses up its memory, and a second look needs it again.
        used = memory.take(range(len(padded)), len(padded))
        found = greedy(network, self._rules.over(words, padded, outputs), used, self._longest(width))
        again = [i for i, one in enumerate(found) if one.end is not End.FINISHED or one.score < self._doubtful(one)]
        if again:
            wider = self._beam(words, padded, outputs, memory, again, RESCUE, network)
            for i, one in zip(again, wider, strict=True):
                found[i] = one if one.end is End.FINISHED else found[i]
        return found

    def _doubtful(self, found: Found) -> float:
        """The log-probability below which a graph of as many facts is looked at again."""
        return self.sure * (1 + found.rows.count(self._network.table.row[NEXT]))

    def _beam(
        self,
        words: Sequence[Words],
        padded: Ints,
        outputs: Ints,
        memory: CaptionMemory,
        chosen: Sequence[int],
        beams: int,
        network: "_Network",
    ) -> list[Found]:
        """The best graph of each chosen caption among those that its beams give."""
        width = padded.shape[1]
        size = self._most_rows(width, beams)
        best: list[Found] = []
        for start in range(0, len(chosen), size):
            few = chosen[start : start + size]
            constraint = self._rules.over([words[i] for i in few], padded[few], outputs[few])
            for one in beam(network, constraint, memory.take(few, beams * len(few)), self._longest(width), beams):
                done = [(found.score, found.rows) for found in one.finished]
                facts = self._network.table.plain_facts
                best.append(Found(pooled(done, facts, self.alpha), End.FINISHED) if done else one.left)
        return best

    def _parsed(self, found: Found) -> Parsed:
        statements: dict[bool, list[Statement]] = {False: [], True: []}
        endless = found.end in (None, End.ENDLESS)
        problems = ["the graph is unfinished: the network did not end it"] if endless else []
        for clause in clauses_of(self._network.table.spelled(found.rows)):
            try:
                statements[clause.denied].append(statement_of(clause, self.identifiers))
            except GraphError:
                problems.append(f"the fact {identified(clause)!r} cannot be used")
        return Parsed(tuple(statements[False]), tuple(problems), tuple(statements[True]))


class _Stoppable:
    """A network that gives up between two steps once it is `stopped`."""

    def __init__(self, network: ParserNetwork) -> None:
        self.network, self.stopped = network, False

    def step(self, last: Ints, place: int, memory: CaptionMemory) -> tuple[Floats, CaptionMemory]:
        if self.stopped:
            raise CancelledError
        return self.network.step(last, place, memory)


_Network = ParserNetwork | _Stoppable


def _grounded(parsed: Parsed, sentence: Passage) -> Parsed:
    """What was parsed, with spans; what the network asserts of words under negation is denied all the same."""
    asserted, denied = guarded(with_ranges(parsed.statements, sentence.words), parsed.denied, sentence.words)
    return Parsed(ground(asserted, sentence), parsed.problems, ground(denied, sentence))
