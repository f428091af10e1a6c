"""A parser with a memory reads as the parser does, and each sentence once."""

from collections.abc import Sequence

from grice.readers.base import ALL, Parsed, SentenceParser
from grice.readers.graphs.parsing import described, load, parse
from grice.readers.graphs.remembered import RememberingParser
from grice.words.split import Passage

TEXTS = ["a red ball", "two dogs chase a cat. The cat is black.", "a red ball"]


class Counting(SentenceParser):
    """Counts the sentences that reach another parser."""

    def __init__(self, parser: SentenceParser) -> None:
        self.parser, self.read_so_far = parser, 0
        self.name, self.fingerprint = parser.name, parser.fingerprint
        self.language, self.most_words, self.contents = parser.language, parser.most_words, parser.contents

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:
        self.read_so_far += len(sentences)
        return self.parser.read(sentences, content)


def test_graphs_are_the_same_and_what_is_known_is_not_read_again() -> None:
    rules = load("rules")
    assert isinstance(rules, SentenceParser)
    counting = Counting(rules)
    remembering = RememberingParser(counting)
    first = parse(TEXTS, remembering)
    assert first == parse(TEXTS, rules)
    assert [one.text for one in first] == TEXTS
    assert counting.read_so_far == 3
    assert parse(TEXTS, remembering) == first
    assert counting.read_so_far == 3
    assert described(remembering) == described(rules)


def test_what_was_read_longest_ago_is_forgotten() -> None:
    rules = load("rules")
    assert isinstance(rules, SentenceParser)
    counting = Counting(rules)
    remembering = RememberingParser(counting, limit=2)
    for text in ("a dog", "a cat", "a dog", "a bird", "a dog", "a cat"):
        parse(text, remembering)
    assert counting.read_so_far == 4
