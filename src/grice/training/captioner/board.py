"""How does a run look in TensorBoard? Its log as curves, also while it is still running."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.extras import require
from grice.training.captioner.running import LOG


def write_curves(run: Path, out: Path) -> int:
    """Write every number of a run's log as a curve over its steps; how many points that were."""
    log = run / LOG
    if not log.is_file():
        raise InputError(f"{run} holds no {LOG}", "the --out folder of grice train captioner or grice train game")
    require("tensorboard", "tensorboard", "curves in TensorBoard")
    writer = import_module("torch.utils.tensorboard").SummaryWriter(str(out / run.name))
    count = 0
    for line in log.read_text("utf-8").splitlines():
        point = json.loads(line)
        for name, value in curves(point):
            writer.add_scalar(name, value, point["step"])
            count += 1
    writer.close()
    return count


def curves(point: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """The numbers of a line of the log by name, those of the sets as "sets/one feature/d"."""
    for name, value in point.items():
        if isinstance(value, Mapping):
            yield from curves(value, f"{prefix}{name}/")
        elif isinstance(value, int | float) and name != "step":
            yield prefix + name, value
