"""Real data, each corpus with a card: what it is, whose, under which licence, and how to get or build it.

`CORPORA` is the registry: a corpus and the module that reads it.
"""

from grice.door import lazy

CORPORA: dict[str, str] = {
    "a3ds": "grice.corpora.a3ds",
    "factual": "grice.corpora.factual",
    "visual_genome": "grice.corpora.visual_genome",
    "captions": "grice.corpora.captions",
    "discourse_foil": "grice.corpora.discourse_foil",
    "discosg": "grice.corpora.discosg",
    "dsg": "grice.corpora.dsg",
    "flickr8k": "grice.corpora.flickr8k",
    "foil": "grice.corpora.foil",
    "judgements": "grice.corpora.judgements",
    "contrasts": "grice.corpora.contrasts",
    "qtuna": "grice.corpora.qtuna",
    "shapes3d": "grice.corpora.shapes3d",
}

__getattr__, __dir__ = lazy(__name__, CORPORA | {"Card": "grice.corpora.cards:Card"})
