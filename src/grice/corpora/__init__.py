"""Real data, each corpus with a card: what it is, whose, under which licence, and how to get or build it.

`CORPORA` is the registry: a corpus and the module that reads it.
"""

from grice.door import lazy

CORPORA: dict[str, str] = {
    "a3ds": "grice.corpora.a3ds",
    "qtuna": "grice.corpora.qtuna",
}

__getattr__, __dir__ = lazy(__name__, CORPORA | {"Card": "grice.corpora.cards:Card"})
