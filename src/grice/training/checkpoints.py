"""What must be kept so that a stopped run continues as if never stopped? Everything, in one file, without pickles.

A checkpoint holds module, optimiser, averaged weights, place in the data, random states, step and time spent: tensors
as safetensors, the rest as JSON in the file's header. It is written under another name and renamed, so that a crash
leaves the old one.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch

from grice.errors import InputError
from grice.extras import require
from grice.training.identity import ANOTHER, Identity, require_same
from grice.training.schedule import Clock

NAME = "checkpoint.safetensors"


def save(folder: Path, parts: Mapping[str, Any], clock: Clock, step: int, identity: Identity) -> Path:
    """Write the state of every part, and of the random generators, to the folder's checkpoint."""
    safetensors = require("safetensors.torch", "train", "a checkpoint")
    folder.mkdir(parents=True, exist_ok=True)
    states = {name: part.state_dict() for name, part in parts.items()} | {"random": _random_states()}
    tensors: dict[str, Any] = {}
    rest = _split(states, "", tensors)
    facts = {"step": step, "spent": clock.elapsed(), "about": dict(identity), "rest": rest}
    path, beside = folder / NAME, folder / (NAME + ".part")
    try:
        safetensors.save_file(tensors, str(beside), metadata={"grice": json.dumps(facts)})
        os.replace(beside, path)
    except Exception:
        beside.unlink(missing_ok=True)
        raise
    return path


def header(folder: Path, identity: Identity | None) -> dict[str, Any] | None:
    """The header of the checkpoint, if there is one; a checkpoint of another program is refused, and of another run
    than `identity` says."""
    path = folder / NAME
    if not path.exists():
        return None
    safetensors = require("safetensors", "train", "a checkpoint")
    facts: dict[str, Any] | None = None
    with suppress(safetensors.SafetensorError), safetensors.safe_open(str(path), framework="pt") as file:
        facts = json.loads((file.metadata() or {}).get("grice", "null"))
    if facts is None:
        raise InputError(f"{path} is not a checkpoint of grice", "a checkpoint written by grice train", ANOTHER)
    if identity is not None:
        require_same(path, facts.get("about", {}), identity)
    return facts


def resume(folder: Path, parts: Mapping[str, Any], clock: Clock, identity: Identity) -> int:
    """Load the folder's checkpoint into the parts, if there is one; the step it was written at, or 0."""
    facts = header(folder, identity)
    if facts is None:
        return 0
    tensors = require("safetensors.torch", "train", "a checkpoint").load_file(str(folder / NAME))
    states = _join(facts["rest"], tensors)
    for name, part in parts.items():
        part.load_state_dict(states[name])
    torch.set_rng_state(states["random"]["cpu"])
    if torch.cuda.is_available() and "cuda" in states["random"]:
        torch.cuda.set_rng_state(states["random"]["cuda"])
    clock.restart(float(facts["spent"]))
    return int(facts["step"])


def _random_states() -> dict[str, Any]:
    states = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state()
    return states


def _split(value: Any, path: str, tensors: dict[str, Any]) -> Any:
    """A nested state with its tensors moved to `tensors` under their paths; the rest can be written as JSON."""
    if torch.is_tensor(value):
        tensors[path] = value.detach().clone().contiguous()
        return {"tensor": path}
    if isinstance(value, Mapping):
        return {"map": [[key, _split(entry, f"{path}/{key}", tensors)] for key, entry in value.items()]}
    if isinstance(value, list | tuple):
        return {"list": [_split(entry, f"{path}/{i}", tensors) for i, entry in enumerate(value)]}
    return {"value": value}


def _join(value: Mapping[str, Any], tensors: Mapping[str, Any]) -> Any:
    if "tensor" in value:
        return tensors[value["tensor"]]
    if "map" in value:
        return {key: _join(entry, tensors) for key, entry in value["map"]}
    if "list" in value:
        return [_join(entry, tensors) for entry in value["list"]]
    return value["value"]
