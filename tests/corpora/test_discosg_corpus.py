"""Facts of a paragraph are placed in the sentences that state them; a correction shows what was false."""

import json
from pathlib import Path

import pytest

from grice import InputError, SceneGraph
from grice.corpora import discosg, discourse_foil

CAPTION = (
    "The image shows a quiet street. A golden retriever lies on a red sofa. It wears a blue collar. "
    "The dog's ears are long. Two men watch it, and their hats are black. The scene is full of harmony."
)
FACTS = SceneGraph.from_text(
    "( street , is , quiet ) , ( golden retriever , lay on , sofa ) , ( sofa , is , red ) , "
    "( golden retriever , wear , collar ) , ( collar , is , blue ) , ( ears , is , long ) , ( men , is , 2 ) , "
    "( men , watch , golden retriever ) , ( men , have , hats ) , ( hats , is , black ) , ( moon , in , sky )"
).facts


def test_a_pair_shows_which_words_were_corrected(tmp_path: Path) -> None:
    row = {"image": 1, "reference": "a cat", "hallucinated": "A black dog sits. It is red.", "what": "dog"}
    same = row | {"corrected": row["hallucinated"] + " "}
    lines = [json.dumps(one) for one in (row | {"corrected": "A black cat sits."}, same)]
    (tmp_path / "foil.jsonl").write_text("\n".join(lines), "utf-8")
    (pair,) = discourse_foil.load(tmp_path / "foil.jsonl")
    assert [pair.hallucinated[low:high] for low, high in pair.false] == ["dog", "It is red."]
    assert len(list(discourse_foil.load(tmp_path / "foil.jsonl", identical=True))) == 2


def test_a_folder_without_the_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no train\.jsonl"):
        discosg.file_in(tmp_path)
