"""A mistake in a configuration is answered with its field; the shipped ones are those of the paper and beyond."""

import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.training.captioner.config import load, named, parse  # noqa: E402


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[training]\nbatch = 'many'", "training.batch = 'many'"),
        ("[training]\nbatch = 1", "training.batch = 1"),
        ("[training]\nepoch = 3", "training.epoch is not a field"),
        ("[training]\nepochs = true", "training.epochs = True"),
        ("[speaker]\narchitecture = 'gru'", "speaker.architecture = 'gru'"),
        ("[images]\npool = 'test'", "images.pool = 'test'"),
        ("[game]\nbaseline = 'mode'", "game.baseline = 'mode'"),
        ("[[lessons]]\nsharing = 6", "lessons.sharing = 6"),
        ("[[lessons]]\ngrammar = 'long'", "grammar = 'long'"),
        ("lessons = 3", "lessons = 3"),
        ("stage = 'play'", "stage = 'play'"),
        ("stage = 'game'", "start is missing"),
        ("training = 3", "training = 3"),
        ("colour = 1", "colour is not a field"),
        ("seed = -1", "seed = -1"),
        ("seed = ", "not TOML"),
    ],
)
def test_a_mistake_names_its_field(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text, "mine")
    assert told in str(error.value)
    assert error.value.needed


def test_every_shipped_configuration_can_be_read_and_begins_with_another() -> None:
    shipped = {name: load(name) for name in named()}
    assert {"b", "rp", "sp", "best"} <= shipped.keys()
    for name, config in shipped.items():
        assert config.name == name
        assert config.stage == ("game" if config.start else "captioner")
        if config.start:
            assert shipped[config.start].features == config.features


def test_the_paper_is_reproduced_with_its_numbers() -> None:
    b, rp, sp = load("b"), load("rp"), load("sp")
    assert (b.images.count, b.lessons[0].rows, b.lessons[0].captions, b.training.epochs) == (30_000, 150_000, 5, 10)
    assert [(g.training.epochs, g.lessons[0].rows, g.game.structural) for g in (rp, sp)] == [(5, 150_000, 0.75)] * 2
    assert (rp.lessons[0].sharing, sp.lessons[0].sharing) == (0, 3)
    assert rp.features.encoder == sp.features.encoder == "lite0"


def test_an_unknown_configuration_lists_those_there_are() -> None:
    with pytest.raises(InputError, match=r"one of .*best"):
        load("c")
