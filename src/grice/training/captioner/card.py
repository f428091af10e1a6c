"""What should a user know of a speaker or listener of rooms before using it? Its model card."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grice.corpora.a3ds import CARD
from grice.networks import manifest
from grice.scenes.context import TEST_SETS
from grice.training.cards import ModelCard

NAME = "CARD.md"
_VALUES = {
    "d": "discriminativity",
    "od": "optimal discriminativity",
    "r": "relevance",
    "literal": "the literal listener picks the target",
    "listener": "its own listener picks the target",
    "parses": "parses under the exhaustive, short or minimal grammar",
}
DOES = {
    "speaker": "Sees the pictures of a target and of its distractors and says a caption of the target.",
    "alone": "Sees the picture of a room and says a caption of it. It learned rooms alone and knows no distractors.",
    "listener": "Reads a caption and chooses the picture it is about.",
}
_ENCODERS = {
    "lite0": "EfficientNet-Lite0 with weights of ImageNet (Tan & Le 2019; Apache-2.0); it has seen no label of rooms",
    "pictures": "a small convolutional network trained here on rendered rooms and their six features",
    "pixels": "the picture itself, 16 x 16",
}


def write_card(folder: Path, record: Mapping[str, Any]) -> None:
    """Write the card of an agent's folder; `record` says what was measured, values 0..1 by "name, category"."""
    (folder / NAME).write_text(card(manifest.about(folder), record), "utf-8")


def card(about: Mapping[str, Any], record: Mapping[str, Any]) -> str:
    """The card as Markdown. `about` is what the agent's manifest says."""
    speaks = about["kind"] == "speaker"
    seen = about["features"]
    measured = {key: 100 * value for key, value in record["measured"].items() if key.rpartition(", ")[0] in _VALUES}
    steps = {"steps": record["measured"]["steps"]} if "steps" in record["measured"] else {}
    alone = speaks and about["context"] == "alone"
    return ModelCard(
        title=f"{'Speaker' if speaks else 'Listener'} of rooms {about['name']}",
        does=DOES["alone" if alone else about["kind"]],
        facts=(
            f"Network: {about['architecture']}, {about['width']} wide, {len(about['vocabulary'])} words, "
            f"captions of at most {about['longest']} words; matrices in 8-bit integers, a scale a row.",
            f"Sees {seen['size']} numbers of the frozen encoder {seen['encoder']}, fingerprint {seen['fingerprint']}: "
            f"{_ENCODERS.get(seen['encoder'], 'an encoder of your own')}.",
            f"Seed {about['seed']}.",
        ),
        corpus=CARD,
        part=about["trained"],
        begins_as=(about["recipe"]["start"] or "random numbers") if speaks else "random numbers",
        measures={
            f"{value}, {category}": f"{said}, pairs that share {category} at least"
            for value, said in _VALUES.items()
            for category in TEST_SETS
        },
        when="as shipped, greedy captions",
        limits=(
            "Rendered 3DShapes rooms of 64 x 64 and pictures much like them; nothing else. Captions are greedy unless",
            "another decoding is asked for. What a speaker of a reference game says need be neither true nor English.",
        ),
    ).text({"recipe": about["recipe"] | {"lessons": len(about["recipe"]["lessons"])}, "measured": measured | steps})
