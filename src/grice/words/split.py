"""Which words does a parser see, and where are they? Lower case, split at spaces and punctuation.

A text is cleaned and split once; its sentences are passages of it, whose words keep their places in the whole text.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass

Span = tuple[int, int]
"""Where something is in a text: its first character and the one after its last."""
_WORD = re.compile(
    # Letters with points between them, and titles: "t.v.", "U.S.", "Dr." before a name.
    r"(?<!\w)(?:[^\W\d_](?:\.[^\W\d_])+\b\.?|(?:dr|mr|mrs|ms|st|mt|ft|jr|sr|vs|no|prof|rev|hon|gen|maj|col|sgt|cpl|lt|capt|"
    r"cmdr|adm|gov|sen|rep|pres|dep|insp)\.(?=\s\w))"
    # Numbers with a point, comma or colon inside: "3.5", "1,302", "3:15", "$4.20".
    r"|[^\s.,;:!?\"()]*\d(?:[.,:]\d+)+[^\s.,;:!?\"()]*"
    r'|[.,;:!?"()]|[^\s.,;:!?"()]+',
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LINES = str.maketrans(dict.fromkeys("\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", "\n"))
# Control characters, arrows and emoji, but not the minus sign and bullets: they separate words and belong to none.
_NO_WORDS = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff\ud800-\udfff"
    r"\u2190-\u2211\u2213-\u25a9\u25ab-\u25ce\u25d0-\u2bff\ufe00-\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]"
)
# The emphasis of Markdown, as in "a **red** ball" and "`ball`": no part of a word. A star before a space is a bullet.
_EMPHASIS = re.compile(r"\*{2,}|(?<=\w)\*|\*(?=\w)|`")
# Characters that people type for one another; one for one, so that places in the text do not move.
_SAME = str.maketrans(
    "\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\u2010\u2011\u2012\u2013\u2212\u00a0\u2014\u2015\u2026",
    '\'\'"""""----- ,,.',
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a text: its words, and where each is in the whole text."""

    source: str
    """The whole text, as it was given."""
    plain: str
    """The same, cleaned, character for character."""
    span: Span
    words: tuple[str, ...]
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        return self.source[self.span[0] : self.span[1]]

    def place(self, first: int, end: int) -> Span:
        """The characters from one word to before another."""
        return self.spans[first][0], self.spans[end - 1][1]

    def between(self, low: int, high: int) -> "Passage":
        """The passage between two characters; a word that crosses an end is cut there."""
        first = bisect_left(self.spans, (low,))
        if first and self.spans[first - 1][1] > low:
            first -= 1
        end = bisect_left(self.spans, (high,), first)
        words, spans = self.words[first:end], self.spans[first:end]
        if spans and (spans[0][0] < low or spans[-1][1] > high):
            spans = tuple((max(start, low), min(stop, high)) for start, stop in spans)
            words = tuple(self.plain[start:stop].lower() for start, stop in spans)
        return Passage(self.source, self.plain, (low, high), words, spans)

    def part(self, first: int, end: int) -> "Passage":
        """The passage from one word to before another."""
        return Passage(self.source, self.plain, self.place(first, end), self.words[first:end], self.spans[first:end])


def words_of_text(text: str) -> Passage:
    """The words of a text with their places; control characters and emoji count as spaces."""
    plain = clean(text)
    found = [(_THOUSANDS.sub("", match.group().lower()), match.span()) for match in _WORD.finditer(plain)]
    return Passage(text, plain, (0, len(text)), tuple([word for word, _ in found]), tuple([span for _, span in found]))


def is_symbol(word: str) -> bool:
    """Whether a word has neither letter nor digit."""
    return not any(map(str.isalnum, word))


def words_in(caption: str) -> tuple[str, ...]:
    """The words of a caption as a parser sees them."""
    return words_of_text(caption).words


def clean(text: str) -> str:
    """The text with emoji and the like as spaces, one kind of quote, hyphen and line break, character for character."""
    if "*" in text or "`" in text:
        text = _EMPHASIS.sub(lambda mark: " " * len(mark[0]), text)
    if text.isascii() and text.isprintable():
        return text
    return _NO_WORDS.sub(" ", text.replace("\r\n", " \n").translate(_LINES)).translate(_SAME)
