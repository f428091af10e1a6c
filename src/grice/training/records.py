"""What did a run produce? The record of a trained network: what it is, how it was trained, what was measured.

A record is a JSON file next to the weights, written after them: a folder with a record is complete. Its `run` is the
run's identity.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.training import checkpoints
from grice.training.identity import Identity, require_same


def write_record(file: Path, facts: Mapping[str, Any]) -> None:
    """Write a record whole or not at all."""
    beside = file.with_name(file.name + ".part")
    beside.write_text(json.dumps(facts, ensure_ascii=False), "utf-8")
    beside.replace(file)


def read_record(file: Path, written_by: str) -> dict[str, Any]:
    """The record of a trained network; `written_by` is the command that makes such folders."""
    needed = f"a folder written by {written_by}"
    if not file.is_file():
        raise InputError(f"{file.parent} holds no {file.name}", needed)
    try:
        facts = json.loads(file.read_text("utf-8"))
    except ValueError:
        facts = None
    if not isinstance(facts, dict) or not {"run", "measured"} <= facts.keys():
        raise InputError(f"{file} is not the record of a training run", needed)
    return facts


def finished(file: Path, checkpoint: Path, identity: Identity, written_by: str) -> dict[str, Any] | None:
    """What was measured, if this run has finished; the folder of another run is refused."""
    if not file.exists():
        checkpoints.header(checkpoint, identity)
        return None
    facts = read_record(file, written_by)
    require_same(file, facts["run"], identity)
    measured: dict[str, Any] = facts["measured"]
    return measured
