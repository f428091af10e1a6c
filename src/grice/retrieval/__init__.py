"""Finding graphs by graphs: an index of many scene graphs, and the search in it."""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Hit": "grice.retrieval.ranking:Hit",
        "Hits": "grice.retrieval.ranking:Hits",
        "Index": "grice.retrieval.index:Index",
        "search": "grice.retrieval.ranking:search",
    },
)
