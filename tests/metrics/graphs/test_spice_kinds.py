"""SPICE by kind of tuple: objects, attributes, relations, colours, counts, sizes."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grice
from grice.meaning.tuples import tuples
from grice.metrics import Spice
from grice.metrics.graphs.tuple_kinds import KINDS, attribute_kind

CANDIDATE = (
    "( dogs , is , 2 ) , ( dogs , is , black ) , ( dogs , is , big ) , ( dogs , chase , ball ) , ( ball , is , red )"
)
REFERENCE = (
    "( dogs , is , 3 ) , ( dogs , is , black ) , ( dogs , is , big ) , ( dogs , chase , cat ) , ( ball , is , blue )"
)


def test_each_kind_is_f1_over_its_own_tuples() -> None:
    spice = grice.score([CANDIDATE], [[REFERENCE]], metrics="spice")["spice"]
    # dog, ball against dog, ball, cat; two of four attributes; one of two colours; one size of one; no count, relation.
    assert spice["object"].value == pytest.approx(2 * 2 / (2 + 3))
    assert spice["attribute"].value == 0.5
    assert spice["relation"].value == 0
    assert spice["color"].value == 0.5
    assert spice["count"].value == 0
    assert spice["size"].value == 1
    assert "color = 0.5000" in spice.explain(0)


def test_a_kind_that_neither_side_has_is_undefined_and_left_out_of_the_corpus() -> None:
    spice = grice.score(["( dog , is , red )", "( dog )"], [["( dog , is , red )"], ["( cat )"]], metrics="spice")[
        "spice"
    ]
    assert math.isnan(spice["color"].items[1])
    assert spice["color"].value == 1
    assert math.isnan(spice["size"].value)
    assert spice["object"].items.tolist() == [1, 0]


def test_a_prediction_that_cannot_be_read_fails_what_the_reference_says_and_no_more() -> None:
    spice = grice.score(["", "( dog )"], [["( dog , is , red )"], ["( dog )"]], metrics="spice")["spice"]
    assert [spice[name].items[0] for name in ("spice", "object", "attribute", "color")] == [0, 0, 0, 0]
    assert math.isnan(spice["count"].items[0])
    assert math.isnan(spice["relation"].items[0])


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        *(("red", "color"), ("light brown", "color"), ("dark-blue", "color"), ("black and white", "color")),
        *(("2", "count"), ("twelve", "count"), ("3 or 4", "count"), ("at least 5", "count")),
        *(
            ("10 to 15", "count"),
            ("about 150", "count"),
            ("black or white", ""),
            ("size 28", ""),
            ("2 to 3 metres", ""),
        ),
        *(("small", "size"), ("larger", "size"), ("very tall", "size"), ("tiny", "size")),
        *(("light", ""), ("wooden", ""), ("red hot", ""), ("group of", ""), ("open", "")),
    ],
)
def test_attributes_by_kind(value: str, kind: str) -> None:
    assert attribute_kind(value) == kind


FACT = st.one_of(
    st.tuples(st.sampled_from(["dog", "sofa", "couch"])),
    st.tuples(st.sampled_from(["dog", "sofa", "couch"]), st.just("is"), st.sampled_from(["red", "2", "big", "old"])),
    st.tuples(st.sampled_from(["dog", "sofa"]), st.sampled_from(["on", "under"]), st.sampled_from(["couch", "cat"])),
)
FACTS = st.lists(FACT, min_size=1, max_size=5)


@given(FACTS, FACTS)
@settings(max_examples=100, deadline=None)
def test_the_whole_is_the_mean_of_objects_attributes_and_relations_weighted_by_their_tuples(
    one: list[tuple[str, ...]], other: list[tuple[str, ...]]
) -> None:
    a, b = grice.SceneGraph.from_facts(one), grice.SceneGraph.from_facts(other)
    spice = grice.score([a], [[b]], metrics=Spice())["spice"]
    sizes = [len(t) for g in (a, b) for t in tuples((g,), True)]
    parts = [(sizes.count(n), spice[kind].value) for n, kind in enumerate(KINDS, start=1) if n <= 3 and sizes.count(n)]
    assert spice.value == pytest.approx(sum(n * value for n, value in parts) / len(sizes))
