"""Scorers with the interface of pycocoevalcap, beside the real ones where they are installed."""

from typing import Any

import numpy as np
import pytest

from grice import InputError
from grice.interop.pycocoevalcap import scorer
from grice.metrics import Spice

GTS = {
    3: ["a dog runs after a red ball", "the brown dog chases a ball"],
    1: ["a man rides a horse on the beach", "someone is riding a horse"],
    2: ["two cups stand on a wooden table"],
}
RES = {1: ["a man on a horse"], 2: ["two cups on a table"], 3: ["a brown dog chases a red ball"]}


@pytest.mark.parametrize(("name", "module"), [("bleu", "Bleu"), ("rouge", "Rouge"), ("cider", "Cider")])
def test_numbers_are_those_of_the_real_scorers(name: str, module: str) -> None:
    real: Any = pytest.importorskip(f"pycocoevalcap.{name}.{name}", reason="needs pycocoevalcap")
    made = getattr(real, module)()
    options = {"verbose": 0} if name == "bleu" else {}
    theirs, their_items = made.compute_score(GTS, RES, **options)
    ours, our_items = scorer(name).compute_score(GTS, RES)
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)
    np.testing.assert_allclose(our_items, their_items, rtol=1e-6, atol=1e-12)
    assert scorer(name).method() == made.method()


def test_items_come_in_the_order_of_the_references() -> None:
    _, items = scorer("rouge").compute_score(GTS, RES)
    alone = [scorer("rouge").compute_score({one: GTS[one]}, {one: RES[one]})[0] for one in GTS]
    assert items.tolist() == pytest.approx(alone)


def test_objects_with_captions_do_as_well_as_texts() -> None:
    gts = {one: [{"caption": text} for text in texts] for one, texts in GTS.items()}
    res = {one: [{"caption": texts[0]}] for one, texts in RES.items()}
    assert scorer("bleu").compute_score(gts, res)[0] == scorer("bleu").compute_score(GTS, RES)[0]


def test_spice_gives_what_the_original_gives_for_an_item() -> None:
    value, items = scorer(Spice(parser="rules")).compute_score(GTS, RES)
    assert value == pytest.approx(np.mean([item["All"]["f"] for item in items]))
    f, precision, recall = items[0]["All"].values()
    assert f == pytest.approx(2 * precision * recall / (precision + recall))
    assert set(items[0]) == {"All", "Object", "Attribute", "Relation", "Color", "Cardinality", "Size"}


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="the same keys"):
        scorer("rouge").compute_score(GTS, {1: RES[1]})
    with pytest.raises(InputError, match="references and nothing else"):
        scorer("pragmatics")
    with pytest.raises(InputError, match="one prediction for each id"):
        scorer("rouge").compute_score({1: ["a"]}, {1: ["a", "b"]})
