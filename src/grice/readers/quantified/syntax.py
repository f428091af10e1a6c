"""Which act is this clause? The lark grammar `clauses.lark` over word classes, and its trees as typed acts.

The grammar is ambiguous, as English is; Earley parsing takes the reading of the rules that come first.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from grice.readers.quantified.acts import Act
from grice.readers.quantified.trees import Acts
from grice.readers.quantified.words import Token, vocabulary
from grice.scenes.counts import Domain


def parse(tokens: Sequence[Token], domain: Domain) -> tuple[Act, ...] | None:
    """The acts of one clause, or nothing where the grammar does not cover it."""
    tree = _tree(tuple(token.terminal for token in tokens), domain)
    if tree is None:
        return None
    acts: tuple[Act, ...] = Acts(domain, [token.value for token in tokens]).transform(tree)
    return acts


@lru_cache(maxsize=65536)
def _tree(terminals: tuple[str, ...], domain: Domain) -> Tree[LarkToken] | None:
    """The tree over word classes alone, whose tokens say where they stand: clauses of one form share it."""
    if "UNKNOWN" in terminals:
        return None
    try:
        return grammar(domain).parse(terminals)
    except UnexpectedInput:
        return None


@lru_cache(maxsize=8)
def grammar(domain: Domain) -> Lark:
    """The grammar with the word classes of a domain."""
    rules = files("grice.readers.quantified").joinpath("clauses.lark").read_text("utf-8")
    return Lark(rules + "\n" + vocabulary(domain).rules(), parser="earley", lexer=Tokens, maybe_placeholders=False)


class Tokens(Lexer):
    """The tokens are made already; lark only wraps them."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, terminals: tuple[str, ...]) -> Iterator[LarkToken]:  # type: ignore[override]
        for place, terminal in enumerate(terminals):
            yield LarkToken(terminal, place)
