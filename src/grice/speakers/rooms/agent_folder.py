"""Who is in this folder? A trained speaker or listener of rooms: its words, its weights, and what it must be shown.

A folder is written by `grice train` and read here: a manifest with checksums, and the weights in 8-bit integers. The
encoder that the agent learned with must be the one that is here, told by its fingerprint.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.encoders.sight import Sight, sight
from grice.errors import InputError
from grice.networks import manifest
from grice.networks.recurrent import Product, product
from grice.networks.rowwise import restore
from grice.networks.tensors import read_tensors

WEIGHTS = "weights.safetensors"
SPECIALS = ("<start>", "<end>", "<pad>", "<unknown>")
START, END, PAD, UNKNOWN = range(len(SPECIALS))
_AGAIN = "export the agent again with `grice train`"

Weights = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Agent:
    """A trained agent as its folder has it."""

    name: str
    kind: str
    architecture: str
    width: int
    encoder: str
    encoder_fingerprint: str
    size: int
    words: tuple[str, ...]
    longest: int
    about: Mapping[str, Any]
    weights: Weights
    fingerprint: str

    @property
    def alone(self) -> bool:
        """Whether it has learned from rooms by themselves and knows no distractors: it is then shown none."""
        return bool(self.about.get("context", "pair") == "alone")

    def sight(self) -> Sight:
        """What shows it rooms: the encoder it learned with; another one's features would mean nothing to it."""
        found = sight(self.encoder)
        if found.encoder.fingerprint != self.encoder_fingerprint or found.encoder.size != self.size:
            raise InputError(
                f"agent {self.name} learned with the encoder {self.encoder}@{self.encoder_fingerprint} "
                f"({self.size} numbers), here is {self.encoder}@{found.encoder.fingerprint} ({found.encoder.size})",
                "the encoder the agent learned with",
                "train the agent with the encoder of this version of Grice",
            )
        return found

    def project(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Features (n, size), standardised and projected: (n, width)."""
        if features.ndim != 2 or features.shape[1] != self.size:
            raise InputError(
                f"features of shape {features.shape}", f"(n, {self.size}): what {self.encoder} gives of n pictures"
            )
        standard = (features - self.weights["features.mean"]) / self.weights["features.scale"]
        return self._projection(standard.astype(np.float32)) + self.weights["project.bias"]

    @cached_property
    def _projection(self) -> Product:
        return product(self.weights["project.weight"].T)

    def numbers(self, text: str) -> list[int]:
        """The words of a text by number, `<unknown>` for one it never learned."""
        return [self._numbers.get(word, UNKNOWN) for word in text.lower().replace(",", " ").rstrip(". ").split()]

    def texts(self, captions: NDArray[np.int64]) -> list[str]:
        """Captions of word numbers (n, words) as texts: what stands before the first `<end>`."""
        return spelled(captions, self.words)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}


def spelled(captions: NDArray[Any], words: Sequence[str]) -> list[str]:
    """Captions of word numbers (n, places) as texts: what stands before the first `<end>`."""
    named = np.array(words, object)[captions]
    ends = np.where((captions == END).any(1), (captions == END).argmax(1), captions.shape[1])
    return [" ".join(row[:end]) for row, end in zip(named, ends.tolist(), strict=True)]


def shapes(kind: str, width: int, size: int, words: int) -> dict[str, tuple[int, ...]]:
    """The weights of an LSTM agent: images are projected; words and, for a speaker, images go into the gates."""
    inputs = 3 * width if kind == "speaker" else width
    found: dict[str, tuple[int, ...]] = {
        "features.mean": (size,),
        "features.scale": (size,),
        "project.weight": (width, size),
        "project.bias": (width,),
        "words.weight": (words, width),
        "lstm.weight_ih": (4 * width, inputs),
        "lstm.weight_hh": (4 * width, width),
        "lstm.bias": (4 * width,),
    }
    return found | ({"out.weight": (words, width), "out.bias": (words,)} if kind == "speaker" else {})


@cache
def load_agent(folder: Path, kind: str) -> Agent:
    """The agent of a folder, checked: every file by its checksum, every weight by its shape."""
    if not folder.is_dir():
        raise InputError(
            f"no agent in {folder}", f"a folder with a trained {kind}", "grice train captioner --config b --out FOLDER"
        )
    fingerprint = manifest.check(folder, [WEIGHTS], f"a trained {kind}", _AGAIN)[:8]
    about = manifest.about(folder)
    try:
        seen, words = about["features"], tuple(about["vocabulary"])
        agent = Agent(
            folder.name,
            about["kind"],
            about["architecture"],
            int(about["width"]),
            seen["encoder"],
            seen["fingerprint"],
            int(seen["size"]),
            words,
            int(about["longest"]),
            about,
            restore(read_tensors(folder / WEIGHTS)),
            fingerprint,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the manifest of {folder} lacks {error}", "that of a trained agent", _AGAIN) from None
    if agent.kind != kind:
        raise InputError(f"{folder} holds a {agent.kind}", f"a {kind}")
    if words[: len(SPECIALS)] != SPECIALS or len(set(words)) != len(words):
        begins = ", ".join(map(str, words[: len(SPECIALS)]))
        raise InputError(
            f"the vocabulary of {folder} begins with {begins}", f"{', '.join(SPECIALS)}, then each word once", _AGAIN
        )
    if agent.architecture == "lstm":
        _check_shapes(agent, folder)
    return agent


def _check_shapes(agent: Agent, folder: Path) -> None:
    wanted = shapes(agent.kind, agent.width, agent.size, len(agent.words))
    for name, shape in wanted.items():
        if name not in agent.weights:
            raise InputError(f"{folder} lacks the weights {name}", f"all of {', '.join(wanted)}", _AGAIN)
        if agent.weights[name].shape != shape:
            raise InputError(f"{name} of {folder} has the shape {agent.weights[name].shape}", f"{shape}", _AGAIN)
