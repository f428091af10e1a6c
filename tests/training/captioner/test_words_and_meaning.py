"""Captions as word numbers are those of the grammars; what they claim is judged as the metrics judge it."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

import grice  # noqa: E402
from grice.errors import InputError  # noqa: E402
from grice.readers.rooms.listener import listen  # noqa: E402
from grice.scenes import rooms  # noqa: E402
from grice.speakers.rooms.realisation import captions, templates  # noqa: E402
from grice.speakers.rooms.recognition import recognised  # noqa: E402
from grice.training.captioner.meaning import Meaning, features_of  # noqa: E402
from grice.training.captioner.wordlist import (  # noqa: E402
    GRAMMARS,
    PAD,
    SPECIALS,
    WordList,
    longest_caption,
    of_grammars,
)

COUNT = 250


def drawn(kind: str, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rooms, the numbers of their templates, and their captions."""
    ids = rng.integers(rooms.COUNT, size=COUNT)
    chosen = rng.integers(len(templates(kind)), size=COUNT)
    return ids, chosen, of_grammars().captions(ids, chosen, kind, longest_caption())


def disturbed(ids: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """Rooms with some features drawn anew."""
    features = rooms.features(ids).astype(np.int64)
    other = rng.integers(0, rooms.SIZES, size=features.shape)
    return rooms.ids(np.where(rng.random(features.shape) < share, other, features))


@pytest.mark.parametrize("kind", GRAMMARS)
def test_captions_as_numbers_read_as_the_grammar_writes_them(kind: str) -> None:
    ids, chosen, numbers = drawn(kind, np.random.default_rng(1))
    every = captions(ids, kind)
    assert of_grammars().texts(numbers) == [every[i][number] for i, number in enumerate(chosen.tolist())]


@pytest.mark.parametrize("kind", GRAMMARS)
def test_captions_true_and_false_are_judged_as_by_the_metrics(kind: str) -> None:
    rng = np.random.default_rng(2)
    ids, _, numbers = drawn(kind, rng)
    targets = disturbed(ids, 0.2, rng)
    distractors = disturbed(targets, 0.4, rng)
    distractors = np.where(distractors == targets, (targets + 1) % rooms.COUNT, distractors)
    words = of_grammars()
    judged = Meaning(words).judge(
        torch.from_numpy(numbers), features_of(targets, "cpu"), features_of(distractors, "cpu")
    )
    texts = words.texts(numbers)
    given = {"targets": targets.tolist(), "distractors": distractors[:, None].tolist()}
    found = grice.score(texts, **given, metrics="pragmatics")["pragmatics"]
    for name in ("d", "od", "k", "c", "z", "false"):
        np.testing.assert_array_equal(judged.values[name].numpy(), found[name].items, name)
    means = judged.means()
    assert means["r"] == pytest.approx(np.nanmean(found["r"].items), abs=1e-6)
    assert means["e"] == pytest.approx(np.nanmean(found["e"].items), abs=1e-6)
    heard = [choice.place == 0 for choice in listen(texts, np.stack([targets, distractors], 1).tolist())]
    assert judged.values["literal"].tolist() == heard


def test_scrambled_words_are_judged_nearly_as_by_the_metrics() -> None:
    """The reader of strings knows more words ("blue", "the middle"), so a few captions of a drifting speaker differ."""
    rng = np.random.default_rng(3)
    ids, _, numbers = drawn("exhaustive", rng)
    words = of_grammars()
    swap = (rng.random(numbers.shape) < 0.05) & (numbers >= len(SPECIALS))
    numbers = np.where(swap, rng.integers(len(SPECIALS), len(words), numbers.shape), numbers).astype(np.uint8)
    distractors = disturbed(ids, 0.5, rng)
    judged = Meaning(words).judge(torch.from_numpy(numbers), features_of(ids, "cpu"), features_of(distractors, "cpu"))
    given = {"targets": ids.tolist(), "distractors": distractors[:, None].tolist()}
    found = grice.score(words.texts(numbers), **given, metrics="pragmatics")["pragmatics"]
    assert np.mean(judged.values["d"].numpy() == found["d"].items) > 0.95
    assert np.mean(judged.values["k"].numpy() == found["k"].items) > 0.8


def test_a_grammar_recognises_its_own_captions_and_no_scrambled_ones() -> None:
    texts = captions(118308, "exhaustive")
    assert all(recognised(texts, ["exhaustive"]))
    assert not any(recognised(texts, ["short", "minimal"]))
    assert not any(recognised([" ".join(reversed(text.split())) for text in texts], GRAMMARS))


def test_a_vocabulary_that_lacks_a_word_says_which() -> None:
    words = WordList(tuple(word for word in of_grammars().words if word != "cylinder"))
    ids = np.array([rooms.ids([0, 0, 0, 0, 1, 0])])
    with pytest.raises(InputError, match="lacks 'cylinder'"):
        words.captions(ids, np.array([0]), "exhaustive", longest_caption())


def test_a_vocabulary_begins_with_its_marks() -> None:
    with pytest.raises(InputError, match="<start>"):
        WordList(("a", "ball"))


def test_a_caption_that_claims_nothing_is_worth_nothing() -> None:
    nothing = torch.full((1, 5), PAD)
    nothing[0, 0] = of_grammars().number("the")
    room, other = features_of(np.array([5]), "cpu"), features_of(np.array([300_000]), "cpu")
    values = Meaning(of_grammars()).judge(nothing, room, other).values
    assert not values["d"].any()
    assert not values["literal"].any()
    assert values["k"].item() == 0
