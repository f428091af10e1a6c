"""Where does a text break off? "A man riding a" says that a man is riding, and "a cat on a" that there is a cat.

No English sentence ends in an article, a possessive or "of": such an end, and the preposition or conjunction before it,
wait for a noun that never comes, and are not read.
"""

from collections.abc import Sequence

from grice.words.english import prepositions
from grice.words.split import Passage

_WAITING = frozenset(["a", "an", "the", "his", "its", "their", "my", "our", "your", "of"])
"""Words that a noun must follow; "her" may be a pronoun."""
_JOINING = frozenset(["and", "or", "but", "while", "as", "that", "who", "which", "without"])
_LONGEST = 4
"""Words of the longest preposition."""


def without_loose_end(sentence: Passage) -> Passage:
    """The last sentence of a text up to where it can end."""
    words = sentence.words
    end = _end(words)
    # "Vitamin A", "plan A": no article.
    if end in (0, len(words)) or sentence.plain[slice(*sentence.spans[-1])] == "A":
        return sentence
    return sentence.between(sentence.span[0], sentence.spans[end - 1][1])


def _end(words: Sequence[str]) -> int:
    """How many words a sentence has before those that wait for a noun."""
    end = len(words)
    while end and words[end - 1] in _WAITING:
        end -= 1 if words[end - 1] != "of" else _preposition(words, end) or 1
        while end and words[end - 1] in _JOINING:
            end -= 1
        end -= _preposition(words, end)
    return end


def _preposition(words: Sequence[str], end: int) -> int:
    """How many words the preposition has that ends here."""
    sizes = range(min(_LONGEST, end), 0, -1)
    return next((size for size in sizes if " ".join(words[end - size : end]) in prepositions()), 0)
