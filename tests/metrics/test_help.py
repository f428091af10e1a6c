"""What `help(grice.metrics)` says: every metric with every setting, and what SPICE does with several references."""

import inspect

import grice
from grice.metrics import METRICS


def test_every_setting_of_every_metric_is_named() -> None:
    said = " ".join((grice.metrics.__doc__ or "").split())
    inherited = {
        "SoftSpiceImg": ("bidirectional", "lemmatise", "references", "parser", "encoder"),
        "Harmonic": ("settings",),
    }
    inherited["RefClipScore"] = ("image_encoder", "weight", "prompt")
    for name in METRICS:
        made = METRICS.load(name)
        _, _, rest = said.partition(f"{made.__name__} " if made.__name__ != "Bleu" else "Bleu, Rouge")
        own = rest[:260]
        for setting in inspect.signature(made).parameters:
            assert setting in own or setting in inherited.get(made.__name__, ()), (name, setting)


def test_names_are_found_in_any_spelling() -> None:
    spellings = {"SPICE": "spice", "CIDEr-D": "cider", "cider": "cider", "ROUGE_L": "rouge", "BLEU-4": "bleu"}
    spellings |= {"Soft-SPICE": "softspice", "SoftSPICE-img": "softspice-img", "Set Match": "setmatch"}
    assert {given: METRICS.name(given) for given in spellings} == spellings


def test_the_default_of_spice_is_said_where_people_look() -> None:
    assert "pooled" in (grice.metrics.__doc__ or "")
    assert "not COCO's" in METRICS["spice"].about
    one = grice.score(["a dog"], [["a dog", "a red ball"]], metrics=["spice"], parser="rules")
    assert one["spice"].value < 1
