"""How does the shipped network parse? Texts to scene graphs on a CPU, without torch: one network, one pass.

What the search writes is the graph: words are whole and licensed by the text, facts well formed and written once
(`constraint`), and where the decoder looked is where each of them stands (`written`).
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from grice.checks import quoted
from grice.meaning.graph_statements import Statement
from grice.networks.pieces import PAD
from grice.networks.search import End, Found, beam, greedy
from grice.networks.session import cores
from grice.progress import beat
from grice.readers.base import ALL, CONTENTS, VISUAL, Parsed, PassageParser
from grice.readers.graphs.alignment import bases
from grice.readers.graphs.linear import IN_TEXT, NEXT
from grice.readers.graphs.network.automaton import copies
from grice.readers.graphs.network.choice import pooled
from grice.readers.graphs.network.constraint import Rules
from grice.readers.graphs.network.model import ParserNetwork
from grice.readers.graphs.network.watched import Watched, searched
from grice.readers.graphs.network.written import Source, statements, tokens, unread
from grice.readers.graphs.numerals import in_digits
from grice.words.lexicon import lexicon
from grice.words.split import Passage, is_symbol

BATCH = 128
"""Texts that are searched together, fewer where they are long or have several beams."""
BATCH_PLACES = 12288
"""The most pieces that the rows of a batch read and write: a piece takes some 12 kB for its keys and values, and every
thread has a batch."""
STRIDE = 4
"""A text is padded to a multiple of this, whatever else is parsed with it, so that its numbers are its own."""
RESCUE = 4
"""Beams for a text whose greedy graph is unfinished, repeats a fact, or is too unlikely."""
SURE = 0.5
"""The probability of a fact, in the geometric mean over a graph, from which greedy search is trusted."""
FIRST, LOOKS = 3, 4
"""Progress: greedy search counts for three quarters, the second search with beams for one."""
MOST_WORDS = 50
"""Words that are read at once: longer texts come in windows."""
LONGEST_WORD = 45
"""Letters of a word: there are chemical and medical terms of so many."""
READING = 10
"""Raise this when the same weights would give another graph; it is part of the fingerprint."""

Batch = tuple[int, list[int]]
"""A padded length and which texts have it."""


@dataclass(frozen=True)
class Calibration:
    """From the probability that the network gives a fact to how often such facts are right: logit(p) -> a logit(p) + b,
    fitted on captions that were held out (Platt 1999)."""

    slope: float = 1.0
    offset: float = 0.0

    def of(self, probability: float | None) -> float | None:
        """The calibrated probability."""
        if probability is None:
            return None
        p = min(max(probability, 1e-6), 1 - 1e-6)
        return 1 / (1 + math.exp(-self.slope * math.log(p / (1 - p)) - self.offset))


class NetworkParser(PassageParser):
    """A `Parser` from a folder that `grice train parser` exported."""

    language = "en"
    contents = CONTENTS

    def __init__(
        self, folder: str | Path, beams: int | None = None, threads: int | None = None, name: str | None = None
    ) -> None:
        self._network = ParserNetwork(Path(folder))
        self.threads = threads or min(8, cores())
        self._rules = Rules(self._network.table)
        about = self._network.about
        self.beams = beams or int(about.get("beams", 1))
        self.calibration = Calibration(*about.get("calibration", (1.0, 0.0)))
        self.identifiers = bool(about.get("identifiers", True))
        self.positions = int(about.get("positions", 256))
        self.most_words = MOST_WORDS
        self.name = name or str(about.get("name", Path(folder).name))
        self.fingerprint = f"{self._network.fingerprint[:16]}-beams{self.beams}-reading{READING}"

    def read(self, passages: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        """The statements of each passage; one that is too long has none and says so in `problems`."""
        mark = (IN_TEXT,) if content == VISUAL else ()
        sources = [Source.of(in_digits(passage), self._network.table, mark) for passage in passages]
        # Texts that differ in capitals or spaces alone are searched once.
        first: dict[tuple[str, ...], int] = {}
        for i, source in enumerate(sources):
            first.setdefault(source.passage.words, i)
        found = self._search_all({i: sources[i] for i in first.values()})
        return [self._parsed(found[first[source.passage.words]], source) for source in sources]

    def _search_all(self, sources: Mapping[int, Source]) -> dict[int, Found | str]:
        """What is found for texts, by their numbers, or why nothing can be."""
        found: dict[int, Found | str] = {}
        for i, source in sources.items():
            if all(map(is_symbol, source.passage.words)):
                found[i] = "no words"
            elif strange := self._strange(source.passage):
                found[i] = f"none of its words is known: {', '.join(map(quoted, strange[:3]))}"
            elif len(source.rows) > self.positions:
                found[i] = f"{len(source.rows)} word pieces, more than the {self.positions} this parser can read"
        rest = {i: source for i, source in sources.items() if i not in found}
        beat(len(found))
        unsure: dict[int, Found] = {}
        worth = len(rest) * FIRST // LOOKS if self.beams == 1 else len(rest)
        for batch in self._searched(rest, self.beams, worth):
            unsure |= {i: one for i, one in batch.items() if self.beams == 1 and self._is_doubtful(one)}
            found |= batch
        # The doubtful texts of all batches are searched again together: steps of a few rows cost as much as of many.
        for batch in self._searched({i: rest[i] for i in unsure}, RESCUE, len(rest) - worth):
            found |= {i: one for i, one in batch.items() if one.end is End.FINISHED}
        return found

    def _strange(self, passage: Passage) -> list[str]:
        """The words of a passage, each once, of which none is known; nothing where one is or may be a name."""
        shouted = passage.plain[slice(*passage.span)].isupper()
        found: list[str] = []
        for word, (start, stop) in zip(passage.words, passage.spans, strict=True):
            # The capital with which a text begins does not tell a name.
            first = start + (start == passage.span[0])
            named = not shouted and any(map(str.isupper, passage.plain[first:stop]))
            for part in filter(str.isalpha, re.split(r"\W+", word)):
                known = named or not part.isascii() or self._network.table.is_whole(part)
                if known or any(form in lexicon() for form in bases(part)):
                    return []
                found.append(part)
        # A single unknown word may be a new one.
        strange = len(found) > 1 or any(len(word) > LONGEST_WORD for word in found)
        return list(dict.fromkeys(found)) if strange else []

    def _searched(self, sources: Mapping[int, Source], beams: int, worth: int) -> Iterator[dict[int, Found]]:
        """What is found for texts, by their numbers, as soon as a batch of them is done; they count for `worth`."""
        buckets: dict[int, list[int]] = {}
        for i, source in sources.items():
            buckets.setdefault(-(-len(source.rows) // STRIDE) * STRIDE, []).append(i)
        batches = list(self._batches(buckets, beams))

        def search(number: int, network: Watched) -> list[Found]:
            width, members = batches[number]
            return self._search([sources[i] for i in members], width, beams, network)

        sizes = [len(members) for _, members in batches]
        shares = [worth * size // len(sources) for size in sizes]
        found = searched(search, self._network, sizes, shares, self.threads)
        for (_, members), results in zip(batches, found, strict=True):
            yield dict(zip(members, results, strict=True))
        beat(worth - sum(shares))

    def _is_doubtful(self, found: Found) -> bool:
        """Whether a greedy graph is unfinished, or less likely than a graph of as many facts should be."""
        facts = 1 + found.rows.count(self._network.table.row[NEXT])
        return found.end is not End.FINISHED or found.score < math.log(SURE) * facts

    def _batches(self, buckets: Mapping[int, list[int]], beams: int) -> Iterator[Batch]:
        """Batches of texts of one length, the longest first, each within the memory set aside."""
        for width, members in sorted(buckets.items(), reverse=True):
            size = self._most_rows(width, beams)
            yield from ((width, members[start : start + size]) for start in range(0, len(members), size))

    def _most_rows(self, width: int, beams: int) -> int:
        return min(BATCH, max(1, BATCH_PLACES // (beams * (width + self._longest(width)))))

    def _longest(self, width: int) -> int:
        return min(self.positions, 16 + 3 * width)

    def _search(self, sources: Sequence[Source], width: int, beams: int, network: Watched) -> list[Found]:
        """The best graph of each text, by greedy search or among those that its beams give."""
        table = self._network.table
        padded = np.full((len(sources), width), PAD, np.int64)
        outputs = np.full((len(sources), width), PAD, np.int64)
        for i, source in enumerate(sources):
            padded[i, : len(source.rows)] = source.rows
            outputs[i, : len(source.rows)] = copies(table, source.rows)
        memory = self._network.read(padded, outputs)
        constraint = self._rules.over([source.passage.words for source in sources], padded, outputs)
        if beams == 1:
            return greedy(network, constraint, memory, self._longest(width))
        best: list[Found] = []
        room = memory.take(range(len(sources)), beams * len(sources))
        for one in beam(network, constraint, room, self._longest(width), beams):
            done = [(found.score, found.rows) for found in one.finished]
            best.append(one.finished[pooled(done, table.plain_facts)] if done else one.left)
        return best

    def _parsed(self, found: Found | str, source: Source) -> Parsed:
        if isinstance(found, str):
            return Parsed(problems=(found,))
        written = tokens(found, source, self._network.table)
        asserted, denied, problems = statements(written, self.identifiers)
        if unspelt := source.unspelt:
            problems.append(f"words that this parser cannot spell: {', '.join(map(quoted, unspelt[:3]))}")
        if found.end in (None, End.ENDLESS):
            problems = ["the graph is unfinished: the network did not end it", *problems]
        return Parsed(
            tuple(map(self._calibrated, asserted)),
            tuple(problems),
            tuple(map(self._calibrated, denied)),
            unread([written], source.passage),
        )

    def _calibrated(self, statement: Statement) -> Statement:
        return replace(statement, probability=self.calibration.of(statement.probability))
