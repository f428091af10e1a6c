"""What should a user know of a parser before using it? The model card, written from the record of its training."""

from collections.abc import Mapping
from typing import Any

from grice.corpora.factual import CARD
from grice.version import __version__

_MEASURES = {
    "dev": "Set Match, development set, greedy",
    "dev_spice": "SPICE, development set, greedy",
    "dev_fresh": "Set Match, development rows without a near-duplicate in training",
    "dev_beam4": "Set Match, development set, four beams",
    "dev_spice_beam4": "SPICE, development set, four beams",
    "dev_fresh_beam4": "Set Match, four beams, rows without a near-duplicate in training",
    "held_out": "Set Match, training rows held out",
    "held_out_beam4": "Set Match, training rows held out, four beams",
}


def card(trained: Mapping[str, Any], exported: Mapping[str, Any]) -> str:
    """The card as Markdown. `trained` is parser.json, `exported` vocabulary.json; what is not known is not claimed."""
    measured: Mapping[str, Any] = trained.get("measured", {})
    rows = [f"| {text} | {measured[key]:.2f} |" for key, text in _MEASURES.items() if measured.get(key) is not None]
    table = ["| measure (percent) | value |", "|---|---|", *rows] if rows else ["Nothing has been measured yet."]
    return "\n".join(
        [
            f"# Scene graph parser {exported['name']}",
            "",
            "Reads a caption of a scene and writes its objects, attributes and relations (FACTUAL scene graphs).",
            "",
            f"* Network: MiniLM encoder, {exported['layers']}-layer decoder, copy gate, {exported['width']} wide.",
            f"* {exported['outputs']} output pieces; weights as {exported['form']}; exported by grice {__version__}.",
            f"* Graphs {'with' if exported['identifiers'] else 'without'} identifiers (voice, verbs, node indexes).",
            f"* Training data: {CARD.title}, the {trained.get('split', 'unknown')} split's training file alone"
            f"{_rows(trained)}.",
            f"* Licence of the data: {CARD.licence}.",
            f"* Cite: {CARD.citation}.",
            "* Encoder to start from: all-MiniLM-L6-v2 (Apache 2.0), Wang et al. 2020 and Reimers & Gurevych 2019.",
            f"* Recipe: {_recipe(trained)}.",
            "",
            "## Measured before export, in full precision",
            "",
            *table,
            "",
            "## Use and limits",
            "",
            "English captions of pictures, one sentence at a time; longer text is split and merged by grice.parse.",
            "Learned from captions of regions of photographs with six words on average: text of another kind, long",
            "sentences and rare words give worse graphs. What no word of the text carries is marked `implied`.",
            "",
        ]
    )


def _rows(trained: Mapping[str, Any]) -> str:
    counts: Mapping[str, int] = trained.get("rows", {})
    return "".join(f", {count:,} rows {what}" for what, count in counts.items())


def _recipe(trained: Mapping[str, Any]) -> str:
    recipe = trained.get("recipe")
    if not recipe:
        return "not recorded"
    taught = (trained.get("run") or {}).get("teachers")
    after = f"; {trained.get('measured', {}).get('steps')} steps"
    if taught:
        after += (
            f"; student of {taught['count']} of recipe {_settings(taught['recipe'])}, each without a part of the rows,"
            f" and of {taught['new captions']:,} new captions that they labelled"
        )
    return _settings(recipe) + after


def _settings(recipe: Mapping[str, Any]) -> str:
    """Every setting by its name, those of the mixture too."""
    flat = {k: v for k, v in recipe.items() if not isinstance(v, dict)} | dict(recipe.get("mixture") or {})
    return ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in flat.items())
