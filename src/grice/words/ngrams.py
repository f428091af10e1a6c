"""Which n-grams does a text have? What BLEU, ROUGE and CIDEr count.

Words are runs of letters and digits in lower case, with hyphens and apostrophes inside them; punctuation is dropped,
as the usual caption tools do after their own tokeniser.
"""

import re
from collections import Counter
from collections.abc import Sequence

Ngram = tuple[str, ...]
LONGEST = 4
_WORD = re.compile(r"\w+(?:['’-]\w+)*")


def words(text: str) -> list[str]:
    """The words of a text."""
    return _WORD.findall(text.lower())


def ngrams(said: Sequence[str], longest: int = LONGEST) -> Counter[Ngram]:
    """Every run of one to `longest` words, and how often it occurs."""
    return Counter(tuple(said[start : start + n]) for n in range(1, longest + 1) for start in range(len(said) - n + 1))
