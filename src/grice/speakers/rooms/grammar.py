"""Which captions does a grammar allow? A grammar file as templates of literal words and feature slots.

The format is explained at the top of `grammars/exhaustive.grammar`. A grammar has no recursion, so it expands into a
fixed list of templates; a caption is a template with the words of one scene filled in.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path

from grice.errors import InputError
from grice.scenes.rooms import FEATURES, VARIANTS, Variant

PIECE = re.compile(r"\{(\w+)\}|<([\w-]+)>|([^{<]+)")
"""A feature, a rule, or words."""


@dataclass(frozen=True)
class Slot:
    """Where the words of a feature go; `article` puts "a" or "an" before them, depending on their first letter."""

    feature: str
    article: bool = False


@dataclass(frozen=True)
class Template:
    """A caption with slots for features."""

    parts: tuple[str | Slot, ...]

    @property
    def features(self) -> frozenset[str]:
        return frozenset(part.feature for part in self.parts if isinstance(part, Slot))

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else f"{{{part.feature}}}" for part in self.parts)


def names() -> tuple[str, ...]:
    """The grammars that come with Grice: adding one is adding a file."""
    found = (entry.name for entry in files("grice.speakers.rooms").joinpath("grammars").iterdir())
    return tuple(sorted(name.removesuffix(".grammar") for name in found if name.endswith(".grammar")))


@cache
def templates(kind: str, variant: Variant = "released") -> tuple[Template, ...]:
    """The templates of a grammar, by name or as the path of a `.grammar` file, in grammar order."""
    if variant not in VARIANTS:
        raise InputError(f"variant {variant!r}", f"one of {', '.join(VARIANTS)}")
    if kind.endswith(".grammar"):
        path = Path(kind)
        if not path.is_file():
            raise InputError(f"{kind} does not exist", "a grammar file")
        text = path.read_text("utf-8")
    elif kind in names():
        text = files("grice.speakers.rooms").joinpath("grammars", f"{kind}.grammar").read_text("utf-8")
    else:
        raise InputError(
            f"no grammar is called {kind!r}", f"one of {', '.join(names())}, or the path of a .grammar file"
        )
    return expand(text, variant, kind)


def expand(text: str, variant: Variant, origin: str) -> tuple[Template, ...]:
    """All templates of a grammar text."""
    rules = rules_of(text, variant, origin)
    start = next(iter(rules), None)
    if start is None:
        raise InputError(f"grammar {origin} has no rule", "a rule: a name with a colon, then indented alternatives")

    def alternatives(rule: str, above: tuple[str, ...]) -> Iterator[tuple[str | Slot, ...]]:
        if rule not in rules:
            raise InputError(f"grammar {origin} uses <{rule}>, which it does not define", f"one of {', '.join(rules)}")
        if rule in above:
            raise InputError(f"grammar {origin}: <{rule}> contains itself", "rules without recursion")
        for line in rules[rule]:
            pieces: list[list[tuple[str | Slot, ...]]] = []
            for feature, inner, words in PIECE.findall(line):
                if feature and feature not in FEATURES:
                    raise InputError(f"grammar {origin} uses {{{feature}}}", f"one of {', '.join(FEATURES)}")
                if inner:
                    pieces.append(list(alternatives(inner, (*above, rule))))
                else:
                    pieces.append([(Slot(feature),) if feature else (words,)])
            for choice in product(*pieces):
                yield tuple(part for parts in choice for part in parts)

    joined = (_join(parts) for parts in alternatives(start, ()))
    return tuple(Template(_with_articles(parts) if variant == "fixed" else parts) for parts in joined)


def rules_of(text: str, variant: Variant, origin: str) -> dict[str, list[str]]:
    """The alternatives of every rule of a grammar text, as they are written."""
    rules: dict[str, list[str]] = {}
    lines: list[str] | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].rstrip()
        if not line:
            continue
        if not line[0].isspace() and line.endswith(":"):
            lines = rules.setdefault(line[:-1].strip(), [])
            continue
        if lines is None or not line[0].isspace():
            raise InputError(
                f"grammar {origin}, line {number}: {raw.strip()!r}",
                "a rule name with a colon, then indented alternatives",
            )
        alternative = line.strip()
        if alternative.startswith("@"):
            marked, _, alternative = alternative[1:].partition(" ")
            if marked not in VARIANTS:
                raise InputError(f"grammar {origin}, line {number}: @{marked}", f"@{' or @'.join(VARIANTS)}")
            if marked != variant:
                continue
        lines.append(alternative.strip())
    return rules


def _join(parts: tuple[str | Slot, ...]) -> tuple[str | Slot, ...]:
    """Neighbouring words as one piece."""
    joined: list[str | Slot] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, str) and isinstance(last, str):
            joined[-1] = last + part
        else:
            joined.append(part)
    return tuple(joined)


def _with_articles(parts: tuple[str | Slot, ...]) -> tuple[str | Slot, ...]:
    """ "a {slot}" becomes a slot that brings its own article, so that oranges get "an"."""
    out: list[str | Slot] = []
    for part in parts:
        last = out[-1] if out else None
        if isinstance(part, Slot) and isinstance(last, str) and re.search(r"(^|\s)a $", last):
            out[-1:] = [last[:-2]] if last[:-2] else []
            out.append(Slot(part.feature, article=True))
        else:
            out.append(part)
    return tuple(out)
