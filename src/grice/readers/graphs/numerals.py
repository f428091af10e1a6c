"""How does a parser see numbers? Larger ones in digits, so that a graph can copy them: "twenty-three people" has 23.

Small numbers stay as they are written: a network has seen them all, and "one" is more often no number than one.
"""

from dataclasses import replace

from grice.words.number_phrases import cardinals
from grice.words.split import Passage

LARGE = 11
"""From this number on digits are read instead of words."""


def in_digits(passage: Passage) -> Passage:
    """The passage with its larger numbers in digits, each at the place of the words that say it."""
    words, spans, done = [*passage.words], [*passage.spans], 0
    for value, first, end in cardinals(passage.words):
        if value >= LARGE or passage.words[end - 1].endswith("dozen"):
            words[first - done : end - done] = [str(value)]
            spans[first - done : end - done] = [passage.place(first, end)]
            done += end - first - 1
    return replace(passage, words=tuple(words), spans=tuple(spans)) if words != [*passage.words] else passage
