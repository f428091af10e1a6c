"""Which characters did the writer type? Escapes, mis-encodings and odd spaces undone, each still knowing its place.

The QTUNA files hold %2C and %0A for commas and newlines, one apostrophe that went through Mac Roman, non-breaking
spaces and a full-width comma; "75%" stays as it is.
"""

import re
import unicodedata
from dataclasses import dataclass

_ESCAPE = re.compile(r"%([2-7][0-9A-Fa-f]|0[9AaDd])(?![\w%])|%(2[0-9A-Fa-f]|3[ABFabf]|0[9AaDd])")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_QUOTES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00b4": "'", "`": "'", "\r": "\n"}
)
_CODECS = ("mac_roman", "cp1252", "latin-1")


@dataclass(frozen=True)
class Clean:
    """Clean text, and for each of its characters where it stood in the original."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A span of the clean text as a span of the original."""
        return self.places[start], self.places[end - 1] + 1 if end > start else self.places[start]


def clean(text: str) -> Clean:
    """Lower-case text in plain characters."""
    pieces: list[tuple[str, int]] = []
    position = 0
    for match in re.finditer(f"{_ESCAPE.pattern}|{_FOREIGN.pattern}", text):
        pieces += [(character, position + i) for i, character in enumerate(text[position : match.start()])]
        found = match.group(0)
        decoded = _unescaped(found) if found.startswith("%") else _repaired(found)
        pieces += [(character, match.start()) for character in decoded]
        position = match.end()
    pieces += [(character, position + i) for i, character in enumerate(text[position:])]
    lowered = [(c, place) for character, place in pieces for c in character.translate(_QUOTES).lower()]
    return Clean("".join(c for c, _ in lowered), tuple(place for _, place in lowered))


def _unescaped(escape: str) -> str:
    character = chr(int(escape[1:], 16))
    return escape if character.isalnum() else character


def _repaired(text: str) -> str:
    """Text whose UTF-8 bytes were read in another encoding, read again; other text in its plain form."""
    for codec in _CODECS:
        try:
            again = text.encode(codec).decode("utf-8")
        except UnicodeError:
            continue
        return unicodedata.normalize("NFKC", again)
    return unicodedata.normalize("NFKC", text)
