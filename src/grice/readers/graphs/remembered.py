"""Which sentences has a parser read just now? A parser that keeps what it read, so that each sentence is read once.

For a program that asks again and again while somebody types. `readers.graphs.cache` keeps parses in a file instead.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from grice.readers.base import ALL, Parsed, SentenceParser
from grice.words.split import Passage

LIMIT = 4096
"""How many sentences are kept."""


class RememberingParser(SentenceParser):
    """Reads as `parser` does; what was read last is forgotten last."""

    def __init__(self, parser: SentenceParser, limit: int = LIMIT) -> None:
        self.parser, self.limit = parser, limit
        self.name, self.fingerprint = parser.name, parser.fingerprint
        self.language, self.most_words, self.contents = parser.language, parser.most_words, parser.contents
        self._known: OrderedDict[tuple[Passage, str], Parsed] = OrderedDict()
        self._lock = Lock()

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        with self._lock:
            known = {one: self._known[one, content] for one in sentences if (one, content) in self._known}
        fresh = [one for one in dict.fromkeys(sentences) if one not in known]
        if fresh:
            known |= zip(fresh, self.parser.read(fresh, content), strict=True)
        with self._lock:
            for one in known:
                self._known[one, content] = known[one]
                self._known.move_to_end((one, content))
            while len(self._known) > self.limit:
                self._known.popitem(last=False)
        return [known[one] for one in sentences]
