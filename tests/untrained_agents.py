"""Untrained agents of rooms, written as a training run writes them: for tests of what reads and runs them."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.encoders import rooms as encoders
from grice.networks import manifest
from grice.networks.rowwise import store
from grice.networks.tensors import write_tensors
from grice.scenes import rooms
from grice.speakers.rooms.agent_folder import END, PAD, SPECIALS, START, UNKNOWN, WEIGHTS, shapes

WIDTH = 24
LONGEST = 12


def words() -> tuple[str, ...]:
    """The words of the grammars, or nearly."""
    phrases = [phrase for listed in rooms.vocabulary().values() for phrase in listed]
    found = {
        word for phrase in [*phrases, "a object thing something floor wall and of front"] for word in phrase.split()
    }
    return (*SPECIALS, *sorted(found))


def weights(kind: str, size: int, seed: int = 0, width: int = WIDTH) -> dict[str, NDArray[np.float32]]:
    """Random weights; a speaker's are such that captions end, hold no marks, and differ between images."""
    rng = np.random.default_rng(seed)
    found = {
        name: rng.normal(size=shape, scale=1.5 / np.sqrt(shape[-1])).astype(np.float32)
        for name, shape in shapes(kind, width, size, len(words())).items()
    }
    found["features.mean"] = np.full(size, 0.4, np.float32)
    found["features.scale"] = np.full(size, 0.3, np.float32)
    if kind == "speaker":
        found["out.weight"] *= 4
        found["out.bias"][[START, PAD, UNKNOWN]] = -50
        found["out.bias"][END] = 1.5
    return found


def write_agent(folder: Path, kind: str = "speaker", seed: int = 0, encoder: str = "lite0", **changed: Any) -> Path:
    """An agent's folder; `changed` are entries of its manifest."""
    seen = encoders.load(encoder)
    folder.mkdir(parents=True)
    write_tensors(folder / WEIGHTS, store(weights(kind, seen.size, seed)))
    about: dict[str, Any] = {
        "kind": kind,
        "architecture": "lstm",
        "width": WIDTH,
        "features": {"encoder": seen.name, "fingerprint": seen.fingerprint, "size": seen.size},
        "vocabulary": list(words()),
        "longest": LONGEST,
        "recipe": "none",
        "seed": seed,
        "trained": "not at all",
    }
    manifest.write(folder, [WEIGHTS], about | changed)
    return folder
