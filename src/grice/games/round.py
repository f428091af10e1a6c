"""What happened in a round? One record for a batch of reference games, from the images to the rewards.

A speaker sees target and distractor and says a caption; a listener sees the caption and both images, in an order that
tells nothing, and chooses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grice.training.captioner.wordlist import WordList


@dataclass(frozen=True)
class Round:
    """Tensors, a row for each game of the batch."""

    targets: Any
    """Rows of the feature table, as are `distractors`."""
    distractors: Any
    places: Any
    """Where the target stands among the candidates that the listener sees: 0 or 1."""
    captions: Any
    """Word numbers (n, words), ended and filled up."""
    log_probabilities: Any
    """Of each word (n, words) under the speaker, 0 after the end; the gradient goes through these."""
    entropies: Any
    """Of the speaker's distribution at each word (n, words), 0 after the end."""
    scores: Any
    """The listener's scores of the candidates (n, 2), in the order it sees them."""
    choices: Any
    """The place that the listener chooses."""
    rewards: Any

    def __len__(self) -> int:
        return len(self.captions)


def dump(rounds: Sequence[Round], ids: Any, words: WordList, path: Path, step: int = 0) -> None:
    """Write rounds as Parquet, a row for each game, with rooms by id and captions as text.

    `ids` are the rooms of the feature table's rows.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number, one in enumerate(rounds):
        host = {name: _host(getattr(one, name)) for name in one.__dataclass_fields__}
        columns["step"] += [step + number] * len(one)
        columns["target"] += ids[host["targets"]].tolist()
        columns["distractor"] += ids[host["distractors"]].tolist()
        columns["place"] += host["places"].tolist()
        columns["caption"] += words.texts(host["captions"])
        columns["log_probability"] += host["log_probabilities"].sum(1).tolist()
        columns["entropy"] += host["entropies"].sum(1).tolist()
        columns["choice"] += host["choices"].tolist()
        columns["reward"] += host["rewards"].tolist()
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)


COLUMNS = ("step", "target", "distractor", "place", "caption", "log_probability", "entropy", "choice", "reward")


def _host(value: Any) -> np.ndarray:
    found: np.ndarray = value.detach().cpu().numpy()
    return found
