"""A judgement of a fact can be shown in the text that states it."""

import grice
from grice.meaning.tuples import NOT
from grice.metrics.graphs.places import spans_of

TEXT = "A man rides a brown horse. The man wears two hats. A dog is near the man."


def test_every_tuple_of_a_text_has_its_words() -> None:
    found = spans_of(grice.parse(TEXT, "rules"))
    assert {fact: [TEXT[low:high] for low, high in spans] for fact, spans in found.items()} == {
        ("man",): ["man"],
        ("horse",): ["horse"],
        ("hat",): ["hats"],
        ("dog",): ["dog"],
        ("horse", "brown"): ["brown"],
        ("hat", "2"): ["two"],
        ("man", "ride", "horse"): ["rides a brown horse"],
        ("man", "wear", "hat"): ["wears two hats"],
        ("dog", "near", "man"): ["near"],
    }


def test_a_denial_is_where_it_is_denied() -> None:
    text = "The dog is not black."
    found = spans_of(grice.parse(text, "rules"))
    assert [(fact, text[slice(*span)]) for fact, (span,) in found.items() if len(fact) == 3] == [
        ((NOT, "dog", "black"), "black")
    ]


def test_a_graph_without_a_text_has_no_places() -> None:
    assert spans_of(grice.SceneGraph.from_text("( dog , chase , cat )")) == {}


def test_faithfulness_shows_where_a_false_claim_is_made() -> None:
    scene = "A man rides a brown horse. He wears two hats. The sky is blue."
    said = "A man rides a black horse. He wears two hats. The sky is blue. A dog chases him."
    result = grice.score([said], [[scene]], metrics="faithfulness", parser="rules")["faithfulness"]
    (where,) = result.table().column("where").to_pylist()
    assert [said[one["start"] : one["end"]] for one in where] == [one["words"] for one in where]
    assert [(one["words"], one["verdict"]) for one in where][:2] == [("black", "contradicted"), ("dog", "absent")]
    assert 'characters 14 to 19, contradicted: "black"' in result.explain(0)
    (perfect,) = (
        grice.score([scene], [[scene]], metrics="faithfulness", parser="rules")["faithfulness"].table()["where"]
    ).to_pylist()
    assert perfect == []


def test_the_least_supported_claim_is_named_first() -> None:
    scene = "A man rides a brown horse on a beach. A boat is near the beach."
    said = (
        "A strong man rides a horse on a beach. A ship is near the beach. A toaster is on the sand. The horse is black."
    )
    result = grice.score([said], [[scene]], metrics="faithfulness", parser="rules")["faithfulness"]
    (where,) = result.table().column("where").to_pylist()
    words = [one["words"] for one in where]
    assert words[:2] == ["black", "toaster"]
    assert words.index("toaster") < words.index("strong")
    absent = [one["support"] for one in where if one["verdict"] == "absent" and "," not in one["fact"]]
    assert absent == sorted(absent)
