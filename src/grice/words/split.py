"""Which words does a parser see, and where do they stand? Lower case, split at spaces and punctuation."""

import re
from dataclasses import dataclass

Span = tuple[int, int]
"""Where something stands in a text: its first character and the one after its last."""
_WORD = re.compile(r'[.,;:!?"()]|[^\s.,;:!?"()]+')
# Signs without a face, arrows and pictures (emoji) but the minus and bullets: they part words and are no part of any.
_SIGNS = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff\ud800-\udfff"
    r"\u2190-\u2211\u2213-\u25a9\u25ab-\u25ce\u25d0-\u2bff\ufe00-\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]"
)
# Signs that people type for one another; one character each, so that places in the text stay what they are.
_SAME = str.maketrans(
    "\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\u2010\u2011\u2012\u2013\u2212\u00a0\u2014\u2015\u2026",
    '\'\'"""""----- ,,.',
)


@dataclass(frozen=True)
class Words:
    """The words of a text and the characters each stands at."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]

    def span(self, first: int, end: int) -> Span:
        """The characters from one word to before another."""
        return self.spans[first][0], self.spans[end - 1][1]


def words_of_text(text: str) -> Words:
    """The words of a text with their places; control characters and emoji count as spaces."""
    found = [(match.group().lower(), match.span()) for match in _WORD.finditer(clean(text))]
    return Words(tuple(word for word, _ in found), tuple(span for _, span in found))


def is_sign(word: str) -> bool:
    """Whether a word has neither letter nor digit."""
    return not any(map(str.isalnum, word))


def words_in(caption: str) -> tuple[str, ...]:
    """The words of a caption as a parser sees them."""
    return words_of_text(caption).words


def clean(text: str) -> str:
    """The text with signs and emoji as spaces and one kind of quote and hyphen, character for character."""
    return _SIGNS.sub(" ", text).translate(_SAME)
