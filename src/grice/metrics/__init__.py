"""Judgements: how well a description does its job, per item first, then over a corpus.

`METRICS` is the registry: a metric's name and the class that measures it, imported when it is first asked for.
"""

from grice.door import lazy

METRICS: dict[str, str] = {
    "pragmatics": "grice.metrics.pragmatics:Pragmatics",
    "setmatch": "grice.metrics.setmatch:SetMatch",
    "spice": "grice.metrics.spice:Spice",
    "diversity": "grice.metrics.diversity:Diversity",
    "softspice": "grice.metrics.softspice:SoftSpice",
    "softspice-img": "grice.metrics.softspice_img:SoftSpiceImg",
    "sentence": "grice.metrics.sentence:Sentence",
    "tokens": "grice.metrics.tokens:TokenMatch",
    "clipscore": "grice.metrics.clipscore:ClipScore",
    "refclipscore": "grice.metrics.clipscore:RefClipScore",
    "bleu": "grice.metrics.bleu:Bleu",
    "rouge": "grice.metrics.rouge:Rouge",
    "cider": "grice.metrics.cider:Cider",
    "grice": "grice.metrics.grice:Grice",
    "faithfulness": "grice.metrics.faithfulness:Faithfulness",
    "harmonic": "grice.metrics.harmonic:Harmonic",
    "reconstruction": "grice.metrics.reconstruction:Reconstruction",
}

__getattr__, __dir__ = lazy(
    __name__,
    {path.partition(":")[2]: path for path in METRICS.values()}
    | {
        "Metric": "grice.metrics.base:Metric",
        "Score": "grice.metrics.base:Score",
        "Signature": "grice.metrics.base:Signature",
        "score": "grice.metrics.scoring:score",
    },
)
