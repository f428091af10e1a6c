"""Which act is this clause? The lark grammar `clauses.lark` over word classes, and its trees as typed acts.

The grammar is ambiguous, as English is; Earley parsing takes the reading of the rules that come first.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from threading import Lock
from typing import Any

from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import Lexer

from grice.readers.quantified.acts import Act
from grice.readers.quantified.figures import Token
from grice.readers.quantified.trees import Acts
from grice.readers.quantified.words import vocabulary
from grice.scenes.quantified import Domain


def parse(tokens: Sequence[Token], domain: Domain) -> tuple[Act, ...] | int | None:
    """The acts of one clause; nothing where more words are needed, and the place of the word that no clause allows."""
    tree = _tree(tuple(token.terminal for token in tokens), domain)
    if tree is None or isinstance(tree, int):
        return tree
    acts: tuple[Act, ...] = Acts(domain, [token.value for token in tokens]).transform(tree)
    return acts


@lru_cache(maxsize=65536)
def _tree(terminals: tuple[str, ...], domain: Domain) -> Tree[LarkToken] | int | None:
    """The tree over word classes alone, whose tokens say where they stand: clauses of one form share it."""
    if "UNKNOWN" in terminals:
        return terminals.index("UNKNOWN")
    parser, ahead = grammar(domain)
    with ahead.lock:
        ahead.terminal = terminals[0]
        try:
            return parser.parse((terminals, ahead))
        except UnexpectedToken as error:
            return int(error.token)
        except UnexpectedInput:
            return None


@lru_cache(maxsize=8)
def grammar(domain: Domain) -> "tuple[Lark, Ahead]":
    """The grammar with the word classes of a domain, and the words it may expect."""
    here = files("grice.readers.quantified")
    written = [here.joinpath(name).read_text("utf-8") for name in ("clauses.lark", "comparisons.lark", "phrases.lark")]
    rules = "\n".join([*written, vocabulary(domain).rules()])
    parser = Lark(rules, parser="earley", lexer=Tokens, maybe_placeholders=False)
    earley: Any = parser.parser.parser
    earley.predictions = Ahead(earley.predictions, earley.FIRST)
    return parser, earley.predictions


class Ahead(dict[Any, list[Any]]):
    """Which rules an Earley parser tries: those that can begin with the next word, a small part of all."""

    def __init__(self, rules: Mapping[Any, list[Any]], first: Mapping[Any, Any]) -> None:
        super().__init__(rules)
        self.terminal, self.lock = "", Lock()
        self._beginning: dict[tuple[str, Any], list[Any]] = {}
        self._first = {symbol: {t.name for t in terminals} for symbol, terminals in first.items()}

    def __getitem__(self, symbol: Any) -> list[Any]:
        key = self.terminal, symbol
        if key not in self._beginning:
            self._beginning[key] = [r for r in super().__getitem__(symbol) if self.terminal in self._opens(r)]
        return self._beginning[key]

    def _opens(self, rule: Any) -> set[str]:
        opening = rule.expansion[0]
        return {opening.name} if opening.is_term else self._first[opening]


class Tokens(Lexer):
    """The tokens are made already; lark only wraps them, and hears which one is next."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, said: tuple[tuple[str, ...], Ahead]) -> Iterator[LarkToken]:  # type: ignore[override]
        terminals, ahead = said
        for place, terminal in enumerate(terminals):
            ahead.terminal = terminal
            yield LarkToken(terminal, place)
        ahead.terminal = ""
