"""What a folder holds is what was trained, rounded once; a folder of another shape is refused with what differs."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.networks import manifest  # noqa: E402
from grice.training.captioner.agents import (  # noqa: E402
    SPEAKERS,
    WEIGHTS,
    load_agent,
    new_speaker,
    rounded,
    save_agent,
    tensors_of,
)
from grice.training.captioner.card import card  # noqa: E402
from grice.training.captioner.decoding import decode  # noqa: E402
from grice.training.captioner.networks import Listener  # noqa: E402
from grice.training.captioner.wordlist import of_grammars  # noqa: E402

SIZE, WIDTH = 12, 16


def about(architecture: str, kind: str = "speaker") -> dict:
    return {
        "kind": kind,
        "architecture": architecture,
        "width": WIDTH,
        "context": "pair",
        "features": {"encoder": "pixels", "fingerprint": "none", "size": SIZE},
        "vocabulary": list(of_grammars().words),
        "longest": 24,
        "name": "tiny",
        "seed": 3,
        "recipe": {"start": "", "lessons": [1, 2], "name": "tiny"},
        "trained": "nothing",
    }


@pytest.mark.parametrize("architecture", SPEAKERS)
def test_a_rounded_speaker_says_the_same_from_its_folder(architecture: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    speaker = new_speaker(architecture, len(of_grammars()), SIZE, WIDTH)
    speaker.images.standardise(torch.randn(50, SIZE) * 3 + 1)
    before = tensors_of(speaker)
    rounded(speaker)
    after = tensors_of(speaker)
    assert all(np.abs(before[name] - after[name]).max() <= np.abs(before[name]).max() / 200 for name in before)
    save_agent(speaker, tmp_path, about(architecture))
    read = load_agent(tmp_path)
    assert all(np.array_equal(after[name], tensor) for name, tensor in tensors_of(read.module).items())
    pictures = torch.randn(30, SIZE)
    assert torch.equal(decode(speaker, speaker.seen(pictures), 24), decode(read.module, read.module.seen(pictures), 24))


def test_a_listener_has_the_names_of_the_contract(tmp_path: Path) -> None:
    listener = Listener(len(of_grammars()), SIZE, WIDTH)
    save_agent(listener, tmp_path, about("lstm", "listener"))
    names = {"project.weight", "project.bias", "words.weight", "lstm.weight_ih", "lstm.weight_hh", "lstm.bias"}
    assert tensors_of(listener).keys() == names | {"features.mean", "features.scale"}
    assert isinstance(load_agent(tmp_path).module, Listener)


def change(folder: Path, **values: object) -> None:
    said = manifest.about(folder) | values
    manifest.write(folder, [WEIGHTS], said)


def test_a_folder_of_another_shape_says_what_differs(tmp_path: Path) -> None:
    save_agent(new_speaker("lstm", len(of_grammars()), SIZE, WIDTH), tmp_path, about("lstm"))
    change(tmp_path, width=32)
    with pytest.raises(InputError, match=r"of shape \(16, 12\)\nneeded: shape \(32, 12\)"):
        load_agent(tmp_path)
    change(tmp_path, width=WIDTH, vocabulary=list(of_grammars().words[:-1]))
    with pytest.raises(InputError, match=r"words\.weight"):
        load_agent(tmp_path)
    change(tmp_path, vocabulary=list(of_grammars().words), architecture="transformer")
    with pytest.raises(InputError, match="no such tensor"):
        load_agent(tmp_path)


def test_a_broken_or_foreign_folder_is_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no manifest"):
        load_agent(tmp_path)
    save_agent(new_speaker("lstm", len(of_grammars()), SIZE, WIDTH), tmp_path, about("lstm"))
    change(tmp_path, features=None)
    with pytest.raises(InputError, match="manifest"):
        load_agent(tmp_path)
    (tmp_path / WEIGHTS).write_bytes(b"nothing")
    with pytest.raises(InputError, match="sha256"):
        load_agent(tmp_path)


def test_a_card_says_what_was_measured_and_how_it_sees() -> None:
    record = {"measured": {"d, one feature": 0.875, "words, one feature": 3.0, "steps": 7}}
    text = card(about("lstm"), record)
    assert "| discriminativity, pairs that share one feature at least | 87.50 |" in text
    assert "encoder pixels" in text
    assert "7 steps" in text
    assert "words, one feature" not in text


def test_a_trained_agent_is_at_most_six_megabytes(tmp_path: Path) -> None:
    for architecture in SPEAKERS:
        folder = tmp_path / architecture
        save_agent(new_speaker(architecture, len(of_grammars()), 2048, 512), folder, about(architecture))
        assert sum(file.stat().st_size for file in folder.iterdir()) < 6e6
        assert json.loads((folder / "manifest.json").read_text())["sha256"]
