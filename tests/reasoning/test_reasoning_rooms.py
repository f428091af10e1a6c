"""Rational speech acts over a captioner: what is chosen is what the formulas say, and the listener is served."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grice.encoders import rooms as encoders
from grice.encoders.sight import Views
from grice.errors import InputError
from grice.reasoning.rooms import METHODS, RationalCaptioner, letters
from grice.speakers.rooms.agent_folder import END, PAD, SPECIALS
from grice.speakers.rooms.decoding import likeliest, log_probabilities
from untrained_agents import words, write_agent


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return write_agent(tmp_path_factory.mktemp("agents") / "tiny")


@pytest.fixture(scope="module")
def speaker(folder) -> RationalCaptioner:
    return RationalCaptioner(agent=folder, rationality=2.0, cost=0.1)


def views(count: int = 30, rivals: int = 2) -> Views:
    rng = np.random.default_rng(5)
    features = rng.random((count * (1 + rivals), encoders.load("lite0").size), np.float32)
    rows = np.arange(len(features))
    return Views(features, rows[:count], rows[count:], np.repeat(np.arange(count), rivals))


def belief(speaker: RationalCaptioner, shown: Views, captions: list[str]) -> np.ndarray:
    """log L0(target | caption) one item at a time, straight from the definition."""
    base = speaker.base
    alone = base.alone(shown.features)
    found = []
    for item, text in enumerate(captions):
        rows = [shown.targets[item], *shown.distractors[shown.owner == item]]
        numbers = np.array([[*base.loaded.numbers(text), END]] * len(rows))
        said = log_probabilities(base.network, alone[rows], numbers)
        found.append(said[0] - np.logaddexp.reduce(said))
    return np.array(found)


def test_global_choice_maximises_the_utility_of_the_definition(speaker) -> None:
    shown, base = views(), speaker.base
    said = replace(speaker, method="global").say(shown)
    alone = base.alone(shown.features)
    proposed, own = likeliest(base.network, alone[shown.targets], speaker.proposals)
    for item in range(len(shown)):
        texts = base.loaded.texts(proposed[item])
        rows = [shown.targets[item], *shown.distractors[shown.owner == item]]
        scores = np.stack(
            [log_probabilities(base.network, np.repeat(alone[[row]], len(texts), 0), proposed[item]) for row in rows]
        )
        listener = scores[0] - np.logaddexp.reduce(scores, axis=0)
        length = ((proposed[item] != PAD) & (proposed[item] != END)).sum(1)
        utility = own[item] + 2.0 * listener - 0.1 * length
        assert said[item] == texts[int(utility.argmax())]


@pytest.mark.parametrize("method", METHODS)
def test_a_rational_speaker_serves_its_listener(speaker, method) -> None:
    shown = views(60)
    careless = replace(speaker, method=method, rationality=0.0, cost=0.0)
    careful = replace(careless, rationality=3.0)
    served = belief(speaker, shown, careful.say(shown)).mean()
    assert served > belief(speaker, shown, careless.say(shown)).mean() + 0.05


def test_without_rationality_and_cost_words_are_those_of_the_captioner_alone(speaker) -> None:
    shown = views()
    plain = speaker.base.from_features(shown.features[shown.targets])
    assert replace(speaker, method="words", rationality=0.0, cost=0.0).say(shown) == plain


@pytest.mark.parametrize("method", ["words", "characters"])
def test_a_costly_word_makes_captions_shorter(speaker, method) -> None:
    shown = views()
    free, dear = (replace(speaker, method=method, cost=cost).say(shown) for cost in (0.0, 3.0))
    assert sum(map(len, dear)) < sum(map(len, free))


@pytest.mark.parametrize("method", METHODS)
def test_any_number_of_distractors_in_any_order(speaker, method) -> None:
    chosen = replace(speaker, method=method)
    ids, rivals = [118300, 118308, 142308], [[118308], [], [22301, 118300]]
    together = chosen(ids, rivals)
    assert [chosen(one, some)[0] for one, some in zip(ids, rivals, strict=True)] == together
    assert chosen(142308, [118300, 22301])[0] == together[2]
    assert all(set(text.split()) <= set(words()) - set(SPECIALS) for text in together)


def test_together_the_captioner_sees_each_image_among_the_others(speaker) -> None:
    shown = views(20, rivals=2)
    careless = replace(speaker, shown="together", rationality=0.0, cost=0.0)
    rows = shown.features[shown.distractors].reshape(20, 2, -1)
    assert careless.say(shown) == speaker.base.from_features(shown.features[shown.targets], rows)


def test_without_distractors_rationality_changes_nothing(speaker) -> None:
    ids = [118300, 118308]
    for method in METHODS:
        chosen = replace(speaker, method=method, cost=0.0)
        assert chosen(ids) == replace(chosen, rationality=0.0)(ids)


def test_letters_spell_every_word_and_no_mark() -> None:
    tree = letters(words())
    assert sorted(tree.word[tree.word >= 0].tolist()) == [END, *range(len(SPECIALS), len(words()))]
    assert tree.holds[0].sum() == len(words()) - len(SPECIALS) + 1
    # The words through a node are those through its children, each once.
    for node in np.flatnonzero(tree.word < 0):
        after = tree.children[node][tree.children[node] >= 0]
        np.testing.assert_array_equal(tree.holds[after].sum(0), tree.holds[node])


@pytest.mark.parametrize(
    "options",
    [
        {"method": "thought"},
        {"rationality": -1},
        {"cost": float("nan")},
        {"proposals": 0},
        {"propose": "x"},
        {"shown": "x"},
    ],
)
def test_settings_are_checked(folder, options) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        RationalCaptioner(agent=folder, **options)
