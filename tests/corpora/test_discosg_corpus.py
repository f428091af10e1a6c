"""Facts of a paragraph are placed in the sentences that state them; a correction shows what was false."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grice import InputError, SceneGraph
from grice.corpora import discosg, discourse_foil
from grice.corpora.placement import placed, sentences_of, write

CAPTION = (
    "The image shows a quiet street. A golden retriever lies on a red sofa. It wears a blue collar. "
    "The dog's ears are long. Two men watch it, and their hats are black. The scene is full of harmony."
)
FACTS = SceneGraph.from_text(
    "( street , is , quiet ) , ( golden retriever , lay on , sofa ) , ( sofa , is , red ) , "
    "( golden retriever , wear , collar ) , ( collar , is , blue ) , ( ears , is , long ) , ( men , is , 2 ) , "
    "( men , watch , golden retriever ) , ( men , have , hats ) , ( hats , is , black ) , ( moon , in , sky )"
).facts


def test_every_fact_goes_to_the_sentence_that_states_it_in_its_words() -> None:
    found = {one.text: one.facts for one in sentences_of(CAPTION, FACTS)}
    assert list(found.values()) == [
        (("street", "is", "quiet"),),
        (("golden retriever", "lay on", "sofa"), ("sofa", "is", "red")),
        (("it", "wear", "collar"), ("collar", "is", "blue")),
        (("ears", "is", "long"),),
        (("men", "is", "2"), ("men", "watch", "it"), ("men", "have", "hats"), ("hats", "is", "black")),
        (),
    ]


def test_what_no_sentence_states_is_placed_nowhere() -> None:
    drawn = [fact for one in sentences_of(CAPTION, FACTS) for fact in one.drawn]
    assert sorted(drawn) == sorted(fact for fact in FACTS if fact[0] != "moon")


def test_a_part_of_a_name_is_what_the_sentence_says() -> None:
    facts = SceneGraph.from_text("( ferris wheel , is , tall ) , ( lights , adorn , ferris wheel )").facts
    text = "A tall Ferris wheel stands there. Lights adorn the wheel."
    assert [one for *_, facts in placed([(text, facts)]) for one in facts] == [
        ("ferris wheel", "is", "tall"),
        ("lights", "adorn", "wheel"),
    ]


def test_sentences_are_written_as_rows_with_empty_graphs_where_nothing_is_said(tmp_path: Path) -> None:
    count = write([(CAPTION, FACTS)], tmp_path / "out.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert count == (6, 1, 10, 11)
    assert [row["paragraph"] for row in rows] == [0] * 6
    assert rows[-1] == {"caption": "The scene is full of harmony.", "graph": "", "paragraph": 0}


def test_nine_in_ten_facts_of_the_corpus_find_a_sentence(corpus: Callable[[str], Path]) -> None:
    paragraphs = list(discosg.load(corpus(discosg.FILE.as_posix())))[:60]
    assert all(one.error is None for one in paragraphs)
    drawn = sum(len(one.graph.facts) for one in paragraphs)
    found = sum(len(s.drawn) for one in paragraphs for s in sentences_of(one.caption, one.graph.facts))
    assert 0.88 < found / drawn <= 1


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
