"""What should a user know of a parser before using it? Its part of the model card."""

from collections.abc import Mapping
from typing import Any

from grice.corpora.factual import CARD
from grice.training.cards import ModelCard

_MEASURES = {
    "dev": "Set Match, development set, greedy",
    "dev_spice": "SPICE, development set, greedy",
    "dev_fresh": "Set Match, development rows without a near-duplicate in training",
    "captions": "Set Match, held-out captions as people write them, greedy",
    "captions_spice": "SPICE, held-out captions as people write them, greedy",
    "held_out": "Set Match, held-out training rows",
}


def card(record: Mapping[str, Any], exported: Mapping[str, Any]) -> str:
    """The card as Markdown. `record` is parser.json, `exported` what vocabulary.json says."""
    return ModelCard(
        title=f"Scene graph parser {exported['name']}",
        does="Reads a caption of a scene and writes its objects, attributes and relations (FACTUAL scene graphs).",
        facts=(
            f"Network: MiniLM encoder, {exported['layers']}-layer decoder, copy gate, {exported['width']} wide.",
            f"{exported['outputs']} output pieces; weights as {exported['form']}.",
            f"Graphs {'with' if exported['identifiers'] else 'without'} identifiers (voice, verbs, node indexes).",
        ),
        corpus=CARD,
        part=f"the {record.get('split', 'unknown')} split's training file{_more(record)}",
        begins_as="all-MiniLM-L6-v2 (Apache 2.0), Wang et al. 2020 and Reimers & Gurevych 2019",
        trained=_adapted(record),
        measures=_MEASURES,
        limits=(
            "English texts of pictures of up to fifty words at once; longer ones are read in windows by grice.parse.",
            "Short captions of regions of photographs are read best, whole captions of people and models next; news,",
            "piles of nouns and rare words give worse graphs. Every word of a graph is one of the text, an inflection",
            "or listed normalisation of it, or a predicate that is implied and marked so.",
        ),
    ).text(record)


def _more(record: Mapping[str, Any]) -> str:
    """What was learned from beside the split."""
    sources = record.get("sources") or ()
    return f", and {', '.join(sources)}" if sources else " alone"


def _adapted(record: Mapping[str, Any]) -> list[str]:
    """What a parser was adapted to, which went on from another one."""
    if not (adapted := record.get("adapted")):
        return []
    passes = f"{adapted['passes']} passes beside as many captions that Grice comes with"
    return [f"the parser {adapted['from']} adapted to {adapted['captions']} captions of a user, {passes}"]
