"""Captions are read for what they mention, through every trap that the published script fell into."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grice import InputError
from grice.meaning.mentions import HEADS, NO_HEAD
from grice.readers.rooms.reading import read_mentions as read
from grice.readers.rooms.truth import STATUS, judge
from grice.readers.rooms.vocabulary import CLASSES, Vocabulary
from grice.scenes import rooms
from grice.scenes.rooms import FEATURES
from grice.speakers.rooms.realisation import fill, names, templates

PLAIN = {"floor_hue": "cyan", "wall_hue": "pink", "object_hue": "yellow", "scale": 0, "shape": "ball", "orientation": 7}


def room(**features: object) -> np.ndarray:
    return rooms.features([rooms.scene(**{**PLAIN, **features}).id])  # type: ignore[arg-type]


def judged(caption: str, target: dict, distractor: dict, rule: str = "paper", contrast: str = "label") -> dict:
    """c, k and false of one caption, and the status of every mention by feature."""
    mentions = read([caption])
    result = judge(mentions, room(**target), room(**target | distractor), np.array([0]), rule, contrast)  # type: ignore[arg-type]
    names = [*FEATURES, None]
    return {
        "c": int(result.telling.sum()),
        "k": int(result.said.sum()),
        "false": int(result.false[0]),
        "mentions": [(names[f], STATUS[s]) for f, s in zip(result.feature, result.status, strict=True)],
    }


def heads(caption: str) -> list[tuple[str, str | None]]:
    mentions = read([caption])
    return [
        (caption[s:e], HEADS[h] if h != NO_HEAD else None)
        for s, e, h, k in zip(mentions.start, mentions.end, mentions.head, mentions.kind, strict=True)
        if CLASSES[k] == "hue"
    ]


# Each row is a caption on which the released script was shown to go wrong: what it should be counted as.
TRAPS = [
    ("A light green floor", {"floor_hue": "green"}, {"floor_hue": 0}, {"c": 0, "k": 0, "false": 1}),
    ("A ball nearly in the middle", {"orientation": 5}, {"orientation": 0}, {"c": 1, "k": 2, "false": 0}),
    ("A middle sized yellow ball", {"scale": 3}, {"orientation": 0}, {"c": 0, "k": 3, "false": 0}),
    ("A medium sized yellow ball", {"scale": 2}, {"scale": 0}, {"c": 1, "k": 3, "false": 0}),
    ("A ball near the right corner", {"orientation": 1}, {"orientation": 0}, {"c": 0, "k": 1, "false": 1}),
    ("Yellow ball", {}, {"object_hue": "red"}, {"c": 1, "k": 2, "false": 0}),
    (
        "The tiny ball on yellow floor is yellow",
        {"floor_hue": "yellow"},
        {"object_hue": "red"},
        {"c": 1, "k": 4, "false": 0},
    ),
    (
        "a ball standing in the middle on red floor in front of a red",
        {"floor_hue": "red", "wall_hue": "red"},
        {"wall_hue": "pink"},
        {"c": 1, "k": 4, "false": 0},
    ),
    ("A medium blue ball", {"object_hue": "medium blue"}, {"shape": "pill"}, {"c": 1, "k": 2, "false": 0}),
    ("A pill", {}, {"scale": 3}, {"c": 0, "k": 0, "false": 1}),
    ("A red ball", {"object_hue": "red"}, {"scale": 3}, {"c": 0, "k": 2, "false": 0}),
]


@pytest.mark.parametrize("rule", ["paper", "strict"])
@pytest.mark.parametrize(("caption", "target", "distractor", "expected"), TRAPS, ids=[trap[0] for trap in TRAPS])
def test_the_traps_of_the_released_script(
    caption: str, target: dict, distractor: dict, expected: dict, rule: str
) -> None:
    found = judged(caption, target, distractor, rule)
    assert {key: found[key] for key in expected} == expected


def test_a_unique_colour_counts_wherever_it_stands_for_the_paper_and_for_its_head_when_strict() -> None:
    target, distractor = {"wall_hue": "orange"}, {"wall_hue": "red"}
    assert judged("A orange ball", target, distractor)["c"] == 1
    strict = judged("A orange ball", target, distractor, "strict")
    assert strict == {"c": 0, "k": 1, "false": 1, "mentions": [("object_hue", "false"), ("shape", "redundant")]}


def test_contradicting_values_before_one_noun_are_false_when_strict() -> None:
    found = judged("A tiny yellow cyan red ball", {}, {"object_hue": "cyan", "scale": 3}, "strict")
    assert found["mentions"][0] == ("scale", "contrastive")
    assert (found["c"], found["k"], found["false"]) == (1, 2, 1)
    sizes = judged("a tiny giant ball", {}, {"scale": 3}, "strict")
    assert (sizes["c"], sizes["false"]) == (0, 1)
    assert judged("a yellow yellow ball", {}, {"object_hue": "cyan"}, "strict")["c"] == 1


def test_a_shared_colour_needs_its_head() -> None:
    target, distractor = {"floor_hue": "yellow"}, {"object_hue": "red"}
    assert judged("something yellow there", target, distractor)["mentions"] == [(None, "ambiguous")]
    assert judged("a yellow ball", target, distractor)["c"] == 1
    assert judged("yellow floor", target, distractor) == {
        "c": 0, "k": 1, "false": 0, "mentions": [("floor_hue", "redundant")]
    }  # fmt: skip


def test_the_drifted_caption_of_figure_1_is_contrastive() -> None:
    target = {"floor_hue": "green", "wall_hue": "light green", "object_hue": "red", "orientation": 3}
    for rule in ("paper", "strict"):
        found = judged("A tiny red ball green near the floor in green of of of", target, {"object_hue": "purple"}, rule)
        assert (found["c"], found["k"], found["false"]) == (1, 4, 0)


def test_shared_words_differ_by_label_and_agree_by_phrase() -> None:
    target, distractor = {"orientation": 6}, {"orientation": 8}
    assert judged("A ball in the middle", target, distractor)["c"] == 1
    assert judged("A ball in the middle", target, distractor, contrast="phrase")["c"] == 0


def test_a_word_for_several_values_rules_out_only_what_it_excludes() -> None:
    blues = {"object_hue": "medium blue"}
    assert judged("a blue ball", blues, {"object_hue": "dark blue"})["c"] == 0
    assert judged("a blue ball", blues, {"object_hue": "red"})["c"] == 1


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("a tiny red ball", [("red", "object")]),
        ("red tiny ball", [("red", "object")]),
        ("a small and red thing", [("red", "object")]),
        ("a ball on a floor that is green", [("green", "floor")]),
        ("the wall behind the ball is red", [("red", "wall")]),
        ("the wall is red and the floor is light-green", [("red", "wall"), ("light-green", "floor")]),
        ("the ball on green floor by a pink wall is red", [("green", "floor"), ("pink", "wall"), ("red", "object")]),
        ("the ball is tiny and red", [("red", "object")]),
        ("It's red. Ball on floor.", [("red", "object")]),
        ("ball, red. floor", [("red", None)]),
        ("something red over there", [("red", None)]),
        ("a red, shiny ball", [("red", "object")]),
        ("in front of a red", [("red", "wall")]),
        ("near a red", [("red", None)]),
    ],
)  # fmt: skip
def test_colours_find_their_heads(caption: str, expected: list[tuple[str, str | None]]) -> None:
    assert heads(caption) == expected


@pytest.mark.parametrize("rule", ["paper", "strict"])
@pytest.mark.parametrize("variant", ["released", "fixed"])
@pytest.mark.parametrize("kind", names())
def test_every_caption_of_every_grammar_is_read_as_what_it_says(kind: str, variant: str, rule: str) -> None:
    rng = np.random.default_rng(0)
    features = rooms.features(rng.integers(rooms.COUNT, size=200))
    features[:100, 1] = features[:100, 0]  # the hard case: colours shared by floor, wall and object
    features[:50, 2] = features[:50, 0]
    ids = rooms.ids(features)
    vocabulary = Vocabulary.load(variant)  # type: ignore[arg-type]
    for template in templates(kind, variant):  # type: ignore[arg-type]
        mentions = read(fill(ids, template, variant).to_pylist(), vocabulary)  # type: ignore[arg-type]
        rivals = rooms.features((ids + 1) % rooms.COUNT)
        result = judge(mentions, features, rivals, np.arange(len(ids)), rule)  # type: ignore[arg-type]
        assert (result.said == [feature in template.features for feature in FEATURES]).all(), str(template)
        assert not result.false.any()
        assert not len(mentions.unplaced)


WORDS = [
    "red",
    "light",
    "green",
    "middle",
    "sized",
    "in",
    "the",
    "ball",
    "floor",
    "is",
    "nearly",
    ",",
    ".",
    "zork",
    "wall",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=12), min_size=1, max_size=5))
def test_a_caption_reads_the_same_alone_and_in_company(captions: list[list[str]]) -> None:
    texts = [" ".join(words) for words in captions]
    together = read(texts)
    for i, text in enumerate(texts):
        alone, here = read([text]), together.item == i
        for field in ("kind", "values", "head", "start", "end"):
            assert getattr(alone, field).tolist() == getattr(together, field)[here].tolist()


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_read_and_spans_are_inside_it(text: str) -> None:
    mentions = read([text.encode("utf-8", "ignore").decode("utf-8")])
    assert ((mentions.start >= 0) & (mentions.start < mentions.end) & (mentions.end <= len(text))).all()


def test_spans_count_characters_not_bytes() -> None:
    text = "Größe – ein «red» ball"
    mentions = read([text])
    assert [text[s:e] for s, e in zip(mentions.start, mentions.end, strict=True)] == ["red", "ball"]
    assert mentions.unplaced.to_pylist()[0] == "größe"


def test_words_that_cannot_be_placed_are_reported() -> None:
    mentions = read(["a red ball", "a frobnicated ball zork"])
    assert mentions.unplaced.to_pylist() == ["frobnicated", "zork"]
    assert mentions.unplaced_item.tolist() == [1, 1]


def test_other_models_words_are_known_and_more_can_be_added(tmp_path) -> None:
    found = judged("a gigantic turquoise sphere", {"scale": 7, "object_hue": "cyan", "floor_hue": 0}, {"scale": 0})
    assert (found["c"], found["k"], found["false"]) == (1, 3, 0)
    assert not len(read(["a vermilion orblet"]).item)
    path = tmp_path / "mine.toml"
    path.write_text('[hue]\nvermilion = ["red"]\n[shape]\norblet = "ball"\n[words]\nother = ["behold"]\n')
    mine = Vocabulary.load(extra=path)
    mentions = read(["behold: a vermilion orblet"], mine)
    assert [CLASSES[k] for k in mentions.kind] == ["hue", "shape"]
    assert not len(mentions.unplaced)
    assert mine.name == "released+mine.toml"


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ({"hue": {"vermilion": ["reddish"]}}, "vermilion"),
        ({"colour": {"vermilion": ["red"]}}, r"\[colour\]"),
        ({"words": {"verbs": ["is"]}}, "verbs"),
    ],
)
def test_a_wrong_vocabulary_says_what_is_wrong(extra: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Vocabulary.load(extra=extra)


def test_a_vocabulary_file_that_is_none_is_refused(tmp_path) -> None:
    (tmp_path / "bad.toml").write_text("hue = [")
    with pytest.raises(InputError, match="not TOML"):
        Vocabulary.load(extra=tmp_path / "bad.toml")
    with pytest.raises(InputError, match="cannot be read"):
        Vocabulary.load(extra=tmp_path / "absent.toml")


def test_a_caption_of_thousands_of_words_is_read() -> None:
    mentions = read(["of " * 5000 + "a red ball", "a pill"])
    assert mentions.item.tolist() == [0, 0, 1]
