"""How is a trained speaker or listener kept? A folder with a manifest and one file of weights, small enough to ship.

Matrices are 8-bit integers with a scale a row, and a trained network is rounded to them before it is measured: what is
measured is what is shipped. Whoever starts from the folder, or runs it without torch, has the same weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from grice.errors import InputError
from grice.networks import manifest
from grice.networks.rowwise import restore, store
from grice.networks.tensors import read_tensors, write_tensors
from grice.speakers.rooms.agent_folder import WEIGHTS
from grice.training.captioner.networks import Captioner, Listener, Speaker
from grice.training.captioner.transformer import TransformerSpeaker
from grice.training.captioner.wordlist import WordList
from grice.training.identity import digest

SPEAKERS: Mapping[str, type[Captioner]] = {"lstm": Speaker, "transformer": TransformerSpeaker}
_RENAMED = (
    ("images.project.", "project."),
    ("images.mean", "features.mean"),
    ("images.scale", "features.scale"),
    ("lstm.weight_ih_l0", "lstm.weight_ih"),
    ("lstm.weight_hh_l0", "lstm.weight_hh"),
    ("lstm.bias_ih_l0", "lstm.bias"),
)
_ADDED = "lstm.bias_hh_l0"
"""Of the two biases of torch's LSTM only the sum matters; it is stored as one."""


@dataclass(frozen=True)
class Agent:
    """A trained network with its words; `about` is what its manifest says."""

    module: Any
    words: WordList
    longest: int
    about: Mapping[str, Any]


def new_speaker(architecture: str, words: int, size: int, width: int) -> Captioner:
    """An untrained speaker of an architecture."""
    if architecture not in SPEAKERS:
        raise InputError(f"architecture {architecture!r}", f"one of {', '.join(SPEAKERS)}")
    return SPEAKERS[architecture](words, size, width)


def tensors_of(module: nn.Module) -> dict[str, NDArray[np.float32]]:
    """The weights of a speaker or listener under the names of its folder."""
    state = {name: value.detach().cpu().float() for name, value in module.state_dict().items()}
    if _ADDED in state:
        state["lstm.bias_ih_l0"] = state["lstm.bias_ih_l0"] + state.pop(_ADDED)
    return {_stored(name): value.numpy() for name, value in state.items()}


def rounded(module: nn.Module) -> None:
    """Round the weights of a network to what its folder will hold."""
    _load(module, restore(store(tensors_of(module))), "the network")


def digest_of(agent: Agent) -> dict[str, str]:
    """A checksum of an agent's weights."""
    return digest(value.tobytes() for _, value in sorted(tensors_of(agent.module).items()))


def save_agent(module: nn.Module, folder: Path, about: Mapping[str, Any]) -> None:
    """Write a network to its folder; `about` goes into the manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / WEIGHTS, store(tensors_of(module)))
    manifest.write(folder, [WEIGHTS], about)


def load_agent(folder: Path, device: str = "cpu") -> Agent:
    """The speaker or listener of a folder; one whose weights are of another shape than it says is refused."""
    manifest.check(folder, [WEIGHTS], "a trained speaker or listener", "grice train captioner --config b --out FOLDER")
    about = manifest.about(folder)
    try:
        words, width, size = WordList(tuple(about["vocabulary"])), int(about["width"]), int(about["features"]["size"])
        longest, architecture, kind = int(about["longest"]), str(about["architecture"]), about["kind"]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the manifest of {folder} lacks {error}", "that of a speaker or listener of rooms") from None
    made = (
        Listener(len(words), size, width) if kind == "listener" else new_speaker(architecture, len(words), size, width)
    )
    _load(made, restore(read_tensors(folder / WEIGHTS)), str(folder))
    return Agent(made.to(device), words, longest, about)


@torch.no_grad()
def _load(module: nn.Module, tensors: Mapping[str, NDArray[np.float32]], origin: str) -> None:
    for name, held in module.state_dict().items():
        if name == _ADDED:
            held.zero_()
            continue
        found = tensors.get(_stored(name))
        if found is None or found.shape != tuple(held.shape):
            given = "no such tensor" if found is None else f"of shape {found.shape}"
            raise InputError(
                f"{_stored(name)} of {origin}: {given}",
                f"shape {tuple(held.shape)}",
                "a folder trained with these features, words and this width",
            )
        held.copy_(torch.from_numpy(np.array(found)))


def _stored(name: str) -> str:
    for ours, theirs in _RENAMED:
        if name.startswith(ours):
            return theirs + name.removeprefix(ours)
    return name
