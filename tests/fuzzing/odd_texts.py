"""What do texts look like that nobody expects? Odd characters, and texts cut, repeated and mixed."""

from collections.abc import Sequence
from random import Random

ODD = (
    "\x00", "\t", "\n", "\r", "\x0b", "\x1c", "\x7f", "\x85", "\xa0", "\xad", "\u200b", "\u200d", "\u202e",
    "\u2028", "\ufeff",
    "\ud800", "\udce9", "\ufffd", "\uffff", "\U000e0041", "\U0010ffff", "é", "e\u0301", "\u0301", "ß", "İ", "ı",
    "ǅ", "ﬁ", "ſ", "K", "Å",
    "😀", "👩\u200d👧", "一", "א", "ع", "½", "⅓", "²", "①", "Ⅷ", "٣", "৩", "𝟛", "％", "’", "“", "‘", "—", "–", "…",
    "·", "−", "×",
    "'", '"', "`", "\\", "/", "|", "||", "&", "%", "#", "@", "$", "*", "_", "^", "~", "<", ">", "{", "}", "[",
    "]", "(", ")",
    ",", ";", ":", ".", "!", "?", "-", "--", "+", "=", "'s", "n't", "1/2", "0", "-1", "007", "1e9", "1,000",
    "3.14", "1/0", "0/0", "50%",
    "2147483648", "9" * 19, "9" * 310, "1:1", "2:30", "nan", "inf", "null", "None", "a", " ",
)  # fmt: skip
LONGEST = 400
"""Characters of an input; one in a hundred is longer."""


def odd(random: Random) -> str:
    """An odd character, or any character at all."""
    return random.choice(ODD) if random.random() < 0.8 else chr(random.randrange(0x110000))


def noise(random: Random, length: int = 12) -> str:
    """A short text of odd characters and letters."""
    return "".join(
        odd(random) if random.random() < 0.6 else random.choice("abcdefgh ") for _ in range(random.randrange(length))
    )


def damaged(random: Random, text: str, others: Sequence[str] = ODD) -> str:
    """A text with a few of its parts cut, repeated, exchanged, or mixed with others."""
    for _ in range(random.randrange(1, 5)):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.randrange(12))
        part = text[start:end]
        match random.randrange(9):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + odd(random) + text[start:]
            case 2:
                text = text[:start] + odd(random) + text[end:]
            case 3:
                text = text[:end] + part * random.randrange(1, 6) + text[end:]
            case 4:
                text = text[:start] + random.choice(others) + text[start:]
            case 5:
                text = text[:start] + part.swapcase() + text[end:]
            case 6:
                words = text.split(" ")
                random.shuffle(words)
                text = " ".join(words)
            case 7:
                text = text[:start]
            case _:
                text = text[end:] + text[:start]
    return bounded(random, text)


def bounded(random: Random, text: str) -> str:
    """A text of a few hundred characters; one in a hundred is repeated until it has thousands."""
    if text and random.random() < 0.01:
        return (text[:100] * (1 + random.randrange(4000) // min(len(text), 100)))[:4000]
    return text[:LONGEST]
