"""Which clause is this? The rules of `grammar.txt` as regular expressions over strings with one letter per word class.

Chunks are found first, then whole clauses are matched; texts of one form share the work. No rule nests a repetition in
another over the same letters, and a clause has a bounded number of chunks: time grows with the length of a text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import count
from typing import NamedTuple, TypeAlias

from grice.readers.quantified.tokens import Token

_NAME = re.compile(r"(?:(\w+)=)?(?:([A-Za-z]+)|(\((?!\?)))")
_FIRST = 0xE000  # where the letters for word classes begin: characters for private use, none of which a pattern needs
Made: TypeAlias = tuple[tuple[str, ...], ...]  # the acts a rule makes, each a name and its arguments


@dataclass(frozen=True)
class Chunk:
    """Words that are one thing together: a name of the grammar, the kind of it, and its parts."""

    name: str
    kind: str
    parts: tuple["Part", ...]

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(token for part in self.parts for token in part.tokens)

    def has(self, *classes: str) -> bool:
        return any(token.name in classes for token in self.tokens)


Part: TypeAlias = Token | Chunk


class Grammar(NamedTuple):
    """The file compiled: letters of names, chunk rules and clause rules in their order."""

    letters: dict[str, str]
    chunks: list[tuple[str, str, re.Pattern[str]]]
    clauses: list[tuple[Made, re.Pattern[str]]]


@cache
def grammar() -> Grammar:
    """The rules, read once."""
    found, macros, kept = Grammar({}, [], []), dict[str, str](), count()

    def letter(name: str) -> str:
        return found.letters.setdefault(name, chr(_FIRST + len(found.letters)))

    def named(match: re.Match[str]) -> str:
        keep, name, opening = match.groups()
        # One name may be kept in several alternatives: a pattern needs them apart.
        start = f"(?P<{keep}_{next(kept)}>" if keep else "(?:"
        if opening:
            return start
        inner = macros.get(name) or letter(name)
        return f"{start}{inner})" if keep or name in macros else inner

    def pattern(text: str) -> str:
        return re.sub(r"\s", "", _NAME.sub(named, text))

    for line in files("grice.readers.quantified").joinpath("grammar.txt").read_text("utf-8").splitlines():
        body = line.partition("#")[0].strip()
        if " := " in body:
            name, _, text = body.partition(":=")
            macros[name.strip()] = pattern(text)
        elif body.startswith("chunk "):
            head, _, text = body.partition("<")
            _, name, kind = head.split()
            found.chunks.append((name, kind, re.compile(pattern(text))))
            letter(name)
        elif " -> " in body:
            text, _, made = body.removeprefix("clause ").rpartition("->")
            found.clauses.append((tuple(tuple(act.split()) for act in made.split(";")), re.compile(pattern(text))))
    return found


def letters(parts: Sequence[Part]) -> str:
    """One letter for each word or chunk; a class that no rule speaks of has the letter "?"."""
    return "".join(grammar().letters.get(part.name, "?") for part in parts)


def chunked(tokens: Sequence[Token]) -> list[Part]:
    """A sentence with the words that are one thing together joined."""
    parts: list[Part] = list(tokens)
    for name, kind, spans in _spans(letters(parts)):
        for start, end in reversed(spans):
            parts[start:end] = [Chunk(name, kind, tuple(parts[start:end]))]
    return parts


@lru_cache(maxsize=65536)
def _spans(said: str) -> tuple[tuple[str, str, tuple[tuple[int, int], ...]], ...]:
    """Which chunk rules apply where, one after the other."""
    found = []
    for name, kind, pattern in grammar().chunks:
        spans = tuple(m.span() for m in pattern.finditer(said) if m.end() > m.start())
        for start, end in reversed(spans):
            said = said[:start] + grammar().letters[name] + said[end:]
        found += [(name, kind, spans)] if spans else []
    return tuple(found)


@lru_cache(maxsize=65536)
def match(said: str) -> tuple[Made, dict[str, tuple[int, int]]] | None:
    """The acts of the first rule that fits a whole clause, and the spans it keeps."""
    for acts, pattern in grammar().clauses:
        found = pattern.fullmatch(said)
        if found is not None:
            names = [name for name in pattern.groupindex if found.start(name) >= 0]
            return acts, {name.partition("_")[0]: found.span(name) for name in names}
    return None
