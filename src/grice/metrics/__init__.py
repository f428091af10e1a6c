"""Judgements: how well a description does its job, per item first, then over a corpus.

`METRICS` is the registry: each metric by name, with its class, what it asks in a line, and its family. Settings are the
class's own: `grice.metrics.Spice(references="max")`, or `spice:references=max` on the command line.

    Pragmatics      rule="paper" | "strict"; efficiency="paper" | "table" | "script"; contrast="label" | "phrase";
                    mentions="true" | "all"; vocabulary="released" | "fixed" | a Vocabulary
    Reconstruction  reading="pragmatic" | "literal"; pick="prototype" | "uniform" | "strict" | "weighted" | "balanced" |
                    "minimum-risk"; error=0.0;
                    divide="size" | "maximum"; domain
    SetMatch        lemmatise=True; references="pooled" | "max"; parser
    Spice           lemmatise=True; synonyms=True; references="pooled" | "max" | "merged"; parser
    SoftSpice       bidirectional=False; lemmatise=True; references="pooled" | "max"; parser; encoder
    Faithfulness    near=0.8 | None; parser; encoder
    Bleu, Rouge     nothing to set
    Cider           idf=None: rarities from the references that are scored, or from the lists of another corpus
    Sentence        references="max" | "mean"; encoder
    TokenMatch      references="max" | "mean"; idf=None; encoder
    Grice           weights, for study; parser; encoder
    Diversity       over="labels" | "objects" | "attributes" | "predicates" | "words"; parser
    ClipScore       image_encoder; weight=2.5; prompt="A photo depicts "; RefClipScore likewise
    SoftSpiceImg    image_encoder; weight=1.0; and those of SoftSpice
    Harmonic        first, second: two metrics by name or as objects; and their settings

`parser` reads captions: "default", "rules", a folder, a hub id or an object; `encoder` makes vectors of texts:
"minilm", "minilm-int8", a folder, a hub id or an object.

A caption that equals one of its five references does not get 1 from Spice: references are pooled, as in the published
evaluator of FACTUAL. COCO's SPICE merges synonyms among them first, which references="merged" does too;
references="max" judges by the nearest reference alone.
"""

from grice.door import lazy
from grice.registry import Entry, Registry

METRICS = Registry(
    "metric",
    {
        "pragmatics": Entry(
            "grice.metrics.rooms.pragmatics:Pragmatics", "does a caption single out its room, saying no more?", "rooms"
        ),
        "reconstruction": Entry(
            "grice.metrics.quantified.reconstruction:Reconstruction",
            "can a reader rebuild the scene from the description?",
            "quantified",
        ),
        "setmatch": Entry("grice.metrics.graphs.setmatch:SetMatch", "is it exactly the reference's graph?", "graphs"),
        "spice": Entry(
            "grice.metrics.graphs.spice:Spice",
            "F1 over objects, attributes, relations; references are pooled, so it is not COCO's number "
            "(references=merged is near to it, references=max takes the best one)",
            "graphs",
        ),
        "softspice": Entry(
            "grice.metrics.graphs.softspice:SoftSpice", "SPICE with likeness of meaning instead of equality", "graphs"
        ),
        "faithfulness": Entry(
            "grice.metrics.graphs.faithfulness:Faithfulness",
            "which facts does the reference support, contradict, not mention?",
            "graphs",
        ),
        "bleu": Entry("grice.metrics.texts.bleu:Bleu", "BLEU-1 to BLEU-4, as the COCO tools", "texts", ("BLEU-4",)),
        "rouge": Entry("grice.metrics.texts.rouge:Rouge", "ROUGE-L, as the COCO tools", "texts", ("ROUGE-L",)),
        "cider": Entry("grice.metrics.texts.cider:Cider", "CIDEr-D, as the COCO tools", "texts", ("CIDEr-D",)),
        "sentence": Entry("grice.metrics.texts.sentence:Sentence", "cosine of sentence vectors", "texts"),
        "tokens": Entry("grice.metrics.texts.tokenmatch:TokenMatch", "greedy matching of token vectors", "texts"),
        "grice": Entry("grice.metrics.texts.grice:Grice", "sentence, words and graph in one number", "texts"),
        "diversity": Entry("grice.metrics.texts.diversity:Diversity", "how many different words are used?", "texts"),
        "clipscore": Entry("grice.metrics.images.clipscore:ClipScore", "does the caption fit the image?", "images"),
        "refclipscore": Entry(
            "grice.metrics.images.clipscore:RefClipScore", "does it fit the image and the references?", "images"
        ),
        "softspice-img": Entry(
            "grice.metrics.images.softspice_img:SoftSpiceImg", "softspice, and the image as well", "images"
        ),
        "harmonic": Entry("grice.metrics.harmonic:Harmonic", "the harmonic mean of two metrics", ""),
    },
)

__getattr__, __dir__ = lazy(
    __name__,
    {entry.path.partition(":")[2]: entry.path for entry in METRICS.values()}
    | {
        "Metric": "grice.metrics.base:Metric",
        "Score": "grice.metrics.tally:Score",
        "Signature": "grice.metrics.base:Signature",
        "Tally": "grice.metrics.tally:Tally",
    },
)
