"""The grammars say what the released captions say, and the fixed variant repairs what is wrong with them."""

from pathlib import Path

import numpy as np
import pyarrow.compute as pc
import pytest

from grice import InputError
from grice.readers.rooms.listener import listen
from grice.scenes import rooms
from grice.scenes.context import SIMILAR, sample
from grice.scenes.rooms import scene
from grice.speakers.base import load
from grice.speakers.rooms import realisation
from grice.speakers.rooms.grammar import expand, templates

# Tsvilodub & Franke's notebook prints this histogram for the short captions; hyphenated words count as one.
SHORT_LENGTHS = {3: 816000, 4: 960000, 5: 1456000, 6: 1883200, 7: 1788800, 8: 1872000, 9: 1963200, 10: 1054400,
                 11: 777600, 12: 345600, 13: 43200}  # fmt: skip
EXHAUSTIVE_LENGTHS = {16: 274400, 17: 1395520, 18: 2567488, 19: 2440128, 20: 1618720, 21: 878080, 22: 342720,
                      23: 76032, 24: 6912}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("kind", "published"), [("short", SHORT_LENGTHS), ("exhaustive", EXHAUSTIVE_LENGTHS)])
def test_word_lengths_over_all_scenes_equal_the_published_histogram(kind: str, published: dict[int, int]) -> None:
    histogram = np.zeros(40, np.int64)
    for template in templates(kind):
        words = pc.count_substring(realisation.fill(np.arange(rooms.COUNT), template), " ").to_numpy() + 1
        histogram += np.bincount(words, minlength=40)
    assert {length: int(count) for length, count in enumerate(histogram) if count} == published


def test_the_captions_of_figure_1_are_among_those_of_its_scene() -> None:
    scene = rooms.scene(
        floor_hue="green", wall_hue="light green", object_hue="red", scale="tiny", shape="ball", orientation=3
    )
    exhaustive = realisation.captions(scene.id)
    assert len(exhaustive) == len(set(exhaustive)) == 20
    assert exhaustive[0] == "a tiny red ball near the right corner in front of a light green wall on green floor"
    short = realisation.captions(scene.id, kind="short")
    assert len(short) == len(set(short)) == 27
    assert "a ball on green floor" in short


def test_forty_per_cent_of_exhaustive_captions_end_in_size_or_colour() -> None:
    ends = [str(template).endswith(("{object_hue}", "{scale}")) for template in templates("exhaustive")]
    assert sum(ends) / len(ends) == 0.4


def test_one_released_caption_in_twenty_lacks_the_wall_and_no_fixed_one_does() -> None:
    for variant, lacking in (("released", 1), ("fixed", 0)):
        captions = realisation.captions(rooms.COUNT - 1, variant=variant)
        assert sum("wall" not in caption for caption in captions) == lacking


def test_fixed_articles_fit_and_released_ones_do_not() -> None:
    orange = rooms.scene(floor_hue=1, wall_hue=1, object_hue=1, scale=0, shape=0, orientation=0).id
    released, fixed = (realisation.captions(orange, kind="short", variant=v) for v in ("released", "fixed"))
    assert any("a orange" in caption for caption in released)
    assert not any("a orange" in caption for caption in fixed)
    assert "there is an orange block in front of an orange wall" in fixed


def test_fixed_captions_of_different_scenes_differ() -> None:
    # The first exhaustive template says everything, so in the fixed wording no two scenes may share it.
    ids = np.arange(0, 4800 * 2)
    for variant, distinct in (("released", False), ("fixed", True)):
        captions = realisation.fill(ids, templates("exhaustive", variant)[0], variant).to_pylist()
        assert (len(set(captions)) == len(ids)) is distinct


def test_background_comes_first_in_background_first() -> None:
    for template in templates("background-first"):
        assert template.features == set(rooms.FEATURES)
        text = str(template)
        assert max(text.index("{floor_hue}"), text.index("{wall_hue}")) < text.index("{shape}")


def test_minimal_captions_mention_one_or_two_features_and_use_neutral_nouns() -> None:
    features = [template.features for template in templates("minimal")]
    assert {len(f) for f in features} == {1, 2}
    assert len(set(features)) == 6 + 15
    assert "something in the left corner" in realisation.captions(14, kind="minimal")
    assert "a tiny object" in realisation.captions(14, kind="minimal")


def test_a_grammar_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.grammar"
    path.write_text("caption:\n    look, a {shape} <where>\nwhere:\n    {orientation}\n    @fixed there\n")
    assert realisation.captions(14, kind=str(path)) == ["look, a block in the left corner"]
    assert realisation.captions(14, kind=str(path), variant="fixed")[1] == "look, a block there"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rule"),
        ("caption:\n    a {colour}\n", "uses {colour}"),
        ("caption:\n    a <place>\n", "does not define"),
        ("caption:\n    a <caption>\n", "contains itself"),
        ("a {shape}\n", "line 1"),
        ("caption:\n    @old a {shape}\n", "@old"),
    ],
)
def test_a_broken_grammar_says_where(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        expand(text, "released", "mine")


def test_unknown_grammars_and_variants_are_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="background-first, exhaustive, minimal, short"):
        realisation.captions(0, kind="long")
    with pytest.raises(InputError, match="released, fixed"):
        realisation.captions(0, variant="new")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="oracle-six"):
        load("parrot")


def test_the_minimal_speaker_rules_out_every_distractor_with_the_fewest_features() -> None:
    target = 0
    differs_in_scale, differs_in_shape = 60, 15
    one = load("minimal")([target], [[differs_in_scale]])
    assert one in (["a tiny object"],)
    both = load("minimal")([target], [[differs_in_scale, differs_in_shape]])
    assert both == ["a tiny block"]


def test_the_minimal_speaker_rules_a_distractor_out_by_what_its_words_say() -> None:
    pairs = sample(2000, SIMILAR, seed=5)
    rooms_of = list(zip([135293, *pairs.targets.tolist()], [352552, *pairs.distractors.tolist()], strict=True))
    said = load("minimal")([pair[0] for pair in rooms_of], [pair[1:] for pair in rooms_of])
    heard = [choice.place for choice in listen(said, rooms_of)]
    missed = [pair for pair, place in zip(rooms_of, heard, strict=True) if place != 0]
    assert 0 < len(missed) < 100
    assert all(scene(one).phrases == scene(other).phrases for one, other in missed)
    assert load("minimal")([7], [[8]]) == ["something in the middle"], "two rooms that read the same"


def test_speakers_repeat_themselves_with_the_same_seed() -> None:
    for name in ("exhaustive", "minimal", "oracle-three"):
        speak = load(name)
        targets, distractors = list(range(50)), [[i + 100_000] for i in range(50)]
        assert speak(targets, distractors, seed=1) == speak(targets, distractors, seed=1)
        assert speak(targets, distractors, seed=1) != speak(targets, distractors, seed=2)
