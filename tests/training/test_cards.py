"""A model card says what the record says, and claims nothing that is not in it; no torch needed."""

from grice.corpora.cards import Card
from grice.training.cards import ModelCard

CARD = ModelCard(
    title="Captioner b",
    does="Says what is in a room.",
    facts=("LSTM, 512 wide.",),
    corpus=Card("rooms", "3DShapes", "480,000 rooms", "Apache 2.0", "Burgess & Kim 2018", "in the package"),
    part="30,000 images",
    begins_as="random weights",
    measures={"d": "discriminativity", "e": "efficiency", "r": "relevance"},
    limits=("Rooms alone.",),
    trained=("after the game",),
)
RECORD = {
    "rows": {"learned from": 150_000},
    "recipe": {"batch": 64, "game": {"entropy_weight": 0.01}},
    "measured": {"d": 97.125, "e": 0.0, "r": None, "steps": 4000},
}


def test_the_card_of_a_record_has_its_figures_data_recipe_and_limits() -> None:
    written = CARD.text(RECORD)
    for line in (
        "# Captioner b",
        "* Training data: 3DShapes, 30,000 images, 150,000 rows learned from.",
        "* Licence of the data: Apache 2.0.",
        "* Recipe: batch 64, entropy weight 0.01; 4000 steps; after the game.",
        "| discriminativity | 97.12 |",
        "| efficiency | 0.00 |",
        "Rooms alone.",
    ):
        assert line in written.splitlines(), line
    assert "relevance" not in written


def test_what_is_not_recorded_is_not_claimed() -> None:
    written = CARD.text({})
    assert "Nothing has been measured yet." in written
    assert "* Recipe: not recorded; after the game." in written
