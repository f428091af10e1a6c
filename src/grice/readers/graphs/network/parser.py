"""How does the shipped network parse? Captions to scene graphs on a CPU, without torch."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from grice.meaning.graph_statements import GraphError, Statement
from grice.networks.pieces import PAD
from grice.networks.search import End, Found, beam, greedy
from grice.networks.session import cores
from grice.progress import beat
from grice.readers.base import ALL, CONTENTS, VISUAL, Parsed, SentenceParser
from grice.readers.graphs.linear import IN_TEXT, NEXT, clauses_of, identified, statement_of
from grice.readers.graphs.namesakes import with_namesakes
from grice.readers.graphs.network.automaton import copies
from grice.readers.graphs.network.choice import pooled
from grice.readers.graphs.network.constraint import Rules
from grice.readers.graphs.network.conventions import conventional
from grice.readers.graphs.network.model import ParserNetwork
from grice.readers.graphs.network.respelling import THING, Respelling, unspelt
from grice.readers.graphs.network.watched import Watched, searched
from grice.readers.graphs.numerals import (
    in_digits,
    unsaid,
    with_amounts,
    with_numbers,
    with_parts,
    with_ranges,
    with_rest,
)
from grice.readers.graphs.polarity import guarded, passed_over
from grice.readers.graphs.rivals import with_rivals
from grice.readers.graphs.rules import said_and_denied
from grice.readers.graphs.spans import ground
from grice.words.negation import positive
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
SURE = 0.5
"""The probability of a fact, in the geometric mean over a graph, from which greedy search is trusted."""
SURE_IN_TEXT = 0.8
"""The same for sentences of longer texts: where the network finds nothing worth drawing, it is asked again."""
FIRST, LOOKS = 3, 4
"""First looks at all captions take three quarters of the time, second looks at some of them the rest."""
SHOWN = 3
"""How many unknown words are named."""
READING = 8
"""Which edition of what is done to words before the network and to facts after it."""

Words = tuple[str, ...]
Caption = tuple[Words, Sequence[int]]
"""The words of a sentence, and its pieces as table rows."""
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
        self._respelling = Respelling(self._network.table)
        about = self._network.about
        self.beams = beams or int(about.get("beams", 1))
        self.alpha = float(about.get("alpha", 0.6))
        self.sure = {ALL: math.log(float(about.get("sure", SURE))), VISUAL: math.log(SURE_IN_TEXT)}
        self.identifiers = bool(about.get("identifiers", True))
        self.positions = int(about.get("positions", 256))
        self.most_words = 40
        self.contents = CONTENTS if IN_TEXT in self._network.table.row else (ALL,)
        self.name = name or str(about.get("name", Path(folder).name))
        self.fingerprint = f"{self._network.fingerprint[:16]}-beams{self.beams}-reading{READING}"

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        """The statements of each sentence; one that is too long has none and says so in `problems`."""
        given = [in_digits(sentence) for sentence in sentences]
        sentences = [self._respelling.of(sentence) for sentence in given]
        mark = (IN_TEXT,) if content == VISUAL and VISUAL in self.contents else ()
        distinct = list(dict.fromkeys((*mark, *sentence.words) for sentence in sentences))
        known = dict(zip(distinct, self._parse(distinct), strict=True))
        parsed = [_grounded(known[*mark, *sentence.words], sentence) for sentence in sentences]
        return [self._with_doubts(one, sentence) for one, sentence in zip(parsed, given, strict=True)]

    def _with_doubts(self, parsed: Parsed, sentence: Passage) -> Parsed:
        """What was parsed, with what the words of the sentence leave in doubt."""
        said = [
            f"{word!r} is in another script than English uses, and is read as a {THING}" for word in unspelt(sentence)
        ]
        if odd := self._respelling.strange(sentence):
            said.append(f"none of its words is known: {', '.join(map(repr, odd[:SHOWN]))}")
        return replace(parsed, problems=(*parsed.problems, *said)) if said else parsed

    def _parse(self, sentences: Sequence[Words]) -> list[Parsed]:
        """What each sentence, given as its words, says; without spans."""
        sources = [self._network.table.source(words) for words in sentences]
        parsed: list[Parsed] = [Parsed()] * len(sentences)
        captions: dict[int, Caption] = {}
        for i, source in enumerate(sources):
            if all(map(is_symbol, sentences[i])):
                parsed[i] = Parsed(problems=("no words",))
            elif len(source) > self.positions:
                size = f"{len(source)} word pieces, more than the {self.positions} this parser can read"
                parsed[i] = Parsed(problems=(size,))
            else:
                captions[i] = sentences[i], source
        beat(len(sentences) - len(captions))
        unsure: dict[int, Found] = {}
        worth = len(captions) * FIRST // LOOKS if self.beams == 1 else len(captions)
        for batch in self._searched(captions, self.beams, worth):
            unsure |= {
                i: found for i, found in batch.items() if self.beams == 1 and self._is_doubtful(found, sentences[i])
            }
            for i in batch.keys() - unsure.keys():
                parsed[i] = self._parsed(batch[i], sentences[i])
        # Second looks at captions of all batches are taken together: steps of a few rows cost as much as of many.
        for batch in self._searched({i: captions[i] for i in unsure}, RESCUE, len(captions) - worth):
            for i, found in batch.items():
                parsed[i] = self._parsed(found if found.end is End.FINISHED else unsure[i], sentences[i])
        return parsed

    def _searched(self, captions: Mapping[int, Caption], beams: int, worth: int) -> Iterator[dict[int, Found]]:
        """What is found for captions, by their numbers, as soon as a batch of them is done; they count for `worth`."""
        buckets: dict[int, list[int]] = {}
        for i, (_, source) in captions.items():
            buckets.setdefault(-(-len(source) // STRIDE) * STRIDE, []).append(i)
        batches = list(self._batches(buckets, beams))

        def search(number: int, network: Watched) -> list[Found]:
            width, members = batches[number]
            return self._search([captions[i] for i in members], width, beams, network)

        sizes = [len(members) for _, members in batches]
        shares = [worth * size // len(captions) for size in sizes]
        found = searched(search, self._network, sizes, shares, self.threads)
        for (_, members), results in zip(batches, found, strict=True):
            yield dict(zip(members, results, strict=True))
        beat(worth - sum(shares))

    def _is_doubtful(self, found: Found, words: Words) -> bool:
        """Whether a greedy graph is unfinished, or less likely than a graph of as many facts should be."""
        facts = 1 + found.rows.count(self._network.table.row[NEXT])
        sure = self.sure[VISUAL if words[0] == IN_TEXT else ALL]
        return found.end is not End.FINISHED or found.score < sure * facts

    def _batches(self, buckets: Mapping[int, list[int]], beams: int) -> Iterator[Batch]:
        """Batches of sentences of one length, the longest first, each within the memory set aside."""
        for width, members in sorted(buckets.items(), reverse=True):
            size = self._most_rows(width, beams)
            yield from ((width, members[start : start + size]) for start in range(0, len(members), size))

    def _most_rows(self, width: int, beams: int) -> int:
        return min(BATCH, max(1, BATCH_PLACES // (beams * (width + self._longest(width)))))

    def _longest(self, width: int) -> int:
        return min(self.positions, 16 + 3 * width)

    def _search(self, captions: Sequence[Caption], width: int, beams: int, network: Watched) -> list[Found]:
        """The best graph of each caption, by greedy search or among those that its beams give."""
        table = self._network.table
        padded = np.full((len(captions), width), PAD, np.int64)
        outputs = np.full((len(captions), width), PAD, np.int64)
        for i, (_, source) in enumerate(captions):
            padded[i, : len(source)] = source
            outputs[i, : len(source)] = copies(table, source)
        memory = self._network.read(padded, outputs)
        constraint = self._rules.over([words for words, _ in captions], padded, outputs)
        if beams == 1:
            return greedy(network, constraint, memory, self._longest(width))
        best: list[Found] = []
        room = memory.take(range(len(captions)), beams * len(captions))
        for one in beam(network, constraint, room, self._longest(width), beams):
            done = [(found.score, found.rows) for found in one.finished]
            best.append(Found(pooled(done, table.plain_facts, self.alpha), End.FINISHED) if done else one.left)
        return best

    def _parsed(self, found: Found, words: Words) -> Parsed:
        statements: dict[bool, list[Statement]] = {False: [], True: []}
        endless = found.end in (None, End.ENDLESS)
        problems = ["the graph is unfinished: the network did not end it"] if endless else []
        for clause in conventional(clauses_of(self._network.table.spelled(found.rows)), words):
            try:
                statements[clause.denied].append(statement_of(clause, self.identifiers))
            except GraphError:
                problems.append(f"the fact {identified(clause)!r} cannot be used")
        return Parsed(tuple(statements[False]), tuple(problems), tuple(statements[True]))


def _grounded(parsed: Parsed, sentence: Passage) -> Parsed:
    """What was parsed, with spans; what the network asserts of words under negation is denied all the same, and rules
    supply denials and numbers that it passes over."""
    counted = with_amounts(with_ranges(parsed.statements, sentence.words), sentence.words)
    counted = with_namesakes(counted, sentence.words)
    asserted, denied = guarded(counted, parsed.denied, sentence.words)
    said, numbers = positive(sentence.words), unsaid([*asserted, *denied], sentence.words)
    asserted, denied = with_rivals(asserted, denied, said) if said.rivals else (asserted, denied)
    if said.cues or numbers:
        ruled = said_and_denied(said)
        asserted = with_numbers(asserted, ruled[0], numbers)
        denied += passed_over(asserted, denied, ruled[1], said)
    parted = with_rest(with_parts(asserted, sentence.words), sentence.words)
    return Parsed(ground(parted, sentence), parsed.problems, ground(denied, sentence))
