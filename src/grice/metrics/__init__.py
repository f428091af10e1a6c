"""Judgements: how well a description does its job, per item first, then over a corpus.

`METRICS` is the registry: a metric's name and the class that measures it, imported when it is first asked for.
"""

from grice.door import lazy

METRICS: dict[str, str] = {
    "pragmatics": "grice.metrics.rooms.pragmatics:Pragmatics",
    "setmatch": "grice.metrics.graphs.setmatch:SetMatch",
    "spice": "grice.metrics.graphs.spice:Spice",
    "diversity": "grice.metrics.texts.diversity:Diversity",
    "softspice": "grice.metrics.graphs.softspice:SoftSpice",
    "softspice-img": "grice.metrics.images.softspice_img:SoftSpiceImg",
    "sentence": "grice.metrics.texts.sentence:Sentence",
    "tokens": "grice.metrics.texts.tokenmatch:TokenMatch",
    "clipscore": "grice.metrics.images.clipscore:ClipScore",
    "refclipscore": "grice.metrics.images.clipscore:RefClipScore",
    "bleu": "grice.metrics.texts.bleu:Bleu",
    "rouge": "grice.metrics.texts.rouge:Rouge",
    "cider": "grice.metrics.texts.cider:Cider",
    "grice": "grice.metrics.texts.grice:Grice",
    "faithfulness": "grice.metrics.graphs.faithfulness:Faithfulness",
    "harmonic": "grice.metrics.harmonic:Harmonic",
    "reconstruction": "grice.metrics.quantified.reconstruction:Reconstruction",
}

__getattr__, __dir__ = lazy(
    __name__,
    {path.partition(":")[2]: path for path in METRICS.values()}
    | {
        "Metric": "grice.metrics.base:Metric",
        "Score": "grice.metrics.base:Score",
        "Signature": "grice.metrics.base:Signature",
        "score": "grice.engines.score:score",
    },
)
